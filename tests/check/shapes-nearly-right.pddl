; Shapes that are nearly right, in a domain and a problem.
; expect E0103 39:4
; expect E0103 40:4
; expect W0105 41:22
; expect E0108 41:29
; expect W0105 41:35
; expect E0107 41:43
; expect E0112 41:51
; expect E0108 41:61
; expect E0103 42:4
; expect E0106 44:5
; expect E0109 45:20
; expect E0110 46:13
; expect E0110 48:19
; expect E0106 49:5
; expect E0008 51:18
; expect E0110 52:19
; expect E0109 53:13
; expect E0105 55:5
; expect E0109 56:19
; expect E0105 57:5
; expect E0111 61:24
; expect E0110 61:45
; expect W0103 61:74
; (the declaration of on is not known whole, so that its uses are not compared with it)
; expect E0109 61:97
; expect E0110 62:18
; expect E0109 62:47
; expect E0109 62:55
; expect E0103 63:4
; expect E0110 64:3
; expect E0107 problem 1:18
; expect E0103 problem 3:4
; expect E0111 problem 4:10
; expect E0109 problem 4:28
; expect E0115 problem 5:16
; expect E0114 problem 6:12
(define (domain shapes)
  (:requirments :adl)
  (types a b)
  (:predicates (p ?x -a) (q b) (r ?x- a) (and ?x) lit (s ?x -))
  (:functons (total-cost))
  (:action one
    :paramters (?x)
    :precondition ((p ?x) (q ?x))
    :effect (when (p ?x) (q ?x) (r ?x)))
  (:action two
    :precondition (forall (?y) (p ?y) (q ?y))
    :efect (p))
  (:action three
    :parameters (?)
    :precondition (imply (p ?x) (q ?x) (r ?x))
    :effect lit)
  (:action four
    :parameters
    :precondition nd
    :effect
  )
  (:action five
    :parameters (?x)
    :precondition (and (when (p ?x) (q ?x)) (exists (?y) (p ?y) (q ?y)) (implies (p ?x) (q ?x)) lit)
    :effect (and (forall (?y) (p ?y) (q ?y)) ((p ?x)) lit))
  (derived (lit) (p))
  (:derived (lit) (p) (q)))
;; problem
(define (problem ?one)
  (:domain shapes)
  (:objets a)
  (:init (and (p a) (q a)) lit)
  (:goal (p a) (q a))
  (:metric minimise (total-cost)))
