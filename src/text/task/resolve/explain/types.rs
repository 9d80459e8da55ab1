//! Arguments of wrong types: what is to blame may be the use, the declaration of what is named, or that of what takes
//! it. Where the same declaration explains several, it is told once.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Explain, Ways, edit, one_word, second};
use crate::pddl::ast::{Name, TypedGroup, TypedList};
use crate::task::literal::article;
use crate::task::resolve::Place;
use crate::task::resolve::mistakes::{Head, Misfit, Right};
use crate::task::{Term, TypeId, TypeSet, Types};
use banto_base::source::{Edit, Span, codes};

/// An argument that does not fit.
#[derive(Clone, Copy)]
struct Clash<'a> {
    misfit: &'a Misfit<'a>,
    at: usize,
    name: Name<'a>,
    term: Term,
    got: &'a TypeSet,
    wanted: &'a TypeSet,
    /// Where the name is declared.
    home: Place,
    /// The only other variable that fits.
    instead: Option<&'a str>,
}

/// How to mend a list of names, and the names that it mends.
struct Mend {
    help: String,
    edits: Vec<Edit>,
    names: Vec<Place>,
    is_sure: bool,
    /// The type that stands in front of its names.
    turned: Option<Span>,
}

type ByHome<'a> = FxHashMap<Place, Vec<Clash<'a>>>;

/// Why a name has a type that nobody meant.
const OF_ALL: &str = "the type after several names is that of all of them";

impl<'a> Explain<'a, '_> {
    pub(super) fn types(&mut self, right: &Right) {
        let swapped: FxHashSet<*const Misfit<'_>> = self.swapped(right);
        let misfits =
            self.found.mistakes.misfits.iter().filter(|one| !swapped.contains(&std::ptr::from_ref(*one)));
        let clashes: Vec<Clash<'a>> = misfits.flat_map(|misfit| self.clashes(misfit)).collect();
        let mut by_home = ByHome::default();
        clashes.iter().for_each(|clash| by_home.entry(clash.home).or_default().push(*clash));
        let lists = self.lists();
        let mends = groups(&lists).filter_map(|(file, group)| self.mend(file, group, &by_home, right));
        let exchanged = lists.iter().filter_map(|(file, list)| self.exchanged(*file, list, &by_home, right));
        let mends: Vec<Mend> = mends.chain(exchanged).collect();
        let places =
            mends.iter().enumerate().flat_map(|(at, mend)| mend.names.iter().map(move |name| (*name, at)));
        let mended: FxHashMap<Place, usize> = places.collect();
        // Types that three names mix up are to blame, not the names.
        let mut names: FxHashMap<(&TypeSet, &TypeSet), FxHashSet<Place>> = FxHashMap::default();
        for clash in clashes.iter().filter(|one| !mended.contains_key(&one.home)) {
            names.entry((clash.got, clash.wanted)).or_default().insert(clash.home);
        }
        // Objects that are declared together are told together.
        let objects = groups(&lists).filter(|(_, group)| !group.names[0].is_variable());
        let firsts: FxHashMap<Place, Place> = objects
            .flat_map(|(file, group)| {
                group.names.iter().map(move |name| ((file, name.span), (file, group.names[0].span)))
            })
            .filter(|(home, _)| by_home.contains_key(home))
            .collect();
        let mut groups: IndexMap<_, Vec<Clash<'a>>, FxBuildHasher> = IndexMap::default();
        for clash in &clashes {
            let types = (clash.got, clash.wanted);
            let is_apart = names.get(&types).is_none_or(|names| names.len() < 3);
            let together = firsts.get(&clash.home).copied().unwrap_or(clash.home);
            let is_apart = is_apart.then_some(together);
            let key = mended.get(&clash.home).copied().ok_or((types, is_apart));
            groups.entry(key).or_default().push(*clash);
        }
        for (mend, group) in groups {
            // Where it is declared, if that is to blame: the first name there.
            let is_object = matches!(group[0].term, Term::Object(_)) && !right.names.contains(&group[0].home);
            let is_one = is_object && group.iter().all(|one| one.home == group[0].home);
            let first = group.iter().min_by_key(|one| one.home).copied();
            let at_home = first.filter(|_| (mend.is_ok() || is_one) && group.len() > 1);
            let mut ways = Ways::default();
            match mend.map(|at| &mends[at]) {
                Ok(mend) => ways.add(mend.help.clone(), mend.edits.clone(), mend.is_sure),
                Err(_) => self.ways(&group, &clashes, right, &mut ways),
            }
            let turned = mend.ok().and_then(|at| mends[at].turned);
            self.clash(at_home.unwrap_or(group[0]), at_home.is_some(), turned, ways, group.len());
        }
    }

    fn clashes(&self, misfit: &'a Misfit<'a>) -> Vec<Clash<'a>> {
        let wanted = self.found.parameters(misfit.head);
        let clash = |(at, instead): &'a (usize, Option<String>)| {
            let (term, got, home) = misfit.terms[*at].as_ref()?;
            let (name, wanted, instead) = (misfit.atom.arguments[*at], &wanted[*at], instead.as_deref());
            Some(Clash { misfit, at: *at, name, term: *term, got, wanted, home: *home, instead })
        };
        misfit.bad.iter().filter_map(clash).collect()
    }

    /// The report of clashes that are mended together: where one is, or where its name is declared.
    fn clash(&mut self, first: Clash<'_>, at_home: bool, turned: Option<Span>, ways: Ways, count: usize) {
        let [got, wanted] = [first.got, first.wanted].map(|of| self.task.types.show(of));
        let (name, of, here) = (first.name, first.misfit.atom.name, if at_home { "" } else { " here" });
        let message =
            format!("type mismatch: {} is of type {got}, but {} takes {wanted}{here}", name.text, of.text);
        let (used, home) = ((first.misfit.file, name.span), first.home);
        let ((file, span), other, what) = if at_home {
            (home, used, "used here".to_owned())
        } else {
            (used, home, format!("declared as {got}"))
        };
        let fault = match turned {
            Some(of) => {
                let fault = codes::E0207.at(of, message).label("a type in front of its names");
                fault.second_in(file, span, format!("of type {got}"))
            }
            None => codes::E0207.at(span, message).label(format!("of type {got}")),
        };
        let fault = second(fault, self.found.declared(first.misfit.head), format!("takes {wanted}"));
        self.tell(file, second(fault, other, what), ways, if at_home { 1 } else { count });
    }

    /// The ways to mend clashes that no list explains.
    fn ways(&self, group: &[Clash<'_>], all: &[Clash<'_>], right: &Right, ways: &mut Ways) {
        let (first, types) = (group[0], &self.task.types);
        let [got, wanted] = [first.got, first.wanted].map(|of| types.show(of));
        if matches!(first.term, Term::Object(_)) && *first.got == [Types::object()] {
            let section = if first.home.0 == 0 { ":constants" } else { ":objects" };
            let name = first.name.text;
            let help = format!("write {name} - {wanted} in {section}: as it stands, it is only an object");
            let is_last = groups(&self.lists())
                .any(|(file, group)| group.of.span.is_none() && (file, group.names[0].span) == first.home);
            let place = Span::at(first.home.1.end);
            let edits = is_last.then(|| edit(first.home.0, place, format!(" - {wanted}")));
            ways.add(help, edits.into_iter().collect(), true);
        } else {
            let (file, span) = (first.misfit.file, first.name.span);
            if first.got.iter().any(|of| self.found.reversed.contains(of))
                && types.fits(first.wanted, first.got)
            {
                let help = format!("see the list of types: is {got} - {wanted} meant?");
                return ways.add(help, Vec::new(), false);
            }
            match first.instead {
                _ if group.len() > 1 => {}
                Some(near) => ways.add(format!("did you mean {near}?"), vec![edit(file, span, near)], false),
                None => ways.add(self.give(first.wanted), Vec::new(), false),
            }
            if let ([below], false) =
                (&first.got[..], Types::is_any(first.got) || types.fits(first.wanted, first.got))
            {
                // What has objects of its own, as every kind of things has, is none that others are below; nor are
                // those two that stand beside each other.
                let has_own = |of: &TypeId| self.task.object_types.iter().any(|types| types.contains(of));
                let is_beside = self.task.predicate_info.iter().any(|info| {
                    info.parameters.contains(first.got) && info.parameters.contains(first.wanted)
                });
                let help =
                    format!("if every {got} is {}, write {got} - {wanted} in :types", article(&wanted));
                let (span, text) = self.found.place_in(0, ":types", &format!("{got} - {wanted}"));
                match (has_own(below), first.wanted.iter().any(has_own)) {
                    (_, true) => {}
                    _ if is_beside => {}
                    (true, _) => ways.first(help, vec![edit(0, span, text)], false),
                    _ => ways.add(help, vec![edit(0, span, text)], false),
                }
            }
        }
        if !ways.is_sure() {
            self.widened(first, all, right, ways);
        }
        if ways.0.is_empty() {
            ways.add(self.give(first.wanted), Vec::new(), false);
        }
    }

    /// The parameter may be declared too narrowly, or lack a type of its own before others: if all arguments that do
    /// not fit are of one other type.
    fn widened(&self, first: Clash<'_>, all: &[Clash<'_>], right: &Right, ways: &mut Ways) {
        let head = first.misfit.head;
        let (file, declared) = self.found.declared(head);
        let own = || all.iter().filter(|one| one.misfit.head == head && one.at == first.at);
        let signature = self.domain.predicates.iter().find(|one| one.span == declared);
        let (Some(signature), [got]) = (signature, &first.got[..]) else { return };
        let (mut before, mut groups) = (0, signature.parameters.groups.iter());
        let group = groups.find(|group| {
            before += group.names.len();
            before > first.at
        });
        let Some(group) =
            group.filter(|_| own().all(|one| one.got == first.got) && !Types::is_any(first.got))
        else {
            return;
        };
        let name = group.names[first.at + group.names.len() - before];
        let (is_right, count) = (right.slots.contains(&(head, first.at)), own().count());
        let is_named = name.text[1..].eq_ignore_ascii_case(&self.task.types.show(first.got));
        let of = if is_right { self.above(first.wanted, *got) } else { first.got.clone() };
        let text = format!("{} - {}", name.text, self.task.types.show(&of));
        match (&group.names[..], group.of.span) {
            ([_], Some(span)) if count > 1 => {
                let help = format!("declare it as it is used: {text}");
                let edits = vec![edit(file, name.span.to(span), text)];
                if self.task.types.fits(first.wanted, first.got) && ways.0.is_empty() {
                    ways.add(self.give(first.wanted), Vec::new(), false);
                }
                if is_right { ways.add(help, edits, false) } else { ways.first(help, edits, false) }
            }
            ([one, _, ..], Some(_)) if *one == name && !is_right => {
                let is_sure = count > 1 || is_named;
                // The name of another argument is the likelier slip.
                let at = usize::from(!is_sure && first.instead.is_some());
                ways.0.truncate(at);
                ways.add(format!("write {text}: {OF_ALL}"), vec![edit(file, name.span, text)], is_sure);
            }
            _ => {}
        }
    }

    fn give(&self, wanted: &TypeSet) -> String {
        format!("give an argument of type {}", self.task.types.show(wanted))
    }

    /// The narrowest declared type above some and another, or all of them.
    fn above(&self, of: &TypeSet, other: TypeId) -> TypeSet {
        let all: TypeSet = of.iter().copied().chain([other]).collect();
        let types = &self.task.types;
        let is_above = |id: TypeId| all.iter().all(|one| types.fits(&[*one], &[id]));
        let above = types.names.ids().filter(|id| *id != Types::object() && is_above(*id));
        let narrowest = above.reduce(|one, next| if types.fits(&[next], &[one]) { next } else { one });
        narrowest.map_or(all, |one| vec![one])
    }

    /// The lists of names, each with its text: objects first, then constants, and those of variables.
    fn lists(&self) -> Vec<(usize, &'a TypedList<'a>)> {
        let objects = self.problem.map(|problem| (1, &problem.objects));
        let variables = self.found.lists.iter().map(|(file, list)| (*file, list));
        objects.into_iter().chain([(0, &self.domain.constants)]).chain(variables).collect()
    }

    /// How to mend two groups of variables in one list, each used only as if it had the type of the other.
    fn exchanged(
        &self,
        file: usize,
        list: &TypedList<'_>,
        by_home: &ByHome<'_>,
        right: &Right,
    ) -> Option<Mend> {
        let place = |name: &Name<'_>| (file, name.span);
        let own = |group: &TypedGroup<'_>| -> Vec<Clash<'_>> {
            group.names.iter().filter_map(|name| by_home.get(&place(name))).flatten().copied().collect()
        };
        let is_wrong = |group: &&TypedGroup<'_>| {
            group.names.iter().all(|name| name.is_variable() && !right.names.contains(&place(name)))
        };
        let groups = list.groups.iter().filter(is_wrong).map(|group| (group, own(group)));
        let [(one, used), (other, other_used)] =
            &groups.filter(|one| !one.1.is_empty()).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let takes = |uses: &[Clash<'_>], of| uses.iter().all(|one| self.task.types.fits(of, one.wanted));
        let (got, other_got) = (used[0].got, other_used[0].got);
        // Of a single use, the arguments may be exchanged.
        let is_single = used.iter().chain(other_used).all(|one| std::ptr::eq(one.misfit, used[0].misfit));
        if is_single || !takes(used, other_got) || !takes(other_used, got) {
            return None;
        }
        let [got, other_got] = [got, other_got].map(|of| self.task.types.show(of));
        let [own, others] = [one, other].map(|group| words(&group.names));
        Some(Mend {
            help: format!("the types are exchanged: write {own} - {other_got} and {others} - {got}"),
            edits: vec![edit(file, one.of.span?, other_got), edit(file, other.of.span?, got)],
            names: one.names.iter().chain(&other.names).map(place).collect(),
            is_sure: true,
            turned: None,
        })
    }

    /// Two arguments that fit only in each other's place: told where they are; or, if that is so wherever a predicate
    /// is used, where it is declared.
    fn swapped(&mut self, right: &Right) -> FxHashSet<*const Misfit<'a>> {
        let mut swapped: IndexMap<(Head, [usize; 2]), Vec<&'a Misfit<'a>>> = IndexMap::new();
        let all = &self.found.mistakes.misfits;
        // What does not fit elsewhere either is not merely in the wrong place.
        let alone = all.iter().filter(|misfit| misfit.bad.len() != 2).flat_map(|misfit| self.clashes(misfit));
        let wrong: FxHashSet<Place> = alone.map(|clash| clash.home).collect();
        for misfit in all {
            if let [one, other] = self.clashes(misfit)[..]
                && ![one, other].iter().any(|clash| wrong.contains(&clash.home))
                && self.found.fits(one.term, one.got, other.wanted)
                && self.found.fits(other.term, other.got, one.wanted)
            {
                swapped.entry((misfit.head, [one.at, other.at])).or_default().push(misfit);
            }
        }
        for ((head, [at, other]), uses) in &swapped {
            let (file, declared) = self.found.declared(*head);
            let name = uses[0].atom.name.text;
            let wanted = self.found.parameters(*head);
            let signature = self.domain.predicates.iter().find(|one| one.span == declared);
            let (mut ways, first) = (Ways::default(), uses[0]);
            if let Some(signature) = signature.filter(|_| uses.len() > 1 && !right.heads.contains(head)) {
                let names = signature.parameters.iter().map(|(name, _)| name.text.to_owned());
                let mut parameters: Vec<_> = names.zip(wanted.iter().cloned()).collect();
                parameters.swap(*at, *other);
                let item = self.declaration(name, &parameters);
                let message =
                    format!("type mismatch: {name} is declared the other way round than it is used");
                let place = (first.file, first.atom.arguments[*at].span);
                let fault = codes::E0207.at(declared, message).label("declared here");
                let fault = second(fault, place, format!("the first of {} uses", uses.len()));
                ways.add(format!("write {item}"), vec![edit(file, declared, item)], true);
                self.tell(file, fault, ways, 1);
                continue;
            }
            let pair = |misfit: &Misfit<'a>| [misfit.atom.arguments[*at], misfit.atom.arguments[*other]];
            for uses in uses.chunk_by(|one, next| one.file == next.file) {
                let edits = uses.iter().flat_map(|misfit| {
                    let [one, two] = pair(misfit);
                    [edit(misfit.file, one.span, two.text), edit(misfit.file, two.span, one.text)]
                });
                let (mut ways, [one, two]) = (Ways::default(), pair(uses[0]));
                ways.add(format!("write {} before {}", two.text, one.text), edits.collect(), true);
                let message = format!("type mismatch: {} and {} are swapped in {name}", one.text, two.text);
                let of = self.task.types.show(&wanted[*at]);
                let fault = codes::E0207.at(one.span, message).label(format!("{name} takes {of} here"));
                let fault = second(fault, (file, declared), "declared here");
                self.tell(uses[0].file, fault, ways, uses.len());
            }
        }
        swapped.into_values().flatten().map(std::ptr::from_ref).collect()
    }

    /// How to mend names that lack their type, or have it where another begins.
    fn mend(&self, file: usize, group: &TypedGroup<'_>, by_home: &ByHome<'_>, right: &Right) -> Option<Mend> {
        let (names, types) = (&group.names, &self.task.types);
        // The type that all wrong uses of a name take, if it is one.
        let taken = |name: &Name<'_>| {
            let place = (file, name.span);
            let own = by_home.get(&place).filter(|_| !right.names.contains(&place))?;
            own.iter().all(|one| one.wanted == own[0].wanted).then(|| types.show(own[0].wanted))
        };
        let wanted: Vec<Option<String>> = names.iter().map(taken).collect();
        let wants = |name: &Name<'_>, of: &Name<'_>| {
            let own = by_home.get(&(file, name.span)).into_iter().flatten();
            own.into_iter().any(|one| types.show(one.wanted).eq_ignore_ascii_case(of.text))
        };
        let mend = |help: String, run: &[Name<'_>], edits: Vec<(Span, String)>, is_sure: bool| {
            let edits = edits.into_iter().map(|(span, text)| edit(file, span, text)).collect();
            let names = run.iter().map(|name| (file, name.span)).collect();
            Some(Mend { help, edits, names, is_sure, turned: None })
        };
        for (at, name) in names.iter().enumerate().filter(|one| types.names.find(one.1.text).is_some()) {
            // As in `brass iron key d1 - door`.
            if names[..at].iter().any(|one| wants(one, name)) {
                let help = format!("write {} - {}", words(&names[..at]), name.text);
                return mend(help, &names[..at], vec![(Span::at(name.span.start), "- ".to_owned())], true);
            }
            // As in `bed roses beans pump - well`.
            let count = names[at + 1..].iter().take_while(|one| wants(one, name)).count();
            if let [first, ..] = names[at + 1..at + 1 + count] {
                let run = &names[at + 1..at + 1 + count];
                let help = format!("the type follows its names: write {} - {}", words(run), name.text);
                let end = Span::at(names[at + count].span.end);
                let removed = (Span::new(name.span.start, first.span.start), String::new());
                let found = mend(help, run, vec![removed, (end, format!(" - {}", name.text))], true);
                return found.map(|found| Mend { turned: Some(name.span), ..found });
            }
        }
        let of = wanted[0].as_deref()?;
        let own = &by_home[&(file, names[0].span)];
        let id = types.names.find(of)?;
        let (is_object, is_named) = (!names[0].is_variable(), names[0].text[1..].eq_ignore_ascii_case(of));
        // What has a type above that one is of it if the types are mended.
        let is_above = is_object && !Types::is_any(own[0].got) && types.fits(&[id], own[0].got);
        if names.len() < 2 || own.len() < 2 && !is_named || is_above {
            return None;
        }
        // The names at the beginning that lack the same type; after what has none, there may be others.
        let lacks = |of: &&Option<String>| {
            of.as_ref().map_or(group.of.span.is_none(), |of| *of == *wanted[0].as_ref().unwrap_or(of))
        };
        let count = wanted.iter().take_while(lacks).count();
        let run = &names[..count];
        // `white black-pearl`
        let joined = run.iter().zip(&wanted).find_map(|(name, of_name)| {
            let own = name.text.strip_suffix(of)?.strip_suffix('-').filter(|_| of_name.is_none())?;
            Some((one_word(own, of), name.span))
        });
        if let Some(((help, text), span)) = joined {
            return mend(help, run, vec![(span, text)], true);
        }
        let place = match group.of.span.filter(|_| count == names.len()) {
            // A predicate may be declared wrongly as well.
            Some(_) if !is_object => return None,
            Some(span) => (span, of.to_owned()),
            None => (Span::at(run[count - 1].span.end), format!(" - {of}")),
        };
        let has_kinds = types.names.ids().any(|kind| kind != id && types.fits(&[kind], &[id]));
        let or = if has_kinds { ", or a kind of it" } else { "" };
        mend(format!("write {} - {of}{or}: {OF_ALL}", words(run)), run, vec![place], !has_kinds)
    }
}

/// The groups of names in lists, each with its text.
fn groups<'l, 'a>(
    lists: &'l [(usize, &'a TypedList<'a>)],
) -> impl Iterator<Item = (usize, &'a TypedGroup<'a>)> + 'l {
    lists.iter().flat_map(|(file, list)| list.groups.iter().map(move |group| (*file, group)))
}

/// Names in a row.
fn words(names: &[Name<'_>]) -> String {
    let more = if names.len() > 6 { " ..." } else { "" };
    names.iter().take(6).map(|name| name.text).collect::<Vec<_>>().join(" ") + more
}
