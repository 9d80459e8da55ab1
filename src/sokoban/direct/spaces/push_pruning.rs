//! Pruning for the fewest pushes: of pushes that can wait while there is a PI-corral, and of positions that are
//! symmetric to one already seen.
//!
//! In: states of the space of pushes. Out: which to keep. Neither solutions nor the fewest pushes are lost; see
//! [`super::corral`] and [`crate::direct::field::symmetries`].

use super::corral::Corral;
use super::pushes::Pushes;
use crate::direct::context::Context;
use crate::direct::field::layout::Layout;
use crate::direct::field::symmetries::Orbits;
use banto_search::{Prune, PruneClaims};

/// Prunes the space of pushes.
pub struct PushPruning {
    context: Context,
    corral: Corral,
    layout: Layout,
    /// The pushes of a PI-corral in the current state, if it has one.
    inwards: Option<Vec<u32>>,
    orbits: Option<Orbits>,
}

impl PushPruning {
    pub fn new(context: &Context) -> Self {
        let field = &*context.field;
        let (corral, layout, orbits) = (Corral::new(field), Layout::new(field), Orbits::new(field));
        Self { context: context.clone(), corral, layout, inwards: None, orbits }
    }
}

impl Prune<Pushes<'_>> for PushPruning {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    fn begin(&mut self, _space: &Pushes<'_>, state: &[u64]) {
        let player = self.layout.load(state);
        self.layout.flood(&self.context.field, player);
        self.inwards = self.corral.pushes(&self.context, &self.layout).map(<[u32]>::to_vec);
    }

    fn keep_action(&mut self, _space: &Pushes<'_>, action: u32) -> bool {
        self.inwards.as_ref().is_none_or(|pushes| pushes.contains(&action))
    }

    fn keep_state(&mut self, space: &Pushes<'_>, _action: u32, state: &[u64], g: u32) -> bool {
        self.keep_again(space, state, g)
    }

    fn keep_again(&mut self, _space: &Pushes<'_>, state: &[u64], g: u32) -> bool {
        self.orbits.as_mut().is_none_or(|orbits| orbits.insert(&self.context.field, state, g))
    }

    fn reset(&mut self) {
        self.orbits = Orbits::new(&self.context.field);
    }
}
