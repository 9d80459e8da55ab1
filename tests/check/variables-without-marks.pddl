; Variables without their question marks.
; expect E0203 10:34: variables begin with ?: write ?c ?o
(define (domain kitchen)
  (:requirements :strips :typing :action-costs)
  (:types cook dish oven - object)
  (:predicates (standing ?c - cook ?o - oven) (raw ?d - dish) (done ?d - dish))
  (:functions (total-cost) - number (time ?d - dish) - number)
  (:action bake
    :parameters (?c - cook ?d - dish ?o - oven)
    :precondition (and (standing c o) (raw ?d))
    :effect (and (done ?d) (not (raw ?d)) (increase (total-cost) (time ?d)))))
;; problem
(define (problem p) (:domain kitchen) (:objects ann - cook pie - dish gas - oven)
  (:init (standing ann gas) (raw pie) (= (total-cost) 0) (= (time pie) 3))
  (:goal (and (done pie))) (:metric minimize (total-cost)))
