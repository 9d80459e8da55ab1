; The road to the mine is there, and what it costs is not; nothing runs on the rails to it.
; expect W0214 11:30
(define (domain roads)
  (:requirements :typing :action-costs)
  (:types place train)
  (:predicates (here ?p - place) (road ?a ?b - place) (rails ?t - train ?a ?b - place) (runs ?t - train))
  (:functions (total-cost) - number (toll ?a ?b - place) - number (fare ?a ?b - place) - number)
  (:action go
    :parameters (?a ?b - place) :precondition (and (here ?a) (road ?a ?b))
    :effect (and (not (here ?a)) (here ?b)
      (increase (total-cost) (toll ?a ?b))))
  (:action ride
    :parameters (?t - train ?a ?b - place) :precondition (and (here ?a) (rails ?t ?a ?b) (runs ?t))
    :effect (and (not (here ?a)) (here ?b)
      (increase (total-cost) (fare ?a ?b)))))
;; problem
(define (problem p) (:domain roads) (:objects home town mine - place fast slow - train)
  (:init (here home) (road home town) (road town mine) (rails fast home town) (rails slow town mine) (runs fast)
    (= (total-cost) 0) (= (toll home town) 2) (= (fare home town) 1))
  (:goal (here mine))
  (:metric minimize (total-cost)))
