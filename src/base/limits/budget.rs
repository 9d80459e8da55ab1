//! A budget of memory that searches share and count themselves.
//!
//! In: how many bytes each of them holds. Out: whether all of them together keep within the budget. What a search held
//! is free again once it is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many bytes are allowed, and how many are held.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    limit: u64,
    held: Arc<AtomicU64>,
}

impl Budget {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, held: Arc::default() }
    }

    pub(super) const fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether this many more bytes are allowed.
    pub(super) fn has_room(&self, more: u64) -> bool {
        self.held.load(Ordering::Relaxed).saturating_add(more) <= self.limit
    }

    pub(super) fn held(&self) -> Held {
        Held { budget: self.clone(), bytes: 0 }
    }
}

/// The bytes that one search holds of a budget.
#[derive(Debug)]
pub struct Held {
    budget: Budget,
    bytes: u64,
}

impl Held {
    /// Replaces what was counted before. False if it is too much.
    pub(super) fn set(&mut self, bytes: u64) -> bool {
        // In one step, so that nobody sees both counts, or none; a difference below zero wraps round.
        let change = bytes.wrapping_sub(self.bytes);
        self.bytes = bytes;
        self.budget.held.fetch_add(change, Ordering::Relaxed).wrapping_add(change) <= self.budget.limit
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.budget.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
