; What is put down stays in the hand: each parcel is at one place or in the hand, but for one action. The way back shows
; that it is not meant. A badge that is only ever earned may stay beside what earns it.
; expect W0220 16:18
(define (domain d)
  (:requirements :strips :typing)
  (:types parcel place)
  (:predicates (here ?p - place) (road ?a ?b - place) (lies ?x - parcel ?p - place) (held ?x - parcel)
    (signed ?x - parcel))
  (:action walk :parameters (?a ?b - place)
    :precondition (and (here ?a) (road ?a ?b)) :effect (and (not (here ?a)) (here ?b)))
  (:action grab :parameters (?x - parcel ?p - place)
    :precondition (and (here ?p) (lies ?x ?p)) :effect (and (held ?x) (not (lies ?x ?p))))
  (:action drop
    :parameters (?x - parcel ?p - place)
    :precondition (and (here ?p) (held ?x))
    :effect (and (lies ?x ?p)))
  (:action sign :parameters (?x - parcel)
    :precondition (held ?x) :effect (signed ?x)))
;; problem
(define (problem p) (:domain d)
  (:objects red blue - parcel home shop - place)
  (:init (here home) (road home shop) (road shop home) (lies red home) (lies blue shop))
  (:goal (and (lies red shop) (lies blue home) (signed red))))
