; An electrician closes switches until a lamp has power. Power is
; not what an action does: it follows from the state, by rules.
; `banto explain derived` tells more.
(define (domain circuit)
  (:requirements :strips :typing :derived-predicates :disjunctive-preconditions
    :existential-preconditions)

  (:types node)

  (:predicates
    (source ?node - node)
    (wire ?from ?to - node)
    (closed ?from ?to - node)
    (powered ?node - node))

  ; A rule: what its condition says makes the first atom true, and
  ; nothing else does. A rule may use its own predicate, so power
  ; goes on from node to node, and is gone once a switch opens.
  (:derived (powered ?node - node)
    (or
      (source ?node)
      (exists (?from - node) (and (powered ?from) (wire ?from ?node) (closed ?from ?node)))))

  ; An action may ask for a derived predicate, but not change it.
  ; The switch of a wire is at its near end, and works by power.
  (:action close
    :parameters (?from ?to - node)
    :precondition (and (wire ?from ?to) (powered ?from))
    :effect (closed ?from ?to))
)
