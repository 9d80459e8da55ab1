//! The space of decoupled states.
//!
//! In: a [`Factoring`]. Out: a [`Space`] whose actions are the operators of the center. A state is packed like a plain
//! state in which each leaf has the least of the values that it can reach. To examine a state, its sets are appended, a
//! bit for each value of each leaf: a *shown* row. Estimates see the facts of the center and of all sets. Actions come
//! in the order of how far leaves have to go for them.

use std::cell::RefCell;

use super::factoring::{Factoring, Link};
use crate::strips::{CostKind, FactId, FactSpace, OpId, Scratch, Task, TaskSpace, VarId};
use banto_base::limits::{Limits, Stop};
use banto_search::{Cost, Space};

/// The space of a factored task.
pub struct DecoupledSpace<'a, C> {
    factoring: &'a Factoring<'a>,
    center: TaskSpace<'a, C>,
    /// For each fact of a leaf, its bit in a shown row.
    bits: Vec<(u32, u64)>,
    /// Where the values of each leaf begin in [`Buffers::reached_at`]; finally, where the last ones end.
    reach_ends: Vec<usize>,
    /// The factors of all variables, in order.
    order: Vec<Factor>,
    /// The bits of packed states that are not those of leaves.
    center_bits: Vec<u64>,
    /// The state that was generated or examined last.
    last_generated: RefCell<ExpandedState>,
}

#[derive(Clone, Copy, Debug)]
enum Factor {
    Center(VarId),
    Leaf(usize),
}

/// A state with its sets.
#[derive(Clone, Debug, Default)]
struct ExpandedState {
    /// The state whose sets these are.
    state: Vec<u64>,
    shown: Vec<u64>,
    open: Vec<u32>,
    /// The operators of the center that apply, once somebody has asked.
    allowed: Vec<u32>,
    has_allowed: bool,
}

pub struct Buffers {
    here: ExpandedState,
    next: ExpandedState,
    /// For each value that a leaf can reach, how many others it reaches before.
    reached_at: Vec<u32>,
    finding: Scratch,
    changing: Scratch,
}

impl<'a, C: Cost> DecoupledSpace<'a, C> {
    /// The space of a factored task; `None` if the cost of an operator exceeds the cost type.
    pub fn within(
        factoring: &'a Factoring<'a>,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let Some(center) = TaskSpace::within(&factoring.center, kind, limits)? else { return Ok(None) };
        let mut bits = vec![(0, 0); factoring.task.fact_count()];
        for leaf in &factoring.leaves {
            for value in 0..leaf.size {
                let word = crate::strips::to_u32(leaf.offset + value / 64);
                bits[leaf.first.plus(value).index()] = (word, 1 << (value % 64));
            }
        }
        let order = (0..factoring.task.variables().len()).map(VarId::from).map(|variable| {
            let leaf = factoring.leaves.iter().position(|leaf| leaf.variable == variable);
            leaf.map_or(Factor::Center(variable), Factor::Leaf)
        });
        let mut reach_ends = vec![0];
        for leaf in &factoring.leaves {
            reach_ends.push(reach_ends[reach_ends.len() - 1] + leaf.size);
        }
        let order = order.collect();
        let mut center_bits = vec![u64::MAX; center.words()];
        for leaf in &factoring.leaves {
            let (word, mask, _) = factoring.task.packing().pattern(leaf.variable, leaf.first);
            center_bits[word] &= !mask;
        }
        Ok(Some(Self {
            factoring,
            center,
            bits,
            reach_ends,
            order,
            center_bits,
            last_generated: RefCell::default(),
        }))
    }

    /// Computes the sets of a state, unless they are already there.
    fn look(&self, looking: &mut ExpandedState, state: &[u64]) {
        if looking.state != state {
            looking.state.clear();
            looking.state.extend_from_slice(state);
            looking.has_allowed = false;
            looking.shown.resize(self.factoring.shown_words(), 0);
            looking.shown[..state.len()].copy_from_slice(state);
            for leaf in 0..self.factoring.leaves.len() {
                let value = self.value(state, leaf);
                self.close_from(&mut looking.shown, leaf, value, &mut looking.open);
            }
        }
    }

    /// Loads a state, from the last one generated if it is that.
    fn load_cached(&self, here: &mut ExpandedState, state: &[u64]) {
        if here.state != state {
            let made = self.last_generated.borrow();
            if made.state == state {
                here.state.clone_from(&made.state);
                here.shown.clone_from(&made.shown);
                here.has_allowed = made.has_allowed;
                here.allowed.clone_from(&made.allowed);
            } else {
                drop(made);
                self.look(here, state);
            }
        }
    }

    /// Visits the operators of the center that apply in the state of a shown row.
    fn visit_allowed(&self, shown: &[u64], visit: &mut dyn FnMut(u32)) {
        self.center.applicable(shown, &mut |operator| {
            if self.leaves_allow(operator as usize, shown) {
                visit(operator);
            }
        });
    }

    /// The number of regions into which a shown state divides the leaves, those that they are in included, and the
    /// number of values that they reach. Visits the values of each of the other regions.
    pub(crate) fn regions(
        &self,
        buffers: &mut (Vec<u64>, Vec<u32>),
        shown: &[u64],
        visit: &mut impl FnMut(FactId, &[u32]),
    ) -> (u32, u32) {
        let (mut regions, mut reach) = (0, 0);
        let (seen, open) = buffers;
        for leaf in &self.factoring.leaves {
            seen.clear();
            seen.extend_from_slice(&shown[leaf.offset..leaf.offset + leaf.words]);
            reach += seen.iter().map(|word: &u64| word.count_ones()).sum::<u32>();
            regions += 1;
            for value in 0..leaf.size {
                let (word, bit) = (value / 64, 1 << (value % 64));
                if seen[word] & bit == 0 && leaf.can_enter(shown, value) {
                    seen[word] |= bit;
                    open.clear();
                    open.push(crate::strips::to_u32(value));
                    leaf.close(shown, seen, open);
                    visit(leaf.first, open);
                    regions += 1;
                }
            }
        }
        (regions, reach)
    }

    /// Sets each leaf of a packed state to the least of the values that it reaches.
    pub(crate) fn settle_leaves(&self, state: &mut [u64]) {
        let made = &mut *self.last_generated.borrow_mut();
        self.look(made, state);
        for leaf in 0..self.factoring.leaves.len() {
            self.set_least(&mut made.shown, leaf);
        }
        state.copy_from_slice(&made.shown[..state.len()]);
        made.state.copy_from_slice(state);
    }

    #[inline]
    fn value(&self, state: &[u64], leaf: usize) -> u32 {
        let leaf = &self.factoring.leaves[leaf];
        let fact = self.factoring.task.packing().get(state, leaf.variable);
        crate::strips::to_u32(fact.index() - leaf.first.index())
    }

    /// Sets the set of a leaf to the values reachable from one value.
    fn close_from(&self, shown: &mut [u64], leaf: usize, value: u32, open: &mut Vec<u32>) {
        let leaf = &self.factoring.leaves[leaf];
        let (center, sets) = shown.split_at_mut(leaf.offset);
        let set = &mut sets[..leaf.words];
        set.fill(0);
        set[value as usize / 64] |= 1 << (value % 64);
        open.clear();
        open.push(value);
        leaf.close(center, set, open);
    }

    /// Visits the successors whose center is wanted: its bits in a row are set, those of leaves are not yet.
    fn successors(
        &self,
        buffers: &mut Buffers,
        state: &[u64],
        is_wanted: impl Fn(&[u64]) -> bool,
        visit: &mut dyn FnMut(u32, C, &[u64]),
    ) {
        let Buffers { here, next, finding, changing, .. } = buffers;
        self.load_cached(here, state);
        let packed = state.len();
        self.center.actions(finding, state, &mut |operator, cost| {
            if self.leaves_allow(operator as usize, &here.shown) {
                self.center.apply(changing, state, operator, &mut next.shown[..packed]);
                if is_wanted(&next.shown[..packed]) {
                    self.settle(operator as usize, &here.shown, next);
                    visit(self.factoring.origin[operator as usize], cost, &next.shown[..packed]);
                }
            }
        });
    }

    #[inline]
    fn leaves_allow(&self, operator: usize, shown: &[u64]) -> bool {
        self.factoring.links(operator).iter().all(|link| {
            self.factoring.pairs(link).iter().any(|(from, _)| self.is_in(shown, link.leaf as usize, *from))
        })
    }

    /// Whether a leaf can have this value in a shown row.
    #[inline]
    fn is_in(&self, shown: &[u64], leaf: usize, value: u32) -> bool {
        let offset = self.factoring.leaves[leaf].offset;
        shown[offset + value as usize / 64] >> (value % 64) & 1 == 1
    }

    /// Completes the successor by an operator of the center, whose packed part already has the effects on the center:
    /// closes the sets, and sets each leaf to its least value.
    fn settle(&self, operator: usize, here: &[u64], made: &mut ExpandedState) {
        let factoring = self.factoring;
        let packed = factoring.task.packing().words();
        let ExpandedState { shown, open, .. } = made;
        shown[packed..].copy_from_slice(&here[packed..]);
        let mut links = factoring.links(operator).iter().peekable();
        for number in factoring.touched(operator) {
            let value = match links.next_if(|link| link.leaf == *number) {
                Some(link) => self.led_to(link, here),
                None => self.value(here, *number as usize),
            };
            self.close_from(shown, *number as usize, value, open);
            self.set_least(shown, *number as usize);
        }
    }

    /// The value that an operator sets a leaf to; if there are several, any will do, because they are connected.
    fn led_to(&self, link: &Link, here: &[u64]) -> u32 {
        let pairs = self.factoring.pairs(link);
        let is_in = |from: u32| self.is_in(here, link.leaf as usize, from);
        pairs.iter().find(|(from, _)| pairs.len() == 1 || is_in(*from)).map_or(0, |(_, to)| *to)
    }

    /// Puts the least value of a leaf's set into the packed part.
    fn set_least(&self, shown: &mut [u64], number: usize) {
        let leaf = &self.factoring.leaves[number];
        let set = &shown[leaf.offset..leaf.offset + leaf.words];
        let word = set.iter().position(|word| *word != 0).unwrap_or(0);
        let least = word * 64 + set[word].trailing_zeros() as usize;
        self.factoring.task.packing().set(shown, leaf.variable, leaf.first.plus(least));
    }
}

impl<C: Cost> Space for DecoupledSpace<'_, C> {
    type Cost = C;
    type Scratch = Buffers;

    fn words(&self) -> usize {
        self.center.words()
    }

    fn scratch(&self) -> Buffers {
        Buffers {
            here: ExpandedState::default(),
            next: ExpandedState { shown: vec![0; self.factoring.shown_words()], ..ExpandedState::default() },
            reached_at: Vec::new(),
            finding: self.center.scratch(),
            changing: self.center.scratch(),
        }
    }

    fn initial(&self, state: &mut [u64]) {
        self.center.initial(state);
        self.settle_leaves(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        if !self.center.is_goal(state) {
            return false;
        }
        if self.factoring.leaves.iter().all(|leaf| leaf.goal.is_none()) {
            return true;
        }
        let made = &mut *self.last_generated.borrow_mut();
        self.look(made, state);
        self.factoring.leaves.iter().all(|leaf| {
            let is_in = |goal: u32| made.shown[leaf.offset + goal as usize / 64] >> (goal % 64) & 1 == 1;
            leaf.goal.is_none_or(is_in)
        })
    }

    fn expand(&self, buffers: &mut Buffers, state: &[u64], visit: &mut dyn FnMut(u32, C, &[u64])) {
        self.successors(buffers, state, |_| true, visit);
    }

    fn actions(&self, buffers: &mut Buffers, state: &[u64], visit: &mut dyn FnMut(u32, C)) {
        let here = &mut buffers.here;
        self.load_cached(here, state);
        let mut show = |operator: u32| {
            visit(self.factoring.origin[operator as usize], self.center.cost(operator));
        };
        if here.has_allowed {
            here.allowed.iter().copied().for_each(show);
        } else {
            self.visit_allowed(&here.shown, &mut show);
        }
    }

    /// First the actions for which leaves have the least way to go from where the last action has left them.
    fn arrange(&self, buffers: &mut Buffers, state: &[u64], by: Option<u32>, actions: &mut [(C, u32)]) {
        let Buffers { here, next, reached_at, .. } = buffers;
        self.load_cached(here, state);
        let factoring = self.factoring;
        let links = by.map_or(&[][..], |action| factoring.links(factoring.place[action as usize] as usize));
        reached_at.clear();
        reached_at.resize(self.reach_ends.last().map_or(0, |end| *end), 0);
        next.shown[..state.len()].copy_from_slice(state);
        for (leaf, start) in (0..factoring.leaves.len()).zip(&self.reach_ends) {
            let led = links.iter().find(|link| link.leaf as usize == leaf);
            let mut values = led.into_iter().flat_map(|link| factoring.pairs(link)).map(|(_, to)| *to);
            let value = values.find(|to| self.is_in(&here.shown, leaf, *to));
            let value = value.unwrap_or_else(|| self.value(state, leaf));
            self.close_from(&mut next.shown, leaf, value, &mut next.open);
            for (at, value) in (0..).zip(&next.open) {
                reached_at[start + *value as usize] = at;
            }
        }
        actions.sort_by_key(|(_, action)| {
            let links = factoring.links(factoring.place[*action as usize] as usize).iter();
            let ways = links.filter_map(|link| {
                let leaf = link.leaf as usize;
                let values = factoring.pairs(link).iter().map(|(from, _)| *from);
                let values = values.filter(|from| self.is_in(&here.shown, leaf, *from));
                values.map(|from| reached_at[self.reach_ends[leaf] + from as usize]).min()
            });
            ways.sum::<u32>()
        });
    }

    fn apply(&self, buffers: &mut Buffers, state: &[u64], action: u32, successor: &mut [u64]) -> C {
        let operator = self.factoring.place[action as usize];
        let cost = self.center.apply(&mut buffers.changing, state, operator, successor);
        let links = self.factoring.links(operator as usize);
        // The successor depends on the sets of its parent.
        if links.iter().any(|link| self.factoring.pairs(link).len() > 1) {
            self.look(&mut buffers.here, state);
        }
        for link in links {
            let leaf = &self.factoring.leaves[link.leaf as usize];
            let value = self.led_to(link, &buffers.here.shown) as usize;
            self.factoring.task.packing().set(successor, leaf.variable, leaf.first.plus(value));
        }
        self.settle_leaves(successor);
        cost
    }

    fn step(&self, buffers: &mut Buffers, from: &[u64], to: &[u64]) -> Option<(C, u32)> {
        let in_center = |row: &[u64]| {
            let mut words = row.iter().zip(to).zip(&self.center_bits);
            words.all(|((left, right), bits)| (left ^ right) & bits == 0)
        };
        let mut best: Option<(C, u32)> = None;
        self.successors(buffers, from, in_center, &mut |action, cost, row| {
            if row == to && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, action));
            }
        });
        best
    }

    fn least_cost(&self) -> C {
        self.center.least_cost()
    }
}

impl<C: Cost> DecoupledSpace<'_, C> {
    /// A path with the steps of leaves put back: a plan of the task, as operators. Each leaf takes its cheapest steps
    /// that fit the steps of the center.
    pub fn plan(&self, path: &[u32], limits: &Limits) -> Result<Vec<OpId>, Stop> {
        super::plan::with_leaf_steps(self.factoring, &self.center, path, limits)
    }
}

impl<C: Cost> DecoupledSpace<'_, C> {
    /// The facts of the center and of all sets.
    fn visit_facts(&self, shown: &[u64], visit: &mut impl FnMut(FactId)) {
        for factor in &self.order {
            match *factor {
                Factor::Center(variable) => visit(self.factoring.task.packing().get(shown, variable)),
                Factor::Leaf(leaf) => {
                    let leaf = &self.factoring.leaves[leaf];
                    for (word, bits) in shown[leaf.offset..leaf.offset + leaf.words].iter().enumerate() {
                        let mut bits = *bits;
                        while bits != 0 {
                            visit(leaf.first.plus(word * 64 + bits.trailing_zeros() as usize));
                            bits &= bits - 1;
                        }
                    }
                }
            }
        }
    }
}

impl<C: Cost> FactSpace for DecoupledSpace<'_, C> {
    type Base = Self;

    fn base(&self) -> &Self {
        self
    }

    fn task(&self) -> &Task {
        &self.factoring.task
    }

    fn facts(&self, state: &[u64], facts: &mut Vec<FactId>) {
        let made = &mut *self.last_generated.borrow_mut();
        self.look(made, state);
        facts.clear();
        self.visit_facts(&made.shown, &mut |fact| facts.push(fact));
    }

    fn shown_words(&self) -> usize {
        self.factoring.shown_words()
    }

    fn show(&self, state: &[u64], shown: &mut [u64]) {
        let made = &mut *self.last_generated.borrow_mut();
        self.look(made, state);
        shown.copy_from_slice(&made.shown);
    }

    fn pattern(&self, fact: FactId) -> (usize, u64, u64) {
        let (word, bit) = self.bits[fact.index()];
        if bit == 0 {
            return self.factoring.task.packing().pattern(self.factoring.task.variable_of(fact), fact);
        }
        (word as usize, bit, bit)
    }

    fn applicable(&self, shown: &[u64], visit: &mut dyn FnMut(u32)) {
        let made = &mut *self.last_generated.borrow_mut();
        let visit = &mut |operator: u32| visit(self.factoring.origin[operator as usize]);
        if made.shown != shown {
            return self.visit_allowed(shown, visit);
        }
        // Whoever asks usually expands the state next.
        if !made.has_allowed {
            made.has_allowed = true;
            made.allowed.clear();
            self.visit_allowed(shown, &mut |operator| made.allowed.push(operator));
        }
        made.allowed.iter().copied().for_each(visit);
    }
}
