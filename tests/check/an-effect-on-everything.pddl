; The second effect asks which lamps hang in the room, the first one of no room.
; expect W0231 8:33
; expect W0103 10:43
(define (domain house) (:requirements :adl) (:types room lamp)
  (:predicates (hangs ?l - lamp ?r - room) (on ?l - lamp) (dim ?l - lamp) (hot ?l - lamp))
  (:action light :parameters (?l - lamp) :effect (on ?l))
  (:action leave :parameters (?r - room) :effect (and
      (forall (?l - lamp) (when (on ?l) (and (not (on ?l)) (dim ?l))))
      (forall (?l - lamp) (when (and (hangs ?l ?r) (dim ?l)) (hot ?l)))
      (forall (?o - room) (when (= ?o ?r) (forall (?l - lamp) (when (hot ?l) (not (dim ?l)))))))))
