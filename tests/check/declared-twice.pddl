; A second declaration is to blame, and no use of either.
; expect E0209 11:6: remove one of the two
; expect E0209 12:6: remove the one that is not meant, or give the two different names
; expect E0209 13:6: remove the one that is not meant, or give the two different names
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
    :effect (and (on ?c ?m) (asleep ?c) (dirty ?c))))
