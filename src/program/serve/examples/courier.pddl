; Vans bring boxes from place to place by road.
(define (domain courier)
  (:requirements :strips :typing)
  (:types place thing - object van box - thing)
  (:predicates (at ?x - thing ?p - place) (in ?b - box ?v - van) (road ?a ?b - place))
  (:action drive
    :parameters (?v - van ?from ?to - place)
    :precondition (and (at ?v ?from) (road ?from ?to))
    :effect (and (not (at ?v ?from)) (at ?v ?to)))
  (:action load
    :parameters (?b - box ?v - van ?p - place)
    :precondition (and (at ?b ?p) (at ?v ?p))
    :effect (and (not (at ?b ?p)) (in ?b ?v)))
  (:action unload
    :parameters (?b - box ?v - van ?p - place)
    :precondition (and (in ?b ?v) (at ?v ?p))
    :effect (and (not (in ?b ?v)) (at ?b ?p))))
