; One slip, one finding, with what is meant.
; expect E0008 10:22: write ?sheet
; expect E0108 10:49
; expect E0108 11:26: did you mean number?
; expect E0109 13:45: an object stands without parentheses: write table
; expect E0008 14:39: write ?s
(define (domain d) (:requirements :typing)
  (:types sheet robot)
  (:constants table - sheet)
  (:predicates (flat ? sheet - sheet) (holds ?r robot ?s - sheet) (on ?s ?t - sheet))
  (:functions (charge) - numeric)
  (:action lay :parameters (?s - sheet)
    :precondition (and (on ?s table) (on ?s (table)))
    :effect (and (flat ?s) (not (flat ? s)))))
