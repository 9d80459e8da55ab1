; Signs and loops of programming languages.
(define (domain garden)
  (:requirements :adl :typing :action-costs)
  (:types bed place)
  (:predicates (at ?p - place) (covered ?b - bed) (watered ?b - bed) (beside ?b - bed ?p - place) (on))
  (:functions (total-cost) - number)
  (:action go
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (on = true) (== (on) true))
    :effect (and (at ?a -> ?b) (+= (total-cost) 2)))
  (:action fly
    :parameters (?a ?b - place)
    :precondition (and (at ?a) and (on))
    :effect (and (at ?a) = (at ?b)))
  (:action water
    :parameters (?c - bed ?p - place)
    :precondition (and (at ?p) (beside ?c = ?p))
    :effect (for ?b in bed: (when (covered ?b) (watered ?b))))
  (:action cover
    :parameters (?c - bed)
    :precondition (forall (?b - bed) (covered ?b) or (watered ?b))
    :effect (covered ?c)))
