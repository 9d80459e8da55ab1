//! The plan behind a state that was reached: layer by layer back to where its direction began.
//!
//! In: a state in words, its cost in a direction, and the layers of that direction. Out: operators. Of each step,
//! diagrams say which state is in the layer before; which operator leads there is found among those that apply.

use super::diagrams::{Diagram, Diagrams, Halt};
use super::direction::{Classes, Direction};
use super::operations::{Way, before};
use super::variables::Variables;
use crate::strips::{OpId, Task, TaskSpace};
use banto_search::{Cost, Space};

/// What a plan is found with.
pub(super) struct Walk<'d, C> {
    pub(super) task: &'d Task,
    pub(super) space: &'d TaskSpace<'d, C>,
    pub(super) variables: &'d Variables,
    pub(super) classes: &'d Classes,
}

/// A state in words, its cost, and the layers that its neighbor may be in: those before this one.
struct Place {
    state: Vec<u64>,
    cost: u64,
    end: usize,
}

impl<C: Cost> Walk<'_, C> {
    /// The operators between a state and the start of a direction, from the state on.
    pub(super) fn operators(
        &self,
        direction: &Direction,
        state: Vec<u64>,
        cost: u64,
        diagrams: &mut Diagrams,
    ) -> Result<Vec<OpId>, Halt> {
        let holds = |set: Diagram, place: &Place, diagrams: &Diagrams| {
            diagrams.holds(set, &self.variables.unpack(self.task, &place.state))
        };
        let mut place = Place { state, cost, end: direction.layers.len() };
        let own = direction.layers.iter().position(|layer| holds(layer.set, &place, diagrams));
        place.end = own.unwrap_or(place.end);
        let mut operators = Vec::new();
        while !holds(direction.start, &place, diagrams) {
            let (operator, next) = match direction.way {
                Way::Forwards => self.predecessor(direction, &place, diagrams)?,
                Way::Backwards => self.successor(direction, &place, diagrams),
            }
            .expect("a state of a layer has a neighbor in one before");
            operators.push(operator);
            place = next;
        }
        Ok(operators)
    }

    /// The layers of a cost before a place.
    fn layers<'l>(
        direction: &'l Direction,
        place: &'l Place,
        cost: u64,
    ) -> impl Iterator<Item = (usize, Diagram)> + 'l {
        let layers = direction.layers[..place.end].iter().enumerate();
        layers.filter(move |(_, layer)| layer.cost == cost).map(|(at, layer)| (at, layer.set))
    }

    /// A step from an earlier layer, and where it starts.
    fn predecessor(
        &self,
        direction: &Direction,
        place: &Place,
        diagrams: &mut Diagrams,
    ) -> Result<Option<(OpId, Place)>, Halt> {
        let bits = self.variables.unpack(self.task, &place.state);
        let levels = (0..).zip(&bits).map(|(bit, value)| (before(bit), *value));
        let levels: Vec<(u32, bool)> = levels.collect();
        let alone = diagrams.cube(levels.into_iter())?;
        for (step, relations) in self.classes {
            let Some(cost) = place.cost.checked_sub(*step) else { continue };
            if Self::layers(direction, place, cost).next().is_none() {
                continue;
            }
            for relation in relations {
                let image = diagrams.image(Way::Backwards, alone, relation.steps, relation.written)?;
                for (end, set) in Self::layers(direction, place, cost) {
                    let both = diagrams.and(image, set)?;
                    let Some(bits) = diagrams.member(both, bits.len()) else { continue };
                    let mut state = vec![0; self.space.words()];
                    self.variables.pack(self.task, &bits, &mut state);
                    let mut found = None;
                    self.space.expand(&mut self.space.scratch(), &state, &mut |action, _, next| {
                        let operator = OpId::from(action);
                        if self.task.cost(operator) == *step && next == place.state {
                            found.get_or_insert(operator);
                        }
                    });
                    return Ok(found.map(|operator| (operator, Place { state, cost, end })));
                }
            }
        }
        Ok(None)
    }

    /// A step to an earlier layer, and where it ends.
    fn successor(&self, direction: &Direction, place: &Place, diagrams: &Diagrams) -> Option<(OpId, Place)> {
        let mut found = None;
        self.space.expand(&mut self.space.scratch(), &place.state, &mut |action, _, next| {
            let operator = OpId::from(action);
            let Some(cost) = place.cost.checked_sub(self.task.cost(operator)).filter(|_| found.is_none())
            else {
                return;
            };
            let bits = self.variables.unpack(self.task, next);
            let mut layers = Self::layers(direction, place, cost);
            if let Some((end, _)) = layers.find(|(_, set)| diagrams.holds(*set, &bits)) {
                found = Some((operator, Place { state: next.to_vec(), cost, end }));
            }
        });
        found
    }
}
