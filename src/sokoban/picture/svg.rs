//! A level as an SVG: one symbol for each kind of cell. The title of the level becomes the title of the picture.

use std::fmt::Write;

use super::sprite::{Part, SIDE, Shape, parts};
use super::{Ground, Scene};
use crate::level::{Cell, Level};
use banto_base::limits::{Limits, Stop};
use banto_base::page::escape;

/// The picture of a level.
///
/// ```
/// use banto::sokoban::{Level, picture};
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// assert!(picture::svg(&level).starts_with("<svg "));
/// ```
pub fn svg(level: &Level) -> String {
    svg_within(level, &Limits::none()).expect("without limits nothing stops")
}

/// As [`svg`], within limits.
pub fn svg_within(level: &Level, limits: &Limits) -> Result<String, Stop> {
    drawn(&Scene::within(level, limits)?, level.title.as_deref(), limits)
}

/// The picture of a scene.
pub(super) fn drawn(scene: &Scene, title: Option<&str>, limits: &Limits) -> Result<String, Stop> {
    const LONGEST_USE: usize = 60;
    let side = usize::try_from(SIDE).unwrap_or(0);
    let (width, height) = (scene.width * side, scene.height * side);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
    );
    if let Some(title) = title {
        let _ = writeln!(out, "  <title>{}</title>", escape(title));
    }
    let mut kinds: Vec<(Ground, Cell)> = Vec::new();
    let mut uses = String::new();
    for row in 0..scene.height {
        limits.check_text_reserve(&uses, scene.width * LONGEST_USE)?;
        for column in 0..scene.width {
            let kind = scene.at(row, column);
            if kind.0 == Ground::Outside && kind.1 == Cell::Floor {
                continue;
            }
            let number = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
            let (x, y) = (column * side, row * side);
            let _ = writeln!(uses, "  <use href=\"#c{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }
    out.push_str("  <defs>\n");
    for (number, (ground, cell)) in kinds.into_iter().enumerate() {
        let _ = writeln!(out, "    <g id=\"c{number}\">");
        for part in parts(ground, cell) {
            let _ = writeln!(out, "      {}", element(part));
        }
        out.push_str("    </g>\n");
    }
    out.push_str("  </defs>\n");
    limits.check_text_reserve(&out, uses.len())?;
    out.push_str(&uses);
    out.push_str("</svg>\n");
    Ok(out)
}

pub(super) fn element((shape, [red, green, blue]): Part) -> String {
    let color = format!("#{red:02x}{green:02x}{blue:02x}");
    match shape {
        Shape::Rect(x, y, width, height, radius) => {
            // Edges at the side of a cell are drawn a little beyond it, so that no gap shows between cells.
            let over = |at: i32, length: i32| {
                if at == 0 && length == SIDE { "32.5".to_owned() } else { length.to_string() }
            };
            let rounded = if radius > 0 { format!(" rx=\"{radius}\"") } else { String::new() };
            let (width, height) = (over(x, width), over(y, height));
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{rounded} fill=\"{color}\"/>"
            )
        }
        Shape::Circle(x, y, radius) => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>")
        }
        Shape::Line(from_x, from_y, to_x, to_y, half) => format!(
            "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
            2 * half
        ),
    }
}
