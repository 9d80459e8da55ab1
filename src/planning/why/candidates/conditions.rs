//! Changes to one condition of an action, an effect or a rule, or to the goal.
//!
//! In: a condition with the variables in scope. Out: candidates: a part goes, is denied, or becomes another.

use super::{Act, Maker, Piece, Place, Site};
use banto_base::source::Span;
use banto_text::pddl::ast::{Condition, ConditionKind, TypedList};

impl<'s> Maker<'_, 's> {
    /// The changes to a condition: a whole one, or a part `among` others, as they are written, which may be none.
    pub(super) fn condition(
        &mut self,
        condition: &Condition<'s>,
        place: &Place<'s>,
        among: Option<&[String]>,
    ) {
        let (span, old) = (condition.span, self.source(place, condition.span));
        // A part of a list goes without a trace, a whole condition is empty then; what stands alone below something
        // else, with an empty list around it, stays.
        let is_whole = among.is_none();
        let goes = match (among, &condition.kind) {
            (None, ConditionKind::And(_)) | (Some([]), _) => None,
            (None, _) => Some((span, "(and)".to_owned())),
            (Some(_), _) => Some((self.without(place, span), String::new())),
        };
        let literal = self.literal_of(condition);
        let gone: Option<Piece> = Some((old.clone(), literal.clone()));
        if let Some(edit) = goes {
            self.put(place, Act::Drop, (gone.clone(), None), vec![edit]);
        }
        let is_there = |new: &str| among.is_some_and(|among| among.iter().any(|part| part == new));
        if let Some(literal) = literal {
            let mut denied = literal.clone();
            denied.positive = !literal.positive;
            // Nobody wants a goal denied.
            let all = Some((Act::Deny, denied)).filter(|one| place.site != Site::Goal || one.1.positive);
            for (act, new) in all.into_iter().chain(self.others(&literal, place)) {
                let come = self.piece(new);
                if !is_there(&come.0) {
                    let edits = vec![(span, come.0.clone())];
                    self.put(place, act, (gone.clone(), Some(come)), edits);
                }
            }
            return;
        }
        let instead = |maker: &mut Self, act, new: String, edits: Vec<(Span, String)>| {
            maker.put(place, act, (gone.clone(), Some((new, None))), edits);
        };
        match &condition.kind {
            ConditionKind::Atom(_) => {}
            ConditionKind::Equal(..) => {
                let new = format!("(not {old})");
                instead(self, Act::Deny, new.clone(), vec![(span, new)]);
            }
            ConditionKind::Not(inner) => {
                // That not all hold is meant so.
                if !matches!(inner.kind, ConditionKind::And(_)) && place.site != Site::Goal {
                    let new = self.source(place, inner.span);
                    instead(self, Act::Deny, new.clone(), vec![(span, new)]);
                }
                self.condition(inner, place, Some(&[]));
            }
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                let is_and = matches!(condition.kind, ConditionKind::And(_));
                // Of a longer list, each part is asked for.
                if is_and && (!is_whole && !parts.is_empty() || parts.len() == 2) {
                    let head = self.head(place, span);
                    instead(
                        self,
                        Act::Connective,
                        old.replacen("and", "or", 1),
                        vec![(head, "or".to_owned())],
                    );
                }
                let among: Vec<String> = parts.iter().map(|part| self.source(place, part.span)).collect();
                parts.iter().for_each(|part| self.condition(part, place, Some(&among)));
            }
            ConditionKind::Imply(left, right) => {
                let halves = [left, right].map(|half| self.source(place, half.span));
                let new = format!("(imply {} {})", halves[1], halves[0]);
                let [one, two] = halves;
                instead(self, Act::Exchange, new, vec![(left.span, two), (right.span, one)]);
                self.condition(left, place, Some(&[]));
                self.condition(right, place, Some(&[]));
            }
            ConditionKind::Forall(list, inner) | ConditionKind::Exists(list, inner) => {
                let is_forall = matches!(condition.kind, ConditionKind::Forall(..));
                let (word, other) = if is_forall { ("forall", "exists") } else { ("exists", "forall") };
                let head = self.head(place, span);
                instead(self, Act::Quantifier, old.replacen(word, other, 1), vec![(head, other.to_owned())]);
                if let (ConditionKind::And(parts), true) = (&inner.kind, is_forall)
                    && let [one, two] = &parts[..]
                {
                    let head = self.head(place, inner.span);
                    let [left, right] = [one, two].map(|half| self.source(place, half.span));
                    let outer = old.split_once("(and").map_or("", |outer| outer.0);
                    let ahead = format!("{outer}(imply {left} {right}))");
                    let back = format!("{outer}(imply {right} {left}))");
                    let imply = (head, "imply".to_owned());
                    instead(self, Act::Connective, ahead, vec![imply.clone()]);
                    instead(self, Act::Connective, back, vec![imply, (one.span, right), (two.span, left)]);
                }
                self.quantified(list, &old, place, gone.as_ref());
                let mut inside = place.clone();
                inside.variables.extend(self.declared(list));
                // Below a quantifier, a conjunction may lose a part, and not become another whole.
                self.condition(inner, &inside, Some(&[]));
            }
        }
    }

    /// The literal that a condition is, if it is one.
    fn literal_of(&self, condition: &Condition<'s>) -> Option<super::Written> {
        match &condition.kind {
            ConditionKind::Atom(atom) => self.literal(atom, true),
            ConditionKind::Not(inner) => match &inner.kind {
                ConditionKind::Atom(atom) => self.literal(atom, false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Another type of a variable of a quantifier.
    fn quantified(&mut self, list: &TypedList<'s>, old: &str, place: &Place<'s>, gone: Option<&Piece>) {
        for group in &list.groups {
            for name in &group.names {
                for types in self.types_for(&self.type_set(&group.of)) {
                    let edit = self.retyped(group, &[name.text], &types);
                    let before = self.source(place, edit.0);
                    let come = Some((old.replacen(&before, &edit.1, 1), None));
                    self.put(place, Act::Type, (gone.cloned(), come), vec![edit]);
                }
            }
        }
    }
}
