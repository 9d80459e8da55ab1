; Only facts stand below when in the standard: told once in each action.
; expect W0103 10:38
; expect W0103 13:26
(define (domain d)
  (:requirements :adl)
  (:predicates (p ?x) (q ?x) (r ?x))
  (:action a :parameters (?x)
    :precondition (q ?x)
    :effect (and (q ?x)
      (when (p ?x) (and (not (p ?x)) (forall (?y) (when (r ?y) (not (q ?y))))))))
  (:action b :parameters (?x)
    :precondition (q ?x)
    :effect (when (p ?x) (when (q ?x) (r ?x)))))
