//! Changes to what an action does.
//!
//! In: an effect with the variables in scope. Out: candidates: an effect is added, goes, is denied, becomes another,
//! or changes places with another one.

use rustc_hash::FxHashSet;

use super::{Act, Maker, Place, Site, Written};
use crate::why::literal::{Source, literals_of};
use banto_base::source::Span;
use banto_text::pddl::ast::{Condition, ConditionKind, Effect, EffectKind};
use banto_text::task::{PredicateId, Task};

/// The action of which the effects are looked at.
struct Own {
    /// What it does, as it is written.
    written: FxHashSet<String>,
    /// What holds already when it is taken, and the predicates of what it deletes.
    asked: FxHashSet<String>,
    deleted: Vec<PredicateId>,
}

impl Own {
    /// Whether an effect changes nothing: it adds what holds already, and nothing else deletes such a fact but what
    /// goes.
    fn is_idle(&self, new: &Written, task: &Task, gone: usize) -> bool {
        let deleted = self.deleted.iter().filter(|predicate| **predicate == new.predicate).count();
        new.positive && deleted <= gone && self.asked.contains(&new.show(task))
    }
}

impl<'s> Maker<'_, 's> {
    pub(super) fn effects(&mut self, effect: &Effect<'s>, place: &Place<'s>) {
        let Site::Effect(at) = place.site else { return };
        let (task, changes) = (self.task, self.chain.changes_by(Source::Action(at)));
        let deleted: Vec<PredicateId> =
            changes.iter().filter(|change| !change.adds).map(|change| change.atom.predicate).collect();
        let schema = &task.schemas[at];
        let asked = literals_of((&schema.precondition, true)).into_iter().filter(|asked| asked.positive);
        let asked = asked.map(|asked| asked.show(task, &schema.parameters)).collect();
        let written = changes.iter().map(|change| change.show(task)).collect();
        self.body(effect, place, &[], &Own { written, asked, deleted });
    }

    /// The effect of an action, or below a quantifier or a condition, of which the beginnings are `heads`: more is
    /// added to it, and it changes.
    fn body(&mut self, effect: &Effect<'s>, place: &Place<'s>, heads: &[String], own: &Own) {
        let span = effect.span;
        let added = |text: &str| match &effect.kind {
            EffectKind::And(parts) if parts.is_empty() => vec![(span, text.to_owned())],
            EffectKind::And(_) => vec![(Span::at(span.end - 1), format!(" {text}"))],
            _ => vec![(Span::at(span.start), "(and ".to_owned()), (Span::at(span.end), format!(" {text})"))],
        };
        let whole = |text: &str| format!("{}{text}{}", heads.concat(), ")".repeat(heads.len()));
        for (predicate, positive) in self.wanted.clone() {
            for arguments in self.fill(predicate, place) {
                let new = Written { predicate, arguments, positive };
                let atom = Written { positive: true, ..new.clone() }.show(self.task);
                if !own.written.contains(&atom) && !own.is_idle(&new, self.task, 0) {
                    let text = new.show(self.task);
                    self.put(place, Act::Add, (None, Some((whole(&text), Some(new)))), added(&text));
                }
            }
        }
        self.part(effect, place, None, heads, own);
    }

    /// The changes to an effect: a whole one, or a part `among` others, as they are written.
    fn part(
        &mut self,
        effect: &Effect<'s>,
        place: &Place<'s>,
        among: Option<&[String]>,
        heads: &[String],
        own: &Own,
    ) {
        match &effect.kind {
            EffectKind::And(parts) => {
                let among: Vec<String> = parts.iter().map(|part| self.source(place, part.span)).collect();
                for (at, part) in parts.iter().enumerate() {
                    self.part(part, place, Some(&among), heads, own);
                    parts[..at].iter().for_each(|other| self.exchanged(other, part, place));
                }
            }
            EffectKind::Forall(list, inner) => {
                let mut inside = place.clone();
                inside.variables.extend(self.declared(list));
                let head = self.source(place, Span::new(effect.span.start, inner.span.start));
                self.body(inner, &inside, &[heads, &[format!("{head} ")]].concat(), own);
            }
            EffectKind::When(guard, inner) => {
                let Site::Effect(at) = place.site else { return };
                let bearer = format!("an effect of {}", place.bearer);
                let conditions = Place { site: Site::Condition(Source::Action(at)), bearer, ..place.clone() };
                self.condition(guard, &conditions, None);
                self.halves(effect, guard, inner, place);
                let head = format!("(when {} ", self.source(place, guard.span));
                self.body(inner, place, &[heads, &[head]].concat(), own);
            }
            EffectKind::Add(atom) | EffectKind::Delete(atom) => {
                let Some(old) = self.literal(atom, matches!(effect.kind, EffectKind::Add(_))) else { return };
                let gone = Some(self.piece(old.clone()));
                let goes = match among {
                    Some(_) => (self.without(place, effect.span), String::new()),
                    None => (effect.span, "(and)".to_owned()),
                };
                self.put(place, Act::Drop, (gone.clone(), None), vec![goes]);
                let denied = (Act::Deny, Written { positive: !old.positive, ..old.clone() });
                for (act, new) in std::iter::once(denied).chain(self.others(&old, place)) {
                    let text = new.show(self.task);
                    let is_there = among.is_some_and(|among| among.contains(&text));
                    let is_idle = own.is_idle(&new, self.task, usize::from(!old.positive));
                    if !is_there && !is_idle && self.is_base(new.predicate) {
                        let come = Some((text.clone(), Some(new)));
                        self.put(place, act, (gone.clone(), come), vec![(effect.span, text)]);
                    }
                }
            }
            EffectKind::Increase(..) => {}
        }
    }

    /// An addition and a deletion the other way round.
    fn exchanged(&mut self, one: &Effect<'s>, other: &Effect<'s>, place: &Place<'s>) {
        let (added, deleted) = match (&one.kind, &other.kind) {
            (EffectKind::Add(_), EffectKind::Delete(_)) => (one, other),
            (EffectKind::Delete(_), EffectKind::Add(_)) => (other, one),
            _ => return,
        };
        let (EffectKind::Add(first), EffectKind::Delete(second)) = (&added.kind, &deleted.kind) else {
            return;
        };
        let literals = [self.literal(first, true), self.literal(second, true)];
        let [Some(first), Some(second)] = literals else { return };
        let [one, two] = [&first, &second].map(|literal| literal.show(self.task));
        let gone = Some((format!("{one} and (not {two})"), Some(first)));
        let come = Some((format!("{two} and (not {one})"), Some(second)));
        let edits = vec![(added.span, two), (deleted.span, format!("(not {one})"))];
        self.put(place, Act::Exchange, (gone, come), edits);
    }

    /// What is asked for and what happens the other way round.
    fn halves(&mut self, effect: &Effect<'s>, guard: &Condition<'s>, inner: &Effect<'s>, place: &Place<'s>) {
        let is_plain = matches!(inner.kind, EffectKind::Add(_) | EffectKind::Delete(_))
            && matches!(guard.kind, ConditionKind::Atom(_) | ConditionKind::Not(_));
        if is_plain {
            let [old, one, two] = [effect.span, guard.span, inner.span].map(|span| self.source(place, span));
            let come = Some((format!("(when {two} {one})"), None));
            let edits = vec![(guard.span, two), (inner.span, one)];
            self.put(place, Act::Exchange, (Some((old, None)), come), edits);
        }
    }
}
