//! Plots as SVG: a frame with numbers at its axes, and lines and marks in it.

use std::fmt::Write;

use super::axis::Axis;
use super::escape;

/// How wide a digit is at most.
const DIGIT: f64 = 7.5;

/// The size of a plot, and the margins of its field.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 320.0;
pub const LEFT_EDGE: f64 = 56.0;
pub const RIGHT_EDGE: f64 = WIDTH - 14.0;
pub const TOP_EDGE: f64 = 14.0;
pub const BOTTOM_EDGE: f64 = HEIGHT - 44.0;

pub struct Plot {
    out: String,
}

impl Plot {
    /// The frame: axes, their numbers, their names. Rows are the numbers on the left side, with their places.
    #[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
    pub fn new(x: &Axis, rows: &[(f64, String)], names: (&str, &str), label: &str) -> Self {
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\"><g class=\"grid\">",
            escape(label)
        );
        let mut numbers = String::new();
        for (at, number) in x.ticks() {
            let _ = write!(out, "<path d=\"M{at:.1} {TOP_EDGE}V{BOTTOM_EDGE}\"/>");
            // Keeps the whole number inside the picture.
            let middle = at.min(WIDTH - DIGIT / 2.0 * number.chars().count() as f64);
            let _ = write!(
                numbers,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
                BOTTOM_EDGE + 16.0
            );
        }
        for (at, number) in rows {
            let _ = write!(out, "<path d=\"M{LEFT_EDGE} {at:.1}H{RIGHT_EDGE}\"/>");
            let _ = write!(
                numbers,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
                LEFT_EDGE - 7.0,
                at + 4.0
            );
        }
        let middle = f64::midpoint(TOP_EDGE, BOTTOM_EDGE);
        let _ = write!(
            out,
            "</g><g class=\"numbers\">{numbers}<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"name\" x=\"13\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 13 {middle:.1})\">{}</text></g>",
            f64::midpoint(LEFT_EDGE, RIGHT_EDGE),
            HEIGHT - 8.0,
            escape(names.0),
            escape(names.1),
        );
        Self { out }
    }

    /// A line in the color of a class, with the commands of a path.
    pub fn line(&mut self, class: &str, path: &str, title: &str) {
        let title = escape(title);
        let _ = write!(self.out, "<path class=\"line {class}\" d=\"{path}\"><title>{title}</title></path>");
    }

    /// A mark.
    pub fn dot(&mut self, class: &str, at: (f64, f64), title: &str) {
        let ((x, y), title) = (at, escape(title));
        let _ = write!(
            self.out,
            "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.4\"><title>{title}</title></circle>"
        );
    }

    /// A path of the frame, with its own class.
    pub fn path(&mut self, class: &str, path: &str) {
        let _ = write!(self.out, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    pub fn end(self) -> String {
        self.out + "</svg>\n"
    }
}
