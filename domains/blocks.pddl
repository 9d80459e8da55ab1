; Blocks on a table, moved by one hand.
;
; What it teaches: the smallest kind of domain. A state is a set of facts; an action names the facts that must hold before
; it, those that it makes true and, below `not`, those that it makes false. Everything else stays as it was, and what is not
; stated is false.
;
; How the world is modeled: a block lies on the table or on another block. `clear` says that nothing lies on a block. It could
; be derived from `on`, but then every action would need "no block is on ?x"; keeping it as a fact of its own keeps each
; condition a plain list.
(define (domain blocks)
  (:requirements :strips)

  (:predicates
    (on ?upper ?lower) ; ?upper lies directly on ?lower
    (on-table ?block)
    (clear ?block) ; nothing lies on it
    (held ?block)
    (hand-empty))

  (:action pick-up
    :parameters (?block)
    :precondition (and (on-table ?block) (clear ?block) (hand-empty))
    :effect (and (held ?block) (not (on-table ?block)) (not (clear ?block)) (not (hand-empty))))

  (:action put-down
    :parameters (?block)
    :precondition (held ?block)
    :effect (and (on-table ?block) (clear ?block) (hand-empty) (not (held ?block))))

  (:action lift
    :parameters (?upper ?lower)
    :precondition (and (on ?upper ?lower) (clear ?upper) (hand-empty))
    :effect (and
      (held ?upper)
      (clear ?lower)
      (not (on ?upper ?lower))
      (not (clear ?upper))
      (not (hand-empty))))

  (:action stack
    :parameters (?upper ?lower)
    :precondition (and (held ?upper) (clear ?lower))
    ; Nothing says that the two differ: a block in the hand is not clear, so it cannot be put on itself.
    :effect (and
      (on ?upper ?lower)
      (clear ?upper)
      (hand-empty)
      (not (held ?upper))
      (not (clear ?lower))))
)
