; Two types behind one hyphen: the second is read as an object.
; expect W0206 problem 2:28: one type follows a hyphen: write the names of each type before it, as in a - TYPE b - TYPE
; expect W0223 problem 2:28
(define (domain toads)
  (:requirements :strips :typing :negative-preconditions)
  (:types animal - object toad frog - animal)
  (:predicates (tired ?t - animal))
  (:action wake :parameters (?t - animal) :precondition (tired ?t) :effect (not (tired ?t))))
;; problem
(define (problem two) (:domain toads)
  (:objects tim fay - toad frog)
  (:init (tired tim) (tired fay))
  (:goal (not (tired tim))))
