//! How the ranks of one search reach each other: packets of words go in at one rank and come out at another.
//!
//! In: packets, each with the number of the rank that it is for. Out: the same packets, each once, and those from one
//! rank to another in the order in which they were sent. A transport knows nothing of what is in them, does not wait
//! for room, and counts nothing: whoever sends keeps what finds no room, and goes on receiving, so that two ranks never
//! wait for each other. [`threads`] connects the threads of one process; processes and machines would be a second
//! implementation.

mod threads;

use std::time::Duration;

pub use threads::{Thread, threads};

/// What is sent.
pub type Packet = Vec<u64>;

/// A rank has ended early, by a panic or for want of memory: nothing can come of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// One rank's connection to all others.
pub trait Transport {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// How many ranks there are; their numbers are below.
    fn ranks(&self) -> usize;

    /// Sends a packet, or gives it back if there is no room for it now. What is sent to a rank that has ended is gone.
    ///
    /// # Errors
    /// The packet, where there is no room.
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet>;

    /// The next packet that has come in, with the number of the rank that sent it. Waits so long for one at most.
    ///
    /// # Errors
    /// When a rank is lost and nothing more has come in.
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost>;
}
