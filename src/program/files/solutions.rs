//! Solutions in any form in which others write them, for commands.
//!
//! In: levels; a text with levels and solutions, or with moves alone. Out: each solution with the level that it solves,
//! or why it solves none, and an exit code; what cannot be read is printed.

use super::which_levels::WhichLevels;
use crate::{Exit, Run};
use banto_base::source::{SourceText, Span, codes};
use banto_sokoban::fit::{Fitted, Wanted, fit};
use banto_sokoban::level::{Collection, Level, Reading};
use banto_sokoban::lurd;

/// The solutions in a text that are of interest, of which there is one at least.
pub(crate) struct Solutions<'a> {
    pub source: &'a SourceText,
    /// Those of the levels that are asked for, and those that fit none: what lines of moves were made for is not known.
    pub fitted: Vec<Fitted>,
    /// Whether others could not be judged.
    is_broken: bool,
}

impl<'a> Solutions<'a> {
    /// Fits the solutions in a text, from which these levels were read, to levels. What is wrong with its levels is
    /// printed, or that it has no solutions of those that are asked for.
    pub(crate) fn new(
        source: &'a SourceText,
        theirs: &Reading,
        wanted: &Wanted,
        which: &WhichLevels,
        run: &Run<'_>,
    ) -> Result<Self, Exit> {
        let all = || theirs.collection.levels.iter().zip(theirs.playable_levels());
        let (output, has_levels) = (run.output, all().next().is_some());
        let levels = playable_or_none(theirs);
        let fitted = fit(wanted, &Collection { levels, ..Collection::default() }, source, &run.limits);
        let fitted = fitted.map_err(run.stopped("stopped while replaying solutions"))?;
        if fitted.is_empty() && theirs.diagnostics.iter().any(|one| one.code == codes::E0301) {
            let stopped = run.stopped("stopped while reading moves");
            let fault = lurd::read_within(source, &run.limits).map_err(stopped)?.err();
            let why = fault.as_ref().map(|fault| format!(": {}", fault.message)).unwrap_or_default();
            let place = fault.map_or(Span::at(0), |fault| fault.span());
            let fault = codes::E0313.at(place, format!("{} has no solutions{why}", source.name()));
            let help =
                "a solution is a line of moves, as rrULd or R 2U L; above it may be a line Solution/NAME";
            return Err(output.refuse(&[fault.help(help)], &[source]));
        }
        if has_levels || fitted.is_empty() {
            // Moves need no levels.
            output.diagnostics(&theirs.diagnostics, &[source]);
        }
        let is_asked = |one: &Fitted| one.level.map_or(which.is_all() || !has_levels, |at| at < wanted.asked);
        let (fitted, others): (Vec<_>, Vec<_>) = fitted.into_iter().partition(is_asked);
        let mut others: Vec<usize> =
            others.iter().filter_map(|one| Some(wanted.levels[one.level?].0)).collect();
        others.sort_unstable();
        others.dedup();
        let others = WhichLevels::from(&others[..]);
        if fitted.is_empty() {
            if theirs.is_playable() || !has_levels {
                let of = if which.is_all() { String::new() } else { format!(" of {}", which.words()) };
                output.error(&format!("{} has no solutions{of}", source.name()));
            }
            if !others.is_all() {
                output.help(&format!("it has solutions of {}", others.words()));
            }
            return Err(Exit::Input);
        }
        if !others.is_all() {
            output.talk(&format!("{} also has solutions of {}", source.name(), others.words()));
        }
        // Nobody has judged what a broken level has, nor what was not read.
        let is_unjudged = all().any(|(level, is_playable)| !is_playable && !level.solutions.is_empty());
        let is_cut = theirs.diagnostics.iter().any(|one| one.code == codes::E0309);
        Ok(Self { source, fitted, is_broken: which.is_all() && (is_unjudged || is_cut) })
    }

    /// How many are wrong.
    pub(crate) fn wrong(&self) -> usize {
        self.fitted.iter().filter(|one| one.moves.is_err()).count()
    }

    /// The answer is no if one is wrong.
    pub(crate) fn exit(&self) -> Exit {
        match self.wrong() {
            _ if self.is_broken => Exit::Input,
            0 => Exit::Done,
            _ => Exit::No,
        }
    }
}

/// The levels, without cells and words where one cannot be played.
pub(crate) fn playable_or_none(reading: &Reading) -> Vec<Level> {
    let levels = reading.collection.levels.iter().zip(reading.playable_levels());
    levels.map(|(level, is_playable)| if is_playable { level.clone() } else { Level::default() }).collect()
}
