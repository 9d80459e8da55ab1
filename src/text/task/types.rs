//! The type hierarchy, and its cycles, which `resolve/declare.rs` reports.
//!
//! A type may have several supertypes (`either` in `:types`); `object` is above all. Sets of types are unions.

use rustc_hash::FxHashSet;

use super::{Symbols, TypeId};
use banto_base::limits::Limits;

/// A union of types: of `(either a b)`, or of a single type.
pub type TypeSet = Vec<TypeId>;

/// Types, their names, and which is below which.
#[derive(Clone, Debug)]
pub struct Types {
    /// The names; `object` is the first.
    pub names: Symbols<TypeId>,
    parents: Vec<TypeSet>,
    /// For each type, all types above it, itself included.
    above: Vec<FxHashSet<TypeId>>,
}

impl Default for Types {
    fn default() -> Self {
        let mut names = Symbols::default();
        let _ = names.add("object");
        let mut types = Self { names, parents: vec![Vec::new()], above: Vec::new() };
        types.close(&Limits::none());
        types
    }
}

impl Types {
    /// The type of everything.
    pub fn object() -> TypeId {
        TypeId::from(0u32)
    }

    /// How many types there are, `object` included.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: `object` is always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether everything of type `below` is also of type `above`.
    fn is_below(&self, below: TypeId, above: TypeId) -> bool {
        self.above[below.index()].contains(&above)
    }

    /// Whether a union leaves everything open. What has no types was declared with an unknown one.
    pub(super) fn is_any(of: &[TypeId]) -> bool {
        of.is_empty() || of.contains(&Self::object())
    }

    /// Whether an object of the types `of` is in the union `wanted`.
    pub fn fits(&self, of: &[TypeId], wanted: &[TypeId]) -> bool {
        of.iter().any(|one| wanted.iter().any(|other| self.is_below(*one, *other)))
    }

    /// Whether something can be in both unions.
    #[doc(hidden)]
    pub fn overlap(&self, left: &[TypeId], right: &[TypeId]) -> bool {
        if self.fits(left, right) || self.fits(right, left) {
            return true;
        }
        self.names.ids().any(|id| self.fits(&[id], left) && self.fits(&[id], right))
    }

    /// A union in PDDL.
    pub fn show(&self, types: &[TypeId]) -> String {
        let names: Vec<_> = types.iter().map(|id| self.names.name(*id)).collect();
        match names.as_slice() {
            [one] => (*one).to_owned(),
            _ => format!("(either {})", names.join(" ")),
        }
    }

    pub(super) fn add(&mut self, name: &str) -> Result<TypeId, TypeId> {
        let id = self.names.add(name)?;
        self.parents.push(Vec::new());
        Ok(id)
    }

    pub(super) fn set_below(&mut self, below: TypeId, above: TypeId) {
        let parents = &mut self.parents[below.index()];
        if below != above && below != Self::object() && !parents.contains(&above) {
            parents.push(above);
        }
    }

    /// Computes which types are above which, once all are there, unless a limit is reached. Returns a type of each
    /// cycle, which is cut there.
    pub(super) fn close(&mut self, limits: &Limits) -> Vec<TypeId> {
        let count = self.len();
        let mut cyclic = Vec::new();
        // Depth first with an explicit stack: chains of types may be long. 0 new, 1 open, 2 done.
        let mut state = vec![0u8; count];
        let mut order = Vec::with_capacity(count);
        for root in 0..count {
            if state[root] != 0 {
                continue;
            }
            let mut stack = vec![(root, 0)];
            state[root] = 1;
            while let Some((node, next)) = stack.last_mut() {
                let Some(parent) = self.parents[*node].get(*next).copied() else {
                    state[*node] = 2;
                    order.push(*node);
                    stack.pop();
                    continue;
                };
                match state[parent.index()] {
                    0 => {
                        *next += 1;
                        state[parent.index()] = 1;
                        stack.push((parent.index(), 0));
                    }
                    1 => {
                        cyclic.push(TypeId::from(*node));
                        self.parents[*node].remove(*next);
                    }
                    _ => *next += 1,
                }
            }
        }
        self.above = vec![FxHashSet::default(); count];
        for node in order {
            if limits.check().is_err() {
                break;
            }
            let parents = self.parents[node].iter().flat_map(|parent| &self.above[parent.index()]);
            self.above[node] = parents.copied().chain([TypeId::from(node), Self::object()]).collect();
        }
        cyclic
    }
}
