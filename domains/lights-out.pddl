; Lamps that are switched together with their neighbors.
;
; What it teaches: conditional effects. Pressing a button toggles: what is lit goes dark and what is dark is lit. `when` reads
; its condition in the state before the step, so the two halves do not undo each other. `forall` does it for all lamps that
; the button reaches, however many these are.
;
; How the world is modeled: `reaches` says which lamps a button toggles, its own included. Pressing twice does nothing, and the
; order of presses does not matter: the shortest plans press each button at most once.
(define (domain lights-out)
  (:requirements :strips :typing :negative-preconditions :conditional-effects
    :universal-preconditions)

  (:types lamp)
  (:predicates (reaches ?button ?lamp - lamp) (lit ?lamp - lamp))

  (:action press
    :parameters (?button - lamp)
    :precondition ()
    :effect (forall (?lamp - lamp)
      (and
        (when (and (reaches ?button ?lamp) (lit ?lamp)) (not (lit ?lamp)))
        (when (and (reaches ?button ?lamp) (not (lit ?lamp))) (lit ?lamp)))))
)
