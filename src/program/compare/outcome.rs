//! The outcome of one solver on one level: how it ended, what it did, and how long it took.
//!
//! In: a solver's moves, or why there are none. Out: an [`Outcome`]. Solutions are validated first.

use std::borrow::Cow;

use super::figures::counted;
use banto_base::limits::{Stop, Taken};
use banto_base::source::SourceText;
use banto_planning::planner::Improved;
use banto_search::{Readings, Work};
use banto_sokoban::validate::{Verdict, validate};
use banto_sokoban::{Level, Move, lurd};
use banto_text::plan::{self, Plan};
use banto_text::task::Task;

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// The work of the searches.
    pub work: Work,
    /// Everything from the level to the validated solution.
    pub taken: Taken,
    /// The time before the search: writing, reading and grounding a planning problem, making heuristics.
    pub preparation: Taken,
    /// The search alone, until its first plan.
    pub search: Taken,
    /// The search that found the solution, where the solver is several.
    pub found_by: Option<Cow<'static, str>>,
    /// The reductions that took effect.
    pub in_effect: Vec<Cow<'static, str>>,
    /// The kind of an expanded state.
    pub expands: Cow<'static, str>,
    /// The limit that ended the run, in words; it may have a solution.
    pub stop: Option<String>,
    /// The cost that every plan or solution has at least, as far as a solver that promises the least has proven it.
    pub lower_bound: Option<u64>,
    /// Whether the solution is proven to be least in what the solver minimizes.
    pub is_least: bool,
    /// What the first search of a planner said on the way.
    pub readings: Readings,
    /// Of how many runs this is the one with the median time.
    pub repeats: usize,
    /// The most memory that the process held during the run, if no other ran in it at the same time.
    pub peak: Option<u64>,
    /// What it held when the run began: earlier runs have left a part of it. `None` of a process of its own.
    pub held: Option<u64>,
    /// What of all this came after the first plan, if a planner has one.
    pub improvement: Option<Improved>,
    /// Whether this is another program, of whose searches nothing is known.
    pub is_foreign: bool,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// With a solution that the validator has accepted.
    Solved(Solution),
    /// With a proof that there is none, and the reason if it is known.
    Unsolvable(Option<String>),
    /// Without a solution and without a proof.
    #[default]
    Unsolved,
    /// At a limit.
    Stopped(Stop),
    /// With a plan or solution that the validator rejects: a fault of this program, in words.
    Faulty(String),
    /// In another way, as a word and its reason: `unfit`, not begun, since the task has something that no plan can
    /// express; or, of another program, `crashed`, `not-started`, `invalid`, `stopped` or `unsolved`.
    Failed(&'static str, String),
}

/// A solution that the validator has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves through a level; empty for a task.
    pub path: Vec<Move>,
    /// The moves as text, or the steps of the plan in a row.
    pub text: String,
    /// Its lengths, as the validator counts: pushes and moves, or the cost and the number of steps.
    pub lengths: [u64; 2],
}

impl Solution {
    /// The steps of a plan, one per line.
    pub(super) fn steps(&self) -> String {
        self.text.replace(") (", ")\n(")
    }
}

impl Ending {
    /// The ending for a solver's moves. The very text that will be shown is validated.
    pub(super) fn of_moves(level: &Level, path: Vec<Move>) -> Self {
        let text = lurd::lurd(path.iter().copied());
        let written = lurd::read(&SourceText::new("<solution>", text.clone())).ok();
        let why = match written.map(|moves| validate(level, &moves)) {
            Some(Ok(verdict)) if verdict.is_solved() => {
                let lengths = [verdict.pushes as u64, verdict.moves as u64];
                return Self::Solved(Solution { path, text, lengths });
            }
            Some(Ok(Verdict { boxes_left, .. })) => {
                format!("{} not on a goal at the end", counted(boxes_left as u64, "box is", "boxes are"))
            }
            Some(Err(refusal)) => {
                format!("move {} is not possible: {}", refusal.index + 1, refusal.reason.words())
            }
            None => "it cannot be read".to_owned(),
        };
        Self::Faulty(format!("the validator rejects the solution {text}: {why}"))
    }

    /// The ending for a plan. The very text that will be shown is validated, as for moves.
    pub(super) fn of_plan(task: &Task, found: &Plan) -> Self {
        let text = found.text(task).trim_end().replace('\n', " ");
        let read = plan::read(task, &text).map_err(|error| error.to_string());
        let why = match read.map(|read| (read.plan.steps.len(), plan::validate(task, &read.plan))) {
            Ok((steps, plan::Verdict::Valid { cost })) => {
                return Self::Solved(Solution { path: Vec::new(), text, lengths: [cost, steps as u64] });
            }
            Ok((_, plan::Verdict::Invalid(fault))) => fault.message,
            Err(words) => words,
        };
        Self::Faulty(format!("the validator rejects the plan: {why}"))
    }

    /// The words of endings without an answer.
    pub const OTHERS: [&str; 7] =
        ["unsolved", "stopped", "fault", "unfit", "crashed", "not-started", "invalid"];

    /// Whether there is a solution, or proof that there is none.
    pub(super) const fn is_answer(&self) -> bool {
        matches!(self, Self::Solved(_) | Self::Unsolvable(_))
    }

    /// The ending in one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Unsolved => "unsolved",
            Self::Stopped(_) => "stopped",
            Self::Faulty(_) => "fault",
            Self::Failed(word, _) => word,
        }
    }

    /// Why there is no solution, if known.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Unsolvable(reason) => reason.clone(),
            Self::Stopped(stop) => Some(stop.to_string()),
            Self::Faulty(words) | Self::Failed(_, words) => Some(words.clone()),
            Self::Solved(_) | Self::Unsolved => None,
        }
    }
}

/// The outcome of a solution that was found before; a fault if the validator rejects it.
pub(crate) fn replayed(level: &Level, path: Vec<Move>) -> Outcome {
    Ending::of_moves(level, path).into()
}

impl Outcome {
    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        match &self.ending {
            Ending::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// The work of the searches, if it is known.
    pub fn known_work(&self) -> Option<&Work> {
        (!self.is_foreign).then_some(&self.work)
    }

    /// Whether the answer is proven: that no solution is less, or that there is none; `None` without an answer, and of
    /// other programs, which are not asked for a proof.
    pub(super) fn is_proven(&self) -> Option<bool> {
        let is_unsolvable = matches!(self.ending, Ending::Unsolvable(_));
        (!self.is_foreign && self.ending.is_answer()).then_some(self.is_least || is_unsolvable)
    }

    /// Until the first plan and after it: time, and expanded states.
    pub(super) fn parts(&self) -> Option<[(Taken, u64); 2]> {
        let Improved { counts, taken, .. } = self.improvement?;
        let first = self.work.counts.without(&counts);
        Some([(self.taken.without(taken), first.expanded), (taken, counts.expanded)])
    }

    /// Why there is no solution, or what ended the run that has one.
    pub fn reason(&self) -> Option<String> {
        match self.ending {
            Ending::Stopped(_) => self.stop.clone().or_else(|| self.ending.reason()),
            _ => self.ending.reason().or_else(|| self.stop.clone()),
        }
    }

    /// Forgets times of the processor: others ran in several threads at the same time.
    pub fn forget_processor_time(&mut self) {
        let improvement = self.improvement.as_mut().map(|improvement| &mut improvement.taken);
        for taken in [&mut self.taken, &mut self.preparation, &mut self.search].into_iter().chain(improvement)
        {
            taken.cpu = None;
        }
    }

    /// States expanded per second of search.
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        let mut searching = self.search;
        searching.add(self.improvement.map(|improvement| improvement.taken).unwrap_or_default());
        self.work.counts.expanded as f64 / searching.best().as_secs_f64().max(1e-9)
    }
}

/// A run that ended before it searched.
impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        Self { ending, ..Self::default() }
    }
}
