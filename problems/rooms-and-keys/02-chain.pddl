; Each key lies behind the door before.
(define (problem rooms-and-keys-chain)
  (:domain rooms-and-keys)
  (:objects hall study attic cellar - room brass iron gold - key oak pine elm - door)

  (:init
    (in hall)
    (pocket-empty)
    (joins oak hall study)
    (joins oak study hall)
    (fits brass oak)
    (joins pine study attic)
    (joins pine attic study)
    (fits iron pine)
    (joins elm hall cellar)
    (joins elm cellar hall)
    (fits gold elm)
    (lies brass hall)
    (lies iron study)
    (lies gold attic))

  (:goal (in cellar))
)
