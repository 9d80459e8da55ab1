//! The searches of the strong solver that take turns in one thread.
//!
//! In: a call on its ground, and what was done before. Out: an answer. Levels differ in what makes them hard, and no search is the
//! best for all: three go forwards and one comes back from the solved position; where they meet, they are done. Each works in slices that are
//! counted in evaluated states, so that the same level is searched in the same way on every machine.

use std::time::Duration;

use super::bounds::Ground;
use super::field::number;
use super::guide::{Adviser, Ranking};
use super::guide_pulls::BackAdviser;
use super::pull_bounds::PullBounds;
use super::solution::of_pushes;
use super::space_macros::Macros;
use super::space_pulls::Pulls;
use super::{Answer, Call, Status, answer};
use crate::limits::Stop;
use crate::search::{
    FeatureSearch, Guide, Haste, Heuristic, Progress, Prune, Report, Search, Space, StateId, Work,
};

/// States that each search forwards evaluates in one turn. The first is the best for most levels.
const SLICES: [u64; 3] = [4000, 2000, 1500];
/// The same for the search that comes back, whose states take longer.
const BACK_SLICE: u64 = 1500;
/// Rounds of turns before the search for fewest pushes is tried once.
const EARLY_ROUNDS: u64 = 12;
/// Expansions of that search.
const PUSHES_EFFORT: u64 = 20_000;
/// Progress is told at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// One of the searches, whatever it searches.
trait Turn {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<u32>>;
    fn work(&self) -> Work;
    fn len(&self) -> usize;
    fn state(&self, id: StateId) -> &[u64];
    fn find(&self, state: &[u64]) -> Option<StateId>;
    fn actions_to(&self, id: StateId) -> Vec<u32>;
}

impl<S, H, P, G> Turn for FeatureSearch<'_, S, H, P, G>
where
    S: Space<Cost = u32>,
    H: Heuristic<S>,
    P: Prune<S>,
    G: Guide<S>,
{
    fn go_on(&mut self, evaluations: u64) -> Option<Report<u32>> {
        FeatureSearch::go_on(self, evaluations)
    }

    fn work(&self) -> Work {
        FeatureSearch::work(self)
    }

    fn len(&self) -> usize {
        FeatureSearch::len(self)
    }

    fn state(&self, id: StateId) -> &[u64] {
        FeatureSearch::state(self, id)
    }

    fn find(&self, state: &[u64]) -> Option<StateId> {
        FeatureSearch::find(self, state)
    }

    fn actions_to(&self, id: StateId) -> Vec<u32> {
        self.path_to(id).actions
    }
}

/// Lets the searches take turns until one is at its end.
pub(super) fn run(call: &mut Call<'_>, ground: &Ground, before: Answer) -> Answer {
    let (board, position, limits) = (call.board, call.position, call.limits);
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    let space = Macros::new(ground, position);
    let mut advisers = [Ranking::Open, Ranking::AroundPacked, Ranking::AroundPacked]
        .map(|ranking| Adviser::new(ground, &boxes, ranking));
    let mut forwards = [(); 3].map(|()| Search::new(&space).limits(limits));
    let bounds = PullBounds::new(ground, &boxes);
    let pulls = Pulls::new(ground, position, bounds.live());
    let mut back_adviser = BackAdviser::new(ground, &boxes);
    let mut backwards = Search::new(&pulls).limits(limits);

    let mut searches: Vec<(u64, Box<dyn Turn + '_>)> = Vec::new();
    let hastes = [Haste::None, Haste::Rank, Haste::Progress];
    let parts = forwards.iter_mut().zip(&mut advisers).zip(hastes).zip(SLICES);
    for (((search, adviser), haste), slice) in parts {
        searches.push((slice, Box::new(FeatureSearch::new(search, adviser, haste))));
    }
    // Where there are goals to spare, it is not known which boxes end where.
    let comes_back = boxes.len() == ground.field.goals().len();
    if comes_back {
        let search = FeatureSearch::new(&mut backwards, &mut back_adviser, Haste::Rank);
        searches.push((BACK_SLICE, Box::new(search)));
    }

    let mut past = before;
    let mut told = Duration::ZERO;
    for round in 0_u64.. {
        for at in 0..searches.len() {
            let (slice, search) = &mut searches[at];
            let seen = search.len();
            let Some(report) = search.go_on(*slice) else {
                if comes_back && let Some((there, back)) = meeting(&searches, at, seen) {
                    let mut pushes = space.pushes(&there);
                    pushes.extend(pulls.pushes(&back));
                    let mut found = Answer::at_once(Status::Solved(of_pushes(board, position, &pushes)));
                    searches.iter().for_each(|(_, search)| found.work.add_concurrent(&search.work()));
                    return found.after(&past);
                }
                continue;
            };
            let mut found = answer(report, |actions| {
                let pushes = if at == hastes.len() { pulls.pushes(actions) } else { space.pushes(actions) };
                of_pushes(board, position, &pushes)
            });
            for (_, other) in
                searches.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, one)| one)
            {
                found.work.add_concurrent(&other.work());
            }
            return found.after(&past);
        }
        if round == EARLY_ROUNDS {
            let found = call.fewest_pushes(ground, Some(PUSHES_EFFORT));
            if found.status != Status::Stopped(Stop::Effort) {
                let mut found = found.after(&past);
                searches.iter().for_each(|(_, search)| found.work.add_concurrent(&search.work()));
                return found;
            }
            past = found.after(&past);
        }
        let elapsed = limits.elapsed();
        if let Some(observer) = call.observer
            && elapsed >= told + REPORT_INTERVAL
        {
            told = elapsed;
            let mut so_far = Answer::at_once(Status::Unsolved).after(&past);
            searches.iter().for_each(|(_, search)| so_far.work.add_concurrent(&search.work()));
            observer.progress(&Progress { elapsed, work: so_far.work, best_h: None });
        }
    }
    unreachable!("rounds without end")
}

/// Where one of the searches, in its last turn, has come to a state that one from the other side has seen: the actions that lead there,
/// and those that lead back to it. The last of the searches is the one that comes back.
fn meeting(searches: &[(u64, Box<dyn Turn + '_>)], at: usize, seen: usize) -> Option<(Vec<u32>, Vec<u32>)> {
    let (back, forwards) = searches.split_last()?;
    let (back, mine) = (&back.1, &searches[at].1);
    for id in (seen..mine.len()).map(StateId::from) {
        let state = mine.state(id);
        if at < forwards.len() {
            if let Some(other) = back.find(state) {
                return Some((mine.actions_to(id), back.actions_to(other)));
            }
            continue;
        }
        for (_, forward) in forwards {
            if let Some(other) = forward.find(state) {
                return Some((forward.actions_to(other), mine.actions_to(id)));
            }
        }
    }
    None
}

impl Answer {
    /// Adds what was done before and is gone.
    fn after(mut self, before: &Self) -> Self {
        self.work.add_sequential(&before.work);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that has seen some states of one word, each by an action of its own number.
    struct Seen(Vec<[u64; 1]>);

    impl Turn for Seen {
        fn go_on(&mut self, _evaluations: u64) -> Option<Report<u32>> {
            None
        }
        fn work(&self) -> Work {
            Work::default()
        }
        fn len(&self) -> usize {
            self.0.len()
        }
        fn state(&self, id: StateId) -> &[u64] {
            &self.0[id.index()]
        }
        fn find(&self, state: &[u64]) -> Option<StateId> {
            self.0.iter().position(|one| one == state).map(StateId::from)
        }
        fn actions_to(&self, id: StateId) -> Vec<u32> {
            vec![number(id.index())]
        }
    }

    #[test]
    fn searches_of_both_directions_meet_in_a_state_that_both_have_seen() {
        let seen = |states: &[u64]| Seen(states.iter().map(|&state| [state]).collect());
        let searches = |sets: [&[u64]; 3]| -> Vec<(u64, Box<dyn Turn>)> {
            sets.iter().map(|set| (1, Box::new(seen(set)) as Box<dyn Turn>)).collect()
        };
        // The last one comes back. What two forwards have in common is no meeting.
        assert_eq!(meeting(&searches([&[1, 2], &[1, 2], &[9, 8]]), 0, 0), None);
        assert_eq!(meeting(&searches([&[1, 2, 8], &[1], &[9, 8]]), 0, 0), Some((vec![2], vec![1])));
        assert_eq!(meeting(&searches([&[1, 2], &[1, 5, 8], &[9, 8]]), 2, 1), Some((vec![2], vec![1])));
        // Only what the last turn has added is looked up: the rest was before.
        assert_eq!(meeting(&searches([&[8, 2], &[1], &[9, 8]]), 0, 1), None);
        assert_eq!(meeting(&searches([&[8, 2], &[1], &[9, 8]]), 2, 2), None);
    }
}
