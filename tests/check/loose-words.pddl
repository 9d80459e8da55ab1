; Forms without their parentheses, and signs between what they compare: one finding for each row of words.
; expect E0109 17:35
; expect E0109 17:56
; expect E0109 17:65
; expect E0109 18:34
; expect E0109 18:44
; expect E0109 21:19
; expect E0111 25:30
; expect E0109 problem 4:10
; expect E0109 problem 5:10
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) && (path ?a ?b) (not ?a = ?b) not (tired ?d))
    :effect (and (at ?d ?b) (not at ?d ?a) tired ?d))
  (:action rest
    :parameters (?d - dog ?a ?b - field)
    :precondition and (at ?d ?a) (?a != ?b)
    :effect (tired ?d))
  (:action sit
    :parameters (?d - dog ?a ?b - field)
    :precondition (at ?d ?a) (path ?a ?b)
    :effect (tired ?d)))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - dog north south - field)
  (:init at rex north (path north south))
  (:goal at rex south))
