; Names that follow a word which joins are predicates, each by itself, unless this text declares them as objects. What
; stands in capitals on a line of its own was to be filled in.
; expect E0913 problem 5:5
; expect E0109 problem 8:14: write (lit) (warm)
; expect E0109 problem 8:28: write (on lamp)
; expect W0201 problem 8:10
(define (domain d) (:predicates (lit) (warm) (on ?x))
  (:action a :parameters (?x) :precondition (on ?x) :effect (and (lit) (warm))))
;; problem
(define (problem x)
  (:domain d)
  (:objects lamp)
  (:init
    LAMP_FACTS
    OTHER_FACTS
  )
  (:goal (or lit warm (and on lamp))))
