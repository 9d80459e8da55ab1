; Quotation marks of typography.
; expect E0002 4:17: names are written without quotation marks
; expect E0002 4:22: names are written without quotation marks
(define (domain ‘farm’) (:predicates (p)) (:action go :parameters () :effect (p)))
