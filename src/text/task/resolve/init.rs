//! The initial state and the metric.
//!
//! In: a tree. Out: facts, values and the metric in the task, and diagnostics.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::Resolver;
use super::scope::Scope;
use crate::pddl::WITHOUT_NUMBERS;
use crate::pddl::ast::{self, Init};
use crate::task::{Atom, FunctionId, GroundAtoms, Metric, ObjectId, PredicateId, Task, Term};
use banto_base::source::{Span, codes};

/// The rows of facts by content, and where each is stated.
#[derive(Default)]
struct Stated {
    rows: HashTable<u32>,
    spans: Vec<Span>,
}

impl Stated {
    /// Where a fact is stated, if it is.
    fn find(&self, facts: &GroundAtoms<PredicateId>, fact: (PredicateId, &[ObjectId])) -> Option<Span> {
        let row = self.rows.find(hash(fact), |row| facts.get(*row as usize) == fact)?;
        Some(self.spans[*row as usize])
    }

    /// Adds the fact of the last row.
    fn add(&mut self, facts: &GroundAtoms<PredicateId>, span: Span) {
        let row = self.spans.len();
        let id = u32::try_from(row).expect("a text has fewer than 2^32 words");
        self.rows.insert_unique(hash(facts.get(row)), id, |row| hash(facts.get(*row as usize)));
        self.spans.push(span);
    }
}

fn hash(fact: (PredicateId, &[ObjectId])) -> u64 {
    let mut hasher = FxHasher::default();
    fact.hash(&mut hasher);
    hasher.finish()
}

/// Where a function term has its value, the value if it is a whole number, and its text.
type Valued<'s> = (Span, Option<u64>, &'s str);

impl<'s> Resolver<'s> {
    pub(super) fn init(&mut self, list: &[Init<'s>]) {
        // The facts come first, so that negated ones can be compared with them.
        let mut stated = Stated::default();
        if self.limits.check_allocation(list.len() * (2 * size_of::<u32>() + size_of::<Span>())).is_err() {
            return;
        }
        stated.rows.reserve(list.len(), |_| 0);
        stated.spans.reserve_exact(list.len());
        let mut values: FxHashMap<Box<[u32]>, Valued<'_>> = FxHashMap::default();
        // Other functions may have any values: nothing adds them up.
        let read = self.read.iter().map(|(function, ..)| *function);
        let costs: FxHashSet<FunctionId> =
            read.chain(self.increased.iter().map(|(function, ..)| *function)).collect();
        let mut scope = Scope::default();
        let mut objects = Vec::new();
        for item in list {
            if !self.goes_on() {
                return;
            }
            match item {
                Init::Fact(atom) => {
                    let Some(predicate) = self.fact(atom, &mut objects) else { continue };
                    if let Some(first) = stated.find(&self.task.init, (predicate, &objects)) {
                        self.stated_twice(atom, first);
                    } else {
                        self.task.init.push(predicate, &objects);
                        stated.add(&self.task.init, atom.span);
                    }
                }
                Init::Negated(_) => {}
                Init::Value(value) => {
                    let (term, number) = &**value;
                    self.uses(":action-costs", term.span);
                    let function = self.function_term(&mut scope, term);
                    let Some((function, terms)) = function else { continue };
                    let value = if costs.contains(&function) {
                        let Some(value) = self.number(*number) else { continue };
                        Some(value)
                    } else {
                        number.text.parse().ok()
                    };
                    objects.clear();
                    objects.extend(terms.into_iter().filter_map(object));
                    match values.get(&key(function.index(), &objects)).copied() {
                        Some((first, before, text)) => {
                            let same = text == number.text || before.is_some() && before == value;
                            self.valued_twice(term, first, same);
                        }
                        None => {
                            values.insert(key(function.index(), &objects), (term.span, value, number.text));
                            if let Some(value) = value {
                                self.task.values.push(function, &objects);
                                self.task.numbers.push(value);
                            }
                        }
                    }
                }
            }
        }
        for item in list {
            let Init::Negated(negated) = item else { continue };
            let (atom, whole) = (&negated.0, negated.1);
            let Some(predicate) = self.fact(atom, &mut objects) else { continue };
            if let Some(first) = stated.find(&self.task.init, (predicate, &objects)) {
                self.report(
                    codes::E0214
                        .at(atom.span, "a fact is stated and denied")
                        .label("denied here")
                        .second_in(self.file, first, "stated here")
                        .fix("leave out the denial, or the fact", whole, "")
                        .guess(),
                );
            }
        }
        self.task.init.shrink();
        self.task.values.shrink();
    }

    /// The predicate of a ground atom; its objects are written to `objects`.
    fn fact(&mut self, atom: &ast::Atom<'s>, objects: &mut Vec<ObjectId>) -> Option<PredicateId> {
        // The common case allocates nothing; the checks and their messages are those of conditions.
        objects.clear();
        if let Some(predicate) = self.task.predicates.find(atom.name.text)
            && self.task.predicates.name(predicate) == atom.name.text
            && self.task.predicate_info[predicate.index()].layer.is_none()
            && self.task.predicate_info[predicate.index()].parameters.len() == atom.arguments.len()
        {
            let fits = |(index, name): (usize, &ast::Name<'_>)| {
                let object = self.task.objects.find(name.text)?;
                let of = &self.task.object_types[object.index()];
                let good =
                    self.task.types.fits(of, &self.task.predicate_info[predicate.index()].parameters[index])
                        && self.task.objects.name(object) == name.text;
                good.then_some(object)
            };
            objects.extend(atom.arguments.iter().enumerate().map_while(fits));
            if objects.len() == atom.arguments.len() {
                return Some(predicate);
            }
            objects.clear();
        }
        if self.refuse_derived(atom, "stated in the initial state", "state the facts that it is derived from")
        {
            return None;
        }
        let Atom { predicate, arguments, .. } =
            self.atom(&mut Scope::default(), atom, super::scope::Role::Initially)?;
        objects.extend(arguments.into_iter().filter_map(object));
        Some(predicate)
    }

    fn stated_twice(&mut self, atom: &ast::Atom<'_>, first: Span) {
        self.report(
            codes::W0212
                .at(atom.span, "this fact is stated twice")
                .label("stated again here")
                .second_in(self.file, first, "stated first here")
                .fix("remove one of the two, or is another object meant in one?", atom.span, "")
                .guess(),
        );
    }

    fn valued_twice(&mut self, term: &ast::Atom<'_>, first: Span, same: bool) {
        let fault = if same {
            codes::W0212.at(term.span, "this value is stated twice").label("stated again here")
        } else {
            codes::E0214
                .at(term.span, format!("{} has two values", term.name.text))
                .label("another value here")
        };
        self.report(fault.second_in(self.file, first, "the first one").help("remove one of the two"));
    }

    pub(super) fn metric(&mut self, metric: Option<&ast::Atom<'s>>) {
        let Some(term) = metric else { return };
        let is_length = ["total-time", "plan-length", "makespan"]
            .iter()
            .any(|word| term.name.text.eq_ignore_ascii_case(word));
        if is_length && self.task.functions.find(term.name.text).is_none() {
            self.report(
                codes::E0908
                    .at(term.span, "the time or the length of a plan cannot be minimized by a metric")
                    .label("banto minimizes cost")
                    .help("without a metric, plans with the fewest steps are best"),
            );
            return;
        }
        let Some((function, terms)) = self.function_term(&mut Scope::default(), term) else { return };
        if !terms.is_empty() {
            self.report(
                codes::E0908
                    .at(term.span, "only a total cost without arguments can be minimized")
                    .label("this function has arguments")
                    .help("write (:metric minimize (total-cost))"),
            );
            return;
        }
        self.task.metric = Metric::Minimize(function);
        for (schema, costs) in Arc::make_mut(&mut self.task.schemas).iter_mut().zip(&self.schema_costs) {
            let counted = costs.iter().filter(|(increased, _)| *increased == function);
            schema.cost = counted.map(|(_, amount)| amount.clone()).collect();
        }
    }

    /// Amounts must be fixed: a function that actions change cannot be one.
    pub(super) fn check_fixed_amounts(&mut self) {
        let measures = |of: FunctionId, task: &Task| match task.metric {
            Metric::Minimize(function) => function == of,
            Metric::UnitCost => task.functions.name(of).eq_ignore_ascii_case("total-cost"),
        };
        let changed: Vec<(FunctionId, (usize, Span), String)> = std::mem::take(&mut self.increased);
        for (function, (file, span), name) in changed {
            let read = self.read.iter().find(|(read, ..)| *read == function);
            let Some((_, (other, place), of)) = read.copied() else { continue };
            self.file = file;
            if !measures(of, &self.task) {
                self.report(
                    codes::E0902
                        .at(span, format!("numeric effects on {name}, which effects read, are not supported"))
                        .label("changes it")
                        .second_in(other, place, "read here")
                        .help(WITHOUT_NUMBERS),
                );
                continue;
            }
            self.report(
                codes::E0215
                    .at(span, format!("{name} is changed here, and costs are measured by it"))
                    .label("changes it")
                    .second_in(other, place, "taken as fixed here")
                    .help("costs may depend only on values that no action changes"),
            );
        }
        self.file = 0;
    }
}

fn object(term: Term) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(_) => None,
    }
}

fn key(head: usize, objects: &[ObjectId]) -> Box<[u32]> {
    let id = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    std::iter::once(id(head)).chain(objects.iter().map(|object| id(object.index()))).collect()
}
