; Nothing is to be done.
; expect 0
(define (domain d) (:requirements :adl) (:predicates (p) (q)) (:action a :parameters () :effect (q)))
;; problem
(define (problem p) (:domain d) (:init (p)) (:goal (and (p) (not (q)) (or (q) (p)))))
