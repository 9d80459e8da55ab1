; Costs are summed; a term without a value, a sum beyond 2^64, and a wrong statement.
(define (domain toll)
  (:requirements :strips :action-costs)
  (:predicates (at ?x) (road ?x ?y))
  (:functions (total-cost) (toll ?x ?y) - number)
  (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)) (increase (total-cost) 2)))
  (:action jump :parameters (?x ?y) :precondition (at ?x) :effect (and (not (at ?x)) (at ?y)
    (increase (total-cost) 18446744073709551615))))
;; problem
(define (problem p) (:domain toll)
  (:objects a b c)
  (:init (at a) (road a b) (road b c) (road a c) (= (toll a b) 5) (= (toll b c) 0))
  (:goal (at c))
  (:metric minimize (total-cost)))
;; plan
(walk a b)
(walk b c)
; cost = 9 (general cost)
;; says 0
valid, 2 steps, cost 9, as the file states
;; plan
(walk a b)
(walk b c)
; cost = 2 (unit cost)
;; says 0
valid, 2 steps, cost 9
  the file states cost 2, which is wrong
;; plan
(walk a c)
;; says 1
invalid: step 1 (walk a c) has no cost (line 1)
  (toll a c) has no value: the initial state gives none [domain.pddl:7:63]
;; plan
(jump a c)
; cost = 18446744073709551615
;; says 0
valid, 1 step, cost 18446744073709551615, as the file states
;; plan
(walk a b)
(jump b c)
;; says 1
invalid: step 2 (jump b c) makes the cost too large to count (line 2)
  7 + 18446744073709551615 exceeds 18446744073709551615
;; plan
(jump a b)
(jump b c)
;; says 1
invalid: step 2 (jump b c) makes the cost too large to count (line 2)
  18446744073709551615 + 18446744073709551615 exceeds 18446744073709551615
