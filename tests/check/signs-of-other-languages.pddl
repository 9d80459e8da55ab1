; Signs and loops of programming languages.
; expect E0109 18:36: write (on)
; expect E0109 18:44: write (on)
; expect E0109 19:25
; expect E0109 19:32: write (increase (total-cost) 2)
; expect E0109 22:32
; expect E0109 23:26
; expect E0109 26:43
; expect E0109 27:13
; expect E0110 30:19
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
