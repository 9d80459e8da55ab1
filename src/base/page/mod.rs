//! Pages for a browser: a whole page around a body, tables, plots, buttons that step through things, and escaped text.
//!
//! In: texts and numbers. Out: HTML that needs no network and no other file, well-formed as XML. It is independent of
//! what it shows.

mod axis;
mod markup;
mod plot;

pub use axis::{Axis, Scale};
pub use markup::{END, embedded, escape, head, options, row};
pub use plot::{BOTTOM_EDGE, LEFT_EDGE, Plot, RIGHT_EDGE, TOP_EDGE};

use std::fmt::Write;

pub const STYLE: &str = include_str!("style.css");
/// How pictures of states look.
const SCENE: &str = include_str!("scene.css");
const SCRIPT: &str = include_str!("script.js");

const COLORS: usize = 8;

/// In how many ways the style draws each color: full, dashed or hollow, dotted.
const WAYS: usize = 3;

/// The classes that give a numbered thing its color, the same in every plot and table; once all colors are used, the
/// next way to draw them.
pub fn color(number: usize) -> String {
    let color = number % COLORS;
    match number / COLORS % WAYS {
        0 => format!("c{color}"),
        way => format!("c{color} way{way}"),
    }
}

/// A whole page. Its script comes after the shared one.
pub fn document(title: &str, body: &str, script: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}{SCENE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\
         <footer>Made by banto {version}.</footer>\n</main>\n<script>\n{SCRIPT}{script}</script>\n</body>\n</html>\n",
        title = escape(title),
        version = env!("CARGO_PKG_VERSION"),
    )
}

/// The buttons: their names in the script, what they do, and their symbols.
const BUTTONS: [(&str, &str, &str); 5] = [
    ("first", "to the start", "M3 3h2v10H3zM13 3v10L6 8z"),
    ("back", "one back", "M11 3H8L4 8l4 5h3L7 8z"),
    ("play", "play or stop", "M4 3v10l8-5z"),
    ("forward", "one forward", "M5 3h3l4 5-4 5H5l4-5z"),
    ("last", "to the end", "M11 3h2v10h-2zM3 3v10l7-5z"),
];

/// Buttons that step through something, and further controls beside them; the script's `stepper` handles them.
pub fn stepper(beside: &str) -> String {
    let mut out = String::from("<div class=\"player\" tabindex=\"0\"><div class=\"bar\">");
    for (name, title, shape) in BUTTONS {
        let _ = write!(
            out,
            "<button type=\"button\" data-do=\"{name}\" title=\"{title}\" aria-label=\"{title}\">\
             <svg viewBox=\"0 0 16 16\"><path d=\"{shape}\"/></svg></button>"
        );
    }
    let _ = writeln!(out, "</div>{beside}<output>0</output></div>");
    out
}
