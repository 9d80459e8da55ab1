; Shapes that do not fit, all reported in one run.
; expect E0103 11:4
; expect E0106 13:5
; expect E0104 15:5
; expect E0110 16:22
; expect E0109 16:28
; expect E0111 17:13
; expect E0112 18:24
(define (domain d)
  (:requirements :adl)
  (:predicats (p) (q))
  (:action a
    :prameters ()
    :precondition (p)
    :precondition (q)
    :effect (and (p) (not) p
            (or (p) (q)) (q)
               (forall p (q)))))
