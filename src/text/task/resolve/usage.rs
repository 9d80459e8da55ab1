//! Warnings that need the whole text: requirements that are not declared, predicates that are never read or never
//! true.
//!
//! In: what resolution has recorded. Out: diagnostics that never make a task undefined.

use rustc_hash::FxHashMap;

use super::explain::explain;
use super::scope::Role;
use super::{Place, Resolver};
use crate::pddl::ast::{Domain, Init, Problem};
use crate::task::lints::{MOST_EDITS, Model, conditions, lints, literals};
use crate::task::{Amount, Condition, FunctionId, Metric, ObjectId, PredicateId, Schema, Term};
use banto_base::source::{Diagnostic, Severity, Span, codes};

/// How a text uses a predicate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    read: Option<Place>,
    changed: Option<Place>,
    added: bool,
    pub(super) initially: bool,
}

impl<'s> Resolver<'s> {
    pub(super) fn note_usage(&mut self, predicate: PredicateId, role: Role, span: Span) {
        let place = (self.file, span);
        let usage = &mut self.usage[predicate.index()];
        match role {
            Role::Read => usage.read = usage.read.or(Some(place)),
            Role::Initially => usage.initially = true,
            Role::Derived => {}
            Role::Add | Role::Delete => {
                usage.changed = usage.changed.or(Some(place));
                usage.added |= role == Role::Add;
            }
        }
    }

    pub(super) fn finish(&mut self, domain: &Domain<'s>, problem: Option<&Problem<'s>>) {
        if let Some(problem) = problem {
            self.costs_without_metric(problem);
        }
        self.check_fixed_amounts();
        if self.mistakes.count > 0 || !self.mistakes.respelled.is_empty() {
            let explained = explain(self, domain, problem);
            self.diagnostics.extend(explained);
        }
        self.undeclared_requirements(domain, problem);
        // Where more is wrong, the files may be those of two models.
        let is_error = |one: &Diagnostic| one.severity() == Severity::Error && one.code != codes::E0210;
        if self.diagnostics.iter().any(is_error) {
            let named = self.diagnostics.iter_mut().filter(|one| one.code == codes::E0210);
            named.flat_map(|one| &mut one.help).for_each(|help| help.is_guess = true);
        }
        // After an error, what seems unused may be misspelled elsewhere.
        let failed = self.diagnostics.iter().any(|one| one.severity() == Severity::Error);
        if self.warns && self.broken.is_empty() && !failed {
            self.idle_predicates(problem);
            let Self { task, mentioned, limits, .. } = &*self;
            let found = lints(&Model { task, domain, problem, mentioned, limits });
            self.diagnostics.extend(found);
            if let Some(problem) = problem {
                self.named_as_types(&problem.objects);
                self.costs_without_values();
                self.total_without_start(problem);
            }
        }
    }

    /// Costs that actions add up, in a problem that does not ask for few of them.
    fn costs_without_metric(&mut self, problem: &Problem<'_>) {
        let Some((_, (file, span), name)) = self.increased.first().cloned() else { return };
        if problem.metric.is_some()
            || self.is_broken(":metric")
            || self.sections[1].iter().any(|(word, _)| *word == ":metric")
            || self.costs_alike()
        {
            return;
        }
        let metric = format!("minimize ({name})");
        let (place, text) = self.place_in(1, ":metric", &metric);
        self.file = 1;
        self.report(
            codes::W0226
                .at(problem.name.span, format!("actions increase {name}, and no metric minimizes it"))
                .label("without a metric every step counts 1")
                .second_in(file, span, "increased here")
                .help(format!("write (:metric {metric})"))
                .edit(place, text),
        );
    }

    /// Whether all actions increase one function by one number, so that the fewest steps are the cheapest.
    fn costs_alike(&self) -> bool {
        let cost = |costs: &Vec<(FunctionId, Amount)>| match costs.as_slice() {
            [(function, Amount::Number(number))] => Some((*function, *number)),
            _ => None,
        };
        let mut costs = self.schema_costs.iter().map(cost);
        let first = costs.next().flatten();
        first.is_some() && costs.all(|other| other == first)
    }

    /// Actions whose cost is a function without any value in the problem: they can never be applied.
    fn costs_without_values(&mut self) {
        let mut faults = Vec::new();
        for schema in self.task.schemas.iter() {
            for amount in &schema.cost {
                let Amount::Function(function, terms, span) = amount else { continue };
                let fits = |objects: &[ObjectId]| {
                    terms.iter().zip(objects).all(|(term, object)| match term {
                        Term::Object(named) => named == object,
                        Term::Variable(_) => true,
                    })
                };
                if self.task.values.iter().any(|(of, objects)| of == *function && fits(objects)) {
                    continue;
                }
                let name = self.task.functions.name(*function);
                let message = format!("{} can never be applied: its cost has no value", schema.name);
                let fault = codes::W0214.at(*span, message).label(":init gives this no value");
                faults.push(if terms.is_empty() {
                    let (span, text) = self.place_in(1, ":init", &format!("(= ({name}) 1)"));
                    let help = format!("write (= ({name}) 1) in :init, with the intended value");
                    fault.help(help).edit_in(1, span, text)
                } else {
                    fault.help(format!("write (= ({name} ...) 1) in :init, for all objects that matter"))
                });
            }
        }
        self.file = 0;
        faults.into_iter().for_each(|fault| self.report(fault));
    }

    /// A total cost of which `:init` does not say that it starts at 0.
    fn total_without_start(&mut self, problem: &Problem<'_>) {
        let (Metric::Minimize(function), Some(metric)) = (self.task.metric, &problem.metric) else { return };
        let is_counted = self.task.schemas.iter().any(|schema| !schema.cost.is_empty());
        if !is_counted || self.task.values.iter().any(|(of, _)| of == function) {
            return;
        }
        let name = self.task.functions.name(function);
        let start = format!("(= ({name}) 0)");
        let fault = codes::W0214
            .at(metric.span, format!("{name} has no value at the start: other planners may reject this"))
            .label("minimized")
            .help(format!("write {start} in :init"));
        let (span, text) = self.place_in(1, ":init", &start);
        self.file = 1;
        self.report(fault.edit_in(1, span, text));
    }

    /// Whether actions alone read a predicate, and these change nothing else.
    fn serves_itself(&self, id: PredicateId) -> bool {
        let task = &self.task;
        let reads = |one: &Condition| one.literals(true).into_iter().any(|(atom, _)| atom.predicate == id);
        let is_own = |one: &Schema| one.changes().into_iter().all(|(atom, _)| atom.predicate == id);
        let is_idle = |one: &Schema| is_own(one) || !conditions(one).into_iter().any(|(_, one)| reads(one));
        !reads(&task.goal)
            && !task.axioms.iter().any(|axiom| reads(&axiom.condition))
            && task.schemas.iter().all(is_idle)
    }

    fn undeclared_requirements(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        // What could not be read may be what is missing.
        if self.is_broken(":requirements") {
            return;
        }
        let places = [domain.requirements.first(), problem.and_then(|problem| problem.requirements.first())];
        for (flag, (file, span), count) in std::mem::take(&mut self.uses) {
            if self.requirements.contains(flag) {
                continue;
            }
            let mut fault = codes::W0201
                .at(span, format!("this needs {flag}, which is not declared"))
                .label(format!("{flag} is used here"));
            if let Some(name) = places[file] {
                fault = fault.second_in(file, name.span, "the requirements");
            }
            self.file = file;
            let (span, text) = self.place_in(0, ":requirements", flag);
            let help = format!("write (:requirements ... {flag}) in the domain");
            let fault = fault.help(help).edit_in(0, span, text);
            let is_slip = count == 1 && MAY_BE_SLIPS.contains(&flag);
            self.report(if is_slip { fault.guess() } else { fault });
        }
    }

    /// Whether each action that adds an atom of a predicate asks for one.
    fn adds_to_itself(&self, id: PredicateId) -> bool {
        let adds =
            |schema: &Schema| schema.changes().iter().any(|(atom, added)| *added && atom.predicate == id);
        self.task.schemas.iter().all(|schema| !adds(schema) || asks(schema, id))
    }

    /// Where the problem has facts of predicates that nothing else mentions.
    fn idle_facts(&self, problem: Option<&Problem<'_>>) -> FxHashMap<PredicateId, Vec<Span>> {
        let mut found: FxHashMap<PredicateId, Vec<Span>> = FxHashMap::default();
        let is_idle = |usage: &Usage| usage.read.is_none() && usage.changed.is_none();
        let problem = problem.filter(|_| self.usage.iter().any(is_idle));
        for item in problem.into_iter().flat_map(|problem| &problem.init) {
            let (name, span) = match item {
                Init::Fact(atom) => (atom.name, atom.span),
                Init::Negated(fact) => (fact.0.name, fact.1),
                Init::Value(_) => continue,
            };
            let known = self.task.predicates.find(name.text);
            if let Some(id) = known.filter(|id| is_idle(&self.usage[id.index()])) {
                found.entry(id).or_default().push(span);
            }
        }
        found
    }

    fn idle_predicates(&mut self, problem: Option<&Problem<'_>>) {
        let with_problem = problem.is_some();
        let mut stated = self.idle_facts(problem);
        self.file = 0;
        for id in self.task.predicates.ids() {
            let usage = self.usage[id.index()];
            let name = self.task.predicates.name(id).to_owned();
            let (_, declared) = self.predicate_places[id.index()];
            let derived = self.task.predicate_info[id.index()].layer.is_some();
            // A goal may read what actions change; only the problem tells.
            let maybe_goal = !with_problem && (usage.changed.is_some() || derived);
            if usage.read.is_none() && !maybe_goal {
                let (words, label) = if with_problem {
                    (format!("predicate {name} is never read"), "no condition and no goal reads it")
                } else {
                    (
                        format!("no action of this domain uses predicate {name}"),
                        "no condition and no effect has it",
                    )
                };
                let mut fault = codes::W0203.at(declared, words).label(label);
                if let Some((file, place)) = usage.changed {
                    fault = fault.second_in(file, place, "changed here");
                }
                // A goal may read it all the same; only the problem tells.
                let help = if with_problem {
                    "remove it, or read it somewhere"
                } else {
                    "remove it if no goal reads it either, or read it somewhere"
                };
                // What an effect changes may be what a condition lacks.
                let stated = stated.remove(&id).unwrap_or_default();
                let is_unused = with_problem && !derived && usage.changed.is_none();
                self.report(if is_unused && stated.len() <= MOST_EDITS {
                    let fault = fault.fix(help, declared, "");
                    stated.into_iter().fold(fault, |fault, span| fault.edit_in(1, span, ""))
                } else {
                    fault.help(help)
                });
            } else if with_problem && usage.added && self.serves_itself(id) {
                let fault = codes::W0203
                    .at(declared, format!("predicate {name} is read only by actions that change it"))
                    .label("these change nothing else, and nothing else reads it");
                let read = usage.read.into_iter();
                let fault = read.fold(fault, |fault, (file, at)| fault.second_in(file, at, "read here"));
                self.report(fault.help("is it missing in a condition of another action or of a rule?"));
            } else if with_problem
                && !usage.initially
                && !derived
                && (!usage.added || self.adds_to_itself(id))
            {
                let why =
                    if usage.added { "only actions that ask for it add it" } else { "no effect adds it" };
                let mut fault = codes::W0204
                    .at(declared, format!("predicate {name} is never true"))
                    .label(format!("{why}, and it does not hold initially"));
                if let Some((file, place)) = usage.read {
                    fault = fault.second_in(file, place, "read here");
                }
                let idle = self.task.schemas.iter().find(|schema| asks(schema, id));
                let so =
                    idle.map(|schema| format!("action {} asks for it and can never be applied", schema.name));
                let fault = fault.help("is an effect missing, or a fact in :init?");
                self.report(so.into_iter().fold(fault, Diagnostic::help));
            }
        }
    }
}

/// What another word in its only place would not need: `and` for `or`, `exists` for `forall`, an atom without `not`.
const MAY_BE_SLIPS: [&str; 4] = [
    ":disjunctive-preconditions",
    ":negative-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
];

/// Whether the precondition of a schema asks for an atom of a predicate.
fn asks(schema: &Schema, id: PredicateId) -> bool {
    let mut asked = Vec::new();
    literals(&schema.precondition, &mut asked);
    asked.iter().any(|(atom, positive)| *positive && atom.predicate == id)
}
