; Four in a row, with stones that fall to the lowest free cell of a column.
;
; What it teaches: geometry comes from the problem. The rule for `wins` walks four cells along any direction, and only the
; facts of `next` say which cells lie in a row; a board of another size is another problem file. No draw is declared: a game
; in which nobody can move and nobody has won is a draw.
;
; How the world is modeled: a cell is empty or holds a stone of one player. A stone may be dropped into an empty cell when
; the cell below, if there is one, is not empty.
;; board: mark X (stone first ?cell)
;; board: mark O (stone second ?cell)
(define (domain connect-four)
  (:requirements :adl :derived-predicates)

  (:types player cell way)
  (:constants first second - player)

  (:predicates
    (turn ?player - player)
    (wins ?player - player)
    (below ?low ?high - cell)
    (next ?way - way ?from ?to - cell)
    (empty ?cell - cell)
    (stone ?player - player ?cell - cell))

  (:derived (wins ?player - player)
    (exists (?way - way ?a ?b ?c ?d - cell)
      (and
        (next ?way ?a ?b)
        (next ?way ?b ?c)
        (next ?way ?c ?d)
        (stone ?player ?a)
        (stone ?player ?b)
        (stone ?player ?c)
        (stone ?player ?d))))

  (:action drop
    :parameters (?player - player ?cell - cell)
    :precondition (and
      (turn ?player)
      (empty ?cell)
      (forall (?low - cell) (imply (below ?low ?cell) (not (empty ?low)))))
    :effect (and
      (stone ?player ?cell)
      (not (empty ?cell))
      (not (turn ?player))
      (forall (?other - player) (when (not (= ?other ?player)) (turn ?other)))))
)
