; A negated fact asks for no requirement; an effect of one condition undoes another; what always holds; a variable
; that can be given its type; switches that matter to nothing but themselves.
; expect W0203 11:16
; expect W0227 12:43: give it a type: ?b - TYPE
; expect W0216 14:41: remove one of the two; are variables mixed up?
; expect W0216 16:52: remove one of the two; are variables mixed up?
; expect W0225 problem 2:74: leave it out; some planners reject it
; expect W0227 problem 3:19: give it a type: ?l - node
(define (domain d) (:requirements :adl :derived-predicates)
  (:types node switch - object battery lamp - node)
  (:predicates (closed ?s - switch) (wire ?a ?b - node) (live ?n - node))
  (:derived (live ?n - node) (or (exists (?b) (= ?n ?b)) (exists (?m - node) (and (live ?m) (wire ?m ?n)))))
  (:action press :parameters (?s - switch)
    :effect (and (when (closed ?s) (not (closed ?s))) (when (closed ?s) (closed ?s))))
  (:action join :parameters (?a ?b - node)
    :effect (and (wire ?a ?b) (when (live ?b) (not (wire ?a ?b))))))
;; problem
(define (problem p) (:domain d)
  (:objects bat - battery hall - lamp k - switch) (:init (closed k) (not (wire bat hall)))
  (:goal (forall (?l) (live ?l))))
