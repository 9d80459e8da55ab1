//! Directions and moves, to letters and back; shared by the board, the validator and the solvers.

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// One row up.
    Up = 0,
    /// One row down.
    Down = 1,
    /// One column to the left.
    Left = 2,
    /// One column to the right.
    Right = 3,
}

impl Direction {
    /// All four, in the order in which they are tried everywhere.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Its number, from 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// The change of row and column.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// Its letter in lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    /// The direction for a letter in either case.
    #[doc(hidden)]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'u' | 'U' => Some(Self::Up),
            'd' | 'D' => Some(Self::Down),
            'l' | 'L' => Some(Self::Left),
            'r' | 'R' => Some(Self::Right),
            _ => None,
        }
    }
}

/// One move of the player: a walk, or a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where to.
    pub direction: Direction,
    /// Whether a box is pushed.
    pub push: bool,
}

impl Move {
    /// Its letter in LURD: capital for a push.
    pub const fn letter(self) -> char {
        let letter = self.direction.letter();
        if self.push { letter.to_ascii_uppercase() } else { letter }
    }
}
