; The first of two parameters lacks its type: the declaration is mended, not what agrees with it.
; expect E0207 9:37: write ?player - player: the type after several names is that of all of them
; expect E0207 11:18: write ?player - player: the type after several names is that of all of them
; expect E0207 problem 4:16: write ?player - player: the type after several names is that of all of them
(define (domain camp) (:requirements :strips :typing) (:types player location)
  (:predicates (at ?p - player ?l - location) (safe ?player ?loc - location))
  (:action shelter
    :parameters (?p - player ?loc - location) :precondition (at ?p ?loc)
    :effect (and (at ?p ?loc) (safe ?p ?loc)))
  (:action leave
    :parameters (?player ?loc - location)
    :precondition (at ?player ?loc) :effect (not (at ?player ?loc))))
;; problem
(define (problem one) (:domain camp)
  (:objects me - player beach - location)
  (:init (at me beach))
  (:goal (safe me beach)))
