; A template is not PDDL yet.
; expect E0913 3:17
(define (domain {{ domain name }}) (:predicates (p {{ arg }})))
