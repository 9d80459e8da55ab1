; One parcel, two towns.
(define (problem logistics-one-parcel)
  (:domain logistics)

  (:objects
    town1 town2 - town
    office1 office2 - place
    field1 field2 - airfield
    parcel1 - parcel
    van1 van2 - van
    plane1 - plane)

  (:init
    (belongs field1 town1)
    (belongs office1 town1)
    (at van1 office1)
    (belongs field2 town2)
    (belongs office2 town2)
    (at van2 office2)
    (at plane1 field1)
    (at parcel1 field1))

  (:goal (at parcel1 field2))
)
