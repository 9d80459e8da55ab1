//! PI-corral pruning as a [`Prune`] of the engine.
//!
//! In: states of the space of pushes. Out: which pushes to try. Neither solutions nor the fewest pushes are lost; see
//! [`super::corral`].

use super::context::Context;
use super::corral::Corral;
use super::layout::Layout;
use super::pushes::Pushes;
use crate::search::{Prune, PruneClaims};

/// Where there is a PI-corral that has to be opened, tries only pushes that open it.
#[derive(Debug)]
pub struct CorralPruning {
    context: Context,
    corral: Corral,
    layout: Layout,
    /// The pushes that are enough in the current state.
    enough: Option<Vec<u32>>,
}

impl CorralPruning {
    /// Pruning for positions of this level.
    pub fn new(context: &Context) -> Self {
        let (corral, layout) = (Corral::new(&context.field), Layout::new(&context.field));
        Self { context: context.clone(), corral, layout, enough: None }
    }
}

impl Prune<Pushes<'_>> for CorralPruning {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    fn begin(&mut self, _space: &Pushes<'_>, state: &[u64]) {
        let Context { field, open, limits, .. } = &self.context;
        let player = self.layout.load(state);
        self.layout.flood(field, player);
        let fills_all = self.layout.boxes.len() == field.goals().len();
        let enough = self.corral.enough(field, &open.live, &self.layout, fills_all, limits);
        self.enough = enough.map(<[u32]>::to_vec);
    }

    fn keep_action(&mut self, _space: &Pushes<'_>, action: u32) -> bool {
        self.enough.as_ref().is_none_or(|enough| enough.contains(&action))
    }
}
