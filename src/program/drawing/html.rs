//! Scenes as HTML: nested elements, which scene.css lays out. Without a script, links are words; `scene.js` draws them
//! as lines, and moves things from state to state.
//!
//! In: [`Scenes`]. Out: text, and for the script, what changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::grid::Cell;
use super::moment::Node;
use super::scene::Scenes;
use super::words::shortened;
use banto_base::page::{color, escape};

pub(crate) const SCRIPT: &str = include_str!("scene.js");

/// The things in each node, and those on it.
type Held = BTreeMap<(Node, bool), Vec<Node>>;

impl Scenes<'_> {
    /// A state; what the last step changed is marked.
    pub(crate) fn html(&self, state: usize) -> String {
        let mut held = Held::new();
        self.spots[state].iter().for_each(|(node, spot)| held.entry(*spot).or_default().push(*node));
        let all = (0..self.spots.len()).flat_map(|state| self.links(state));
        let longest = all.map(|link| link.2.chars().count()).max().unwrap_or(0);
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\"><div class=\"scene\" style=\"--words: {longest}\">\n{}</div></div>\n\
             <p class=\"where links\">",
            self.grouped(state, &held)
        );
        let before = self.links(state.saturating_sub(1));
        for (number, (link, before)) in self.links(state).zip(before).enumerate() {
            let (changed, (from, to)) = (if link == before { "" } else { " changed" }, link.0);
            let (way, sign) = if link.1 { (" to", "→") } else { ("", "–") };
            let name = |node: Node| escape(self.places.sequence.name(node));
            let _ = write!(
                out,
                "<span class=\"link{way}{changed}\" data-n=\"{}\" data-from=\"{from}\" data-to=\"{to}\">{} {sign} {} \
                 <b>{}</b></span> ",
                self.number(number),
                name(from),
                name(to),
                escape(&link.2)
            );
        }
        let below = escape(&self.places.below(self.moment(state)));
        let _ = writeln!(out, "</p>\n<p class=\"where also\">{below}</p>");
        out
    }

    /// The number of a link in a page: after those of nodes.
    fn number(&self, link: usize) -> usize {
        self.places.sequence.nowhere() + 1 + link
    }

    /// For the script: what is not there in the first state, and comes later.
    pub(crate) fn away(&self) -> String {
        let away = self.things.iter().filter(|node| self.spot(**node, 0).is_none());
        let away: String = away.map(|node| self.boxed(*node, None, 0, &Held::new())).collect();
        format!("<div class=\"away\" hidden=\"\">{away}</div>\n")
    }

    /// For the script: in each state, what changes: what is said of it, where it is, and whether on that.
    pub(crate) fn changes(&self) -> Value {
        let changes = |state: usize| {
            let before = state.checked_sub(1);
            let all =
                self.places.boxes.iter().chain(&self.things).map(|node| (node, self.spot(*node, state)));
            let changed =
                all.filter(|(node, spot)| before.is_none_or(|before| self.spot(**node, before) != *spot));
            let told = changed.map(|(node, spot)| match spot {
                None => json!([node]),
                Some((None, told)) => json!([node, told]),
                Some((Some((place, on)), told)) => json!([node, told, place, u8::from(on)]),
            });
            let known: Vec<_> = before.into_iter().flat_map(|before| self.links(before)).collect();
            let links =
                self.links(state).enumerate().filter(|(number, link)| known.get(*number) != Some(link));
            told.chain(links.map(|(number, link)| json!([self.number(number), link.2]))).collect()
        };
        (0..self.spots.len()).map(changes).collect::<Vec<Value>>().into()
    }

    /// All places, with what is in them.
    fn grouped(&self, state: usize, held: &Held) -> String {
        let group = |(class, places): (String, Vec<(Node, Option<Cell>)>)| {
            let places: String =
                places.iter().map(|(node, cell)| self.boxed(*node, *cell, state, held)).collect();
            format!("<div class=\"group {class}\">{places}</div>\n")
        };
        self.groups().into_iter().map(group).collect()
    }

    /// Something with all that is in it and on it.
    fn boxed(&self, node: Node, cell: Option<Cell>, state: usize, held: &Held) -> String {
        let (places, sequence) = (&self.places, self.places.sequence);
        let things = |on: bool| -> String {
            let things = held.get(&(node, on)).into_iter().flatten();
            things.map(|thing| self.boxed(*thing, None, state, held)).collect()
        };
        let spot = self.spot(node, state);
        let told = spot.as_ref().map_or("", |spot| &spot.1);
        let kinds = &sequence.structure.kinds;
        let class = match () {
            () if node == sequence.nowhere() => "place rest".to_owned(),
            () if places.is_cell(node) => "place cell".to_owned(),
            () if places.boxes.contains(&node) => "place".to_owned(),
            // What has no object has the colors after those of objects.
            () => {
                let unnamed = || kinds.iter().max().map_or(0, |most| most + 1) + node - kinds.len();
                format!("thing {}", color(kinds.get(node).copied().unwrap_or_else(unnamed)))
            }
        };
        let is_changed = spot != self.spot(node, state.saturating_sub(1));
        let signs = [("told", !told.is_empty()), ("changed", is_changed)];
        let signs = signs.iter().filter(|sign| sign.1).map(|sign| format!(" {}", sign.0));
        let mut style =
            cell.map_or(String::new(), |(column, row)| format!("--x: {}; --y: {}; ", column + 1, row + 1));
        if let Some(steps) = self.bearers.get(node).filter(|_| !places.boxes.contains(&node)) {
            let _ = write!(style, "--steps: {steps}");
        }
        format!(
            "<div class=\"{class}{}\" data-n=\"{node}\" title=\"{}\" style=\"{style}\"><div class=\"on\">{}</div>\
             <div class=\"box\"><b>{}</b><i>{}</i><small>{}</small><div class=\"in\">{}</div></div></div>\n",
            signs.collect::<String>(),
            escape(sequence.name(node)),
            things(true),
            escape(&shortened(self.label(node))),
            escape(&places.goal(node)),
            escape(told),
            things(false)
        )
    }
}
