//! A search in several ranks under every schedule that is near a fair one, as `loom` would try them for threads: ranks
//! share nothing but their transport, so all that can differ is who goes on, and what it hears. Every way to depart
//! from going on in turn a few times is tried (delay-bounded scheduling; Emmi, Qadeer and Rakamarić 2011): packets
//! come late or in another order, find no room, or a rank dies.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use banto::internals::transport::{Lost, Packet, Transport};
use banto::limits::Limits;
use banto::search::{Algorithm, Blind, Outcome, Report, Search, Settings};

use indexmap::IndexSet;

use crate::cases;
use crate::dijkstra::{cheapest_goal, found};
use crate::graph::Graph;

/// No schedule is longer.
const LONGEST: usize = 5000;

/// What a rank hears when it goes on.
#[derive(Clone, Copy, Debug)]
enum Hears {
    From(usize),
    Nothing,
    /// It dies.
    Death,
}

/// All that the ranks share.
#[derive(Default)]
struct World {
    /// Packets for each rank, with their senders, the oldest first.
    under_way: Vec<Vec<(usize, Packet)>>,
    lives: Vec<bool>,
    /// Ranks that have not come to a look for packets yet; later, whether one goes on.
    running: usize,
    turn: Option<(usize, Hears)>,
    last: usize,
    has_lost: bool,
    /// Whether a rank may die.
    mortal: bool,
    /// Where this schedule departs from the fair one: at which choice, to what.
    departures: Vec<(usize, usize)>,
    /// How much there was to choose from, each time.
    choices: Vec<usize>,
}

impl World {
    /// Chooses: usually the first.
    fn choose(&mut self, count: usize) -> usize {
        let at = self.choices.len();
        assert!(at < LONGEST, "no end after {:?}", self.departures);
        self.choices.push(count);
        self.departures.iter().find(|departure| departure.0 == at).map_or(0, |departure| departure.1)
    }

    /// Says who goes on: the next one after the last, with the first packet that is there.
    fn schedule(&mut self) {
        let ranks = self.lives.len();
        let order = (1..=ranks).map(|step| (self.last + step) % ranks);
        let order: Vec<usize> = order.filter(|&rank| self.lives[rank]).collect();
        let mut options = Vec::new();
        for &rank in &order {
            let senders: IndexSet<usize> = self.under_way[rank].iter().map(|packet| packet.0).collect();
            options.extend(senders.into_iter().map(|from| (rank, Hears::From(from))));
            options.push((rank, Hears::Nothing));
        }
        if self.mortal && !self.has_lost {
            options.extend(order.iter().map(|&rank| (rank, Hears::Death)));
        }
        if !options.is_empty() {
            let chosen = options[self.choose(options.len())];
            self.last = chosen.0;
            self.turn = Some(chosen);
        }
    }

    /// A rank waits, or has ended.
    fn stops(&mut self) {
        self.running -= 1;
        if self.running == 0 {
            self.schedule();
        }
    }
}

#[derive(Default)]
struct Model {
    world: Mutex<World>,
    changed: Condvar,
}

/// The connection of one rank.
struct Scheduled {
    rank: usize,
    ranks: usize,
    model: Arc<Model>,
    is_closed: bool,
}

impl Scheduled {
    fn world(&self) -> MutexGuard<'_, World> {
        self.model.world.lock().unwrap()
    }
}

impl Transport for Scheduled {
    fn rank(&self) -> usize {
        self.rank
    }
    fn ranks(&self) -> usize {
        self.ranks
    }
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        let mut world = self.world();
        if world.choose(2) == 1 {
            return Err(packet);
        }
        if world.lives[to] {
            world.under_way[to].push((self.rank, packet));
        }
        Ok(())
    }
    fn receive(&mut self, _: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        let mut world = self.world();
        world.stops();
        self.model.changed.notify_all();
        let mut world = self
            .model
            .changed
            .wait_while(world, |world| world.turn.is_none_or(|(rank, _)| rank != self.rank))
            .unwrap();
        world.running += 1;
        let (rank, hears) = world.turn.take().expect("somebody's turn");
        match hears {
            Hears::From(from) => {
                let packets = &mut world.under_way[rank];
                let oldest = packets.iter().position(|packet| packet.0 == from);
                Ok(oldest.map(|oldest| packets.remove(oldest)))
            }
            Hears::Nothing if world.has_lost && world.under_way[rank].is_empty() => Err(Lost(0)),
            Hears::Nothing => Ok(None),
            Hears::Death => {
                world.has_lost = true;
                Err(Lost(0))
            }
        }
    }
    fn close(&mut self) {
        self.is_closed = true;
    }
}

impl Drop for Scheduled {
    fn drop(&mut self) {
        if let Ok(mut world) = self.model.world.lock() {
            world.lives[self.rank] = false;
            world.has_lost |= !self.is_closed;
            world.stops();
        }
        self.model.changed.notify_all();
    }
}

/// What is searched, and how.
struct Case {
    graph: Graph<u32>,
    ranks: usize,
    algorithm: Algorithm,
    mortal: bool,
    /// Departures from the fair schedule.
    departures: usize,
}

impl Case {
    /// One schedule: what came of it, whether a rank died, and the choices that there were.
    fn run(&self, departures: &[(usize, usize)]) -> (Report<u32>, bool, Vec<usize>) {
        let world = World {
            under_way: vec![Vec::new(); self.ranks],
            lives: vec![true; self.ranks],
            running: self.ranks,
            last: self.ranks - 1,
            mortal: self.mortal,
            departures: departures.to_vec(),
            ..World::default()
        };
        let model = Arc::new(Model { world: Mutex::new(world), changed: Condvar::new() });
        let ranks = self.ranks as u64;
        let home = move |row: &[u64]| (row[0] % ranks) * (u64::MAX / ranks + 1);
        let mut reports: Vec<_> = std::thread::scope(|scope| {
            let start = |rank| {
                let mut link = Scheduled { rank, ranks: self.ranks, model: model.clone(), is_closed: false };
                scope.spawn(move || {
                    let search = Search::new(&self.graph).heuristic(Blind).settings(Settings::default());
                    search.limits(&Limits::none()).run_in_ranks(self.algorithm, &mut link, &home)
                })
            };
            let ranks: Vec<_> = (0..self.ranks).map(start).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
        });
        let world = std::mem::take(&mut *model.world.lock().unwrap());
        (reports.swap_remove(0), world.has_lost, world.choices)
    }

    /// All schedules.
    fn check(&self) {
        let optimum = cheapest_goal(&self.graph);
        let mut schedules = vec![Vec::new()];
        let (mut tried, mut deaths) = (0, 0);
        while let Some(departures) = schedules.pop() {
            let (report, died, choices) = self.run(&departures);
            tried += 1;
            deaths += usize::from(died);
            let name = format!("{:?} {departures:?}", self.algorithm);
            if !died || !matches!(report.outcome, Outcome::Stopped(_)) {
                let path = found(&self.graph, &report, optimum, &name);
                assert!(path.is_none_or(|(_, optimal)| optimal == self.algorithm.row().optimal), "{name}");
            }
            if departures.len() < self.departures {
                let first = departures.last().map_or(0, |last| last.0 + 1);
                for (at, &count) in choices.iter().enumerate().skip(first) {
                    for option in 1..count {
                        schedules.push([&departures[..], &[(at, option)]].concat());
                    }
                }
            }
        }
        assert!(deaths > 0 || !self.mortal);
        cases::tell(&format!(
            "{:?}, {} ranks, {} departures: {tried} schedules, {deaths} with a death",
            self.algorithm, self.ranks, self.departures
        ));
    }
}

/// The first path that is found costs more than the best one, and ranks take turns on both.
fn graph(goals: &[usize]) -> Graph<u32> {
    let edges = vec![vec![(1, 1), (4, 6)], vec![(2, 1)], vec![(3, 1), (1, 1)], vec![(4, 1), (0, 1)], vec![]];
    Graph { edges, goals: goals.iter().copied().collect() }
}

#[test]
fn every_schedule_near_the_fair_one_ends_with_the_truth() {
    let more = usize::from(cases::is_long());
    for goals in [&[4][..], &[]] {
        for (ranks, algorithm, mortal, departures) in [
            (2, Algorithm::Astar, false, 2),
            (2, Algorithm::Astar, true, 1),
            (2, Algorithm::Gbfs, true, 1),
            (3, Algorithm::UniformCost, true, 1),
            (4, Algorithm::Astar, false, 1),
        ] {
            let departures = departures + more;
            Case { graph: graph(goals), ranks, algorithm, mortal, departures }.check();
        }
    }
}
