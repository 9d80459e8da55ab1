; Words that lack parentheses of their own, or have those of a neighbor.
; expect E0112 13:13: write (:derived (wet ?f - field) CONDITION)
; expect E0105 14:16: write :parameters (?a ?b - field)
; expect E0110 19:18
; expect E0110 20:61: the variables come first: write (exists (?f - TYPE) (dry ?f))
; expect E0109 20:86
; expect E0111 21:13: a fact is added by itself: write (dry ?a)
; expect E0109 problem 4:10
(define (domain garden)
  (:requirements :adl :derived-predicates)
  (:types field)
  (:predicates (dry ?f - field) (wet ?f - field) (spring ?f - field) (level ?f - field))
  (:derived wet (?f - field) (spring ?f))
  (:action dig (?a ?b - field)
    :precondition (and (dry ?a) (dry ?b))
    :effect (not (dry ?b)))
  (:action sow :parameters (?a - field)
    :precondition (spring ?a)
    :effect (and (when dry ?a (level ?a))))
  (:action pump :parameters (?a - field) :precondition (and (exists (dry ?f)) (level > 0))
    :effect (= ?a dry)))
;; problem
(define (problem p) (:domain garden)
  (:objects one two - field)
  (:init (spring one) (dry one) (dry two))
  (:goal and ((wet one) (level two))))
