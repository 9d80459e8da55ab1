; The material lies where the bridge is not, and the next lies beyond.
(define (problem reachability-carried)
  (:domain reachability)
  (:objects town ford quarry mill forest castle - place)

  (:init
    (town town)
    (road town ford)
    (road ford town)
    (road town quarry)
    (road quarry town)
    (road mill forest)
    (road forest mill)
    (river ford mill)
    (river mill ford)
    (river forest castle)
    (river castle forest)
    (material quarry)
    (material mill))

  (:goal (reachable castle))
)
