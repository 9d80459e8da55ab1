; Whether a switch is closed matters to those alone who close and open it.
; expect W0203 4:70
(define (domain switches) (:requirements :strips :typing :negative-preconditions) (:types switch lamp)
  (:predicates (wired ?l - lamp ?s - switch) (lit ?l - lamp)         (closed ?s - switch))
  (:action close :parameters (?s - switch) :precondition (not (closed ?s)) :effect (closed ?s))
  (:action open :parameters (?s - switch) :precondition (closed ?s) :effect (not (closed ?s)))
  (:action shine :parameters (?l - lamp ?s - switch) :precondition (wired ?l ?s) :effect (lit ?l)))
;; problem
(define (problem p) (:domain switches) (:objects s - switch l - lamp) (:init (wired l s)) (:goal (lit l)))
