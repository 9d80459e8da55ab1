; Two arguments where one is declared, in all uses: a fact of each, or a declaration of two. A reader chooses.
; said: declare it as it is used: (shape ?k - key ?d - door)
; said: or for each of them write (and (shape ?k) (shape ?d))
; said: yours to decide: 
(define (domain doors)
  (:requirements :typing)
  (:types key door)
  (:predicates (shape ?x) (held ?k - key) (open ?d - door))
  (:action unlock :parameters (?k - key ?d - door)
    :precondition (and (held ?k) (shape ?k ?d))
    :effect (open ?d)))
;; problem
(define (problem p)
  (:domain doors)
  (:objects k - key d - door)
  (:init (held k) (shape k d))
  (:goal (open d)))
