; Two derived facts that support each other hold only as long as something else supports one of them.
; expect 2
(define (domain d)
  (:requirements :adl :derived-predicates)
  (:predicates (power) (left) (right) (dark))
  (:derived (left) (or (power) (right)))
  (:derived (right) (left))
  (:action cut :parameters () :precondition (left) :effect (not (power)))
  (:action look :parameters () :precondition (not (right)) :effect (dark)))
;; problem
(define (problem p) (:domain d) (:init (power)) (:goal (dark)))
