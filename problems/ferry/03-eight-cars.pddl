; Eight cars, five landings.
(define (problem ferry-eight-cars)
  (:domain ferry)
  (:objects pier1 pier2 pier3 pier4 pier5 - landing car1 car2 car3 car4 car5 car6 car7 car8 - car)

  (:init
    (ferry-at pier1)
    (waits car1 pier2)
    (waits car2 pier3)
    (waits car3 pier5)
    (waits car4 pier5)
    (waits car5 pier4)
    (waits car6 pier5)
    (waits car7 pier2)
    (waits car8 pier5))

  (:goal (and
    (waits car1 pier5)
    (waits car2 pier4)
    (waits car3 pier1)
    (waits car4 pier1)
    (waits car5 pier3)
    (waits car6 pier2)
    (waits car7 pier4)
    (waits car8 pier4)))
)
