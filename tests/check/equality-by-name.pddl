; A predicate that nobody declares: equality, one of those with such arguments, or none.
; expect E0202 8:63
; expect E0202 11:54
; expect E0202 12:33
(define (domain d) (:requirements :strips :negative-preconditions)
  (:predicates (on ?x ?y) (clear ?x))
  (:action move :parameters (?x ?y)
    :precondition (and (clear ?x) (clear ?y) (on ?x ?y) (not (equal ?x ?y)))
    :effect (on ?x ?y))
  (:action lift :parameters (?x) :precondition (and (clear ?x)
               (on ?x ?x))        :effect (and (not (holding ?x))
                               (between ?x ?x ?x))))
