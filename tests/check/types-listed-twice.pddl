; A list that may be reversed: which of the two is meant is not to be guessed.
; expect W0209 5:42: is the list reversed, with frog - animal meant?
; expect E0207 problem 2:57: see the list of types: is frog - animal meant?
(define (domain d) (:requirements :strips :typing)
  (:types stone animal - object animal - frog toad)
  (:predicates (sits ?x - animal ?s - stone))
  (:action hop :parameters (?x - animal ?a ?b - stone)
    :precondition (sits ?x ?a) :effect (and (sits ?x ?b) (not (sits ?x ?a)))))
;; problem
(define (problem p) (:domain d)
  (:objects s1 s2 - stone fay fred - frog) (:init (sits fay s1) (sits fred s2)) (:goal (sits fay s2)))
