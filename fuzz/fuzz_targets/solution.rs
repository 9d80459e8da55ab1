//! Any bytes as a solution: no panic, every diagnostic points into the text, the validator and the board agree, and
//! moves that are written are read again as they were.
#![no_main]

use banto::sokoban::validate::validate;
use banto::sokoban::{Board, Level, Move, lurd};
use banto::source::SourceText;
use libfuzzer_sys::fuzz_target;

const LEVEL: &str = "##########\n#   #    #\n# $ #  . #\n#  @$ .  #\n#        #\n##########";

fuzz_target!(|data: &[u8]| {
    let (source, fault) = SourceText::from_bytes("solution", data.to_vec());
    if fault.is_some() {
        return;
    }
    let read = match lurd::read(&source) {
        Ok(read) => read,
        Err(fault) => return assert!(source.text().get(fault.span().range()).is_some()),
    };
    // A count is a few letters and millions of moves: all of them would only take time.
    if read.len() > 10_000 {
        return;
    }
    let level: Level = LEVEL.parse().expect("the level is well formed");
    let (board, mut position) = Board::new(&level).expect("the level has a player");
    let made: Vec<Move> = read.iter().map_while(|one| board.step(&mut position, one.direction)).collect();
    if let Ok(verdict) = validate(&level, &read) {
        assert_eq!(verdict.moves, made.len());
        assert_eq!(verdict.boxes_left, board.boxes_left(&position));
    }
    let directions = |text: String| {
        let again = lurd::read(&SourceText::new("again", text)).expect("what is written can be read");
        again.iter().map(|one| one.direction).collect::<Vec<_>>()
    };
    let wanted: Vec<_> = made.iter().map(|one| one.direction).collect();
    assert_eq!(directions(lurd::lurd(made.iter().copied())), wanted);
    assert_eq!(directions(lurd::counted(made)), wanted);
    assert_eq!(directions(lurd::compressed(wanted.iter().copied())), wanted);
});
