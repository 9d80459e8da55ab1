; A predicate that is used twice is rather to be declared than mistaken for another.
; expect E0202 8:53: declare it: (:predicates (stamped ?x - parcel))
; expect E0202 10:16
(define (domain d)
  (:requirements :typing)
  (:types parcel)
  (:predicates (sent ?x - parcel) (paid ?x - parcel))
  (:action stamp :parameters (?x - parcel) :effect (stamped ?x))
  (:action send :parameters (?x - parcel) :precondition (stamped ?x) :effect (and (sent ?x)
    (paid ?x) (weighed ?x))))
