; Parcels go by van within a town and by plane between towns.
;
; What it teaches: a hierarchy of types. Vans and planes are both vehicles; loading and unloading are written once, for any
; vehicle. An airfield is a place, so whatever holds of places holds of it; planes, though, fly between airfields only.
;
; How the world is modeled: parcels and vehicles are movable, and `at` is for both. A parcel in a vehicle is `inside` it and
; at no place; it moves because its vehicle does, not by a fact of its own.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types town place movable - object airfield - place parcel vehicle - movable van plane - vehicle)

  (:predicates
    (at ?thing - movable ?place - place)
    (inside ?parcel - parcel ?vehicle - vehicle)
    (belongs ?place - place ?town - town))

  (:action load
    :parameters (?parcel - parcel ?vehicle - vehicle ?place - place)
    :precondition (and (at ?parcel ?place) (at ?vehicle ?place))
    :effect (and (inside ?parcel ?vehicle) (not (at ?parcel ?place))))

  (:action unload
    :parameters (?parcel - parcel ?vehicle - vehicle ?place - place)
    :precondition (and (inside ?parcel ?vehicle) (at ?vehicle ?place))
    :effect (and (at ?parcel ?place) (not (inside ?parcel ?vehicle))))

  (:action drive
    :parameters (?van - van ?from ?to - place ?town - town)
    ; The two places share a town: this is what keeps vans inside.
    :precondition (and (at ?van ?from) (belongs ?from ?town) (belongs ?to ?town))
    :effect (and (at ?van ?to) (not (at ?van ?from))))

  (:action fly
    :parameters (?plane - plane ?from ?to - airfield)
    :precondition (at ?plane ?from)
    :effect (and (at ?plane ?to) (not (at ?plane ?from))))
)
