//! The outcome of one solver on one level: how it ended, what it did, and how long it took.
//!
//! In: the moves that a solver gives, or why there are none. Out: an [`Outcome`]. Solutions are validated first.

use std::time::Duration;

use crate::limits::Stop;
use crate::search::Work;
use crate::sokoban::validate::{Verdict, validate};
use crate::sokoban::{Level, Move, lurd};
use crate::source::SourceText;

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What the searches did.
    pub work: Work,
    /// Everything from the level to the validated solution.
    pub time: Duration,
    /// The part of it that was search: without writing, reading and grounding a planning problem.
    pub search_time: Duration,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a solution that the validator has accepted.
    Solved(Solution),
    /// With a proof that there is none, and the reason if it is known.
    Unsolvable(Option<String>),
    /// Without a solution and without a proof.
    Unsolved,
    /// At a limit.
    Stopped(Stop),
    /// With a plan or solution that its validator rejects: a fault of this program, in words.
    Faulty(String),
}

/// A solution that the validator has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub path: Vec<Move>,
    /// The same as text.
    pub lurd: String,
    /// How many of them push, as the validator counts.
    pub pushes: usize,
    /// How many there are, as the validator counts.
    pub moves: usize,
}

impl Ending {
    /// The ending of moves that a solver gives. The text that will be shown is validated, so that nothing else is
    /// vouched for.
    pub(super) fn of_moves(level: &Level, path: Vec<Move>) -> Self {
        let text = lurd::lurd(path.iter().copied());
        let written = lurd::read(&SourceText::new("<solution>", text.clone())).ok();
        let verdict = written.and_then(|moves| validate(level, &moves).ok()).filter(Verdict::is_solved);
        match verdict {
            Some(Verdict { moves, pushes, .. }) => Self::Solved(Solution { path, lurd: text, pushes, moves }),
            None => Self::Faulty(format!("the validator rejects the solution {text}")),
        }
    }

    /// The ending in one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Unsolved => "unsolved",
            Self::Stopped(_) => "stopped",
            Self::Faulty(_) => "fault",
        }
    }

    /// Why there is no solution, where that is known.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Unsolvable(reason) => reason.clone(),
            Self::Stopped(stop) => Some(stop.to_string()),
            Self::Faulty(words) => Some(words.clone()),
            Self::Solved(_) | Self::Unsolved => None,
        }
    }
}

impl Outcome {
    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        match &self.ending {
            Ending::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// States that were expanded in a second of search.
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        self.work.counts.expanded as f64 / self.search_time.as_secs_f64().max(1e-9)
    }
}

/// A run that ended before it searched.
impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        Self { ending, work: Work::default(), time: Duration::ZERO, search_time: Duration::ZERO }
    }
}
