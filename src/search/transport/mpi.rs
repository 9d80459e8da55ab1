//! Ranks in processes that a launcher such as `mpirun` has started together, connected by MPI; in each process as many
//! threads as it likes, all processes the same number.
//!
//! In: packets for threads of other processes. Out: packets from there. Ranks are numbered process by process. The
//! threads of a process call MPI one at a time (`MPI_THREAD_SERIALIZED`) and reach each other by channels. Sends are
//! buffered, and a process acknowledges what it has received, so the buffer has room for everything in transit. Even
//! so, Open MPI may delay a buffered send until the receiver polls, unless the packet fits into a ring buffer between
//! the two: `program/mpi_launcher.rs` makes these large. Long packets (paths) are sent unbuffered; while waiting,
//! incoming packets are received.
//!
//! A process sends a farewell when it leaves; one that dies sends nothing, and MPI does not report it. But its launcher
//! ends the others by signals: once the flag of signals is set, silence means that a process is lost. `mpirun` sends
//! `SIGCONT` a second before any other signal, so in a process that was not stopped, that signal is enough.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mpi::environment::Universe;
use mpi::point_to_point::{Destination, Source};
use mpi::request::scope;
use mpi::topology::{Communicator, SimpleCommunicator};
use mpi::traits::MatchedReceiveVec;
use mpi::{Rank, Tag, Threading};

use super::super::transport::threads;
use super::{Link, Lost, Network, Packet, Thread, Transport};

/// The most threads of a process: a tag encodes those of sender and receiver.
const THREADS: usize = 128;
/// Tags of process-level messages: receipts, hellos, farewells.
const RECEIVED: usize = THREADS * THREADS;
const HELLO: usize = RECEIVED + 1;
const FAREWELL: usize = HELLO + 1;
/// Longer packets, in words, are not buffered.
const WORDS: usize = 1100;
/// Bytes that MPI may add to each packet.
const OVERHEAD: usize = 256;
/// The most packets in transit to one process; fewer if all of them would take more than `BUFFER` bytes.
const WINDOW: usize = 64;
const BUFFER: usize = 32 << 20;
/// How long an idle thread sleeps between two polls, at first and at most.
const SHORTEST: Duration = Duration::from_micros(20);
const LONGEST: Duration = Duration::from_millis(1);
/// Silence of this length after a signal means that a process is lost.
const SILENCE: Duration = Duration::from_millis(400);

/// This process among those that were started together.
pub struct Processes {
    peers: Peers,
    universe: Option<Universe>,
}

/// State that all threads of this process share.
#[derive(Clone, Debug)]
struct Peers {
    process: usize,
    count: usize,
    shared: Arc<Mutex<Shared>>,
}

/// Received packets, and the state of the other processes.
#[derive(Debug)]
struct Shared {
    /// Packets that did not fit at their thread: sender, tag, words.
    late: VecDeque<(usize, usize, Packet)>,
    /// For each process, packets sent to it but not yet acknowledged.
    under_way: Vec<usize>,
    /// For each process, packets received from it but not yet acknowledged.
    received: Vec<usize>,
    /// The most packets in transit to one process: an even number.
    window: usize,
    /// Hellos and farewells: sender, tag, words.
    said: Vec<(usize, usize, Packet)>,
    /// Set by signals.
    cancel: Arc<AtomicBool>,
    /// Set by `SIGCONT`.
    continued: Arc<AtomicBool>,
    /// When this process last polled.
    looked: Instant,
    /// Since when nothing has arrived, if there was a signal.
    silent: Option<Instant>,
}

impl Processes {
    /// Joins the others. `cancel` is the flag that signals set, `continued` that of `SIGCONT`. `None` if that was done
    /// before, or if this MPI cannot be called from threads.
    pub fn join(cancel: Arc<AtomicBool>, continued: Arc<AtomicBool>) -> Option<Self> {
        let (mut universe, level) = mpi::initialize_with_threading(Threading::Serialized)?;
        if level < Threading::Serialized {
            return None;
        }
        let world = universe.world();
        let (process, count) = (number(world.rank()), number(world.size()));
        let packet = WORDS * size_of::<u64>() + OVERHEAD;
        let window = (BUFFER / packet / count / 2 * 2).clamp(2, WINDOW);
        // Twice what is needed, because MPI may keep packets a little after they have arrived; four more for hellos and
        // farewells.
        universe.set_buffer_size(packet * count * (2 * window + 4));
        let shared = Shared {
            late: VecDeque::new(),
            under_way: vec![0; count],
            received: vec![0; count],
            window,
            said: Vec::new(),
            cancel,
            continued,
            looked: Instant::now(),
            silent: None,
        };
        let peers = Peers { process, count, shared: Arc::new(Mutex::new(shared)) };
        Some(Self { peers, universe: Some(universe) })
    }

    pub fn process(&self) -> usize {
        self.peers.process
    }

    pub fn count(&self) -> usize {
        self.peers.count
    }

    /// The connection of this process's searches to those of the others.
    pub fn network(&self) -> Arc<dyn Network> {
        Arc::new(self.peers.clone())
    }

    /// Leaves with some words for the others: the first is the reason, as in [`Lost`]. Process 0 waits for the words of
    /// all others and returns them, each with its process; the others wait for those of process 0.
    pub fn leave(mut self, words: &[u64]) -> Vec<(usize, Packet)> {
        self.peers.tell(FAREWELL, words);
        self.peers.gather(FAREWELL, &mut || true).unwrap_or_else(|_| {
            // A process is lost: MPI would wait for it for ever.
            std::mem::forget(self.universe.take());
            Vec::new()
        })
    }
}

/// A process that panics also says farewell.
impl Drop for Processes {
    fn drop(&mut self) {
        if self.universe.is_some() && std::thread::panicking() {
            self.peers.tell(FAREWELL, &[0]);
        }
    }
}

impl Peers {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Process 0 exchanges messages with all others, and they only with it.
    const fn partners(&self) -> Range<usize> {
        if self.process == 0 { 1..self.count } else { 0..1 }
    }

    fn tell(&self, tag: usize, words: &[u64]) {
        let mut shared = self.lock();
        self.partners().for_each(|other| shared.send(other, tag, words));
    }

    /// The messages with this tag from all partners.
    fn gather(&self, tag: usize, goes_on: &mut dyn FnMut() -> bool) -> Result<Vec<(usize, Packet)>, Lost> {
        let mut pause = SHORTEST;
        loop {
            let mut shared = self.lock();
            while let Some(came) = shared.next() {
                shared.late.push_back(came);
            }
            if shared.said.iter().filter(|one| one.1 == tag).count() == self.partners().len() {
                let said = shared.said.extract_if(.., |one| one.1 == tag);
                return Ok(said.map(|(from, _, packet)| (from, packet)).collect());
            }
            if tag != FAREWELL {
                shared.check()?;
            }
            if shared.is_silent() || !goes_on() {
                return Err(Lost(0));
            }
            drop(shared);
            std::thread::sleep(pause);
            pause = LONGEST.min(pause * 2);
        }
    }
}

impl Network for Peers {
    fn connect(&self, count: usize) -> Vec<Link> {
        assert!(count <= THREADS, "too many threads");
        let link = |thread| Box::new(Member { thread, peers: self.clone() }) as Link;
        threads(count).into_iter().map(link).collect()
    }

    fn agree(&self, words: &[u64], goes_on: &mut dyn FnMut() -> bool) -> Result<usize, Lost> {
        if self.process != 0 {
            self.tell(HELLO, words);
            return Ok(number(self.gather(HELLO, goes_on)?[0].1[0]));
        }
        let said = self.gather(HELLO, goes_on)?;
        let other = said.iter().find(|(_, other)| other != words).map_or(0, |(process, _)| *process);
        self.tell(HELLO, &[other as u64]);
        Ok(other)
    }
}

impl Shared {
    fn send(&mut self, to: usize, tag: usize, words: &[u64]) {
        let world = SimpleCommunicator::world();
        let tag = Tag::try_from(tag).expect("a tag is small");
        let to = world.process_at_rank(Rank::try_from(to).expect("there are fewer processes"));
        if words.len() <= WORDS {
            // The standard says that it is done when it is copied; `MPI_Bsend` of Open MPI always waits until the
            // packet has left.
            return scope(|scope| {
                to.immediate_buffered_send_with_tag(scope, words, tag).wait_without_status();
            });
        }
        scope(|scope| {
            let mut request = to.immediate_send_with_tag(scope, words, tag);
            while let Err(waiting) = request.test() {
                request = waiting;
                if let Some(came) = self.next() {
                    self.late.push_back(came);
                } else if self.is_silent() {
                    // The process is gone, and MPI still owns the packet.
                    world.abort(1);
                }
            }
        });
    }

    /// Sends a packet, or returns it if there is no room.
    fn post(&mut self, to: usize, tag: usize, packet: Packet) -> Result<(), Packet> {
        if self.under_way[to] >= self.window {
            return Err(packet);
        }
        self.under_way[to] += 1;
        self.send(to, tag, &packet);
        Ok(())
    }

    /// The next packet for a thread: sender, tag, words.
    fn next(&mut self) -> Option<(usize, usize, Packet)> {
        let looked = std::mem::replace(&mut self.looked, Instant::now());
        if self.continued.swap(false, Ordering::Relaxed) && looked.elapsed() < SILENCE {
            self.cancel.store(true, Ordering::Relaxed);
        }
        loop {
            let found = SimpleCommunicator::world().any_process().immediate_matched_probe()?;
            let (packet, status) = found.matched_receive_vec();
            self.silent = None;
            let (from, tag) = (number(status.source_rank()), number(status.tag()));
            match tag {
                RECEIVED => self.under_way[from] -= self.window / 2,
                HELLO | FAREWELL => self.said.push((from, tag, packet)),
                _ => {
                    self.received[from] += 1;
                    if self.received[from] == self.window / 2 {
                        self.received[from] = 0;
                        self.send(from, RECEIVED, &[]);
                    }
                    return Some((from, tag, packet));
                }
            }
        }
    }

    /// Passes received packets on to the threads of this process until one does not fit.
    fn deliver(&mut self, thread: &Thread) -> Result<(), Lost> {
        while let Some((from, tag, packet)) = self.late.pop_front().or_else(|| self.next()) {
            if let Err(packet) = thread.pass(from * thread.ranks() + tag / THREADS, tag % THREADS, packet) {
                self.late.push_front((from, tag, packet));
                return Ok(());
            }
        }
        self.check()
    }

    /// Fails if another process has left or is lost.
    fn check(&mut self) -> Result<(), Lost> {
        if let Some((.., words)) = self.said.iter().find(|one| one.1 == FAREWELL) {
            return Err(Lost(words[0]));
        }
        if self.is_silent() { Err(Lost(0)) } else { Ok(()) }
    }

    /// Whether nothing has arrived for a long time after a signal.
    fn is_silent(&mut self) -> bool {
        self.cancel.load(Ordering::Relaxed)
            && self.silent.get_or_insert_with(Instant::now).elapsed() >= SILENCE
    }
}

/// The connection of one thread.
struct Member {
    thread: Thread,
    peers: Peers,
}

impl Transport for Member {
    fn rank(&self) -> usize {
        self.peers.process * self.thread.ranks() + self.thread.rank()
    }

    fn ranks(&self) -> usize {
        self.peers.count * self.thread.ranks()
    }

    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        let (process, thread) = (to / self.thread.ranks(), to % self.thread.ranks());
        if process == self.peers.process {
            return self.thread.pass(self.rank(), thread, packet);
        }
        self.peers.lock().post(process, self.thread.rank() * THREADS + thread, packet)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        let (mut start, mut pause) = (None, SHORTEST);
        loop {
            // If another thread holds the lock, it delivers to this one as well.
            let delivered =
                self.peers.shared.try_lock().map_or(Ok(()), |mut shared| shared.deliver(&self.thread));
            match self.thread.receive(Duration::ZERO) {
                Ok(None) => delivered?,
                came => return came,
            }
            if patience.is_zero() || start.get_or_insert_with(Instant::now).elapsed() >= patience {
                return Ok(None);
            }
            match self.thread.receive(pause.min(patience)) {
                Ok(None) => pause = LONGEST.min(pause * 2),
                came => return came,
            }
        }
    }

    fn close(&mut self) {
        self.thread.close();
    }
}

fn number(rank: impl TryInto<usize, Error: std::fmt::Debug>) -> usize {
    rank.try_into().expect("no rank is negative")
}
