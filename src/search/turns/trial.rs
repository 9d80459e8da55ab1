//! Says whether a kind of pruning finds enough to be worth its effort.
//!
//! In: for each question that was asked, whether something could be pruned. Out: after a trial period, whether that was
//! so rare that the pruning should be switched off.

/// Counts questions and those among them that led to pruning.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trial {
    asked: u64,
    /// The questions that led to pruning.
    pub hits: u64,
}

impl Trial {
    /// The length of the period, in questions or states.
    pub const PERIOD: u64 = 1000;

    /// Counts a question.
    #[inline]
    pub fn count(&mut self, is_hit: bool) {
        self.asked += 1;
        self.hits += u64::from(is_hit);
    }

    /// Whether fewer than one question in a hundred led to pruning.
    pub const fn is_rare(&self) -> bool {
        self.hits * 100 < self.asked
    }

    /// Whether the period is over and pruning is rare.
    #[inline]
    pub const fn has_failed(&self) -> bool {
        self.asked >= Self::PERIOD && self.is_rare()
    }
}
