; A type and a function that only a problem uses are declared in the domain. What is of type object by its own words
; has a type.
; expect E0201 problem 3:31: declare it in the domain: (:types pet)
; expect E0205 problem 4:14: declare it in the domain: (:functions (age ?x1))
; expect E0207 problem 5:16: write me - player in :objects: as it stands, it is only an object
; expect W0201 problem 4:13
(define (domain camp) (:requirements :strips :typing) (:types player)
  (:predicates (here ?p - player))
  (:action rest :parameters (?p - player) :precondition (here ?p) :effect (not (here ?p))))
;; problem
(define (problem one)
  (:domain camp)
  (:objects me - object cat - pet)
  (:init (= (age cat) 3))
  (:goal (here me)))
