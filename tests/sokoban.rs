//! Levels, boards, moves and the judge: fixtures in files, the project's own levels with their solutions, properties of
//! the formats, and, where they are there, the collections beside the checkout.

#![allow(clippy::print_stderr)] // a skipped check says so

use std::fs;
use std::path::{Path, PathBuf};

use banto::sokoban::level::{self, Reading};
use banto::sokoban::verify::{Reason, verify};
use banto::sokoban::{Alphabet, Board, Cell, Collection, Direction, Format, Level, draw, lurd};
use banto::source::SourceText;
use proptest::prelude::*;

const FORMATS: [Format; 5] = [Format::Xsb, Format::Rle, Format::Sok, Format::Slc, Format::Article];

fn read(text: &str) -> Reading {
    level::read(&SourceText::new("a.xsb", text), None)
}

/// The levels of a text that is known to be right.
fn levels(text: &str) -> Vec<Level> {
    let reading = read(text);
    assert!(reading.is_sound(), "{text}\n{:#?}", reading.diagnostics);
    reading.collection.levels
}

fn moves(text: &str) -> Vec<lurd::Written> {
    lurd::read(&SourceText::new("solution", text)).unwrap()
}

/// A fixture says what it expects in lines `:: expect CODE LINE:COLUMN`.
#[test]
fn faults_are_found_at_the_exact_place() {
    let mut count = 0;
    for path in files(&root().join("tests/sokoban/faults"), "xsb") {
        let text = fs::read_to_string(&path).unwrap();
        let wanted: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(":: expect ")).collect();
        let source = SourceText::new("a.xsb", text.clone());
        let found: Vec<String> = level::read(&source, None)
            .diagnostics
            .iter()
            .map(|one| {
                let (line, column) = source.line_column(one.span().start);
                format!("{} {line}:{column}", one.code.id)
            })
            .collect();
        assert_eq!(found, wanted, "{}", path.display());
        count += 1;
    }
    assert!(count >= 40, "only {count} fixtures");
}

#[test]
fn files_without_levels_are_answered() {
    for (text, place) in
        [("", (1, 1)), ("  \n\n", (1, 1)), ("; Level 1\n; by nobody\n", (3, 1)), ("\n  words\n", (2, 3))]
    {
        let source = SourceText::new("a.xsb", text);
        let found = level::read(&source, None).diagnostics;
        assert_eq!(found[0].code.id, "E0301");
        assert_eq!(source.line_column(found[0].span().start), place);
    }
}

#[test]
fn files_too_large_are_answered_at_once() {
    for text in [
        "#".repeat(1_000_000),
        "#\n".repeat(1_000_000),
        "999#|".repeat(200_000),
        format!("5#|#{}#|5#", "9".repeat(100_000)),
        format!("<SokobanLevels>{}", "<Level>".repeat(100_000)),
    ] {
        assert!(!read(&text).is_sound());
    }
    // Wide open, and with many gaps.
    let comb = format!("{}\n@{}\n{}", "# ".repeat(450), " ".repeat(899), "# ".repeat(450));
    assert!(!read(&comb).is_sound());
}

/// What each of the variants says is the same level.
#[test]
fn variants_say_the_same() {
    let plain = "#######\n#  .  #\n# @$  #\n#  *  #\n#######\n";
    let wanted = &levels(plain)[0].rows.clone();
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        plain.replace(' ', "-"),
        plain.replace(' ', "_"),
        plain.lines().map(|line| ["   ", line, "  \n"].concat()).collect(),
        plain.lines().map(|line| ["\t", line, "\t\n"].concat()).collect(),
        format!("\n\nA title\n\n{plain}\nAuthor: somebody\n"),
        "7#|#--.2-#|#-@$2-#|#2-*2-#|7#".to_owned(),
        "7#\n#2-.2-#\n#-@$2-#\n#2-*2-#\n7#\n".to_owned(),
        "#######\n#..X..#\n#.@O..#\n#..G..#\n#######\n".to_owned(),
        "#######\n#  o  #\n# pb  #\n#  B  #\n#######\n".to_owned(),
        "<SokobanLevels><LevelCollection><Level Id='1'><L>#######</L><L>#  .  #</L><L># @&#36;  #</L>\
         <L>#  *  #</L><L>#######</L></Level></LevelCollection></SokobanLevels>"
            .to_owned(),
    ] {
        assert_eq!(&levels(&other)[0].rows, wanted, "{other}");
    }
}

#[test]
fn words_belong_to_their_levels() {
    let board = "#####\n#@$.#\n#####\n";
    let text = format!(
        "Collection: Two rooms\nAuthor: A\n\n; one\n\n{board}Comment: short\n\n\
         second\n\n{board}\nAuthor: B\n\nSolution 1\nR\n\n{board}Title: third\n"
    );
    let found = read(&text).collection;
    assert_eq!((found.title.as_deref(), found.author.as_deref()), (Some("Two rooms"), Some("A")));
    let titles: Vec<_> = found.levels.iter().map(|level| level.title.as_deref()).collect();
    assert_eq!(titles, [Some("one"), Some("second"), Some("third")]);
    assert_eq!(found.levels[0].notes, ["short"]);
    assert_eq!(found.levels[1].author.as_deref(), Some("B"));
    assert_eq!(found.levels[1].solution.as_deref(), Some("R"));
}

#[test]
fn every_cell_knows_its_place() {
    let text = "; a\n\n   #####\n   #@$.#\n   #####\n";
    let source = SourceText::new("a.xsb", text);
    let level = &level::read(&source, None).collection.levels[0];
    let place = |row: usize, column: usize| source.line_column(level.spans[row][column].start);
    assert_eq!((place(1, 1), place(1, 3), place(2, 4)), ((4, 5), (4, 7), (5, 8)));
}

/// Board and judge, which share nothing, agree on every solution.
#[test]
fn the_levels_of_the_project_are_solved_by_their_solutions() {
    let table = fs::read_to_string(root().join("tests/sokoban/solutions.txt")).unwrap();
    let mut known = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [file, number, pushes, solution] = words[..] else { panic!("{line}") };
        let number: usize = number.parse().unwrap();
        let text = fs::read_to_string(root().join("problems/sokoban").join(file)).unwrap();
        let level = &levels(&text)[number - 1];
        let solution = moves(solution);
        let verdict = verify(level, &solution).unwrap();
        assert!(verdict.is_solved(), "{line}");
        assert_eq!(verdict.pushes.to_string(), pushes, "{line}");
        let (board, mut position) = Board::new(level).unwrap();
        let start = position.clone();
        let made: Vec<_> =
            solution.iter().map(|one| board.step(&mut position, one.direction).unwrap()).collect();
        assert!(board.is_solved(&position));
        assert_eq!(lurd::lurd(made.iter().copied()), words[3]);
        for form in
            [lurd::counted(made.iter().copied()), lurd::compressed(made.iter().map(|one| one.direction))]
        {
            let again: Vec<_> = moves(&form).iter().map(|one| one.direction).collect();
            assert_eq!(again, made.iter().map(|one| one.direction).collect::<Vec<_>>());
        }
        for one in made.iter().rev() {
            board.undo(&mut position, *one);
        }
        assert_eq!(position, start);
        known.push((file.to_owned(), number));
    }
    for path in files(&root().join("problems/sokoban"), "xsb") {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let count = levels(&fs::read_to_string(&path).unwrap()).len();
        for number in 1..=count {
            assert!(known.contains(&(file.clone(), number)), "{file} {number} has no solution in the table");
        }
    }
}

#[test]
fn the_judge_says_which_move_fails() {
    let level = &levels("######\n#@$$ #\n# ...#\n#  $ #\n######\n")[0];
    for (text, index, reason) in [
        ("l", 0, Reason::Wall),
        ("R", 0, Reason::BoxAtBox),
        ("ddrRR", 4, Reason::BoxAtWall),
        ("ddrrR", 3, Reason::WrittenAsWalk),
        ("dD", 1, Reason::WrittenAsPush),
    ] {
        let refusal = verify(level, &moves(text)).unwrap_err();
        assert_eq!((refusal.index, refusal.reason), (index, reason), "{text}");
    }
    let verdict = verify(level, &moves("dd")).unwrap();
    assert_eq!((verdict.moves, verdict.pushes, verdict.boxes_left), (2, 0, 3));
}

#[test]
fn solutions_are_read_in_every_form() {
    let forms = ["rrUUd", "2r2Ud", "2r 2U d", "Moves are: rrUUd", "(r)r(2U)d", "2(r)UUd\n"];
    for form in forms {
        let letters: String = moves(form).iter().map(|one| one.direction.letter()).collect();
        assert_eq!(letters, "rruud", "{form}");
    }
    assert_eq!(moves("3(rU)").len(), 6);
    assert!(moves("R D").iter().all(|one| one.push.is_none()));
    for (wrong, code) in
        [("rx", "E0313"), ("r3", "E0308"), ("2(r", "E0313"), ("r)", "E0313"), ("999999999r", "E0309")]
    {
        let found = lurd::read(&SourceText::new("s", wrong)).unwrap_err();
        assert_eq!(found.code.id, code, "{wrong}");
    }
}

#[test]
fn boards_number_the_cells_inside() {
    let level = &levels("  ####\n###  #\n#@$ .#\n###  #\n  ####\n")[0];
    let (board, position) = Board::new(level).unwrap();
    assert_eq!(board.len(), 8);
    assert_eq!(board.place(position.keeper), (2, 1));
    let first = board.cells().next().unwrap();
    assert_eq!(board.place(first), (1, 3));
    assert_eq!(board.neighbour(first, Direction::Up), None);
    let below = board.neighbour(first, Direction::Down).unwrap();
    assert_eq!(board.place(below), (2, 3));
    assert_eq!(board.walk(&position, below), None);
    assert_eq!(board.reach(&position).count_ones(..), 1);
    assert_eq!(draw::position(level, &board, &position, Alphabet::Xsb), draw::level(level, Alphabet::Xsb));
    assert_eq!(draw::level(level, Alphabet::Article).lines().nth(2), Some("#@O.X#"));
}

#[test]
fn collections_beside_the_project_are_read_and_written_in_every_format() {
    let Some(place) = beside("levels") else { return };
    let mut count = 0;
    for path in all_files(&place) {
        let name = path.display().to_string();
        let is_level = path.extension().is_some_and(|one| one == "xsb")
            || name.contains("habr/game")
            || name.contains("solvable");
        if !is_level {
            continue;
        }
        let reading = read(&fs::read_to_string(&path).unwrap());
        assert!(reading.is_sound(), "{name}: {:#?}", reading.diagnostics);
        count += reading.collection.levels.len();
        let bare = without_notes(reading.collection);
        for format in FORMATS {
            let again = read(&level::write(&bare, format));
            assert_eq!(again.collection, bare, "{name} as {format:?}");
        }
    }
    assert!(count > 300, "only {count} levels");
}

#[test]
fn a_published_solution_is_accepted() {
    let Some(place) = beside("levels/habr") else { return };
    let level = fs::read_to_string(place.join("game/a11.txt")).unwrap();
    let solution = fs::read_to_string(place.join("a11_solution.txt")).unwrap();
    assert!(verify(&levels(&level)[0], &moves(&solution)).unwrap().is_solved());
}

#[test]
fn broken_levels_beside_the_project_are_told_apart() {
    let Some(place) = beside("malformed/sokoban/dev") else { return };
    for case in fs::read_dir(place).unwrap() {
        let case = case.unwrap().path();
        let expect = fs::read_to_string(case.join("expect")).unwrap();
        let (source, fault) = SourceText::from_bytes("level.xsb", fs::read(case.join("level.xsb")).unwrap());
        let sound = fault.is_none() && level::read(&source, None).is_sound();
        let wanted = expect.contains("outcome: accept") || (expect.contains("also-accept: accept") && sound);
        assert_eq!(sound, wanted, "{}", case.display());
    }
}

/// Notes and solutions of levels, which XML cannot hold, are taken away.
fn without_notes(mut collection: Collection) -> Collection {
    for level in &mut collection.levels {
        level.notes.clear();
        level.solution = None;
    }
    collection
}

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

    /// Board and judge agree on random walks.
    #[test]
    fn board_and_judge_agree(level in random_level(), steps in prop::collection::vec(0..4_usize, 0..60)) {
        let (board, mut position) = Board::new(&level).unwrap();
        let mut made = Vec::new();
        for step in steps {
            made.extend(board.step(&mut position, Direction::ALL[step]));
        }
        let text = lurd::lurd(made.iter().copied());
        let verdict = verify(&level, &moves(&text)).unwrap();
        prop_assert_eq!(verdict.boxes_left, board.boxes_left(&position));
        prop_assert_eq!(verdict.pushes, made.iter().filter(|one| one.push).count());
        prop_assert_eq!(verdict.is_solved(), board.is_solved(&position));
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A folder of data beside the checkout; says so where it is absent.
fn beside(name: &str) -> Option<PathBuf> {
    let place = root().parent()?.join("shared").join(name);
    if !place.exists() {
        eprintln!("skipped: {} is not there", place.display());
        return None;
    }
    Some(place)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths = all_files(folder);
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths
}

/// The files below a folder, sorted.
fn all_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { paths.extend(all_files(&path)) } else { paths.push(path) }
    }
    paths.sort();
    paths
}
