; Names that are declared as something else than what is asked for.
; expect E0202 19:14
; expect E0202 22:49
; expect E0202 22:58
; expect E0205 23:70
; expect W0226 problem 1:18
; expect E0201 problem 3:30
; expect E0205 problem 4:48
; expect E0205 problem 4:66
; expect E0204 problem 4:85
; expect E0202 problem 5:16
; expect E0203 problem 5:41
; expect E0202 problem 5:53
(define (domain farm)
  (:requirements :adl :action-costs)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:functions (total-cost) - number)
  (:derived (reach ?d - dog ?f - field) (at ?d ?f))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (path ?a ?b) (dog ?d) (total-cost))
    :effect (and (at ?d ?b) (not (at ?d ?a)) (increase (total-cost) (tired ?d)))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - dog spot - rex north south - field)
  (:init (at rex north) (path north south) (= (tired rex) 4) (= (energy rex) 3) (at ?x north))
  (:goal (and (run rex north south) (at dog south) (reach rex south))))
