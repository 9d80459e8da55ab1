//! Wrong numbers of arguments.

use super::{Explain, Ways, edit, second};
use crate::task::literal::written;
use crate::task::resolve::mistakes::{Head, Miscount, Right, Use};
use crate::task::resolve::scope::Role;
use crate::task::{ObjectId, Types};
use banto_base::source::{Span, codes};

impl Explain<'_, '_> {
    pub(super) fn arities(&mut self, right: &Right) {
        for ((head, got), list) in &self.found.mistakes.miscounts {
            let uses: Vec<&Use<'_>> = list.iter().map(|one| &one.used).collect();
            self.arity(*head, *got, list, &uses, right);
        }
    }

    fn arity(&mut self, head: Head, got: usize, list: &[Miscount<'_>], uses: &[&Use<'_>], right: &Right) {
        let (first, wanted, mut ways) = (uses[0], self.found.parameters(head), Ways::default());
        let (name, count) = (first.atom.name, wanted.len());
        let (kind, plural) = (head.noun(), if count == 1 { "" } else { "s" });
        let fault = codes::E0206
            .at(first.atom.span, format!("{kind} {} takes {count} argument{plural}, got {got}", name.text))
            .label(format!("{got} given"));
        let mut fault = second(fault, self.found.declared(head), format!("declared with {count}"));
        // All uses have this number: the declaration is to blame. A single use with too few may lack one.
        let others = self.found.mistakes.miscounts.keys().filter(|(other, _)| *other == head).count();
        if let Head::Predicate(id) = head
            && others == 1
            && !right.heads.contains(&head)
            && (uses.len() > 1 || got > count)
            && let Some(parameters) = self.parameters_of(uses)
        {
            let item = self.declaration(self.task.predicates.name(id), &parameters);
            let (file, span) = self.found.declared(head);
            ways.add(format!("declare it as it is used: {item}"), vec![edit(file, span, item)], false);
        }
        let fits = |used: &Use<'_>| {
            let mut terms = used.terms.iter();
            terms.all(|term| term.as_ref().is_some_and(|one| self.found.fits(one.0, &one.1, &wanted[0])))
        };
        let each = |used: &Use<'_>| {
            let atoms = used.atom.arguments.iter().map(|one| written(name.text, std::iter::once(one.text)));
            let atoms = atoms.collect::<Vec<_>>().join(" ");
            if used.role == Role::Initially { atoms } else { format!("(and {atoms})") }
        };
        let is_each = |used: &&Use<'_>| used.negated.is_none() && used.role != Role::Delete && fits(used);
        if count == 1 && got > 1 && matches!(head, Head::Predicate(_)) && uses.iter().all(is_each) {
            let edits = uses.iter().map(|one| edit(one.file, one.atom.span, each(one))).collect();
            ways.add(format!("for each of them write {}", each(first)), edits, false);
        }
        if got > count {
            let words: Vec<&str> = first.atom.arguments[count..].iter().map(|extra| extra.text).collect();
            let edits = uses.iter().map(|one| {
                let before = if count == 0 { one.atom.name } else { one.atom.arguments[count - 1] };
                let end = one.atom.arguments[got - 1].span.end;
                edit(one.file, Span::new(before.span.end, end), "")
            });
            ways.add(format!("leave out {}", words.join(" ")), edits.collect(), false);
        } else {
            let what = if count - got == 1 { "an argument is" } else { "arguments are" };
            let shown: Vec<String> = wanted.iter().map(|of| self.task.types.show(of)).collect();
            let is_plain = wanted.iter().all(|of| Types::is_any(of));
            let takes =
                if is_plain { String::new() } else { format!(": {} takes {}", name.text, shown.join(", ")) };
            fault = fault.help(format!("{what} missing{takes}"));
            if let [(at, variable)] = &list[0].fitting[..] {
                let mut words: Vec<&str> = first.atom.arguments.iter().map(|one| one.text).collect();
                words.insert(*at, variable);
                let before = if *at == 0 { name } else { first.atom.arguments[at - 1] };
                let edits = vec![edit(first.file, Span::at(before.span.end), format!(" {variable}"))];
                let form = written(name.text, words.into_iter());
                // An object may be meant as well.
                let mut objects = self.task.objects_of(&wanted[*at]);
                let is_known = |id: ObjectId| self.found.object_places[id.index()].0 <= first.file;
                let is_sure = ways.0.is_empty() && !objects.any(is_known);
                ways.add(format!("is {variable} missing? Write {form}"), edits, is_sure);
            } else if !list[0].fitting.is_empty() {
                let mut names: Vec<&str> = list[0].fitting.iter().map(|one| one.1.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                fault = fault.help(format!("variables that fit: {}", names.join(" ")));
            }
        }
        self.tell(first.file, fault, ways, uses.len());
    }
}
