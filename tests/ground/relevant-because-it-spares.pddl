; What makes a condition false matters where the condition would delete a goal, or add what the goal denies.
; expect 3
(define (domain d)
  (:requirements :adl)
  (:predicates (lamp) (wet) (door) (storm) (noise))
  (:action dry :parameters () :effect (not (wet)))
  (:action wait :parameters () :effect (not (storm)))
  (:action enter :parameters () :effect (and (door) (when (wet) (not (lamp))) (when (storm) (noise)))))
;; problem
(define (problem p) (:domain d) (:init (lamp) (wet) (storm)) (:goal (and (lamp) (door) (not (noise)))))
