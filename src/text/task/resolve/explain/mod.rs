//! What is said of mistakes about names: one report for all that concerns one name in a text, with the ways to mend it,
//! the likeliest first.
//!
//! In: the mistakes of both texts, what is declared, and the trees. Out: diagnostics. A way is sure if nothing else can
//! be meant: a rename only if the name can be a slip of a single declared one ([`slip`]), stands in a single place, and
//! the declared one fits there. To declare what is used in several places comes first. Each file makes the ways of one
//! kind of mistake; what joins them is said here alone.

mod arity;
mod names;
mod types;
mod variables;

use std::cell::{Cell, OnceCell};

use indexmap::IndexMap;

use super::mistakes::{Head, Kind, Missing, Right, Use};
use super::{MAX_COMPARED, Place, Resolver};
use crate::pddl::ast::{Domain, Problem};
use crate::task::changes::{Change, Source, changes, places_of};
use crate::task::{Task, TypeSet, Types};
use banto_base::source::{Diagnostic, Edit, Help, Span, codes, nearest, slip};

/// Reports all mistakes.
pub(super) fn explain(
    found: &Resolver<'_>,
    domain: &Domain<'_>,
    problem: Option<&Problem<'_>>,
) -> Vec<Diagnostic> {
    let mut explain = Explain {
        found,
        task: &found.task,
        domain,
        problem,
        compared: Cell::new(0),
        functions: OnceCell::new(),
        changes: OnceCell::new(),
        out: Vec::new(),
    };
    explain.names();
    explain.variables();
    if !found.mistakes.miscounts.is_empty() || !found.mistakes.misfits.is_empty() {
        let right = explain.right();
        explain.arities(&right);
        explain.types(&right);
    }
    explain.spellings();
    explain.out
}

struct Explain<'a, 's> {
    found: &'a Resolver<'s>,
    task: &'a Task,
    domain: &'a Domain<'s>,
    problem: Option<&'a Problem<'s>>,
    /// How many names were compared for "did you mean".
    compared: Cell<usize>,
    /// The functions that are to be declared, by their first names.
    functions: OnceCell<IndexMap<&'a str, &'a Missing<'s>>>,
    /// What all actions do.
    changes: OnceCell<Vec<Change<'a>>>,
    out: Vec<Diagnostic>,
}

/// The ways to mend a mistake, the likeliest first.
#[derive(Default)]
struct Ways(Vec<Help>);

impl Ways {
    /// Adds a way after the others.
    fn add(&mut self, text: impl Into<String>, edits: Vec<Edit>, is_sure: bool) {
        let help = Help::from(text.into());
        self.0.push(Help { edits, is_guess: !is_sure, ..help });
    }

    /// Adds one before all others.
    fn first(&mut self, text: impl Into<String>, edits: Vec<Edit>, is_sure: bool) {
        self.add(text, edits, is_sure);
        self.0.rotate_right(1);
    }

    /// Asks whether another name is meant, in all uses.
    fn rename(&mut self, name: &str, uses: &[&Use<'_>], is_sure: bool) {
        let edits = uses.iter().map(|one| edit(one.file, one.name.span, name)).collect();
        self.add(format!("did you mean {name}?"), edits, is_sure);
    }

    fn is_sure(&self) -> bool {
        self.0.iter().any(|way| !way.is_guess && !way.edits.is_empty())
    }
}

fn edit(file: usize, span: Span, text: impl Into<String>) -> Edit {
    Edit { span, text: text.into(), file: Some(file) }
}

impl Explain<'_, '_> {
    /// Tells a mistake of so many places, with the ways to mend it.
    fn tell(&mut self, file: usize, mut fault: Diagnostic, ways: Ways, places: usize) {
        (fault.file, fault.labels[0].file, fault.places) = (file, file, places);
        let ways = ways.0.into_iter().enumerate().map(|(at, way)| Help { is_other: at > 0, ..way });
        fault.help.splice(0..0, ways);
        self.out.push(fault);
    }

    /// What is used rightly, in facts too.
    fn right(&self) -> Right {
        let mut right = self.found.mistakes.right.clone();
        for (predicate, row) in self.task.init.iter() {
            let head = Head::Predicate(predicate);
            right.heads.insert(head);
            for (at, object) in row.iter().enumerate() {
                if !Types::is_any(&self.found.parameters(head)[at]) {
                    right.names.insert(self.found.object_places[object.index()]);
                    right.slots.insert((head, at));
                }
            }
        }
        right
    }

    /// The nearest of some names, and whether the word can be a slip of it alone, while few have been compared: a text
    /// full of unknown names would take quadratic time.
    fn nearest<'n, N: Iterator<Item = &'n str>>(
        &self,
        word: &str,
        names: impl Fn() -> N,
    ) -> Option<(&'n str, bool)> {
        self.compared.set(self.compared.get() + names().size_hint().1.unwrap_or_default());
        let near = if self.compared.get() > MAX_COMPARED { None } else { nearest(word, names()) }?;
        // As `b1` and `b2`: what has another number is another thing.
        let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
        let near = Some(near).filter(|near| digits(near) == digits(word))?;
        Some((near, slip(word, names()) == Some(near)))
    }

    /// What an action does.
    fn changes_by(&self, action: usize) -> &[Change<'_>] {
        let all = self.changes.get_or_init(|| changes(self.task));
        &all[places_of(all, Source::Action(action))]
    }

    /// A type after a name in a list, nothing for `object`.
    fn type_suffix(&self, of: &TypeSet) -> String {
        if Types::is_any(of) { String::new() } else { format!(" - {}", self.task.types.show(of)) }
    }

    /// A declaration of a predicate or a function with such parameters.
    fn declaration(&self, name: &str, parameters: &[(String, TypeSet)]) -> String {
        // What has no type would take that of the next.
        let last = parameters.iter().rposition(|(_, of)| !Types::is_any(of)).unwrap_or_default();
        let shown = |(at, (name, of)): (usize, &(String, TypeSet))| {
            let is_between = at < last && Types::is_any(of);
            format!(" {name}{}", if is_between { " - object".to_owned() } else { self.type_suffix(of) })
        };
        format!("({name}{})", parameters.iter().enumerate().map(shown).collect::<String>())
    }

    /// Parameters that take the arguments of all uses; those of the first that are variables keep their names. `None`
    /// if the uses have different numbers of arguments.
    fn parameters_of(&self, uses: &[&Use<'_>]) -> Option<Vec<(String, TypeSet)>> {
        let names = &uses[0].atom.arguments;
        let is_new = |at: usize| {
            let is_other = |one: &crate::pddl::ast::Name<'_>| !one.text.eq_ignore_ascii_case(names[at].text);
            names[at].is_variable() && names[..at].iter().all(is_other)
        };
        let name = |at: usize| if is_new(at) { names[at].text.to_owned() } else { format!("?x{}", at + 1) };
        let mut parameters: Vec<_> = (0..uses[0].terms.len()).map(|at| (name(at), TypeSet::new())).collect();
        for used in uses {
            if used.terms.len() != parameters.len() {
                return None;
            }
            for ((_, known), term) in parameters.iter_mut().zip(&used.terms) {
                for of in term.iter().flat_map(|(_, types)| types) {
                    if !self.task.types.fits(&[*of], known) {
                        known.retain(|other| !self.task.types.fits(&[*other], &[*of]));
                        known.push(*of);
                    }
                }
            }
        }
        Some(parameters)
    }

    /// A declaration of a missing thing, as a way: what is said, and the edit that does it.
    fn declare(&self, kind: Kind, file: usize, item: &str) -> (String, Vec<Edit>) {
        let home = if kind == Kind::Object { file } else { 0 };
        let section = kind.section(home);
        let place = if home == file { "" } else { " in the domain" };
        let (span, text) = self.found.place_in(home, section, item);
        (format!("declare it{place}: ({section} {item})"), vec![edit(home, span, text)])
    }

    /// Warns, once per name, of spellings that differ from the declaration.
    fn spellings(&mut self) {
        for one in self.found.mistakes.respelled.values() {
            let (file, name) = one.uses[0];
            let fault = codes::W0205
                .at(name.span, format!("{} is written {} elsewhere", name.text, one.spelling))
                .label("case is ignored: this is the same name");
            let declared = one.declared.into_iter();
            let fault =
                declared.fold(fault, |fault, (file, span)| fault.second_in(file, span, "declared here"));
            let mut ways = Ways::default();
            let edits = one.uses.iter().map(|(file, name)| edit(*file, name.span, one.spelling.clone()));
            ways.add(format!("write {}", one.spelling), edits.collect(), true);
            self.tell(file, fault, ways, 1);
        }
    }
}

/// What to write instead of `black-pearl`: the way, and the text.
fn one_word(name: &str, of: &str) -> (String, String) {
    let text = format!("{name} - {of}");
    (format!("{name}-{of} is one word: write {text}"), text)
}

/// A place in the report of another.
fn second(fault: Diagnostic, (file, span): Place, label: impl Into<String>) -> Diagnostic {
    fault.second_in(file, span, label)
}
