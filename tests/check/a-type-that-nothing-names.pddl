; One declared type that nothing names, and several places that nearly do: the declaration is to mend.
; expect E0201 7:11: write tile
; expect E0201 10:36: the declared types are: tiles face level
; expect E0201 problem 3:52
(define (domain rolling-die)
  (:requirements :strips :typing)
  (:types tiles face level)
  (:predicates (on ?t - tile) (next ?a ?b - tile)
    (bottom ?f - face)
    (smoke ?l - level) (thick ?n - number))
  (:action roll
    :parameters (?a ?b - tile ?f - face ?l - level)
    :precondition (and (on ?a) (next ?a ?b) (bottom ?f) (smoke ?l) (thick ?l))
    :effect (and (on ?b) (not (on ?a)) (not (smoke ?l)))))
;; problem
(define (problem p)
  (:domain rolling-die)
  (:objects a1 a2 - tile f1 - face l1 - level s1 - smokes)
  (:init (on a1) (next a1 a2) (bottom f1) (smoke l1))
  (:goal (on a2)))
