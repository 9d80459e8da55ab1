; Values written as facts, and a metric with a form of its own.
; expect E0202 10:41: write (increase (total-cost) 3)
; expect E0202 problem 2:21: write (= (dist south isle) 6)
; expect W0103 problem 2:43: write (total-cost)
; expect E0114 problem 2:85: write (:metric minimize (total-cost))
(define (domain d) (:requirements :strips :typing :action-costs) (:types place)
  (:predicates (at ?p - place))
  (:functions (dist ?a ?b - place) (total-cost))
  (:action go :parameters (?a ?b - place) :precondition (at ?a)
    :effect (and (at ?b) (not (at ?a)) (total-cost 3))))
;; problem
(define (problem p) (:domain d) (:objects south isle - place)
 (:init (at south) (dist south isle 6) (= total-cost 0)) (:goal (at isle)) (:metric (minimize (total-cost))))
