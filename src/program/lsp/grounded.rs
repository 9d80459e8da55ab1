//! How often an action is grounded in problems, for hover.
//!
//! In: the texts of a domain and of problems. Out: numbers of operators, remembered as long as the texts stay the same.
//! Tasks that take too long are left out.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use crate::commands::ground::of_schemas;
use banto_base::limits::Limits;
use banto_planning::ground::ground;
use banto_text::task;

/// The time limit for one problem, and the number of problems counted for one answer.
const TIME: Duration = Duration::from_millis(200);
const MOST: usize = 3;

/// How many tasks are remembered.
const KEPT: usize = 64;

/// The counts of the most recent tasks.
#[derive(Debug, Default)]
pub(super) struct Grounded {
    /// By a hash of both texts: each schema with its operators; `None` if that took too long, or there is no task.
    known: HashMap<u64, Option<Vec<(String, usize)>>>,
}

impl Grounded {
    /// How many operators a schema of a domain has in the first of these problems, in their order.
    pub(super) fn of(&mut self, schema: &str, domain: &str, problems: &[String]) -> Vec<Option<usize>> {
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        let counts = problems.iter().take(MOST).map(|problem| {
            let known = self.known.entry(FxBuildHasher.hash_one((domain, problem)));
            let known = known.or_insert_with(|| counts(domain, problem)).as_ref()?;
            known.iter().find(|(name, _)| name.eq_ignore_ascii_case(schema)).map(|(_, count)| *count)
        });
        counts.collect()
    }
}

fn counts(domain: &str, problem: &str) -> Option<Vec<(String, usize)>> {
    let limits = Limits::none().within_machine().with_time(TIME);
    let task = task::read_within(domain, problem, &limits).ok()?.ok()?;
    let grounded = ground(&task, &limits, &mut |_| {}).ok()?;
    // If the goal cannot be reached, nothing is grounded.
    let counts = grounded.task.map(|packed| of_schemas(&packed, &task))?;
    Some(task.schemas.iter().map(|schema| schema.name.clone()).zip(counts).collect())
}
