//! Random levels and random texts: what is written reads back, nothing panics, and board and validator agree.

use banto::sokoban::validate::validate;
use banto::sokoban::{Board, Cell, Collection, Direction, Format, Level, level, lurd};
use banto::source::SourceText;
use proptest::prelude::*;

use crate::{FORMATS, moves, read};

/// A room of random size with random things in it, and as many goals as boxes.
fn random_level() -> impl Strategy<Value = Level> {
    let cells = prop::collection::vec(0..12_u8, 4 * 9..=40 * 9);
    (cells, prop::option::of(words()), prop::option::of(words()), 0..4_usize).prop_map(
        |(cells, title, author, indent)| {
            let width = 9;
            let mut rows = vec![vec![Cell::Wall; width + 2]];
            let (mut boxes, mut goals) = (0, 0);
            for row in cells.chunks_exact(width) {
                let mut line = vec![Cell::Wall];
                for one in row {
                    line.push(match one {
                        0 | 1 => Cell::Wall,
                        2 => Cell::Box,
                        3 => Cell::Goal,
                        4 => Cell::BoxOnGoal,
                        _ => Cell::Floor,
                    });
                    boxes += usize::from(*one == 2);
                    goals += usize::from(*one == 3);
                }
                line.push(Cell::Wall);
                rows.push(line);
            }
            // Two more rows make the numbers equal and hold the player; everything in reach is open towards them.
            let mut more: Vec<Cell> = Vec::new();
            more.extend(std::iter::repeat_n(Cell::Box, goals - goals.min(boxes)));
            more.extend(std::iter::repeat_n(Cell::Goal, boxes - goals.min(boxes)));
            more.push(Cell::BoxOnGoal);
            for chunk in more.chunks(width) {
                let mut line = vec![Cell::Wall];
                line.extend_from_slice(chunk);
                line.resize(width + 1, Cell::Floor);
                line.push(Cell::Wall);
                rows.push(line);
            }
            let mut last = vec![Cell::Floor; width + 2];
            (last[0], last[width + 1], last[1]) = (Cell::Wall, Cell::Wall, Cell::Player);
            rows.push(last);
            rows.push(vec![Cell::Wall; width + 2 - indent]);
            rows.last_mut().unwrap().resize(width + 2, Cell::Wall);
            Level { title, author, rows, ..Level::default() }
        },
    )
}

/// Words that could be mistaken for nearly anything.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z#@$.*+:;=|0-9<>&\"'-]{1,12}",
        "[a-zA-Z]{1,8} [a-zA-Z0-9:#]{1,8}",
        Just("Title: x".to_owned()),
        Just("Solution".to_owned()),
        Just("####".to_owned()),
        Just("rRlL".to_owned()),
        Just("::".to_owned()),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        levels in prop::collection::vec(random_level(), 1..4),
        title in prop::option::of(words()),
        author in prop::option::of(words()),
    ) {
        let collection = Collection { title, author, notes: Vec::new(), levels };
        for format in FORMATS {
            let text = level::write(&collection, format);
            let again = read(&text);
            prop_assert!(again.is_playable(), "{:?}\n{}\n{:#?}", format, text, again.diagnostics);
            prop_assert_eq!(&again.collection, &collection, "{:?}\n{}", format, text);
        }
    }

    #[test]
    fn no_text_is_answered_by_a_panic(text in "[#@$.*+ OXG|0-9a-z<>/&;:\t\r\n-]{0,200}") {
        for format in [None, Some(Format::Slc), Some(Format::Article), Some(Format::Xsb)] {
            let source = SourceText::new("a", text.clone());
            let reading = level::read(&source, format);
            if reading.is_playable() {
                for level in &reading.collection.levels {
                    prop_assert!(Board::new(level).is_some());
                }
            }
        }
        let _ = lurd::read(&SourceText::new("a", text));
    }

    /// Board and validator agree on random walks.
    #[test]
    fn board_and_validator_agree(level in random_level(), steps in prop::collection::vec(0..4_usize, 0..60)) {
        let (board, mut position) = Board::new(&level).unwrap();
        let mut made = Vec::new();
        for step in steps {
            made.extend(board.step(&mut position, Direction::ALL[step]));
        }
        let text = lurd::lurd(made.iter().copied());
        let verdict = validate(&level, &moves(&text)).unwrap();
        prop_assert_eq!(verdict.boxes_left, board.boxes_left(&position));
        prop_assert_eq!(verdict.pushes, made.iter().filter(|one| one.push).count());
        prop_assert_eq!(verdict.is_solved(), board.is_solved(&position));
    }
}
