; A variable that is not declared, where a parameter fits: the only one that nothing uses, or the only one of its type,
; unless that is used beside it, or in the same position of another atom.
; expect E0204 14:41: did you mean ?s?
; expect E0204 19:20
; expect E0204 21:25: add ?to - place to :parameters
; expect E0204 24:25: did you mean ?b?
(define (domain lab)
  (:requirements :typing)
  (:types robot sample place)
  (:predicates (at ?r - robot ?p - place) (lies ?s - sample ?p - place) (clean ?s - sample) (on ?a ?b))
  ; Both uses are mended at once.
  (:action wash
    :parameters (?s - sample ?r - robot ?p - place)
    :precondition (and (at ?r ?p) (lies ?x ?p))
    :effect (and (clean ?x) (not (lies ?x ?p))))
  (:action dry
    :parameters (?r - robot ?s - sample ?p - place)
    :precondition (and (at ?r ?p) (lies ?s ?p))
    :effect (clean ?x))
  (:action go :parameters (?r - robot ?from - place) :precondition (at ?r ?from)
    :effect (and (at ?r ?to) (not (at ?r ?from))))
  (:action put :parameters (?a ?b)
    :precondition (on ?a ?a)
    :effect (not (on ?a ?y))))
