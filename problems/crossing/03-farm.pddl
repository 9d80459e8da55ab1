; Five passengers, one of whom the others must not meet.
(define (problem crossing-farm)
  (:domain crossing)
  (:objects dog cat owl hen mouse - animal west east - bank)

  (:init
    (farmer-at west)
    (at dog west)
    (at cat west)
    (at owl west)
    (at hen west)
    (at mouse west)
    (eats cat mouse)
    (eats owl mouse))

  (:goal (and (at dog east) (at cat east) (at owl east) (at hen east) (at mouse east)))
)
