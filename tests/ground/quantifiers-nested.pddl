; Quantifiers within quantifiers, in a precondition and in the goal, over a type and its subtype.
; expect 3
(define (domain d)
  (:requirements :adl :typing)
  (:types node - object hub - node)
  (:predicates (edge ?x ?y - node) (mark ?x - node) (done))
  (:action mark
    :parameters (?x - node)
    :precondition (exists (?y - hub) (or (= ?x ?y) (and (mark ?y) (forall (?z - hub) (imply (edge ?z ?x) (mark ?z))))))
    :effect (mark ?x))
  (:action finish
    :parameters ()
    :precondition (forall (?x - hub) (exists (?y - node) (and (edge ?x ?y) (not (= ?x ?y)) (mark ?y))))
    :effect (done)))
;; problem
(define (problem p) (:domain d)
  (:objects h - hub n1 n2 - node)
  (:init (edge h n1) (edge h h))
  (:goal (and (done) (not (exists (?x - node) (and (mark ?x) (not (edge h ?x))))))))
