//! All single changes to a model that a slip of writing would explain, as edits of its texts.
//!
//! In: the syntax trees of a task, which know where everything stands, and what its goal lacks. Out: [`Candidate`]s, in
//! no particular order, and not all of a large task. Must not: judge what a change is good for, which is `order`'s, or
//! carry it out, which is `judge`'s.

mod conditions;
mod effects;
mod facts;
mod types;

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{Source, distinct, reads, written};
use banto_base::limits::Limits;
use banto_base::source::{SourceText, Span, TextEdit};
use banto_text::pddl::ast::{Atom, Domain, Problem, TypeExpr, TypedList};
use banto_text::pddl::{parse_domain, parse_problem};
use banto_text::task::{PredicateId, Task, TypeId, TypeSet, Types};

/// At most this many atoms of a predicate are made, and as many terms put in a place.
const MAX_ATOMS: usize = 40;

/// The part of the model that is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    /// A condition of an action, also one of an effect; or of a rule.
    Condition(Source),
    /// The effects of an action.
    Effect(usize),
    /// The parameters of an action.
    Parameters(usize),
    Init,
    Goal,
    Objects,
}

/// What is done there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    Add,
    Drop,
    Deny,
    /// Arguments, or the halves of something, change places.
    Exchange,
    Argument,
    Predicate,
    /// `or` in the place of `and`, or `imply` below `forall`.
    Connective,
    Quantifier,
    Type,
}

/// A literal as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Written {
    pub(crate) predicate: PredicateId,
    pub(crate) arguments: Vec<String>,
    pub(crate) positive: bool,
}

impl Written {
    pub(crate) fn show(&self, task: &Task) -> String {
        let atom = written(task.predicates.name(self.predicate), self.arguments.iter().map(String::as_str));
        if self.positive { atom } else { format!("(not {atom})") }
    }
}

/// A piece of a model as it is written, with its literal if it is one.
pub(crate) type Piece = (String, Option<Written>);

/// A change.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) site: Site,
    pub(crate) act: Act,
    pub(crate) edits: Vec<TextEdit>,
    /// What goes, and what comes.
    pub(crate) gone: Option<Piece>,
    pub(crate) come: Option<Piece>,
    /// The change in words.
    pub(crate) text: String,
}

impl Candidate {
    /// The literals that go and come.
    pub(crate) fn literals(&self) -> [Option<&Written>; 2] {
        [&self.gone, &self.come].map(|piece| piece.as_ref().and_then(|piece| piece.1.as_ref()))
    }

    /// The action or rule that is changed.
    pub(crate) fn source(&self) -> Option<Source> {
        match self.site {
            Site::Condition(source) => Some(source),
            Site::Effect(at) | Site::Parameters(at) => Some(Source::Action(at)),
            Site::Init | Site::Goal | Site::Objects => None,
        }
    }
}

/// Where candidates are made: a part of the model, in words, and the variables that may be named there.
#[derive(Clone)]
struct Place<'s> {
    site: Site,
    /// `drive`, `an effect of drive`, `a rule for lit`.
    bearer: String,
    variables: Vec<(&'s str, TypeSet)>,
}

impl Place<'_> {
    fn file(&self) -> usize {
        usize::from(matches!(self.site, Site::Init | Site::Goal | Site::Objects))
    }

    /// A change in words.
    fn words(&self, gone: Option<&str>, come: Option<&str>) -> String {
        let place = match self.site {
            Site::Condition(_) => format!(" among the conditions of {}", self.bearer),
            Site::Effect(_) => format!(" among the effects of {}", self.bearer),
            Site::Parameters(_) => format!(" among the parameters of {}", self.bearer),
            Site::Init => " in :init".to_owned(),
            Site::Goal => " in the goal".to_owned(),
            Site::Objects => String::new(),
        };
        match (gone, come) {
            (Some(gone), None) if matches!(self.site, Site::Condition(_)) => {
                format!("without the condition {gone} of {}", self.bearer)
            }
            (Some(gone), None) => format!("without {gone}{place}"),
            (Some(gone), Some(come)) => format!("with {come} instead of {gone}{place}"),
            (None, come) => format!("with {}{place}", come.unwrap_or_default()),
        }
    }
}

/// Makes the candidates.
pub(crate) struct Maker<'m, 's> {
    chain: &'m Chain<'s>,
    task: &'s Task,
    texts: [&'s SourceText; 2],
    limits: &'m Limits,
    most: usize,
    /// Names of objects that the domain may name.
    constants: Vec<&'s str>,
    /// Literals that something asks for, which an effect or `:init` may be missing.
    wanted: Vec<(PredicateId, bool)>,
    found: Vec<Candidate>,
}

/// All candidates, or the first of more than `most`.
pub(crate) fn candidates<'s>(
    chain: &Chain<'s>,
    texts: [&'s SourceText; 2],
    most: usize,
    limits: &Limits,
) -> Vec<Candidate> {
    let (Some(domain), Some(problem)) = (parse_domain(texts[0]).tree, parse_problem(texts[1]).tree) else {
        return Vec::new();
    };
    let task = chain.task();
    let constants = domain.constants.iter().map(|(name, _)| name.text).collect();
    let read = reads(task, &chain.changes);
    let is_base = |predicate: &PredicateId| task.predicate_info[predicate.index()].layer.is_none();
    let both = task.predicates.ids().filter(is_base).flat_map(|of| [(of, true), (of, false)]);
    let wanted = both.filter(|literal| read.contains(literal)).collect();
    let mut maker = Maker { chain, task, texts, limits, most, constants, wanted, found: Vec::new() };
    maker.actions(&domain);
    maker.rules(&domain);
    maker.goal(&problem);
    maker.facts(&problem);
    maker.objects(&domain, &problem);
    let mut seen = FxHashSet::default();
    maker.found.retain(|candidate| seen.insert(candidate.edits.clone()));
    maker.found.truncate(most);
    maker.found
}

impl<'s> Maker<'_, 's> {
    /// Whether there are as many as are looked at, or a limit is reached.
    fn is_over(&self) -> bool {
        self.found.len() >= self.most || self.limits.check_now().is_err()
    }

    fn actions(&mut self, domain: &Domain<'s>) {
        for action in &domain.actions {
            let Some(at) = self
                .task
                .schemas
                .iter()
                .position(|schema| schema.name.eq_ignore_ascii_case(action.name.text))
            else {
                continue;
            };
            if self.is_over() {
                return;
            }
            let parameters = self.task.schemas[at].parameters.iter();
            let variables = parameters.map(|own| (own.name.as_str(), own.types.clone())).collect();
            let place = |site, variables| Place { site, bearer: action.name.text.to_owned(), variables };
            let conditions = place(Site::Condition(Source::Action(at)), Vec::clone(&variables));
            if let Some(condition) = &action.precondition {
                self.condition(condition, &conditions, None);
            }
            if let Some(effect) = &action.effect {
                self.effects(effect, &place(Site::Effect(at), variables));
            }
            self.parameters(&action.parameters, &place(Site::Parameters(at), Vec::new()));
        }
    }

    fn rules(&mut self, domain: &Domain<'s>) {
        for (at, rule) in domain.derived.iter().enumerate().take(self.task.axioms.len()) {
            let variables = self.declared(&rule.head.parameters);
            let bearer = format!("a rule for {}", rule.head.name.text);
            let site = Site::Condition(Source::Rule(at));
            self.condition(&rule.condition, &Place { site, bearer, variables }, None);
        }
    }

    fn goal(&mut self, problem: &Problem<'s>) {
        if let Some(goal) = &problem.goal {
            let place = Place { site: Site::Goal, bearer: String::new(), variables: Vec::new() };
            self.condition(goal, &place, None);
        }
    }

    /// Notes a candidate.
    fn put(
        &mut self,
        place: &Place<'s>,
        act: Act,
        (gone, come): (Option<Piece>, Option<Piece>),
        edits: Vec<(Span, String)>,
    ) {
        let text = |piece: &Option<Piece>| piece.as_ref().map(|piece| piece.0.clone());
        let text = place.words(text(&gone).as_deref(), text(&come).as_deref());
        let file = place.file();
        let edits = edits.into_iter().map(|(span, text)| TextEdit { file, span, text }).collect();
        self.found.push(Candidate { site: place.site, act, edits, gone, come, text });
    }

    /// What is written at a place, in one line and without comments.
    fn source(&self, place: &Place<'s>, span: Span) -> String {
        let lines = self.texts[place.file()].text()[span.range()].lines();
        let words = lines.flat_map(|line| line.split(';').next().unwrap_or_default().split_whitespace());
        words.collect::<Vec<&str>>().join(" ")
    }

    /// The span of a form that goes, with the blanks before it.
    fn without(&self, place: &Place<'s>, span: Span) -> Span {
        let before = &self.texts[place.file()].text()[..span.start as usize];
        let all = before.trim_end();
        let is_comment = all.lines().next_back().is_some_and(|line| line.contains(';'));
        let start = if is_comment { before.trim_end_matches([' ', '\t']) } else { all };
        Span::from(start.len()..span.end as usize)
    }

    /// The first word of a form.
    fn head(&self, place: &Place<'s>, span: Span) -> Span {
        let inner = &self.texts[place.file()].text()[span.start as usize + 1..span.end as usize];
        let start = span.start as usize + 1 + (inner.len() - inner.trim_start().len());
        let rest = &self.texts[place.file()].text()[start..];
        let end = rest.find(|letter: char| letter.is_whitespace() || "();".contains(letter));
        Span::from(start..start + end.unwrap_or(rest.len()))
    }

    fn literal(&self, atom: &Atom<'s>, positive: bool) -> Option<Written> {
        let arguments = atom.arguments.iter().map(|name| name.text.to_owned()).collect();
        Some(Written { predicate: self.task.predicates.find(atom.name.text)?, arguments, positive })
    }

    fn piece(&self, literal: Written) -> Piece {
        (literal.show(self.task), Some(literal))
    }

    fn type_set(&self, of: &TypeExpr<'s>) -> TypeSet {
        let named: TypeSet =
            of.names.iter().filter_map(|name| self.task.types.names.find(name.text)).collect();
        if named.is_empty() { vec![Types::object()] } else { named }
    }

    fn declared(&self, list: &TypedList<'s>) -> Vec<(&'s str, TypeSet)> {
        list.iter().map(|(name, of)| (name.text, self.type_set(of))).collect()
    }

    fn parameters_of(&self, predicate: PredicateId) -> &'s [TypeSet] {
        &self.task.predicate_info[predicate.index()].parameters
    }

    fn is_base(&self, predicate: PredicateId) -> bool {
        self.task.predicate_info[predicate.index()].layer.is_none()
    }

    /// Whether a term may stand where a type is wanted.
    fn is_term(&self, term: &str, types: &TypeSet, place: &Place<'s>) -> bool {
        if let Some((_, own)) = place.variables.iter().rev().find(|variable| variable.0 == term) {
            return self.task.types.overlap(own, types);
        }
        let Some(object) = self.task.objects.find(term) else { return false };
        let is_there = place.file() == 1 || self.constants.contains(&term);
        is_there && self.task.types.fits(&self.task.object_types[object.index()], types)
    }

    /// The terms that may stand where a type is wanted: of very many objects, the first.
    fn terms(&self, types: &TypeSet, place: &Place<'s>) -> Vec<&'s str> {
        let is_of = |own: &TypeSet| self.task.types.overlap(own, types);
        let variables = place.variables.iter().rev().filter(|variable| is_of(&variable.1)).map(|own| own.0);
        let mut terms: Vec<&str> = variables.collect();
        terms.reverse();
        let is_object = |name: &&str| {
            let object = self.task.objects.find(name);
            object.is_some_and(|object| self.task.types.fits(&self.task.object_types[object.index()], types))
        };
        if place.file() == 1 {
            terms.extend(self.task.objects.names().filter(is_object).take(MAX_ATOMS));
        } else {
            terms.extend(self.constants.iter().copied().filter(is_object));
        }
        distinct(terms)
    }

    /// Atoms of a predicate with different terms.
    fn fill(&self, predicate: PredicateId, place: &Place<'s>) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = vec![Vec::new()];
        for types in self.parameters_of(predicate) {
            let terms = self.terms(types, place);
            let longer = |row: Vec<String>| {
                let fresh = terms.iter().filter(|term| !row.iter().any(|other| other == *term));
                fresh.map(|term| [&row[..], &[(*term).to_owned()]].concat()).collect::<Vec<_>>()
            };
            rows = rows.into_iter().flat_map(longer).take(MAX_ATOMS).collect();
        }
        rows
    }

    /// The literals that differ from one in the order of its arguments, in one of them, or in the predicate.
    fn others(&self, literal: &Written, place: &Place<'s>) -> Vec<(Act, Written)> {
        let types = self.parameters_of(literal.predicate);
        let with = |arguments: Vec<String>| Written { arguments, ..literal.clone() };
        let fits = |arguments: &[String], types: &[TypeSet]| {
            let mut pairs = arguments.iter().zip(types);
            pairs.all(|(term, types)| self.is_term(term, types, place))
        };
        let mut found = Vec::new();
        let arity = literal.arguments.len();
        let mut orders: Vec<Vec<String>> = Vec::new();
        for (one, two) in (0..arity).flat_map(|two| (0..two).map(move |one| (one, two))) {
            let mut arguments = literal.arguments.clone();
            arguments.swap(one, two);
            orders.push(arguments);
        }
        for turn in 1..if arity == 3 { 3 } else { 0 } {
            let mut arguments = literal.arguments.clone();
            arguments.rotate_left(turn);
            orders.push(arguments);
        }
        orders.retain(|arguments| *arguments != literal.arguments && fits(arguments, types));
        found.extend(orders.into_iter().map(|arguments| (Act::Exchange, with(arguments))));
        for (at, types) in types.iter().enumerate() {
            for term in self.terms(types, place).into_iter().take(MAX_ATOMS) {
                let mut arguments = literal.arguments.clone();
                if std::mem::replace(&mut arguments[at], term.to_owned()) != term {
                    found.push((Act::Argument, with(arguments)));
                }
            }
        }
        for predicate in self.task.predicates.ids().filter(|other| *other != literal.predicate) {
            let types = self.parameters_of(predicate);
            let mut rows = some_of(&literal.arguments, types.len());
            if types.len() == arity + 1 {
                let has_all = |row: &Vec<String>| literal.arguments.iter().all(|term| row.contains(term));
                rows.extend(self.fill(predicate, place).into_iter().filter(has_all));
            }
            let rows = rows.into_iter().filter(|row| fits(row, types));
            found.extend(rows.map(|row| (Act::Predicate, Written { predicate, ..with(row) })));
        }
        found
    }

    /// Types that may stand in the place of one: first what is above it.
    fn types_for(&self, types: &TypeSet) -> Vec<TypeSet> {
        let mut all: Vec<TypeSet> = self.task.types.names.ids().map(|id: TypeId| vec![id]).collect();
        all.retain(|other| other != types);
        all.sort_by_key(|other| !self.task.types.fits(types, other));
        all
    }
}

/// So many of some terms, in their order.
fn some_of(terms: &[String], most: usize) -> Vec<Vec<String>> {
    if most == 0 || terms.len() < most {
        return if most == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with = some_of(&terms[1..], most - 1).into_iter().map(|rest| [&terms[..1], &rest].concat());
    with.chain(some_of(&terms[1..], most)).collect()
}
