; Three cars, three landings.
(define (problem ferry-three-cars)
  (:domain ferry)
  (:objects pier1 pier2 pier3 - landing car1 car2 car3 - car)
  (:init (ferry-at pier1) (waits car1 pier1) (waits car2 pier1) (waits car3 pier1))
  (:goal (and (waits car1 pier3) (waits car2 pier2) (waits car3 pier2)))
)
