//! Carries changes out on the texts and reads them again: whether there is a plan then, and what it costs the model.
//!
//! In: candidates by their rank, and how much work trials may take. Out: those after which there is a plan, the
//! likeliest first; what breaks an invariant of the model, or leaves a goal out, comes after all that keep them.

use rustc_hash::FxHashSet;

use super::Effort;
use super::candidates::{Act, Candidate, Site, candidates};
use super::invariants::{Group, Invariants, is_broken, is_renewed, lost_and_gained, show};
use super::literal::{Change, Literal, changes, literals_of};
use super::order::{Evidence, is_vain, rank};
use super::signs::{self, signs};
use super::trials::trial;
use crate::improve::Ticks;
use banto_base::limits::{Limits, Stop};
use banto_base::source::{SourceText, apply};
use banto_text::task::{ObjectId, ParsedDomain, SchemaId, Task, Variable};

/// At most this many that give a plan are looked for.
const MOST: usize = 40;

/// How much less likely than the best a change may be that is still tried and named.
const FAR: i32 = 9;

/// Work of reading a byte.
const WORK_OF_BYTE: Ticks = 200;

/// A change that gives a plan.
pub(crate) struct Cure {
    pub(crate) candidate: Candidate,
    pub(crate) steps: usize,
    /// How many of the actions and of the objects the plan takes.
    used: [usize; 2],
    rank: i32,
    /// An invariant or a goal that it gives up.
    pub(crate) lost: Option<String>,
}

/// Tries changes of two texts, within the work that an explanation may take.
pub(crate) struct Judge<'a> {
    texts: [&'a SourceText; 2],
    domain: ParsedDomain<'a>,
    limits: &'a Limits,
    effort: &'a Effort,
    /// The work that is left for all of them.
    work: Ticks,
    /// How many were tried, and how many were not.
    pub(crate) tried: usize,
    pub(crate) left: usize,
    /// Whether there are more than are counted.
    pub(crate) has_more: bool,
    /// The limit that ended it.
    pub(crate) stop: Option<Stop>,
}

impl<'a> Judge<'a> {
    /// `None` if the texts cannot be read.
    pub(crate) fn new(
        texts: [&'a SourceText; 2],
        limits: &'a Limits,
        effort: &'a Effort,
    ) -> Result<Option<Self>, Stop> {
        let domain = ParsedDomain::within(texts[0], limits)?;
        if domain.with_problem(texts[1].text(), limits)?.is_err() {
            return Ok(None);
        }
        let work = if limits.time().is_some() { Ticks::MAX } else { effort.trials };
        let stop = None;
        Ok(Some(Self { texts, domain, limits, effort, work, tried: 0, left: 0, has_more: false, stop }))
    }

    /// The changes that give a plan, the likeliest first.
    pub(crate) fn cures(&mut self, evidence: &Evidence<'_, '_>) -> Vec<Cure> {
        let most = self.effort.edits;
        let all = candidates(evidence.chain, self.texts, most, self.limits);
        (self.has_more, self.left) = (all.len() >= most, all.len());
        let mut ranked: Vec<(i32, Candidate)> =
            all.into_iter().map(|one| (rank(evidence, &one), one)).collect();
        ranked.sort_by_key(|candidate| candidate.0);
        let before = signs(evidence.chain.task());
        let mut cures: Vec<Cure> = Vec::new();
        for (rank, candidate) in ranked {
            let best = cures.iter().map(|cure| cure.rank).min();
            if best.is_some_and(|best| rank > best + FAR) || cures.len() >= MOST {
                self.left = 0;
                break;
            }
            if self.work == 0 || self.stop.is_some() {
                break;
            }
            self.left -= 1;
            match self.judged((evidence, &before), candidate, rank) {
                Ok(cure) => cures.extend(cure),
                Err(stop) => self.stop = Some(stop),
            }
        }
        // A plan that leaves out actions or objects that others take mends less of the model.
        let most = |at: usize| cures.iter().map(|cure| cure.used[at]).max().unwrap_or(0);
        let most = [most(0), most(1)];
        for cure in &mut cures {
            let idle = [0, 1].map(|at| (most[at] - cure.used[at]).min(4));
            cure.rank += i32::try_from(3 * idle[0] + 2 * idle[1]).unwrap_or(0);
        }
        let best = cures.iter().map(|cure| cure.rank).min().unwrap_or(0);
        cures.retain(|cure| cure.rank <= best + FAR);
        cures.sort_by_key(|cure| (cure.lost.is_some(), cure.rank, cure.steps));
        // The same words may fit two places.
        let mut said = FxHashSet::default();
        cures.retain(|cure| said.insert(cure.candidate.text.clone()));
        cures
    }

    /// A candidate after its trial, if there is a plan.
    fn judged(
        &mut self,
        (evidence, before): (&Evidence<'_, '_>, &[usize]),
        candidate: Candidate,
        rank: i32,
    ) -> Result<Option<Cure>, Stop> {
        let Some(texts) = apply(&self.texts.map(SourceText::text), &candidate.edits) else { return Ok(None) };
        let bytes: usize = texts.iter().map(String::len).sum();
        self.work = self.work.saturating_sub(WORK_OF_BYTE * bytes as Ticks);
        let is_domain = candidate.edits.iter().any(|edit| edit.file == 0);
        let read = if is_domain {
            let domain = SourceText::new("domain", texts[0].as_str());
            ParsedDomain::within(&domain, self.limits)?.with_problem(&texts[1], self.limits)?
        } else {
            self.domain.with_problem(&texts[1], self.limits)?
        };
        let Ok((after, _)) = read else { return Ok(None) };
        let changes = changes(&after);
        // What an action adds and deletes at once is a slip of its own.
        if undone(&changes) > undone(&evidence.chain.changes) {
            return Ok(None);
        }
        self.tried += 1;
        let plan = trial(&after, self.limits, &mut self.work)?.filter(|plan| !plan.steps.is_empty());
        let Some(plan) = plan else { return Ok(None) };
        if self.limits.time().is_none() {
            self.work = self.work.min(self.effort.more_trials);
        }
        let kept = Invariants::of(&after, &changes);
        let (lost, gained) = lost_and_gained(&evidence.invariants, &kept);
        // What never changed is in no invariant.
        let is_of_changes = |group: &&&Group| group.0.iter().all(|part| evidence.chain.is_changed(part.0));
        let is_gained = gained.iter().any(|group| is_of_changes(&group));
        let (strong, weak): (Vec<&Group>, Vec<&Group>) =
            lost.into_iter().partition(|group| is_renewed(&evidence.chain.changes, group));
        let broken = 2 * (i32::from(!weak.is_empty()) - i32::from(is_gained));
        let rank = rank + broken + signs::difference(before, &signs(&after));
        let task = evidence.chain.task();
        let lost = || {
            let broken = strong.iter().find(|group| is_broken(&after, &plan, group, self.limits));
            broken.or(strong.first()).map(|group| show(task, group))
        };
        let lost = weakens(evidence, &candidate).or_else(|| replaces(evidence, &candidate)).or_else(lost);
        let actions: FxHashSet<SchemaId> = plan.steps.iter().map(|step| step.schema).collect();
        let objects: FxHashSet<ObjectId> =
            plan.steps.iter().flat_map(|step| step.arguments.iter().copied()).collect();
        let used = [actions.len(), objects.len()];
        Ok(Some(Cure { candidate, steps: plan.steps.len(), used, rank, lost }))
    }
}

/// How many atoms actions add whenever they delete them.
fn undone(changes: &[Change<'_>]) -> usize {
    let key =
        |literal: &Literal<'_>| (literal.positive, literal.atom.predicate, literal.atom.arguments.clone());
    let when = |change: &Change<'_>| change.literals[change.required..].iter().map(key).collect::<Vec<_>>();
    let of_action = |own: &[Change<'_>]| {
        let is_undone = |add: &&Change<'_>| {
            let mut ends = own.iter().filter(|end| end.is(false, add.atom.predicate));
            let whenever = |end: &Change<'_>| when(add).is_empty() || when(add) == when(end);
            add.adds && ends.any(|end| end.atom.arguments == add.atom.arguments && whenever(end))
        };
        own.iter().filter(is_undone).count()
    };
    changes.chunk_by(|change, next| change.source == next.source).map(of_action).sum()
}

/// The goal that is no longer asked for, if it can be had at all.
fn weakens(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> Option<String> {
    let is_goal = candidate.site == Site::Goal && !is_vain(evidence, candidate);
    let gone = candidate.gone.as_ref().filter(|_| is_goal)?;
    let is_weaker = match candidate.act {
        Act::Quantifier => gone.0.starts_with("(forall"),
        act => !matches!(act, Act::Argument | Act::Exchange),
    };
    is_weaker.then(|| format!("{} holds in the end", gone.0))
}

/// The goal that is given, while actions can bring it about.
fn replaces(evidence: &Evidence<'_, '_>, candidate: &Candidate) -> Option<String> {
    let task: &Task = evidence.chain.task();
    let come = candidate.come.as_ref().filter(|_| candidate.site == Site::Init)?;
    let predicate = come.1.as_ref()?.predicate;
    let is_it = |goal: &Literal<'_>| goal.positive && goal.show::<Variable>(task, &[]) == come.0;
    let is_goal = literals_of((&task.goal, true)).iter().any(is_it);
    (is_goal && evidence.chain.growing.contains(&predicate))
        .then(|| format!("actions bring about {}", come.0))
}
