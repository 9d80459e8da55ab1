; A house with lamps on a circuit: conditional effects, a derived predicate, costs.
(define (domain circuit)
  (:requirements :adl :derived-predicates :action-costs)
  (:types lamp room)
  (:predicates (at ?r - room) (wired ?l - lamp) (lit ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room))
  (:functions (total-cost) - number (distance ?a ?b - room) - number)
  (:derived (bright ?r - room) (exists (?l - lamp) (and (in ?l ?r) (lit ?l))))
  (:action walk
    :parameters (?a ?b - room)
    :precondition (and (at ?a) (not (= ?a ?b)))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (distance ?a ?b))))
  (:action switch
    :parameters ()
    :effect (and
      (increase (total-cost) 1)
      (forall (?l - lamp) (when (and (wired ?l) (not (lit ?l))) (lit ?l)))
      (forall (?l - lamp) (when (lit ?l) (not (lit ?l))))))
  (:action read
    :parameters (?r - room)
    :precondition (and (at ?r) (bright ?r))
    :effect (increase (total-cost) 0)))
