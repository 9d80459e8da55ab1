//! Reports what makes a level unplayable: no player or several, boxes without goals, a gap in the wall.
//!
//! In: a level with known characters only. Out: diagnostics. This does not search for solutions.

use super::enclosure::{Enclosure, Inside, enclosure};
use super::{Cell, Level};
use banto_base::source::{Diagnostic, SourceText, Span, codes};

/// Adds all errors of a level.
pub(super) fn check(level: &Level, source: &SourceText, faults: &mut Vec<Diagnostic>) {
    let players = places(level, Cell::has_player);
    match players.as_slice() {
        [] => faults.push(
            codes::E0303
                .at(level.place, "no player (@ or +) in the level")
                .label("this level has nobody who could push boxes")
                .help("write @ where the player starts, or + if that is a goal"),
        ),
        [_] => {}
        [first, others @ ..] => {
            for other in others {
                let (line, column) = source.line_column(first.start);
                let help = if source.line_column(other.start).0 == line {
                    "a level has one player: write a blank in place of the other, or . if that is a goal"
                } else {
                    "if these are two levels, write an empty line between them"
                };
                faults.push(
                    codes::E0304
                        .at(*other, format!("second player; the first is at {line}:{column}"))
                        .label("only one player can start")
                        .second(*first, "the first one")
                        .help(help),
                );
            }
        }
    }
    let inside = match enclosure(level) {
        Enclosure::Open(gaps) => {
            let mut fault = open(level, &gaps);
            // A row with words behind it is words.
            let end = level.spans.iter().flatten().map(|span| span.end).max().unwrap_or(0);
            let next = source.text()[end as usize..].lines().nth(1).unwrap_or_default();
            let mut below =
                source.text()[end as usize..].lines().skip(2).take_while(|line| !line.trim().is_empty());
            let mut rows = below.by_ref().take_while(|line| line.trim_start().starts_with('#')).peekable();
            if next.trim().is_empty() && rows.peek().is_some() && !rows.any(|row| row.contains(['@', '+'])) {
                let line = source.line_column(end).0 + 1;
                fault = fault.help(format!(
                    "the empty line {line} ends the level: remove it if the rows below are its own"
                ));
            }
            if next.trim_start().starts_with("##") {
                let line = source.line_column(end).0 + 1;
                fault = fault.help(format!("line {line} is not read as a row: a row has nothing but cells"));
            }
            faults.push(fault);
            None
        }
        Enclosure::Closed(inside) => Some(inside),
        Enclosure::NoPlayer => None,
    };
    count(level, inside.as_ref(), faults);
}

/// Reports that the player can leave through these gaps. All are counted, but only some are shown.
fn open(level: &Level, gaps: &[Span]) -> Diagnostic {
    const SHOWN: usize = 6;
    let message = match gaps.len() {
        _ if level.count(|cell| cell == Cell::Wall) == 0 => {
            "the level has no walls: the player can leave it".to_owned()
        }
        0 | 1 => "the level is not enclosed by walls: the player can leave it here".to_owned(),
        more => format!("the level is not enclosed by walls: the player can leave it in {more} places"),
    };
    let place = gaps.first().copied().unwrap_or(level.place);
    let fault = codes::E0307.at(place, message).label("open here");
    let fault = gaps.iter().take(SHOWN).skip(1).fold(fault, |fault, gap| fault.second(*gap, "and here"));
    let help = if gaps.len() > 1 { "close the gaps with walls, #" } else { "close the gap with a wall, #" };
    fault.help(help)
}

fn count(level: &Level, inside: Option<&Inside>, faults: &mut Vec<Diagnostic>) {
    let boxes = level.count(Cell::has_box);
    if boxes == 0 {
        faults.push(
            codes::E0306
                .at(level.place, "no box in the level: there is nothing to push")
                .help("write $ for a box, or * for a box on a goal"),
        );
        return;
    }
    let goals = level.count(Cell::is_goal);
    if boxes > goals {
        faults.push(too_many(level, boxes, goals, ""));
        return;
    }
    let Some(inside) = inside else { return };
    let mut lost = None;
    for (row, column) in cells(level) {
        let (cell, place) = (level.cell(row, column), level.spans[row][column]);
        if cell.has_box() && !cell.is_goal() && !inside.holds(row, column) {
            // The boxes of one run have one place.
            if lost.replace(place) == Some(place) {
                continue;
            }
            faults.push(
                codes::E0311
                    .at(place, "the player can never reach this box, which is not on a goal")
                    .label("walled off from the player")
                    .help("remove the box, or open the wall between it and the player"),
            );
        }
    }
    let here = |kind: &dyn Fn(Cell) -> bool| {
        cells(level)
            .filter(|(row, column)| kind(level.cell(*row, *column)) && inside.holds(*row, *column))
            .count()
    };
    let (near_boxes, near_goals) = (here(&|cell| cell.has_box()), here(&|cell| cell.is_goal()));
    if near_boxes > near_goals {
        faults.push(too_many(level, near_boxes, near_goals, " within the player's reach"));
    } else if lost.is_none() && goals > boxes {
        faults.push(
            codes::W0301
                .at(
                    level.place,
                    format!("{} but {}: some goals stay free", number(boxes, "box"), number(goals, "goal")),
                )
                .help("the level is solved when every box is on a goal"),
        );
    }
}

fn too_many(level: &Level, boxes: usize, goals: usize, place: &str) -> Diagnostic {
    let message =
        format!("{} but {}{place}: the level cannot be solved", number(boxes, "box"), number(goals, "goal"));
    let first = places(level, |cell| cell.has_box() && !cell.is_goal()).first().copied();
    let fault = codes::E0305.at(first.unwrap_or(level.place), message);
    fault.help("every box needs a goal: write . for a goal, * for a box on a goal")
}

fn number(count: usize, word: &str) -> String {
    match (count, word) {
        (1, _) => format!("1 {word}"),
        (_, "box") => format!("{count} boxes"),
        _ => format!("{count} {word}s"),
    }
}

fn cells(level: &Level) -> impl Iterator<Item = (usize, usize)> + '_ {
    level.rows.iter().enumerate().flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)))
}

fn places(level: &Level, kind: impl Fn(Cell) -> bool) -> Vec<Span> {
    let chosen = cells(level).filter(|(row, column)| kind(level.cell(*row, *column)));
    chosen.map(|(row, column)| level.spans[row][column]).collect()
}
