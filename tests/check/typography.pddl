; A dash of typography, and a comment of another language.
; expect E0002 5:3
; expect E0002 7:34
(define (domain vans)
  // the types are below
  (:predicates (at ?v ?p)) // once is enough
  (:action drive :parameters (?v – van)))
