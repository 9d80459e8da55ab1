; All keys are to lie in the hall again, and the vault is to be seen open.
(define (problem rooms-and-keys-borrowed)
  (:domain rooms-and-keys)

  (:objects
    hall study attic cellar vault garden - room
    brass iron gold silver - key
    oak pine elm steel arch - door)

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
    (joins steel cellar vault)
    (joins steel vault cellar)
    (fits silver steel)
    (joins arch hall garden)
    (joins arch garden hall)
    (open arch)
    (lies brass garden)
    (lies iron study)
    (lies gold attic)
    (lies silver attic))

  (:goal (and
    (open steel)
    (lies brass hall)
    (lies iron hall)
    (lies gold hall)
    (lies silver hall)
    (in hall)))
)
