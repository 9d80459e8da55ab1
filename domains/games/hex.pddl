; A board of hexagons: the first player joins west and east, the second one north and south. One of them always succeeds.
;
; What it teaches: a win that is a path. `linked` is recursive: a stone is linked to its player's home side when it lies there,
; or when it touches a linked stone. banto works out such facts afresh in every position.
;
; How the world is modeled: `touches` says which cells are neighbors, six for a cell inside; `home` and `away` are the two
; sides of each player.
;; board: mark X (stone first ?cell)
;; board: mark O (stone second ?cell)
(define (domain hex)
  (:requirements :adl :derived-predicates)

  (:types player cell)
  (:constants first second - player)

  (:predicates
    (turn ?player - player)
    (wins ?player - player)
    (touches ?one ?other - cell)
    (home ?player - player ?cell - cell)
    (away ?player - player ?cell - cell)
    (empty ?cell - cell)
    (stone ?player - player ?cell - cell)
    (linked ?player - player ?cell - cell))

  (:derived (linked ?player - player ?cell - cell)
    (and
      (stone ?player ?cell)
      (or
        (home ?player ?cell)
        (exists (?near - cell) (and (touches ?near ?cell) (linked ?player ?near))))))

  (:derived (wins ?player - player)
    (exists (?cell - cell) (and (away ?player ?cell) (linked ?player ?cell))))

  (:action put
    :parameters (?player - player ?cell - cell)
    :precondition (and (turn ?player) (empty ?cell))
    :effect (and
      (stone ?player ?cell)
      (not (empty ?cell))
      (not (turn ?player))
      (forall (?other - player) (when (not (= ?other ?player)) (turn ?other)))))
)
