; A move that forgets where it was, in a domain in which another action takes positions away.
; expect W0220 11:13
(define (domain d)
  (:requirements :strips :typing)
  (:types robot box - thing thing place - object)
  (:predicates (at ?t - thing ?p - place) (next ?a ?b - place) (holding ?r - robot ?b - box))
  (:action move
    :parameters (?r - robot ?a ?b - place)
    :precondition (and (at ?r ?a) (next ?a ?b))
    :effect
      (and  (at ?r ?b)))
  (:action pick
    :parameters (?r - robot ?b - box ?p - place)
    :precondition (and (at ?r ?p) (at ?b ?p))
    :effect (and (holding ?r ?b) (not (at ?b ?p))))
  (:action put
    :parameters (?r - robot ?b - box ?p - place)
    :precondition (and (at ?r ?p) (holding ?r ?b))
    :effect (and (at ?b ?p) (not (holding ?r ?b)))))
;; problem
(define (problem p) (:domain d)
  (:objects r - robot b - box here there - place)
  (:init (at r here) (at b here) (next here there) (next there here))
  (:goal (at b there)))
