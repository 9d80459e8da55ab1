//! Declarations of types, predicates, and functions; reports names declared twice and cyclic type hierarchies.
//!
//! In: trees. Out: tables of names in the task, and diagnostics.

use rustc_hash::FxHashMap;

use super::mistakes::Head;
use super::{MAX_COMPARED, Place, Resolver};
use crate::pddl::ast::{Name, Signature, TypeExpr, TypedList};
use crate::pddl::{Requirement, Support};
use crate::task::{Predicate, TypeId, TypeSet, Types, Variable};
use banto_base::source::{Diagnostic, Severity, Span, codes, nearest};

impl<'s> Resolver<'s> {
    pub(super) fn require(&mut self, flags: &[Name<'_>]) {
        for flag in flags {
            let flags = || crate::pddl::REQUIREMENTS.iter().map(|row| row.flag);
            let row = Requirement::find(flag.text);
            // As in `:types`, `:negative`.
            let begun = |stem: &str| {
                let mut flags = flags().filter(|flag| stem.len() > 3 && flag.starts_with(stem));
                flags.next().filter(|_| flags.next().is_none())
            };
            let ends = (0..=2).filter_map(|cut| flag.text.get(..flag.text.len().checked_sub(cut)?));
            let near = || nearest(flag.text, flags()).or_else(|| ends.into_iter().find_map(begun));
            let meant = row.or_else(|| near().and_then(Requirement::find));
            let refused = match meant.map(|row| row.support) {
                Some(Support::None(code, feature)) => Some((code, feature)),
                Some(_) => None,
                None => Some((codes::E0910, "banto does not know it")),
            };
            if let Some((code, feature)) = refused {
                let fault = code
                    .at(flag.span, format!("requirement {} is not supported: {feature}", flag.text))
                    .label("banto reads classical PDDL only")
                    .fix("delete it if the text does not need it", flag.span, "")
                    .guess();
                self.refused.push((self.file, fault));
            } else if let (None, Some(meant)) = (row, meant) {
                self.report(
                    codes::E0216
                        .at(flag.span, format!("unknown requirement {}", flag.text))
                        .label("banto does not know this feature")
                        .meant(flag.span, meant.flag),
                );
            }
            if let Some(row) = row.filter(|row| matches!(row.support, Support::WhereUsed)) {
                let message = format!("{} is declared, and some planners reject it", flag.text);
                let fault = codes::W0103.at(flag.span, message).label("nothing here needs more than costs");
                let instead = row.implies.first().copied().unwrap_or_default();
                let fault = fault.fix("write :action-costs for costs, else leave it out", flag.span, instead);
                self.refused.push((self.file, fault));
            }
            if let Some(row) = meant {
                self.requirements.declare(row.flag);
            }
        }
    }

    /// Reports requirements whose feature nothing uses: deleting the flag is enough only then.
    pub(super) fn refuse_flags(&mut self) {
        // What a domain needs may be in its problem, or in what could not be read.
        let is_error = |fault: &Diagnostic| fault.severity() == Severity::Error;
        let failed = self.mistakes.count > 0 || self.diagnostics.iter().any(is_error);
        let is_known = !self.sections[1].is_empty() && !failed;
        for (file, fault) in std::mem::take(&mut self.refused) {
            let is_new = || self.diagnostics.iter().all(|other| other.code != fault.code);
            let is_due = if is_error(&fault) { fault.code == codes::E0910 || is_new() } else { is_known };
            if is_due {
                self.file = file;
                self.report(fault);
            }
        }
        self.file = 0;
    }

    pub(super) fn types(&mut self, list: &TypedList<'s>) {
        self.type_places.push(None);
        let mut again: Option<TypeId> = None;
        // First the names on the left, so that a type may be used before its own line.
        for (name, _) in list.iter() {
            if name.text.eq_ignore_ascii_case("number") {
                let fault = codes::W0107.at(name.span, "other planners reject a type called number");
                self.report(fault.label("they know it as the type of values, which are no objects"));
            }
            match self.task.types.add(name.text) {
                Ok(_) => self.type_places.push(Some((self.file, name.span))),
                Err(id) if id == Types::object() => {}
                Err(id) => {
                    // Published domains repeat a type to give it a second supertype, or by oversight: harmless.
                    let (spelling, declared) =
                        (self.task.types.names.name(id).to_owned(), self.type_place(id));
                    self.respelled(('t', id.index()), &spelling, name, declared);
                    again = again.or(Some(id));
                }
            }
        }
        for group in &list.groups {
            if let Some(span) = group.of.span {
                self.uses(":typing", span);
            }
            if group.of.either {
                self.either(&group.of, "a supertype");
            }
            for parent in &group.of.names {
                let known = self.task.types.names.find(parent.text);
                if let Some((id, declared)) = known.and_then(|id| Some((id, self.type_place(id)?))) {
                    let spelling = self.task.types.names.name(id).to_owned();
                    self.respelled(('t', id.index()), &spelling, *parent, Some(declared));
                }
                let is_reversed = group.names.iter().any(|name| name.text.eq_ignore_ascii_case("object"));
                // As in `animal - object animal - frog toad`.
                let is_again = |name: &&Name<'_>| self.task.types.names.find(name.text) == again;
                let again = group.names.first().filter(|name| again.is_some() && is_again(name));
                self.named.extend(known);
                let above = known.unwrap_or_else(|| self.implied_type(*parent, !is_reversed, again.copied()));
                for name in &group.names {
                    if !self.goes_on() {
                        return;
                    }
                    // `a b c - (either a b)` puts c below a and b, and these below nothing.
                    let listed = |other: &Name<'_>| other.text.eq_ignore_ascii_case(name.text);
                    if group.of.either && group.of.names.iter().any(listed) {
                        continue;
                    }
                    if let Some(below) = self.task.types.names.find(name.text) {
                        if below == Types::object() && above != below {
                            self.object_below(&group.names, *name, *parent);
                        } else if below == above && below != Types::object() {
                            self.own_supertype(&group.names, *name, *parent);
                        }
                        self.task.types.set_below(below, above);
                    }
                }
            }
        }
        if let Some(first) = list.groups.first().and_then(|group| group.names.first()) {
            self.uses(":typing", first.span);
        }
        let limits = self.limits.clone();
        let cyclic = self.task.types.close(&limits);
        if cyclic.is_empty() {
            return;
        }
        let mut written: FxHashMap<TypeId, Name<'_>> = FxHashMap::default();
        for (name, _) in list.iter() {
            written.extend(self.task.types.names.find(name.text).map(|id| (id, name)));
        }
        cyclic.iter().filter_map(|id| written.get(id)).for_each(|name| self.cycle(*name));
    }

    /// `location machine painter - machine`: the supertype of the names up to it was forgotten.
    fn own_supertype(&mut self, names: &[Name<'_>], name: Name<'_>, parent: Name<'_>) {
        let before: Vec<&str> =
            names.iter().map(|name| name.text).take_while(|text| *text != name.text).collect();
        let label = match before.as_slice() {
            [] => "taken as a type below object".to_owned(),
            _ => format!("taken as written, with {} below it", before.join(" and ")),
        };
        let last = names.last().is_some_and(|last| last.span == name.span);
        let (span, text) =
            if last { (parent.span, "object") } else { (Span::at(name.span.end), " - object") };
        let words = [&before[..], &[name.text]].concat().join(" ");
        self.report(
            codes::W0106
                .at(name.span, format!("type {} is listed below itself", name.text))
                .label(label)
                .second_in(self.file, parent.span, "the supertype")
                .fix(format!("is a supertype missing? Write {words} - object"), span, text)
                .guess(),
        );
    }

    /// `object - dog`: the type of everything stands below another.
    fn object_below(&mut self, names: &[Name<'_>], name: Name<'_>, parent: Name<'_>) {
        let fault = codes::W0106
            .at(name.span, format!("object is listed below {}, and every type is below object", parent.text))
            .label("left out here")
            .second_in(self.file, parent.span, "the supertype");
        let help = format!("is the list reversed? Write {} - object: the supertype comes last", parent.text);
        self.report(if names.len() == 1 {
            fault.fix(help, name.span.to(parent.span), format!("{} - object", parent.text))
        } else {
            fault.help(help)
        });
    }

    fn cycle(&mut self, name: Name<'_>) {
        self.report(
            codes::E0208
                .at(name.span, format!("cyclic type hierarchy: {} is its own ancestor", name.text))
                .label("above itself")
                .help("remove one of the supertypes in the cycle"),
        );
    }

    /// A supertype that appears only on the right is taken as a type below `object`.
    fn implied_type(
        &mut self,
        name: Name<'_>,
        is_told: bool,
        again: Option<Name<'_>>,
    ) -> crate::task::TypeId {
        let (span, text) = self.place_in(0, ":types", &format!("{} - object", name.text));
        let fault = codes::W0209
            .at(name.span, format!("type {} is never declared", name.text))
            .label("taken as a type below object");
        let help = format!("add it to the list: {} - object", name.text);
        self.compared += self.task.types.len();
        let types = self.task.types.names.names().filter(|_| self.compared <= MAX_COMPARED);
        // An opposite is no slip.
        let near = nearest(name.text, types).filter(|near| near.get(..1) == name.text.get(..1));
        let fault = match (again, near) {
            // Which of the two is not to be guessed.
            (Some(below), _) => fault
                .help(format!("is the list reversed, with {} - {} meant?", name.text, below.text))
                .help(help)
                .other(),
            // Once it is declared, nothing shows the slip.
            (None, Some(near)) => fault.meant(name.span, near).guess().fix(help, span, text).guess().other(),
            (None, None) => fault.fix(help, span, text),
        };
        if is_told {
            self.report(fault);
        }
        self.type_places.push(Some((self.file, name.span)));
        let (Ok(id) | Err(id)) = self.task.types.add(name.text);
        self.reversed.extend(again.map(|_| id));
        id
    }

    pub(super) fn either(&mut self, of: &TypeExpr<'_>, what: &str) {
        if let Some(span) = of.span {
            self.report(
                codes::W0208
                    .at(span, format!("either as {what}: the standard has one type here"))
                    .label("taken as belonging to all of them")
                    .help("declare a type of its own below these"),
            );
        }
    }

    /// The union of types as written, `object` if nothing is. Unknown types are reported and left out; what is left
    /// without any fits everywhere.
    pub(super) fn type_set(&mut self, of: &TypeExpr<'s>) -> TypeSet {
        let Some(span) = of.span else { return vec![Types::object()] };
        self.uses(":typing", span);
        let mut set: TypeSet = Vec::new();
        for name in &of.names {
            if let Some(id) = self.find_type(*name)
                && !set.contains(&id)
            {
                set.push(id);
            }
        }
        set
    }

    pub(super) fn predicates(&mut self, list: &[Signature<'s>]) {
        for signature in list {
            if !self.goes_on() {
                return;
            }
            if signature.name.text == "=" {
                self.report(
                    codes::W0213
                        .at(signature.span, "equality is declared as a predicate")
                        .label("= is built in, and keeps its meaning")
                        .fix("remove it, and declare :equality", signature.span, ""),
                );
                continue;
            }
            let parameters = self.parameter_types(signature);
            match self.task.predicates.add(signature.name.text) {
                Ok(_) => {
                    self.predicate_places.push((self.file, signature.span));
                    self.task.predicate_info.push(Predicate { parameters, layer: None });
                }
                Err(first) => self.declared_again(Head::Predicate(first), signature, &parameters),
            }
        }
    }

    pub(super) fn functions(&mut self, list: &[Signature<'s>]) {
        for signature in list {
            if !self.goes_on() {
                return;
            }
            let parameters = self.parameter_types(signature);
            match self.task.functions.add(signature.name.text) {
                Ok(_) => {
                    self.function_places.push((self.file, signature.span));
                    self.task.function_types.push(parameters);
                }
                Err(first) => self.declared_again(Head::Function(first), signature, &parameters),
            }
        }
    }

    /// Reports a second declaration; where the types of the two differ, any fit, so that no use is blamed for it.
    fn declared_again(&mut self, head: Head, signature: &Signature<'s>, again: &[TypeSet]) {
        let (name, (file, first)) = (signature.name.text, self.declared(head));
        let before = match head {
            Head::Predicate(id) => &mut self.task.predicate_info[id.index()].parameters,
            Head::Function(id) => &mut self.task.function_types[id.index()],
        };
        let (one, other, is_same) = (before.len(), again.len(), before[..] == *again);
        before.iter_mut().zip(again).filter(|(one, other)| one != other).for_each(|(one, _)| one.clear());
        let numbers =
            if one == other { String::new() } else { format!(", with {one} and with {other} arguments") };
        let fault = codes::E0209
            .at(signature.name.span, format!("{} {name} is declared twice{numbers}", head.noun()))
            .label("declared again here")
            .second_in(file, first, "declared first here");
        self.report(if is_same {
            fault.fix("remove one of the two", signature.span, "")
        } else {
            fault.help("remove the one that is not meant, or give the two different names")
        });
        if one != other {
            self.of_two_arities.insert(name.to_ascii_lowercase());
        }
    }

    /// Reports a name that is declared twice; the second declaration can be removed if it says the same.
    pub(super) fn twice(&mut self, what: &str, name: Name<'_>, (file, first): Place, removal: Option<Span>) {
        let fault = codes::E0209
            .at(name.span, format!("{what} {} is declared twice", name.text))
            .label("declared again here")
            .second_in(file, first, "declared first here");
        self.report(match removal {
            Some(span) => fault.fix("remove one of the two", span, ""),
            None => fault.help("give the two different names"),
        });
    }

    fn parameter_types(&mut self, signature: &Signature<'s>) -> Vec<TypeSet> {
        let parameters = self.typed(&signature.parameters, |resolver, name, first| {
            let is_free = |fresh: &String| {
                signature.parameters.iter().all(|(other, _)| !other.text.eq_ignore_ascii_case(fresh))
            };
            let mut fresh = (2..).map(|number| format!("{}{number}", name.text)).filter(is_free);
            let (variable, of) = (name.text, signature.name.text);
            resolver.report(
                codes::W0210
                    .at(name.span, format!("variable {variable} appears twice in the declaration of {of}"))
                    .label("only the types matter here")
                    .second_in(resolver.file, first, "the first one")
                    .fix("give it a name of its own", name.span, fresh.next().unwrap_or_default()),
            );
        });
        let mut types: Vec<TypeSet> = parameters.into_iter().map(|parameter| parameter.types).collect();
        // Of what could not be read whole, no use is wrong.
        if signature.broken {
            self.of_two_arities.insert(signature.name.text.to_ascii_lowercase());
            types.iter_mut().for_each(TypeSet::clear);
        }
        types
    }

    /// The variables of a schema, an axiom or a quantifier; a repeated one is an error.
    pub(super) fn variables(&mut self, list: &TypedList<'s>) -> Vec<Variable> {
        self.lists.push((self.file, list.clone()));
        self.typed(list, |resolver, name, first| {
            resolver.twice("variable", name, (resolver.file, first), None);
        })
    }

    /// The variables of a list; those that are there already are told with the place of the first.
    fn typed(&mut self, list: &TypedList<'s>, again: impl Fn(&mut Self, Name<'s>, Span)) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        for group in &list.groups {
            let types = self.type_set(&group.of);
            self.mentioned.extend(&types);
            for name in &group.names {
                if !self.goes_on() {
                    break;
                }
                let first = variables.iter().find(|other| other.name.eq_ignore_ascii_case(name.text));
                if let Some(first) = first.map(|first| first.span) {
                    again(self, *name, first);
                }
                variables.push(Variable {
                    name: name.text.to_owned(),
                    types: types.clone(),
                    span: name.span,
                });
            }
        }
        variables
    }
}
