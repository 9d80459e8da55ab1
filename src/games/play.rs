//! The trait [`Game`]: what a search asks of a game, implemented by positions of tasks; and the words for how a
//! game ends.

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one declared first.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// `first` or `second`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This player has won.
    Won(Side),
    /// Nobody has.
    Drawn,
}

/// The number of a move: the same move has the same number in all positions of a game.
pub type Move = u32;

/// Estimates lie between this and its negative.
pub const ESTIMATE_LIMIT: i32 = 1000;

/// A game and its current position.
///
/// The methods with a default provide knowledge that makes searches faster. It must be true, but need not be complete.
pub trait Game {
    /// The side to move.
    fn mover(&self) -> Side;

    /// How the game ended, if it has. A side without a legal move, which is a draw, is not noticed here.
    fn ending(&self) -> Option<Ending>;

    /// Adds the legal moves to a list, in an order that depends on the position alone.
    fn moves(&self, list: &mut Vec<Move>);

    /// Plays a legal move.
    fn play(&mut self, one: Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// All moves have numbers below this one.
    fn move_count(&self) -> usize;

    /// The number of words of a key.
    fn key_words(&self) -> usize;

    /// Writes the key: positions with the same key have the same value. Symmetric positions may share the key of one of
    /// them; the result is the symmetry that maps this position to that one.
    fn key(&self, key: &mut [u64]) -> u32;

    /// The image of a move of this position under a symmetry.
    fn apply_symmetry(&self, _symmetry: u32, one: Move) -> Move {
        one
    }

    /// The move of this position whose image under a symmetry is given.
    fn revert_symmetry(&self, _symmetry: u32, one: Move) -> Move {
        one
    }

    /// A move that wins at once for the side to move.
    fn winning_move(&self) -> Option<Move> {
        None
    }

    /// Drops moves of `list[start..]` after which the opponent can win at once. Returns whether any was dropped. It is
    /// called only if there is no [`winning_move`](Self::winning_move).
    fn drop_losing(&self, _list: &mut Vec<Move>, _start: usize) -> bool {
        false
    }

    /// Move ordering: moves with greater numbers are tried first.
    fn order(&self, _one: Move) -> i32 {
        0
    }

    /// Whether a player may still win. `false` is a proof.
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// The estimated value of the position for the side to move, within [`ESTIMATE_LIMIT`]. 0 is a draw.
    fn estimate(&self) -> i32 {
        0
    }

    /// The most moves that can still be made, if known.
    fn longest(&self) -> Option<u32> {
        None
    }

    /// The number of symmetries of the game, the identity included.
    fn symmetries(&self) -> usize {
        1
    }
}
