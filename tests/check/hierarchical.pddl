; HDDL under a misspelt flag: named once, and a goal is not asked for.
; expect E0907 5:4
(define (domain d) (:requirements :strips :typing :hierachie)
  (:types loc) (:predicates (at ?l - loc))
  (:task go :parameters (?l - loc))
  (:method m :parameters (?l - loc) :task (go ?l) :ordered-subtasks (and (drive ?l)))
  (:action drive :parameters (?l - loc) :precondition () :effect (at ?l)))
;; problem
(define (problem x) (:domain d) (:objects a - loc)
  (:htn :parameters () :subtasks (and (t1 (go a)))) (:init))
