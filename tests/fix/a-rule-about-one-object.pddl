; A rule that names an object speaks of all, and asks which.
; fixed 8: (:derived (wins ?p - player) (and (= ?p fox) (exists (?h - hen) (eaten ?h)))))
(define (domain coop)
  (:requirements :typing :derived-predicates :equality :existential-preconditions)
  (:types player hen)
  (:constants fox farmer - player)
  (:predicates (wins ?p - player) (eaten ?h - hen))
  (:derived (wins fox) (exists (?h - hen) (eaten ?h))))
