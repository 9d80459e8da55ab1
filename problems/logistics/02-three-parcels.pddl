; Three parcels, three towns, one plane.
(define (problem logistics-three-parcels)
  (:domain logistics)

  (:objects
    town1 town2 town3 - town
    office1 office2 office3 - place
    field1 field2 field3 - airfield
    parcel1 parcel2 parcel3 - parcel
    van1 van2 van3 - van
    plane1 - plane)

  (:init
    (belongs field1 town1)
    (belongs office1 town1)
    (at van1 office1)
    (belongs field2 town2)
    (belongs office2 town2)
    (at van2 office2)
    (belongs field3 town3)
    (belongs office3 town3)
    (at van3 office3)
    (at plane1 field1)
    (at parcel1 field1)
    (at parcel2 field3)
    (at parcel3 office3))

  (:goal (and (at parcel1 office3) (at parcel2 field2) (at parcel3 field3)))
)
