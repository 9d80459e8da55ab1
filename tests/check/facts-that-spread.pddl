; What is only ever added may be meant to spread: no warning of a position. The courier's place is one: a van comes and
; goes there.
; expect W0220 15:13
(define (domain office)
  (:requirements :typing)
  (:types file disk person place van)
  (:predicates (stored ?f - file ?d - disk) (cable ?a ?b - disk) (knows ?p - person) (friend ?a ?b - person)
    (courier-at ?p - place) (van-at ?v - van ?p - place) (road ?a ?b - place))
  (:action copy :parameters (?f - file ?a ?b - disk)
    :precondition (and (stored ?f ?a) (cable ?a ?b)) :effect (stored ?f ?b))
  (:action tell :parameters (?a ?b - person)
    :precondition (and (knows ?a) (friend ?a ?b)) :effect (knows ?b))
  (:action walk :parameters (?a ?b - place)
    :precondition (and (courier-at ?a) (road ?a ?b))
    :effect (courier-at ?b))
  (:action drive :parameters (?v - van ?a ?b - place)
    :precondition (and (van-at ?v ?a) (courier-at ?a) (road ?a ?b))
    :effect (and (not (van-at ?v ?a)) (van-at ?v ?b))))
;; problem
(define (problem p) (:domain office)
  (:objects letter - file x y - disk ann bob - person here there - place red blue - van)
  (:init (stored letter x) (cable x y) (knows ann) (friend ann bob)
    (courier-at here) (van-at red here) (van-at blue here) (road here there))
  (:goal (and (stored letter y) (knows bob) (van-at red there))))
