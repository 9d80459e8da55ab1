; The walker has two places. Boxes have no names, but are pushed only to where none is: two may be there.
; expect W0228 problem 4:22
(define (domain d)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (here ?p - place) (road ?a ?b - place) (box ?p - place) (clear ?p - place))
  (:action walk :parameters (?a ?b - place)
    :precondition (and (here ?a) (road ?a ?b)) :effect (and (not (here ?a)) (here ?b)))
  (:action push :parameters (?a ?b - place)
    :precondition (and (here ?a) (box ?a) (clear ?b) (road ?a ?b))
    :effect (and (not (box ?a)) (box ?b) (clear ?a) (not (clear ?b)))))
;; problem
(define (problem p) (:domain d)
  (:objects home shop farm - place)
  (:init (road home shop) (road shop home) (road shop farm)
         (here home) (here shop) (box home) (box shop) (clear farm))
  (:goal (box farm)))
