; The type after several names is that of all of them: the last names have none, or the first ones lack theirs.
; expect E0207 9:30: write ?a ?b - stone: the type after several names is that of all of them
; expect E0207 problem 2:25: write red green - gem: the type after several names is that of all of them
(define (domain d) (:requirements :strips :typing) (:types stone gem level - object)
  (:predicates (at ?s - stone) (step ?a ?b - stone) (air ?l - level) (next ?l ?m - level)
    (lies ?g - gem ?s - stone) (seen ?g - gem))
  (:action grab :parameters (?g - gem ?s - stone)
    :precondition (and (at ?s) (lies ?g ?s)) :effect (and (seen ?g) (not (lies ?g ?s))))
  (:action walk :parameters (?a ?b ?l ?m - level)
    :precondition (and (at ?a) (step ?a ?b) (air ?l) (next ?l ?m))
    :effect (and (not (at ?a)) (at ?b) (not (air ?l)) (air ?m))))
;; problem
(define (problem p) (:domain d)
  (:objects s t - stone red green) (:init (at s) (lies red t) (lies green s))
  (:goal (and (lies red s) (seen green))))
