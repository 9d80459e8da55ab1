; Six disjunctions of two: sixty-four disjuncts, in a precondition, in an effect's condition and in the goal.
; expect 8
(define (domain d)
  (:requirements :adl)
  (:predicates (l0) (k0) (l1) (k1) (l2) (k2) (l3) (k3) (l4) (k4) (l5) (k5) (half) (done))
  (:action make0 :parameters () :effect (and (l0)))
  (:action make1 :parameters () :effect (and (k1)))
  (:action make2 :parameters () :effect (and (l2)))
  (:action make3 :parameters () :effect (and (k3)))
  (:action make4 :parameters () :effect (and (l4)))
  (:action make5 :parameters () :effect (and (k5)))
  (:action finish :parameters () :precondition (and (or (l0) (k0)) (or (l1) (k1)) (or (l2) (k2)) (or (l3) (k3)) (or (l4) (k4)) (or (l5) (k5)))
    :effect (and (half) (when (and (half) (or (l0) (k0)) (or (l1) (k1)) (or (l2) (k2)) (or (l3) (k3)) (or (l4) (k4)) (or (l5) (k5))) (done)))))
;; problem
(define (problem p) (:domain d) (:init) (:goal (and (done) (or (l0) (k0)) (or (l1) (k1)) (or (l2) (k2)) (or (l3) (k3)) (or (l4) (k4)) (or (l5) (k5)))))
