; Eight parcels, four towns, two planes.
(define (problem logistics-eight-parcels)
  (:domain logistics)

  (:objects
    town1 town2 town3 town4 - town
    office1 office2 office3 office4 - place
    field1 field2 field3 field4 - airfield
    parcel1 parcel2 parcel3 parcel4 parcel5 parcel6 parcel7 parcel8 - parcel
    van1 van2 van3 van4 - van
    plane1 plane2 - plane)

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
    (belongs field4 town4)
    (belongs office4 town4)
    (at van4 office4)
    (at plane1 field2)
    (at plane2 field2)
    (at parcel1 office2)
    (at parcel2 office4)
    (at parcel3 field2)
    (at parcel4 field1)
    (at parcel5 office4)
    (at parcel6 field4)
    (at parcel7 office4)
    (at parcel8 office4))

  (:goal (and
    (at parcel1 office1)
    (at parcel2 office2)
    (at parcel3 office1)
    (at parcel4 office3)
    (at parcel5 field3)
    (at parcel6 field2)
    (at parcel7 office1)
    (at parcel8 field4)))
)
