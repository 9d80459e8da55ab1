//! Which rank is the home of a state in a shared search: a hash of chosen variables (compare abstract Zobrist hashing;
//! Jinnai and Fukunaga 2017).
//!
//! In: a task and its space. Out: a hash of states. Most successors should share the home of their parent, so it
//! chooses variables that few steps change, until they have enough values to spread the work evenly over the ranks.
//! Random walks show what steps change. States that differ only in interchangeable objects have the same home, so that
//! one of them is enough: their facts have the same hashes, which are added up. The other chosen variables are hashed
//! as they are packed.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::strips::{FactSpace, Packing, Task, VarId, Variable};
use crate::symmetry::Classes;
use banto_base::limits::Limits;
use banto_search::{Random, Space, share};

/// A random walk restarts after this many steps.
const STEPS: usize = 64;
/// The most steps of all walks together, and the most values that they examine.
const ALL_STEPS: usize = 1024;
const LOOKS: usize = 1 << 20;
/// The number of combined values that the chosen variables should have.
const VALUES: u64 = 1 << 12;
/// The most states, in percent of its fair share, that a rank may get of those that the walks saw, beyond what chance
/// explains: see [`is_even`].
const MOST_PERCENT: usize = 115;

pub(super) struct Homes {
    packing: Packing,
    /// Variables with facts that symmetries map to each other.
    alike: Vec<VarId>,
    /// For each of these facts, its summand of the hash.
    weights: Vec<u64>,
    /// The words that contain them.
    alike_words: Vec<AlikeWord>,
    /// The words that contain all others, with masks for their bits.
    masks: Vec<(usize, u64)>,
}

/// A word that contains such variables.
struct AlikeWord {
    word: usize,
    mask: u64,
    /// For each bit, its variable, and all bits of that variable.
    owners: [(VarId, u64); 64],
}

/// The last state whose facts were added up, and the sum: the next state usually differs in few facts.
pub(super) type Last = RefCell<(Vec<u64>, u64)>;

impl Homes {
    pub(super) fn new<S: FactSpace>(
        space: &S,
        classes: Option<&Classes>,
        ranks: usize,
        limits: &Limits,
    ) -> Self {
        let task = space.task();
        let alike = classes.map_or_else(
            || (0..task.fact_count()).map(crate::strips::to_u32).collect(),
            |classes| classes.alike(task),
        );
        let weights = alike.iter().map(|&fact| Random::new(fact.into()).next()).collect();
        let packing = task.packing().clone();
        let mut homes =
            Self { packing, alike: Vec::new(), weights, alike_words: Vec::new(), masks: Vec::new() };
        let groups = groups(task, &alike);
        let walks = Walks::new(space, &homes.packing, &groups, limits);
        let mut order: Vec<usize> = (0..groups.len()).collect();
        order.sort_by_key(|&group| (walks.changes[group], group));
        let mut values: u64 = 1;
        for group in order.into_iter().map(|group| &groups[group]) {
            homes.add(task, group, &alike);
            let sizes = group.iter().map(|variable| task.variables()[variable.index()].size);
            values = sizes.fold(values, |values, size| values.saturating_mul(size.into()));
            let hash = |state: &Vec<u64>| homes.hash(state, &Last::default());
            if values >= VALUES && is_even(walks.states.iter().map(hash), ranks) || limits.check().is_err() {
                break;
            }
        }
        homes
    }

    fn add(&mut self, task: &Task, group: &[VarId], alike: &[u32]) {
        let facts = |variable: &VarId| {
            let Variable { first, size, .. } = task.variables()[variable.index()];
            &alike[first.index()..][..size as usize]
        };
        let facts: Vec<u32> = group.iter().flat_map(facts).copied().collect();
        let differ = facts.iter().collect::<BTreeSet<_>>().len() == facts.len();
        for &variable in group {
            let (word, mask, _) = self.packing.pattern(variable, task.variables()[variable.index()].first);
            if differ {
                match self.masks.iter_mut().find(|one| one.0 == word) {
                    Some(one) => one.1 |= mask,
                    None => self.masks.push((word, mask)),
                }
                continue;
            }
            self.alike.push(variable);
            let at = self.alike_words.iter().position(|one| one.word == word).unwrap_or_else(|| {
                self.alike_words.push(AlikeWord { word, mask: 0, owners: [(variable, 0); 64] });
                self.alike_words.len() - 1
            });
            let one = &mut self.alike_words[at];
            one.mask |= mask;
            (0..64).filter(|bit| mask >> bit & 1 == 1).for_each(|bit| one.owners[bit] = (variable, mask));
        }
    }

    /// The hash of a state; `last` belongs to this rank.
    #[inline]
    pub(super) fn hash(&self, state: &[u64], last: &Last) -> u64 {
        let hash = if self.alike.is_empty() { 0 } else { self.sum(state, &mut last.borrow_mut()) };
        mixed(self.masks.iter().fold(hash, |hash, &(word, mask)| mixed(hash ^ (state[word] & mask))))
    }

    /// The sum over the facts that symmetries map to each other.
    #[inline]
    fn sum(&self, state: &[u64], (last, sum): &mut (Vec<u64>, u64)) -> u64 {
        let weight = |state: &[u64], variable| self.weights[self.packing.get(state, variable).index()];
        if last.is_empty() {
            last.extend_from_slice(state);
            *sum = self.alike.iter().map(|&variable| weight(state, variable)).fold(0, u64::wrapping_add);
            return *sum;
        }
        for &AlikeWord { word, mask, ref owners } in &self.alike_words {
            let mut changed = (state[word] ^ last[word]) & mask;
            while changed != 0 {
                let (variable, bits) = owners[changed.trailing_zeros() as usize];
                let change = weight(state, variable).wrapping_sub(weight(last, variable));
                *sum = sum.wrapping_add(change);
                changed &= !bits;
            }
            last[word] = state[word];
        }
        *sum
    }
}

/// A hash of this number, unlike the one that the table of states uses.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "halves are meant")]
fn mixed(number: u64) -> u64 {
    let product = u128::from(number ^ 0xda94_2042_e4dd_58b5) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64
}

/// Whether all ranks get about the same number of the states with these hashes. If states fell on ranks by chance, the
/// largest number would exceed the mean by about the root of twice the mean times the logarithm of the number of ranks.
fn is_even(hashes: impl ExactSizeIterator<Item = u64>, ranks: usize) -> bool {
    let count = hashes.len();
    let mut shares = vec![0; ranks];
    hashes.for_each(|hash| shares[share(hash, ranks)] += 1);
    let depth = ranks.ilog2() as usize + 1;
    let chance = (2 * count * depth / ranks).isqrt() + depth / 3;
    shares.into_iter().max().unwrap_or(0) <= count * MOST_PERCENT / 100 / ranks + chance + 1
}

/// The variables of a state, grouped if their facts can replace each other.
fn groups(task: &Task, alike: &[u32]) -> Vec<Vec<VarId>> {
    let stored = (0..task.variables().len()).map(VarId::from);
    let mut groups: Vec<Vec<VarId>> = Vec::new();
    let mut of_fact = vec![None; task.fact_count()];
    for variable in stored.filter(|variable| task.variables()[variable.index()].layer.is_none()) {
        let Variable { first, size, .. } = task.variables()[variable.index()];
        let like = |value: u32| alike[first.plus(value as usize).index()] as usize;
        let group = (0..size).find_map(|value| of_fact[like(value)]).unwrap_or_else(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(variable);
        (0..size).for_each(|value| of_fact[like(value)] = Some(group));
    }
    groups
}

/// The results of random walks.
struct Walks {
    /// For each group of variables, how many steps change one of them.
    changes: Vec<usize>,
    states: BTreeSet<Vec<u64>>,
}

impl Walks {
    fn new<S: Space>(space: &S, packing: &Packing, groups: &[Vec<VarId>], limits: &Limits) -> Self {
        let mut walks = Self { changes: vec![0; groups.len()], states: BTreeSet::new() };
        let mut random = Random::new(0);
        let mut scratch = space.scratch();
        let mut state = vec![0; space.words()];
        let mut next = state.clone();
        let variables: usize = groups.iter().map(Vec::len).sum();
        let (mut steps, mut looks) = (0, 0);
        while steps < ALL_STEPS && looks < LOOKS && limits.check().is_ok() {
            if steps % STEPS == 0 {
                space.initial(&mut state);
            }
            steps += 1;
            let mut successors = 0;
            space.expand(&mut scratch, &state, &mut |_, _, row| {
                looks += variables;
                successors += 1;
                if random.below(successors) == 0 {
                    next.copy_from_slice(row);
                }
                let differs =
                    |variable: &VarId| packing.get(row, *variable) != packing.get(&state, *variable);
                for (changes, group) in walks.changes.iter_mut().zip(groups) {
                    *changes += usize::from(group.iter().any(differs));
                }
            });
            looks += 1 + variables;
            if successors == 0 {
                space.initial(&mut next);
            }
            walks.states.insert(state.clone());
            std::mem::swap(&mut state, &mut next);
        }
        walks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strips::{CostKind, TaskSpace};
    use crate::symmetry::Canonical;

    fn root() -> std::path::PathBuf {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into()
    }

    fn task(domain: &str, problem: &str) -> Task {
        let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
        let task = banto_text::task::read(&read(domain), &read(problem)).unwrap();
        crate::ground::ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap()
    }

    #[test]
    fn states_of_one_canonical_form_have_one_home() {
        let limits = Limits::none();
        let mut moved = 0;
        for (domain, folder) in [
            ("domains/gripper.pddl", "problems/gripper"),
            ("domains/logistics.pddl", "problems/logistics"),
            ("domains/ferry.pddl", "problems/ferry"),
            ("domains/visit-all.pddl", "problems/visit-all"),
        ] {
            for problem in std::fs::read_dir(root().join(folder)).unwrap() {
                let task = task(domain, problem.unwrap().path().to_str().unwrap());
                let Some(classes) = Classes::within(&task, u64::MAX, &limits).unwrap() else { continue };
                let space = TaskSpace::<u64>::within(&task, CostKind::Real, &limits).unwrap().unwrap();
                let mut canonical = Canonical::new(&task, classes.clone());
                let groups: Vec<_> = (0..task.variables().len()).map(|one| vec![VarId::from(one)]).collect();
                for ranks in [2, 5, 64] {
                    let homes = Homes::new(&space, Some(&classes), ranks, &limits);
                    let home = |state: &[u64]| homes.hash(state, &Last::default());
                    let last = Last::default();
                    for state in Walks::new(&space, task.packing(), &groups, &limits).states {
                        let mut form = state.clone();
                        canonical.apply(&mut form);
                        assert_eq!(home(&state), home(&form));
                        assert_eq!(homes.hash(&state, &last), home(&state));
                        moved += usize::from(state != form);
                    }
                }
            }
        }
        assert!(moved > 1000, "{moved}");
    }

    #[test]
    fn few_looks_and_many_ranks_are_no_reason_to_take_all_variables() {
        let mut random = Random::new(1);
        let hashes: Vec<u64> = (0..1000).map(|_| random.next()).collect();
        for ranks in [1, 2, 3, 8, 64, 1000, 4096] {
            for count in [10, 100, 1000] {
                assert!(is_even(hashes[..count].iter().copied(), ranks), "{count} among {ranks}");
            }
        }
        assert!(!is_even((0..1000_u16).map(|number| u64::MAX / 2 * u64::from(number % 2)), 8));
    }
}
