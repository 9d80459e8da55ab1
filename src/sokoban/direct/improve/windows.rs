//! Chooses the window of a solution that is solved next.
//!
//! In: the number of pushes, and what was tried. Out: ranges of pushes with the effort that each gets. Small windows
//! come first; after the largest, which is the whole solution, each gets more effort in the next round.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// The expansions that a window gets in the first round.
const EFFORT: u64 = 200;

/// Windows in turn.
pub(super) struct Windows {
    smallest: usize,
    size: usize,
    next: usize,
    round: u32,
    /// Whether each window of this round was proven to be as short as it can be.
    is_complete: bool,
    /// The most effort that a window was given so far; `u64::MAX` if it is proven that nothing is shorter.
    tried: FxHashMap<u64, u64>,
}

impl Windows {
    /// Windows of at least this size.
    pub(super) fn new(smallest: usize) -> Self {
        Self { smallest, size: smallest, next: 0, round: 0, is_complete: true, tried: FxHashMap::default() }
    }

    /// The next window of a line of `count` pushes, and its effort; `None` if every window is as short as it can be.
    pub(super) fn next(&mut self, count: usize) -> Option<(Range<usize>, u64)> {
        loop {
            let length = self.size.min(count);
            let last = count - length;
            if self.next <= last {
                let start = self.next;
                // The last window ends with the solution.
                let step = (length / 4).max(1);
                self.next = if start < last { (start + step).min(last) } else { usize::MAX };
                return Some((start..start + length, EFFORT << (2 * self.round).min(40)));
            }
            self.next = 0;
            if length < count {
                self.size += (self.size / 2).max(1);
            } else if self.is_complete {
                self.next = usize::MAX;
                return None;
            } else {
                self.round += 1;
                (self.size, self.is_complete) = (self.smallest, true);
            }
        }
    }

    /// Another solution: smaller windows may have become worth a look.
    pub(super) fn begin_again(&mut self) {
        (self.size, self.next) = ((self.size * 2 / 3).max(self.smallest), 0);
        self.is_complete = true;
    }

    /// Notes that a window comes up. True if it was tried with this effort, or is proven, so that it can be skipped.
    pub(super) fn revisit(&mut self, key: u64, effort: u64) -> bool {
        let tried = self.tried.get(&key).copied();
        self.is_complete &= tried.is_none_or(|tried| tried == u64::MAX);
        tried.is_some_and(|tried| tried >= effort)
    }

    /// Records the result of a window.
    pub(super) fn tried(&mut self, key: u64, effort: u64, is_proven: bool) {
        self.is_complete &= is_proven;
        self.tried.insert(key, if is_proven { u64::MAX } else { effort });
    }
}
