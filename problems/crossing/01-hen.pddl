; A fox and a hen.
(define (problem crossing-hen)
  (:domain crossing)
  (:objects fox hen - animal west east - bank)
  (:init (farmer-at west) (at fox west) (at hen west) (eats fox hen))
  (:goal (and (at fox east) (at hen east)))
)
