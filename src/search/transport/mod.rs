//! Connects the ranks of one search: packets of words go in at one rank and come out at another.
//!
//! In: packets, each with the number of its receiver. Out: the same packets, each once, and those from one rank to
//! another in the order in which they were sent. A transport does not look into packets, never blocks for room, and
//! counts nothing: the sender keeps what does not fit and goes on receiving, so that two ranks never wait for each
//! other. `threads` connects the threads of one process; `mpi` connects processes and machines, each with threads,
//! and needs the feature of this name.

#[cfg(feature = "mpi")]
mod mpi;
mod threads;

use std::fmt::Debug;
use std::panic::RefUnwindSafe;
use std::time::Duration;

#[cfg(feature = "mpi")]
pub use mpi::Processes;
pub use threads::{Thread, threads};

/// The unit that is sent.
pub type Packet = Vec<u64>;

/// A rank has ended early, by a panic or for lack of memory: the search has no result. Contains the last word of this
/// rank, which says why; 0 if it sent none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost(pub u64);

/// A connection over any transport.
pub type Link = Box<dyn Transport + Send>;

/// Connects the threads of this process to those of others.
pub trait Network: Debug + RefUnwindSafe + Send + Sync {
    /// Connections for this many threads; every process must request the same number.
    fn connect(&self, threads: usize) -> Vec<Link>;

    /// Waits until all processes have sent their words. Returns the number of a process whose words differ from those
    /// of process 0, or 0 if there is none. Gives up when `goes_on` returns false.
    ///
    /// # Errors
    /// When a process is lost, or this one has given up.
    fn agree(&self, words: &[u64], goes_on: &mut dyn FnMut() -> bool) -> Result<usize, Lost>;
}

/// One rank's connection to all others.
pub trait Transport {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// The number of ranks; they are numbered from 0.
    fn ranks(&self) -> usize;

    /// Sends a packet, or returns it if there is no room for it now. Packets to a rank that has ended are discarded.
    ///
    /// # Errors
    /// The packet, if there is no room.
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet>;

    /// The next received packet, with the number of its sender. Waits for one at most this long.
    ///
    /// # Errors
    /// When a rank is lost and no more packets have arrived.
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost>;

    /// Announces that this rank ends together with all others: those that have not noticed yet do not count it as lost.
    fn close(&mut self);
}
