; A rule as Prolog writes it.
; expect E0006 7:19: write (:derived (NAME ...) CONDITION)
(define (domain pipes)
  (:requirements :strips :typing :disjunctive-preconditions :derived-predicates)
  (:types tank)
  (:predicates (source ?t - tank) (pump) (wet ?t - tank))
  (wet ?t - tank) :-
    (or (source ?t) (pump)))
  (:action start :parameters () :effect (pump)))
