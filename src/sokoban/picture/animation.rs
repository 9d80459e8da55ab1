//! A solution as a GIF: the level, then a frame for each move, in which only the cells that change are redrawn.
//!
//! In: a level and moves that the board allows. Out: the bytes of a file that loops forever. Pixels are made from the
//! same shapes as the SVG, with soft edges.

use std::borrow::Cow;

use gif::{Encoder, EncodingError, Frame, Repeat};

use super::film::{AnimationError, Film, Still};
use crate::{Board, Level, Move};
use banto_base::limits::{Limits, Stop};

/// Hundredths of a second: the start, a walk, a push, the end.
const DELAYS: (u16, u16, u16, u16) = (100, 9, 14, 250);

impl From<EncodingError> for AnimationError {
    fn from(error: EncodingError) -> Self {
        match error {
            // Writing goes to memory.
            EncodingError::OutOfMemory | EncodingError::Io(_) => Self::Stopped(Stop::Memory),
            _ => Self::TooLarge,
        }
    }
}

/// An animation of moves on a level.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::{Board, Direction, Level, picture};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let (board, mut position) = Board::new(&level).unwrap();
/// let moves: Vec<_> = board.step(&mut position, Direction::Right).into_iter().collect();
/// assert!(picture::gif(&level, &moves, &Limits::none()).unwrap().starts_with(b"GIF89a"));
/// ```
///
/// # Errors
/// If a move is not possible, the level is too large, or a limit is reached.
pub fn gif(level: &Level, moves: &[Move], limits: &Limits) -> Result<Vec<u8>, AnimationError> {
    let (board, mut position) = Board::within(level, limits)?.ok_or(AnimationError::NoBoard)?;
    let mut film = Film::within(level, limits)?;
    let (width, height) = film.size()?;
    // Every possible picture of a cell is made first, since all frames share one table of colors.
    film.draw_all();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &film.palette())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let delay = if moves.is_empty() { DELAYS.3 } else { DELAYS.0 };
    // What is around the walls is as the page around the picture.
    let outside = film.outside();
    let first = frame(film.whole(limits)?, delay, outside);
    // The encoder holds compressed data in addition to what it has written.
    limits.check_allocation(first.buffer.len())?;
    encoder.write_frame(&first)?;
    drop(first);
    for (index, one) in moves.iter().enumerate() {
        limits.check()?;
        let before = position.clone();
        board.step(&mut position, one.direction).ok_or(AnimationError::Move(index))?;
        let changed = film.change(&board, &before, &position);
        let delay = if index + 1 == moves.len() {
            DELAYS.3
        } else if one.push {
            DELAYS.2
        } else {
            DELAYS.1
        };
        // A frame takes at most a few bytes per pixel; the buffer grows by doubling.
        limits.check_reserve(encoder.get_ref(), 4 * film.cell_pixels() * 4)?;
        encoder.write_frame(&frame(film.still(changed, limits)?, delay, outside))?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A frame of the animation, shown for some hundredths of a second.
fn frame(still: Still, delay: u16, transparent: Option<u8>) -> Frame<'static> {
    let Still { left, top, width, height, pixels } = still;
    Frame { delay, transparent, left, top, width, height, buffer: Cow::Owned(pixels), ..Frame::default() }
}
