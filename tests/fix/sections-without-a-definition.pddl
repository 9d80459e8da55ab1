; There is no definition around the sections: that comes first, and no parenthesis is moved.
; said: expected define, found (:domain
(:domain blocks)
(:predicates (on ?a ?b) (clear ?a))
(:action move :parameters (?a ?b)
  :precondition (clear ?a)
  :effect (on ?a ?b))
)
