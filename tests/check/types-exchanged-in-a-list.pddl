; Two variables of which each is used as if it had the type of the other: the list is to blame, and no predicate.
; expect E0207 10:18: the types are exchanged: write ?u - tank and ?v - valve
; expect E0207 13:18: the types are exchanged: write ?v - valve and ?a ?b - tank
(define (domain pipes)
  (:requirements :strips :typing :disjunctive-preconditions :existential-preconditions :derived-predicates)
  (:types tank valve)
  (:predicates (source ?t - tank) (joins ?v - valve ?a ?b - tank) (open ?v - valve) (wet ?t - tank))
  (:derived (wet ?t - tank)
    (or (source ?t)
        (exists (?u - valve ?v - tank)
          (and (wet ?u) (open ?v) (or (joins ?v ?u ?t) (joins ?v ?t ?u))))))
  (:action turn
    :parameters (?v - tank ?a ?b - valve)
    :precondition (and (joins ?v ?a ?b) (wet ?a))
    :effect (open ?v)))
;; problem
(define (problem garden) (:domain pipes)
  (:objects main north - tank v1 - valve)
  (:init (source main) (joins v1 main north))
  (:goal (wet north)))
