; What is not classical is named.
; expect E0901 9:4
; expect E0902 13:19
; expect E0211 14:38
; expect E0903 15:24
; expect W0201 15:13
(define (domain d)
  (:requirements :durative-actions :fluents)
  (:durative-action fly :parameters ())
  (:predicates (p))
  (:functions (fuel))
  (:action a :parameters ()
    :precondition (< 3 (fuel))
    :effect (and (decrease (fuel) 1) (p)))
  (:derived (p) (and   (preference x (p)))))
