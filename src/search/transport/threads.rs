//! Ranks that are threads of one process, connected by bounded channels.
//!
//! In: their number. Out: a connection for each, to be moved into its thread. If a connection is dropped without being
//! closed, all others are told, after everything that it has sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use super::{Lost, Packet, Transport};

/// The most packets that wait for one rank, per sending rank.
const ROOM: usize = 64;

/// A thread's connection to the others.
pub struct Thread {
    rank: usize,
    senders: Vec<SyncSender<(usize, Packet)>>,
    receiver: Receiver<(usize, Packet)>,
    /// Whether a thread has ended before the others.
    ended: Arc<AtomicBool>,
    is_closed: bool,
}

/// Connections for this many threads.
pub fn threads(count: usize) -> Vec<Thread> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..count).map(|_| sync_channel(ROOM * count)).unzip();
    let ended = Arc::new(AtomicBool::new(false));
    let thread = |(rank, receiver)| Thread {
        rank,
        senders: senders.clone(),
        receiver,
        ended: Arc::clone(&ended),
        is_closed: false,
    };
    receivers.into_iter().enumerate().map(thread).collect()
}

impl Thread {
    /// Sends a packet on behalf of another rank, by the numbers of both.
    pub(super) fn pass(&self, from: usize, to: usize, packet: Packet) -> Result<(), Packet> {
        match self.senders[to].try_send((from, packet)) {
            Err(TrySendError::Full((_, packet))) => Err(packet),
            _ => Ok(()),
        }
    }
}

impl Transport for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.senders.len()
    }

    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        self.pass(self.rank, to, packet)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        if let Ok(packet) = self.receiver.try_recv() {
            return Ok(Some(packet));
        }
        if self.ended.load(Ordering::Acquire) {
            // What the thread sent before it ended has arrived by now.
            return self.receiver.try_recv().map(Some).map_err(|_| Lost(0));
        }
        if patience.is_zero() {
            return Ok(None);
        }
        match self.receiver.recv_timeout(patience) {
            Ok(packet) => Ok(Some(packet)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Lost(0)),
        }
    }

    fn close(&mut self) {
        self.is_closed = true;
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        if !self.is_closed {
            self.ended.store(true, Ordering::Release);
        }
    }
}
