//! All states of a task, with all of its facts: actions that are never taken, with those of their conditions that never
//! hold together; and numbers of facts that stay odd or even.
//!
//! In: a task. Out: words that hold for all states, or none where there are too many states.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::enumeration::{Seen, explore, holds};
use crate::ground::Scope;
use crate::strips::{self, CostKind, FactId, TaskSpace};
use crate::why::chain::Chain;
use crate::why::chain::ways::{unify, unify_atom};
use crate::why::facts::pattern_of;
use crate::why::literal::{Binding, Change, Literal, Pattern, Source, acts, distinct, list, verb};
use crate::why::trials::grounded;
use banto_base::limits::{Limits, Stop};
use banto_base::source::Span;
use banto_text::task::{ObjectId, PredicateId, Task, Term};

/// Facts in states that are looked at for some conditions.
const MAX_LOOKS: usize = 4_000_000;

/// At most this many conditions that never hold together are named.
const MAX_TOGETHER: usize = 4;

/// At most this many facts that never hold are followed to the reason.
const MAX_DEPTH: usize = 3;

/// More states are not looked at.
const MAX_STATES: usize = 20_000;

/// An atom that holds in some state, with its fact if it does not always hold.
type Atom = (Vec<ObjectId>, Option<FactId>);

/// All states of a task, with all facts and not only those that matter for the goal.
pub(crate) struct Whole {
    ground_task: strips::Task,
    seen: Seen,
    atoms: FxHashMap<PredicateId, Vec<Atom>>,
    /// The actions that are taken in some state.
    taken: Vec<usize>,
}

/// A reason, and where the domain asks for what is at fault.
type Told = (String, Option<Span>);

impl Whole {
    /// All states, if there are not too many.
    pub(crate) fn of(task: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        let scope = Scope::Everything(task.predicates.ids().collect());
        let Some(ground_task) = grounded(task, &scope, limits)?.and_then(|grounded| grounded.task) else {
            return Ok(None);
        };
        let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
            return Ok(None);
        };
        let seen = explore(&ground_task, &space, &[], MAX_STATES, limits)?;
        drop(space);
        if !seen.complete {
            return Ok(None);
        }
        let mut atoms: FxHashMap<PredicateId, Vec<Atom>> = FxHashMap::default();
        let mut changing: FxHashSet<(PredicateId, Vec<ObjectId>)> = FxHashSet::default();
        for fact in ground_task.variables().iter().flat_map(|variable| variable.facts()) {
            let atom = pattern_of(&ground_task, fact).filter(|atom| atom.positive);
            if let Some((predicate, row)) = atom.and_then(|atom| Some((atom.predicate, atom.ground()?))) {
                changing.insert((predicate, row.clone()));
                atoms.entry(predicate).or_default().push((row, Some(fact)));
            }
        }
        for (predicate, row) in task.init.iter() {
            limits.check()?;
            let stated = (predicate, row.to_vec());
            if !changing.contains(&stated) {
                atoms.entry(predicate).or_default().push((stated.1, None));
            }
        }
        let taken = distinct(seen.applied.iter().map(|step| ground_task.step(*step).0.index()));
        Ok(Some(Self { ground_task, seen, atoms, taken }))
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.seen.states
    }

    fn atoms(&self, predicate: PredicateId) -> &[Atom] {
        self.atoms.get(&predicate).map_or(&[], Vec::as_slice)
    }

    fn holds(&self, state: &[u64], fact: Option<FactId>) -> bool {
        fact.is_none_or(|fact| holds(&self.ground_task, state, fact))
    }

    /// Why no action makes a fact true, and where it is asked for: each that could is never taken, for a reason that
    /// one of them shows. What needs a fact that never holds leads on to that; `above` are the facts on the way.
    pub(crate) fn never_made(&self, chain: &Chain<'_>, fact: &Pattern, above: &[Pattern]) -> Option<Told> {
        if above.contains(fact) || above.len() > MAX_DEPTH {
            return None;
        }
        let makers = chain.changes_of(fact.positive, fact.predicate);
        let makers: Vec<&Change<'_>> = makers.filter(|change| unify(change, fact).is_some()).collect();
        if makers.is_empty() {
            let text = format!("no action {} {}", verb(fact.positive), fact.show_atom(chain.task()));
            return Some((text, None));
        }
        let is_taken =
            |change: &&&Change<'_>| change.source.schema().is_none_or(|action| self.taken.contains(&action));
        if makers.iter().any(|change| is_taken(&change)) {
            return None;
        }
        let above = [above, std::slice::from_ref(fact)].concat();
        let (reason, place) = makers.iter().find_map(|change| self.never_together(chain, change, &above))?;
        let is_one_of =
            distinct(makers.iter().map(|change| change.source)).len() > 1 && !reason.starts_with("for one, ");
        Some((if is_one_of { format!("for one, {reason}") } else { reason }, place))
    }

    /// A few conditions of an action that hold in no state together, of which each is needed for that; those that
    /// actions change rather than fixed ones.
    fn never_together(&self, chain: &Chain<'_>, change: &Change<'_>, above: &[Pattern]) -> Option<Told> {
        let task = chain.task();
        let mut least: Vec<&Literal<'_>> = change.literals[..change.required].iter().collect();
        let is_never = |literals: &[&Literal<'_>]| self.ever(chain, change, literals) == Some(false);
        if !is_never(&least) {
            return None;
        }
        let mut order: Vec<&Literal<'_>> = least.iter().rev().copied().collect();
        order.sort_by_key(|literal| chain.is_changed(literal.atom.predicate));
        for literal in order {
            let others = least.iter().copied().filter(|other| !std::ptr::eq(*other, literal));
            let fewer: Vec<&Literal<'_>> = others.collect();
            if is_never(&fewer) {
                least = fewer;
            }
        }
        if least.len() > MAX_TOGETHER {
            return None;
        }
        let shown: Vec<String> = least.iter().map(|literal| literal.show(task, &change.variables)).collect();
        let (never, why) = match &least[..] {
            [literal] => {
                let free = vec![None; change.variables.len()];
                let why = self.never_made(chain, &literal.with(&free), above);
                // Of what never holds in turn, the last reason says all.
                if above.len() > 1 && why.is_some() {
                    return why;
                }
                ("never holds", why.map(|why| why.0))
            }
            _ => {
                let mut pairs = least.iter().flat_map(|one| least.iter().map(move |other| [*one, *other]));
                let again = least.iter().find_map(|literal| not_again(chain, literal, change.source));
                ("never hold together", again.or_else(|| pairs.find_map(|pair| self.parted(chain, pair))))
            }
        };
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        let place = least.iter().map(|literal| literal.atom.span).max();
        let (name, shown) = (change.source.name(task), list(&shown, "and"));
        Some((format!("{name} needs {shown}, which {never}{why}"), place))
    }

    /// An action that makes one literal true and another, of another predicate, false, about the same things.
    fn parted(&self, chain: &Chain<'_>, [one, other]: [&Literal<'_>; 2]) -> Option<String> {
        let is_same = |made: &Change<'_>, ended: &Change<'_>| {
            let mut pairs = one.atom.arguments.iter().zip(&made.atom.arguments);
            pairs.all(|(term, own)| {
                let mut others = other.atom.arguments.iter().zip(&ended.atom.arguments);
                others.all(|(its, theirs)| its != term || !matches!(term, Term::Variable(_)) || own == theirs)
            })
        };
        let is_other = one.atom.predicate != other.atom.predicate;
        let mut makers = chain.changes_of(one.positive, one.atom.predicate).filter(|_| is_other);
        makers.find_map(|made| {
            made.source.schema().filter(|action| self.taken.contains(action))?;
            let mut ends = chain.changes_by(made.source).iter();
            let ended =
                ends.find(|end| end.is(!other.positive, other.atom.predicate) && is_same(made, end))?;
            let task = chain.task();
            Some(format!("{} {} and {}", made.source.name(task), made.act(task), ended.act(task)))
        })
    }

    /// Whether conditions of an action are met together in some state; none if that was not found out.
    fn ever(&self, chain: &Chain<'_>, change: &Change<'_>, literals: &[&Literal<'_>]) -> Option<bool> {
        let (mut literals, mut looks) = (literals.to_vec(), MAX_LOOKS);
        literals.sort_by_key(|literal| !literal.positive);
        let free = vec![None; change.variables.len()];
        for state in self.seen.rows() {
            if self.meets((chain, change), state, &literals, &free, &mut looks)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a state meets conditions with some objects for their variables. Of a denied atom with variables that
    /// have no object yet, some instance fails.
    fn meets(
        &self,
        of @ (chain, change): (&Chain<'_>, &Change<'_>),
        state: &[u64],
        literals: &[&Literal<'_>],
        binding: &Binding,
        looks: &mut usize,
    ) -> Option<bool> {
        let Some((first, others)) = literals.split_first() else {
            let mut pairs = change.variables.iter().zip(binding);
            let fits = |object: ObjectId, types| chain.reach.is_a(object, types);
            return Some(pairs.all(|(of, object)| object.is_none_or(|object| fits(object, &of.types))));
        };
        let atoms = self.atoms(first.atom.predicate);
        *looks = looks.checked_sub(atoms.len())?;
        if !first.positive {
            let denied = first.with(binding).ground();
            let is_true =
                atoms.iter().any(|(row, fact)| denied.as_ref() == Some(row) && self.holds(state, *fact));
            return if is_true { Some(false) } else { self.meets(of, state, others, binding, looks) };
        }
        for (row, _) in atoms.iter().filter(|(_, fact)| self.holds(state, *fact)) {
            let row: Vec<Option<ObjectId>> = row.iter().copied().map(Some).collect();
            let Some(binding) = unify_atom(first.atom, &row, binding.clone()) else { continue };
            if self.meets(of, state, others, &binding, looks)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// That the number of facts of a predicate is always odd, or even, where all of them are wanted.
    pub(crate) fn parity(&self, task: &Task, predicate: PredicateId, wanted: usize) -> Option<String> {
        let atoms = self.atoms(predicate);
        let is_all = atoms.len() == wanted && wanted * self.seen.states <= MAX_LOOKS;
        let number = |state| atoms.iter().filter(|(_, fact)| self.holds(state, *fact)).count();
        let numbers: BTreeSet<usize> = self.seen.rows().filter(|_| is_all).map(number).collect();
        let is_odd = wanted.is_multiple_of(2);
        let is_other = numbers.len() > 1 && numbers.iter().all(|number| (number % 2 == 1) == is_odd);
        is_other.then(|| {
            let (any, states) = (Pattern::any(task, predicate).show(task), self.seen.states);
            let word = if is_odd { "odd" } else { "even" };
            format!("the number of facts {any} is {word} in all {states} reachable states")
        })
    }
}

/// That no action makes a literal true again, or one that would needs it already.
fn not_again(chain: &Chain<'_>, literal: &Literal<'_>, but: Source) -> Option<String> {
    let (task, predicate) = (chain.task(), literal.atom.predicate);
    let mut makers = chain.changes_of(literal.positive, predicate).peekable();
    if makers.peek().is_none() {
        let acts = acts(task, chain.changes_of(!literal.positive, predicate));
        let any = Pattern::any(task, predicate).show(task);
        return (!acts.is_empty()).then(|| format!("no action {} {any}: {acts}", verb(literal.positive)));
    }
    let mut others = makers.filter(|change| change.source != but);
    let useless = others.find(|change| change.asks_for_itself().is_some())?;
    Some(chain.adds_what_it_needs(useless))
}
