//! Corral pruning as the engine asks for it.
//!
//! In: states of the space of pushes. Out: which pushes are worth trying. What is dropped loses neither solutions nor fewest
//! pushes; see [`super::corral`].

use super::bounds::Ground;
use super::corral::Corral;
use super::field::Table;
use super::space_pushes::Pushes;
use crate::search::{Prune, PruneClaims};

/// Tries only pushes that open a corral, where there is one that has to be opened.
#[derive(Debug)]
pub struct CorralPruning {
    ground: Ground,
    corral: Corral,
    table: Table,
    /// The pushes that are enough in the state that began last.
    enough: Option<Vec<u32>>,
}

impl CorralPruning {
    /// Pruning on this ground.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let (corral, table) = (Corral::new(&ground.field), Table::new(&ground.field));
        Self { ground: ground.clone(), corral, table, enough: None }
    }
}

impl Prune<Pushes<'_>> for CorralPruning {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    fn begin(&mut self, _space: &Pushes<'_>, state: &[u64]) {
        let Ground { field, open, .. } = &self.ground;
        let keeper = self.table.load(state);
        self.table.flood(field, keeper);
        let fills_all = self.table.boxes.len() == field.goals().len();
        self.enough = self.corral.enough(field, &open.live, &self.table, fills_all).map(<[u32]>::to_vec);
    }

    fn keep_action(&mut self, _space: &Pushes<'_>, action: u32) -> bool {
        self.enough.as_ref().is_none_or(|enough| enough.contains(&action))
    }
}
