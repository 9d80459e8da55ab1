//! The spaces of direct search: what one step is (a push, a push with the walk to it, several pushes of one box), and
//! which steps can be left out.

pub(super) mod box_paths;
pub(super) mod corral;
pub(super) mod homes;
pub(super) mod macro_pushes;
pub(super) mod push_pruning;
pub(super) mod pushes;
pub(crate) mod simple;
pub(super) mod walks;

use banto_search::Space;

/// A space of pushes of which only some may be made.
pub trait Choosing: Space {
    /// [`Space::expand`] with only those pushes that may be made.
    #[allow(clippy::type_complexity, reason = "as in Space")]
    fn expand_where(
        &self,
        scratch: &mut Self::Scratch,
        state: &[u64],
        may: impl Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, Self::Cost, &[u64]),
    );
}
