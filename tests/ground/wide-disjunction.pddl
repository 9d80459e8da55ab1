; A disjunction of thirty conjunctions: too many to be split into rules, so that it becomes a fact of its own.
; expect 3
(define (domain d)
  (:requirements :adl)
  (:predicates (l0) (k0) (l1) (k1) (l2) (k2) (l3) (k3) (l4) (k4) (l5) (k5) (l6) (k6) (l7) (k7) (l8) (k8) (l9) (k9) (l10) (k10) (l11) (k11) (l12) (k12) (l13) (k13) (l14) (k14) (l15) (k15) (l16) (k16) (l17) (k17) (l18) (k18) (l19) (k19) (l20) (k20) (l21) (k21) (l22) (k22) (l23) (k23) (l24) (k24) (l25) (k25) (l26) (k26) (l27) (k27) (l28) (k28) (l29) (k29) (done))
  (:action first :parameters () :effect (l17))
  (:action second :parameters () :precondition (l17) :effect (k17))
  (:action finish :parameters () :precondition (or (and (l0) (k0)) (and (l1) (k1)) (and (l2) (k2)) (and (l3) (k3)) (and (l4) (k4)) (and (l5) (k5)) (and (l6) (k6)) (and (l7) (k7)) (and (l8) (k8)) (and (l9) (k9)) (and (l10) (k10)) (and (l11) (k11)) (and (l12) (k12)) (and (l13) (k13)) (and (l14) (k14)) (and (l15) (k15)) (and (l16) (k16)) (and (l17) (k17)) (and (l18) (k18)) (and (l19) (k19)) (and (l20) (k20)) (and (l21) (k21)) (and (l22) (k22)) (and (l23) (k23)) (and (l24) (k24)) (and (l25) (k25)) (and (l26) (k26)) (and (l27) (k27)) (and (l28) (k28)) (and (l29) (k29))) :effect (done)))
;; problem
(define (problem p) (:domain d) (:init (l3) (k4)) (:goal (done)))
