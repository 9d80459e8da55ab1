//! Which of several causes is named: the one that most of the likely changes would take away.
//!
//! In: a chain, its roots, and the changes that help. Out: a root. All roots are proven; which of them is told first is
//! what the changes decide.

use super::score::Cure;
use super::touch::touches;
use crate::why::chain::Chain;
use crate::why::chain::root::Root;
use crate::why::edit::Edit;

/// So much of the likelihood is nearly all.
const NEARLY_ALL: f64 = 0.9;

/// The root that most of the likely changes touch; of several, the first. What only needs another root is named if
/// nearly all of them touch it.
pub(crate) fn agreed<'r>(chain: &Chain<'_>, roots: &'r [Root], cures: &[Cure]) -> Option<&'r Root> {
    let is_sound = cures.iter().any(|cure| cure.lost.is_none());
    let likely = || cures.iter().filter(|cure| is_sound == cure.lost.is_none());
    let all: f64 = likely().map(|cure| cure.score.exp()).sum();
    let share = |root: &Root| -> f64 {
        let touching = likely().filter(|cure| cure.edits.iter().any(|edit| touches(edit, chain, root)));
        touching.map(|cure| cure.score.exp()).sum::<f64>() / all
    };
    let shares = roots.iter().map(|root| (share(root), root));
    let named = shares.filter(|(share, root)| root.is_deepest || *share > NEARLY_ALL);
    named.rev().max_by(|one, other| one.0.total_cmp(&other.0)).map(|one| one.1)
}

/// Whether the likeliest change is to add a fact that a root is about.
pub(crate) fn is_missing(chain: &Chain<'_>, root: &Root, cures: &[Cure]) -> bool {
    let gives = |edit: &Edit| {
        let fact = chain.fact(root.node);
        edit.facts()[1].iter().any(|(of, row)| fact.is_some_and(|one| one.predicate == *of && one.fits(row)))
    };
    cures.first().is_none_or(|cure| cure.edits.iter().any(gives))
}
