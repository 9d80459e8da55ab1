//! A bandit that chooses which of several methods works next: one that was idle for two turns of each, else the one
//! with the highest discounted gain for its work. A method that finds nothing may spend more in its next turn.
//!
//! In: the work and the gain of each turn. Out: the next turn, and its share of work. Work is counted, not timed.

/// The record of one method.
#[derive(Clone, Copy, Debug)]
struct Method {
    /// The work that it may spend in its next turn.
    share: u64,
    /// Its gains and the work for them: older turns count less.
    gain: u64,
    spent: u64,
    turns: u32,
    idle: u32,
    is_done: bool,
}

impl Method {
    /// Whether it gains more for its work than another.
    fn gains_more_than(&self, other: &Self) -> bool {
        let product = |gain: u64, spent: u64| u128::from(gain + 1_000) * u128::from(spent + 1);
        product(self.gain, other.spent) > product(other.gain, self.spent)
    }
}

/// Methods that take turns.
///
/// ```
/// use banto::internals::Bandit;
///
/// let mut bandit = Bandit::new(&[100, 100]);
/// bandit.took(0, 100, 0, false);
/// assert_eq!(bandit.next(), Some(1), "each has a turn");
/// bandit.took(1, 100, 5_000, true);
/// assert_eq!((bandit.next(), bandit.share(0), bandit.share(1)), (Some(1), 200, 100));
/// bandit.finish(1);
/// assert_eq!(bandit.next(), Some(0));
/// ```
pub struct Bandit {
    methods: Vec<Method>,
}

impl Bandit {
    /// Methods with the shares of their first turns.
    pub fn new(shares: &[u64]) -> Self {
        let method = |&share| Method { share, gain: 0, spent: 0, turns: 0, idle: 0, is_done: false };
        Self { methods: shares.iter().map(method).collect() }
    }

    /// The method whose turn it is; `None` if all are done.
    pub fn next(&self) -> Option<usize> {
        let methods = &self.methods;
        let open = || (0..methods.len()).filter(|&at| !methods[at].is_done);
        let longest = 2 * open().count();
        let waits = |&at: &usize| methods[at].turns == 0 || methods[at].idle as usize >= longest;
        open().find(waits).or_else(|| {
            open().reduce(|best, at| if methods[at].gains_more_than(&methods[best]) { at } else { best })
        })
    }

    /// The work that a method may spend in its next turn.
    pub fn share(&self, method: usize) -> u64 {
        self.methods[method].share
    }

    /// Records a turn: its work, its gain in millionths of the previous value, and whether it improved anything.
    pub fn took(&mut self, turn: usize, work: u64, gain: u64, is_better: bool) {
        for method in &mut self.methods {
            method.idle += 1;
        }
        let method = &mut self.methods[turn];
        method.idle = 0;
        method.turns += 1;
        method.gain = method.gain / 5 * 3 + gain;
        method.spent = method.spent / 5 * 3 + work;
        if !is_better {
            method.share = method.share.saturating_mul(2);
        }
    }

    /// A method has nothing more to do.
    pub fn finish(&mut self, method: usize) {
        self.methods[method].is_done = true;
    }

    /// A method has something to do again.
    pub fn resume(&mut self, method: usize) {
        self.methods[method].is_done = false;
    }
}
