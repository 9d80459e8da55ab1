//! Binary decision diagrams (Bryant 1986) with complemented edges (Brace, Rudell and Bryant 1990): where they are kept,
//! and that each exists once.
//!
//! In: a level and two diagrams. Out: the diagram that is the one where the bit of the level is 0, the other where it
//! is 1. What is computed with diagrams is in `operations.rs`. There is no count of references: whoever holds diagrams
//! names them when memory is to be reclaimed. The work of an operation is counted and bounded, and limits are asked
//! within it, so that any operation can be given up and tried again: what it has found out is remembered.

use fixedbitset::FixedBitSet;

use banto_base::limits::{Held, Limits, Stop};

/// A set of states, or of pairs of states: a function of bits. Half of them are the complements of the other half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagram(u32);

impl Diagram {
    /// The empty set.
    pub(crate) const NONE: Self = Self(0);
    /// The set of everything.
    pub(crate) const ALL: Self = Self(1);

    const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The complement of it if the other is one.
    const fn like(self, other: Self) -> Self {
        Self(self.0 ^ (other.0 & 1))
    }
}

impl std::ops::Not for Diagram {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// It takes more work than it may.
    Work,
    /// A limit was reached; [`Stop::Memory`] if there is no room for more nodes, in which case less may fit.
    Limit(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Limit(stop)
    }
}

#[derive(Clone, Copy)]
struct Node {
    level: u32,
    /// Never a complement.
    low: Diagram,
    high: Diagram,
    /// The next node with the same hash, or the next free one; 0 for none.
    next: u32,
}

/// A result that is remembered. The operation is part of the third operand.
#[derive(Clone, Copy, Default)]
struct Remembered {
    operands: [u32; 3],
    result: u32,
}

/// The level of what has no bits.
pub(super) const NO_LEVEL: u32 = u32::MAX;
/// Two bits of an operand say which operation it is of, and one whether it is a complement. Where addresses are short,
/// fewer fit.
const MOST_NODES: usize = if usize::BITS > u32::BITS { 1 << 29 } else { 1 << 25 };
const FIRST_NODES: usize = 1 << 12;
/// So few nodes are not worth a collection; a random task of the tests has more.
const LITTER: usize = 1 << 8;
/// The most results that are remembered.
const MOST_REMEMBERED: usize = 1 << 23;
/// The limits are asked after this many steps.
const STEPS: u64 = 1 << 10;

/// All diagrams.
pub struct Diagrams {
    nodes: Vec<Node>,
    /// The first node of each hash.
    heads: Vec<u32>,
    /// A node that is free, and how many there are.
    free: (u32, usize),
    /// The nodes that were in use after the last collection.
    kept: usize,
    remembered: Vec<Remembered>,
    steps: u64,
    /// Where operations give up.
    end: u64,
    limits: Limits,
    held: Option<Held>,
}

impl Diagrams {
    pub(crate) fn new(limits: &Limits) -> Self {
        let terminal = Node { level: NO_LEVEL, low: Diagram::NONE, high: Diagram::NONE, next: 0 };
        Self {
            nodes: vec![terminal],
            heads: vec![0; FIRST_NODES],
            free: (0, 0),
            kept: 1,
            remembered: vec![Remembered::default(); FIRST_NODES],
            steps: 0,
            end: u64::MAX,
            limits: limits.clone(),
            held: limits.held(),
        }
    }

    /// The steps of all operations so far: results that had to be worked out.
    pub(crate) const fn steps(&self) -> u64 {
        self.steps
    }

    /// Grants the next operations this many steps together.
    pub(crate) const fn grant(&mut self, steps: u64) {
        self.end = self.steps.saturating_add(steps);
    }

    /// The nodes in use, those included that nobody holds any more.
    pub(crate) const fn len(&self) -> usize {
        self.nodes.len() - self.free.1
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.heads.capacity() * size_of::<u32>()
            + self.remembered.capacity() * size_of::<Remembered>()
    }

    #[inline]
    pub(super) fn level(&self, diagram: Diagram) -> u32 {
        self.nodes[diagram.node()].level
    }

    /// What is left of a diagram if the bit of a level is 0, and if it is 1. The level is not below the diagram's.
    #[inline]
    pub(super) fn split(&self, diagram: Diagram, level: u32) -> (Diagram, Diagram) {
        let node = self.nodes[diagram.node()];
        if node.level == level {
            (node.low.like(diagram), node.high.like(diagram))
        } else {
            (diagram, diagram)
        }
    }

    /// Counts a step, and asks the limits now and then.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps > self.end {
            return Err(Halt::Work);
        }
        if self.steps.is_multiple_of(STEPS) {
            self.limits.check()?;
        }
        Ok(())
    }

    #[allow(clippy::cast_possible_truncation, reason = "a table has a power of two places")]
    fn place(operands: [u32; 3], places: usize) -> usize {
        let [one, two, three] = operands.map(u64::from);
        let mixed =
            (one << 32 | two).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ three.wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (places - 1)
    }

    /// A result that was worked out before.
    #[inline]
    pub(super) fn remembered(&self, operands: [u32; 3]) -> Option<Diagram> {
        let entry = &self.remembered[Self::place(operands, self.remembered.len())];
        (entry.operands == operands).then_some(Diagram(entry.result))
    }

    #[inline]
    pub(super) fn remember(&mut self, operands: [u32; 3], result: Diagram) {
        let place = Self::place(operands, self.remembered.len());
        self.remembered[place] = Remembered { operands, result: result.0 };
    }

    /// The diagram of a level with these parts, which are below it.
    #[inline]
    pub(super) fn make(&mut self, level: u32, low: Diagram, high: Diagram) -> Result<Diagram, Halt> {
        if low == high {
            return Ok(low);
        }
        let (plain, high) = (low.like(low), high.like(low));
        let place = Self::place([level, plain.0, high.0], self.heads.len());
        let mut at = self.heads[place];
        while at != 0 {
            let node = &self.nodes[at as usize];
            if node.level == level && node.low == plain && node.high == high {
                return Ok(Diagram(at << 1).like(low));
            }
            at = node.next;
        }
        let new = self.insert(Node { level, low: plain, high, next: 0 })?;
        Ok(Diagram(new << 1).like(low))
    }

    fn insert(&mut self, node: Node) -> Result<u32, Halt> {
        if self.free.0 == 0 && self.nodes.len() == self.nodes.capacity() {
            self.grow()?;
        }
        let place = Self::place([node.level, node.low.0, node.high.0], self.heads.len());
        let node = Node { next: self.heads[place], ..node };
        let at = self.free.0;
        if at == 0 {
            self.nodes.push(node);
            self.heads[place] = u32::try_from(self.nodes.len() - 1).expect("there are fewer than 2^29");
        } else {
            self.free = (self.nodes[at as usize].next, self.free.1 - 1);
            self.nodes[at as usize] = node;
            self.heads[place] = at;
        }
        Ok(self.heads[place])
    }

    /// Makes room for more nodes, and a place in the tables for each.
    #[cold]
    fn grow(&mut self) -> Result<(), Halt> {
        let count = (2 * self.nodes.capacity()).max(FIRST_NODES);
        let remembered = count.min(MOST_REMEMBERED);
        let new = count * (size_of::<Node>() + size_of::<u32>())
            + (remembered - self.remembered.len()) * size_of::<Remembered>();
        if count > MOST_NODES || !self.limits.has_room(new) {
            return Err(Halt::Limit(Stop::Memory));
        }
        self.nodes.reserve_exact(count - self.nodes.len());
        self.heads = vec![0; count];
        self.fill_heads();
        if remembered > self.remembered.len() {
            let old = std::mem::replace(&mut self.remembered, vec![Remembered::default(); remembered]);
            for entry in old {
                self.remember(entry.operands, Diagram(entry.result));
            }
        }
        let bytes = self.bytes();
        if let Some(held) = &mut self.held {
            self.limits.hold(held, bytes)?;
        }
        Ok(())
    }

    /// Enters all nodes, none of which is free.
    fn fill_heads(&mut self) {
        for at in 1..self.nodes.len() {
            let Node { level, low, high, .. } = self.nodes[at];
            let place = Self::place([level, low.0, high.0], self.heads.len());
            self.nodes[at].next = std::mem::replace(&mut self.heads[place], u32::try_from(at).unwrap_or(0));
        }
    }

    /// Whether so much has been made since the last collection that it is time for another.
    pub(crate) const fn is_littered(&self) -> bool {
        self.len() > 2 * self.kept + LITTER
    }

    /// Frees all nodes but those of these diagrams. The others must not be used again.
    pub(crate) fn collect(&mut self, kept: impl Iterator<Item = Diagram>) {
        let mut marked = FixedBitSet::with_capacity(self.nodes.len());
        marked.insert(0);
        let mut open: Vec<usize> = kept.map(Diagram::node).collect();
        while let Some(at) = open.pop() {
            if !marked.put(at) {
                open.extend([self.nodes[at].low.node(), self.nodes[at].high.node()]);
            }
        }
        self.heads.fill(0);
        self.remembered.fill(Remembered::default());
        self.free = (0, 0);
        for at in (1..self.nodes.len()).rev() {
            let Node { level, low, high, .. } = self.nodes[at];
            let number = u32::try_from(at).unwrap_or(0);
            if marked.contains(at) {
                let place = Self::place([level, low.0, high.0], self.heads.len());
                self.nodes[at].next = std::mem::replace(&mut self.heads[place], number);
            } else {
                self.nodes[at].next = self.free.0;
                self.free = (number, self.free.1 + 1);
            }
        }
        self.kept = self.len();
    }

    /// How many nodes a diagram has, or more than `most`. Each that is looked at is a step.
    pub(crate) fn count(&mut self, diagram: Diagram, most: usize) -> usize {
        let mut seen = FixedBitSet::with_capacity(self.nodes.len());
        let (mut open, mut count) = (vec![diagram.node()], 0);
        while let Some(at) = open.pop().filter(|_| count <= most) {
            if at != 0 && !seen.put(at) {
                count += 1;
                open.extend([self.nodes[at].low.node(), self.nodes[at].high.node()]);
            }
        }
        self.steps += count as u64;
        count
    }
}
