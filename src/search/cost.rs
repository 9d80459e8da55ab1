//! The cost of a step: ordered and additive.
//!
//! Costs are never negative, and adding the same cost to two others keeps their order.

use std::fmt::Debug;
use std::hash::Hash;

/// A cost, or an estimate of one.
pub trait Cost: Copy + Ord + Debug + Default + Hash + Send + Sync + 'static {
    /// No cost.
    const ZERO: Self;
    /// Means "infinite": no sum of costs reaches it.
    const INFINITE: Self;

    /// The sum; `None` if this type cannot hold it.
    #[must_use]
    fn plus(self, other: Self) -> Option<Self>;

    /// The difference: a cost that makes at most this one when it is added to the other. Zero if the other is greater.
    #[must_use]
    fn minus_or_zero(self, other: Self) -> Self;

    /// This cost times a number, saturating.
    #[must_use]
    fn times(self, factor: u32) -> Self;

    /// The cost that equals a plain count, saturating.
    #[must_use]
    fn from_count(count: u64) -> Self;

    /// The cost as a single number to display.
    #[must_use]
    fn shown(self) -> u64;

    /// The cost as a word, from which [`Cost::from_word`] makes it again.
    #[must_use]
    fn to_word(self) -> u64;

    /// The cost that a word of [`Cost::to_word`] stands for.
    #[must_use]
    fn from_word(word: u64) -> Self;

    /// The sum, or infinite if this type cannot hold it.
    #[must_use]
    #[inline]
    fn plus_or_infinite(self, other: Self) -> Self {
        self.plus(other).unwrap_or(Self::INFINITE)
    }
}

macro_rules! number_cost {
    ($number:ty) => {
        impl Cost for $number {
            const ZERO: Self = 0;
            const INFINITE: Self = Self::MAX;

            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other).filter(|&sum| sum != Self::MAX)
            }

            #[inline]
            fn minus_or_zero(self, other: Self) -> Self {
                self.saturating_sub(other)
            }

            #[inline]
            fn times(self, factor: u32) -> Self {
                self.saturating_mul(Self::from(factor))
            }

            #[inline]
            fn from_count(count: u64) -> Self {
                Self::try_from(count).unwrap_or(Self::MAX)
            }

            #[inline]
            fn shown(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn to_word(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "it was one of this type")]
            fn from_word(word: u64) -> Self {
                word as Self
            }
        }
    };
}

number_cost!(u32);
number_cost!(u64);

/// Two costs of which the first decides and the second breaks ties: pushes before moves, say.
///
/// ```
/// use banto::search::{Cost, Lexicographic};
/// assert!(Lexicographic(1, 90) < Lexicographic(2, 0));
/// assert_eq!(Lexicographic(1, 2).plus(Lexicographic(0, 3)), Some(Lexicographic(1, 5)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lexicographic(pub u32, pub u32);

impl Cost for Lexicographic {
    const ZERO: Self = Self(0, 0);
    const INFINITE: Self = Self(u32::MAX, u32::MAX);

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        Some(Self(self.0.plus(other.0)?, self.1.plus(other.1)?))
    }

    #[inline]
    fn minus_or_zero(self, other: Self) -> Self {
        match (self.0.checked_sub(other.0), self.1.checked_sub(other.1)) {
            (Some(first), Some(second)) => Self(first, second),
            (Some(first @ 1..), None) => Self(first - 1, 0),
            _ => Self::ZERO,
        }
    }

    #[inline]
    fn times(self, factor: u32) -> Self {
        Self(self.0.times(factor), self.1.times(factor))
    }

    #[inline]
    fn from_count(count: u64) -> Self {
        Self(u32::from_count(count), 0)
    }

    #[inline]
    fn shown(self) -> u64 {
        u64::from(self.0)
    }

    #[inline]
    fn to_word(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.1)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "halves are meant")]
    fn from_word(word: u64) -> Self {
        Self((word >> 32) as u32, word as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_do_not_fit_are_refused_and_differences_are_not_negative() {
        assert_eq!(u32::MAX.plus(1), None);
        assert_eq!((u32::MAX - 1).plus(1), None, "infinite is no sum");
        assert_eq!((u32::MAX - 2).plus(1), Some(u32::MAX - 1));
        assert_eq!(3_u32.times(u32::MAX), u32::INFINITE);
        assert_eq!(u64::from(u32::MAX).plus(1), Some(1 << 32));
        assert_eq!(Lexicographic(u32::MAX - 1, 0).plus(Lexicographic(1, 0)), None);
        assert_eq!((7_u32.minus_or_zero(5), 5_u32.minus_or_zero(7)), (2, 0));
        assert_eq!(Lexicographic(3, 5).minus_or_zero(Lexicographic(1, 2)), Lexicographic(2, 3));
        assert_eq!(Lexicographic(3, 5).minus_or_zero(Lexicographic(1, 6)), Lexicographic(1, 0));
        assert_eq!(Lexicographic(3, 5).minus_or_zero(Lexicographic(3, 6)), Lexicographic::ZERO);
        assert_eq!(u32::from_count(u64::MAX), u32::INFINITE);
    }
}
