; Three in a row on a board of three by three.
;
; What it teaches: a game of two players is a domain like any other. `turn` says who moves, and every action asks for it;
; `wins` and `draw` say how it ends, and follow from the board by rules. Who plays against whom is no concern of
; the domain: banto game searches for the best moves, and banto plan finds how a game could go if both helped.
;
; How the world is modeled: a cell is empty or bears the mark of one player. `line` names the eight rows of three; their
; order does not matter.
;; board: mark X (mark first ?cell)
;; board: mark O (mark second ?cell)
(define (domain tic-tac-toe)
  (:requirements :adl :derived-predicates)

  (:types player cell)
  (:constants first second - player)

  (:predicates
    (turn ?player - player)
    (wins ?player - player)
    (draw)
    (line ?a ?b ?c - cell)
    (empty ?cell - cell)
    (mark ?player - player ?cell - cell))

  (:derived (wins ?player - player)
    (exists (?a ?b ?c - cell)
      (and (line ?a ?b ?c) (mark ?player ?a) (mark ?player ?b) (mark ?player ?c))))

  (:derived (draw)
    (and
      (forall (?cell - cell) (not (empty ?cell)))
      (forall (?player - player) (not (wins ?player)))))

  (:action put
    :parameters (?player - player ?cell - cell)
    :precondition (and (turn ?player) (empty ?cell))
    :effect (and
      (mark ?player ?cell)
      (not (empty ?cell))
      (not (turn ?player))
      (forall (?other - player) (when (not (= ?other ?player)) (turn ?other)))))
)
