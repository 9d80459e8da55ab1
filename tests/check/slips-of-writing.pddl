; One finding for each slip, not one for each word that follows from it.
; expect W0105 9:39
; expect E0112 13:29
; expect E0204 20:16
; expect E0204 23:67
; expect E0207 problem 3:27
; expect E0203 problem 4:16
(define (domain vans) (:requirements :strips :typing) (:types van place) (:predicates (at ?v - van ?p - place) (road ?a ?b - place))
  (:action halt :parameters (?v - van ?a- place)
    :precondition (at ?v ?a)
    :effect (not (at ?v ?a)))
  ; the parentheses of a list
  (:action turn :parameters ?v - van ?a ?b - place
    :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (at ?v ?b) (not (at ?v ?a))))
  ; a parameter that was forgotten is said once
  (:action drive
    :parameters (?v - van ?a - place)
    :precondition (and (at ?v ?a)
      (road ?a ?b))
    :effect (and (at ?v ?b) (not (at ?v ?a))))
  ; a blank that was forgotten
  (:action stop :parameters (?v-van ?a - place) :precondition (at ?v ?a) :effect (not (at ?v ?a))))
;; problem
(define (problem p) (:domain vans)
  (:objects v - van a b - place c)
  (:init (at v a) (road a c) (road a b))
  (:goal (at v zz)))
