//! Whose turn it is among searches with shares, and for how much work.
//!
//! In: the share of each, when it joins, and what each turn came to. Out: the next turn. The next one to go on is the
//! one that has had least for its share. Turns grow with what a search has had, so that few are needed however long it
//! takes, and none waits more than a constant factor longer than it would alone. A turn ends early for a search that
//! gets nowhere and is prolonged for one that gets closer; either way it counts as a whole turn. Work is counted, not
//! timed, so searches take turns in the same way on every machine.

/// A turn lasts for 1/`GROWTH` of what the search has had.
const GROWTH: u64 = 2;
/// It ends at 1/`SHORTER` of its work for a search that gets nowhere, and lasts up to `LONGER` times as long for one
/// that gets closer.
const SHORTER: u64 = 2;
const LONGER: u64 = 4;

/// A member's share of the work, and when it joins.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// How much it gets, in relation to the others.
    pub share: u64,
    /// When it gets a single turn on trial: once the first member has had the work of this many shortest turns.
    pub tries: u64,
    /// When it begins to take turns by its share, in the same unit.
    pub joins: u64,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    share: u64,
    /// The work that it is charged with; those that join later start with more.
    counts: u64,
    /// The work that it has had, and the least charge after its first turn.
    had: u64,
    joins: u64,
    is_gone: bool,
}

impl Member {
    /// Whether it has had less for its share than another.
    fn comes_before(&self, other: &Self) -> bool {
        let product = |counts: u64, share: u64| u128::from(counts) * u128::from(share);
        product(self.counts, other.share) < product(other.counts, self.share)
    }
}

/// Searches that take turns.
pub struct Rotation {
    members: Vec<Member>,
    shortest: u64,
}

impl Rotation {
    /// Turns of at least `shortest`, for members with these shares. The first member tries and joins at once.
    pub fn new(shortest: u64, shares: &[Share]) -> Self {
        let (first, shortest) = (shares.first().map_or(1, |first| first.share.max(1)), shortest.max(1));
        let member = |&Share { share, tries, joins }: &Share| {
            let [counts, joins] = [tries, joins].map(|turns| shortest.saturating_mul(turns * share) / first);
            Member { share, counts, had: 0, joins, is_gone: false }
        };
        Self { members: shares.iter().map(member).collect(), shortest }
    }

    /// Whose turn it is, and for how much work; `None` if all are gone.
    pub fn next(&self) -> Option<(usize, u64)> {
        let open = (0..self.members.len()).filter(|&at| !self.members[at].is_gone);
        let next = open.reduce(
            |best, at| {
                if self.members[at].comes_before(&self.members[best]) { at } else { best }
            },
        )?;
        Some((next, self.shortest.max(self.members[next].had / GROWTH)))
    }

    /// Records a turn for this much work, in which so much was done. What was done beyond a prolonged turn counts.
    pub fn took(&mut self, member: usize, work: u64, done: u64) {
        let Member { counts, had, joins, .. } = &mut self.members[member];
        let work = work.saturating_add(done.saturating_sub(work.saturating_mul(LONGER)));
        *had = had.saturating_add(work);
        *counts = counts.saturating_add(work).max(*joins);
    }

    /// A member takes no more turns.
    pub fn leave(&mut self, member: usize) {
        self.members[member].is_gone = true;
    }
}

/// How a search gets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Its lowest estimate has just fallen.
    Closer,
    /// Neither.
    Level,
    /// Its lowest estimate is older than half of its work.
    Stuck,
}

impl Pace {
    /// How long a turn for this much work lasts.
    pub const fn stretch(self, work: u64) -> u64 {
        match self {
            Self::Closer => work.saturating_mul(LONGER),
            Self::Level => work,
            Self::Stuck => work.div_ceil(SHORTER),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_far_more_or_less_than_its_share() {
        let shares = [(4, 0, 0), (1, 0, 3), (1, 50, 100), (2, 100, 100)];
        let shares = shares.map(|(share, tries, joins)| Share { share, tries, joins });
        let mut rotation = Rotation::new(10, &shares);
        let mut had = [0_u64; 4];
        for turn in 0..200 {
            let (member, work) = rotation.next().unwrap();
            rotation.took(member, work, work);
            had[member] += work;
            for (had_one, Share { share, joins, .. }) in had.iter().zip(&shares) {
                // A turn of the first may have just ended.
                let entitled = |had: u64| had.saturating_sub(10 * joins) * share / 4;
                assert!(had_one * 2 + 20 >= entitled(had[0] * 2 / 3), "{turn}: {had:?}");
                assert!(*had_one <= entitled(had[0]) * 2 + 20, "{turn}: {had:?}");
            }
        }
        assert!(had.iter().all(|had| *had > 100_000), "{had:?}");
        (0..4).for_each(|at| rotation.leave(at));
        assert_eq!(rotation.next(), None);
    }

    #[test]
    fn one_tries_and_later_joins() {
        // The second one tries when the first has had 100, and gets a quarter as much as that one after it has had 200.
        let shares = [Share { share: 4, tries: 0, joins: 0 }, Share { share: 1, tries: 2, joins: 4 }];
        let mut rotation = Rotation::new(50, &shares);
        let turns = std::iter::from_fn(|| {
            let (member, work) = rotation.next()?;
            rotation.took(member, work, work);
            Some((member, work))
        });
        let taken: Vec<_> = turns.take(8).collect();
        assert_eq!(taken[..5], [(0, 50), (0, 50), (0, 50), (1, 50), (0, 75)]);
        assert_eq!(taken[5..], [(0, 112), (1, 50), (0, 168)]);
    }

    #[test]
    fn only_work_beyond_a_prolonged_turn_counts() {
        let shares = [Share { share: 1, tries: 0, joins: 0 }; 2];
        let mut rotation = Rotation::new(10, &shares);
        rotation.took(0, 10, Pace::Closer.stretch(10));
        rotation.took(1, 10, Pace::Stuck.stretch(10));
        assert_eq!(rotation.next(), Some((0, 10)));
        rotation.took(0, 10, 100);
        rotation.took(1, 10, 10);
        assert_eq!(rotation.next(), Some((1, 10)));
        assert_eq!(rotation.members[0].had, 80);
    }
}
