; A variable that is misspelled is so wherever it stands.
; expect E0204 6:50
(define (domain d) (:requirements :strips :typing) (:types tank)
  (:predicates (source ?t - tank) (wet ?t - tank) (next ?a ?b - tank))
  (:action pour :parameters (?tank1 ?tank2 - tank)
    :precondition (and (wet ?tank1) (next ?tank1 ?tenk2) (source ?tenk2))
    :effect (wet ?tenk2)))
