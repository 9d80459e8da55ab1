; One passenger.
(define (problem lift-one)
  (:domain lift)
  (:objects f0 f1 f2 - floor p1 - passenger)
  (:init (lift-at f0) (above f1 f0) (above f2 f0) (above f2 f1) (from p1 f0) (to p1 f2))
  (:goal (forall (?passenger - passenger) (served ?passenger)))
)
