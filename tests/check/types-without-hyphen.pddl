; A type is written with its hyphen; what is meant is clear, so that nothing follows from the slip.
; expect E0108 13:20
; expect E0108 13:37
; expect W0105 13:66
; expect E0108 13:85
; expect E0108 15:21
; expect E0108 16:60
; expect E0108 19:20
; expect E0108 23:21
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at dog field) (path field ?a field ?b) (tired ?d -- dog) (home ?x - (or dog field)))
  (:action run
    :parameters (?d dog ?a ?b field)
    :precondition (and (at ?d ?a) (path ?a ?b) (forall (?x in dog) (tired ?x)))
    :effect (and (at ?d ?b) (home ?d) (not (at ?d ?a))))
  (:action rest
    :parameters (?d:dog ?a:field)
    :precondition (at ?d ?a)
    :effect (and (not (tired ?d)) (home ?a)))
  (:action sit
    :parameters (?d : dog)
    :precondition (tired ?d)
    :effect (not (tired ?d))))
