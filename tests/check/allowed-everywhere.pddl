; banto: allow W0102 W0218
(define (domain quiet)
  (:action one)
  (:action two :effect ()))
