; A domain says what there is and what can be done. Give names of
; your own, and write further actions.
(define (domain mine)
  (:requirements :strips :typing)

  (:types thing)

  (:predicates
    (todo ?thing - thing)
    (done ?thing - thing))

  (:action do
    :parameters (?thing - thing)
    :precondition (todo ?thing)
    :effect (and (done ?thing) (not (todo ?thing))))
)
