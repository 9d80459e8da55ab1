; A second declaration is to blame, and no use of either.
; expect E0209 13:6: remove one of the two
; expect E0209 14:6: remove the one that is not meant, or give the two different names
; expect E0209 15:6: remove the one that is not meant, or give the two different names
; expect E0209 21:12: remove one of the two
; expect E0209 24:12: give the two different names
(define (domain cats)
  (:requirements :typing)
  (:types cat mat)
  (:predicates (asleep ?c - cat)
    (on ?c - cat ?m - mat)
    (dirty ?m - mat)
    (asleep ?cat - cat)
    (on ?c - cat)
    (dirty ?c - cat))
  (:action lie
    :parameters (?c - cat ?m - mat)
    :precondition (and (dirty ?m) (on ?c))
    :effect (and (on ?c ?m) (asleep ?c) (dirty ?c)))
  (:action wake :parameters (?c - cat) :precondition (asleep ?c) :effect (not (asleep ?c)))
  (:action Wake :parameters (?c - cat)
    :precondition (asleep ?c)
    :effect (not (asleep ?c)))
  (:action wake :parameters (?c - cat) :precondition (asleep ?c) :effect (dirty ?c)))
