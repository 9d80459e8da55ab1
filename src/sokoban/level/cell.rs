//! The kinds of cell, and the alphabets in which they are written.
//!
//! In: characters. Out: cells, and back.

/// The content of a cell at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing: floor inside the walls, ground outside them.
    Floor,
    /// A wall.
    Wall,
    /// A free goal.
    Goal,
    /// A box, not on a goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player, not on a goal.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Cell {
    /// Every kind.
    pub const ALL: [Self; 7] =
        [Self::Floor, Self::Wall, Self::Goal, Self::Box, Self::BoxOnGoal, Self::Player, Self::PlayerOnGoal];

    /// The kind with these things on it; a wall carries nothing.
    pub const fn of(goal: bool, boxed: bool, player: bool) -> Self {
        match (goal, boxed, player) {
            (false, false, false) => Self::Floor,
            (true, false, false) => Self::Goal,
            (false, true, _) => Self::Box,
            (true, true, _) => Self::BoxOnGoal,
            (false, false, true) => Self::Player,
            (true, false, true) => Self::PlayerOnGoal,
        }
    }

    /// Whether the player stands here.
    pub const fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// Whether a box stands here.
    pub const fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// Whether it is a goal.
    pub const fn is_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }
}

/// The characters that stand for cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// `#` wall, `@` player, `+` player on a goal, `$` box, `*` box on a goal, `.` goal; a blank, `-` or `_` is floor.
    #[default]
    Xsb,
    /// `#` wall, `@` player, `+` player on a mark, `O` box, `G` box on a mark, `X` mark; a dot or a blank is floor.
    Article,
    /// `#` wall, `p` player, `P` player on a goal, `b` box, `B` box on a goal, `o` goal; floor as in XSB.
    Letters,
}

impl Alphabet {
    /// The cell that a character stands for.
    pub const fn cell(self, character: char) -> Option<Cell> {
        Some(match (self, character) {
            (_, '#') => Cell::Wall,
            (_, ' ') | (Self::Xsb | Self::Letters, '-' | '_') | (Self::Article, '.') => Cell::Floor,
            (_, '@') | (Self::Letters, 'p') => Cell::Player,
            (_, '+') | (Self::Letters, 'P') => Cell::PlayerOnGoal,
            (Self::Xsb | Self::Letters, '$') | (Self::Article, 'O') | (Self::Letters, 'b') => Cell::Box,
            (Self::Xsb | Self::Letters, '*') | (Self::Article, 'G') | (Self::Letters, 'B') => Cell::BoxOnGoal,
            (Self::Xsb | Self::Letters, '.') | (Self::Article, 'X') | (Self::Letters, 'o') => Cell::Goal,
            _ => return None,
        })
    }

    /// The character for a cell.
    pub const fn character(self, cell: Cell) -> char {
        match (cell, self) {
            (Cell::Wall, _) => '#',
            (Cell::Floor, Self::Article) | (Cell::Goal, Self::Xsb) => '.',
            (Cell::Floor, _) => ' ',
            (Cell::Player, Self::Letters) => 'p',
            (Cell::Player, _) => '@',
            (Cell::PlayerOnGoal, Self::Letters) => 'P',
            (Cell::PlayerOnGoal, _) => '+',
            (Cell::Box, Self::Article) => 'O',
            (Cell::Box, Self::Letters) => 'b',
            (Cell::Box, Self::Xsb) => '$',
            (Cell::BoxOnGoal, Self::Article) => 'G',
            (Cell::BoxOnGoal, Self::Letters) => 'B',
            (Cell::BoxOnGoal, Self::Xsb) => '*',
            (Cell::Goal, Self::Article) => 'X',
            (Cell::Goal, Self::Letters) => 'o',
        }
    }

    /// The alphabet of a drawing if none was named: the one that leaves the fewest characters unknown, XSB before
    /// others.
    pub(crate) fn recognize(characters: impl Iterator<Item = char>) -> Self {
        let mut seen: Vec<char> = Vec::new();
        for one in characters.filter(|one| !one.is_ascii_digit() && *one != '|') {
            // Nobody draws with this many characters.
            if !seen.contains(&one) && seen.len() < 100 {
                seen.push(one);
            }
        }
        let unknown = |alphabet: Self| seen.iter().filter(|one| alphabet.cell(**one).is_none()).count();
        if unknown(Self::Article) < unknown(Self::Xsb) && seen.iter().any(|one| "OXG".contains(*one)) {
            return Self::Article;
        }
        let letters =
            seen.iter().any(|one| "pP".contains(*one)) && seen.iter().any(|one| "bB".contains(*one));
        let signs = seen.iter().any(|one| "@+$*.".contains(*one));
        if letters && !signs { Self::Letters } else { Self::Xsb }
    }
}
