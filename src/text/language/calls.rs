//! Which actions enable which, by adding what the other needs.
//!
//! In: texts and an action. Out: the actions before or after it, and the atoms that connect them.

use super::document::Texts;
use super::model::Declared;
use super::words::{Kind, Use};
use crate::base::source::Span;

/// An action connected with another.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) action: &'a Declared,
    /// The atoms of the earlier action that the later one needs.
    pub(crate) spans: Vec<Span>,
}

/// The actions that add what an action needs, with the places where they add it.
pub(crate) fn incoming<'a>(texts: &Texts<'a>, action: &Declared) -> Vec<Call<'a>> {
    connected(texts, |other| enables(other, action))
}

/// The actions that need what an action adds, with the places where it adds it.
pub(crate) fn outgoing<'a>(texts: &Texts<'a>, action: &Declared) -> Vec<Call<'a>> {
    connected(texts, |other| enables(action, other))
}

fn connected<'a>(texts: &Texts<'a>, spans: impl Fn(&Declared) -> Vec<Span>) -> Vec<Call<'a>> {
    let calls = texts.declared(0, Kind::Action).map(|other| Call { action: other, spans: spans(other) });
    calls.filter(|call| !call.spans.is_empty()).collect()
}

/// Where one action adds what another needs.
fn enables(one: &Declared, other: &Declared) -> Vec<Span> {
    let needs = |name: &str| other.deeds.iter().any(|deed| deed.role == Use::Read && deed.predicate == name);
    let adds = one.deeds.iter().filter(|deed| deed.role == Use::Add && needs(&deed.predicate));
    adds.map(|deed| deed.span).collect()
}
