//! A set of numbers, such as cells, that is cleared in constant time.
//!
//! In: numbers below a count. Out: which of them were added since the set was cleared.

/// The set. What carries the current stamp is in it.
#[derive(Clone, Debug)]
pub struct Marks {
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
}

impl Marks {
    /// An empty set of numbers below a count.
    pub fn new(count: usize) -> Self {
        Self { stamps: vec![0; count], stamp: 1 }
    }

    /// Empties the set.
    #[inline]
    pub fn clear(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn has(&self, number: u32) -> bool {
        self.stamps[number as usize] == self.stamp
    }

    /// Adds a number; true if it was missing.
    #[inline]
    pub fn add(&mut self, number: u32) -> bool {
        let mark = &mut self.stamps[number as usize];
        let is_new = *mark != self.stamp;
        if is_new {
            *mark = self.stamp;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_empty_after_every_clearing() {
        let mut marks = Marks { stamp: u32::MAX - 2, ..Marks::new(3) };
        for _ in 0..5 {
            assert!((0..3).all(|number| !marks.has(number)));
            assert!(marks.add(1) && !marks.add(1) && marks.has(1));
            marks.clear();
        }
    }
}
