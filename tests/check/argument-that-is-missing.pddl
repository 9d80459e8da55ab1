; An argument is missing: the only variable with which the types fit, or those that could stand there.
; expect E0206 12:41: is ?r missing? Write (tank ?r ?l)
; expect E0206 14:26: variables that fit: ?a ?b
; expect E0206 16:21: an argument is missing: near takes rover, rover
; expect E0206 problem 2:38
(define (domain d)
  (:requirements :typing)
  (:types rover level) (:constants robby - rover)
  (:predicates (tank ?r - rover ?l - level) (less ?l ?m - level)
    (near ?a ?b - rover) (seen ?l ?m - level))
  (:action drive :parameters (?r - rover ?l ?m - level)
    :precondition (and (less ?l ?m)     (tank ?l))     :effect (tank ?r ?m))
  (:action fill :parameters (?r - rover ?a ?b ?c - level)
    :precondition (and   (less ?c) (tank ?r ?a)) :effect (tank ?r ?b))
  (:action wait :parameters (?l - level)
    :precondition   (near robby) :effect (less ?l ?l)))
;; problem
(define (problem p) (:domain d) (:objects one - rover full - level)
  (:init (tank one full)             (seen full)) (:goal (tank one full)))
