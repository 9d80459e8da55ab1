; The last two names are one word, which leaves the name before without a type.
; expect E0207 problem 2:23: black-gem is one word: write black - gem
; expect E0203 problem 2:68: black-gem is one word: write black - gem
(define (domain d) (:requirements :strips :typing) (:types stone gem - object)
  (:predicates (lies ?g - gem ?s - stone) (deep ?g - gem))
  (:action grab :parameters (?g - gem ?s - stone)
    :precondition (lies ?g ?s) :effect (and (deep ?g) (not (lies ?g ?s)))))
;; problem
(define (problem p) (:domain d)
  (:objects s - stone white black-gem) (:init (lies white s) (lies black s)) (:goal (deep white)))
