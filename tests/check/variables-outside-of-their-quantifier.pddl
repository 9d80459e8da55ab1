; A variable of `exists` is not known outside of it: whether a condition or an effect uses it, and also where there are no
; parameters.
; expect E0204 17:36: for each, write (forall (?b - basin) (when ...)), without exists
; expect E0204 21:59: for each, write (forall (?b - basin) (when ...)), without exists
; expect E0204 25:23: for one that the action chooses, write ?b - basin in :parameters, without exists
; expect E0204 30:16: move this into forall, or write a quantifier around it
(define (domain canal)
  (:requirements :adl)
  (:types basin)
  (:predicates
    (wet ?b - basin)
    (watered ?b - basin)
    (open))
  (:action irrigate
    :parameters ()
    :effect (when (exists (?b - basin) (wet ?b))
                          (watered ?b)))
  (:action irrigate-near
    :parameters (?a - basin)
    :precondition (watered ?a)
    :effect (when (exists (?b - basin) (wet ?b)) (watered ?b)))
  (:action drain
    :parameters ()
    :precondition (exists (?b - basin) (wet ?b))
    :effect (not (wet ?b)))
  (:action shut
    :parameters ()
    :precondition (and
      (forall (?c - basin) (wet ?c))
      (watered ?c))
    :effect (open)))
