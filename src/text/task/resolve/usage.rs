//! Warnings that need the whole text: requirements that are not declared, costs without a metric or a value.
//!
//! In: what resolution has recorded. Out: diagnostics that never make a task undefined.

use super::Resolver;
use super::explain::explain;
use crate::pddl::ast::{Domain, Problem};
use crate::task::lints::{Model, lints};
use crate::task::{Amount, FunctionId, Metric, ObjectId, Term};
use banto_base::source::{Diagnostic, Severity, codes};

impl<'s> Resolver<'s> {
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
            let Self { task, mentioned, limits, predicate_places, .. } = &*self;
            let found = lints(&Model { task, domain, problem, mentioned, limits, predicate_places });
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
}

/// What another word in its only place would not need: `and` for `or`, `exists` for `forall`, an atom without `not`.
const MAY_BE_SLIPS: [&str; 4] = [
    ":disjunctive-preconditions",
    ":negative-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
];
