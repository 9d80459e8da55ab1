//! Why a condition holds or does not, down to atoms and instances.
//!
//! In: a condition as written, a state with up-to-date derived atoms, and the steps so far. Out: [`Reason`]s: which
//! atoms are false or true, where they are in the text, and what last made them so.

use super::Plan;
use super::evaluate::State;
use super::fault::{Place, Reason};
use super::guide::Values;
use super::relation::Origin;
use crate::task::{Atom, Condition, ObjectId, PredicateId, Term, Variable};
use banto_base::source::Span;

/// Further reasons on one level are only counted.
const MOST: usize = 8;

/// Reasons are not followed deeper than this.
const DEEPEST: usize = 8;

/// An explanation with this many reasons grows no further.
const ENOUGH: usize = 60;

/// The rules of one predicate are not unfolded more often than this within each other: they may be recursive.
const DEEPEST_RULE: usize = 2;

/// How many instances are tried to find the one that comes nearest.
const MOST_INSTANCES: usize = 1000;

/// Everything that an explanation needs.
pub(super) struct Explainer<'a, 't> {
    pub state: &'a State<'t>,
    pub plan: &'a Plan,
    /// The text of the conditions: 0 is the domain, 1 the problem.
    pub file: usize,
    /// How many reasons have been given.
    pub given: usize,
}

/// The current point of an explanation: the objects of the variables in scope, and the depth.
#[derive(Clone, Copy)]
struct At<'b> {
    binding: &'b [ObjectId],
    depth: usize,
    /// The predicates whose rules have been unfolded.
    rules: &'b [PredicateId],
    /// Within the reason for a derived fact, when that was derived: what came later is no reason.
    rank: u32,
}

impl At<'_> {
    fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

impl Explainer<'_, '_> {
    /// Why a false condition does not hold.
    pub(super) fn why(&mut self, condition: &Condition, binding: &[ObjectId]) -> Vec<Reason> {
        self.explain(condition, true, At { binding, depth: 0, rules: &[], rank: u32::MAX })
    }

    /// Why a true condition holds: one line for each part of a conjunction.
    pub(super) fn because(&mut self, condition: &Condition, binding: &[ObjectId]) -> Vec<Reason> {
        let Condition::And(parts) = condition else {
            self.given = 0;
            return self.explain(condition, false, At { binding, depth: 0, rules: &[], rank: u32::MAX });
        };
        parts.iter().flat_map(|part| self.because(part, binding)).collect()
    }

    pub(super) fn holds(&mut self, condition: &Condition, binding: &[ObjectId]) -> bool {
        self.state.holds(condition, &mut binding.to_vec())
    }

    /// Why a condition does not have the wanted value.
    fn explain(&mut self, condition: &Condition, wanted: bool, at: At<'_>) -> Vec<Reason> {
        self.given += 1;
        if at.depth > DEEPEST {
            return vec![Reason::plain("and so on, more deeply")];
        }
        match condition {
            Condition::Atom(atom) => vec![self.atom(atom, wanted, at)],
            Condition::Equal(left, right, span) => vec![self.equal(*left, *right, *span, at.binding)],
            Condition::Not(inner) => match &**inner {
                Condition::Exists(variables, inner) if !wanted => {
                    vec![self.everywhere("exists", variables, inner, at)]
                }
                inner => self.explain(inner, !wanted, at),
            },
            Condition::And(parts) if wanted => self.parts(parts, true, at),
            Condition::Or(parts) if !wanted && at.rank < u32::MAX => {
                let founded = parts.iter().find(|part| self.founded(part, at.binding, at.rank));
                match founded {
                    Some(part) => self.explain(part, false, at),
                    None => self.parts(parts, false, at),
                }
            }
            Condition::Or(parts) if !wanted => self.parts(parts, false, at),
            Condition::And(parts) | Condition::Or(parts) => {
                let text = match (parts.len(), wanted) {
                    (0, true) => return vec![Reason::plain("(or) is false: it has no alternatives")],
                    (0, false) => return vec![Reason::plain("(and) is true: it has no parts")],
                    (1, _) => return self.explain(&parts[0], wanted, at),
                    (count, true) => format!("none of these {count} alternatives is true:"),
                    (count, false) => format!("these {count} are true together:"),
                };
                vec![above(text, self.parts(parts, wanted, at.deeper()))]
            }
            Condition::Imply(left, right) if wanted => {
                let mut inner = self.explain(left, false, at.deeper());
                inner.extend(self.explain(right, true, at.deeper()));
                vec![above("an imply is false: its first part is true, and its second is not:", inner)]
            }
            Condition::Imply(left, right) => {
                if self.holds(left, at.binding) {
                    self.explain(right, false, at)
                } else {
                    self.explain(left, true, at)
                }
            }
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::Forall(..));
                vec![self.quantified(variables, inner, (all, wanted), at)]
            }
        }
    }

    /// The reasons for the parts that do not have the wanted value; beyond a number, they are only counted.
    fn parts(&mut self, parts: &[Condition], wanted: bool, at: At<'_>) -> Vec<Reason> {
        let (mut reasons, mut more) = (Vec::new(), 0);
        for part in parts {
            if self.holds(part, at.binding) == wanted {
                continue;
            }
            if reasons.len() >= MOST || (self.given >= ENOUGH && !reasons.is_empty()) {
                more += 1;
                continue;
            }
            reasons.extend(self.explain(part, wanted, at));
        }
        if more > 0 {
            reasons.push(Reason::plain(format!("and {more} more")));
        }
        reasons
    }

    /// A quantifier, `forall` or `exists`, that does not have the wanted value.
    fn quantified(
        &mut self,
        variables: &[Variable],
        inner: &Condition,
        (all, wanted): (bool, bool),
        at: At<'_>,
    ) -> Reason {
        let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
        let word = if all { "forall" } else { "exists" };
        let head = format!("({word} ({}) ...)", names.join(" "));
        let task = self.state.task;
        let values = |instance: &[ObjectId]| {
            let value =
                |(name, object): (&&str, &ObjectId)| format!("{name} = {}", task.objects.name(*object));
            names.iter().zip(instance).map(value).collect::<Vec<_>>().join(", ")
        };
        if all == wanted {
            let once = at.rank == u32::MAX || wanted;
            let mut found = self.each(variables, inner, !wanted, at.binding, once);
            let is_founded = |one: &Vec<ObjectId>| self.founded(inner, &[at.binding, one].concat(), at.rank);
            let founded = if once { None } else { found.iter().take(MOST_INSTANCES).position(is_founded) };
            if found.is_empty() {
                return Reason::plain(head);
            }
            let instance = found.swap_remove(founded.unwrap_or(found.len() - 1));
            let is = if wanted { "false" } else { "true" };
            let text = format!("{head} is {is} for {}:", values(&instance));
            let longer = [at.binding, &instance].concat();
            return above(text, self.explain(inner, wanted, At { binding: &longer, ..at.deeper() }));
        }
        let empty = variables.iter().find(|one| self.state.objects(one).is_empty());
        if let Some(empty) = empty {
            let types = self.state.task.types.show(&empty.types);
            let is = if wanted { "false" } else { "true" };
            return Reason::plain(format!("{head} is {is}: there is no {types} for {}", empty.name));
        }
        if !wanted {
            return self.everywhere(word, variables, inner, at);
        }
        let instance = self.nearest(variables, inner, at.binding);
        let text = format!("{head} is false for everything; {} comes nearest:", values(&instance));
        let longer = [at.binding, &instance].concat();
        above(text, self.explain(inner, true, At { binding: &longer, ..at.deeper() }))
    }

    /// A `forall` that is true, or an `exists` that is false, with what steps have made so of its instances.
    fn everywhere(&mut self, word: &str, variables: &[Variable], inner: &Condition, at: At<'_>) -> Reason {
        let is_true = word == "forall";
        let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
        let text = format!("({word} ({}) ...) is {is_true} for everything", names.join(" "));
        let is_made = |reason: &Reason| {
            let mut open = vec![reason];
            while let Some(one) = open.pop() {
                if one.by.is_some_and(|by| by > 0) {
                    return true;
                }
                open.extend(&one.inner);
            }
            false
        };
        let mut made = Vec::new();
        let mut instances = self.each(variables, inner, is_true, at.binding, false);
        instances.sort_unstable();
        instances.dedup();
        for instance in instances.iter().take(MOST_INSTANCES) {
            if made.len() >= MOST || self.given >= ENOUGH {
                break;
            }
            let longer = [at.binding, instance].concat();
            // What has been so from the start is not told.
            let given = self.given;
            let reasons = self.explain(inner, !is_true, At { binding: &longer, ..at.deeper() });
            made.extend(reasons.into_iter().filter(is_made));
            self.given = given + made.len();
        }
        above(text, made)
    }

    /// All values for which a condition is true, in order.
    pub(super) fn instances(
        &mut self,
        variables: &[Variable],
        inner: &Condition,
        binding: &[ObjectId],
    ) -> Vec<Vec<ObjectId>> {
        let mut found = self.each(variables, inner, true, binding, false);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The values for which a condition is, or is not, true; with `once`, only the first.
    fn each(
        &mut self,
        variables: &[Variable],
        inner: &Condition,
        wanted: bool,
        binding: &[ObjectId],
        once: bool,
    ) -> Vec<Vec<ObjectId>> {
        let mut found = Vec::new();
        let values = Values { variables, body: inner, wanted };
        self.state.each(values, &mut binding.to_vec(), &mut |longer| {
            found.push(longer[binding.len()..].to_vec());
            once
        });
        found
    }

    /// Among the first values, those for which the least has to change: what no action can change weighs most, then
    /// how many parts of the condition fail. Each variable has objects.
    fn nearest(&mut self, variables: &[Variable], inner: &Condition, binding: &[ObjectId]) -> Vec<ObjectId> {
        let need = self.need(inner, true);
        let objects: Vec<_> = variables.iter().map(|one| self.state.objects(one)).collect();
        let mut at = vec![0; variables.len()];
        let mut best: Option<((usize, usize), Vec<ObjectId>)> = None;
        for _ in 0..MOST_INSTANCES {
            let values: Vec<ObjectId> = at.iter().zip(&objects).map(|(at, all)| all[*at]).collect();
            let lack = need.lack(self.state, &[binding, &values].concat());
            if best.as_ref().is_none_or(|(least, _)| lack < *least) {
                best = Some((lack, values));
            }
            // The next values, the last variable first.
            let Some(place) = (0..at.len()).rev().find(|place| at[*place] + 1 < objects[*place].len()) else {
                break;
            };
            at[place] += 1;
            at[place + 1..].fill(0);
        }
        best.map_or_else(Vec::new, |(_, values)| values)
    }

    /// What a condition needs to have the wanted value.
    fn need<'c>(&self, condition: &'c Condition, wanted: bool) -> Need<'c> {
        let needs_all = match condition {
            Condition::Not(_) => Some(true),
            Condition::And(_) => Some(wanted),
            Condition::Or(_) | Condition::Imply(..) => Some(!wanted),
            Condition::Atom(_) | Condition::Equal(..) | Condition::Forall(..) | Condition::Exists(..) => None,
        };
        if let Some(needs_all) = needs_all {
            let parts = condition.parts(wanted).into_iter();
            let parts = parts.map(|(part, wanted)| self.need(part, wanted)).collect();
            return if needs_all { Need::All(parts) } else { Need::Any(parts) };
        }
        let task = self.state.task;
        let is_fixed = match condition {
            Condition::Atom(atom) => {
                let is_it =
                    |(other, adds): (&Atom, bool)| other.predicate == atom.predicate && adds == wanted;
                task.predicate_info[atom.predicate.index()].layer.is_none()
                    && !task.schemas.iter().any(|schema| schema.changes().into_iter().any(is_it))
            }
            _ => matches!(condition, Condition::Equal(..)),
        };
        Need::One { condition, wanted, is_fixed }
    }

    fn equal(&self, left: Term, right: Term, span: Span, binding: &[ObjectId]) -> Reason {
        let name = |term: Term| self.state.task.objects.name(term.value(binding));
        let (left, right) = (name(left), name(right));
        let text = if left == right {
            format!("(= {left} {right}) is true: it is one object")
        } else {
            format!("(= {left} {right}) is false: these are two objects")
        };
        Reason { text, place: Some(Place { file: self.file, span }), by: None, inner: Vec::new() }
    }

    /// An atom that does not have the wanted value, and since when.
    fn atom(&mut self, atom: &Atom, wanted: bool, at: At<'_>) -> Reason {
        let task = self.state.task;
        let objects: Vec<ObjectId> = atom.arguments.iter().map(|term| term.value(at.binding)).collect();
        let shown = task.show_atom(atom.predicate, &objects);
        let place = Some(Place { file: self.file, span: atom.span });
        if task.predicate_info[atom.predicate.index()].layer.is_some() {
            let rank = self.state.relation(atom.predicate).rank(&objects).unwrap_or(u32::MAX);
            let inner = self.rules(atom, wanted, At { binding: &objects, rank, ..at });
            let text = if wanted {
                format!("{shown} is false, as no rule derives it")
            } else {
                format!("{shown} is true, as a rule derives it")
            };
            return Reason { text, place, by: None, inner };
        }
        let step = |number: u32| {
            let step = &self.plan.steps[number as usize - 1];
            format!("step {number} {}", task.show_step(step.schema, &step.arguments))
        };
        let origin = self.state.relation(atom.predicate).origin(&objects);
        let by = Some(if let Some(Origin::Step(number)) = origin { number as usize } else { 0 });
        let text = match (wanted, origin) {
            (true, None | Some(Origin::Start)) => format!("{shown} is false: nothing has made it true"),
            (true, Some(Origin::Step(number))) => format!("{shown} is false: deleted by {}", step(number)),
            (false, Some(Origin::Step(number))) => format!("{shown} is true: added by {}", step(number)),
            (false, None | Some(Origin::Start)) => format!("{shown} is true from the start"),
        };
        Reason { text, place, by, inner: Vec::new() }
    }

    /// Whether a condition holds by facts alone that were derived before a rank: what follows from itself is no reason.
    fn founded(&mut self, condition: &Condition, binding: &[ObjectId], rank: u32) -> bool {
        match condition {
            Condition::Atom(atom) => {
                let objects: Vec<ObjectId> = atom.arguments.iter().map(|term| term.value(binding)).collect();
                let relation = self.state.relation(atom.predicate);
                match self.state.task.predicate_info[atom.predicate.index()].layer {
                    Some(_) => relation.rank(&objects).is_some_and(|own| own < rank),
                    None => relation.holds(&objects),
                }
            }
            Condition::And(parts) => parts.iter().all(|part| self.founded(part, binding, rank)),
            Condition::Or(parts) => parts.iter().any(|part| self.founded(part, binding, rank)),
            Condition::Exists(variables, inner) => {
                let found = self.each(variables, inner, true, binding, false);
                let mut found = found.iter().take(MOST_INSTANCES);
                found.any(|one| self.founded(inner, &[binding, one].concat(), rank))
            }
            // What is denied is of an earlier layer; the rest may be read as a whole.
            _ => self.holds(condition, binding),
        }
    }

    /// Why no rule derives an atom, or why one does.
    fn rules(&mut self, atom: &Atom, wanted: bool, at: At<'_>) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let unfolded = at.rules.iter().filter(|one| **one == atom.predicate).count();
        if unfolded >= DEEPEST_RULE || self.given >= ENOUGH {
            return reasons;
        }
        let task = self.state.task;
        let unfolding = [at.rules, &[atom.predicate]].concat();
        // Rules are in the domain.
        let file = std::mem::replace(&mut self.file, 0);
        for axiom in task.axioms.iter().filter(|axiom| axiom.predicate == atom.predicate) {
            let fits = |(variable, object): (&Variable, &ObjectId)| {
                task.types.fits(&task.object_types[object.index()], &variable.types)
            };
            let is_reason = if at.rank < u32::MAX {
                // One rule is enough for what holds.
                reasons.is_empty() && self.founded(&axiom.condition, at.binding, at.rank)
            } else {
                self.holds(&axiom.condition, at.binding) != wanted
            };
            if axiom.parameters.iter().zip(at.binding).all(fits) && is_reason && reasons.len() < MOST {
                let below = At { rules: &unfolding, ..at.deeper() };
                reasons.extend(self.explain(&axiom.condition, wanted, below));
            }
        }
        self.file = file;
        reasons
    }
}

/// What makes a condition hold.
enum Need<'c> {
    /// A part has the wanted value; `is_fixed` if no action can give it that.
    One {
        condition: &'c Condition,
        wanted: bool,
        is_fixed: bool,
    },
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl Need<'_> {
    /// How many parts fail that no action can change, and how many fail; of alternatives, those of the nearest.
    fn lack(&self, state: &State<'_>, binding: &[ObjectId]) -> (usize, usize) {
        match self {
            Self::One { condition, wanted, is_fixed } => {
                let fails = state.holds(condition, &mut binding.to_vec()) != *wanted;
                (usize::from(fails && *is_fixed), usize::from(fails))
            }
            Self::All(parts) => {
                let lacks = parts.iter().map(|part| part.lack(state, binding));
                lacks.fold((0, 0), |sum, lack| (sum.0 + lack.0, sum.1 + lack.1))
            }
            Self::Any(parts) => parts.iter().map(|part| part.lack(state, binding)).min().unwrap_or((1, 1)),
        }
    }
}

fn above(text: impl Into<String>, inner: Vec<Reason>) -> Reason {
    Reason { text: text.into(), place: None, by: None, inner }
}
