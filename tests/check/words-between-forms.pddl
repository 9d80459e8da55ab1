; Signs of negation, words between forms, and names before a parenthesis.
; expect E0107 20:18
; expect E0108 21:21
; expect E0108 22:30
; expect E0110 24:3
; expect E0111 26:16
; expect E0109 28:35
; expect E0109 28:61
; expect E0109 29:40
; expect E0109 29:48
; expect E0111 32:29
; expect E0109 32:71
; expect E0110 35:18
; expect E0106 38:5
; expect E0106 39:5
; expect E0106 40:5
; expect E0109 problem 3:10
; expect E0109 problem 3:35
(define (domain farm)
  (:requirements adl)
  (:types dog field (cow) - object)
  (:constants rex - dog anna = dog)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:derived (lost ?d - dog) :-
    (not (exists (?f - field) (at ?d ?f))))
  (:action run away
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) !(tired ?d) ((path ?a ?b) or (path ?b ?a)))
    :effect (and (at ?d ?b) (tired ?d) = false (- (at ?d ?a))))
  (:action rest
    :parameters (?d - dog ?a - field)
    :effect (and (tired ?d) (imply (at ?d ?a) (tired ?d)) ((at ?d ?a) => (tired ?d))))
  (:action choose
    :parameters (?d - dog ?a - field)
    :effect (and (when (at ?d ?a) then (tired ?d))))
  (:action add
    :parameters (?d - dog ?a - field)
    :cost 3
    :add ((tired ?d))
    :delete ((at ?d ?a))))
;; problem
(define (problem p) (:domain farm)
  (:objects here - field)
  (:init at(rex here) (tired rex) = true)
  (:goal (at rex here)))
