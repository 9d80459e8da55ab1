//! What is computed with diagrams: intersections, unions, images of sets under relations, and single members.
//!
//! The bit with number n is at level 2n in states, and in relations before the step; after the step it is at level
//! 2n + 1. An image is one walk over set and relation that joins, forgets the bits before and renames those after (as
//! in van Dijk and van de Pol 2015). A relation says which bits it writes: all others stay as they are, so that a
//! relation does not have to mention them.

use super::diagrams::{Diagram, Diagrams, Halt, NO_LEVEL};

/// Which way steps are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Forwards,
    Backwards,
}

const AND: u32 = 0;
const SHIFT: u32 = 30;

impl Way {
    const fn tag(self) -> u32 {
        match self {
            Self::Forwards => 1 << SHIFT,
            Self::Backwards => 2 << SHIFT,
        }
    }
}

/// The level of a bit in a state.
pub(super) const fn before(bit: u32) -> u32 {
    2 * bit
}

/// The level of a bit after a step.
pub(super) const fn after(bit: u32) -> u32 {
    2 * bit + 1
}

impl Diagrams {
    /// What is in both.
    pub(crate) fn and(&mut self, one: Diagram, other: Diagram) -> Result<Diagram, Halt> {
        if one == other || other == Diagram::ALL {
            return Ok(one);
        }
        if one == !other || one == Diagram::NONE || other == Diagram::NONE {
            return Ok(Diagram::NONE);
        }
        if one == Diagram::ALL {
            return Ok(other);
        }
        let (one, other) = (one.min(other), one.max(other));
        let operands = [one.bits(), other.bits(), AND];
        if let Some(known) = self.remembered(operands) {
            return Ok(known);
        }
        self.step()?;
        let level = self.level(one).min(self.level(other));
        let ((one_low, one_high), (other_low, other_high)) =
            (self.split(one, level), self.split(other, level));
        let low = self.and(one_low, other_low)?;
        let high = self.and(one_high, other_high)?;
        let result = self.make(level, low, high)?;
        self.remember(operands, result);
        Ok(result)
    }

    /// What is in one of them or in both.
    pub(crate) fn or(&mut self, one: Diagram, other: Diagram) -> Result<Diagram, Halt> {
        Ok(!self.and(!one, !other)?)
    }

    /// What is in all.
    pub(crate) fn and_all(&mut self, all: impl IntoIterator<Item = Diagram>) -> Result<Diagram, Halt> {
        all.into_iter().try_fold(Diagram::ALL, |both, one| self.and(one, both))
    }

    /// Where a condition holds, the first; elsewhere the second.
    pub(crate) fn choose(&mut self, condition: Diagram, yes: Diagram, no: Diagram) -> Result<Diagram, Halt> {
        let yes = self.and(condition, yes)?;
        let no = self.and(!condition, no)?;
        self.or(yes, no)
    }

    /// That these levels have these bits, the highest level first.
    pub(crate) fn cube(
        &mut self,
        levels: impl DoubleEndedIterator<Item = (u32, bool)>,
    ) -> Result<Diagram, Halt> {
        levels.rev().try_fold(Diagram::ALL, |below, (level, bit)| {
            let (low, high) = if bit { (Diagram::NONE, below) } else { (below, Diagram::NONE) };
            self.make(level, low, high)
        })
    }

    /// That two levels have the same bit.
    pub(crate) fn same(&mut self, above: u32, below: u32) -> Result<Diagram, Halt> {
        let bit = self.make(below, Diagram::NONE, Diagram::ALL)?;
        self.make(above, !bit, bit)
    }

    /// The states that one step leads to from a set, or from which one leads to it. `written` are the bits that the
    /// relation writes, as the cube of their levels in states.
    pub(crate) fn image(
        &mut self,
        way: Way,
        set: Diagram,
        relation: Diagram,
        written: Diagram,
    ) -> Result<Diagram, Halt> {
        if set == Diagram::NONE || relation == Diagram::NONE {
            return Ok(Diagram::NONE);
        }
        if written == Diagram::ALL {
            return self.and(set, relation);
        }
        let operands = [set.bits(), relation.bits(), written.bits() | way.tag()];
        if let Some(known) = self.remembered(operands) {
            return Ok(known);
        }
        self.step()?;
        let writes = self.level(written);
        // Of a relation, the level after the step counts as that before it.
        let level = self.level(set).min(self.level(relation) & !1).min(writes);
        let (set_low, set_high) = self.split(set, level);
        let (from_low, from_high) = self.split(relation, level);
        let result = if level == writes {
            let (_, written) = self.split(written, level);
            let ((zero, one), (two, three)) =
                (self.split(from_low, level + 1), self.split(from_high, level + 1));
            let (parts, low, high) = match way {
                Way::Forwards => ([set_low, set_high], [zero, two], [one, three]),
                Way::Backwards => ([set_low, set_high], [zero, one], [two, three]),
            };
            let low = self.either_image(way, parts, low, written)?;
            let high = self.either_image(way, parts, high, written)?;
            self.make(level, low, high)?
        } else {
            let low = self.image(way, set_low, from_low, written)?;
            let high = self.image(way, set_high, from_high, written)?;
            self.make(level, low, high)?
        };
        self.remember(operands, result);
        Ok(result)
    }

    fn either_image(
        &mut self,
        way: Way,
        sets: [Diagram; 2],
        relations: [Diagram; 2],
        written: Diagram,
    ) -> Result<Diagram, Halt> {
        let one = self.image(way, sets[0], relations[0], written)?;
        let other = self.image(way, sets[1], relations[1], written)?;
        self.or(one, other)
    }

    /// Whether a state with these bits is in a set.
    pub(crate) fn holds(&self, set: Diagram, bits: &[bool]) -> bool {
        let mut at = set;
        while self.level(at) != NO_LEVEL {
            let level = self.level(at);
            let (low, high) = self.split(at, level);
            at = if bits[level as usize / 2] { high } else { low };
        }
        at == Diagram::ALL
    }

    /// The bits of a member of a set; those that do not matter are 0. `None` if it is empty.
    pub(crate) fn member(&self, set: Diagram, bits: usize) -> Option<Vec<bool>> {
        let (mut at, mut member) = (set, vec![false; bits]);
        while self.level(at) != NO_LEVEL {
            let level = self.level(at);
            let (low, high) = self.split(at, level);
            member[level as usize / 2] = low == Diagram::NONE;
            at = if low == Diagram::NONE { high } else { low };
        }
        (at == Diagram::ALL).then_some(member)
    }
}
