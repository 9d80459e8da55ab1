//! Changes to `:init`: a fact is added, goes, or becomes another.
//!
//! In: the facts as they stand, and what the goal lacks. Out: candidates. Of very many facts, not all are looked at.

use rustc_hash::FxHashSet;

use super::{Act, Maker, Place, Site, Written};
use crate::why::literal::{MAX_FACTS, tuples};
use banto_base::source::Span;
use banto_text::pddl::ast::{Init, Problem};
use banto_text::task::{ObjectId, PredicateId};

/// At most of this many facts about one predicate the objects are looked at.
const MAX_ALIKE: usize = 40;

impl<'s> Maker<'_, 's> {
    pub(super) fn facts(&mut self, problem: &Problem<'s>) {
        let (task, chain) = (self.task, self.chain);
        let place = Place { site: Site::Init, bearer: String::new(), variables: Vec::new() };
        let fact = |predicate: PredicateId, row: &[ObjectId]| Written {
            predicate,
            arguments: row.iter().map(|object| task.objects.name(*object).to_owned()).collect(),
            positive: true,
        };
        let known: FxHashSet<String> = task.init.iter().map(|(of, row)| fact(of, row).show(task)).collect();
        // Facts that are asked for, then all of the predicates that have few.
        let asked = (0..chain.nodes.len()).filter_map(|node| chain.fact(node));
        let asked = asked.filter(|asked| asked.positive && self.is_base(asked.predicate));
        let any = self.wanted.iter().map(|wanted| (wanted.0, vec![None; self.parameters_of(wanted.0).len()]));
        let asked = asked.map(|asked| (asked.predicate, asked.arguments.clone())).chain(any);
        for (predicate, arguments) in asked.collect::<Vec<_>>() {
            for row in tuples(task, predicate, &arguments) {
                let new = fact(predicate, &row);
                if self.is_over() {
                    return;
                }
                if !known.contains(&new.show(task)) {
                    let edits = self.added(&new, problem);
                    self.put(&place, Act::Add, (None, Some(self.piece(new))), edits);
                }
            }
        }
        let mut seen = FxHashSet::default();
        let stated = problem.init.iter().filter_map(|init| match init {
            Init::Fact(atom) => Some(self.literal(atom, true)?.show(task)),
            _ => None,
        });
        let twice: FxHashSet<String> = stated.filter(|fact| !seen.insert(fact.clone())).collect();
        for init in problem.init.iter().take(MAX_FACTS) {
            if self.is_over() {
                return;
            }
            let Init::Fact(atom) = init else { continue };
            let Some(old) = self.literal(atom, true) else { continue };
            // What is stated twice does not go with one of the two.
            let gone = Some((old.show(task), Some(old.clone()).filter(|_| !twice.contains(&old.show(task)))));
            let goes = (self.without(&place, atom.span), String::new());
            self.put(&place, Act::Drop, (gone.clone(), None), vec![goes]);
            // Of many facts, none is suspected of naming another object.
            let is_one_of_many = chain.stated(old.predicate).nth(MAX_ALIKE).is_some();
            for (act, new) in self.others(&old, &place) {
                let is_read = act != Act::Predicate || self.wanted.iter().any(|one| one.0 == new.predicate);
                let text = new.show(task);
                if is_read && (act == Act::Exchange || !is_one_of_many) && !known.contains(&text) {
                    let edits = vec![(atom.span, text.clone())];
                    self.put(&place, act, (gone.clone(), Some((text, Some(new)))), edits);
                }
            }
        }
    }

    /// One more fact: in the place of its negation, if that is stated, else before all others.
    pub(super) fn added(&self, new: &Written, problem: &Problem<'s>) -> Vec<(Span, String)> {
        let (task, text) = (self.task, self.texts[1].text());
        let shown = new.show(task);
        let is_it = |init: &&Init<'s>| match init {
            Init::Negated(fact) => self.literal(&fact.0, true).is_some_and(|one| one.show(task) == shown),
            _ => false,
        };
        if let Some(Init::Negated(fact)) = problem.init.iter().find(is_it) {
            return vec![(fact.1, shown)];
        }
        let start = |init: &Init<'s>| match init {
            Init::Fact(atom) => atom.span.start as usize,
            Init::Negated(fact) => fact.1.start as usize,
            Init::Value(value) => text[..value.0.span.start as usize].rfind('(').unwrap_or_default(),
        };
        if let Some(at) = problem.init.first().map(start) {
            let column = at - text[..at].rfind('\n').map_or(0, |line| line + 1);
            return vec![(Span::from(at..at), format!("{shown}\n{:column$}", ""))];
        }
        let is_comment = |at: usize| text[..at].lines().next_back().is_some_and(|line| line.contains(';'));
        let small = text.to_ascii_lowercase();
        let mut heads = small.match_indices(":init").map(|(at, head)| at + head.len());
        let at = heads.find(|at| !is_comment(*at)).unwrap_or_default();
        vec![(Span::from(at..at), format!(" {shown}"))]
    }
}
