; One river, and the material at its bank.
(define (problem reachability-one-bridge)
  (:domain reachability)
  (:objects town ford mill - place)

  (:init
    (town town)
    (road town ford)
    (road ford town)
    (river ford mill)
    (river mill ford)
    (material ford))

  (:goal (reachable mill))
)
