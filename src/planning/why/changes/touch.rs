//! What a change is about, of what the goal lacks.
//!
//! In: a change, and a chain. Out: the nodes that it may make true, since it gives such a fact, or asks less where the
//! fact is asked for.

use crate::why::chain::Chain;
use crate::why::chain::root::Root;
use crate::why::chain::ways::Node;
use crate::why::edit::{Edit, Fact, Patch, Site};
use crate::why::literal::{Pattern, Source};
use banto_text::task::Atom;

/// The nodes that a change may make true; none is known of those that change more than a literal, or where the goal is
/// not out of reach.
pub(crate) fn reached(edit: &Edit, chain: &Chain<'_>) -> Option<Vec<usize>> {
    let is_open =
        chain.cut || chain.ways[0].is_empty() || chain.ways[0].iter().any(|way| way.needs.is_empty());
    let is_plain = matches!(edit.patch, Patch::Part { .. } | Patch::Facts(..))
        && edit.literals().iter().any(Option::is_some);
    (is_plain && !is_open)
        .then(|| (1..chain.nodes.len()).filter(|node| touches_node(edit, chain, *node)).collect())
}

/// Whether a change is about what a root names: it makes such a fact, or asks less of it where it is asked for.
pub(crate) fn touches(edit: &Edit, chain: &Chain<'_>, root: &Root) -> bool {
    root.circle.iter().any(|node| touches_node(edit, chain, *node))
}

fn touches_node(edit: &Edit, chain: &Chain<'_>, node: usize) -> bool {
    let asks = |source: Option<Source>| {
        chain.users[node].iter().any(|(user, way)| match source {
            Some(source) => *user != 0 && chain.ways[*user][*way].source == source,
            None => *user == 0,
        })
    };
    let gives = |source: Source| chain.ways[node].iter().any(|way| !way.is_instance && way.source == source);
    let Node::Fact(pattern) = &chain.nodes[node] else {
        return match (&chain.nodes[node], edit.site) {
            (Node::Empty { .. }, Site::Objects) => true,
            (Node::Obstacle { source, .. }, _) => source.schema().is_some_and(|at| edit.schema() == Some(at)),
            (Node::Useless { change }, _) => {
                let source = chain.changes[*change].source;
                source.schema().is_some_and(|at| edit.schema() == Some(at))
            }
            (_, Site::Condition(source)) => asks(Some(source)),
            (_, Site::Parameter(at)) => asks(Some(Source::Action(at))),
            _ => false,
        };
    };
    let [old, new] = edit.literals();
    let is_it = |one: Option<&(Atom, bool)>| {
        one.is_some_and(|(atom, sign)| atom.predicate == pattern.predicate && *sign == pattern.positive)
    };
    match edit.site {
        Site::Init => {
            let [gone, come] = edit.facts();
            let facts = if pattern.positive { come } else { gone };
            facts.iter().any(|fact| is_instance(pattern, fact))
        }
        Site::Goal => asks(None) && is_it(old),
        Site::Condition(source) => asks(Some(source)) && is_it(old),
        Site::Effect(at) => is_it(new) || is_it(old) && gives(Source::Action(at)),
        Site::Parameter(at) => gives(Source::Action(at)) || asks(Some(Source::Action(at))),
        Site::Objects => false,
    }
}

fn is_instance(pattern: &Pattern, (predicate, row): &Fact) -> bool {
    pattern.predicate == *predicate && pattern.fits(row)
}
