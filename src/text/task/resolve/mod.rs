//! Resolution: looks up every name of a domain and a problem, checks every type, and collects every error.
//!
//! In: what the parser gave for a domain and, possibly, a problem. Out: [`Resolved`]. An error never hides the next:
//! what cannot be resolved is left out, and resolution continues. If the parser left a section out, names that may have
//! been declared there are not reported as unknown.

mod condition;
mod declare;
mod declare_objects;
mod effect;
mod explain;
mod init;
mod layers;
mod mistakes;
mod names;
mod scope;
mod usage;

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use mistakes::Mistakes;

use super::{Amount, FunctionId, PredicateId, Schema, Task, TypeId};
use crate::pddl::ast::{Domain, Problem, TypedList};
use crate::pddl::{MAX_ERRORS, Parsed, RequirementSet, section_place, too_many_errors};
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::{Diagnostic, Severity, Span, codes};

/// The result of resolution.
#[derive(Debug)]
pub struct Resolved {
    /// The task; `None` if an error makes its meaning undefined.
    pub task: Option<Task>,
    /// Errors and warnings of parsing and resolution, sorted by file (0: domain, 1: problem) and place; in each file,
    /// those about flags come last.
    pub diagnostics: Vec<Diagnostic>,
}

/// Resolves a domain alone, or a domain and a problem.
///
/// ```
/// use banto::source::SourceText;
/// use banto::{pddl, task};
/// let text = SourceText::new(
///     "d.pddl",
///     "(define (domain d) (:predicates (lit)) (:action press :parameters () :effect (litt)))",
/// );
/// let resolved = task::resolve(&pddl::parse_domain(&text), None);
/// assert_eq!(resolved.diagnostics[0].code.id, "E0202");
/// assert_eq!(resolved.diagnostics[0].help, ["did you mean lit?"]);
/// ```
pub fn resolve<'s>(domain: &Parsed<Domain<'s>>, problem: Option<&Parsed<Problem<'s>>>) -> Resolved {
    let resolved = resolve_within(domain, problem, &Limits::none());
    resolved.expect("without limits nothing stops")
}

/// As [`resolve`], within limits.
pub fn resolve_within<'s>(
    domain: &Parsed<Domain<'s>>,
    problem: Option<&Parsed<Problem<'s>>>,
    limits: &Limits,
) -> Result<Resolved, Stop> {
    Resolver { warns: true, ..Resolver::of_domain(domain, limits)? }.resolved(domain, problem, limits)
}

/// No more names than this are compared for "did you mean".
pub(super) const MAX_COMPARED: usize = 200_000;

/// A place in one of the two texts.
pub(super) type Place = (usize, Span);

/// The state of resolving a domain and then a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Resolver<'s> {
    pub(super) task: Task,
    /// Once a limit is reached, loops end early and the task is thrown away.
    limits: Limits,
    warns: bool,
    diagnostics: Vec<Diagnostic>,
    pub(super) mistakes: Mistakes<'s>,
    /// How many errors resolution found.
    errors: usize,
    /// The index of the text that is being resolved.
    file: usize,
    /// Sections that the parser could not read in full.
    broken: Vec<&'static str>,
    /// The sections of both texts and their places.
    sections: [Vec<(&'static str, Span)>; 2],
    requirements: RequirementSet,
    /// Where each requirement is first used.
    uses: Vec<(&'static str, Place, usize)>,
    predicate_places: Vec<Place>,
    function_places: Vec<Place>,
    pub(super) object_places: Vec<Place>,
    type_places: Vec<Option<Place>>,
    /// Names that are declared with two numbers of arguments.
    of_two_arities: FxHashSet<String>,
    pub(super) schema_places: FxHashMap<String, Span>,
    derived_places: FxHashMap<PredicateId, Place>,
    /// The functions that each schema increases, and by how much.
    schema_costs: Vec<Vec<(FunctionId, Amount)>>,
    /// The lists of variables, each with the index of its text.
    lists: Vec<(usize, TypedList<'s>)>,
    /// The types that something names.
    pub(super) named: FxHashSet<TypeId>,
    /// Types without a declaration of their own above one that is declared twice: the list may be reversed.
    reversed: FxHashSet<TypeId>,
    /// The types that parameters name.
    mentioned: FxHashSet<TypeId>,
    /// Functions that actions change; and functions that they read, each with the one that it is added to.
    increased: Vec<(FunctionId, Place, String)>,
    read: Vec<(FunctionId, Place, FunctionId)>,
    /// Requirements that are not supported, each with the index of its text.
    refused: Vec<(usize, Diagnostic)>,
    /// How many names were compared for "did you mean".
    compared: usize,
}

impl<'s> Resolver<'s> {
    /// The declarations of a domain, without warnings: the start for each of its problems.
    pub(super) fn of_domain(domain: &Parsed<Domain<'s>>, limits: &Limits) -> Result<Self, Stop> {
        let (broken, sections) = (domain.broken.clone(), [domain.sections.clone(), Vec::new()]);
        let mut resolver = Self { limits: limits.clone(), broken, sections, ..Self::default() };
        stack::deep(domain.nesting, || {
            domain.tree.iter().for_each(|tree| resolver.domain(tree));
            resolver.limits.check_now()?;
            Ok(resolver)
        })
    }

    /// Resolves a problem of the domain, if there is one, and gives the result of both.
    pub(super) fn resolved(
        mut self,
        domain: &Parsed<Domain<'s>>,
        problem: Option<&Parsed<Problem<'s>>>,
        limits: &Limits,
    ) -> Result<Resolved, Stop> {
        self.limits = limits.clone();
        let tree = problem.and_then(|problem| problem.tree.as_ref());
        self.task.nesting = domain.nesting.max(problem.map_or(0, |problem| problem.nesting));
        let faults = problem.iter().flat_map(|problem| problem.diagnostics.iter().cloned());
        let faults = domain.diagnostics.iter().cloned().chain(faults.map(|fault| fault.moved_to(1)));
        self.diagnostics.splice(0..0, faults);
        let mut resolver = stack::deep(self.task.nesting, || {
            let Some(domain) = &domain.tree else { return Ok(self) };
            if let (Some(problem), Some(tree)) = (problem, tree) {
                self.file = 1;
                self.sections[1].clone_from(&problem.sections);
                self.broken.extend(&problem.broken);
                self.problem(tree);
            }
            self.file = 0;
            // What follows weighs all reports, copies them, and is not asked while it does.
            self.limits.check_now()?;
            self.limits.check_allocation(self.diagnostics.len() * size_of::<Diagnostic>())?;
            self.layers();
            self.refuse_flags();
            self.finish(domain, tree);
            self.limits.check_now()?;
            Ok::<_, Stop>(self)
        })?;
        let diagnostics = &mut resolver.diagnostics;
        if resolver.errors >= MAX_ERRORS {
            diagnostics.extend(diagnostics.last().map(too_many_errors));
        }
        let allowed = [&domain.allowed[..], problem.map_or(&[], |problem| &problem.allowed)];
        diagnostics.retain(|fault| {
            fault.severity() == Severity::Error || !allowed[fault.file].iter().any(|one| one.covers(fault))
        });
        // A stable sort needs memory.
        resolver.limits.check_allocation(diagnostics.len() * size_of::<Diagnostic>())?;
        // Flags stand first in a text, and matter least.
        diagnostics.sort_by_key(|fault| {
            (fault.file, fault.code == codes::W0201, fault.span().start, fault.span().end, fault.code.id)
        });
        told_once(diagnostics);
        diagnostics.iter_mut().for_each(Diagnostic::join_ways);
        let failed = diagnostics.iter().any(|fault| fault.severity() == Severity::Error);
        let missing = domain.tree.is_none() || problem.is_some() && tree.is_none();
        let task = (!failed && !missing).then_some(resolver.task);
        Ok(Resolved { task, diagnostics: resolver.diagnostics })
    }

    fn domain(&mut self, domain: &Domain<'s>) {
        domain.name.text.clone_into(&mut self.task.domain);
        self.require(&domain.requirements);
        self.types(&domain.types);
        self.constants(&domain.constants);
        self.predicates(&domain.predicates);
        self.functions(&domain.functions);
        for rule in &domain.derived {
            self.derived_head(rule);
        }
        for rule in &domain.derived {
            self.axiom(rule);
        }
        if self.limits.check_allocation(domain.actions.len() * size_of::<Schema>()).is_err() {
            return;
        }
        Arc::make_mut(&mut self.task.schemas).reserve_exact(domain.actions.len());
        for (index, action) in domain.actions.iter().enumerate() {
            if !self.goes_on() {
                return;
            }
            self.schema(action, &domain.actions[..index]);
        }
    }

    fn problem(&mut self, problem: &Problem<'s>) {
        problem.name.text.clone_into(&mut self.task.problem);
        if let Some(name) = problem.domain
            && !name.text.eq_ignore_ascii_case(&self.task.domain)
            && !self.task.domain.is_empty()
        {
            let domain = self.task.domain.clone();
            self.report(
                codes::E0210
                    .at(name.span, format!("this problem is of domain {}, not of {domain}", name.text))
                    .label("another domain is named here")
                    .fix(
                        format!("use the domain {}, or write (:domain {domain})", name.text),
                        name.span,
                        domain.clone(),
                    ),
            );
        }
        if problem.domain.is_none() && !self.is_broken(":domain") {
            let item = format!(":domain {}", self.task.domain);
            let (span, text) = section_place(&self.sections[1], ":domain", &format!(" {}", self.task.domain));
            self.report(
                codes::E0105
                    .at(self.sections[1][0].1, "the problem has no domain: :domain is missing")
                    .label("this problem needs a :domain section")
                    .fix(format!("add ({item})"), span, text),
            );
        }
        self.require(&problem.requirements);
        self.objects(&problem.objects);
        self.init(&problem.init);
        if let Some(goal) = &problem.goal {
            self.task.goal = self.closed_condition(goal);
        }
        self.metric(problem.metric.as_ref());
    }

    /// Whether no limit is reached and there are not too many errors: ask for each item of a list of any length.
    fn goes_on(&self) -> bool {
        self.errors < MAX_ERRORS && self.limits.check().is_ok()
    }

    /// Reports why something is meaningless.
    fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        // Places given by `second` are in the same text; `second_in` names another.
        diagnostic.file = self.file;
        diagnostic.labels[0].file = self.file;
        self.errors += usize::from(diagnostic.severity() == Severity::Error);
        // There may be one for each item of a large file.
        if self.limits.check_reserve(&self.diagnostics, 1).is_ok() {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Where to insert something into a section of a text, and what: a missing section is added.
    pub(super) fn place_in(&self, file: usize, section: &str, item: &str) -> (Span, String) {
        section_place(&self.sections[file], section, &format!(" {item}"))
    }

    /// Notes that a requirement is used.
    fn uses(&mut self, flag: &'static str, span: Span) {
        match self.uses.iter_mut().find(|(other, ..)| *other == flag) {
            Some((.., count)) => *count += 1,
            None => self.uses.push((flag, (self.file, span), 1)),
        }
    }

    fn is_broken(&self, section: &str) -> bool {
        self.broken.contains(&section)
    }
}

/// Leaves, of what is said in the same words of several places of a text and mends nothing, the first, and of a feature
/// that is not supported; a character that is no PDDL is mended at once. At least one of each code remains, because the
/// exit code depends on it.
fn told_once(diagnostics: &mut Vec<Diagnostic>) {
    // Costs mean something else where there are numbers or times.
    let numeric = [codes::E0901, codes::E0902, codes::E0903, codes::E0905, codes::E0906];
    if diagnostics.iter().any(|one| numeric.contains(&one.code)) {
        let costs = [codes::E0213, codes::E0215, codes::E0217, codes::W0214, codes::W0226];
        diagnostics.retain(|one| !costs.contains(&one.code));
    }
    let key = |one: &Diagnostic| {
        // A code is one feature, but for the one that gathers the rare ones.
        if one.code.is_unsupported() {
            let message = if one.code == codes::E0910 { one.message.clone() } else { String::new() };
            return Some((one.code.id, 0, message));
        }
        let is_bare = one.code.id < codes::E0201.id && one.help.iter().all(|help| help.edits.is_empty());
        (is_bare || one.code == codes::E0002).then(|| (one.code.id, one.file, one.message.clone()))
    };
    let mut known: FxHashMap<_, usize> = FxHashMap::default();
    let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    for one in diagnostics.drain(..) {
        match key(&one).map(|key| *known.entry(key).or_insert(kept.len())) {
            Some(at) if at < kept.len() => {
                kept[at].places += one.places;
                let edits = one.help.into_iter().take(1).flat_map(|help| help.edits);
                kept[at].help.iter_mut().take(1).for_each(|help| help.edits.extend(edits.clone()));
            }
            _ => kept.push(one),
        }
    }
    for one in kept.iter_mut().filter(|one| one.places > 1) {
        let _ = write!(one.message, " (the first of {} places)", one.places);
    }
    *diagnostics = kept;
}
