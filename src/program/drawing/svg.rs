//! A [`Picture`] as SVG: states beside one another in a file, or one in a page whose script moves things.
//!
//! In: a picture, and what to write above each state. Out: text. A file names its colors itself, so that programs
//! without a browser's style sheets show it too.

use std::fmt::Write;

use serde_json::{Value, json};

use super::arrange::{Edge, Picture, Spot, shortened, text_width};
use crate::base::page::{escape, scene_style};

/// How wide the rows of states are, and how high what is written above and below a state.
const ROW: f64 = 1_700.0;
const CAPTION: f64 = 30.0;
const ALSO: f64 = 24.0;
/// Roughly how many bytes a file may have.
const MOST_BYTES: usize = 8 << 20;

impl Picture {
    /// A picture of states, each below its caption; and how many of them there was no room for.
    pub(in crate::program) fn svg(&self, title: &str, states: &[(usize, String)]) -> (String, usize) {
        let most = states.iter().map(|(_, caption)| text_width(caption, 14.0)).fold(0.0, f64::max);
        let has_more = states.iter().any(|(state, _)| !self.also[*state].is_empty());
        let wide = self.size.0.max(most.min(ROW) + 30.0);
        let high = CAPTION + self.size.1 + if has_more { ALSO } else { 0.0 };
        let mut panels = String::new();
        let mut row = (0.0, 0.0);
        let (mut width, mut shown) = (0.0_f64, 0);
        for (state, caption) in states {
            if panels.len() > MOST_BYTES {
                break;
            }
            if row.0 > 0.0 && row.0 + wide > ROW {
                row = (0.0, row.1 + high);
            }
            let _ = writeln!(
                panels,
                "<g transform=\"translate({:.0} {:.0})\"><text class=\"caption\" x=\"20\" y=\"26\">{}</text>\n\
                 <g transform=\"translate(0 {CAPTION})\">",
                row.0,
                row.1,
                escape(caption)
            );
            panels.push_str(&self.state(*state));
            if !self.also[*state].is_empty() {
                let letters = self.also[*state].chars();
                let mut room = wide - 40.0;
                let also: String = letters
                    .take_while(|one| {
                        room -= text_width(&one.to_string(), 11.0);
                        room > 0.0
                    })
                    .collect();
                let _ = writeln!(
                    panels,
                    "<text class=\"also\" x=\"20\" y=\"{:.0}\"><title>{}</title>{}</text>",
                    self.size.1 + 4.0,
                    escape(&self.also[*state]),
                    escape(&also)
                );
            }
            panels.push_str("</g></g>\n");
            shown += 1;
            row.0 += wide;
            width = width.max(row.0);
        }
        let height = row.1 + high;
        let [light, dark] = [false, true].map(scene_style);
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"scene\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n<style>\n{light}@media \
             (prefers-color-scheme: dark) {{\n{dark}}}\n</style>\n<rect class=\"back\" width=\"{width:.0}\" \
             height=\"{height:.0}\"/>\n{panels}</svg>\n",
            escape(title)
        );
        (out, states.len() - shown)
    }

    /// The first state for a page, whose script shows the others.
    pub(in crate::program) fn scene(&self) -> String {
        let (width, height) = self.size;
        format!(
            "<div class=\"scroll\" tabindex=\"0\"><svg class=\"scene\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             style=\"width: {width:.0}px; min-width: min({:.0}px, 520px)\" role=\"img\" aria-label=\"the \
             state\">\n{}</svg></div>\n",
            0.7 * width,
            self.state(0)
        )
    }

    /// For the script: in which states an item changes, and to what.
    pub(in crate::program) fn data(&self) -> Value {
        let mut states = Vec::new();
        for (at, spots) in self.states.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| &self.states[at]);
            let differs = |number: &usize| before.is_none_or(|before| before[*number] != spots[*number]);
            let change = |number: usize| match &spots[number] {
                Some(Spot { at, size, told }) => {
                    let [x, y, width, height] = [at.0, at.1, size.0, size.1].map(rounded);
                    json!([number, x, y, width, height, shortened(told)])
                }
                None => json!([number]),
            };
            states.push((0..spots.len()).filter(differs).map(change).collect::<Vec<_>>());
        }
        json!(states)
    }

    /// A state; what the last step changed is marked.
    fn state(&self, state: usize) -> String {
        let mut out = String::new();
        let before = state.checked_sub(1).map(|before| &self.states[before]);
        for (number, (item, spot)) in self.items.iter().zip(&self.states[state]).enumerate() {
            if number == self.before_edges {
                self.edges.iter().for_each(|edge| out.push_str(&line(edge)));
            }
            let gone = if spot.is_none() { " gone" } else { "" };
            let changed = before.is_some_and(|before| before[number] != *spot);
            let changed = if changed { " changed" } else { "" };
            let Spot { at, size, told } = spot.clone().unwrap_or_default();
            let is_told = if told.is_empty() { "" } else { " told" };
            let middle = size.0 / 2.0;
            let _ = writeln!(
                out,
                "<g class=\"{}{gone}{is_told}{changed}\" transform=\"translate({:.1} {:.1})\"><title>{}</title><rect \
                 width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/><text x=\"{middle:.1}\" y=\"17\">{}</text><text \
                 class=\"said\" x=\"{middle:.1}\" y=\"30\">{}</text></g>",
                item.class,
                at.0,
                at.1,
                escape(&item.name),
                size.0,
                size.1,
                escape(&item.label),
                escape(&shortened(&told)),
            );
        }
        if self.items.len() == self.before_edges {
            self.edges.iter().for_each(|edge| out.push_str(&line(edge)));
        }
        out
    }
}

/// A line between places, with a head if it leads one way only.
fn line(edge: &Edge) -> String {
    let Edge { from, to, is_one_way } = edge;
    let mut path = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = (x * x + y * y).sqrt();
    if *is_one_way && length > 1.0 {
        let (x, y) = (x / length * 8.0, y / length * 8.0);
        for (across, down) in [(y, -x), (-y, x)] {
            let _ = write!(
                path,
                "M{:.1} {:.1}L{:.1} {:.1}",
                to.0,
                to.1,
                to.0 - x + across / 2.0,
                to.1 - y + down / 2.0
            );
        }
    }
    format!("<path class=\"join\" d=\"{path}\"/>\n")
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
