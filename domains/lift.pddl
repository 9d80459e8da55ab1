; A lift that serves everyone waiting on a floor at once.
;
; What it teaches: effects for all. When the lift stops, everybody who waits on that floor boards and everybody whose floor it
; is gets out: one `forall` with `when` instead of an action for each passenger.
;
; How the world is modeled: `above` is given for all pairs of floors, so the lift goes anywhere in one step.
(define (domain lift)
  (:requirements :strips :typing :conditional-effects :universal-preconditions)
  (:types floor passenger)

  (:predicates
    (above ?floor ?lower - floor)
    (lift-at ?floor - floor)
    (from ?passenger - passenger ?floor - floor)
    (to ?passenger - passenger ?floor - floor)
    (boarded ?passenger - passenger)
    (served ?passenger - passenger))

  (:action up
    :parameters (?here ?there - floor)
    :precondition (and (lift-at ?here) (above ?there ?here))
    :effect (and (lift-at ?there) (not (lift-at ?here))))

  (:action down
    :parameters (?here ?there - floor)
    :precondition (and (lift-at ?here) (above ?here ?there))
    :effect (and (lift-at ?there) (not (lift-at ?here))))

  (:action stop
    :parameters (?floor - floor)
    :precondition (lift-at ?floor)
    :effect (forall (?passenger - passenger)
      (and
        (when (from ?passenger ?floor) (and (boarded ?passenger) (not (from ?passenger ?floor))))
        (when
          (and (boarded ?passenger) (to ?passenger ?floor))
          (and (served ?passenger) (not (boarded ?passenger)))))))
)
