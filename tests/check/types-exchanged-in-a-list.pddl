; Two variables of which each is used as if it had the type of the other.
; expect E0207 11:21
; expect E0207 11:31
(define (domain pipes)
  (:requirements :strips :typing :disjunctive-preconditions :existential-preconditions :derived-predicates)
  (:types tank valve)
  (:predicates (source ?t - tank) (joins ?v - valve ?a ?b - tank) (open ?v - valve) (wet ?t - tank))
  (:derived (wet ?t - tank)
    (or (source ?t)
        (exists (?u - valve ?v - tank)
          (and (wet ?u) (open ?v) (or (joins ?v ?u ?t) (joins ?v ?t ?u))))))
  (:action turn :parameters (?v - valve) :effect (open ?v)))
;; problem
(define (problem garden) (:domain pipes)
  (:objects main north - tank v1 - valve)
  (:init (source main) (joins v1 main north))
  (:goal (wet north)))
