; What is not classical is named.
; expect E0901 10:4
; expect E0902 14:19
; expect E0902 15:18
; expect E0211 15:38
; expect W0201 16:13
; expect E0903 16:24
(define (domain d)
  (:requirements :durative-actions :fluents)
  (:durative-action fly :parameters ())
  (:predicates (p))
  (:functions (fuel))
  (:action a :parameters ()
    :precondition (< 3 (fuel))
    :effect (and (decrease (fuel) 1) (p)))
  (:derived (p) (and   (preference x (p)))))
