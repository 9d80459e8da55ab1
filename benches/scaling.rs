//! What the ranks of one search do, beside the model of docs/scaling.md: prints the tables of that page.
//! `cargo bench --bench scaling [DOMAIN PROBLEM]`, with nothing else running.
#![allow(missing_docs, clippy::print_stdout, clippy::cast_precision_loss)]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use banto::ground::ground;
use banto::internals::transport::{Link, Lost, Network, Packet, Thread, Transport, threads};
use banto::limits::Limits;
use banto::planner::{Quality, Reductions, Request, plan};
use banto::search::{Algorithm, Work};
use banto::task::{self, Task};

/// As in `src/search/algorithms/parallel/`: words of a packet before its states, words of a state behind its row,
/// states in a packet, and expansions for each pair of ranks between two departures of packets, and in any case.
const HEAD: usize = 2;
const WAY: usize = 2;
const STATES: f64 = 64.0;
const EXPANSIONS: f64 = 16.0;
const MOST_EXPANSIONS: f64 = 1024.0;

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

struct LateLink {
    link: Thread,
    late: Late,
    /// What has come in, and when it may be seen.
    waiting: VecDeque<(Instant, usize, Packet)>,
}

impl Transport for LateLink {
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
    wall: f64,
    cpu: f64,
    work: Work,
    packets: f64,
    /// States that were sent.
    states: f64,
}

impl Run {
    fn generated(&self) -> f64 {
        self.work.counts.generated as f64
    }

    /// The share of successors that have their home elsewhere.
    fn remote(&self) -> f64 {
        self.states / self.generated()
    }
}

/// Seconds of CPU that this process has taken, by the hundredth.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    fields[11..13].iter().map(|ticks| ticks.parse::<f64>().expect("a number")).sum::<f64>() / 100.0
}

/// A blind search in so many threads.
fn run(task: &Task, words: usize, ranks: usize, latency: Duration) -> Run {
    let sent = Arc::new(Sent::default());
    let network = (ranks > 1).then(|| Arc::new(Late { latency, sent: sent.clone() }) as Arc<dyn Network>);
    let request = Request::default()
        .quality(Quality::Optimal)
        .algorithm(Algorithm::UniformCost)
        .threads(ranks)
        .network(network)
        .reductions(Reductions::plain());
    let (before, start) = (cpu_seconds(), Instant::now());
    let answer = plan(task, &request, &Limits::none(), &()).expect("a task that can be planned for");
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - before);
    let packets = sent.packets.load(Relaxed);
    let states = (sent.words.load(Relaxed) - packets * HEAD as u64) / (words + WAY) as u64;
    Run { ranks, wall, cpu, work: answer.work, packets: packets as f64, states: states as f64 }
}

/// What is known of a search, and of the machines that it is to run on.
struct Model {
    /// Seconds of CPU for a successor, and for one that is sent and received.
    local: f64,
    sent: f64,
    /// Successors of a state, states for each successor, bytes of a state.
    successors: f64,
    states: f64,
    bytes: f64,
    /// Of the successors that could, so many have their home elsewhere.
    remote: f64,
    /// Words of a state that is sent.
    words: f64,
    /// Seconds of CPU for a packet at both ends, seconds until it arrives, bytes a second of a machine, its cores.
    packet: f64,
    latency: f64,
    bandwidth: f64,
    cores: f64,
}

impl Model {
    /// The share of successors that are sent among so many ranks, and how many leave in one packet.
    fn packets(&self, ranks: f64) -> (f64, f64) {
        let remote = self.remote * (1.0 - 1.0 / ranks);
        let expansions = (EXPANSIONS * (ranks / 2.0).ceil()).min(MOST_EXPANSIONS);
        let collected = expansions * self.successors * remote / (ranks - 1.0).max(1.0);
        (remote, collected.clamp(1.0, STATES))
    }

    /// Seconds of CPU for a successor among so many ranks.
    fn seconds(&self, ranks: f64) -> f64 {
        let (remote, filled) = self.packets(ranks);
        self.local + remote * (self.sent + self.packet / filled)
    }

    /// What the ranks of one machine can do at most for its bandwidth: successors a second and rank.
    fn most(&self, ranks: f64) -> f64 {
        let (remote, filled) = self.packets(ranks);
        let leaves = remote * (ranks - self.cores).max(0.0) / (ranks - 1.0).max(1.0);
        let bytes = 8.0 * (self.words + HEAD as f64 / filled) + 64.0 / filled;
        self.bandwidth / (self.cores * leaves * bytes)
    }

    /// Seconds for a search with so many successors in so many layers: all ranks wait for the first states of each
    /// layer, and at the end the token goes round twice.
    fn wall(&self, ranks: f64, successors: f64, layers: f64) -> f64 {
        let rate = (1.0 / self.seconds(ranks)).min(self.most(ranks));
        successors / rate / ranks + (2.0 * layers + 2.0 * ranks) * self.latency
    }
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let [domain, problem] = files.try_into().unwrap_or_else(|_| {
        ["domains/ferry.pddl", "problems/ferry/03-eight-cars.pddl"]
            .map(|path| format!("{}/{path}", env!("CARGO_MANIFEST_DIR")))
    });
    let read = |path: &str| std::fs::read_to_string(path).expect("a file");
    let task = task::read(&read(&domain), &read(&problem)).expect("a task");
    let packed = ground(&task, &Limits::none(), &mut |_| {}).expect("no limit").task.expect("a ground task");
    let words = packed.packing().words();

    let runs = [1, 2, 4, 8].map(|ranks| run(&task, words, ranks, Duration::ZERO));
    let [one, two, _, eight] = &runs;
    let local = one.cpu / one.generated();
    let sent = |run: &Run| ((run.cpu - run.generated() * local) / run.states).max(0.0);
    let mut model = Model {
        local,
        sent: sent(two),
        successors: one.generated() / one.work.counts.expanded as f64,
        states: one.work.states as f64 / one.generated(),
        bytes: one.work.bytes as f64 / one.work.states as f64,
        remote: eight.remote() / (1.0 - 1.0 / 8.0),
        words: (words + WAY) as f64,
        packet: 0.0,
        latency: 0.0,
        bandwidth: f64::INFINITY,
        cores: 1.0,
    };
    println!("{:.0} ns a successor, {:.0} ns more where it is sent,", model.local * 1e9, model.sent * 1e9);
    println!("{:.1} successors a state, {:.2} new states a successor,", model.successors, model.states);
    println!("{:.1} bytes a state in memory, {} on the way\n", model.bytes, 8 * (words + WAY));
    println!("| ranks | expanded | sent | states a packet | bytes a state | CPU s | by the model | wall s |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for run in &runs {
        let (_, filled) = model.packets(run.ranks as f64);
        println!(
            "| {} | {} | {:.1} % | {:.0} (model: {filled:.0}) | {:.1} | {:.2} | {:.2} | {:.2} |",
            run.ranks,
            run.work.counts.expanded,
            100.0 * run.remote(),
            run.states / run.packets.max(1.0),
            run.work.bytes as f64 / run.work.states as f64,
            run.cpu,
            run.generated() * model.seconds(run.ranks as f64),
            run.wall,
        );
    }
    println!("\n| latency | ranks | expanded | CPU s | wall s |\n| --- | --- | --- | --- | --- |");
    for (micros, ranks) in [(100, 2), (100, 8), (1000, 2), (1000, 8), (10_000, 2), (10_000, 8)] {
        let run = run(&task, words, ranks, Duration::from_micros(micros));
        let expanded = run.work.counts.expanded as f64 / one.work.counts.expanded as f64;
        let latency = micros as f64 / 1000.0;
        println!("| {latency} ms | {ranks} | x{expanded:.3} | {:.2} | {:.2} |", run.cpu, run.wall);
    }
    // 16 cores a machine; 10 microseconds until a packet is there, 10 gigabits a second. What is sent costs most by one
    // of the runs above and with 2 microseconds for a packet, and least by another and with half a microsecond.
    (model.latency, model.bandwidth, model.cores) = (1e-5, 1.25e9, 16.0);
    let by_runs = runs[1..].iter().map(sent);
    let slow = Model { sent: by_runs.clone().fold(0.0, f64::max), packet: 2e-6, ..model };
    let fast = Model { sent: by_runs.fold(f64::INFINITY, f64::min), packet: 5e-7, ..model };
    println!("\n{:.0} to {:.0} ns more where a successor is sent", fast.sent * 1e9, slow.sent * 1e9);
    println!(
        "| ranks | sent | states a packet | M successors a second | at most | efficiency | half of it with |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for ranks in [1.0, 16.0, 256.0, 4096.0] {
        let (remote, filled) = model.packets(ranks);
        let rates = [&slow, &fast].map(|end| (1.0 / end.seconds(ranks)).min(end.most(ranks)));
        let range = |figures: [f64; 2]| figures.map(two_digits).join(" to ");
        // Where as much time goes into waiting as into work, with a hundred layers.
        let waits = model.wall(ranks, 0.0, 100.0);
        println!(
            "| {ranks} | {:.0} % | {filled:.0} | {} | {} | {} % | {} |",
            100.0 * remote,
            range(rates.map(|rate| ranks * rate / 1e6)),
            two_digits(ranks * model.most(ranks) / 1e6),
            range(rates.map(|rate| 100.0 * rate * model.local)),
            range(rates.map(|rate| waits * rate * ranks)),
        );
    }
}

/// A figure of the model, which is not worth more digits.
fn two_digits(figure: f64) -> String {
    let unit = 10_f64.powf(figure.abs().log10().floor() - 1.0);
    let rounded = if figure.is_finite() { (figure / unit).round() * unit } else { figure };
    rounded.to_string()
}
