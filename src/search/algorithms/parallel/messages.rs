//! The messages between the ranks of a search: states in packets of many, every other message in its own packet.
//!
//! In: states for other ranks, and other messages. Out: packets, delivered to their receivers. Packets that do not fit
//! are queued in order. Sending never blocks, but a rank with queued packets stops expanding until they are sent.

use std::collections::VecDeque;
use std::time::Duration;

use super::super::batch::Arrival;
use super::termination::{Detector, Finding, Token};
use crate::cost::Cost;
use crate::storage::pool::{STATE_LIMIT, StateId};
use crate::transport::{Lost, Packet, Transport};

/// The most states in one packet, and the most words; one state always fits, however long it is.
const STATES: usize = 64;
const WORDS: usize = 1024;
/// Words of a packet before its content: its kind.
const KIND: usize = 1;

/// Words of a state besides its row: the path to it.
pub(super) const WAY: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum MessageKind {
    /// States, preceded by the lowest key among their parents.
    States,
    /// A goal: the cost of the path, and the state.
    Goal,
    /// The token of termination detection.
    Token,
    /// The sender has stopped expanding.
    End,
    /// The work of the sender.
    Done,
    /// A path traced backwards from a goal, with the state where it continues.
    Trace,
    Path,
    /// The receiver may leave. Payload: whether a cost overflowed.
    Leave,
}

const KINDS: [MessageKind; 8] = [
    MessageKind::States,
    MessageKind::Goal,
    MessageKind::Token,
    MessageKind::End,
    MessageKind::Done,
    MessageKind::Trace,
    MessageKind::Path,
    MessageKind::Leave,
];

pub(super) struct Message {
    pub(super) from: usize,
    pub(super) kind: MessageKind,
    packet: Packet,
}

impl Message {
    pub(super) fn words(&self) -> &[u64] {
        &self.packet[KIND..]
    }
}

impl<C: Cost> Arrival<C> {
    fn words(self) -> [u64; WAY] {
        let flag = if self.preferred { STATE_LIMIT } else { 0 };
        [self.g.to_word(), u64::from(self.action) << 32 | u64::from(self.parent.raw() | flag)]
    }

    /// Reads the words that follow the row.
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

/// The messages that one rank sends and receives.
pub(super) struct Messages<'t> {
    link: &'t mut dyn Transport,
    rank: usize,
    /// For each rank, the states collected for its next packet.
    collected: Vec<Packet>,
    /// For each rank, the packets that did not fit, in order.
    waiting: Vec<VecDeque<Packet>>,
    /// Packets kept for reuse.
    spare: Vec<Packet>,
    detector: Detector,
    /// Words of a full packet of states.
    full: usize,
}

impl<'t> Messages<'t> {
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

    /// Collects a state for another rank. `floor` is the key by which its parent was ranked.
    #[inline]
    pub(super) fn collect<C: Cost>(&mut self, to: usize, floor: C, way: &Arrival<C>, row: &[u64]) {
        let packet = &mut self.collected[to];
        if packet.is_empty() {
            if let Some(spare) = self.spare.pop() {
                *packet = spare;
            }
            packet.reserve_exact(self.full);
            packet.extend([MessageKind::States as u64, floor.to_word()]);
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
        self.send_packet(to, packet);
    }

    /// Keeps the packet of a message for reuse.
    pub(super) fn recycle(&mut self, message: Message) {
        if self.spare.len() < 2 * self.collected.len() {
            let mut packet = message.packet;
            packet.clear();
            self.spare.push(packet);
        }
    }

    /// Sends the collected states and the queued packets. True if all of them fit.
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

    pub(super) fn has_queued(&self) -> bool {
        self.waiting.iter().any(|packets| !packets.is_empty())
    }

    /// Sends a message to a rank, after everything that was sent to it before.
    pub(super) fn send(&mut self, to: usize, kind: MessageKind, words: &[u64]) {
        if !self.collected[to].is_empty() {
            self.send_collected(to);
        }
        let mut packet = vec![kind as u64];
        packet.extend_from_slice(words);
        self.send_packet(to, packet);
    }

    pub(super) fn send_to_all(&mut self, kind: MessageKind, words: &[u64]) {
        let rank = self.rank();
        for to in (0..self.ranks()).filter(|&to| to != rank) {
            self.send(to, kind, words);
        }
    }

    fn send_packet(&mut self, to: usize, packet: Packet) {
        if !self.waiting[to].is_empty() {
            self.waiting[to].push_back(packet);
        } else if let Err(packet) = self.link.send(to, packet) {
            self.waiting[to].push_back(packet);
        }
    }

    /// The next received packet. States and the token are also passed to termination detection.
    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<Message>, Lost> {
        let Some((from, packet)) = self.link.receive(patience)? else { return Ok(None) };
        let kind = KINDS[usize::try_from(packet[0]).expect("the number of a kind")];
        let message = Message { from, kind, packet };
        match (message.kind, message.words()) {
            (MessageKind::States, _) => self.detector.received(),
            (MessageKind::Token, &[balance, black]) => {
                self.detector.take(Token { balance: balance.cast_signed(), black: black != 0 });
            }
            _ => {}
        }
        Ok(Some(message))
    }

    /// Announces that this rank ends together with all others.
    pub(super) fn close(&mut self) {
        self.link.close();
    }

    /// Called when this rank is idle and all its packets are sent. Returns whether all ranks are done.
    pub(super) fn is_all_done(&mut self) -> bool {
        match self.detector.idle() {
            Some(Finding::Done) => true,
            Some(Finding::Pass(token)) => {
                let next = (self.rank() + 1) % self.ranks();
                self.send(next, MessageKind::Token, &[token.balance.cast_unsigned(), token.black.into()]);
                false
            }
            None => false,
        }
    }
}
