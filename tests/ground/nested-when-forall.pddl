; `when` within `forall` within `when`: all conditions are read before the step, so a token moves one place only.
; expect 2
(define (domain d)
  (:requirements :adl :typing)
  (:types place)
  (:predicates (on ?x - place) (next ?x ?y - place) (power) (stuck ?x - place))
  (:action tick
    :parameters ()
    :effect (when (power)
      (forall (?x - place)
        (when (and (on ?x) (not (stuck ?x)))
          (and (forall (?y - place) (when (next ?x ?y) (on ?y))) (not (on ?x)))))))
  (:action plug :parameters () :precondition (not (power)) :effect (power)))
;; problem
(define (problem p) (:domain d)
  (:objects a b c - place)
  (:init (on a) (on b) (next a b) (next b c))
  (:goal (and (on b) (on c) (not (on a)))))
