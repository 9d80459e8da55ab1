; One ) too many inside :init is reported where it stands, not where the file goes on.
; expect E0006 7:15
(define (problem p)
  (:domain d)
  (:objects a b)
  (:init (p a)
         (p b))
         (q b)
         (q a))
  (:goal (p a)))
