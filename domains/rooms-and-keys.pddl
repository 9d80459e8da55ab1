; A house whose doors need keys, and a pocket for one of them.
;
; What it teaches: resources that stand in each other's way. One key at a time fits into the pocket, so a plan must think of
; where to leave the others. A planner that ignores what actions make false finds such tasks easier than they are.
;
; How the world is modeled: doors join two rooms and are given as facts in both directions. A door stays open once it is.
(define (domain rooms-and-keys)
  (:requirements :strips :typing)
  (:types room key door)

  (:predicates
    (joins ?door - door ?one ?other - room)
    (fits ?key - key ?door - door)
    (open ?door - door)
    (in ?room - room)
    (lies ?key - key ?room - room)
    (carries ?key - key)
    (pocket-empty))

  (:action go
    :parameters (?from ?to - room ?door - door)
    :precondition (and (in ?from) (joins ?door ?from ?to) (open ?door))
    :effect (and (in ?to) (not (in ?from))))

  (:action unlock
    :parameters (?room ?behind - room ?door - door ?key - key)
    :precondition (and (in ?room) (joins ?door ?room ?behind) (carries ?key) (fits ?key ?door))
    :effect (open ?door))

  (:action take
    :parameters (?key - key ?room - room)
    :precondition (and (in ?room) (lies ?key ?room) (pocket-empty))
    :effect (and (carries ?key) (not (lies ?key ?room)) (not (pocket-empty))))

  (:action drop
    :parameters (?key - key ?room - room)
    :precondition (and (in ?room) (carries ?key))
    :effect (and (lies ?key ?room) (pocket-empty) (not (carries ?key))))
)
