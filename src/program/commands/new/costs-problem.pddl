; The way with fewer steps is the longer one.
(define (problem round-trip)
  (:domain delivery-round)
  (:objects red - van depot shop mill - place)

  (:init
    (at red depot)
    (road depot shop)
    (road depot mill)
    (road mill shop)

    ; The cost at the start, and a length for each road.
    (= (total-cost) 0)
    (= (length depot shop) 9)
    (= (length depot mill) 3)
    (= (length mill shop) 4))

  (:goal (visited shop))

  ; What is to be small. Without this line every step counts 1:
  ; take it away, and the plan has one step.
  (:metric minimize (total-cost))
)
