; Heaps of matches: take as many as you like from one heap; whoever takes the last match wins.
;
; What it teaches: a win that is a condition on everything. `wins` says that no heap is left and that the other player is to
; move, who therefore did not take the last match. Numbers are objects, and `less` says which of them come before which.
;
; How the world is modeled: each heap has one size. A move gives it a smaller one; nothing says how many matches went.
;; board: mark ?size (heap ?cell ?size)
(define (domain nim)
  (:requirements :adl :derived-predicates)

  (:types player heap size)
  (:constants first second - player n0 - size)

  (:predicates
    (turn ?player - player)
    (wins ?player - player)
    (less ?one ?other - size)
    (heap ?heap - heap ?size - size))

  (:derived (wins ?player - player)
    (and (not (turn ?player)) (forall (?heap - heap) (heap ?heap n0))))

  (:action leave
    :parameters (?player - player ?heap - heap ?size ?before - size)
    :precondition (and (turn ?player) (heap ?heap ?before) (less ?size ?before))
    :effect (and
      (not (heap ?heap ?before))
      (heap ?heap ?size)
      (not (turn ?player))
      (forall (?other - player) (when (not (= ?other ?player)) (turn ?other)))))
)
