//! Which lines of a text belong together as the rows of one level.
//!
//! In: lines, each with its kind. Out: for each board the indices of its lines.

use std::ops::Range;

use super::line::{Line, LineKind};
use banto_base::limits::{Limits, Stop};

/// The boards of a text: the indices of the rows of each. Remarks between rows are left out.
pub(super) fn boards(lines: &[Line<'_>], limits: &Limits) -> Result<Vec<Vec<usize>>, Stop> {
    let mut found = Vec::new();
    for block in blocks(lines) {
        limits.check()?;
        split(lines, block, &mut found, limits)?;
    }
    if found.is_empty() {
        // No walls anywhere: perhaps a drawing without them, or in unusual characters.
        found.extend(blocks(lines).find(|block| is_drawing(lines, block)).map(Iterator::collect));
    }
    Ok(found)
}

/// Runs of lines that are not blank.
fn blocks<'a>(lines: &'a [Line<'a>]) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < lines.len() && lines[at].kind == LineKind::Blank {
            at += 1;
        }
        let start = at;
        while at < lines.len() && lines[at].kind != LineKind::Blank {
            at += 1;
        }
        (start < at).then_some(start..at)
    })
}

/// The boards within one block. Words between rows separate two levels only if both have a player.
fn split(
    lines: &[Line<'_>],
    block: Range<usize>,
    found: &mut Vec<Vec<usize>>,
    limits: &Limits,
) -> Result<(), Stop> {
    let row = |at: &usize| lines[*at].kind == LineKind::Row;
    let (Some(mut first), Some(mut last)) = (block.clone().find(row), block.clone().rfind(row)) else {
        return Ok(());
    };
    // A ruler of dashes or stars beside a board is decoration.
    let beside =
        |at: usize| lines[at].kind == LineKind::Cells && lines[at].text.contains(['@', '+', '$', 'O']);
    while first > block.start && beside(first - 1) {
        first -= 1;
    }
    while last + 1 < block.end && beside(last + 1) {
        last += 1;
    }
    let foreign = |at: &usize| !matches!(lines[*at].kind, LineKind::Row | LineKind::Cells);
    // Players are counted once for the whole block, so that many separators cost nothing.
    let player = |at: usize| !foreign(&at) && lines[at].text.contains(['@', '+', 'p', 'P']);
    let mut players_left = (first..=last).filter(|at| player(*at)).count();
    let (mut rows, mut has_player) = (Vec::new(), false);
    let mut at = first;
    while at <= last {
        limits.check_reserve(&rows, 1)?;
        limits.check()?;
        if !foreign(&at) {
            if player(at) {
                has_player = true;
                players_left -= 1;
            }
            rows.push(at);
        } else if has_player && players_left > 0 {
            found.push(std::mem::take(&mut rows));
            has_player = false;
            // Consecutive lines of words all belong to the gap.
            while foreign(&(at + 1)) {
                at += 1;
            }
        } else if lines[at].kind == LineKind::Words {
            rows.push(at);
        }
        at += 1;
    }
    found.push(rows);
    Ok(())
}

/// Whether a block without walls is meant as a board: it has a player, few different characters, and no sentences.
fn is_drawing(lines: &[Line<'_>], block: &Range<usize>) -> bool {
    let texts = || block.clone().map(|at| &lines[at]);
    if texts().any(|line| matches!(line.kind, LineKind::Comment | LineKind::Remark)) {
        return false;
    }
    if texts().all(|line| line.kind == LineKind::Cells) {
        return texts().any(|line| line.text.contains(['@', '+']));
    }
    let mut kinds: Vec<char> = Vec::new();
    for one in texts().flat_map(|line| line.text.trim().chars()) {
        if !kinds.contains(&one) {
            kinds.push(one);
        }
        if kinds.len() > 10 {
            return false;
        }
    }
    let letters = kinds.iter().filter(|one| one.is_alphabetic()).count();
    block.len() >= 3 && letters <= 4 && (letters == 0 || kinds.contains(&'@'))
}
