; A box is to be brought home, but there is no plan: ask why.
(define (problem tour) (:domain courier)
  (:objects van1 - van parcel - box depot shop home - place)
  (:init (at van1 shop) (at parcel depot)
    (road shop depot) (road depot shop)
    (road home depot))
  (:goal (at parcel home)))
