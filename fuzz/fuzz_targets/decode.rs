//! Any bytes as a plan of an encoded level: no panic, and moves that come of it are moves of the board.
#![no_main]

use banto::sokoban::encode::{ENCODINGS, decode, encode};
use banto::sokoban::{Board, Level};
use libfuzzer_sys::fuzz_target;

const LEVEL: &str = "#######\n#@ $ .#\n#  $ .#\n#######";

fuzz_target!(|data: &[u8]| {
    // The first byte chooses the encoding.
    let Some((choice, bytes)) = data.split_first() else { return };
    let Ok(plan) = std::str::from_utf8(bytes) else { return };
    let level: Level = LEVEL.parse().expect("the level is well formed");
    let row = &ENCODINGS[usize::from(*choice) % ENCODINGS.len()];
    let encoded = encode(&level, row.encoding).expect("the level has a board");
    let Ok(moves) = decode(&encoded, plan) else { return };
    let (board, mut position) = Board::new(&level).expect("the level has a player");
    for one in moves {
        assert_eq!(board.step(&mut position, one.direction), Some(one));
    }
});
