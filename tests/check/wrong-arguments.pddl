; Numbers and types of arguments.
; expect E0206 12:19
; expect E0207 12:47
; expect E0206 problem 2:41
; expect E0207 problem 2:66
(define (domain d)
  (:requirements :typing)
  (:types dog cat)
  (:predicates (near ?d - dog ?c - cat) (fed ?d - dog))
  (:action a :parameters () :effect (and))
  (:action feed :parameters (?d - dog ?c - cat)
    :precondition (near ?d) :effect (and (fed ?c) (near ?d ?c))))
;; problem
(define (problem p) (:domain d) (:objects rex - dog tom - cat)
  (:init (near rex tom) (fed rex)       (near rex rex tom) (near tom tom)) (:goal (fed rex)))
