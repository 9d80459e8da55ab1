//! A [`Picture`] as SVG: states beside one another in a file, or one in a page whose script moves things.
//!
//! In: a picture, and what to write above each state. Out: text. A file names its colors itself, so that programs
//! without a browser's style sheets show it too.

use std::fmt::Write;

use serde_json::{Value, json};

use super::arrange::{LETTERS, shortened, text_width};
use super::picture::{NARROW, Picture, Spot};
use super::structure::FILLED;
use crate::base::page::{escape, scene_style};

/// How wide the rows of states are, and how high what is written above a state, and each line below.
const ROW: f64 = 1_700.0;
const CAPTION: f64 = 30.0;
const ALSO: f64 = 14.0;
/// How far a picture shrinks to fit a narrow page before it has to be scrolled: small letters have ten pixels.
const SMALLEST: f64 = 0.91;
/// Roughly how many bytes a file may have.
const MOST_BYTES: usize = 8 << 20;

impl Picture {
    /// A picture of states, each below its caption; and how many there was room for.
    pub(in crate::program) fn svg(&self, title: &str, states: &[(usize, String)]) -> (String, usize) {
        let most = states.iter().map(|(_, caption)| text_width(caption, 14.0)).fold(0.0, f64::max);
        let wide = self.size.0.max(most + 40.0);
        let (mut left, mut top, mut width, mut shown) = (0.0, 0.0, 0.0_f64, 0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of letters")]
        let room = (wide / 7.0) as usize - 4;
        let below: Vec<Vec<String>> = states.iter().map(|one| in_lines(&self.also[one.0], room)).collect();
        let lines = u32::try_from(below.iter().map(Vec::len).max().unwrap_or(0)).unwrap_or(u32::MAX);
        let high = CAPTION + self.size.1 + ALSO * f64::from(lines);
        let mut panels = String::new();
        for ((state, caption), below) in states.iter().zip(&below) {
            if panels.len() > MOST_BYTES {
                break;
            }
            if left > 0.0 && left + wide > ROW {
                (left, top) = (0.0, top + high);
            }
            let _ = writeln!(
                panels,
                "<g transform=\"translate({left:.0} {top:.0})\"><text class=\"caption\" x=\"20\" y=\"26\">{}</text><g \
                 transform=\"translate(0 {CAPTION})\">\n{}</g>",
                escape(caption),
                self.state(*state)
            );
            let mut y = CAPTION + self.size.1 + 4.0;
            for line in below {
                let _ =
                    writeln!(panels, "<text class=\"also\" x=\"20\" y=\"{y:.0}\">{}</text>", escape(line));
                y += ALSO;
            }
            panels.push_str("</g>\n");
            shown += 1;
            left += wide;
            width = width.max(left);
        }
        let room = if self.notes.is_empty() { 0.0 } else { 2.0 * ALSO };
        let (height, [light, dark]) = (top + high + room, [false, true].map(scene_style));
        if room > 0.0 {
            let (y, notes) = (height - 10.0, escape(&self.notes));
            let _ = writeln!(panels, "<text class=\"also\" x=\"20\" y=\"{y:.0}\">{notes}</text>");
        }
        width = width.max(text_width(&self.notes, 11.0) + 40.0);
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"scene\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n<style>\n{light}@media \
             (prefers-color-scheme: dark) {{\n{dark}}}\n</style>\n<rect class=\"back\" width=\"{width:.0}\" \
             height=\"{height:.0}\"/>\n{panels}</svg>\n",
            escape(title),
        );
        (out, shown)
    }

    /// For the script: the line below the picture of each state.
    pub(in crate::program) fn lines_below(&self) -> &[String] {
        &self.also
    }

    pub(in crate::program) fn is_narrow(&self) -> bool {
        self.size.0 <= NARROW
    }

    /// The first state for a page, whose script shows the others, and what its signs mean.
    pub(in crate::program) fn scene(&self) -> (String, &str) {
        let (width, height) = self.size;
        let scene = format!(
            "<div class=\"scroll\" tabindex=\"0\"><svg class=\"scene\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             style=\"width: {width:.0}px; min-width: {:.0}px\" role=\"img\" aria-label=\"the \
             state\">\n{}</svg></div>\n",
            SMALLEST * width,
            self.state(0)
        );
        (scene, &self.notes)
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
                    json!([number, x, y, width, height, shortened(told, LETTERS)])
                }
                None => json!([number]),
            };
            states.push((0..spots.len()).filter(differs).map(change).collect::<Vec<_>>());
        }
        json!(states)
    }

    /// A state; what the last step changed is marked.
    fn state(&self, state: usize) -> String {
        let before = state.checked_sub(1).map(|before| &self.states[before]);
        let mut items = self.items.iter().zip(&self.states[state]).enumerate().map(|(number, (item, spot))| {
            let mut class = item.class.clone();
            let is_changed = before.is_some_and(|before| before[number] != *spot);
            let is_told = spot.as_ref().is_some_and(|spot| !spot.told.is_empty());
            let is_filled = spot.as_ref().is_some_and(|spot| spot.told.starts_with(FILLED));
            let signs =
                [(spot.is_none(), " gone"), (is_told, " told"), (is_filled, " filled"), (is_changed, " changed")];
            signs.iter().filter(|sign| sign.0).for_each(|sign| class.push_str(sign.1));
            let Spot { at, size, told } = spot.clone().unwrap_or_default();
            let [name, label, told] = [&item.name, &item.label, &shortened(&told, LETTERS)].map(|text| escape(text));
            let middle = size.0 / 2.0;
            let (goal, line) = match &item.goal[..] {
                "" => (String::new(), if item.label.is_empty() { 0 } else { 30 }),
                goal => {
                    let goal = escape(goal);
                    (format!("<text class=\"goal\" x=\"{middle:.1}\" y=\"30\">{goal}</text>"), 43)
                }
            };
            format!(
                "<g class=\"{class}\" transform=\"translate({:.1} {:.1})\"><title>{name}</title><rect \
                 width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/><text x=\"{middle:.1}\" y=\"17\">{label}</text>{goal}<text \
                 class=\"said\" x=\"{middle:.1}\" y=\"{line}\">{told}</text></g>\n",
                at.0,
                at.1,
                size.0,
                size.1,
            )
        });
        let mut out: String = items.by_ref().take(self.before_lines).collect();
        for ((left, top), (right, bottom), one_way) in &self.lines {
            let mut path = format!("M{left:.1} {top:.1}L{right:.1} {bottom:.1}");
            let (x, y) = (right - left, bottom - top);
            let share = 7.0 / (x * x + y * y).sqrt().max(7.0);
            // The head of a line that leads one way only.
            for (across, down) in [(y, -x), (-y, x)].iter().filter(|_| *one_way) {
                let (x, y) = (right - (x - across / 2.0) * share, bottom - (y - down / 2.0) * share);
                let _ = write!(path, "M{right:.1} {bottom:.1}L{x:.1} {y:.1}");
            }
            let _ = writeln!(out, "<path class=\"join\" d=\"{path}\"/>");
        }
        out.extend(items);
        out
    }
}

/// Facts in lines of so many letters; one that is longer has a line of its own.
fn in_lines(facts: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.split_inclusive(") ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + fact.chars().count() <= room => line.push_str(fact),
            _ => lines.push(fact.to_owned()),
        }
    }
    lines
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
