//! What a search asks of a game of two players who see everything.
//!
//! In: nothing. Out: the trait [`Game`], implemented by tasks and by hand-written boards, and the words for how a game
//! ends. Knows no rules and no search.

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that is declared first.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// `first` or `second`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

/// How a game has ended.
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

/// A game and the position that it is in.
///
/// The methods with a default are knowledge that makes searches faster. They must be true, and need not be complete.
pub trait Game {
    /// Whose turn it is.
    fn mover(&self) -> Side;

    /// How the game has ended, if it has. A player who cannot move is not noticed here: that is a draw.
    fn ending(&self) -> Option<Ending>;

    /// Adds the legal moves to a list, in an order that the position alone decides.
    fn moves(&self, list: &mut Vec<Move>);

    /// Plays a legal move.
    fn play(&mut self, one: Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// Moves have numbers below this one.
    fn move_count(&self) -> usize;

    /// The words of a key.
    fn key_words(&self) -> usize;

    /// Writes the key: positions with the same key have the same value. Where symmetric positions share a key, the
    /// result says by which symmetry this one was turned.
    fn key(&self, key: &mut [u64]) -> u32;

    /// A move of this position as a move of the turned one.
    fn turned(&self, _symmetry: u32, one: Move) -> Move {
        one
    }

    /// A move of the turned position as a move of this one.
    fn turned_back(&self, _symmetry: u32, one: Move) -> Move {
        one
    }

    /// A move after which the mover has won.
    fn winning_move(&self) -> Option<Move> {
        None
    }

    /// Drops from the moves of `list[start..]` some after which the opponent can win at once. Says whether any went.
    /// Asked only where there is no [`winning_move`](Self::winning_move).
    fn drop_losing(&self, _list: &mut Vec<Move>, _start: usize) -> bool {
        false
    }

    /// How much is to be hoped of a move: those that promise more are tried sooner.
    fn promise(&self, _one: Move) -> i32 {
        0
    }

    /// Whether a player may still win. `false` is a proof.
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// What the position seems to be worth for the mover, within [`ESTIMATE_LIMIT`]. 0 is a draw.
    fn estimate(&self) -> i32 {
        0
    }

    /// No game is longer than this from here, where that is known.
    fn longest(&self) -> Option<u32> {
        None
    }

    /// How many ways there are of turning a position without changing its value, the plain one included.
    fn symmetries(&self) -> usize {
        1
    }
}
