//! Open lists: queues of the states or steps still to be expanded.
//!
//! An open list is unaware of what an entry stands for: a state to expand, or steps to take, which leave one by one.
//! Ties are always broken: entries of equal rank leave in order of arrival, or in reverse order if a list says so.

mod alternation;
mod entry;
mod fifo_lifo;
mod ordered;
mod queue;
mod typed;

use super::cost::Cost;

pub use alternation::{Alternation, PreferredOnly};
pub use entry::{Entry, Steps};
pub use fifo_lifo::{Fifo, Lifo};
pub use ordered::{Key, Ordered, by_estimate, by_f};
pub use typed::TypeBased;

/// Cost, estimates and state of an entry. With deferred evaluation, everything but `preferred` is about the parent.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a, C> {
    /// The cost of the path.
    pub g: C,
    /// One estimate for each heuristic; infinite for a dead end.
    pub h: &'a [C],
    /// Whether a preferred action leads there.
    pub preferred: bool,
    /// The packed state.
    pub state: &'a [u64],
}

/// A queue with its own order.
///
/// A list of your own that forgets entries, such as a beam, says so, and the search then proves nothing:
///
/// ```
/// use banto::search::open::{Known, OpenList};
/// use banto::search::{Exhaustion, Graph, Outcome, Search, StateId, eager, gbfs_rules};
///
/// /// Holds one entry: whatever comes while there is one is lost.
/// #[derive(Default)]
/// struct Single(Option<StateId>);
///
/// impl OpenList<u32, StateId> for Single {
///     fn push(&mut self, entry: StateId, _: &Known<'_, u32>) -> bool {
///         let has_room = self.0.is_none();
///         self.0.get_or_insert(entry);
///         has_room
///     }
///     fn pop(&mut self) -> Option<StateId> {
///         self.0.take()
///     }
///     fn bytes(&self) -> usize {
///         0
///     }
/// }
///
/// let graph = Graph::new(&[(0, 1, 1), (0, 2, 1), (2, 3, 1)], 0, &[3]);
/// let report = eager(&mut Search::new(&graph), &mut Single::default(), gbfs_rules(false));
/// assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::Unsafe));
/// ```
pub trait OpenList<C: Cost, E: Entry> {
    /// Adds an entry. False if this loses one, whether it is refused or drives out another: then the end of the search
    /// is no proof, unless another list in turn with this one keeps the entry.
    #[must_use]
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool;

    /// Removes the next entry, which stands for a single thing: of a run of steps, one.
    fn pop(&mut self) -> Option<E>;

    /// The number that the next entry is ranked by, if there is one.
    fn least(&mut self) -> Option<C> {
        None
    }

    /// Called when a new lowest estimate has been seen.
    fn progressed(&mut self) {}

    /// Roughly the bytes that the list takes.
    fn bytes(&self) -> usize;
}

/// A pointer to an open list is an open list.
macro_rules! by_pointer {
    ($pointer:ty) => {
        impl<C: Cost, E: Entry, O: OpenList<C, E> + ?Sized> OpenList<C, E> for $pointer {
            fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
                (**self).push(entry, known)
            }
            fn pop(&mut self) -> Option<E> {
                (**self).pop()
            }
            fn least(&mut self) -> Option<C> {
                (**self).least()
            }
            fn progressed(&mut self) {
                (**self).progressed();
            }
            fn bytes(&self) -> usize {
                (**self).bytes()
            }
        }
    };
}

by_pointer!(Box<O>);
by_pointer!(&mut O);
