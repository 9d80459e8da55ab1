; Which truck stands at the place is asked, but of another truck; two reactions ask so of witnesses, and mean it.
; expect W0230 13:29: are ?u and ?t meant to be one? Then write one name for both
(define (domain delivery) (:requirements :typing) (:types place truck crate)
  (:predicates (at ?t - truck ?p - place) (lies ?c - crate ?p - place) (in ?c - crate ?t - truck)
    (road ?a ?b - place))
  (:action drive :parameters (?t - truck ?a ?b - place) :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (not (at ?t ?a)) (at ?t ?b)))
  (:action load :parameters (?c - crate ?t - truck ?p - place)
    :precondition (and (lies ?c ?p) (at ?t ?p))
    :effect (and (not (lies ?c ?p)) (in ?c ?t)))
  (:action unload :parameters (?c - crate ?t - truck ?p - place ?u - truck)
    :precondition (and
      (in ?c ?t)            (at ?u ?p))
    :effect (and (not (in ?c ?t)) (lies ?c ?p))))
