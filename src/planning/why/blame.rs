//! What a change that helps says of the fault, in one sentence.
//!
//! In: a chain and an [`Edit`]. Out: a [`Note`].

use super::Note;
use super::chain::Chain;
use super::edit::{Edit, Kind, Patch, Site};
use super::literal::{Change, Literal, Pattern, Source, article, list, show_literal, verb};
use super::rank::{Cure, Hints, WEAK};
use super::root::Root;
use crate::base::source::Span;
use crate::text::task::{Atom, ObjectId, PredicateId, Term, TypeSet};

/// A doubt about what is written.
const INTENDED: &str = ": is that intended?";

impl Chain<'_> {
    /// The change that an effect of an action would take back: that of another action, which also adds what this one
    /// deletes, of the same objects.
    pub(super) fn mirrored(&self, schema: usize, atom: &Atom, adds: bool) -> Option<&Change<'_>> {
        let source = Source::Action(schema);
        // The objects stand in what this action deletes as they do in what the other one adds.
        let agrees = |change: &Change<'_>, given: &Change<'_>, taken: &Change<'_>| {
            taken.atom.predicate != atom.predicate
                && taken.literals.iter().any(|one| one.positive && one.is_of(&taken.atom))
                && change.atom.arguments.iter().zip(&atom.arguments).all(|(theirs, ours)| {
                    let at = given.atom.arguments.iter().position(|term| term == theirs);
                    at.is_some_and(|at| taken.atom.arguments[at] == *ours)
                })
        };
        let takes = |change: &Change<'_>, given: &Change<'_>| {
            let mut taken = self.changes_by(source).iter().filter(|one| one.is(false, given.atom.predicate));
            taken.any(|taken| agrees(change, given, taken))
        };
        let mut others = self.changes_of(!adds, atom.predicate).filter(|change| change.source != source);
        // What moves from any place to any other is not taken.
        let moves = |given: &Change<'_>| {
            let left = self.change_by(given.source, false, given.atom.predicate);
            left.is_some_and(|left| left.atom.arguments.iter().all(|term| matches!(term, Term::Variable(_))))
        };
        // What a thing has become in exchange would have to go as well.
        let stays = |change: &Change<'_>| {
            let mut given = self.changes_by(change.source).iter();
            given.any(|given| {
                given.adds
                    && given.atom.predicate != atom.predicate
                    && given.atom.arguments == change.atom.arguments
                    && !takes(change, given)
            })
        };
        others.find(|change| {
            let mut given = self.changes_by(change.source).iter().filter(|one| one.adds && !moves(one));
            given.any(|given| takes(change, given)) && !(adds && stays(change))
        })
    }

    /// The first line: what the likeliest change says of the fault; or, if it says no more, what is proven.
    pub(super) fn first_line(&self, cures: &[Cure], hints: &Hints, roots: &[Root]) -> Option<Note> {
        let best = cures.first();
        let proven = best.and_then(|best| best.root).and_then(|at| roots.get(at));
        let contrary = hints.contrary.as_ref().map(|contrary| contrary.note.clone());
        let said = best.and_then(|Cure { edit, doubt, .. }| {
            let is_told = proven.is_some_and(|root| self.says(root, edit));
            let clash = self.clashing(edit, &hints.clashes).map(|(clash, _)| self.clash(clash));
            let is_cut = matches!(edit.kind, Kind::Drop | Kind::Negate);
            match edit.site {
                Site::Goal if contrary.is_some() => contrary.clone(),
                _ if is_cut && clash.is_some() => clash,
                _ if is_told || *doubt >= WEAK => None,
                // What is proven says more than a mere question.
                Site::Condition(_) if !roots.is_empty() => {
                    self.blamed(edit).filter(|note| !note.text.ends_with(INTENDED))
                }
                _ => self.blamed(edit),
            }
        });
        let proven = || {
            let root = proven.or_else(|| roots.first())?;
            // Of a circle, the fact is named that is to be there first.
            let facts = best.map_or(&[][..], |best| best.edit.facts()[1]);
            let is_it = |node: &&usize| {
                let fact = self.fact(**node);
                fact.is_some_and(|fact| facts.iter().any(|one| one.0 == fact.predicate && fact.fits(&one.1)))
            };
            let node = root.circle.iter().find(is_it).copied().unwrap_or(root.node);
            Some(self.sentence(&Root { node, ..root.clone() }, facts.first()))
        };
        said.or_else(proven).or(contrary).or_else(|| self.blamed(&best?.edit))
    }

    /// What a change that helps says of the fault.
    pub(super) fn blamed(&self, edit: &Edit) -> Option<Note> {
        let task = self.task();
        let text_of = |piece: &Option<super::edit::Piece>| {
            piece.as_ref().map(|piece| piece.text.clone()).unwrap_or_default()
        };
        let (old, new) = (text_of(&edit.old), text_of(&edit.new));
        let span = edit.old.as_ref().map(|piece| piece.span).filter(|span| *span != Span::default());
        let domain = |text: String, span: Option<Span>| Some(Note::of(text, span.map(|span| (0, span))));
        let [gone, come] = edit.literals();
        match (edit.site, edit.kind) {
            (Site::Effect(schema), Kind::Type) => {
                let name = &task.schemas[schema].name;
                domain(format!("{name} ranges over {old}: is {new} meant?"), span)
            }
            (Site::Effect(schema), _) => {
                let (text, span) = self.blamed_effect(edit, schema)?;
                domain(text, span)
            }
            (Site::Condition(source), Kind::Swap) => {
                let name = source.name(task);
                domain(format!("effects of {name} have the conditions {old}: are the two swapped?"), span)
            }
            (Site::Condition(source), Kind::Drop) => {
                let own = self.changes_by(source).iter();
                let mut own = own.filter_map(|change| Some((change, change.asks_for_itself()?)));
                if let Some((vain, _)) = own.find(|(_, (one, _))| gone.is_some_and(|gone| one.is_of(&gone.0)))
                {
                    return domain(self.adds_what_it_needs(vain), span);
                }
                let name = edit.bearer(source, task);
                domain(self.blamed_condition(source, &name, &old, gone), span)
            }
            (Site::Condition(source), _) => {
                let is_turned = edit.kind == Kind::Permute
                    && gone.is_some_and(|one| {
                        one.1 && !self.growing.contains(&one.0.predicate) && one.0.arguments.len() == 2
                    });
                let but = if is_turned { ", and :init has it the other way round" } else { "" };
                let name = edit.bearer(source, task);
                domain(format!("{name} needs {old}{but}: is {new} meant?"), span)
            }
            (Site::Parameter(schema), _) => {
                let name = &task.schemas[schema].name;
                domain(format!("{name} takes {old}: is {new} meant?"), span)
            }
            (Site::Init, _)
                if come.is_some_and(|one| edit.kind == Kind::Add || self.is_used_up(one.0.predicate)) =>
            {
                let (predicate, objects) = (come?.0.predicate, edit.new.as_ref()?.objects()?);
                let fact = Some(task.show_atom(predicate, &objects));
                Some(Note { fact, ..Note::of(self.blamed_fact(predicate, &objects), None) })
            }
            (Site::Init, kind) => {
                let text = match kind {
                    Kind::Drop => format!("{old} is in :init{INTENDED}"),
                    Kind::Swap => format!("{old} are in :init: are {new} meant?"),
                    _ => format!("{old} is in :init: is {new} meant?"),
                };
                let [facts, _] = edit.facts();
                let fact = facts.first().map(|(predicate, row)| task.show_atom(*predicate, row));
                Some(Note { fact, ..Note::of(text, None) })
            }
            (Site::Goal, Kind::Drop) => None,
            (Site::Goal, _) => Some(Note::of(
                format!("the goal asks for {old}: is {new} meant?"),
                span.map(|span| (1, span)),
            )),
            (Site::Objects, _) => {
                let (text, span) = match &edit.patch {
                    Patch::Typed(object, types) => self.wrong_type(types, Some(*object))?,
                    Patch::Object(types) => self.wrong_type(types, None)?,
                    _ => return None,
                };
                domain(text, span)
            }
        }
    }

    /// What a condition that is too much says.
    fn blamed_condition(&self, source: Source, name: &str, old: &str, gone: Option<&(Atom, bool)>) -> String {
        let mut own = self.changes_by(source).iter();
        let literal = gone.and_then(|(atom, positive)| {
            let is_it = |one: &&Literal<'_>| one.positive == *positive && one.atom.span == atom.span;
            own.find_map(|change| Some((change, change.literals.iter().find(is_it)?)))
        });
        let never = literal.is_some_and(|(change, literal)| {
            let mut binding = vec![None; change.variables.len()];
            literal.positive
                && self.reach.join(change, &[literal], false, &mut binding, &mut |_| false) == Ok(true)
        });
        if never {
            format!("{name} needs {old}, which is never true")
        } else {
            format!("{name} needs {old}{INTENDED}")
        }
    }

    /// What a change to an effect says.
    fn blamed_effect(&self, edit: &Edit, schema: usize) -> Option<(String, Option<Span>)> {
        let name = &self.task().schemas[schema].name;
        let [gone, come] = edit.literals();
        let Some((atom, adds)) = gone else {
            let (atom, adds) = come?;
            return self.blamed_lack(schema, atom, *adds);
        };
        let (shown, act) = (self.written(schema, atom), verb(*adds));
        let meant = come.map(|one| self.written(schema, &one.0)).unwrap_or_default();
        let text = match edit.kind {
            Kind::Drop if *adds => format!("{name} adds {shown}"),
            Kind::Drop if self.growing.contains(&atom.predicate) => {
                format!("{name} deletes {shown}{INTENDED}")
            }
            Kind::Drop => format!("{name} deletes {shown}, and no action adds it again"),
            Kind::Negate => {
                format!("{name} {act} {shown}: is it meant to {} it?", verb(!adds).trim_end_matches('s'))
            }
            Kind::Swap => format!("{name} adds {shown} and deletes {meant}: are the two swapped?"),
            _ => format!("{name} {act} {shown}: is {meant} meant?"),
        };
        Some((text, Some(atom.span)))
    }

    /// An atom of an action as it is written.
    fn written(&self, schema: usize, atom: &Atom) -> String {
        let task = self.task();
        let is_it = |change: &&Change<'_>| change.atom.span == atom.span && atom.span != Span::default();
        let own = self.changes_by(Source::Action(schema));
        let variables: Vec<&crate::text::task::Variable> = match own.iter().find(is_it) {
            Some(change) => change.variables.clone(),
            None => task.schemas[schema].parameters.iter().collect(),
        };
        show_literal(task, atom, true, &variables)
    }

    /// That an action should add or delete something.
    fn blamed_lack(&self, schema: usize, atom: &Atom, adds: bool) -> Option<(String, Option<Span>)> {
        let task = self.task();
        let own = || self.change_by(Source::Action(schema), !adds, atom.predicate);
        let any = || self.changes_of(!adds, atom.predicate).next();
        let giver = &task.schemas[schema].name;
        let shown = self.any(atom.predicate);
        let is_given = self.is_made(atom.predicate);
        let needed = format!("no action adds {shown}");
        if adds && !is_given && self.adds_nothing(schema) {
            let own = self.changes_by(Source::Action(schema)).first().and_then(|change| change.span);
            let meant = self.written(schema, atom);
            return Some((format!("{needed}; is {giver}, which adds nothing, meant to add {meant}?"), own));
        }
        let Some(taker) = self.mirrored(schema, atom, adds).or_else(own).or_else(any) else {
            return (adds && !is_given).then_some((needed, None));
        };
        let (name, act) = (taker.source.name(task), taker.act(task));
        let text = match (adds, self.growing.contains(&atom.predicate)) {
            (true, false) if is_given => format!("{name} {act}, and no action adds {shown} again"),
            (true, false) => needed,
            _ if taker.source == Source::Action(schema) => {
                let verb = verb(adds).trim_end_matches('s');
                format!("{name} {act}, and does not {verb} {}", self.written(schema, atom))
            }
            (true, true) => {
                let adds_other = self.change_by(Source::Action(schema), true, atom.predicate).is_some();
                let this = if adds_other { self.written(schema, atom) } else { shown };
                format!("{name} {act}, and {giver} does not add {this} again")
            }
            (false, _) => format!("{name} {act}, and {giver} does not delete it again"),
        };
        Some((text, taker.span))
    }

    /// That an action takes objects of a type, and there are none, or one is of another type.
    fn wrong_type(&self, types: &TypeSet, object: Option<ObjectId>) -> Option<(String, Option<Span>)> {
        let task = self.task();
        let (schema, parameter) = task
            .schemas
            .iter()
            .find_map(|schema| Some((schema, schema.parameters.iter().find(|one| one.types == *types)?)))?;
        let (of, name) = (task.types.show(types), &schema.name);
        let text = match object {
            Some(object) if task.objects_of(types).next().is_some() => {
                let is = task.types.show(&task.object_types[object.index()]);
                format!("{} is of type {is}: {name} takes {}", task.objects.name(object), article(&of))
            }
            _ => match task.objects_of(types).count() {
                0 => format!("there is no object of type {of}: {name} needs one"),
                1 => format!("there is only one object of type {of}: another would be enough"),
                many => format!("there are only {many} objects of type {of}: another would be enough"),
            },
        };
        Some((text, Some(parameter.span)))
    }

    /// Any fact of a predicate.
    fn any(&self, predicate: PredicateId) -> String {
        let name = self.task().predicates.name(predicate);
        if self.declared(predicate).is_empty() { format!("({name})") } else { format!("({name} ...)") }
    }

    pub(super) fn is_changed(&self, predicate: PredicateId) -> bool {
        self.changes.iter().any(|change| change.atom.predicate == predicate)
    }

    /// Whether actions use up the facts of a predicate, and none makes new ones. Only facts about one object count:
    /// that a relation is used up is rather a mistake.
    pub(super) fn is_used_up(&self, predicate: PredicateId) -> bool {
        self.declared(predicate).len() == 1
            && !self.growing.contains(&predicate)
            && self.is_stated(predicate)
            && self.changes_of(false, predicate).next().is_some()
    }

    /// What a missing fact says of the fault: the same is given the other way round, or too few are given.
    pub(super) fn blamed_fact(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let task = self.task();
        let shown = task.show_atom(predicate, objects);
        if self.is_used_up(predicate) {
            let takers = self.names(self.changes_of(false, predicate));
            let any = Pattern::any(task, predicate).show(task);
            let verb = if takers.len() == 1 { "uses" } else { "use" };
            return format!("too few {any} in :init: {} {verb} them up", list(&takers, "and"));
        }
        if self.is_way_back(predicate, objects) {
            return format!("{shown} is not in :init, though the fact the other way round is");
        }
        let needs_one = |change: &Change<'_>| change.asks_for(predicate);
        let is_handed_on = self.is_moving(predicate) && self.changes_of(true, predicate).all(needs_one);
        if objects.len() == 1 && !self.is_stated(predicate) && is_handed_on {
            let adders = list(&self.names(self.changes_of(true, predicate)), "and");
            let any = Pattern::any(task, predicate).show(task);
            return format!("no {any} is in :init, and what adds one needs one: {adders}");
        }
        if let Some(stray) = objects.iter().find(|object| self.is_stray(predicate, **object)) {
            let name = task.objects.name(*stray);
            let mut pattern = Pattern::fact(predicate, objects);
            pattern.arguments.iter_mut().filter(|one| **one != Some(*stray)).for_each(|one| *one = None);
            let shown = pattern.show(task);
            let not = if pattern.holes() == 0 { format!("{shown} is not") } else { format!("no {shown} is") };
            return format!("{not} in :init, nor any other fact about {name} that actions change");
        }
        if let Some((lead, row)) = self.companion(predicate, objects) {
            let adders = list(&self.names(self.changes_of(true, lead)), "and");
            let lead = task.show_atom(lead, &row);
            return format!("{lead} is in :init, and {shown} is not, though {adders} would make both true");
        }
        let readers = self.names(self.changes.iter().filter(|change| change.asks_for(predicate)));
        if readers.is_empty() {
            return format!("{shown} is not in :init");
        }
        format!("{shown} is not in :init: {} would need it", list(&readers, "or"))
    }

    pub(super) fn is_derived(&self, predicate: PredicateId) -> bool {
        self.task().predicate_info[predicate.index()].layer.is_some()
    }

    /// Whether a fact is in `:init` the other way round.
    pub(super) fn is_way_back(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let is_back = |fact: &[ObjectId]| {
            let mut apart = fact.iter().zip(objects).filter(|(one, other)| one != other);
            match (apart.next(), apart.next(), apart.next()) {
                (Some((a, b)), Some((c, d)), None) => a == d && b == c,
                _ => false,
            }
        };
        self.stated(predicate).any(is_back)
    }
}
