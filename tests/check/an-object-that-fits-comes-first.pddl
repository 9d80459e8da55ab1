; A misspelled object: two are one letter away, and one of them is what is wanted.
; expect E0203 problem 4:54: did you mean palm?
(define (domain d)
  (:requirements :typing :existential-preconditions)
  (:types room plant)
  (:predicates (stands ?p - plant ?r - room) (wet ?p - plant))
  (:action water :parameters (?p - plant ?r - room) :precondition (stands ?p ?r) :effect (wet ?p)))
;; problem
(define (problem p) (:domain d)
  (:objects hall - room palm - plant)
  (:init (stands palm hall))
  (:goal (and (wet palm) (exists (?r - room) (stands pall ?r)))))
