//! A page to play one level on: a single file, without network; keys, mouse and touch.
//!
//! In: a level, perhaps with moves that solve it. Out: HTML with the picture of the level, style and script inside.

use std::fmt::Write;

use serde_json::json;

use super::sprite::{SIDE, parts};
use super::svg::{drawn, element};
use super::{Ground, Scene};
use crate::base::limits::{Limits, Stop};
use crate::base::page::escape;
use crate::sokoban::board::Board;
use crate::sokoban::level::{Alphabet, Cell, Level};
use crate::sokoban::lurd;
use crate::sokoban::moves::Move;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

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
    let Some((board, _)) = Board::within(level, limits)? else { return Ok(None) };
    let cell = |row, column| match board.cell_at(row, column) {
        Some(_) => Alphabet::Xsb.character(level.cell(row, column)),
        None => '#',
    };
    let rows: Vec<String> =
        (0..level.height()).map(|row| (0..level.width()).map(|column| cell(row, column)).collect()).collect();
    let data = json!({
        "rows": rows,
        "width": level.width(),
        "side": SIDE,
        "solution": solution.map(|moves| lurd::lurd(moves.iter().copied())),
    });
    let picture = drawn(&Scene::new(level).emptied(), None, limits)?;
    let picture = picture.trim_end().trim_end_matches("</svg>");
    let author = level.author.as_deref().map(|author| format!("<p>by {}</p>\n", escape(author)));
    let title = level.title.as_deref().map_or_else(|| "Sokoban".to_owned(), escape);
    let parts = [
        ("title", title),
        ("style", STYLE.to_owned()),
        ("author", author.unwrap_or_default()),
        ("size", format!("--columns: {}; --rows: {}", level.width(), level.height())),
        ("board", format!("{picture}{}</svg>\n", things())),
        // No text in the level can end the element.
        ("data", data.to_string().replace('<', "\\u003c")),
        ("script", SCRIPT.to_owned()),
    ];
    Ok(Some(filled(PAGE, &parts)))
}

/// What moves: the shapes of boxes and player, and a place to put them.
fn things() -> String {
    let mut out = String::from("  <defs>\n");
    let cells = [
        ("box", Cell::Box),
        ("box-home", Cell::BoxOnGoal),
        ("player", Cell::Player),
        ("player-on-goal", Cell::PlayerOnGoal),
    ];
    for (name, cell) in cells {
        let _ = writeln!(out, "    <g id=\"{name}\">");
        for part in parts(Ground::Outside, cell) {
            let _ = writeln!(out, "      {}", element(part));
        }
        out.push_str("    </g>\n");
    }
    out + "  </defs>\n  <g id=\"boxes\"></g>\n  <use id=\"man\" href=\"#player\"/>\n"
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
