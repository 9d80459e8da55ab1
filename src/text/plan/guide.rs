//! What values of a quantifier's variables must meet, so that few of them have to be tried.
//!
//! In: a condition as written and the truth value that is looked for. Out: [`Guide`]s, conjunctions of literals:
//! whenever the condition has that value, all literals of one of them hold. A guide only proposes values (`join.rs`),
//! the condition itself decides (`evaluate.rs`). So what is left out of a guide costs time, and never an answer.

use super::condition::{Guide, Literal, LiteralKind, Test, Values};

/// Disjunctions are multiplied out up to this many guides.
const MOST_GUIDES: usize = 64;

/// The guides to a truth value of a condition. Recursion is bounded by the parser's limit on nesting.
pub(super) fn guides(test: &Test, wanted: bool) -> Vec<Guide> {
    match test {
        Test::Atom(atom) => vec![Guide::of(LiteralKind::Atom(atom.clone()), wanted)],
        Test::Equal(left, right) => vec![Guide::of(LiteralKind::Equal([*left, *right]), wanted)],
        Test::Not(part) => guides(part, !wanted),
        Test::And(parts) | Test::Or(parts) => {
            let parts = parts.iter().map(|part| (part, wanted));
            if matches!(test, Test::And(_)) == wanted { all(parts) } else { any(test, parts) }
        }
        Test::Imply(left, right) => {
            let parts = [(&**left, !wanted), (&**right, wanted)].into_iter();
            if wanted { any(test, parts) } else { all(parts) }
        }
        Test::Exists(values) | Test::Forall(values) if wanted == values.wanted => within(values),
        Test::Exists(_) | Test::Forall(_) => vec![Guide::without(test)],
    }
}

/// The guides to a value that a quantifier needs once.
fn within(values: &Values) -> Vec<Guide> {
    let mut guides = values.guides.clone();
    guides.iter_mut().for_each(|guide| guide.inner.extend_from_slice(&values.slots));
    guides
}

/// All parts are needed: each guide to one part goes with each guide to the others.
fn all<'t>(parts: impl Iterator<Item = (&'t Test, bool)>) -> Vec<Guide> {
    let mut product = vec![Guide::default()];
    for (part, wanted) in parts {
        let mut factor = guides(part, wanted);
        if product.len() * factor.len() > MOST_GUIDES {
            factor = vec![Guide::without(part)];
        }
        let with_each = |guide: Guide| factor.iter().map(move |other| guide.clone().with(other));
        product = match &factor[..] {
            // The usual case, of which there may be thousands.
            [other] => product.into_iter().map(|guide| guide.with(other)).collect(),
            _ => product.into_iter().flat_map(with_each).collect(),
        };
    }
    product
}

/// One part is enough: the guides to all parts, unless they are too many.
fn any<'t>(test: &Test, parts: impl Iterator<Item = (&'t Test, bool)>) -> Vec<Guide> {
    let sum: Vec<Guide> = parts.flat_map(|(part, wanted)| guides(part, wanted)).collect();
    if sum.len() > MOST_GUIDES { vec![Guide::without(test)] } else { sum }
}

impl Guide {
    fn of(what: LiteralKind, wanted: bool) -> Self {
        Self { literals: vec![Literal { what, wanted }], ..Self::default() }
    }

    /// Leaves a condition out.
    fn without(test: &Test) -> Self {
        let mut left_out = Vec::new();
        test.predicates(&mut |predicate| left_out.push(predicate));
        Self { left_out, ..Self::default() }
    }

    fn with(mut self, other: &Self) -> Self {
        self.literals.extend_from_slice(&other.literals);
        self.inner.extend_from_slice(&other.inner);
        self.left_out.extend_from_slice(&other.left_out);
        self
    }
}
