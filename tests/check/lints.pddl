; Models that are probably wrong. The comments that allow a warning hold for a line; errors stay.
; expect W0222 20:26
; expect W0203 22:41
; expect W0204 22:105
; expect W0215 26:29
; expect W0216 29:23
; expect W0217 32:18
; expect W0217 32:34
; expect W0218 33:12
; expect W0219 36:30
; expect W0219 40:16
; expect W0220 44:13
; expect W0103 47:22
; expect W0223 problem 3:17
; expect W0225 problem 4:45
; expect W0224 problem 5:10
; expect W0221 problem 6:21
(define (domain vans)
  (:requirements :strips :typing :adl :action-costs)
  (:types van place yard driver)
  (:constants cellar - place)
  (:predicates (at ?v - van ?p - place) (in ?v - van ?p - place) (road ?a ?b - place) (toll ?p - place) (lit))
  (:functions (total-cost) - number)
  (:action never :parameters (?v - van ?a ?b - place)
    :precondition (and (at ?v ?a) (road ?a ?b)
                       (not (at ?v ?a)))
    :effect (and (not (at ?v ?a)) (at ?v ?b)))
  (:action both :parameters (?v - van ?a ?b - place) :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (not (at ?v ?b)) (at ?v ?b)))
  (:action swapped :parameters (?v - van ?a ?b - place)
    :precondition (and (at ?v ?a) (not (at ?v ?b)))
    :effect (and (at ?v ?a) (not (at ?v ?b))))
  (:action nothing :parameters (?v - van ?a - place)
    :precondition (at ?v ?a)
    :effect ())
  (:action park :parameters (?y - yard) :precondition (and (lit)
    (exists (?z - yard) (= ?y ?z)))
    :effect (not (lit)))
  (:action pay :parameters (?v - van ?a ?b - place) :precondition (and
    (at ?v ?a) (toll cellar) (road ?a ?b))
    :effect (at ?v ?b))
  (:action slide :parameters (?v - van ?a ?b - place)
    :precondition (and (in ?v ?a) (not (in ?v ?b)) (road ?a ?b))
    :effect (in ?v ?b))
  (:action allowed :parameters (?v - van ?a - place) :precondition (at ?v ?a) :effect ()) ; banto: allow W0218
  (:action implied :parameters (?v - van ?a ?b - place) :precondition
    (and (at ?v ?a) (implies (lit) (road ?a ?b)))
    :effect (and (not (at ?v ?a)) (at ?v ?b)))
  ; banto: allow W0218, W0102
  (:action quiet :effect ()))
;; problem
(define (problem tour) (:domain vans)
  (:objects red - van depot shop - place
                blue - van)
  (:init (at red depot) (in red depot) (not (at red shop)) (road depot shop) (toll depot))
  (:goal (at red depot))
  (:metric minimize (total-cost)))
