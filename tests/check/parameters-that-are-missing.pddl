; Actions that use variables without parameters: one finding each, with the narrowest types that the predicates take.
; expect E0105 13:12: write :parameters (?v - van ?from - place ?to - place)
; expect E0105 16:12: write :parameters (?w - wheels ?x)
; expect W0102 19:12: write :parameters ()
; expect E0204 24:21
(define (domain vans)
  (:requirements :typing :existential-preconditions)
  (:types wheels place - object van - wheels)
  (:predicates (at ?w - wheels ?p - place)
    (loaded ?v - van)
    (odd ?thing)
    (open))
  (:action drive
    :precondition (and (at ?v ?from) (loaded ?v))
    :effect (and (at ?v ?to) (not (at ?v ?from))))
  (:action change :parameters ()
    :precondition (and (odd ?x) (odd ?w) (exists (?p - place) (at ?w ?p)))
    :effect (not (odd ?x)))
  (:action open
    :effect (open))
  ; Which of the two is meant is not known, and that ?w is not used says nothing.
  (:action load
    :parameters (?v ?w - van)
    :effect (loaded ?van)))
