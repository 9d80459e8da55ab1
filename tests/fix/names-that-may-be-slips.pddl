; Slips of the pen are mended: letters swapped, doubled, or one of four or more missing. What may be a word of its own is left.
; fixed 16: :precondition (and (visited ?f) (at ?f) (clean ?f) (blocked ?f))
; fixed 17: :effect (and (done ?f) (not (at ?f))))
; said: unknown predicate clean
; said: unknown predicate blocked
; said: unknown predicate inn
; said: help: did you mean arrived?
; said: unknown predicate lighted
; said: unknown predicate charged
(define (domain rounds)
  (:requirements :typing)
  (:types floor)
  (:predicates (visited ?f - floor) (at ?f - floor) (clear ?f - floor) (locked ?f - floor) (done ?f - floor)
    (in ?f ?g - floor) (arrived ?f - floor) (dimly-lighted ?f - floor) (changed ?f - floor))
  (:action go :parameters (?f - floor)
    :precondition (and (visitde ?f) (at ?f) (clean ?f) (blocked ?f))
    :effect (and (doone ?f) (not (at ?f))))
  ; With other arguments, and in two places.
  (:action stay :parameters (?f - floor)
    :precondition (and (inn ?f) (arived ?f))
    :effect (and (done ?f)))
  (:action wait :parameters (?f - floor)
    :precondition (and (arived ?f) (lighted ?f) (charged ?f))
    :effect (and (done ?f))))
