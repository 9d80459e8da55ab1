//! How rare a slip in a condition is.
//!
//! In: a change to a condition. Out: its doubt.

use super::super::chain::Chain;
use super::super::edit::{Edit, Kind};
use super::super::literal::{Change, Literal, Source};
use super::{share_part, sum};
use crate::text::task::{Atom, PredicateId, Term, Variable};

impl Chain<'_> {
    pub(super) fn prior_of_condition(&self, edit: &Edit, source: Source) -> f64 {
        let [old, new] = edit.literals();
        let is_asked = old.is_some_and(|one| one.1);
        let is_fixed = old.is_some_and(|one| !self.is_changed(one.0.predicate));
        let is_single = old.is_some_and(|one| self.stated(one.0.predicate).nth(1).is_none());
        // Where an action can be taken as it is written, it is rather written as it is meant.
        let is_alive = !self.is_dead(source);
        let taken = sum([(is_alive, 0.5), (is_alive && is_fixed, 1.0)]);
        let usual =
            sum([(old.is_some_and(|one| one.1 && self.is_usual_condition(source, one.0.predicate)), 1.5)]);
        let is_stiff = !is_fixed && new.is_some_and(|one| !self.is_changed(one.0.predicate));
        let is_usual = old.is_some_and(|one| self.is_written_elsewhere(source, one));
        // Two words for one thing.
        let names = [old, new].map(|one| one.map(|one| self.task().predicates.name(one.0.predicate)));
        let kin = names[0].zip(names[1]).is_some_and(|(one, other)| one != other && share_part(one, other));
        // A rule that should call itself.
        let is_own = |at: usize| new.is_some_and(|one| self.task().axioms[at].predicate == one.0.predicate);
        taken
            + match edit.kind {
                Kind::Drop | Kind::Other if old.is_none() => 4.5,
                Kind::Quantifier => 6.0,
                // The negation belongs inside.
                Kind::Negate if old.is_none() => 2.5,
                Kind::Swap => 1.5,
                Kind::Negate => {
                    // What actions only ever take away is rather asked to be gone.
                    let is_lost = old.is_some_and(|(atom, asked)| {
                        *asked
                            && self.changes_of(true, atom.predicate).next().is_none()
                            && self.changes_of(false, atom.predicate).next().is_some()
                    });
                    let signs = [(is_asked, 4.5 + usual), (!is_asked, 2.5), (is_lost, -1.0)];
                    sum(signs) + self.sign_elsewhere(edit)
                }
                // One fact alone is rather written the wrong way itself.
                Kind::Permute => 1.5 + sum([(is_single, 1.0), (old.is_none(), 1.5), (is_usual, 1.5)]),
                Kind::Predicate if matches!(source, Source::Rule(at) if is_own(at)) => 0.5,
                // What always holds is no condition.
                Kind::Drop | Kind::Predicate => {
                    let is_tie = edit.kind == Kind::Drop && old.is_some_and(|one| self.is_tie(source, one));
                    3.5 + usual + sum([(kin, -3.5), (is_stiff, 1.5), (is_tie, 1.0)])
                }
                Kind::Type => 3.5,
                _ => 3.0,
            }
    }

    /// How the other conditions on a predicate speak for the opposite of one: all of them, some, or none.
    fn sign_elsewhere(&self, edit: &Edit) -> f64 {
        let [Some((atom, positive)), _] = edit.literals() else { return 0.0 };
        let literals = self.changes.iter().flat_map(Change::all_literals);
        let others =
            literals.filter(|one| one.atom.predicate == atom.predicate && one.atom.span != atom.span);
        let signs: Vec<bool> = others.map(|one| one.positive).collect();
        match (signs.contains(positive), signs.contains(&!positive)) {
            (false, true) => -1.5,
            (true, true) => -0.5,
            _ => 0.0,
        }
    }

    /// A condition that most actions have is hardly too much in one.
    fn is_usual_condition(&self, source: Source, predicate: PredicateId) -> bool {
        let schemas = self.task().schemas.len();
        let asks = |schema: &usize| {
            self.changes_by(Source::Action(*schema)).iter().any(|change| change.asks_for(predicate))
        };
        let asking = (0..schemas).filter(asks).count();
        source.schema().is_some() && asking >= 3 && asking * 3 >= schemas * 2
    }

    /// Whether a condition alone says how two variables stand to each other.
    fn is_tie(&self, source: Source, (atom, positive): &(Atom, bool)) -> bool {
        let variables = |atom: &Atom| -> Vec<Term> {
            atom.arguments.iter().copied().filter(|term| matches!(term, Term::Variable(_))).collect()
        };
        let own = variables(atom);
        let together = |theirs: &[Term]| {
            own.iter().enumerate().any(|(at, one)| {
                theirs.contains(one) && own[..at].iter().any(|other| other != one && theirs.contains(other))
            })
        };
        let literals = self.changes_by(source).iter().flat_map(|change| &change.literals);
        let mut others = literals.filter(|one| one.positive && one.atom.span != atom.span);
        *positive && together(&own) && !others.any(|one| together(&variables(one.atom)))
    }

    /// Whether another action has the same effect, or its opposite, with the same names of variables.
    pub(super) fn is_effect_elsewhere(&self, schema: usize, atom: &Atom) -> bool {
        let (own, others): (Vec<_>, Vec<_>) = (self.changes.iter())
            .filter(|change| change.atom.predicate == atom.predicate)
            .partition(|change| change.source == Source::Action(schema));
        let own =
            own.iter().find(|change| change.atom.span == atom.span).map(|change| change.show(self.task()));
        own.is_some_and(|own| others.iter().any(|change| change.show(self.task()) == own))
    }

    /// Whether another action or rule has the same condition, with the same names of variables.
    fn is_written_elsewhere(&self, source: Source, (atom, positive): &(Atom, bool)) -> bool {
        let written = |one: Source| {
            let all = self
                .changes_by(one)
                .iter()
                .flat_map(|change| change.literals.iter().map(move |literal| (literal, &change.variables)));
            all.filter(|(one, _)| one.positive == *positive && one.atom.predicate == atom.predicate)
        };
        let show = |literal: &Literal<'_>, variables: &[&Variable]| literal.show(self.task(), variables);
        let own = written(source).find(|(one, _)| one.atom.span == atom.span);
        let own = own.map(|(one, variables)| show(one, variables));
        let mut others = self.changes.iter().map(|change| change.source).filter(|one| *one != source);
        own.is_some_and(|own| others.any(|one| written(one).any(|(one, names)| show(one, names) == own)))
    }
}
