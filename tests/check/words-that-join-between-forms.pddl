; A word that joins stands first, and once; a rule's predicate in parentheses; an argument that is none; no effect.
; expect E0112 14:13: write (t ?x)
; expect E0109 15:47: write (and (p) (q) (r))
; expect E0109 15:88: write (s k)
; expect E0109 16:47
; expect E0109 16:74: write (and (p) (not (q)))
; expect E0109 17:48
; expect E0110 17:62: is the effect missing? Write (when CONDITION EFFECT), or without when what always happens
; expect E0105 problem 1:9: add (:domain d)
; expect E0109 problem 1:48: an object stands without parentheses: write k
; expect E0109 problem 1:67: write (or (p) (r))
(define (domain d) (:requirements :adl :derived-predicates)
  (:predicates (p) (q) (r) (s ?x) (t ?x))
  (:derived t ?x (s ?x))
  (:action a :parameters () :precondition (p) and (q) and (r) :effect (and (not (p)) (s(k))))
  (:action b :parameters () :precondition (p) and (q) or (r) :effect (p) and (not (q)))
  (:action c :parameters (?x) :precondition (s = ?x) :effect (when (not (p))))
  (:action e :parameters (?x) :precondition (s ?x) :effect (and (p) (not (s ?x)))))
;; problem
(define (problem p) (:objects k) (:init (p) (s ( k ))) (:goal (p) or (r)))
