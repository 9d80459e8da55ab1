; The declaration of a predicate without its parentheses is one finding.
; expect E0112 6:3: write (likes ?a ?b - cat)
(define (domain cats)
  (:requirements :typing)
  (:types cat) (:predicates (asleep ?c - cat)
  likes ?a ?b - cat
  (awake ?c - cat))
  (:action meet :parameters (?a ?b - cat) :precondition (awake ?a) :effect (likes ?a ?b)))
