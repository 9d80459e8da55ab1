; The domain uses objects that only the problem declares, or nobody.
; expect E0203 11:25
; expect E0203 11:54
; expect E0203 12:78
; expect E0203 13:78
(define (domain d) (:requirements :strips :typing :equality)
  (:types tool wheel floor)
  (:constants roof - floor)
  (:predicates (have ?x) (loose ?w - wheel))
  (:action loosen :parameters (?w - wheel)
    :precondition (have wrench)  :effect (and (loose spare) (loose ?w)))
  (:action leave :parameters (?f - floor) :precondition (and (have ?f) (= ?f lobby)) :effect (not (have ?f)))
  (:action enter :parameters (?f - floor) :precondition (and (have ?f) (= ?f porch)) :effect (not (have ?f))))
;; problem
(define (problem x) (:domain d)
  (:objects wrench - tool w - wheel lobby - floor) (:init (have wrench)) (:goal (loose w)))
