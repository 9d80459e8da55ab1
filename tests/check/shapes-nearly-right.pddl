; Shapes that are nearly right, in a domain and a problem.
; expect E0103 41:4
; expect E0103 42:4
; expect W0105 43:22
; expect W0201 43:23
; expect E0108 43:29
; expect W0105 43:35
; expect E0107 43:43
; expect E0112 43:51
; expect E0108 43:61
; expect E0103 44:4
; expect E0106 46:5
; expect E0109 47:20
; expect E0110 48:13
; expect E0110 50:19
; expect E0106 51:5
; expect E0008 53:18
; expect E0110 54:19
; expect E0109 55:13
; expect E0105 57:5
; expect E0109 58:19
; expect E0105 59:5
; expect E0111 63:24
; expect E0110 63:45
; expect W0201 63:73
; expect W0103 63:74
; (the declaration of on is not known whole, so that its uses are not compared with it)
; expect E0109 63:97
; expect E0110 64:18
; expect E0109 64:47
; expect E0109 64:55
; expect E0103 65:4
; expect E0110 66:3
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
