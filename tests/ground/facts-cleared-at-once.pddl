; One step clears all seats but one, whoever sits there, also where nobody does; in between nobody has to.
; expect 3
(define (domain seats)
  (:requirements :adl)
  (:types seat)
  (:predicates (taken ?s - seat) (rested))
  (:action call
    :parameters (?s - seat)
    :effect (and (taken ?s) (forall (?o - seat) (when (not (= ?o ?s)) (not (taken ?o))))))
  (:action leave :parameters (?s - seat) :precondition (taken ?s) :effect (not (taken ?s)))
  (:action rest :parameters () :precondition (forall (?s - seat) (not (taken ?s))) :effect (rested)))
;; problem
(define (problem p)
  (:domain seats)
  (:objects a b c - seat)
  (:init (taken a))
  (:goal (and (rested) (taken c))))
