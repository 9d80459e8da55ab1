; Words of logic and of programming languages, around forms and around names.
; expect E0109 21:35
; expect E0109 22:29
; expect E0109 22:58
; expect E0109 25:24
; expect E0109 25:51
; expect E0202 25:82
; expect E0109 26:18
; expect E0202 26:56
; expect E0109 26:67
; expect E0109 29:19
; expect E0109 30:18
; expect E0109 30:45
; expect E0109 30:77
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (=> (tired ?d) (path ?a ?b)))
    :effect (and (at ?d ?b) (if (path ?a ?b) (tired ?d)) (delete (at ?d ?a))))
  (:action rest
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (&& (at ?d ?a) (tired ?d)) (xor (tired ?d) (path ?a ?b)) (<> ?a ?b))
    :effect (and (unless (at ?d ?b) (not (tired ?d))) (!at ?d ?a) (add (at ?d ?b))))
  (:action choose
    :parameters (?d - dog ?a ?b - field)
    :precondition (any (?f - field) (at ?d ?f))
    :effect (and (=> (at ?d ?a) (at ?d ?b)) (|| (tired ?d) (at ?d ?b)) (foo (tired ?d)))))
