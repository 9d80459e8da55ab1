; Costs that no metric counts: a plan is found, and said to be perhaps not what was meant.
(define (domain tolls)
  (:requirements :strips :action-costs)
  (:predicates (home) (away))
  (:functions (total-cost) - number)
  (:action bridge
    :parameters ()
    :precondition (home)
    :effect (and (away) (not (home)) (increase (total-cost) 3)))
  (:action ferry
    :parameters ()
    :precondition (home)
    :effect (and (away) (not (home)) (increase (total-cost) 1)))
)

(define (problem leave)
  (:domain tolls)
  (:init (home))
  (:goal (away))
)
