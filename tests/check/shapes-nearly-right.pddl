; Shapes that are nearly right, in a domain and a problem.
; expect E0103 40:4
; expect E0103 41:4
; expect E0108 42:22
; expect E0108 42:29
; expect E0108 42:35
; expect E0107 42:43
; expect E0112 42:51
; expect E0108 42:61
; expect E0103 43:4
; expect E0106 45:5
; expect E0109 46:20
; expect E0110 47:13
; expect E0110 49:19
; expect E0106 50:5
; expect E0008 52:18
; expect E0110 53:19
; expect E0109 54:13
; expect E0105 56:5
; expect E0109 57:19
; expect E0105 58:5
; expect E0111 62:24
; expect E0110 62:45
; expect W0201 62:73
; expect W0103 62:74
; expect E0206 62:89
; expect E0109 62:97
; expect E0110 63:18
; expect E0109 63:47
; expect E0109 63:55
; expect E0103 64:4
; expect E0110 65:3
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
