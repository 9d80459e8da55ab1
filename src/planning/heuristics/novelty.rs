//! Open lists by novelty (Lipovetzky and Geffner 2017): states that show something new come first.
//!
//! In: entries with their estimates and states. Out: the next entry. This is an open list like those of `search/open/`;
//! it is here because it needs the facts of states. First come entries of novelty 1, whose state has a fact that no
//! earlier state with the same estimates had, then those of novelty 2, with a new pair of facts, then the rest. Each
//! class is a list: by default first in, first out. In lazy search, entries come with their parent state: consecutive
//! entries with the same state are equally novel.

use std::collections::HashMap;
use std::marker::PhantomData;

use rustc_hash::FxBuildHasher;

use crate::strips::{FactId, FactSpace, Task};
use banto_base::limits::Limits;
use banto_search::Space;
use banto_search::open::{Entry, Fifo, Known, OpenList};

/// Bytes for all tables of facts seen.
const FACT_BYTES: usize = 32 << 20;
/// Bytes for all tables of pairs seen.
const PAIR_BYTES: usize = 64 << 20;
/// The most words for one look at pairs.
const PAIR_WORK: usize = 1 << 16;

/// The words that a look at pairs takes for each fact of a state; none if pairs of this task are too many to look at.
pub(crate) fn words_of_pairs(task: &Task) -> usize {
    let words = task.fact_count().div_ceil(64);
    if words * task.variables().len() <= PAIR_WORK { words } else { 0 }
}

/// Facts and pairs of facts seen among the states with the same estimates.
struct SeenTable {
    facts: Vec<u64>,
    /// For each fact, those seen with it; empty if pairs are not kept.
    pairs: Vec<u64>,
    /// The facts of the last of these states: pairs of facts that were both there have been seen.
    last: Vec<u64>,
}

impl SeenTable {
    /// Whether a set of facts has a new one; all are known from now on.
    fn has_new_fact(&mut self, set: &[u64]) -> bool {
        let mut new = 0;
        for (seen, here) in self.facts.iter_mut().zip(set) {
            new |= here & !*seen;
            *seen |= here;
        }
        new != 0
    }

    /// Whether a set of facts has a new pair; all are known from now on.
    fn has_new_pair(&mut self, set: &[u64]) -> bool {
        let (words, mut is_new) = (set.len(), false);
        for word in 0..words {
            let mut changed = set[word] & !self.last[word];
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let start = (word * 64 + bit) * words;
                for (other_word, here) in set.iter().enumerate() {
                    let mut new = here & !self.pairs[start + other_word];
                    is_new |= new != 0;
                    self.pairs[start + other_word] |= new;
                    while new != 0 {
                        let other = other_word * 64 + new.trailing_zeros() as usize;
                        new &= new - 1;
                        self.pairs[other * words + word] |= 1 << bit;
                    }
                }
            }
        }
        self.last.copy_from_slice(set);
        is_new
    }
}

/// An open list by novelty.
pub struct Novelty<'a, S: FactSpace, E, L = Fifo<<S as Space>::Cost, E>> {
    space: &'a S,
    width: usize,
    /// The words that a set of facts takes.
    words: usize,
    tables: Vec<SeenTable>,
    /// The table for each row of estimates. Only looked up, never iterated.
    places: HashMap<Vec<S::Cost>, usize, FxBuildHasher>,
    fact_bytes: usize,
    pair_bytes: usize,
    lists: [L; 3],
    facts: Vec<FactId>,
    set: Vec<u64>,
    last_state: Vec<u64>,
    last_estimates: Vec<S::Cost>,
    last: usize,
    limits: Limits,
    entries: PhantomData<E>,
}

impl<'a, S: FactSpace, E: Entry> Novelty<'a, S, E> {
    /// An empty list that looks at facts (width 1), or at facts and pairs (width 2) as long as there is memory for
    /// pairs.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::ground::ground;
    /// use banto::limits::Limits;
    /// use banto::heuristics::Novelty;
    /// use banto::search::open::Steps;
    /// use banto::search::{Search, lazy};
    /// use banto::strips::{CostKind, TaskSpace};
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
    /// let space = TaskSpace::<u32>::new(&ground_task, CostKind::Unit).unwrap();
    /// let mut open = Novelty::<_, Steps>::new(&space, 1);
    /// assert!(lazy(&mut Search::new(&space), &mut open, false).path().is_some());
    /// ```
    #[must_use]
    pub fn new(space: &'a S, width: usize) -> Self {
        Self::with_lists(space, width, [Fifo::new(), Fifo::new(), Fifo::new()])
    }
}

impl<'a, S: FactSpace, E: Entry, L> Novelty<'a, S, E, L> {
    /// An empty list whose three classes are these lists instead of queues.
    pub(crate) fn with_lists(space: &'a S, width: usize, lists: [L; 3]) -> Self {
        let task = space.task();
        let words = task.fact_count().div_ceil(64);
        let looks_at_pairs = width > 1 && words_of_pairs(task) > 0;
        Self {
            space,
            width: if looks_at_pairs { 2 } else { 1 },
            words,
            tables: Vec::new(),
            places: HashMap::default(),
            fact_bytes: 0,
            pair_bytes: 0,
            lists,
            facts: Vec::new(),
            set: vec![0; words],
            last_state: Vec::new(),
            last_estimates: Vec::new(),
            last: 0,
            limits: Limits::none(),
            entries: PhantomData,
        }
    }

    /// Within these limits, which are checked before a table is made.
    #[must_use]
    pub fn within(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// The table of these estimates. If memory is short, all new ones share the first table.
    fn table(&mut self, estimates: &[S::Cost]) -> usize {
        if let Some(place) = self.places.get(estimates) {
            return *place;
        }
        let bytes = self.words * 16 + 64;
        if self.fact_bytes + bytes > FACT_BYTES && !self.tables.is_empty() {
            return 0;
        }
        self.fact_bytes += bytes;
        let pair_words = self.words * self.space.task().fact_count();
        let has_pairs = self.width > 1
            && self.pair_bytes + pair_words * 8 <= PAIR_BYTES
            && self.limits.has_room(pair_words * 8);
        let pairs = if has_pairs { vec![0; pair_words] } else { Vec::new() };
        self.pair_bytes += pairs.len() * 8;
        self.tables.push(SeenTable { facts: vec![0; self.words], pairs, last: vec![0; self.words] });
        self.places.insert(estimates.to_vec(), self.tables.len() - 1);
        self.tables.len() - 1
    }

    /// 0 if a fact is new, 1 if a pair is, else 2; all are known from now on.
    fn look(&mut self, known: &Known<'_, S::Cost>) -> usize {
        let place = self.table(known.h);
        self.space.facts(known.state, &mut self.facts);
        self.set.fill(0);
        self.facts.iter().for_each(|fact| self.set[fact.index() / 64] |= 1 << (fact.index() % 64));
        let table = &mut self.tables[place];
        let has_new_fact = table.has_new_fact(&self.set);
        let has_new_pair = !table.pairs.is_empty() && table.has_new_pair(&self.set);
        match () {
            () if has_new_fact => 0,
            () if has_new_pair => 1,
            () => 2,
        }
    }
}

impl<S: FactSpace, E: Entry, L: OpenList<S::Cost, E>> OpenList<S::Cost, E> for Novelty<'_, S, E, L> {
    fn push(&mut self, entry: E, known: &Known<'_, S::Cost>) -> bool {
        if self.last_state != known.state || self.last_estimates != known.h {
            self.last = self.look(known);
            self.last_state.clear();
            self.last_state.extend_from_slice(known.state);
            self.last_estimates.clear();
            self.last_estimates.extend_from_slice(known.h);
        }
        self.lists[self.last].push(entry, known)
    }

    fn pop(&mut self) -> Option<E> {
        self.lists.iter_mut().find_map(OpenList::pop)
    }

    fn bytes(&self) -> usize {
        let lists = self.lists.iter().map(OpenList::bytes);
        self.fact_bytes + self.pair_bytes + lists.sum::<usize>()
    }
}
