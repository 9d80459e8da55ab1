//! The board as planning problems: every encoding of small levels has a plan exactly when the level has a solution, the
//! plans turn into moves that the validator accepts, and the texts pass `check` and `fmt` unchanged.
//!
//! `BANTO_LONG=1 cargo test --release --test sokoban encode` looks at more random levels.

use crate::cases;

use std::fs;
use std::path::Path;

use crate::exact::{Exact, exact};
use banto::limits::Limits;
use banto::pddl;
use banto::planner::{self, Answer, Request, Status};
use banto::search::{Algorithm, Random};
use banto::sokoban::encode::{ENCODINGS, Encoding, decode, encode, encoding_named, lost_cells};
use banto::sokoban::validate::validate;
use banto::sokoban::{Board, Cell, CellId, Level, level, lurd};
use banto::source::{Diagnostic, SourceText};
use banto::task::{self, Task};

fn levels(text: &str) -> Vec<Level> {
    let reading = level::read(&SourceText::new("a.xsb", text), None);
    assert!(reading.is_playable(), "{text}\n{:#?}", reading.diagnostics);
    reading.collection.levels
}

/// The task of two texts without errors that `fmt` would not change. `check` warns at most of what a level itself
/// brings: directions and actions that a narrow room does not need, boxes that are all on goals, no box beside two free
/// cells, or no free cell.
pub fn resolved(domain: &str, problem: &str) -> Task {
    let (domain, problem) = (SourceText::new("domain", domain), SourceText::new("problem", problem));
    for text in [&domain, &problem] {
        assert_eq!(pddl::format(text).unwrap(), text.text());
    }
    let found = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    let of_the_level =
        |found: &Diagnostic| ["W0204", "W0219", "W0223", "W0224", "W0228"].contains(&found.code.id);
    assert!(found.diagnostics.iter().all(of_the_level), "{}\n{:#?}", problem.text(), found.diagnostics);
    found.task.unwrap()
}

/// The whole way round: level, problem, plan, moves, validator. The answer, and the pushes of the moves.
fn around(level: &Level, encoding: Encoding, request: &Request) -> (Answer, Option<usize>) {
    let encoded = encode(level, encoding).unwrap();
    let task = resolved(encoded.domain, &encoded.problem);
    let answer = planner::plan(&task, request, &Limits::none(), &()).unwrap();
    let pushes = answer.plan.as_ref().map(|found| {
        let moves = decode(&encoded, &found.plan.text(&task)).unwrap();
        let text = lurd::lurd(moves);
        let moves = lurd::read(&SourceText::new("moves", text)).unwrap();
        let verdict = validate(level, &moves).unwrap();
        assert!(verdict.is_solved(), "{encoding:?}: {}", encoded.problem);
        verdict.pushes
    });
    (answer, pushes)
}

/// Holds every encoding to what an oracle knows of a level. Where steps are counted in pushes, the best plan has the
/// fewest.
fn check(level: &Level, known: Exact) {
    for row in ENCODINGS {
        let counts_pushes = matches!(row.encoding, Encoding::Typed | Encoding::Pushes);
        let algorithm = if counts_pushes { Algorithm::UniformCost } else { Algorithm::Bfs };
        let request = Request::default().algorithm(algorithm);
        let (answer, pushes) = around(level, row.encoding, &request);
        let what = || format!("{}: {}", row.name, encode(level, row.encoding).unwrap().problem);
        match known {
            Exact::Pushes(fewest) if counts_pushes => {
                assert_eq!(answer.plan.unwrap().cost, u64::from(fewest), "{}", what());
                assert_eq!(pushes, Some(fewest as usize), "{}", what());
            }
            Exact::Pushes(_) => assert!(pushes.is_some(), "{:?} {}", answer.status, what()),
            Exact::Unsolvable => {
                assert!(matches!(answer.status, Status::Unsolvable(_)), "{:?} {}", answer.status, what());
            }
            Exact::TooLarge => unreachable!("levels here are small"),
        }
    }
}

#[test]
fn the_table_names_every_encoding() {
    for row in ENCODINGS {
        assert_eq!(row.encoding.row().name, row.name);
        assert_eq!(encoding_named(row.name), Some(row.encoding));
        let domain = SourceText::new("domain", row.domain);
        assert_eq!(pddl::format(&domain).unwrap(), row.domain);
        let found = task::resolve(&pddl::parse_domain(&domain), None);
        assert!(found.diagnostics.is_empty(), "{:#?}", found.diagnostics);
        assert_eq!(found.task.unwrap().domain, format!("sokoban-{}", row.name));
    }
}

/// The predicates that a domain names in its text are the ones that it is known by.
#[test]
fn filtered_has_its_seven_predicates_and_twelve_schemas() {
    let domain = SourceText::new("domain", Encoding::Filtered.row().domain);
    let task = task::resolve(&pddl::parse_domain(&domain), None).task.unwrap();
    let names: Vec<&str> = task.predicates.ids().map(|id| task.predicates.name(id)).collect();
    assert_eq!(
        names,
        [
            "Box_On",
            "Box_On_Goal",
            "Goal",
            "Free",
            "Not_Free_For_Box",
            "Keeper_On_Box_Allowed",
            "Keeper_On_Box_Not_Allowed",
            "Next"
        ]
    );
    assert_eq!(task.schemas.len(), 12);
}

/// Levels that each are a case of their own.
#[test]
fn unusual_levels() {
    for (drawing, known) in [
        // From goal to goal, by way of a goal.
        ("#######\n#@*. .#\n#######\n", Exact::Pushes(0)),
        ("#######\n#@$.. #\n#  * ##\n#    #\n######\n", Exact::Pushes(1)),
        ("######\n#@*.$#\n######\n", Exact::Unsolvable),
        ("######\n#@*.##\n#    #\n##$ ##\n##  ##\n######\n", Exact::Pushes(3)),
        // The player on a goal; a goal that a box must leave again.
        ("#####\n#+$ #\n#   #\n#####\n", Exact::Pushes(1)),
        ("######\n#+ $ #\n#    #\n######\n", Exact::Pushes(2)),
        // More goals than boxes, fewer goals than boxes, no goal.
        ("#######\n#@$...#\n#######\n", Exact::Pushes(1)),
        ("#######\n#@$$ .#\n#     #\n#######\n", Exact::Unsolvable),
        ("#####\n#@$ #\n#####\n", Exact::Unsolvable),
        // Boxes that nobody can reach.
        ("#########\n#@$.#$..#\n#########\n", Exact::Unsolvable),
        ("#########\n#@$.#*..#\n#########\n", Exact::Pushes(1)),
        ("#####\n#@###\n##*##\n#####\n", Exact::Pushes(0)),
        // Every corner is a goal, so that boxes may go anywhere.
        ("#####\n#.$.#\n# @ #\n#. .#\n#####\n", Exact::Pushes(1)),
        // A player with nowhere to go.
        ("#####\n#@#*#\n#####\n", Exact::Pushes(0)),
        // A box that only ever stands on one of two cells, neither of them a goal.
        ("######\n###*##\n#* $ #\n#   @#\n######\n", Exact::Unsolvable),
        // A box that starts where boxes are lost.
        ("######\n#@  .#\n#  $ #\n#$ . #\n######\n", Exact::Unsolvable),
    ] {
        let level = &levels(drawing)[0];
        assert_eq!(exact(level, false, 1_000_000), known, "{drawing}");
        check(level, known);
    }
}

/// A room of random shape. Things are put anywhere, or boxes are pulled away from goals, so that there is a solution.
pub fn random_level(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let (width, height) = (3 + random.below_index(3), 3 + random.below_index(2));
    let mut rows = vec![vec![Cell::Wall; width + 2]; height + 2];
    for row in &mut rows[1..=height] {
        for cell in &mut row[1..=width] {
            if random.below(6) > 0 {
                *cell = Cell::Floor;
            }
        }
    }
    let mut floor: Vec<(usize, usize)> = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        floor.extend((0..cells.len()).filter(|at| cells[*at] == Cell::Floor).map(|column| (row, column)));
    }
    let mut take = || (floor.len() > 1).then(|| floor.swap_remove(random.below_index(floor.len())));
    let mut goals: Vec<(usize, usize)> = (0..=seed % 3).filter_map(|_| take()).collect();
    let player = take().unwrap_or((1, 1));
    let boxes = if seed.is_multiple_of(2) {
        pulled(&rows, &goals, player, &mut random)
    } else {
        goals.iter().skip(usize::from(seed % 5 == 1)).filter_map(|_| take()).collect()
    };
    // Sometimes a box is already home, and sometimes the player stands on a goal.
    if seed % 7 == 1 {
        goals.truncate(goals.len() - 1);
        goals.extend(boxes.first());
    }
    if seed % 11 == 1 {
        goals.push(player);
    }
    for (row, cells) in rows.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            let at = (row, column);
            if *cell == Cell::Floor || at == player {
                *cell = Cell::of(goals.contains(&at), boxes.contains(&at), at == player);
            }
        }
    }
    Level { rows, ..Level::default() }
}

/// Boxes pulled about by a player who wanders.
fn pulled(
    rows: &[Vec<Cell>],
    goals: &[(usize, usize)],
    mut player: (usize, usize),
    random: &mut Random,
) -> Vec<(usize, usize)> {
    let mut boxes = goals.to_vec();
    let start = player;
    for _ in 0..60 {
        let (down, right) = [(0, 1), (0, -1), (1, 0), (-1, 0)][random.below_index(4)];
        let step = |at: (usize, usize), down, right| {
            (at.0.wrapping_add_signed(down), at.1.wrapping_add_signed(right))
        };
        let (ahead, behind) = (step(player, down, right), step(player, -down, -right));
        if rows[ahead.0][ahead.1] == Cell::Wall || boxes.contains(&ahead) {
            continue;
        }
        if let Some(pulled) = boxes.iter_mut().find(|at| **at == behind)
            && random.below(3) > 0
        {
            *pulled = player;
        }
        player = ahead;
    }
    // The player walks where the drawing says; nothing may stand there.
    if boxes.contains(&start) { goals.to_vec() } else { boxes }
}

#[test]
fn random_levels_have_plans_exactly_when_they_have_solutions() {
    let (mut solvable, mut moved, mut unsolvable) = (0, 0, 0);
    for seed in cases::seeds(100, 5000) {
        let level = random_level(seed);
        let known = exact(&level, false, 1_000_000);
        assert_eq!(known, exact(&level, true, 1_000_000));
        check(&level, known);
        match known {
            Exact::Unsolvable => unsolvable += 1,
            known => {
                solvable += 1;
                moved += usize::from(known != Exact::Pushes(0));
            }
        }
    }
    cases::tell(&format!("{solvable} solvable and {unsolvable} unsolvable random levels"));
    assert!(
        solvable > cases::least(25) && moved > cases::least(15) && unsolvable > cases::least(15),
        "{solvable} {moved} {unsolvable}"
    );
}

/// A lone box on a marked cell has no way to a goal, whatever it takes.
#[test]
fn boxes_with_names_are_searched_without_them() {
    let text = fs::read_to_string("problems/sokoban/scales.xsb").unwrap();
    for level in levels(&text) {
        let (answer, pushes) = around(&level, Encoding::Typed, &Request::default());
        assert!(pushes.is_some());
        assert_eq!(answer.used[0].name, "folded", "{:?}", answer.used);
    }
}

#[test]
fn marked_cells_lose_the_level() {
    let mut marked = 0;
    for seed in 0..60 {
        let mut level = random_level(seed);
        for cell in level.rows.iter_mut().flatten() {
            *cell = Cell::of(cell.is_goal(), false, cell.has_player()).or_wall(*cell);
        }
        let (board, start) = Board::new(&level).unwrap();
        for cell in lost_cells(&board).ones().map(CellId::from) {
            for player in board.cells().filter(|player| *player != cell) {
                let mut lone = level.clone();
                let (old, new, place) = (board.place(start.player), board.place(player), board.place(cell));
                lone.rows[old.0][old.1] = Cell::of(level.cell(old.0, old.1).is_goal(), false, false);
                lone.rows[new.0][new.1] = Cell::of(level.cell(new.0, new.1).is_goal(), false, true);
                lone.rows[place.0][place.1] = Cell::Box;
                assert_eq!(exact(&lone, false, 100_000), Exact::Unsolvable);
                marked += 1;
            }
        }
    }
    assert!(marked > 500, "only {marked}");
}

trait OrWall {
    fn or_wall(self, drawn: Cell) -> Cell;
}

impl OrWall for Cell {
    fn or_wall(self, drawn: Cell) -> Cell {
        if drawn == Cell::Wall { drawn } else { self }
    }
}

#[test]
fn small_levels_of_the_project() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/sokoban");
    for (file, count) in [("first-steps.xsb", 3), ("shelves.xsb", 1), ("cellar.xsb", 1)] {
        let levels = levels(&fs::read_to_string(folder.join(file)).unwrap());
        assert_eq!(levels.len(), count);
        for (level, row) in levels.iter().flat_map(|level| ENCODINGS.iter().map(move |row| (level, row))) {
            let (_, pushes) = around(level, row.encoding, &Request::default());
            assert!(pushes.is_some(), "{file} {}", row.name);
        }
    }
}

#[test]
fn problems_read_well() {
    let level = &levels("; The \"first\" push\n\n#####\n#@$.#\n#####\nAuthor: banto\n")[0];
    let encoded = encode(level, Encoding::Basic).unwrap();
    for line in [
        "; The \"first\" push, by banto",
        ";   #@$.#",
        "(define (problem level-the-first-push)",
        "    (keeper c2-2)",
        "    (box c2-3)",
        "    (goal c2-4)",
        "    (next c2-2 c2-3 right)",
    ] {
        assert!(encoded.problem.lines().any(|other| other == line), "{line}\n{}", encoded.problem);
    }
}

#[test]
fn what_is_no_plan_is_told() {
    let level = &levels("######\n#@$ .#\n######\n")[0];
    for (encoding, plan, line, words) in [
        (Encoding::Basic, "(push c2-2 c2-3 c2-4 right)\n(push-to-goal c2-3 c2-4 c2-5 right)", 0, "RR"),
        (Encoding::Basic, "; a note\n\n(PUSH C2-2 C2-3 C2-4 RIGHT) ; one\n", 0, "R"),
        (Encoding::Pushes, "(push c2-2 c2-3 c2-4 right)", 0, "R"),
        (Encoding::Basic, "(walk c2-2 c2-3 right)", 1, "not possible"),
        (Encoding::Basic, "(walk c2-3 c2-4 right)", 1, "the player is not on c2-3"),
        (Encoding::Basic, "\n(fly c2-2 c2-3 right)", 2, "basic has no action fly"),
        (Encoding::Basic, "(walk c2-2 c9-9 right)", 1, "c9-9 is not a cell"),
        (Encoding::Basic, "(walk c2-2 home right)", 1, "home is not a cell"),
        (Encoding::Basic, "(walk c2-2 c2-3 east)", 1, "east is not a direction"),
        (Encoding::Basic, "(walk c2-2 right)", 1, "followed by 2 cells"),
        (Encoding::Basic, "(walk)", 1, "has no arguments"),
        (Encoding::Basic, "walk", 1, "is not a step"),
        (Encoding::Pushes, "(push c2-4 c2-3 c2-2 left)", 1, "cannot walk to c2-4"),
        (Encoding::Typed, "(move keeper c2-2 c2-1 left)", 1, "c2-1 is not a cell"),
    ] {
        match decode(&encode(level, encoding).unwrap(), plan) {
            Ok(moves) => assert_eq!((lurd::lurd(moves).as_str(), line), (words, 0), "{plan}"),
            Err(error) => {
                assert_eq!(error.line, line, "{plan}: {error}");
                assert!(error.message.contains(words), "{plan}: {error}");
            }
        }
    }
}

/// The page that races the planner against the search says what the encoding tells the planner beforehand.
#[test]
fn the_race_says_what_the_encoding_knows() {
    let level: Level = "######\n#    #\n# $@.#\n######".parse().unwrap();
    let (board, _) = Board::new(&level).unwrap();
    assert!(lost_cells(&board).count_ones(..) > 0);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program/serve/page/race.js");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("solver: \"strips:filtered\""), "the encoding of which lost cells are marked");
    assert!(
        page.contains("corners and walls without a goal are marked") && !page.contains("knowing anything")
    );
}
