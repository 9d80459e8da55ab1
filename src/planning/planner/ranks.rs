//! One search in several threads, of this process and of others, each with its own space, heuristics and pruning.
//!
//! In: a stage, and connections. Out: one report, the structure found in the task by all threads of this process, and
//! at rank 0 the plan. Processes start only if all have the same task and the same stage.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use rustc_hash::FxHasher;

use super::Request;
use super::homes::Homes;
use super::preset::{Context, Stage};
use super::pruning::{Findings, Symmetries};
use super::tuning::Chosen;
use crate::strips::{FactSpace, OpId};
use banto_base::limits::threads::startable;
use banto_base::limits::{Limits, Stop};
use banto_search::transport::{Link, Lost, threads};
use banto_search::{Cost, Observer, Report, in_ranks, stop_from_word};

/// Structure of the task for all ranks of this process, computed once.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) symmetries: Symmetries,
    homes: OnceLock<Homes>,
}

impl Shared {
    pub(super) fn homes<S: FactSpace>(
        &self,
        space: &S,
        symmetry: bool,
        ranks: usize,
        limits: &Limits,
    ) -> &Homes {
        self.homes.get_or_init(|| {
            let classes = symmetry.then(|| self.symmetries.find(space.task(), limits)).flatten();
            Homes::new(space, classes, ranks, limits)
        })
    }
}

impl Context<'_> {
    /// The connections of a stage for this many threads, and to the other processes of the request. On failure, the
    /// reason to stop, and a process with a different task, if that is why.
    pub(super) fn links(
        &self,
        stage: &Stage,
        bound: Option<u64>,
        count: usize,
    ) -> Result<Vec<Link>, (Option<usize>, Stop)> {
        let Context { task, factoring, request, limits, .. } = *self;
        let Some(network) = &request.network else { return Ok(local(count, limits)) };
        let parts = factoring.map_or(0, |factoring| factoring.task.digest());
        let words = [task.digest(), parts, stage.digest(request, bound), count as u64];
        match network.agree(&words, &mut || limits.check_now().is_ok()) {
            Ok(0) => Ok(network.connect(count)),
            Ok(process) => Err((Some(process), Stop::Canceled)),
            Err(Lost(why)) => {
                Err((None, limits.check_now().err().or(stop_from_word(why)).unwrap_or(Stop::Canceled)))
            }
        }
    }
}

/// Connections for this thread and for as many others as the process can start.
pub(super) fn local(count: usize, limits: &Limits) -> Vec<Link> {
    let count = 1 + startable(count - 1, limits);
    threads(count).into_iter().map(|thread| Box::new(thread) as Link).collect()
}

impl Stage {
    /// A hash of everything that distinguishes one search of a task from another.
    fn digest(&self, request: &Request, bound: Option<u64>) -> u64 {
        let Chosen { algorithm, heuristics, weight, tuning } = self.chosen();
        let names: Vec<&str> = heuristics.iter().map(|row| &*row.name).collect();
        let (reductions, seed) = (request.reductions, request.seed);
        let mut hasher = FxHasher::default();
        format!("{algorithm:?} {names:?} {weight:?} {tuning:?} {bound:?} {reductions:?} {seed}")
            .hash(&mut hasher);
        hasher.finish()
    }

    /// Searches in these ranks, and in those of connected processes.
    pub(super) fn in_ranks<C: Cost>(
        &self,
        context: &Context<'_>,
        links: Vec<Link>,
        bound: Option<u64>,
        observer: Option<&dyn Observer>,
    ) -> (Report<C>, Findings, Option<Vec<OpId>>) {
        let Context { task, factoring, dead, request, limits } = *context;
        let shared = Shared::default();
        let ranks = in_ranks(links, limits, observer, &|link, limits, observer| {
            let context = Context { task, factoring, dead, request, limits };
            let mut plan = None;
            let rank = Some((link, &shared));
            let (report, findings) =
                self.search::<C>(&context, bound, observer, rank, &mut |found| plan = Some(found));
            (report, findings, plan)
        });
        let mut ranks = ranks.into_iter();
        let (report, mut findings, plan) = ranks.next().expect("there is a rank");
        for (_, others, _) in ranks {
            findings.pruned.add(&others.pruned);
            findings.proof = findings.proof.or(others.proof);
            findings.preparation.beside(others.preparation);
        }
        (report, findings, plan)
    }
}
