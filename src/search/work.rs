//! The counts of a search, its memory, and its bounds on costs; how the work of two searches adds
//! up.

/// Counts of the steps of a search. Free of noise: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States whose successors were generated.
    pub expanded: u64,
    /// States that were evaluated: once each, however many heuristics there are and paths to it; a greedy search with
    /// preferred actions evaluates a state again when it expands it, and counts it again.
    pub evaluated: u64,
    /// Successors that were generated.
    pub generated: u64,
    /// States that were expanded again, because a cheaper path to them was found.
    pub reopened: u64,
    /// States that were called dead ends, by a heuristic or by what runs beside the search.
    pub dead_ends: u64,
    /// Actions and states that pruning dropped.
    pub pruned: u64,
}

/// The counts and the memory of one search, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The counts.
    pub counts: Counts,
    /// States that were stored; the most at any one time.
    pub states: u64,
    /// Bytes that these states and the open list took.
    pub bytes: u64,
    /// The work of heuristics that count theirs, see [`Heuristic::ticks`](crate::Heuristic::ticks).
    pub ticks: u64,
}

/// Estimates and bounds of the cost to a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readings {
    /// Each heuristic's estimate of the initial state; `None` for a dead end. Heuristics after one that proves a dead
    /// end are not asked.
    pub initial_h: Vec<Option<u64>>,
    /// No path costs less. Only searches that prove it say so.
    pub lower_bound: Option<u64>,
    /// The work until the lower bound last rose, which leaves out whatever depends on the order within the last layer.
    pub until_last_jump: Option<Counts>,
    /// States that were evaluated until some heuristic's lowest estimate last fell.
    pub until_lowest_h: u64,
}

impl Counts {
    /// Adds those of another search.
    pub const fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.dead_ends += other.dead_ends;
        self.pruned += other.pruned;
    }

    /// Without those of a part.
    #[must_use]
    pub const fn without(&self, part: &Self) -> Self {
        Self {
            expanded: self.expanded - part.expanded,
            evaluated: self.evaluated - part.evaluated,
            generated: self.generated - part.generated,
            reopened: self.reopened - part.reopened,
            dead_ends: self.dead_ends - part.dead_ends,
            pruned: self.pruned - part.pruned,
        }
    }
}

impl Work {
    /// How many numbers it has.
    pub(super) const WORDS: usize = 9;

    /// All numbers.
    pub(super) const fn to_words(self) -> [u64; Self::WORDS] {
        let Counts { expanded, evaluated, generated, reopened, dead_ends, pruned } = self.counts;
        [expanded, evaluated, generated, reopened, dead_ends, pruned, self.states, self.bytes, self.ticks]
    }

    /// From all numbers.
    pub(super) const fn from_words(words: [u64; Self::WORDS]) -> Self {
        let [expanded, evaluated, generated, reopened, dead_ends, pruned, states, bytes, ticks] = words;
        let counts = Counts { expanded, evaluated, generated, reopened, dead_ends, pruned };
        Self { counts, states, bytes, ticks }
    }

    /// Adds a search that ran before or after: its memory was freed in between, so the larger of the two counts.
    pub fn add_sequential(&mut self, other: &Self) {
        self.counts.add(&other.counts);
        self.states = self.states.max(other.states);
        self.bytes = self.bytes.max(other.bytes);
        self.ticks += other.ticks;
    }

    /// Adds a search whose states are in memory at the same time.
    pub const fn add_concurrent(&mut self, other: &Self) {
        self.counts.add(&other.counts);
        self.states += other.states;
        self.bytes += other.bytes;
        self.ticks += other.ticks;
    }
}
