; Comments that are meant to allow a warning; other comments may have any words.
; expect W0104 7:3
; expect W0104 8:3
; expect W0104 9:3
; expect W0102 12:12
; banto: finds a plan at once
; banto: alow W0102
; banto: allow W0999 W0218
; banto: allow
; banto: allow W0218 because nothing has to change
(define (domain quiet)
  (:action one)
  (:action two :parameters ()))
