; One car, two landings.
(define (problem ferry-one-car)
  (:domain ferry)
  (:objects pier1 pier2 - landing car1 - car)
  (:init (ferry-at pier1) (waits car1 pier1))
  (:goal (waits car1 pier2))
)
