; Names that are nearly right, in a domain and a problem: each has a fix.
; Where a variable is unknown, it may be another that seems unused (lines 47 and 53).
;
; expect E0216 37:26
; expect E0216 37:33
; expect W0209 38:58
; expect E0209 39:27
; expect E0201 41:14
; expect W0210 43:22
; expect E0202 48:25
; expect W0205 48:44
; expect E0206 48:61
; expect E0204 49:34
; expect E0203 49:53
; expect E0205 49:68
; expect E0206 49:79
; expect E0201 51:27
; expect E0203 52:31
; expect E0206 52:38
; expect E0203 52:75
; expect E0204 52:85
; expect E0202 53:19
; expect E0205 53:90
; expect E0216 problem 3:18
; expect W0207 problem 4:13
; expect E0209 problem 4:38
; expect E0201 problem 4:56
; expect W0212 problem 5:23
; expect E0203 problem 5:43
; expect E0202 problem 5:48
; expect E0206 problem 5:57
; expect E0205 problem 5:76
; expect W0205 problem 6:22
; expect E0205 problem 7:22
; A second variable without its mark (line 52) is told with the first.
(define (domain depots)
  (:requirements :strips :typng :action-cost)
  (:types place vehicle - object truck - vehicle crate - thing)
  (:constants hub - place hub - place)
  (:predicates
    (at ?v - vehicel ?p - place)
    (in ?c - crate ?v - vehicle)
    (near ?p - place ?p - place)
    (ready ?v - vehicle))
  (:functions (fuel ?v - vehicle) - number (total-cost) - number)
  (:action drive
    :parameters (?truck - truck ?from ?to - place ?spare - place)
    :precondition (and (att ?truck ?from) (AT ?truck ?from) (near ?from ?to hub))
    :effect (and (not (at ?truck ?form)) (at ?truck to) (increase (totl-cost) (fuel ?truck ?from ?to))))
  (:action load
    :parameters (?crate - crat ?truck - truck)
    :precondition (and (ready truck) (ready ?truck ?crate hub) (at ?truck hubb) (at ?lorry hub))
    :effect (and (inn ?crate ?truck) (forall (?other - crate) (ready ?truck)) (increase (fuels) 1))))
;; problem
(define (problem one)
  (:domain depots)
  (:requirements :adll)
  (:objects hub - place home - place home - place t1 - truk c1 - crate)
  (:init (at t1 home) (at t1 home) (ready t2) (redy t1) (in c1 t1 hub) (= (fuell t1) 3))
  (:goal (and (at t1 HOME) (redy t1 hub)))
  (:metric minimize (total-costs)))
