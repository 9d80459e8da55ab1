//! A page to play levels on: a single file, without network; keys, mouse and touch. Several levels have a list of small
//! boards before them.
//!
//! In: levels, perhaps with moves that solve them. Out: HTML with the shapes of all cells, style and script inside.

mod alone;

pub use alone::{SOLVER, with_solver};

use std::fmt::Write;

use serde_json::{Value, json};

use super::Ground;
use super::sprite::parts;
use super::svg::element;
use crate::validate::stored_faults;
use crate::{Alphabet, Board, Cell, Level, Move, draw, lurd};
use banto_base::limits::{Limits, Stop};
use banto_base::page::escape;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The rules and shapes of boards for scripts, as a module. A script that is no module holds [`board_script`].
pub const BOARD: &str = include_str!("board.js");

/// The same as a part of a script.
pub fn board_script() -> String {
    BOARD.replace("export ", "")
}

/// The page of a level; `None` if it has no player or is not enclosed. With a solution, the page can show it.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::{Level, picture};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let page = picture::page(&level, None, &Limits::none()).unwrap().unwrap();
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("#@$.#"));
/// ```
pub fn page(level: &Level, solution: Option<&[Move]>, limits: &Limits) -> Result<Option<String>, Stop> {
    let title = level.title.as_deref().unwrap_or("Sokoban");
    let page = pages(title, &[(1, level, solution)], &[], limits)?;
    Ok(Board::within(level, limits)?.map(|_| page))
}

/// The page of several playable levels with their numbers, and solutions that the page can show. It says why a
/// stored one is none, which numbers are `left` out of it, and why.
pub fn pages(
    title: &str,
    levels: &[(usize, &Level, Option<&[Move]>)],
    left: &[(usize, String)],
    limits: &Limits,
) -> Result<String, Stop> {
    let mut data = Vec::new();
    for (number, level, solution) in levels {
        let faults = stored_faults(level, limits)?;
        data.push(json!({
            "number": number,
            "title": level.title,
            "author": level.author,
            "rows": draw::level(level, Alphabet::Xsb).lines().collect::<Vec<_>>(),
            "solution": solution.map(|moves| lurd::lurd(moves.iter().copied())),
            "wrong": faults.first().map(|fault| &fault.message),
        }));
    }
    let left: Vec<Value> = left.iter().map(|(number, why)| json!({ "number": number, "why": why })).collect();
    let data: Value = json!({ "levels": data, "left": left });
    let first = levels.first().and_then(|(_, level, _)| level.title.as_deref()).unwrap_or("Sokoban");
    let parts = [
        ("title", escape(title)),
        ("first", escape(first)),
        ("style", STYLE.to_owned()),
        ("shapes", shapes()),
        // No text in a level can end the element.
        ("data", data.to_string().replace('<', "\\u003c")),
        ("script", board_script() + SCRIPT),
    ];
    Ok(filled(PAGE, &parts))
}

/// The shapes of all cells, and of what moves, as definitions for an SVG.
pub fn shapes() -> String {
    let floor = |dark| Ground::Floor { dark };
    let cells = [
        ("wall", Ground::Wall { front: false }, Cell::Wall),
        ("wall-front", Ground::Wall { front: true }, Cell::Wall),
        ("floor", floor(false), Cell::Floor),
        ("floor-dark", floor(true), Cell::Floor),
        ("goal", floor(false), Cell::Goal),
        ("goal-dark", floor(true), Cell::Goal),
        ("box", Ground::Outside, Cell::Box),
        ("box-home", Ground::Outside, Cell::BoxOnGoal),
        ("player", Ground::Outside, Cell::Player),
        ("player-on-goal", Ground::Outside, Cell::PlayerOnGoal),
    ];
    let mut out = String::from("  <defs>\n");
    for (name, ground, cell) in cells {
        let _ = writeln!(out, "    <g id=\"{name}\">");
        for part in parts(ground, cell) {
            let _ = writeln!(out, "      {}", element(part));
        }
        out.push_str("    </g>\n");
    }
    out + "  </defs>\n"
}

/// A template with each name in braces replaced.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        out.push_str(before);
        out.extend(parts.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str()));
        rest = after;
    }
    out + rest
}
