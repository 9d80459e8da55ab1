; The old riddle, with a cabbage that passes for an animal.
(define (problem crossing-goat)
  (:domain crossing)
  (:objects wolf goat cabbage - animal west east - bank)

  (:init
    (farmer-at west)
    (at wolf west)
    (at goat west)
    (at cabbage west)
    (eats wolf goat)
    (eats goat cabbage))

  (:goal (and (at wolf east) (at goat east) (at cabbage east)))
)
