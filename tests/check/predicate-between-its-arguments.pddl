; The name of a predicate behind its first argument.
; expect E0109 10:25: write the name of the predicate first: (on ?c ?m)
; expect E0202 problem 3:11: write (on tom rug)
; expect E0202 problem 3:24: write (asleep tom)
; expect E0105 problem 4:3: write what is to hold at the end: (:goal (and (PREDICATE OBJECT ...) ...))
(define (domain cats)
  (:predicates (asleep ?c) (on ?c ?m))
  (:action wake
    :parameters (?c ?m)
    :precondition (and (?c on ?m) (asleep ?c))
    :effect (not (asleep ?c))))
;; problem
(define (problem one) (:domain cats)
  (:objects tom rug)
  (:init (tom on rug) (tom asleep))
  (:goal))
