//! The levels of the project and the generator: fewest pushes by an exact search that shares nothing with the solvers,
//! and what `generate` guarantees.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::exact::{Exact, exact};
use crate::places::{files, root};
use banto::limits::{Limits, Stop};
use banto::sokoban::direct::{Solver, solve};
use banto::sokoban::generate::{Band, Difficulty, Impossible, Request, generate};
use banto::sokoban::validate::validate;
use banto::sokoban::{Board, Cell, Collection, Format, Level, level, lurd};
use banto::source::SourceText;

fn levels(path: &Path) -> Vec<Level> {
    let source = SourceText::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    let reading = level::read(&source, None);
    assert!(reading.diagnostics.is_empty(), "{}\n{:#?}", path.display(), reading.diagnostics);
    reading.collection.levels
}

/// File by file, the fewest pushes of each level.
fn table() -> BTreeMap<String, Vec<u32>> {
    toml::from_str(&fs::read_to_string(root().join("tests/sokoban/best-pushes.toml")).unwrap()).unwrap()
}

/// Without optimization only levels with few boxes, which are quickly looked through; all of them in release builds.
#[test]
fn the_table_of_best_pushes_is_right() {
    let mut looked_at = 0;
    for (file, pushes) in table() {
        let levels = levels(&root().join("problems/sokoban").join(&file));
        for (index, (level, fewest)) in levels.iter().zip(pushes).enumerate() {
            let boxes = level.count(Cell::has_box);
            if cfg!(debug_assertions) && boxes > 2 && (boxes > 3 || fewest > 19) {
                continue;
            }
            assert_eq!(exact(level, true, 10_000_000), Exact::Pushes(fewest), "{file} {}", index + 1);
            looked_at += 1;
        }
    }
    assert!(looked_at >= if cfg!(debug_assertions) { 20 } else { 70 }, "{looked_at}");
}

#[test]
fn every_level_has_a_title_an_author_and_a_place_in_the_table() {
    let table = table();
    let (mut count, mut boards, mut titles) = (0, Vec::new(), Vec::new());
    for path in files(&root().join("problems/sokoban"), "xsb") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let levels = levels(&path);
        assert_eq!(table.get(name).map(Vec::len), Some(levels.len()), "{name}");
        for level in levels {
            assert_eq!(level.author.as_deref(), Some("banto"), "{name}");
            titles.push(level.title.unwrap_or_default());
            boards.push(level.rows);
            count += 1;
        }
    }
    assert!(count >= 60 && !titles.contains(&String::new()));
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), count, "each title once");
    for (index, board) in boards.iter().enumerate() {
        assert!(!boards[..index].contains(board), "each board once");
    }
}

/// Whatever is made can be solved as it says, is not trivial, reads back, and comes again.
#[test]
fn generated_levels_keep_their_promises() {
    let limits = Limits::none();
    for (width, height, boxes) in [(7, 7, 1), (7, 7, 2), (8, 9, 2), (9, 8, 3)] {
        for seed in 0..4 {
            let request = Request { width, height, boxes, seed, difficulty: Difficulty::default() };
            let made = generate(&request, &limits).unwrap();
            let level = &made.level;
            assert_eq!((level.width(), level.height()), (width, height));
            assert_eq!((level.count(Cell::has_box), level.count(Cell::is_goal)), (boxes, boxes));
            let solution = level.solutions[0].moves.clone();
            let moves = lurd::read(&SourceText::new("solution", solution)).unwrap();
            let verdict = validate(level, &moves).unwrap();
            assert!(verdict.is_solved() && verdict.pushes == made.quality.pushes);
            assert!(made.quality.pushes >= 3 * boxes + 2 && made.quality.turned * 2 >= boxes);
            if boxes <= 2 {
                // No solution does without these, and few boxes are pulled through all layers.
                let Exact::Pushes(fewest) = exact(level, true, 1_000_000) else { panic!("{request:?}") };
                assert!(fewest as usize >= made.quality.distance);
                assert_eq!(fewest as usize, made.quality.pushes, "{request:?}");
            }
            assert_eq!(generate(&request, &limits).unwrap().level, *level);
            let collection = Collection { levels: vec![level.clone()], ..Collection::default() };
            let text = level::write(&collection, Format::Xsb);
            let again = level::read(&SourceText::new("a.xsb", text), None);
            assert!(again.diagnostics.is_empty());
            assert_eq!(again.collection.levels, collection.levels);
        }
    }
}

/// Levels of a band need as many pushes as an exact search says, and `bfs` stores as many states as they say.
#[test]
fn levels_lie_in_their_bands() {
    let limits = Limits::none();
    let band = |least, most| Some(Band { least, most });
    for (boxes, pushes, states) in [
        (1, band(6, 9), None),
        (2, band(1, 7), None),
        (2, band(16, 16), None),
        (2, band(5, u64::MAX), None),
        (2, band(10, 30), band(60, 400)),
        (3, band(18, 22), None),
        (3, None, band(200, 3_000)),
    ] {
        for seed in 0..3 {
            let difficulty = Difficulty { pushes, states };
            let request = Request { width: 8, height: 7, boxes, seed, difficulty };
            let made = generate(&request, &limits).unwrap();
            let level = &made.level;
            let Exact::Pushes(fewest) = exact(level, true, 1_000_000) else { panic!("{request:?}") };
            let is_in = |band: Option<Band>, number| {
                band.is_none_or(|band| (band.least..=band.most).contains(&number))
            };
            assert!(is_in(pushes, fewest.into()) && made.quality.moved == boxes, "{request:?} {made:?}");
            let moves = lurd::read(&SourceText::new("solution", level.solutions[0].moves.clone())).unwrap();
            let verdict = validate(level, &moves).unwrap();
            assert!(verdict.is_solved() && verdict.pushes == fewest as usize, "{request:?} {made:?}");
            assert_eq!((made.states.is_some(), made.quality.pushes), (states.is_some(), verdict.pushes));
            let (board, start) = Board::new(level).unwrap();
            let plain = solve(&board, &start, Solver::Bfs, &limits, None).work.states;
            assert!(
                is_in(states, plain) && made.states.is_none_or(|said| said == plain),
                "{request:?} {plain}"
            );
            assert_eq!(generate(&request, &limits).unwrap().level, *level);
        }
    }
}

/// A level that may have no solution is read by both readers.
#[test]
fn a_level_with_too_many_boxes_is_a_level() {
    let text = "######\n#@$$.#\n######";
    assert!(level::read(&SourceText::new("a", text), None).is_playable() && text.parse::<Level>().is_ok());
    assert!("######\n#@@$.#\n######".parse::<Level>().is_err());
}

/// A solution that is found is the first, also if it was there.
#[test]
fn a_known_solution_goes_to_the_front() {
    let text = "######\n#@ $.#\n######\nSolution: rL\nSolution/Ada: rR\n";
    let mut level = level::read(&SourceText::new("a", text), None).collection.levels.remove(0);
    level.add_solution("rR");
    let moves: Vec<&str> = level.solutions.iter().map(|one| one.moves.as_str()).collect();
    assert_eq!((moves, level.solutions[0].title.as_str()), (vec!["rR", "rL"], "Ada"));
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    let size =
        |width, height, boxes| Request { width, height, boxes, seed: 0, difficulty: Difficulty::default() };
    let request = |width, height, boxes| generate(&size(width, height, boxes), &Limits::none()).err();
    let limits = Limits::none().with_time(std::time::Duration::from_millis(50));
    assert_eq!(generate(&size(40, 40, 20), &limits).err(), Some(Impossible::Stopped(Stop::Time)));
    assert_eq!(request(9, 9, 0), Some(Impossible::Boxes(0)));
    assert_eq!(request(9, 9, 31), Some(Impossible::Boxes(31)));
    assert_eq!(request(4, 9, 1), Some(Impossible::Size(4, 9)));
    assert_eq!(request(9, 51, 1), Some(Impossible::Size(9, 51)));
    assert_eq!(request(7, 7, 6), Some(Impossible::Crowded(5)));
    assert_eq!(request(5, 7, 1), Some(Impossible::Size(5, 7)));
    let within = |least, most| {
        let difficulty = Difficulty { pushes: Some(Band { least, most }), states: None };
        generate(&Request { difficulty, ..size(5, 8, 2) }, &Limits::none()).err()
    };
    assert!(matches!(within(9, 8), Some(Impossible::Empty(_))));
    assert!(
        matches!(within(500, 600), Some(Impossible::NotWithin(_, why)) if why.contains(" space for about "))
    );
    assert!(matches!(within(0, 1), Some(Impossible::NotWithin(..))), "each of two boxes is pushed");
    for fault in
        [Impossible::Boxes(0), Impossible::Boxes(31), Impossible::Crowded(5), Impossible::NotFound(1, 2)]
    {
        assert!(!fault.to_string().is_empty());
    }
}
