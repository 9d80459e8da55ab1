//! How the ranks of a search end together.
//!
//! In: why this rank ends. Out: at rank 0 the report of all. Each rank tells the others that it expands no more, and
//! receives what is still in transit: then all know the same cheapest goal. Its path is traced from rank to rank, back
//! to the initial state, while rank 0 collects the work of all ranks. No rank leaves before rank 0 says so.

use super::messages::MessageKind;
use super::{PATIENCE, Rank};
use crate::open::OpenList;
use crate::transport::Lost;
use crate::{Cost, Exhaustion, Outcome, Path, Report, Space, StateId, Work};
use banto_base::limits::Stop;

/// While a rank is lost, rank 0 tries this often to deliver its last packets.
const TRIES: u32 = 200;

/// Why a rank ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// No rank has anything left that could be cheaper.
    Done,
    /// It has a goal, and the search accepts any.
    Goal,
    /// Pruning has proven that there is no path.
    Disproof,
    /// A limit was reached.
    Stop(Stop),
    /// The rank of this number has ended.
    Elsewhere(usize),
    /// A rank is lost; with the last word it sent.
    Lost(u64),
}

/// The report of a rank.
#[derive(Clone, Copy, Debug)]
struct Part {
    work: Work,
    /// Lower bound on any path this rank could still have found, encoded as a word.
    floor: u64,
    /// The limit that ended it; as in [`stop_to_word`].
    stop: u64,
    /// Flags, see [`DISPROVEN`] and those below it.
    facts: u64,
}

/// The flags of a rank at its end.
const DISPROVEN: u64 = 1;
const LOST_SOLUTIONS: u64 = 2;
const LOST_CHEAPEST: u64 = 4;
const OVERFLOWED: u64 = 8;

const STOPS: [Stop; 4] = [Stop::Canceled, Stop::Memory, Stop::Time, Stop::Effort];

/// The word that a rank sends if it leaves for this reason before the search ends: see [`Lost`].
pub fn stop_to_word(stop: Stop) -> u64 {
    STOPS.iter().zip(1..).find(|(other, _)| **other == stop).map_or(0, |(_, number)| number)
}

/// The reason for which a rank left, by its last word.
pub fn stop_from_word(word: u64) -> Option<Stop> {
    STOPS.get(usize::try_from(word).ok()?.checked_sub(1)?).copied()
}

impl Part {
    fn words(&self) -> Vec<u64> {
        [&self.work.to_words()[..], &[self.floor, self.stop, self.facts]].concat()
    }

    fn read(words: &[u64]) -> Option<Self> {
        let (&work, rest) = words.split_first_chunk()?;
        let &[floor, stop, facts] = rest else { return None };
        Some(Self { work: Work::from_words(work), floor, stop, facts })
    }
}

/// The messages that a rank has received while it ends.
struct Heard<C> {
    /// Which ranks have stopped expanding.
    ended: Vec<bool>,
    floor: C,
    parts: Vec<Part>,
    /// Whether the path to the goal was traced to its start, or lost because the space no longer shows a step.
    is_traced: bool,
    path: Option<Path<C>>,
    /// Set when rank 0 needs nothing more from this one: whether a sum of costs overflowed.
    overflowed: Option<bool>,
}

impl<C: Cost> Heard<C> {
    /// Stores a path: the cost, then the actions.
    #[allow(clippy::cast_possible_truncation, reason = "they were actions")]
    fn take_path(&mut self, words: &[u64]) {
        self.is_traced = true;
        self.path = words.split_first().map(|(&cost, actions)| {
            let actions = actions.iter().map(|&action| action as u32).collect();
            Path { actions, cost: C::from_word(cost) }
        });
    }
}

impl<S: Space> Rank<'_, '_, S> {
    /// Ends together with the others. Only rank 0 gets the report; the others learn whether a sum of costs overflowed.
    pub(super) fn end(mut self, cause: Cause) -> Report<S::Cost> {
        let (rank, ranks) = (self.messages.rank(), self.messages.ranks());
        let mut heard = Heard {
            ended: (0..ranks).map(|other| other == rank || cause == Cause::Elsewhere(other)).collect(),
            floor: self.floor.min(self.arrived),
            parts: Vec::new(),
            is_traced: false,
            path: None,
            overflowed: None,
        };
        let ended =
            if let Cause::Lost(why) = cause { Err(Lost(why)) } else { self.end_with(cause, &mut heard) };
        ended.unwrap_or_else(|Lost(why)| {
            // Another rank is lost. The reason is its last word, or whatever limit was reached here.
            let stop = stop_from_word(why).or(self.eager.run.check_limits().err()).unwrap_or(Stop::Canceled);
            Report::nothing(Outcome::Stopped(stop))
        })
    }

    fn end_with(&mut self, cause: Cause, heard: &mut Heard<S::Cost>) -> Result<Report<S::Cost>, Lost> {
        let ranks = self.messages.ranks();
        self.messages.send_to_all(MessageKind::End, &[]);
        while heard.ended.contains(&false) {
            self.hear(heard)?;
        }
        if let Some(goal) = self.goal.filter(|goal| goal.rank == self.messages.rank()) {
            let row = self.eager.run.tree.pool.row(goal.id).to_vec();
            let from = (goal.id.index() * ranks + self.messages.rank()) as u64;
            self.trace(Trace { row, from, cost: S::Cost::ZERO, actions: Vec::new() }, heard);
        }
        self.eager.run.tell_end();
        let part = self.part(cause, heard.floor);
        if self.messages.rank() != 0 {
            self.messages.send(0, MessageKind::Done, &part.words());
            while heard.overflowed.is_none() {
                self.hear(heard)?;
            }
            self.messages.close();
            return Ok(Report::nothing(match heard.overflowed {
                Some(true) => Outcome::Exhausted(Exhaustion::CostOverflow),
                _ => Outcome::Stopped(Stop::Canceled),
            }));
        }
        heard.parts.push(part);
        while heard.parts.len() < ranks || (self.goal.is_some() && !heard.is_traced) {
            self.hear(heard)?;
        }
        let report = self.report(heard);
        let overflowed = report.outcome == Outcome::Exhausted(Exhaustion::CostOverflow);
        self.messages.send_to_all(MessageKind::Leave, &[overflowed.into()]);
        // Receiving makes room for sending. A rank that got its packet may be gone already, which does no harm.
        let mut tries = TRIES;
        while !self.messages.flush() && tries > 0 {
            if self.messages.receive(PATIENCE).is_err() {
                std::thread::sleep(PATIENCE);
                tries -= 1;
            }
        }
        self.messages.close();
        Ok(report)
    }

    /// Waits a moment for a packet and handles it.
    fn hear(&mut self, heard: &mut Heard<S::Cost>) -> Result<(), Lost> {
        self.messages.flush();
        let Some(message) = self.messages.receive(PATIENCE)? else { return Ok(()) };
        let words = message.words();
        match message.kind {
            // The states are dropped, but their keys still lower the bound.
            MessageKind::States => heard.floor = heard.floor.min(S::Cost::from_word(words[0])),
            MessageKind::Goal => self.take_goal(&message),
            MessageKind::End => heard.ended[message.from] = true,
            MessageKind::Done => heard.parts.extend(Part::read(words)),
            MessageKind::Trace => self.trace(Trace::read(words, self.expansion.state.len()), heard),
            MessageKind::Path => heard.take_path(words),
            MessageKind::Leave => heard.overflowed = words.first().map(|&flag| flag != 0),
            MessageKind::Token => {}
        }
        Ok(())
    }

    /// Traces a path backwards through the states of this rank.
    #[allow(clippy::cast_possible_truncation, reason = "numbers of states and ranks are small")]
    fn trace(&mut self, mut trace: Trace<S::Cost>, heard: &mut Heard<S::Cost>) {
        let (rank, ranks) = (self.messages.rank() as u64, self.messages.ranks() as u64);
        while trace.from % ranks == rank {
            let id = StateId::from_raw((trace.from / ranks) as u32);
            let run = &self.eager.run;
            let row = run.tree.pool.row(id);
            // The trace starts at the goal itself, which needs no step.
            if row != trace.row {
                let step = run.space.step(&mut self.expansion.scratch, row, &trace.row);
                let Some((cost, action)) = step else { return self.tell_path(&[], heard) };
                trace.row.copy_from_slice(row);
                trace.cost = trace.cost.plus(cost).expect("a path costs no more than its last node says");
                trace.actions.push(action.into());
            }
            let parent = u64::from(run.tree.node(id).parent().raw());
            if parent == trace.from {
                let mut words = vec![trace.cost.to_word()];
                words.extend(trace.actions.iter().rev());
                return self.tell_path(&words, heard);
            }
            trace.from = parent;
        }
        self.messages.send((trace.from % ranks) as usize, MessageKind::Trace, &trace.words());
    }

    /// Sends the path to rank 0; no words mean that it is lost.
    fn tell_path(&mut self, words: &[u64], heard: &mut Heard<S::Cost>) {
        if self.messages.rank() == 0 {
            heard.take_path(words);
        } else {
            self.messages.send(0, MessageKind::Path, words);
        }
    }

    fn part(&self, cause: Cause, floor: S::Cost) -> Part {
        let run = &self.eager.run;
        Part {
            work: run.work(self.eager.open.bytes()),
            floor: floor.to_word(),
            stop: if let Cause::Stop(stop) = cause { stop_to_word(stop) } else { 0 },
            facts: DISPROVEN * u64::from(cause == Cause::Disproof)
                + LOST_SOLUTIONS * u64::from(run.lost_solutions)
                + LOST_CHEAPEST * u64::from(run.lost_cheapest)
                + OVERFLOWED * u64::from(run.overflowed),
        }
    }

    fn report(&self, heard: &Heard<S::Cost>) -> Report<S::Cost> {
        let facts = heard.parts.iter().fold(0, |facts, part| facts | part.facts);
        let rules = self.eager.rules;
        let stop =
            heard.parts.iter().map(|part| part.stop).filter(|&stop| stop != 0).min().and_then(stop_from_word);
        // The space may have stopped showing steps because it checks its own limits.
        let is_lost = self.goal.is_some() && heard.path.is_none();
        let lost = is_lost.then(|| self.eager.run.check_limits().err().unwrap_or(Stop::Canceled));
        let stop = stop.or(lost);
        let proves = self.eager.admissible && facts & LOST_CHEAPEST == 0;
        let is_optimal = rules.is_optimal() && proves;
        let outcome = match (&heard.path, stop) {
            // An optimal search does not return a path that is not proven cheapest.
            (Some(path), None) => Outcome::Solved { path: path.clone(), optimal: is_optimal },
            (Some(path), Some(_)) if !rules.is_optimal() => {
                Outcome::Solved { path: path.clone(), optimal: false }
            }
            _ if facts & DISPROVEN != 0 => Outcome::Exhausted(Exhaustion::Proven),
            (_, Some(stop)) => Outcome::Stopped(stop),
            // Below a bound, a solution that is not a cheapest one may be none.
            _ if facts & LOST_CHEAPEST != 0 && self.eager.run.bound.is_some() => {
                Outcome::Exhausted(Exhaustion::Unsafe)
            }
            _ if facts & LOST_SOLUTIONS != 0 => Outcome::Exhausted(Exhaustion::Unsafe),
            _ if facts & OVERFLOWED != 0 => Outcome::Exhausted(Exhaustion::CostOverflow),
            _ => Outcome::Exhausted(Exhaustion::Proven),
        };
        let mut work = Work::default();
        heard.parts.iter().for_each(|part| work.add_concurrent(&part.work));
        let mut readings = self.eager.run.readings.clone();
        if proves {
            let floors = heard.parts.iter().map(|part| S::Cost::from_word(part.floor));
            let floors = floors.filter(|floor| *floor != S::Cost::INFINITE);
            let bounds = floors.filter_map(|floor| rules.lower_bound(floor));
            let bound = self.eager.run.bound.filter(|_| rules.weight.is_some());
            readings.lower_bound = bounds.chain(bound.map(S::Cost::shown)).min();
        }
        Report { outcome, stop, work, readings }
    }
}

/// A path that is traced backwards.
struct Trace<C> {
    /// The first state of the path so far.
    row: Vec<u64>,
    /// Its parent, numbered over all ranks; at the start, the goal itself.
    from: u64,
    /// The cost of the steps from there to the goal.
    cost: C,
    /// The actions of these steps, the last one first.
    actions: Vec<u64>,
}

impl<C: Cost> Trace<C> {
    fn words(self) -> Vec<u64> {
        let Self { mut row, from, cost, actions } = self;
        row.extend([from, cost.to_word()]);
        row.extend(actions);
        row
    }

    /// Reads a trace whose state has `width` words.
    fn read(words: &[u64], width: usize) -> Self {
        let (row, rest) = words.split_at(width);
        Self { row: row.to_vec(), from: rest[0], cost: C::from_word(rest[1]), actions: rest[2..].to_vec() }
    }
}
