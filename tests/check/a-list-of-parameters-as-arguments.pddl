; Arguments written like a list of parameters, and sections whose names go on too long.
; expect E0109 7:23
; expect E0109 8:19
; expect E0103 problem 2:4
(define (domain d) (:requirements :strips :typing) (:types cloth washer)
  (:predicates (in ?c - cloth ?w - washer) (clean ?c - cloth)) (:action wash :parameters (?c - cloth ?w - washer)
    :precondition (in (?c ?w - washer))
    :effect (and (?c ?w - washer) (clean ?c))))
;; problem
(define (problem x) (:domain d) (:objects a - cloth w - washer)
  (:initial (in a w)) (:goal (clean a)))
