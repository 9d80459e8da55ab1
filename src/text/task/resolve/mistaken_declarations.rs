//! Declarations that are to blame for what seems wrong where a name is used: arguments the other way round, a type that
//! is missing or another one.
//!
//! In: what resolution has found, and which arguments fitted. Out: the same diagnostics, told at the declaration, with
//! how to mend it; what the same mend mends is told once.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::advice::one_word;
use super::condition::Scope;
use super::{MAX_ERRORS, Place, Resolver};
use crate::pddl::ast::{Domain, Name, Problem, TypedGroup};
use crate::task::{ObjectId, Term, TypeId, TypeSet, Types};
use banto_base::source::{Advice, Diagnostic, Help, Span, codes};

/// The first of several parameters before a type, and what is known of its arguments, or of it as one: whether any
/// fits, and those that do not, each with the type that would.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    name: String,
    span: Span,
    fits: bool,
    misfits: Vec<(Place, TypeId)>,
}

/// Variables with a type, of which some are used where it does not fit: each report, with the type that would.
#[derive(Clone, Debug)]
pub(super) struct Misfits {
    pub(super) names: Vec<(String, Span)>,
    pub(super) types: TypeSet,
    /// Where the type is written.
    pub(super) of: Span,
    /// Where the list begins.
    pub(super) list: Span,
    pub(super) uses: Vec<(usize, TypeSet)>,
}

/// An argument that does not fit where a predicate is declared: that place and the number of the parameter, the atom,
/// the place of the argument, and its types.
pub(super) type Narrow = ((Place, usize), Span, Place, TypeSet);

/// For the place of each declared name, the diagnostics about its type, by number.
type Uses = FxHashMap<Place, Vec<usize>>;

/// How to mend a declaration.
struct Mend {
    help: String,
    span: Span,
    text: String,
    /// Names that it mends as well.
    others: Vec<Place>,
    /// Whether a narrower type may be meant.
    is_guess: bool,
}

impl Resolver {
    /// Notes the first of several names before a type.
    pub(super) fn note_shared(&mut self, group: &TypedGroup<'_>, key: (Span, usize)) {
        if let ([first, _, ..], Some(_), 0) = (&group.names[..], group.of.span, self.file) {
            let (name, span) = (first.text.to_owned(), first.span);
            self.shared.insert(key, Shared { name, span, fits: false, misfits: Vec::new() });
        }
    }

    /// Notes an argument for such a parameter, or of one, with the type that would fit.
    pub(super) fn note_argument(&mut self, key: (Span, usize), fits: bool, name: Name<'_>, of: &TypeSet) {
        if let (Some(shared), [of]) = (self.shared.get_mut(&key), &of[..]) {
            shared.fits |= fits && *of != Types::object();
            shared.misfits.extend((!fits).then_some(((self.file, name.span), *of)));
        }
    }

    /// Notes that a variable is used where its type does not fit, by the report that comes next.
    pub(super) fn note_misfit(&mut self, scope: &Scope, term: Term, wanted: &TypeSet) {
        let Term::Variable(slot) = term else { return };
        let variable = &scope.variables[slot as usize];
        let Some(group @ (first, of)) = variable.group else { return };
        let same = || scope.variables.iter().filter(|one| one.group == Some(group));
        let misfits = self.misfits.entry((self.file, first)).or_insert_with(|| Misfits {
            names: same().map(|one| (one.name.clone(), one.span)).collect(),
            types: variable.types.clone(),
            of,
            list: variable.list,
            uses: Vec::new(),
        });
        misfits.uses.push((self.diagnostics.len(), wanted.clone()));
    }

    /// Variables of two types in one list, each used only as if it had the other: says so where they are declared.
    /// Returns the numbers of the reports that this replaces, each with the one that is told for it.
    pub(super) fn blame_exchanged(&mut self) -> Vec<(usize, usize)> {
        let mut dropped: Vec<(usize, usize)> = Vec::new();
        let all: Vec<(Place, Misfits)> = std::mem::take(&mut self.misfits).into_iter().collect();
        if self.errors >= MAX_ERRORS {
            return dropped;
        }
        let pairs = all.iter().enumerate().flat_map(|(at, one)| {
            let others = all[at + 1..].iter().take_while(|other| other.1.list == one.1.list);
            others.map(move |other| (one, other))
        });
        for ((place, one), (_, other)) in pairs {
            let takes = |one: &Misfits, of: &TypeSet| {
                one.uses.iter().all(|(_, wanted)| self.task.types.fits(of, wanted))
            };
            let is_right =
                |one: &Misfits| one.names.iter().any(|(_, span)| self.fitting.contains(&(place.0, *span)));
            if is_right(one) || is_right(other) || !takes(one, &other.types) || !takes(other, &one.types) {
                continue;
            }
            let mut uses: Vec<usize> = one.uses.iter().chain(&other.uses).map(|(fault, _)| *fault).collect();
            uses.sort_unstable();
            uses.dedup();
            // Of a single use, the arguments may be exchanged.
            let [first, rest @ ..] = &uses[..] else { continue };
            if rest.is_empty() || dropped.iter().any(|one| one.0 == *first) {
                continue;
            }
            let [of, other_of] = [one, other].map(|one| self.task.types.show(&one.types));
            let [names, other_names] = [one, other]
                .map(|one| one.names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" "));
            let fault = &mut self.diagnostics[*first];
            let (use_file, use_span) = (fault.file, fault.span());
            *fault = codes::E0207
                .at(
                    one.names[0].1,
                    format!(
                        "type mismatch: {names} and {other_names} are used as if their types were exchanged"
                    ),
                )
                .label(format!("declared as {of}"))
                .moved_to(place.0)
                .second(other.names[0].1, format!("declared as {other_of}"))
                .second_in(use_file, use_span, format!("the first of {} uses", uses.len()))
                .help(format!("write {names} - {other_of} and {other_names} - {of}"))
                .edit(one.of, other_of)
                .edit(other.of, of);
            self.swapped.retain(|(fault, ..)| !uses.contains(fault));
            dropped.extend(rest.iter().map(|one| (*one, *first)));
        }
        dropped
    }

    /// A predicate whose arguments are exchanged wherever it is used is declared the wrong way round. The reports of
    /// those numbers have been told otherwise.
    pub(super) fn blame_orders(&mut self, domain: &Domain<'_>, mut dropped: Vec<(usize, usize)>) {
        // The last errors of very many are not kept.
        if self.errors >= MAX_ERRORS {
            return;
        }
        for one in &domain.predicates {
            let id = self.task.predicates.find(one.name.text);
            let Some(id) = id.filter(|id| !self.usage[id.index()].is_right) else { continue };
            let place = self.predicate_places[id.index()];
            let uses: Vec<_> = self.swapped.iter().filter(|(_, declared, _)| *declared == place).collect();
            let [(first, _, order), _, ..] = uses[..] else { continue };
            let types = &self.task.predicate_info[id.index()].parameters;
            let names = one.parameters.iter().zip(types);
            let mut parameters: Vec<String> = names
                .map(|((name, _), of)| format!(" {}{}", name.text, self.type_suffix(Some(of))))
                .collect();
            parameters.swap(order[0], order[1]);
            let written = format!("({}{})", one.name.text, parameters.concat());
            let fault = &mut self.diagnostics[*first];
            let (use_file, use_span) = (fault.file, fault.labels[0].span);
            let message =
                format!("type mismatch: {} is declared the other way round than it is used", one.name.text);
            *fault = codes::E0207
                .at(one.span, message)
                .label("declared here")
                .moved_to(place.0)
                .second_in(use_file, use_span, format!("the first of {} uses", uses.len()))
                .fix(format!("write {written}"), one.span, written.clone());
            dropped.extend(uses[1..].iter().map(|one| (one.0, *first)));
        }
        self.drop_all(&dropped);
    }

    /// A parameter before others may lack its own type: no argument has the one that they share, and all have another.
    /// Says so where the parameter itself is not to blame already.
    pub(super) fn forgotten_types(&mut self) {
        let (types, mut advice) = (&self.task.types, FxHashMap::default());
        let mut open = self.shared.clone();
        open.retain(|_, shared| !shared.fits && !shared.misfits.is_empty());
        let facts = self.task.init.iter().take_while(|_| !open.is_empty());
        let stated: FxHashSet<Span> =
            facts.map(|(predicate, _)| self.predicate_places[predicate.index()].1).collect();
        for ((place, _), one) in &open {
            let fits = |one, other| types.fits(&[one], &[other]) || types.fits(&[other], &[one]);
            let named = types.names.find(one.name.trim_start_matches('?'));
            let named = named.filter(|named| one.misfits.iter().all(|(_, of)| fits(*of, *named)));
            let alike = one.misfits.iter().all(|(_, of)| *of == one.misfits[0].1);
            let of = named.or(alike.then_some(one.misfits[0].1));
            if let Some(of) = of.filter(|_| !stated.contains(place)) {
                let is_sure = named.is_some() || one.misfits.len() > 1;
                let told = (is_sure, &one.name, one.span, format!(" - {}", types.names.name(of)));
                advice.extend(one.misfits.iter().map(|(place, _)| (*place, told.clone())));
            }
        }
        // What is wrong in the same way elsewhere is mended by another declaration.
        let misfit = |one: &Diagnostic| Some((one.labels[0].text.clone(), one.labels.get(1)?.text.clone()));
        let others = self.diagnostics.iter().filter(|one| one.code == codes::E0207);
        let others = others.filter(|one| !advice.contains_key(&(one.file, one.span())));
        let elsewhere: FxHashSet<_> = others.filter_map(misfit).collect();
        for fault in self.diagnostics.iter_mut().filter(|fault| fault.code == codes::E0207) {
            let Some((is_sure, name, span, of)) = advice.get(&(fault.file, fault.span())) else { continue };
            let is_sure = *is_sure && misfit(fault).is_none_or(|one| !elsewhere.contains(&one));
            fault.help.retain(|help| !is_sure && !matches!(help.advice, Advice::Below(..)));
            let help = format!("write {name}{of}: the type after several names is that of all of them");
            *fault = fault.clone().help(help).edit_in(0, Span::at(span.end), of.clone()).other();
            *fault = if is_sure { fault.clone() } else { fault.clone().guess() };
        }
    }

    /// Where all arguments that do not fit a parameter of a predicate are of one other type, and there are several, the
    /// parameter may be declared too narrowly: offers to widen it, first if no argument fits.
    pub(super) fn widen_declarations(&mut self, domain: &Domain<'_>) {
        let narrow = std::mem::take(&mut self.narrow);
        for one in domain.predicates.iter().filter(|_| !narrow.is_empty()) {
            let Some(id) = self.task.predicates.find(one.name.text) else { continue };
            let place = self.predicate_places[id.index()];
            let all = || narrow.iter().filter(|((declared, _), ..)| *declared == place);
            let atoms: FxHashSet<_> = all().map(|(_, atom, argument, _)| (argument.0, *atom)).collect();
            let mut parameters = self.task.predicate_info[id.index()].parameters.clone();
            let (mut told, mut is_first) = (FxHashSet::default(), false);
            for (at, of) in parameters.iter_mut().enumerate() {
                let own: Vec<_> = all().filter(|((_, slot), ..)| *slot == at).collect();
                let [(.., got), _, ..] = own[..] else { continue };
                if got.len() != 1 || own.iter().any(|(.., types)| types != got) {
                    continue;
                }
                told.extend(own.iter().map(|(_, _, argument, _)| *argument));
                let fits_none = !self.usage[id.index()].is_right && own.len() == atoms.len();
                is_first |= fits_none;
                *of = if fits_none { got.clone() } else { self.above(of, got[0]) };
            }
            let names = one.parameters.iter().map(|(name, _)| name.text.to_owned());
            let item = self.declaration(one.name.text, &names.zip(parameters).collect::<Vec<_>>());
            let is_told = |fault: &&mut Diagnostic| {
                fault.code == codes::E0207
                    && told.contains(&(fault.file, fault.span()))
                    && fault.sure().is_none()
            };
            for fault in self.diagnostics.iter_mut().filter(is_told) {
                let others = std::mem::take(&mut fault.help);
                let help = format!("declare it as it is used: {item}");
                let offer = fault.clone().help(help).edit_in(place.0, one.span, item.clone()).guess().help;
                let (first, after) = if is_first { (offer, others) } else { (others, offer) };
                fault.help = first;
                *fault = fault.clone().before(after);
            }
        }
    }

    /// The narrowest declared type above some and another, or all of them.
    fn above(&self, of: &TypeSet, other: TypeId) -> TypeSet {
        let all: TypeSet = of.iter().copied().chain([other]).collect();
        let types = &self.task.types;
        let is_above = |id: TypeId| all.iter().all(|one| types.fits(&[*one], &[id]));
        let above = types.names.ids().filter(|id| *id != Types::object() && is_above(*id));
        above
            .reduce(|one, next| if types.fits(&[next], &[one]) { next } else { one })
            .map_or(all, |one| vec![one])
    }

    /// A name whose type is wrong in more than one place is declared wrongly: that is where to mend it.
    pub(super) fn blame_declarations(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        let mut uses = Uses::default();
        for (index, fault) in self.diagnostics.iter().enumerate() {
            if let (true, Some(label)) = (fault.code == codes::E0207, fault.labels.get(2)) {
                uses.entry((label.file, label.span)).or_default().push(index);
            }
        }
        if uses.values().all(|uses| uses.len() < 2) {
            return;
        }
        let stated = self.fitting_objects();
        let lists = problem.map(|one| (1, &one.objects)).into_iter().chain([(0, &domain.constants)]);
        let lists = lists.chain(domain.actions.iter().map(|action| (0, &action.parameters)));
        let groups = lists.flat_map(|(file, list)| list.groups.iter().map(move |group| (file, group)));
        let names = groups.flat_map(|(file, group)| group.names.iter().map(move |name| (file, group, name)));
        let mut mended: Vec<(Place, Option<Mend>)> = Vec::new();
        for (file, group, name) in names {
            let place = (file, name.span);
            let object = self.task.objects.find(name.text);
            let fits = object.map_or(self.fitting.contains(&place), |object| stated.contains(&object));
            if fits || uses.get(&place).is_none_or(|uses| uses.len() < 2) {
                continue;
            }
            let is_first = group.names.len() > 1 && group.names[0].span == name.span;
            let mend = if is_first { self.missing_type(&uses, file, group, object) } else { None };
            // A parameter may be mistaken in each of its uses.
            if object.is_some() || mend.is_some() {
                mended.push((place, mend));
            }
        }
        self.tell_at_declarations(&uses, &mended);
    }

    /// An object that has no type, and an object that is named as the type of those after it.
    pub(super) fn blame_lists(&mut self, domain: &Domain<'_>, problem: Option<&Problem<'_>>) {
        let lists = problem.map(|one| (1, &one.objects)).into_iter().chain([(0, &domain.constants)]);
        let groups: Vec<_> =
            lists.flat_map(|(file, list)| list.groups.iter().map(move |one| (file, one))).collect();
        let wanted = |fault: &Diagnostic| {
            let (takes, of) = (fault.labels.get(1)?, fault.labels.get(2)?);
            (fault.code == codes::E0207).then(|| (takes.text.clone(), (of.file, of.span)))
        };
        let misfits: FxHashSet<(String, Place)> = self.diagnostics.iter().filter_map(wanted).collect();
        for (file, group) in groups.into_iter().filter(|_| !misfits.is_empty()) {
            let first = group.names[0];
            for fault in &mut self.diagnostics {
                let Some((takes, place)) = wanted(fault) else { continue };
                let Some((help, at)) = forgotten_hyphen(group, &takes[6..]) else { continue };
                let is_before = |name: &Name<'_>| name.span.end <= at.start && (file, name.span) == place;
                if group.names.iter().any(is_before) {
                    fault.help.clear();
                    *fault = fault.clone().help(help).edit_in(file, at, "- ");
                }
            }
            for (at, name) in group.names.iter().enumerate() {
                let lacks = |other: &&Name<'_>| {
                    misfits.contains(&(format!("takes {}", name.text), (file, other.span)))
                };
                let run: Vec<_> = group.names[at + 1..].iter().take_while(lacks).collect();
                let Some(last) = run.last().filter(|_| self.task.types.names.find(name.text).is_some())
                else {
                    continue;
                };
                // As in `bed roses beans pump - well`.
                let names: Vec<&str> = run.iter().map(|one| one.text).collect();
                let help = format!("the type follows its names: write {} - {}", names.join(" "), name.text);
                for fault in &mut self.diagnostics {
                    let of =
                        wanted(fault).filter(|(_, place)| run.iter().any(|one| (file, one.span) == *place));
                    if of.is_some_and(|(takes, _)| takes[6..] == *name.text) {
                        fault.help.clear();
                        let removed = Span::new(name.span.start, run[0].span.start);
                        *fault = fault.clone().help(help.clone()).edit_in(file, removed, "");
                        *fault =
                            fault.clone().edit_in(file, Span::at(last.span.end), format!(" - {}", name.text));
                    }
                }
                self.diagnostics.retain(|one| one.code != codes::W0206 || one.span() != name.span);
            }
            for fault in self.diagnostics.iter_mut().filter(|_| group.of.span.is_none()) {
                let of = wanted(fault).filter(|(_, place)| *place == (file, first.span));
                let begins = format!("write {} - ", first.text);
                if let (Some((takes, _)), [help]) = (of, &fault.help[..])
                    && help.edits.is_empty()
                    && help.text.starts_with(&begins)
                {
                    *fault =
                        fault.clone().edit_in(file, Span::at(first.span.end), format!(" - {}", &takes[6..]));
                }
            }
        }
    }

    /// A type that nothing names, but several places nearly: its declaration is to mend.
    pub(super) fn blame_types(&mut self) {
        let mut uses: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (at, fault) in self.diagnostics.iter().enumerate().filter(|(_, fault)| fault.code == codes::E0201)
        {
            if let Some(Advice::Name(near)) = fault.help.first().map(|help| &help.advice) {
                uses.entry((near.clone(), fault.message.to_ascii_lowercase())).or_default().push(at);
            }
        }
        let mut dropped = Vec::new();
        for ((near, _), places) in uses.into_iter().filter(|(_, places)| places.len() > 1) {
            let Some(of) = self.task.types.names.find(&near).filter(|of| !self.named.contains(of)) else {
                continue;
            };
            let Some((file, declared)) = self.type_places[of.index()] else { continue };
            let fault = &mut self.diagnostics[places[0]];
            let (use_file, use_span) = (fault.file, fault.span());
            let Some(name) = fault.message.strip_prefix("unknown type ").map(str::to_owned) else { continue };
            *fault = codes::E0201
                .at(declared, format!("unknown type {name}: {near} is declared, and nothing names it"))
                .label("declared here")
                .moved_to(file)
                .second_in(use_file, use_span, format!("the first of {} uses of {name}", places.len()))
                .fix(format!("write {name}"), declared, name);
            dropped.extend(places[1..].iter().map(|one| (*one, places[0])));
        }
        self.drop_all(&dropped);
    }

    /// Where a type that another may have to be below has objects of its own, as every kind of things has, it is none
    /// that others are below. Where it has none, but the other has, that is the likeliest mend.
    pub(super) fn weigh_subtypes(&mut self) {
        let task = &self.task;
        let has_own = |name: &str| {
            let id = task.types.names.find(name);
            id.is_some_and(|id| task.object_types.iter().any(|types| types.contains(&id)))
        };
        for fault in &mut self.diagnostics {
            let is_below = |help: &Help| matches!(&help.advice, Advice::Below(..));
            let Some(at) = fault.help.iter().position(is_below) else { continue };
            let Advice::Below(got, wanted) = &fault.help[at].advice else { continue };
            match (has_own(got), has_own(wanted)) {
                (_, true) => drop(fault.help.remove(at)),
                (true, false) if at > 0 => {
                    let first = fault.help.remove(at);
                    fault.help.iter_mut().for_each(|help| help.is_other = true);
                    fault.help.insert(0, first);
                }
                _ => {}
            }
        }
    }

    /// The objects of stated facts where not every type fits.
    fn fitting_objects(&self) -> FxHashSet<ObjectId> {
        let mut fitting = FxHashSet::default();
        for (predicate, objects) in self.task.init.iter() {
            let parameters = &self.task.predicate_info[predicate.index()].parameters;
            let typed = objects.iter().zip(parameters).filter(|(_, of)| !of.contains(&Types::object()));
            fitting.extend(typed.map(|(object, _)| *object));
        }
        fitting
    }

    /// The type that all wrong uses of a name take, if it is one.
    fn taken(&self, uses: &Uses, place: Place) -> Option<&str> {
        let mut takes = uses.get(&place)?.iter().map(|at| &self.diagnostics[*at].labels[1].text);
        let first = takes.next()?;
        takes.all(|other| other == first).then(|| first.trim_start_matches("takes "))
    }

    /// How to give the first of several names the type that it lacks, and the others that lack it.
    fn missing_type(
        &self,
        uses: &Uses,
        file: usize,
        group: &TypedGroup<'_>,
        object: Option<ObjectId>,
    ) -> Option<Mend> {
        let taken = |name: &Name<'_>| self.taken(uses, (file, name.span));
        let of = taken(&group.names[0])?;
        // What has a type above that one is of it if the types are mended.
        let id = self.task.types.names.find(of);
        let got = object.map_or(&[][..], |object| &self.task.object_types[object.index()][..]);
        if !got.contains(&Types::object()) && id.is_some_and(|id| self.task.types.fits(&[id], got)) {
            return None;
        }
        // The names at the beginning that lack the same type; after what has none, there may be others.
        let lacks = |name: &&Name<'_>| taken(name).map_or(group.of.span.is_none(), |other| other == of);
        let run: Vec<_> = group.names.iter().take_while(lacks).collect();
        // `white black-pearl`
        let mut unused = run.iter().filter(|name| taken(name).is_none());
        let joined =
            unused.find_map(|name| Some((name.text.strip_suffix(of)?.strip_suffix('-')?, name.span)));
        if let Some((name, span)) = joined {
            let (help, text) = one_word(name, of);
            return Some(Mend { help, span, text, others: Vec::new(), is_guess: false });
        }
        if let Some((help, span)) = forgotten_hyphen(group, of) {
            return Some(Mend { help, span, text: "- ".to_owned(), others: Vec::new(), is_guess: false });
        }
        let (span, text) = match group.of.span.filter(|_| run.len() == group.names.len()) {
            // A predicate may be declared wrongly as well.
            Some(_) if object.is_none() => return None,
            Some(span) => (span, of.to_owned()),
            None => (Span::at(run[run.len() - 1].span.end), format!(" - {of}")),
        };
        let names: Vec<&str> = run.iter().take(6).map(|name| name.text).collect();
        let more = if run.len() > 6 { " ..." } else { "" };
        let is_below =
            |kind: &TypeId| id.is_some_and(|id| id != *kind && self.task.types.fits(&[*kind], &[id]));
        let kinds = self.task.types.names.ids().filter(is_below).take(6);
        let kinds: Vec<&str> = kinds.map(|kind| self.task.types.names.name(kind)).collect();
        let or = if kinds.is_empty() {
            String::new()
        } else {
            format!(", or a kind of it ({})", kinds.join(", "))
        };
        let help = format!(
            "write {}{more} - {of}{or}: the type after several names is that of all of them",
            names.join(" ")
        );
        let others = run[1..].iter().map(|name| (file, name.span)).collect();
        Some(Mend { help, span, text, others, is_guess: !kinds.is_empty() })
    }

    /// Moves the diagnostics about names to where these are declared, and leaves one where a mend is known.
    fn tell_at_declarations(&mut self, uses: &Uses, mended: &[(Place, Option<Mend>)]) {
        let mends = mended.iter().filter_map(|(place, mend)| Some((uses[place][0], mend.as_ref()?)));
        let others = mends.flat_map(|(first, mend)| mend.others.iter().map(move |place| (place, first)));
        let others = others.filter_map(|(place, first)| Some((uses.get(place)?, first)));
        let mut again: Vec<(usize, usize)> =
            others.flat_map(|(uses, first)| uses.iter().map(move |one| (*one, first))).collect();
        let mut told: FxHashMap<(Place, String), usize> = FxHashMap::default();
        for (place, mend) in mended {
            for at in &uses[place] {
                let fault = &mut self.diagnostics[*at];
                // The use stays as the third label.
                fault.labels.swap(0, 2);
                let text = std::mem::take(&mut fault.labels[2].text);
                fault.labels[0].text = text;
                "used here".clone_into(&mut fault.labels[2].text);
                fault.file = place.0;
                fault.message = fault.message.trim_end_matches(" here").to_owned();
                if let Some(Mend { help, span, text, is_guess, .. }) = mend {
                    fault.help.clear();
                    *fault = fault.clone().fix(help.clone(), *span, text.clone());
                    fault.help.iter_mut().for_each(|help| help.is_guess = *is_guess);
                    let first = *told.entry((*place, fault.labels[1].text.clone())).or_insert(*at);
                    again.extend((first != *at).then_some((*at, first)));
                }
            }
        }
        self.drop_all(&again);
    }

    /// Drops reports, each for one that is told for its places, too.
    fn drop_all(&mut self, told: &[(usize, usize)]) {
        for (dropped, first) in told {
            self.diagnostics[*first].places += self.diagnostics[*dropped].places;
        }
        let mut at = 0;
        self.diagnostics.retain(|_| {
            at += 1;
            told.iter().all(|one| one.0 != at - 1)
        });
    }
}

/// As in `brass iron key d1 - door`: the help, and where the hyphen is missing before a type.
fn forgotten_hyphen(group: &TypedGroup<'_>, of: &str) -> Option<(String, Span)> {
    let at = group.names.iter().position(|name| name.text.eq_ignore_ascii_case(of)).filter(|at| *at > 0)?;
    let names: Vec<&str> = group.names[..at].iter().map(|name| name.text).collect();
    Some((format!("write {} - {of}", names.join(" ")), Span::at(group.names[at].span.start)))
}
