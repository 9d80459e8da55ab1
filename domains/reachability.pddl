; Bridges to build, until every village can be reached from the town.
;
; What it teaches: derived predicates. Whether a village is connected follows from the roads; no action could keep such a fact
; up to date without listing all its consequences. A rule says it in two lines, and the planner works it out in every state.
;
; How the world is modeled: a road over a river needs a bridge; material for one is carried by barge to a place that must
; itself be reachable. `reachable` is the least set with the town in it that is closed under passable roads.
(define (domain reachability)
  (:requirements :strips :typing :disjunctive-preconditions :existential-preconditions
    :universal-preconditions :derived-predicates)

  (:types place)

  (:predicates
    (town ?place - place)
    (road ?from ?to - place) ; dry all the way
    (river ?from ?to - place) ; passable with a bridge
    (bridge ?from ?to - place)
    (material ?place - place) ; enough for one bridge
    (reachable ?place - place))

  (:derived (reachable ?place - place)
    (or
      (town ?place)
      (exists (?near - place)
        (and (reachable ?near) (or (road ?near ?place) (bridge ?near ?place))))))

  (:action carry
    :parameters (?from ?to - place)
    :precondition (and (material ?from) (reachable ?from) (reachable ?to))
    :effect (and (material ?to) (not (material ?from))))

  (:action build
    :parameters (?from ?to - place)
    :precondition (and (river ?from ?to) (material ?from) (reachable ?from))
    :effect (and (bridge ?from ?to) (bridge ?to ?from) (not (material ?from))))
)
