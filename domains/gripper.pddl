; A robot with two grippers carries balls from room to room.
;
; What it teaches: types. `(?ball - ball)` says what a parameter ranges over, so that no condition has to; a call with a room
; in place of a ball is a mistake that `banto check` finds before any search.
;
; How the world is modeled: each gripper holds at most one ball. `free` is kept beside `holds`, so that "this gripper holds
; nothing" is a plain fact. Balls are alike, and so are grippers: planners that do not see this lose their way among plans
; that differ only in names.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)

  (:predicates
    (robot-in ?room - room)
    (lies-in ?ball - ball ?room - room)
    (holds ?gripper - gripper ?ball - ball)
    (free ?gripper - gripper))

  (:action walk
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and (robot-in ?to) (not (robot-in ?from))))

  (:action grasp
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (robot-in ?room) (lies-in ?ball ?room) (free ?gripper))
    :effect (and (holds ?gripper ?ball) (not (lies-in ?ball ?room)) (not (free ?gripper))))

  (:action release
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (robot-in ?room) (holds ?gripper ?ball))
    :effect (and (lies-in ?ball ?room) (free ?gripper) (not (holds ?gripper ?ball))))
)
