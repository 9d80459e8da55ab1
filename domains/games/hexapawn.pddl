; Pawns that race: forward where the way is free, diagonally to capture. Whoever reaches the far side wins, and so does whoever
; leaves the opponent without a move.
;
; What it teaches: a win by what can no longer be done. `can-move` is derived from the board, and `wins` reads its negation,
; which is why it is derived in a layer above.
;
; How the world is modeled: `ahead` and `slant` say for each player where pawns go; `far` are the cells that end the race.
;; board: mark W (pawn white ?cell)
;; board: mark B (pawn black ?cell)
(define (domain hexapawn)
  (:requirements :adl :derived-predicates)

  (:types player cell)
  (:constants white black - player)

  (:predicates
    (turn ?player - player)
    (wins ?player - player)
    (can-move ?player - player)
    (ahead ?player - player ?from ?to - cell)
    (slant ?player - player ?from ?to - cell)
    (far ?player - player ?cell - cell)
    (empty ?cell - cell)
    (pawn ?player - player ?cell - cell))

  (:derived (can-move ?player - player)
    (exists (?from ?to - cell)
      (and
        (pawn ?player ?from)
        (or
          (and (ahead ?player ?from ?to) (empty ?to))
          (and
            (slant ?player ?from ?to)
            (exists (?other - player) (and (not (= ?other ?player)) (pawn ?other ?to))))))))

  (:derived (wins ?player - player)
    (exists (?cell - cell) (and (far ?player ?cell) (pawn ?player ?cell))))

  (:derived (wins ?player - player)
    (and
      (not (turn ?player))
      (not (exists (?cell - cell ?other - player)
        (and (not (= ?other ?player)) (far ?other ?cell) (pawn ?other ?cell))))
      (forall (?other - player) (or (= ?other ?player) (not (can-move ?other))))))

  (:action step
    :parameters (?player - player ?from ?to - cell)
    :precondition (and (turn ?player) (pawn ?player ?from) (ahead ?player ?from ?to) (empty ?to))
    :effect (and
      (not (pawn ?player ?from))
      (empty ?from)
      (pawn ?player ?to)
      (not (empty ?to))
      (not (turn ?player))
      (forall (?other - player) (when (not (= ?other ?player)) (turn ?other)))))

  (:action capture
    :parameters (?player ?other - player ?from ?to - cell)
    :precondition (and
      (turn ?player)
      (not (= ?other ?player))
      (pawn ?player ?from)
      (slant ?player ?from ?to)
      (pawn ?other ?to))
    :effect (and
      (not (pawn ?player ?from))
      (empty ?from)
      (pawn ?player ?to)
      (not (pawn ?other ?to))
      (not (turn ?player))
      (turn ?other)))
)
