//! What the ranks of one search do, beside the model of docs/scaling.md: prints the tables of that page.
//! `cargo bench --bench scaling [DOMAIN PROBLEM]`, with nothing else running.
#![allow(missing_docs, clippy::print_stdout, clippy::cast_precision_loss)]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use banto::limits::Limits;
use banto::planner::{Quality, Reductions, Request, plan};
use banto::search::{Algorithm, Work};
use banto::transport::{Link, Lost, Network, Packet, Transport, threads};

/// Words of a packet of states before the states, and of each state behind its row.
const HEAD: u64 = 2;
const WAY: u64 = 2;
/// Expansions between two departures of packets, and states in a packet, at most: `src/search/parallel/`.
const EXPANSIONS: f64 = 16.0;
const STATES: f64 = 64.0;

/// What was sent.
#[derive(Debug, Default)]
struct Sent {
    packets: AtomicU64,
    words: AtomicU64,
}

/// Threads of this process whose packets are as late as over a network.
#[derive(Clone, Debug)]
struct Late {
    latency: Duration,
    sent: Arc<Sent>,
}

impl Network for Late {
    fn connect(&self, count: usize) -> Vec<Link> {
        let link = |link| Box::new(LateLink { link, late: self.clone(), waiting: VecDeque::new() }) as Link;
        threads(count).into_iter().map(link).collect()
    }
    fn agree(&self, _: &[u64], _: &mut dyn FnMut() -> bool) -> Result<usize, Lost> {
        Ok(0)
    }
}

struct LateLink<T> {
    link: T,
    late: Late,
    /// What has come in, and when it may be seen.
    waiting: VecDeque<(Instant, usize, Packet)>,
}

impl<T: Transport> Transport for LateLink<T> {
    fn rank(&self) -> usize {
        self.link.rank()
    }
    fn ranks(&self) -> usize {
        self.link.ranks()
    }
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        let (is_states, words) = (packet[0] == 0, packet.len() as u64);
        self.link.send(to, packet)?;
        if is_states {
            self.late.sent.packets.fetch_add(1, Relaxed);
            self.late.sent.words.fetch_add(words, Relaxed);
        }
        Ok(())
    }
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        let until = Instant::now() + patience;
        loop {
            let now = Instant::now();
            let next = self.waiting.front().map_or(until, |first| first.0);
            if next <= now && !self.waiting.is_empty() {
                return Ok(self.waiting.pop_front().map(|(_, from, packet)| (from, packet)));
            }
            match self.link.receive(next.min(until).saturating_duration_since(now)) {
                Ok(Some((from, packet))) => {
                    self.waiting.push_back((Instant::now() + self.late.latency, from, packet));
                }
                Ok(None) if Instant::now() >= until => return Ok(None),
                Err(lost) if self.waiting.is_empty() => return Err(lost),
                _ => {}
            }
        }
    }
    fn close(&mut self) {
        self.link.close();
    }
}

/// One run.
struct Run {
    ranks: usize,
    latency: Duration,
    wall: f64,
    cpu: f64,
    work: Work,
    packets: f64,
    /// States that were sent.
    states: f64,
}
