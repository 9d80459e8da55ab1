; Orders that pass through machines, each change of tools at a price.
;
; What it teaches: action costs. `(increase (total-cost) ...)` says what a step costs, by a number or by a table in the problem;
; `(:metric minimize (total-cost))` in the problem says that costs count, and not steps. Without the metric, every step costs 1.
;
; How the world is modeled: a piece needs its operations in the order of `next`. A machine has one tool mounted; changing it
; costs what `change-cost` says, working costs what `work-cost` says. Good plans do similar work on one machine in a row.
(define (domain workshop)
  (:requirements :strips :typing :action-costs)
  (:types piece machine tool stage)

  (:predicates
    (needs ?piece - piece ?stage - stage ?tool - tool)
    (next ?stage ?later - stage)
    (at-stage ?piece - piece ?stage - stage)
    (mounted ?machine - machine ?tool - tool))

  (:functions
    (total-cost) - number
    (change-cost ?machine - machine ?old ?new - tool) - number
    (work-cost ?machine - machine ?tool - tool) - number)

  (:action change-tool
    :parameters (?machine - machine ?old ?new - tool)
    :precondition (mounted ?machine ?old)
    :effect (and
      (mounted ?machine ?new)
      (not (mounted ?machine ?old))
      (increase (total-cost) (change-cost ?machine ?old ?new))))

  (:action work
    :parameters (?piece - piece ?machine - machine ?tool - tool ?stage ?later - stage)
    :precondition (and
      (at-stage ?piece ?stage)
      (needs ?piece ?stage ?tool)
      (next ?stage ?later)
      (mounted ?machine ?tool))
    :effect (and
      (at-stage ?piece ?later)
      (not (at-stage ?piece ?stage))
      (increase (total-cost) (work-cost ?machine ?tool))))
)
