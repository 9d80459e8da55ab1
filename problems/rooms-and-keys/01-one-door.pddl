; One door, and its key at hand.
(define (problem rooms-and-keys-one-door)
  (:domain rooms-and-keys)
  (:objects hall study - room brass - key oak - door)

  (:init
    (in hall)
    (pocket-empty)
    (joins oak hall study)
    (joins oak study hall)
    (fits brass oak)
    (lies brass hall))

  (:goal (in study))
)
