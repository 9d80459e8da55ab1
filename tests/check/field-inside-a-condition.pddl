; One ) is missing before :effect.
; expect E0005 9:19
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (tired ?d)
    :effect (and (at ?d ?b) (not (at ?d ?a)))))
