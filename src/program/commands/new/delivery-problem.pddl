; One courier, two parcels, three places in a row.
(define (problem two-parcels)
  (:domain delivery)

  ; The things there are, each with its type.
  (:objects depot corner home - place ann - courier book lamp - parcel)

  ; What is true at the beginning. What is not listed is false: a
  ; road that leads both ways has to be said twice.
  (:init
    (road depot corner)
    (road corner depot)
    (road corner home)
    (road home corner)
    (at ann home)
    (has-room ann)
    (at book depot)
    (at lamp corner))

  ; What has to be true in the end.
  (:goal (and (at book home) (at lamp home)))
)
