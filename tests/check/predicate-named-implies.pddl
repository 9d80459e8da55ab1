; What joins no conditions is a predicate of that name, in the goal of a problem as well.
; expect W0103 8:36
; expect W0201 8:35
(define (domain logic) (:requirements :strips :typing)
  (:types statement)
  (:predicates (holds ?s - statement) (implies ?rule ?from ?to - statement) (asked ?s - statement))
  (:action conclude :parameters (?r ?a ?b - statement)
    :precondition (and (asked ?b) (implies (holds ?b) (asked ?r)) (implies ?r ?a ?b) (holds ?r) (holds ?a))
    :effect (holds ?b)))
;; problem
(define (problem one) (:domain logic)
  (:objects a b ab - statement)
  (:init (implies ab a b) (holds ab) (holds a) (asked b) (asked ab))
  (:goal (and (holds b) (implies ab a b))))
