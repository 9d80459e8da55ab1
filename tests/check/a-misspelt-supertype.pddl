; Vans and boxes are of a kind that is misspelt: each place where they are used counts.
; expect W0209 5:86
; expect E0207 8:41
; expect E0207 10:28
(define (domain post) (:requirements :typing) (:types place thing - object van box - thnig)
  (:predicates (at ?x - thing ?p - place) (in ?b - box ?v - van) (road ?a ?b - place))
  (:action drive :parameters (?v - van ?a ?b - place)
    :precondition (and (road ?a ?b) (at ?v ?a)) :effect (and (not (at ?v ?a)) (at ?v ?b)))
  (:action load :parameters (?b - box ?v - van ?p - place)
    :precondition (and (at ?b ?p) (at ?v ?p)) :effect (and (not (at ?b ?p)) (in ?b ?v))))
;; problem
(define (problem p) (:domain post) (:objects u v - place red - van bag sack - box)
  (:init (at red u) (at bag u) (at sack v) (road u v))
  (:goal (and (in bag red) (at sack u))))
