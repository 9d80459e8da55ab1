; A fact is no value, is not nested in another, and takes no types where it is used.
; expect E0109 15:31
; expect E0109 15:62
; expect E0109 16:46
; expect E0109 problem 4:10
; expect E0109 problem 4:53
; expect E0109 problem 5:23
; expect E0109 problem 5:43
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d - dog ?a - field) (path ?a ?b) (= (tired ?d) false))
    :effect (and (at ?d ?b) (not (at ?d ?a)) (assign (tired ?d) true))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - dog north south - field)
  (:init (= (at rex north) true) (path north south) (= (tired rex) false))
  (:goal (and (at rex (path north south)) (= (tired rex) true))))
