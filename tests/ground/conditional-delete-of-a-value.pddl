; A variable that may be emptied under a condition and filled under another: none of its values is one more.
; expect 3
(define (domain d)
  (:requirements :adl :typing)
  (:types hook coat)
  (:predicates (on ?c - coat ?h - hook) (wet ?c - coat) (floor ?c - coat))
  (:action shake :parameters (?c - coat)
    :effect (and (forall (?h - hook) (when (and (on ?c ?h) (wet ?c)) (and (not (on ?c ?h)) (floor ?c)))) (not (wet ?c))))
  (:action rain :parameters (?c - coat) :effect (wet ?c))
  (:action hang :parameters (?c - coat ?h - hook) :precondition (floor ?c) :effect (and (on ?c ?h) (not (floor ?c)))))
;; problem
(define (problem p) (:domain d) (:objects c - coat h1 h2 - hook) (:init (on c h1)) (:goal (and (on c h2) (not (wet c)))))
