//! Entries of open lists: single things, or runs of them that were queued together and leave one by one.
//!
//! A lazy search queues all steps of a state at once. An ordered list ranks them alike, so one entry stands for all.

use crate::storage::pool::StateId;

/// An entry of an open list. Cutting a run and joining two must not change the order in which single things leave.
pub trait Entry: Copy + Default {
    /// One thing, as a list that draws single ones holds it.
    type One: Copy + Default;

    /// The entry for a single thing.
    fn of(one: Self::One) -> Self;

    /// The single thing; the first of several.
    fn only(self) -> Self::One;

    /// The first of several, and the others.
    #[inline]
    fn split_first(self) -> (Self, Option<Self>) {
        (self, None)
    }

    /// The last of several, and the others.
    #[inline]
    fn split_last(self) -> (Self, Option<Self>) {
        (self, None)
    }

    /// One entry for both, if the other follows this one.
    #[inline]
    fn joined(self, _next: Self) -> Option<Self> {
        None
    }
}

/// Types that always stand for a single thing.
macro_rules! single {
    ($single:ty) => {
        impl Entry for $single {
            type One = Self;

            fn of(one: Self) -> Self {
                one
            }

            fn only(self) -> Self {
                self
            }
        }
    };
}

single!(StateId);
single!(u32);

/// Steps of a lazy search, by their consecutive numbers in the order in which they were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Entry for Steps {
    type One = u32;

    fn of(one: u32) -> Self {
        Self { first: one, count: 1 }
    }

    fn only(self) -> u32 {
        self.first
    }

    #[inline]
    fn split_first(self) -> (Self, Option<Self>) {
        let rest = Self { first: self.first + 1, count: self.count - 1 };
        (Self::of(self.first), (rest.count > 0).then_some(rest))
    }

    #[inline]
    fn split_last(self) -> (Self, Option<Self>) {
        let rest = Self { first: self.first, count: self.count - 1 };
        (Self::of(self.first + rest.count), (rest.count > 0).then_some(rest))
    }

    #[inline]
    fn joined(self, next: Self) -> Option<Self> {
        let follows = self.first + self.count == next.first;
        follows.then_some(Self { first: self.first, count: self.count + next.count })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fifo, Known, Lifo, OpenList, Ordered, TypeBased, by_estimate};
    use super::*;
    use crate::{Cost, Random};

    /// Runs leave a list in the same order as their steps one by one.
    fn agrees<C: Cost>(make: &dyn Fn() -> Box<dyn OpenList<C, Steps>>, estimate: impl Fn(u32) -> C) {
        let (mut runs, mut single) = (make(), make());
        let (mut random, mut first) = (Random::new(1), 0);
        for _ in 0..5_000 {
            let h = [estimate(random.below(7))];
            let known = Known { g: C::ZERO, h: &h, preferred: false, state: &[] };
            let count = 1 + random.below(9);
            assert!(runs.push(Steps { first, count }, &known));
            assert!((first..first + count).all(|one| single.push(Steps::of(one), &known)));
            // Gaps keep entries apart.
            first += count + random.below(2);
            for _ in 0..random.below(10) {
                assert_eq!(runs.pop(), single.pop());
            }
        }
        while let Some(step) = runs.pop() {
            assert_eq!((step.count, Some(step)), (1, single.pop()));
        }
        assert_eq!(single.pop(), None);
    }

    #[test]
    fn runs_leave_in_the_order_of_their_steps() {
        // Small estimates are in buckets, large ones in a heap.
        for scale in [1, 1 << 20] {
            agrees::<u32>(&|| Box::new(Ordered::new(by_estimate(0))), |h| h * scale);
            agrees::<u32>(&|| Box::new(Ordered::newest_first(by_estimate(0))), |h| h * scale);
        }
        agrees::<u32>(&|| Box::new(Fifo::new()), |h| h);
        agrees::<u32>(&|| Box::new(Lifo::new()), |h| h);
        agrees::<u32>(&|| Box::new(TypeBased::new(5)), |h| h);
    }
}
