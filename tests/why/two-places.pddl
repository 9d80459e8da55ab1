; The van and the parcel are to be in two places.
(define (problem two-places) (:domain courier)
  (:objects van1 - van parcel - box depot home - place)
  (:init (at van1 depot) (at parcel depot)
    (road depot home) (road home depot))
  (:goal (and (at parcel home) (at parcel depot) (at van1 home) (at van1 depot))))
