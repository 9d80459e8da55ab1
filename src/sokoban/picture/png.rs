//! A level as a PNG: a table of colors, and a byte for each pixel, compressed.
//!
//! In: a level. Out: the bytes of a file. Pixels are those of the first frame of a GIF.

use miniz_oxide::deflate::compress_to_vec_zlib;

use super::film::{AnimationError, Film};
use crate::level::Level;
use banto_base::limits::Limits;

/// How hard the compressor tries, from 0 to 10.
const EFFORT: u8 = 6;

/// The picture of a level.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::{Level, picture};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// assert!(picture::png(&level, &Limits::none()).unwrap().starts_with(b"\x89PNG\r\n"));
/// ```
///
/// # Errors
/// If the level is too large, or a limit is reached.
pub fn png(level: &Level, limits: &Limits) -> Result<Vec<u8>, AnimationError> {
    of(Film::within(level, limits)?, limits)
}

/// The picture of a level whose cells are as large as this width in pixels has room for.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::{Level, picture};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let bytes = picture::png_of_width(&level, 1024, &Limits::none()).unwrap();
/// assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 5 * 204);
/// ```
///
/// # Errors
/// If the level is too large, or a limit is reached.
pub fn png_of_width(level: &Level, width: usize, limits: &Limits) -> Result<Vec<u8>, AnimationError> {
    of(Film::within(level, limits)?.with_width(width), limits)
}

fn of(mut film: Film, limits: &Limits) -> Result<Vec<u8>, AnimationError> {
    let still = film.whole(limits)?;
    let (width, height) = (usize::from(still.width), usize::from(still.height));
    limits.check_allocation(2 * height * (width + 1))?;
    let mut lines = Vec::with_capacity(height * (width + 1));
    for line in still.pixels.chunks_exact(width) {
        // Each line begins with the number of its filter: none.
        lines.push(0);
        lines.extend_from_slice(line);
    }
    let mut header = Vec::new();
    header.extend(u32::from(still.width).to_be_bytes());
    header.extend(u32::from(still.height).to_be_bytes());
    // Eight bits a pixel, from a table of colors; the usual compression and filters; not interlaced.
    header.extend([8, 3, 0, 0, 0]);
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(*b"IHDR", &header, &mut bytes);
    chunk(*b"PLTE", &film.palette(), &mut bytes);
    chunk(*b"IDAT", &compress_to_vec_zlib(&lines, EFFORT), &mut bytes);
    chunk(*b"IEND", &[], &mut bytes);
    Ok(bytes)
}

/// Adds a chunk: its length, its kind, the data, and a check sum of both.
fn chunk(kind: [u8; 4], data: &[u8], bytes: &mut Vec<u8>) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    bytes.extend(kind);
    bytes.extend(data);
    bytes.extend(crc([&kind[..], data].concat().as_slice()).to_be_bytes());
}

/// The cyclic redundancy check of PNG.
fn crc(data: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        let mut value = u32::try_from(byte).unwrap_or(0);
        for _ in 0..8 {
            value = if value & 1 == 1 { 0xedb8_8320 ^ value >> 1 } else { value >> 1 };
        }
        value
    });
    let step = |sum: u32, byte: &u8| table[usize::from(sum.to_le_bytes()[0] ^ byte)] ^ sum >> 8;
    !data.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_check_sum_is_that_of_the_standard() {
        assert_eq!(super::crc(b"123456789"), 0xcbf4_3926);
        assert_eq!(super::crc(b"IEND"), 0xae42_6082);
    }
}
