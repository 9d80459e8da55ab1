; Animals over a river in a small boat, none of them eaten.
;
; What it teaches: conditions with logic. That all are safe while nobody looks is one sentence: "for every pair of which one
; eats the other: if they are on the same bank, the farmer is there too". `forall` and `imply` say it as it is spoken.
;
; How the world is modeled: the boat takes the farmer and at most one animal. The condition is read before each trip, for the
; bank that is being left: the animal that travels along is not left behind.
(define (domain crossing)
  (:requirements :adl)
  (:types animal bank)

  (:predicates
    (eats ?eater ?eaten - animal)
    (farmer-at ?bank - bank)
    (at ?animal - animal ?bank - bank))

  (:action row-alone
    :parameters (?from ?to - bank)
    :precondition (and
      (farmer-at ?from)
      (not (= ?from ?to))
      (forall (?eater ?eaten - animal)
        (imply (eats ?eater ?eaten) (not (and (at ?eater ?from) (at ?eaten ?from))))))
    :effect (and (farmer-at ?to) (not (farmer-at ?from))))

  (:action row-with
    :parameters (?animal - animal ?from ?to - bank)
    :precondition (and
      (farmer-at ?from)
      (at ?animal ?from)
      (not (= ?from ?to))
      (forall (?eater ?eaten - animal)
        (imply
          (and (eats ?eater ?eaten) (at ?eater ?from) (at ?eaten ?from))
          ; One of the two is the passenger.
          (or (= ?eater ?animal) (= ?eaten ?animal)))))
    :effect (and (farmer-at ?to) (at ?animal ?to) (not (farmer-at ?from)) (not (at ?animal ?from))))
)
