//! `--improve` of `banto sokoban solve`: shorter solutions after the first.
//!
//! In: a solved level, flags, limits. Out: its best solution, and a report. Every solution is validated; the best is
//! kept when a limit or Ctrl-C ends the work.

use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::Value;

use super::best_solutions;
use crate::Progress;
use crate::compare::{Outcome, improve, replayed};
use crate::flags::{names, units};
use crate::terminal::play::Count;
use banto_base::limits::Limits;
use banto_sokoban::direct::{Aim, Promise};
use banto_sokoban::level::StoredSolution;
use banto_sokoban::{Level, Move};

/// What has found a solution that was in the level's file.
pub(super) const FILE: &str = "file";

/// The best of the level's own solutions with its title, if the validator accepts one.
pub(super) fn own(level: &Level, aim: Aim) -> Option<(String, Outcome)> {
    let mut best = best_solutions::best(&best_solutions::accepted(level)).into_iter();
    let (title, moves) = if aim == Aim::Moves { best.next() } else { best.next_back() }?;
    Some((title, Outcome { found_by: Some(FILE.into()), ..replayed(level, moves) }))
}

/// The title of a solution that was shortened, from that of the longer one.
pub(super) fn shortened(by: &str) -> String {
    match best_solutions::name_in(by) {
        "" => "shortened".to_owned(),
        by => format!("{by}, shortened"),
    }
}

/// A solution, under the name of who has made it if it was in the file.
pub(super) fn stored(
    outcome: &Outcome,
    by: Option<&str>,
    improved: Option<&Improved>,
) -> Option<StoredSolution> {
    let moves = outcome.solution()?.text.clone();
    let is_shorter = improved.is_some_and(Improved::is_shorter);
    let title = by.map(|by| if is_shorter { shortened(by) } else { by.to_owned() }).unwrap_or_default();
    Some(StoredSolution { title, moves, ..StoredSolution::default() })
}

/// The measures to minimize.
pub(super) fn aims() -> impl TypedValueParser<Value = Aim> {
    names::choice(&[
        ("pushes", Aim::Pushes, "The number of pushes"),
        ("moves", Aim::Moves, "The number of moves, then of pushes"),
    ])
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Improve {
    /// Look for shorter solutions for this long
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub improve: Option<Duration>,

    /// Which count to reduce; pushes by default
    #[arg(long, value_name = "WHAT", value_parser = aims(), requires = "improve")]
    pub improve_for: Option<Aim>,
}

impl Improve {
    /// The measure to minimize: as requested, else the one that the solver's solutions minimize.
    ///
    /// # Errors
    /// A message, if that would break the solver's promise.
    pub(super) fn aim(self, promise: Promise) -> Result<Aim, &'static str> {
        let asked = self.improve_for;
        let (promised, conflict) = match promise {
            Promise::Any => return Ok(asked.unwrap_or(Aim::Pushes)),
            Promise::Pushes | Promise::PushesThenMoves => {
                (Aim::Pushes, "the solver finds the fewest pushes; --improve-for moves needs another one")
            }
            Promise::Moves | Promise::MovesThenPushes => {
                (Aim::Moves, "the solver finds the fewest moves; --improve-for pushes needs another one")
            }
        };
        if asked.is_none_or(|asked| asked == promised) { Ok(promised) } else { Err(conflict) }
    }
}

/// The outcome of improving a first solution.
pub(super) struct Improved {
    pub(super) first: Count,
    last: Count,
    /// The measure that was to be reduced.
    aim: Aim,
    /// The measure that the last solution provably minimizes.
    proven: Option<Promise>,
    time: Duration,
}

/// Replaces the first solution with the best one found; one that is proven to be best by both counts, as a solver may
/// promise, stays. `None` if the level is not solved.
pub(super) fn run(
    level: &Level,
    outcome: &mut Outcome,
    (aim, time): (Aim, Duration),
    promise: Promise,
    limits: &Limits,
    progress: &Progress<'_>,
) -> Option<Improved> {
    let length = |outcome: &Outcome| outcome.solution().map(|solution| Count::of(&solution.path));
    let first = length(outcome)?;
    let start = limits.elapsed();
    let end = (start + time).min(limits.time().unwrap_or(Duration::MAX));
    let limits = limits.clone().with_time(end);
    let mut found = |moves: &[Move]| {
        let count = Count::of(moves);
        progress.found(count.pushes as u64, format!("{} (first {})", count.words(), first.words()));
    };
    progress.found(first.pushes as u64, first.words());
    let is_best = matches!(promise, Promise::PushesThenMoves | Promise::MovesThenPushes) && outcome.is_least;
    let proven = is_best || improve(level, outcome, aim, &limits, progress, &mut found);
    Some(Improved {
        first,
        last: length(outcome).unwrap_or(first),
        aim,
        proven: proven.then_some(match aim {
            Aim::Pushes => Promise::PushesThenMoves,
            Aim::Moves => Promise::MovesThenPushes,
        }),
        time: limits.elapsed().saturating_sub(start),
    })
}

impl Improved {
    pub(super) fn is_shorter(&self) -> bool {
        self.last != self.first
    }

    pub(super) fn sentence(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let proven = self.proven.and_then(Promise::words).unwrap_or(match self.aim {
            Aim::Pushes => "by pushes, then moves",
            Aim::Moves => "by moves, then pushes",
        });
        if !self.is_shorter() {
            let Count { moves, pushes } = self.last;
            let [(first, most), (second, rest)] = match self.aim {
                Aim::Pushes => [("pushes", pushes), ("moves", moves)],
                Aim::Moves => [("moves", moves), ("pushes", pushes)],
            };
            return if self.proven.is_some() {
                format!(
                    "no solution has fewer {first} ({most}), and with {most} none has fewer {second} ({rest}); \
                     --improve-for {second} looks for fewer {second}; {seconds:.3}s"
                )
            } else {
                format!("no shorter solution found ({proven}); {seconds:.3}s")
            };
        }
        format!("improved to {} ({proven}); {seconds:.3}s", self.last.words())
    }

    /// The outcome as fields of an object.
    pub(super) fn fields(&self, object: &mut Value) {
        object["first_pushes"] = self.first.pushes.into();
        object["first_moves"] = self.first.moves.into();
        object["improve_seconds"] = self.time.as_secs_f64().into();
        if let Some(promise) = self.proven {
            object["promise"] = promise.words().into();
        }
    }
}
