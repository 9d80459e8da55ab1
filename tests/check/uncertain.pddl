; Other kinds of planning are named once each, whatever is declared.
; expect E0912 7:34
; expect E0911 9:36
; expect E0901 11:35
(define (domain d) (:requirements :strips :non-deterministic)
  (:predicates (p) (q))
  (:action look :parameters ()   :observe (p))
  (:action a :parameters ()
    :precondition (p)    :effect   (oneof (q) (and (q) (not (p)))))
  (:action b :parameters ()
    :precondition (p)    :effect  (at start (q))))
;; problem
(define (problem x) (:domain d)
  (:init (unknown (p)) (or (p) (q)) (oneof (p) (q))) (:goal (q)))
