; Derived facts follow the state after each step, and fall with what they follow from.
(define (domain net)
  (:requirements :adl :derived-predicates)
  (:predicates (wire ?x ?y) (root ?x) (live ?x) (dead ?x) (done))
  (:derived (live ?x) (or (root ?x) (exists (?y) (and (live ?y) (wire ?y ?x)))))
  (:derived (dead ?x) (not (live ?x)))
  (:action lay :parameters (?x ?y) :precondition (live ?x) :effect (wire ?x ?y))
  (:action cut :parameters (?x ?y) :precondition (wire ?x ?y) :effect (not (wire ?x ?y)))
  (:action finish :parameters () :precondition (and (live c) (forall (?x) (imply (dead ?x) (= ?x e)))) :effect (done))
  (:constants c e))
;; problem
(define (problem p) (:domain net)
  (:objects a b)
  (:init (root a))
  (:goal (and (done) (dead c))))
;; plan
(lay a b)
(lay b c)
(finish)
(cut a b)
;; says 0
valid, 4 steps, cost 4
;; plan
(lay b c)
;; says 1
invalid: step 1 (lay b c) cannot be applied (line 1)
  (live b) is false, as no rule derives it [domain.pddl:7:50]
    none of these 2 alternatives is true:
      (root b) is false: nothing has made it true [domain.pddl:5:27]
      (exists (?y) ...) is false for everything; ?y = a comes nearest:
        (wire a b) is false: nothing has made it true [domain.pddl:5:65]
;; plan
(lay a b)
(finish)
;; says 1
invalid: step 2 (finish) cannot be applied (line 2)
  (live c) is false, as no rule derives it [domain.pddl:9:53]
    none of these 2 alternatives is true:
      (root c) is false: nothing has made it true [domain.pddl:5:27]
      (exists (?y) ...) is false for everything; ?y = a comes nearest:
        (wire a c) is false: nothing has made it true [domain.pddl:5:65]
  (forall (?x) ...) is false for ?x = c:
    an imply is false: its first part is true, and its second is not:
      (dead c) is true, as a rule derives it [domain.pddl:9:82]
        (live c) is false, as no rule derives it [domain.pddl:6:28]
          none of these 2 alternatives is true:
            (root c) is false: nothing has made it true [domain.pddl:5:27]
            (exists (?y) ...) is false for everything; ?y = a comes nearest:
              (wire a c) is false: nothing has made it true [domain.pddl:5:65]
      (= c e) is false: these are two objects [domain.pddl:9:92]
;; plan
(lay a c)
(finish)
;; says 1
invalid: step 2 (finish) cannot be applied (line 2)
  (forall (?x) ...) is false for ?x = b:
    an imply is false: its first part is true, and its second is not:
      (dead b) is true, as a rule derives it [domain.pddl:9:82]
        (live b) is false, as no rule derives it [domain.pddl:6:28]
          none of these 2 alternatives is true:
            (root b) is false: nothing has made it true [domain.pddl:5:27]
            (exists (?y) ...) is false for everything; ?y = c comes nearest:
              (wire c b) is false: nothing has made it true [domain.pddl:5:65]
      (= b e) is false: these are two objects [domain.pddl:9:92]
;; plan
(lay a b)
(lay b c)
(finish)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (dead c) is false, as no rule derives it [problem.pddl:4:22]
    (live c) is true, as a rule derives it [domain.pddl:6:28]
      (exists (?y) ...) is true for ?y = b:
        these 2 are true together:
          (live b) is true, as a rule derives it [domain.pddl:5:55]
            (exists (?y) ...) is true for ?y = a:
              these 2 are true together:
                (live a) is true, as a rule derives it [domain.pddl:5:55]
                (wire a b) is true: added by step 1 (lay a b) [domain.pddl:5:65]
          (wire b c) is true: added by step 2 (lay b c) [domain.pddl:5:65]
;; plan
(lay a e)
(lay e c)
(lay c b)
(finish)
(cut a e)
;; says 0
valid, 5 steps, cost 5
