; Functions that are missing in two texts: one report and one edit.
; expect E0205 10:54: declare it: (:functions (total-cost) (time ?d - dish))
(define (domain kitchen)
  (:requirements :strips :typing :action-costs)
  (:types cook dish oven - object)
  (:predicates (standing ?c - cook ?o - oven) (raw ?d - dish) (done ?d - dish))
  (:action bake
    :parameters (?c - cook ?d - dish ?o - oven)
    :precondition (and (standing ?c ?o) (raw ?d))
    :effect (and (done ?d) (not (raw ?d)) (increase (total-cost) (time ?d)))))
;; problem
(define (problem p) (:domain kitchen) (:objects ann - cook pie - dish gas - oven)
  (:init (standing ann gas) (raw pie) (= (total-cost) 0) (= (time pie) 3))
  (:goal (and (done pie))) (:metric minimize (total-cost)))
