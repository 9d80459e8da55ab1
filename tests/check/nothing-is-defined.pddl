; A definition of nothing.
; expect E0101 3:1
(define)
