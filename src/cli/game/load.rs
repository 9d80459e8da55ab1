//! Reading a game: a task that keeps to the convention, its ground task, its board.
//!
//! In: files. Out: what the commands about games work on, or diagnostics and an exit code. Plays nothing.

use super::super::exit::Exit;
use super::super::flags::TaskFiles;
use super::super::output::Output;
use super::super::{find_domain, input, limit, save};
use crate::game::{self, Board, Convention, Position, Rules};
use crate::ground::{GroundError, Scope, ground_for};
use crate::limits::Limits;
use crate::pddl;
use crate::search::Random;
use crate::source::{Diagnostic, Severity, SourceText, codes};
use crate::task::{self, Task};

/// How many random games `check --game` plays.
const TRIES: usize = 200;

/// A game, as it is written.
pub(super) struct Loaded {
    pub(super) task: Task,
    pub(super) convention: Convention,
    pub(super) board: Board,
    domain: SourceText,
    problem: SourceText,
}

/// Reads a game, or prints what is wrong with it.
pub(super) fn load(files: &TaskFiles, command: &str, output: &Output) -> Result<Loaded, Exit> {
    let (domain, problem) = find_domain::task_files(files, command, output)?;
    if save::is_standard(&domain) && save::is_standard(&problem) {
        return Err(output.usage("only one of the two files can be standard input"));
    }
    let (domain, fault) = input::read(&domain);
    let (problem, other) = input::read(&problem);
    let mut faults: Vec<Diagnostic> = fault.into_iter().chain(other.map(|fault| fault.moved_to(1))).collect();
    let mut found = None;
    if faults.is_empty() {
        let (tree, problem_tree) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
        let resolved = task::resolve(&tree, Some(&problem_tree));
        faults = resolved.diagnostics;
        if let (Some(task), Some(tree), Some(problem_tree)) = (resolved.task, &tree.tree, &problem_tree.tree)
        {
            let (convention, more) = game::convention(tree, problem_tree, &task);
            let (board, hints) = game::board(&domain, &problem, &task);
            faults.extend(more.into_iter().chain(hints));
            found = convention.map(|convention| (task, convention, board));
        }
    }
    faults.retain(|fault| fault.severity() == Severity::Error);
    match found {
        Some((task, convention, board)) if faults.is_empty() => {
            Ok(Loaded { task, convention, board, domain, problem })
        }
        _ => {
            output.diagnostics(&faults, &[&domain, &problem]);
            Err(input::exit(&faults))
        }
    }
}

impl Loaded {
    /// The rules of the game, or what is wrong with them, printed.
    pub(super) fn rules(&self, limits: &Limits, output: &Output) -> Result<Rules<'_>, Exit> {
        let rules = match rules(&self.task, &self.convention, &self.board, limits) {
            Ok(Ok(rules)) => rules,
            Ok(Err(faults)) => return Err(self.refuse(&faults, output)),
            Err(error) => return Err(limit::report(output, &error)),
        };
        self.honest(&Position::new(&rules), output)?;
        Ok(rules)
    }

    /// Refuses a game in which both players were seen to win at once.
    pub(super) fn honest(&self, position: &Position<'_, '_>, output: &Output) -> Result<(), Exit> {
        match position.fault() {
            Some(moves) => {
                let fault = game::two_winners(position.rules(), &self.convention, moves);
                Err(self.refuse(&[fault], output))
            }
            None => Ok(()),
        }
    }

    fn refuse(&self, faults: &[Diagnostic], output: &Output) -> Exit {
        output.diagnostics(faults, &[&self.domain, &self.problem]);
        Exit::Input
    }
}

fn rules<'a>(
    task: &'a Task,
    convention: &Convention,
    board: &Board,
    limits: &Limits,
) -> Result<Result<Rules<'a>, Vec<Diagnostic>>, GroundError> {
    let mut keep = vec![convention.turn, convention.wins];
    keep.extend(convention.draw.into_iter().chain(board.predicates()));
    let grounded = ground_for(task, &Scope::Everything(keep), limits, &mut |_| {})?;
    Ok(Rules::new(task, grounded.task.unwrap_or_default(), convention))
}

/// Whether a warning says that nothing reads a predicate which games or their boards do read.
pub(in crate::cli) fn is_read_after_all(
    warning: &Diagnostic,
    domain: &SourceText,
    problem: &SourceText,
    task: &Task,
) -> bool {
    let (board, _) = game::board(domain, problem, task);
    let mut read = game::read_by_games(task).into_iter().chain(board.predicates());
    let declared =
        warning.labels.first().filter(|label| label.file == 0).map(|label| domain.slice(label.span));
    let named = declared.and_then(|text| text.trim_start_matches('(').split_whitespace().next());
    let named = named.map(|name| name.trim_end_matches(')')).and_then(|name| task.predicates.find(name));
    warning.code == codes::W0203 && named.is_some_and(|named| read.any(|one| one == named))
}

/// Everything that is wrong with a task as a game, for `banto check --game`.
pub(in crate::cli) fn faults(domain: &SourceText, problem: &SourceText, task: &Task) -> Vec<Diagnostic> {
    let (tree, problem_tree) = (pddl::parse_domain(domain), pddl::parse_problem(problem));
    let (Some(tree), Some(problem_tree)) = (&tree.tree, &problem_tree.tree) else { return Vec::new() };
    let (convention, mut faults) = game::convention(tree, problem_tree, task);
    let (board, hints) = game::board(domain, problem, task);
    faults.extend(hints);
    let Some(convention) = convention else { return faults };
    let limits = Limits::none();
    match rules(task, &convention, &board, &limits) {
        Ok(Ok(rules)) => {
            let mut random = Random::new(0);
            let mut draw = |below: usize| random.below_index(below);
            let found = game::inspect(&rules, &convention, TRIES, &mut draw, &limits);
            faults.extend(found.ok().flatten());
        }
        Ok(Err(more)) => faults.extend(more),
        // Costs do not matter in games, and nothing limits grounding.
        Err(_) => {}
    }
    faults
}
