//! How the ranks of a search end together.
//!
//! In: why this rank ends. Out: at rank 0 the report of all. Each rank tells the others that it expands no more, and
//! takes in what was under way: then all know the same cheapest goal. Its path is followed from rank to rank, back to
//! the first state, while rank 0 gathers what the ranks did. Nobody leaves before rank 0 says so.

use super::super::cost::Cost;
use super::super::heuristic::Heuristic;
use super::super::outcome::{Exhaustion, Outcome, Path, Report};
use super::super::pool::StateId;
use super::super::prune::Prune;
use super::super::space::Space;
use super::super::tree::cheapest_step;
use super::super::work::{Counts, Work};
use super::mail::Kind;
use super::{PATIENCE, Rank};
use crate::limits::Stop;
use crate::transport::Lost;

/// Why a rank ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Nothing is left anywhere that could be cheaper.
    Done,
    /// It has a goal, and any will do.
    Goal,
    /// Pruning has proven that there is no path.
    Disproof,
    /// A limit was reached.
    Stop(Stop),
    /// This rank has ended.
    Elsewhere(usize),
    /// A rank is gone; with its last word.
    Lost(u64),
}

/// What a rank gives away when it ends.
#[derive(Clone, Copy, Debug)]
struct Part {
    cause: u64,
    work: Work,
    /// No path costs less that this rank could have found; as a word.
    floor: u64,
    lost_solutions: bool,
    lost_cheapest: bool,
    overflowed: bool,
}

const CAUSES: [Cause; 7] = [
    Cause::Done,
    Cause::Goal,
    Cause::Disproof,
    Cause::Stop(Stop::Time),
    Cause::Stop(Stop::Memory),
    Cause::Stop(Stop::Cancelled),
    Cause::Stop(Stop::Effort),
];

/// What a rank says as it leaves for this reason before the search ends: see [`Lost`].
pub fn farewell(stop: Stop) -> u64 {
    number_of(Cause::Stop(stop))
}

/// The reason behind the last word of a rank, if it had one.
pub fn reason(farewell: u64) -> Option<Stop> {
    let cause = usize::try_from(farewell).ok().and_then(|number| CAUSES.get(number))?;
    if let Cause::Stop(stop) = cause { Some(*stop) } else { None }
}

fn number_of(cause: Cause) -> u64 {
    CAUSES.iter().position(|other| *other == cause).unwrap_or(CAUSES.len()) as u64
}

impl Part {
    fn words(&self) -> [u64; 13] {
        let Counts { expanded, evaluated, generated, reopened, dead_ends, pruned } = self.work.counts;
        let flags = [self.lost_solutions, self.lost_cheapest, self.overflowed].map(u64::from);
        [
            self.cause,
            self.work.states,
            self.work.bytes,
            self.floor,
            expanded,
            evaluated,
            generated,
            reopened,
            dead_ends,
            pruned,
            flags[0],
            flags[1],
            flags[2],
        ]
    }

    fn read(words: &[u64]) -> Option<Self> {
        let &[
            cause,
            states,
            bytes,
            floor,
            expanded,
            evaluated,
            generated,
            reopened,
            dead_ends,
            pruned,
            one,
            two,
            three,
        ] = words
        else {
            return None;
        };
        let counts = Counts { expanded, evaluated, generated, reopened, dead_ends, pruned };
        let work = Work { counts, states, bytes };
        let (lost_solutions, lost_cheapest, overflowed) = (one != 0, two != 0, three != 0);
        Some(Self { cause, work, floor, lost_solutions, lost_cheapest, overflowed })
    }
}

/// What a rank hears while it ends.
struct Heard<C> {
    /// Which ranks expand no more.
    ended: Vec<bool>,
    floor: C,
    parts: Vec<Part>,
    /// Whether the path to the goal was followed to its beginning, as far as the space shows it.
    is_traced: bool,
    path: Option<Path<C>>,
    /// Set when rank 0 needs nothing more of this one: whether sums of costs were too large.
    overflowed: Option<bool>,
}

impl<C: Cost> Heard<C> {
    /// Takes a path: the cost, then the actions.
    #[allow(clippy::cast_possible_truncation, reason = "they were actions")]
    fn take_path(&mut self, words: &[u64]) {
        self.is_traced = true;
        self.path = words.split_first().map(|(&cost, actions)| {
            let actions = actions.iter().map(|&action| action as u32).collect();
            Path { actions, cost: C::from_word(cost) }
        });
    }
}

impl<S: Space, H: Heuristic<S>, P: Prune<S>> Rank<'_, '_, S, H, P> {
    /// Ends with the others. Ranks but the first learn only whether sums of costs were too large.
    pub(super) fn end(mut self, cause: Cause) -> Report<S::Cost> {
        let (rank, ranks) = (self.mail.rank(), self.mail.ranks());
        let mut heard = Heard {
            ended: (0..ranks).map(|other| other == rank || cause == Cause::Elsewhere(other)).collect(),
            floor: self.floor.min(self.arrived).min(self.mail.own_floor()),
            parts: Vec::new(),
            is_traced: false,
            path: None,
            overflowed: None,
        };
        let ended =
            if let Cause::Lost(why) = cause { Err(Lost(why)) } else { self.end_with(cause, &mut heard) };
        ended.unwrap_or_else(|Lost(why)| {
            // Another rank is gone, and nothing can be said but what it said, or what whoever started the ranks knows.
            let stop = reason(why).or(self.eager.run.check_limits().err()).unwrap_or(Stop::Cancelled);
            Report::nothing(Outcome::Stopped(stop))
        })
    }

    fn end_with(&mut self, cause: Cause, heard: &mut Heard<S::Cost>) -> Result<Report<S::Cost>, Lost> {
        let ranks = self.mail.ranks();
        self.mail.tell_all(Kind::End, &[]);
        while heard.ended.contains(&false) {
            self.hear(heard)?;
        }
        if let Some(goal) = self.goal.filter(|goal| goal.rank == self.mail.rank()) {
            let row = self.eager.run.tree.pool.row(goal.id).to_vec();
            self.trace(goal.id, Trace { row, cost: S::Cost::ZERO, actions: Vec::new() }, heard);
        }
        let part = self.part(cause, heard.floor);
        if self.mail.rank() != 0 {
            self.mail.tell(0, Kind::Done, &part.words());
            while heard.overflowed.is_none() {
                self.hear(heard)?;
            }
            self.mail.close();
            return Ok(Report::nothing(match heard.overflowed {
                Some(true) => Outcome::Exhausted(Exhaustion::CostOverflow),
                _ => Outcome::Stopped(Stop::Cancelled),
            }));
        }
        heard.parts.push(part);
        while heard.parts.len() < ranks || (self.goal.is_some() && !heard.is_traced) {
            self.hear(heard)?;
        }
        let report = self.report(heard);
        let overflowed = report.outcome == Outcome::Exhausted(Exhaustion::CostOverflow);
        self.mail.tell_all(Kind::Leave, &[overflowed.into()]);
        while !self.mail.flush() {
            std::thread::sleep(PATIENCE);
        }
        self.mail.close();
        Ok(report)
    }

    /// Waits for a packet.
    fn hear(&mut self, heard: &mut Heard<S::Cost>) -> Result<(), Lost> {
        self.mail.flush();
        let Some(letter) = self.mail.receive(PATIENCE)? else { return Ok(()) };
        let words = letter.words();
        match letter.kind {
            // No longer of use; but what they might have led to is not known.
            Kind::States => heard.floor = heard.floor.min(S::Cost::from_word(words[0])),
            Kind::Goal => self.take_goal(&letter),
            Kind::End => heard.ended[letter.from] = true,
            Kind::Done => heard.parts.extend(Part::read(words)),
            Kind::Trace => {
                let (row, rest) = words.split_at(self.state.len());
                let trace = Trace {
                    row: row.to_vec(),
                    cost: S::Cost::from_word(rest[1]),
                    actions: rest[2..].to_vec(),
                };
                self.step_back(rest[0], trace, heard);
            }
            Kind::Path => heard.take_path(words),
            Kind::Leave => heard.overflowed = words.first().map(|&flag| flag != 0),
            Kind::Token => {}
        }
        Ok(())
    }

    /// Follows the path to a state of this rank backwards.
    fn trace(&mut self, id: StateId, trace: Trace<S::Cost>, heard: &mut Heard<S::Cost>) {
        let parent = self.eager.run.tree.node(id).parent();
        if self.number(id) != Some(parent) {
            self.step_back(u64::from(parent.raw()), trace, heard);
            return;
        }
        let mut words = vec![trace.cost.to_word()];
        words.extend(trace.actions.iter().rev());
        self.tell_path(&words, heard);
    }

    /// Tells rank 0 of the path; nothing, if it is lost.
    fn tell_path(&mut self, words: &[u64], heard: &mut Heard<S::Cost>) {
        if self.mail.rank() == 0 {
            heard.take_path(words);
        } else {
            self.mail.tell(0, Kind::Path, words);
        }
    }

    /// Follows a path one state back, to a parent by its number, here or elsewhere.
    #[allow(clippy::cast_possible_truncation, reason = "numbers of states and ranks are small")]
    fn step_back(&mut self, parent: u64, mut trace: Trace<S::Cost>, heard: &mut Heard<S::Cost>) {
        let ranks = self.mail.ranks() as u64;
        let (to, id) = ((parent % ranks) as usize, StateId::from_raw((parent / ranks) as u32));
        if to != self.mail.rank() {
            let mut words = trace.row;
            words.extend([parent, trace.cost.to_word()]);
            words.append(&mut trace.actions);
            self.mail.tell(to, Kind::Trace, &words);
            return;
        }
        let run = &self.eager.run;
        let row = run.tree.pool.row(id);
        let Some((cost, action)) = cheapest_step(run.space, &mut self.scratch, row, &trace.row) else {
            return self.tell_path(&[], heard);
        };
        trace.row.copy_from_slice(row);
        trace.cost = trace.cost.plus(cost).expect("a path costs no more than its last node says");
        trace.actions.push(action.into());
        self.trace(id, trace, heard);
    }

    fn part(&self, cause: Cause, floor: S::Cost) -> Part {
        let run = &self.eager.run;
        Part {
            cause: number_of(cause),
            work: run.work(self.eager.open.bytes()),
            floor: floor.to_word(),
            lost_solutions: run.lost_solutions,
            lost_cheapest: run.lost_cheapest,
            overflowed: run.overflowed,
        }
    }

    /// The report of all ranks.
    fn report(&self, heard: &Heard<S::Cost>) -> Report<S::Cost> {
        let any = |fact: fn(&Part) -> bool| heard.parts.iter().any(fact);
        let ended_by = |cause| heard.parts.iter().any(|part| part.cause == number_of(cause));
        let stop = [Stop::Cancelled, Stop::Memory, Stop::Time, Stop::Effort]
            .into_iter()
            .find(|&stop| ended_by(Cause::Stop(stop)));
        // A space that asks limits of its own may have shown no more steps.
        let is_lost = self.goal.is_some() && heard.path.is_none();
        let lost = is_lost.then(|| self.eager.run.check_limits().err().unwrap_or(Stop::Cancelled));
        let stop = stop.or(lost);
        let is_optimal = self.rules.optimal && self.eager.admissible && !any(|part| part.lost_cheapest);
        let outcome = match (&heard.path, stop) {
            // A path that is not proven to be cheapest is not what an optimal search was asked for.
            (Some(path), None) => Outcome::Solved { path: path.clone(), optimal: is_optimal },
            (Some(path), Some(_)) if !self.rules.optimal => {
                Outcome::Solved { path: path.clone(), optimal: false }
            }
            _ if ended_by(Cause::Disproof) => Outcome::Exhausted(Exhaustion::Proven),
            (_, Some(stop)) => Outcome::Stopped(stop),
            _ if any(|part| part.lost_solutions) => Outcome::Exhausted(Exhaustion::Unsafe),
            _ if any(|part| part.overflowed) => Outcome::Exhausted(Exhaustion::CostOverflow),
            _ => Outcome::Exhausted(Exhaustion::Proven),
        };
        let mut work = Work::default();
        heard.parts.iter().for_each(|part| work.add_concurrent(&part.work));
        let mut readings = self.eager.run.readings.clone();
        if self.rules.optimal && is_optimal {
            let floors = heard.parts.iter().map(|part| S::Cost::from_word(part.floor));
            let least = floors.chain(self.eager.run.bound).min().filter(|least| *least != S::Cost::INFINITE);
            readings.lower_bound = least.map(S::Cost::shown);
        }
        Report { outcome, stop, work, readings }
    }
}

/// A path that is followed backwards.
struct Trace<C> {
    /// Where it has come to.
    row: Vec<u64>,
    /// What the steps behind it cost.
    cost: C,
    /// These steps, the last one first.
    actions: Vec<u64>,
}
