; A fact is commented out together with the parenthesis behind it.
; expect E0005 problem 4:32: put the ) before the ;
(define (domain cats)
  (:predicates (asleep ?c) (hungry ?c))
  (:action feed :parameters (?c) :precondition (hungry ?c) :effect (and (not (hungry ?c)) (asleep ?c))))
;; problem
(define (problem one) (:domain cats)
  (:objects tom)
  (:init (hungry tom) ; (a note, of which the ) is no slip)
    ; (hungry tim) (asleep tom))
  (:goal (asleep tom)))
