; The towers of Hanoi.
;
; What it teaches: facts that never change. `smaller` is given by the problem and touched by no action; a planner looks it up
; once, when it makes the ground operators, and carries it in no state.
;
; How the world is modeled: pegs and discs are both a `base` that a disc can lie on; a peg is simply larger than every disc. One
; action does for all moves. The shortest plan for n discs has 2^n - 1 steps, so each disc doubles the work of any planner
; that looks for it step by step.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types base - object disc peg - base)

  (:predicates
    (smaller ?disc - disc ?base - base)
    (on ?disc - disc ?base - base)
    (clear ?base - base))

  (:action move
    :parameters (?disc - disc ?from ?to - base)
    :precondition (and (smaller ?disc ?to) (on ?disc ?from) (clear ?disc) (clear ?to))
    :effect (and (on ?disc ?to) (clear ?from) (not (on ?disc ?from)) (not (clear ?to))))
)
