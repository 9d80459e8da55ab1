//! How the ranks of one search reach each other: packets of words go in at one rank and come out at another.
//!
//! In: packets, each with the number of the rank that it is for. Out: the same packets, each once, and those from one
//! rank to another in the order in which they were sent. A transport knows nothing of what is in them, does not wait
//! for room, and counts nothing: whoever sends keeps what finds no room, and goes on receiving, so that two ranks never
//! wait for each other. [`threads`] connects the threads of one process, `mpi` processes and machines, each with
//! threads; that needs the feature of this name.

#[cfg(feature = "mpi")]
mod mpi;
mod threads;

use std::fmt::Debug;
use std::time::Duration;

#[cfg(feature = "mpi")]
pub use mpi::Processes;
pub use threads::{Thread, threads};

/// What is sent.
pub type Packet = Vec<u64>;

/// A rank has ended early, by a panic or for lack of memory: the search has no result. With a word from this rank that
/// says why; 0 if it sent none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost(pub u64);

/// A connection, whatever carries it.
pub type Link = Box<dyn Transport + Send>;

/// Connects the threads of this process to those of others.
pub trait Network: Debug + Send + Sync {
    /// Connections for so many threads; every process asks for as many.
    fn connect(&self, threads: usize) -> Vec<Link>;

    /// Waits until all processes have said what they have: a process that has something else than the first one, or 0.
    /// Gives up when `goes_on` says so.
    ///
    /// # Errors
    /// When a process is lost, or this one has given up.
    fn agree(&self, words: &[u64], goes_on: &mut dyn FnMut() -> bool) -> Result<usize, Lost>;
}

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

    /// This rank ends with all others: it is not lost to those that have not heard of it yet.
    fn close(&mut self);
}
