; A dash of typography, a character that nothing shows, and a comment of another language.
; expect E0002 6:3
; expect E0002 8:17
; expect E0002 8:35
(define (domain vans)
  // the types are below
  (:predicates (at ?v ?p)) // once is enough
  (:action drive​ :parameters (?v – van)))
