; A gardener opens a tap, and all plants that stand below the open
; sky are watered. What an action does may depend on the state:
; `banto explain when` and `banto explain forall` tell more.
(define (domain garden)
  (:requirements :strips :typing :conditional-effects :universal-preconditions
    :negative-preconditions)

  (:types plant)
  (:predicates (covered ?plant - plant) (watered ?plant - plant))

  (:action uncover
    :parameters (?plant - plant)
    :precondition (covered ?plant)
    :effect (not (covered ?plant)))

  ; For every plant: when it is not covered before the action, it
  ; is watered by it. Where the condition does not hold, nothing
  ; happens; there is no `else`.
  (:action open-tap
    :parameters ()
    :effect (forall (?plant - plant) (when (not (covered ?plant)) (watered ?plant))))
)
