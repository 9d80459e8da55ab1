//! Boards, moves and the validator: solutions in all their forms, verdicts, and how cells are numbered.

use std::fs;

use banto::sokoban::validate::{Reason, validate};
use banto::sokoban::{Alphabet, Board, Direction, draw, lurd};
use banto::source::SourceText;

use crate::places::{files, root, test_data};
use crate::{levels, moves};

/// Board and validator, which share nothing, agree on every solution.
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
        let verdict = validate(level, &solution).unwrap();
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
fn the_validator_names_the_move_that_fails() {
    let level = &levels("######\n#@$$ #\n# ...#\n#  $ #\n######\n")[0];
    for (text, index, reason) in [
        ("l", 0, Reason::Wall),
        ("R", 0, Reason::BoxAtBox),
        ("ddrRR", 4, Reason::BoxAtWall),
        ("ddrrR", 3, Reason::WrittenAsWalk),
        ("dD", 1, Reason::WrittenAsPush),
    ] {
        let refusal = validate(level, &moves(text)).unwrap_err();
        assert_eq!((refusal.index, refusal.reason), (index, reason), "{text}");
    }
    let verdict = validate(level, &moves("dd")).unwrap();
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

/// Counts cost no more than the moves that they make, whatever they are and however they are nested.
#[test]
fn counts_are_answered_at_once() {
    let nested = format!("{}{}R", "99999(".repeat(60), ")".repeat(60));
    for text in ["999999999999()R", "99999999(9999999(99999()))R", "(0(99999()))R", &nested] {
        assert_eq!(moves(text).len(), 1, "{text}");
    }
    // Moves that a count of 0 takes away again take their time, too.
    let dropped = "0(9999999r)".repeat(1_000) + "r";
    let full = format!("{}r{}", "9999(".repeat(60), ")".repeat(60));
    for text in [dropped, full, "9999999(9999999(r))".to_owned()] {
        assert_eq!(lurd::read(&SourceText::new("s", text)).unwrap_err().code.id, "E0309");
    }
}

#[test]
fn boards_number_the_cells_inside() {
    let level = &levels("  ####\n###  #\n#@$ .#\n###  #\n  ####\n")[0];
    let (board, position) = Board::new(level).unwrap();
    assert_eq!(board.len(), 8);
    assert_eq!(board.place(position.player), (2, 1));
    let first = board.cells().next().unwrap();
    assert_eq!(board.place(first), (1, 3));
    assert_eq!(board.neighbor(first, Direction::Up), None);
    let below = board.neighbor(first, Direction::Down).unwrap();
    assert_eq!(board.place(below), (2, 3));
    assert_eq!(board.walk(&position, below), None);
    assert_eq!(board.reach(&position).count_ones(..), 1);
    assert_eq!(draw::position(level, &board, &position, Alphabet::Xsb), draw::level(level, Alphabet::Xsb));
    assert_eq!(draw::level(level, Alphabet::Article).lines().nth(2), Some("#@O.X#"));
}

#[test]
fn a_published_solution_is_accepted() {
    let Some(place) = test_data("levels/habr") else { return };
    let level = fs::read_to_string(place.join("game/a11.txt")).unwrap();
    let solution = fs::read_to_string(place.join("a11_solution.txt")).unwrap();
    assert!(validate(&levels(&level)[0], &moves(&solution)).unwrap().is_solved());
}
