//! Variables that are not declared where they are used.

use rustc_hash::FxHashMap;

use super::{Explain, Ways, edit, one_word};
use crate::pddl::ast::Action;
use crate::task::resolve::mistakes::{Kind, Missing, Use};
use crate::task::resolve::scope::{Left, Scope, ScopeVariable};
use crate::task::{Atom, Term, TypeSet, Types};
use banto_base::source::{Diagnostic, Edit, Span, codes, nearest, slip};

/// Variables with their types as one word, as in `?c-cook`: how to write the first, and the edits of all.
type Apart<'a> = Vec<(&'a Use<'a>, String, Edit)>;

impl Explain<'_, '_> {
    pub(super) fn variables(&mut self) {
        let all = self.found.mistakes.missing.values().filter(|one| one.kind == Kind::Variable);
        let all: Vec<&Missing<'_>> = all.collect();
        let mut apart = Apart::new();
        for own in all.chunk_by(|one, other| {
            (one.uses[0].file, one.scope.whole) == (other.uses[0].file, other.scope.whole)
        }) {
            let action = own[0].scope.action.map(|at| &self.domain.actions[at]);
            let is_left = |one: &&&Missing<'_>| one.scope.left(one.uses[0].name.text).is_some();
            if let Some(action) = action.filter(|one| one.parameters.groups.is_empty() && !one.broken) {
                let open: Vec<&Missing<'_>> = own.iter().filter(|one| !is_left(one)).copied().collect();
                self.no_parameters(action, &open);
                own.iter().filter(is_left).for_each(|one| self.variable(one, Some(action), None, &mut apart));
                continue;
            }
            let meant: Vec<Option<&str>> = own.iter().map(|one| self.meant_parameter(one)).collect();
            let mut counts: FxHashMap<Option<&str>, usize> = FxHashMap::default();
            meant.iter().for_each(|name| *counts.entry(*name).or_default() += 1);
            for (one, name) in own.iter().zip(&meant) {
                self.variable(one, action, name.filter(|_| counts[name] == 1), &mut apart);
            }
        }
        for joined in apart.chunk_by(|one, other| one.0.file == other.0.file) {
            let mut ways = Ways::default();
            ways.add(joined[0].1.clone(), joined.iter().map(|one| one.2.clone()).collect(), true);
            self.tell(joined[0].0.file, unknown(joined[0].0), ways, 1);
        }
    }

    /// An action without parameters, with those that its variables ask for.
    fn no_parameters(&mut self, action: &Action<'_>, open: &[&Missing<'_>]) {
        let mut used: Vec<(&str, TypeSet)> = Vec::new();
        for missing in open {
            let narrower = |one: TypeSet, next: &TypeSet| {
                if one.is_empty() || self.task.types.fits(next, &one) { next.clone() } else { one }
            };
            let of = missing.uses.iter().map(|one| &one.wanted).fold(TypeSet::new(), narrower);
            used.push((missing.uses[0].name.text, of));
        }
        // What has no type would take that of the next.
        used.sort_by_key(|(_, of)| Types::is_any(of));
        let Some(first) = used.first() else { return };
        let typed = |(name, of): &(&str, TypeSet)| format!("{name}{}", self.type_suffix(of));
        let names: Vec<&str> = used.iter().map(|(name, _)| *name).collect();
        let has = if action.list.is_some() { "empty" } else { "no" };
        let fault = codes::E0105
            .at(
                action.name.span,
                format!("action {} has {has} :parameters, and uses variables", action.name.text),
            )
            .label(format!("nothing declares {}", names.join(" ")));
        let list = format!("({})", used.iter().map(typed).collect::<Vec<_>>().join(" "));
        let edits = match action.list {
            Some(place) => edit(0, place, list.clone()),
            None => edit(0, Span::at(action.name.span.end), format!(" :parameters {list}")),
        };
        let mut ways = Ways::default();
        ways.add(format!("write :parameters {list}"), vec![edits], action.list.is_none());
        if action.list.is_some() {
            let of = typed(first);
            let help = format!("is a quantifier missing, (exists ({of}) ...) or (forall ({of}) ...)?");
            ways.add(help, Vec::new(), false);
        }
        self.tell(0, fault, ways, 1);
    }

    /// A variable, with the parameter that is meant if none of a similar name is.
    fn variable<'a>(
        &mut self,
        missing: &'a Missing<'a>,
        action: Option<&Action<'_>>,
        meant: Option<&str>,
        apart: &mut Apart<'a>,
    ) {
        let (first, scope) = (&missing.uses[0], &missing.scope);
        let (name, file) = (first.name.text, first.file);
        if let Some(left) = scope.left(name) {
            return self.outside(first, scope, action, left);
        }
        let merged = scope.variables.iter().find_map(|other| {
            let of = other.name.strip_prefix(name)?.strip_prefix('-')?;
            self.task.types.names.find(of).map(|_| (other.span, one_word(name, of)))
        });
        if let Some((span, (help, text))) = merged {
            return apart.push((first, help, edit(file, span, text)));
        }
        let (mut ways, all) = (Ways::default(), missing.uses.iter().collect::<Vec<_>>());
        let names: Vec<&str> = scope.variables.iter().map(|variable| variable.name.as_str()).collect();
        // For a name of one letter, any other letter would be near.
        let near = nearest(name, names.iter().copied()).filter(|near| near.len() > 2 || name.len() > 2);
        let object = self.task.objects.find(&name[1..]);
        if near.is_none() && object.is_some_and(|id| self.found.object_places[id.index()].0 <= file) {
            ways.rename(&name[1..], &all, true);
            return self.tell(file, unknown(first), ways, 1);
        }
        let suffix = if first.wanted.len() == 1 { self.type_suffix(&first.wanted) } else { String::new() };
        let around = |place: Span, open: String| {
            vec![edit(file, Span::at(place.start), open), edit(file, Span::at(place.end), ")")]
        };
        let is_same = all.iter().all(|one| one.negated == first.negated);
        if let Some(near) = near.or(meant) {
            ways.rename(near, &all, slip(name, names.iter().copied()) == Some(near));
        } else if let Some(when) = scope.when.filter(|_| !suffix.is_empty()) {
            let list = format!("(forall ({name}{suffix}) ");
            ways.add(format!("for each, write {list}(when ...))"), around(when, list), false);
        } else if let Some(atom) = first.negated.filter(|_| is_same) {
            let list = format!("(exists ({name}{suffix}) ");
            let help = format!("if there must be none, write (not {list}...))");
            ways.add(help, around(atom, list), false);
        }
        if let Some(action) = action {
            // A misspelled name is not to become a parameter; and what has no type would take that of the last.
            let list = action.list.filter(|_| near.or(meant).is_none());
            let is_untyped = scope.variables.iter().any(|one| Types::is_any(&one.types));
            let edits = list.map(|list| {
                if is_untyped && !suffix.is_empty() {
                    edit(file, Span::at(list.start + 1), format!("{name}{suffix} "))
                } else {
                    edit(file, Span::at(list.end - 1), format!(" {name}{suffix}"))
                }
            });
            let suffix = if near.is_some() { "" } else { &suffix };
            ways.add(format!("add {name}{suffix} to :parameters"), edits.into_iter().collect(), false);
        }
        let fault = if near.or(meant).is_some() {
            unknown(first)
        } else if names.is_empty() {
            let facts = if file == 1 { "; :init states the facts of each object" } else { "" };
            unknown(first).help(format!(
                "no variable is in scope here: name an object, or write it below a quantifier{facts}"
            ))
        } else {
            unknown(first).help(format!("variables in scope: {}", names.join(" ")))
        };
        self.tell(file, fault, ways, 1);
    }

    /// A variable that a quantifier declares, and that is used outside of it.
    fn outside(&mut self, first: &Use<'_>, scope: &Scope, action: Option<&Action<'_>>, left: &Left) {
        let (file, word, variable) = (first.file, left.word, &left.variable);
        let item = format!("{}{}", variable.name, self.type_suffix(&variable.types));
        let fault = codes::E0204
            .at(
                first.name.span,
                format!("unknown variable {}: {word} declares it, and ends before", first.name.text),
            )
            .label(format!("not known outside of {word}"))
            .second_in(file, variable.span, format!("declared by {word} here"));
        // Without the quantifier.
        let unwrap = |[whole, inner]: [Span; 2]| {
            let ends = [Span::new(whole.start, inner.start), Span::new(inner.end, whole.end)];
            ends.map(|span| edit(file, span, ""))
        };
        let is_within = |outer: &Span| outer.start <= variable.span.start && variable.span.end <= outer.end;
        let list = action.and_then(|action| action.list).filter(|_| word == "exists");
        let mut ways = Ways::default();
        if let Some(when) = scope.when.filter(is_within) {
            let list = format!("(forall ({item}) ");
            let help = format!("for each, write {list}(when ...)), without {word}");
            let edits = left.unwrapped.map(|parts| {
                let ends = [edit(file, Span::at(when.start), list), edit(file, Span::at(when.end), ")")];
                [unwrap(parts), ends].concat()
            });
            ways.add(help, edits.unwrap_or_default(), true);
        } else if let Some(list) = list {
            let help =
                format!("for one that the action chooses, write {item} in :parameters, without {word}");
            let blank = if scope.variables.is_empty() { "" } else { " " };
            let is_untyped = scope.variables.iter().any(|one| Types::is_any(&one.types));
            let edits = left.unwrapped.filter(|_| !is_untyped).map(|parts| {
                [&unwrap(parts)[..], &[edit(file, Span::at(list.end - 1), format!("{blank}{item}"))]].concat()
            });
            ways.add(help, edits.unwrap_or_default(), false);
        } else {
            ways.add(format!("move this into {word}, or write a quantifier around it"), Vec::new(), false);
        }
        self.tell(file, fault, ways, 1);
    }

    /// The parameter that stands for an unknown variable: the only one that fits of those that are used nowhere; or the
    /// only one whose type fits, unless it is used beside it, or in the same position of another atom.
    fn meant_parameter<'m>(&self, missing: &'m Missing<'_>) -> Option<&'m str> {
        let (uses, variables) = (&missing.uses, &missing.scope.variables);
        let is_fit = |used: &Use<'_>, one: &ScopeVariable| {
            Types::is_any(&used.wanted) || self.task.types.fits(&one.types, &used.wanted)
        };
        let all = variables.iter().enumerate();
        let fitting: Vec<_> = all.filter(|(_, one)| uses.iter().all(|used| is_fit(used, one))).collect();
        let mut unused = fitting.iter().filter(|(_, one)| !one.used);
        let only = unused.next().filter(|_| unused.next().is_none());
        let is_narrow = |one: &ScopeVariable| {
            !Types::is_any(&one.types) && uses.iter().all(|used| !Types::is_any(&used.wanted))
        };
        let single = fitting.first().filter(|one| fitting.len() == 1 && is_narrow(one.1));
        let found = only.or_else(|| single.filter(|(slot, one)| !self.stands_beside(*slot, one, missing)));
        found.filter(|_| missing.scope.action.is_some()).map(|(_, one)| one.name.as_str())
    }

    /// Whether a parameter is used beside a missing variable, or in the same position of another atom of its action.
    fn stands_beside(&self, slot: usize, one: &ScopeVariable, missing: &Missing<'_>) -> bool {
        let name = missing.uses[0].name.text;
        let own: Vec<_> = missing
            .uses
            .iter()
            .flat_map(|used| {
                let places = used
                    .atom
                    .arguments
                    .iter()
                    .enumerate()
                    .filter(|(_, word)| word.text.eq_ignore_ascii_case(name));
                places.map(|(at, _)| (self.task.predicates.find(used.atom.name.text), at))
            })
            .collect();
        let is_there = |atom: &Atom| {
            atom.arguments.iter().enumerate().any(|(at, term)| {
                *term == Term::Variable(u32::try_from(slot).unwrap_or(u32::MAX))
                    && own.contains(&(Some(atom.predicate), at))
            })
        };
        let changes = missing.scope.action.map_or(&[][..], |action| self.changes_by(action));
        let mut beside = missing.uses.iter().flat_map(Use::words);
        beside.any(|word| word.eq_ignore_ascii_case(&one.name))
            || changes
                .iter()
                .any(|change| is_there(&change.atom) || change.literals.iter().any(|one| is_there(one.atom)))
    }
}

fn unknown(used: &Use<'_>) -> Diagnostic {
    let fault = codes::E0204.at(used.name.span, format!("unknown variable {}", used.name.text));
    fault.label("neither a parameter nor quantified here")
}
