; `either` in parameters and predicates, and a type with two supertypes' objects.
; expect 2
(define (domain d)
  (:requirements :adl :typing)
  (:types dog cat fish - animal)
  (:constants tom - cat)
  (:predicates (fed ?x - (either dog cat)) (glad))
  (:action feed :parameters (?x - (either dog cat)) :effect (fed ?x))
  (:action purr :parameters () :precondition (forall (?x - (either dog cat)) (imply (= ?x tom) (fed ?x))) :effect (glad)))
;; problem
(define (problem p) (:domain d) (:objects rex - dog nemo - fish) (:init) (:goal (glad)))
