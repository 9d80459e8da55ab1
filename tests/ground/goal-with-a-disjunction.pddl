; A goal by cases, one of them out of reach, one dear, one cheap.
; expect 2
(define (domain d)
  (:requirements :adl :action-costs)
  (:predicates (p) (q) (r) (s))
  (:functions (total-cost) - number)
  (:action a :parameters () :effect (and (q) (increase (total-cost) 5)))
  (:action b :parameters () :precondition (not (q)) :effect (and (r) (increase (total-cost) 2))))
;; problem
(define (problem p) (:domain d) (:init (s)) (:goal (or (p) (q) (and (r) (not (q)) (s)))) (:metric minimize (total-cost)))
