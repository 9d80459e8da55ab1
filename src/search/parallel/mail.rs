//! What the ranks of a search tell each other, and how it gets there: states in packets of many, everything else alone.
//!
//! In: states for other ranks, and news. Out: packets, at their receivers. What finds no room waits here, in order;
//! nobody waits for room, and whoever has packets waiting expands nothing until they have left.

use std::collections::VecDeque;
use std::time::Duration;

use super::super::batch::Way;
use super::super::cost::Cost;
use super::super::pool::{STATE_LIMIT, StateId};
use super::termination::{Detector, Finding, Token};
use crate::transport::{Lost, Packet, Transport};

/// States in one packet, at most, and words; a state fits in, however long it is.
const STATES: usize = 64;
const WORDS: usize = 1024;
/// Words of a packet before its content: what it is.
const KIND: usize = 1;

/// Words that a state takes besides its row: the way to it.
pub(super) const WAY: usize = 2;

/// What a packet is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Kind {
    /// States, behind the least number by which what led to them was ranked.
    States,
    /// A goal: what the path costs, and its state.
    Goal,
    /// The token of termination.
    Token,
    /// The sender expands no more.
    End,
    /// What the sender did.
    Done,
    /// A path from a goal backwards, with the state where it goes on.
    Trace,
    /// A path.
    Path,
    /// Nothing more is needed of the receiver; and whether sums of costs were too large.
    Leave,
}

const KINDS: [Kind; 8] =
    [Kind::States, Kind::Goal, Kind::Token, Kind::End, Kind::Done, Kind::Trace, Kind::Path, Kind::Leave];

/// A packet that has come in.
pub(super) struct Letter {
    pub(super) from: usize,
    pub(super) kind: Kind,
    packet: Packet,
}

impl Letter {
    /// The words of the packet.
    pub(super) fn words(&self) -> &[u64] {
        &self.packet[KIND..]
    }
}

impl<C: Cost> Way<C> {
    fn words(self) -> [u64; WAY] {
        let flag = if self.preferred { STATE_LIMIT } else { 0 };
        [self.g.to_word(), u64::from(self.action) << 32 | u64::from(self.parent.raw() | flag)]
    }

    /// From the words behind the row.
    #[allow(clippy::cast_possible_truncation, reason = "halves are meant")]
    pub(super) fn read(words: &[u64]) -> Self {
        let low = words[1] as u32;
        Self {
            g: C::from_word(words[0]),
            action: (words[1] >> 32) as u32,
            parent: StateId::from_raw(low & !STATE_LIMIT),
            preferred: low & STATE_LIMIT != 0,
        }
    }
}

/// The mail of one rank.
pub(super) struct Mail<'t> {
    link: &'t mut dyn Transport,
    rank: usize,
    /// For each rank the states that are being collected.
    collected: Vec<Packet>,
    /// For each rank the packets that found no room.
    waiting: Vec<VecDeque<Packet>>,
    /// Packets that are no longer needed, for the next ones.
    spare: Vec<Packet>,
    detector: Detector,
    /// Words of a full packet of states.
    full: usize,
}

impl<'t> Mail<'t> {
    /// For states of this many words.
    pub(super) fn new(link: &'t mut dyn Transport, words: usize) -> Self {
        let ranks = link.ranks();
        Self {
            collected: vec![Vec::new(); ranks],
            waiting: vec![VecDeque::new(); ranks],
            spare: Vec::new(),
            detector: Detector::new(link.rank()),
            full: KIND + 1 + (WORDS / (words + WAY)).clamp(1, STATES) * (words + WAY),
            rank: link.rank(),
            link,
        }
    }

    pub(super) const fn rank(&self) -> usize {
        self.rank
    }

    pub(super) fn ranks(&self) -> usize {
        self.collected.len()
    }

    /// Collects a state for another rank. `floor` is what the state that led to it was ranked by.
    #[inline]
    pub(super) fn collect<C: Cost>(&mut self, to: usize, floor: C, way: &Way<C>, row: &[u64]) {
        let packet = &mut self.collected[to];
        if packet.is_empty() {
            if let Some(spare) = self.spare.pop() {
                *packet = spare;
            }
            packet.reserve_exact(self.full);
            packet.extend([Kind::States as u64, floor.to_word()]);
        } else if floor < C::from_word(packet[KIND]) {
            packet[KIND] = floor.to_word();
        }
        packet.extend_from_slice(row);
        packet.extend(way.words());
        if packet.len() >= self.full {
            self.send_collected(to);
        }
    }

    fn send_collected(&mut self, to: usize) {
        let packet = std::mem::take(&mut self.collected[to]);
        self.detector.sent();
        self.post(to, packet);
    }

    /// Keeps the packet of a letter that was read.
    pub(super) fn recycle(&mut self, letter: Letter) {
        if self.spare.len() < 2 * self.collected.len() {
            let mut packet = letter.packet;
            packet.clear();
            self.spare.push(packet);
        }
    }

    /// Sends what was collected, as far as there is room. True if nothing is left.
    pub(super) fn flush(&mut self) -> bool {
        let mut is_empty = true;
        for to in 0..self.collected.len() {
            if !self.collected[to].is_empty() {
                self.send_collected(to);
            }
            while let Some(packet) = self.waiting[to].pop_front() {
                if let Err(packet) = self.link.send(to, packet) {
                    self.waiting[to].push_front(packet);
                    is_empty = false;
                    break;
                }
            }
        }
        is_empty
    }

    /// Whether something waits for room.
    pub(super) fn is_clogged(&self) -> bool {
        self.waiting.iter().any(|packets| !packets.is_empty())
    }

    /// Sends news to a rank, behind everything that was sent to it before.
    pub(super) fn tell(&mut self, to: usize, kind: Kind, words: &[u64]) {
        if !self.collected[to].is_empty() {
            self.send_collected(to);
        }
        let mut packet = vec![kind as u64];
        packet.extend_from_slice(words);
        self.post(to, packet);
    }

    /// Sends news to all others.
    pub(super) fn tell_all(&mut self, kind: Kind, words: &[u64]) {
        let rank = self.rank();
        for to in (0..self.ranks()).filter(|&to| to != rank) {
            self.tell(to, kind, words);
        }
    }

    fn post(&mut self, to: usize, packet: Packet) {
        if !self.waiting[to].is_empty() {
            self.waiting[to].push_back(packet);
        } else if let Err(packet) = self.link.send(to, packet) {
            self.waiting[to].push_back(packet);
        }
    }

    /// What has come in next; the token stays here.
    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<Letter>, Lost> {
        let Some((from, packet)) = self.link.receive(patience)? else { return Ok(None) };
        let kind = KINDS[usize::try_from(packet[0]).expect("the number of a kind")];
        let letter = Letter { from, kind, packet };
        match (letter.kind, letter.words()) {
            (Kind::States, _) => self.detector.received(),
            (Kind::Token, &[balance, black]) => {
                self.detector.take(Token { balance: balance.cast_signed(), black: black != 0 });
            }
            _ => {}
        }
        Ok(Some(letter))
    }

    /// This rank ends with all others.
    pub(super) fn close(&mut self) {
        self.link.close();
    }

    /// This rank has nothing to do until states come in, and nothing is left to be sent. Whether that is so everywhere.
    pub(super) fn is_all_done(&mut self) -> bool {
        match self.detector.idle() {
            Some(Finding::Done) => true,
            Some(Finding::Pass(token)) => {
                let next = (self.rank() + 1) % self.ranks();
                self.tell(next, Kind::Token, &[token.balance.cast_unsigned(), token.black.into()]);
                false
            }
            None => false,
        }
    }
}
