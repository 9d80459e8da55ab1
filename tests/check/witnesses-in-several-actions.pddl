; Two actions ask for a witness that nothing relates to who acts: it is meant.
(define (domain court) (:requirements :typing) (:types person)
  (:predicates (present ?p - person) (sworn ?p - person) (married ?p - person) (heard ?p - person))
  (:action come :parameters (?p - person) :effect (present ?p))
  (:action swear :parameters (?p ?w - person) :precondition (and (present ?w) (heard ?p)) :effect (sworn ?p))
  (:action hear :parameters (?p - person) :effect (heard ?p))
  (:action marry :parameters (?p ?w - person) :precondition (and (present ?w) (heard ?p)) :effect (married ?p)))
