//! Connections that have room for a packet now and then, and deliver late: packets of different ranks in any order.
//!
//! In: connections, or a network of them, and a seed. Out: the same, slower.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use banto::internals::transport::{Link, Lost, Network, Packet, Transport, threads};
use banto::search::Random;

pub struct Slow {
    link: Link,
    random: Random,
    late: VecDeque<(usize, Packet)>,
}

impl Transport for Slow {
    fn rank(&self) -> usize {
        self.link.rank()
    }
    fn ranks(&self) -> usize {
        self.link.ranks()
    }
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        if self.random.below(3) == 0 { self.link.send(to, packet) } else { Err(packet) }
    }
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        match self.link.receive(patience.min(Duration::from_micros(20))) {
            Ok(Some(packet)) => self.late.push_back(packet),
            Err(lost) if self.late.is_empty() => return Err(lost),
            _ => {}
        }
        if self.late.is_empty() || self.random.below(3) > 0 {
            return Ok(None);
        }
        let sender = self.late[self.random.below_index(self.late.len())].0;
        let first = self.late.iter().position(|(from, _)| *from == sender);
        Ok(first.and_then(|first| self.late.remove(first)))
    }
    fn close(&mut self) {
        self.link.close();
    }
}

pub fn boxed<T: Transport + Send + 'static>(links: Vec<T>) -> Vec<Link> {
    links.into_iter().map(|link| Box::new(link) as Link).collect()
}

/// These connections, made slow.
pub fn slowed(links: Vec<Link>, seed: u64) -> Vec<Slow> {
    let slow = |(link, seed)| Slow { link, random: Random::new(seed), late: VecDeque::new() };
    links.into_iter().zip(seed..).map(slow).collect()
}

/// A slow network: that of some processes, or threads of this one.
#[derive(Clone, Debug)]
pub struct SlowNetwork {
    pub processes: Option<Arc<dyn Network>>,
    pub seed: u64,
}

impl Network for SlowNetwork {
    fn connect(&self, count: usize) -> Vec<Link> {
        let links = match &self.processes {
            Some(processes) => processes.connect(count),
            None => boxed(threads(count)),
        };
        boxed(slowed(links, self.seed))
    }
    fn agree(&self, words: &[u64], goes_on: &mut dyn FnMut() -> bool) -> Result<usize, Lost> {
        self.processes.as_ref().map_or(Ok(0), |processes| processes.agree(words, goes_on))
    }
}
