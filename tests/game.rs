//! Games: rules against their oracles, fast search against minimax, PDDL against boards written by hand.
//!
//! Without optimisation the numbers are smaller; `benches/games.sh` runs everything with it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use banto::game::direct::{ConnectFour, TicTacToe};
use banto::game::{
    AlphaBeta, Ending, Game, Position, Rules, Scoring, Side, Table, WIN, board, convention, minimax, perft,
    solve, think,
};
use banto::ground::{Aim, ground_for};
use banto::limits::Limits;
use banto::search::Random;
use banto::source::SourceText;
use banto::strips::{FactId, applicable_by_scan, evaluate_by_rounds};
use banto::{pddl, task};

const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four-4x4",
    "connect-four-7x6",
    "nim-1-2-3",
    "nim-3-4-5",
    "hexapawn-3x3",
    "hexapawn-4x4",
    "hex-3x3",
];
const BIG: bool = !cfg!(debug_assertions);
const TABLE: usize = 1 << 20;

/// Runs a test on a game of the project.
fn with<T>(problem: &str, run: impl FnOnce(&Rules<'_>) -> T) -> T {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: String| SourceText::new(path.clone(), fs::read_to_string(root.join(path)).unwrap());
    let problem = read(format!("problems/games/{problem}.pddl"));
    let name = problem.text().split("(:domain ").nth(1).unwrap().split(')').next().unwrap().to_owned();
    with_texts(&read(format!("domains/games/{name}.pddl")), &problem, run)
}

fn with_texts<T>(domain: &SourceText, problem: &SourceText, run: impl FnOnce(&Rules<'_>) -> T) -> T {
    let (tree, problem_tree) = (pddl::parse_domain(domain), pddl::parse_problem(problem));
    let task = task::resolve(&tree, Some(&problem_tree)).task.unwrap();
    let (convention, faults) = convention(&tree.tree.unwrap(), &problem_tree.tree.unwrap(), &task);
    assert!(faults.is_empty(), "{faults:#?}");
    let convention = convention.unwrap();
    let board = board(domain, problem, &task).0;
    let mut keep = vec![convention.turn, convention.wins];
    keep.extend(convention.draw.into_iter().chain(board.predicates()));
    let grounded = ground_for(&task, &Aim::Everything(keep), &Limits::none(), &mut |_| {}).unwrap();
    run(&Rules::new(&task, grounded.task.unwrap(), &convention).unwrap())
}

fn legal(game: &impl Game) -> Vec<u32> {
    let mut list = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut list);
    }
    list
}

/// Plays up to `moves` random moves, and gives them.
fn wander(game: &mut impl Game, moves: u32, random: &mut Random) -> Vec<u32> {
    let mut played = Vec::new();
    for _ in 0..moves {
        let list = legal(game);
        if list.is_empty() {
            break;
        }
        let one = list[random.below_index(list.len())];
        game.play(one);
        played.push(one);
    }
    played
}

fn take_back(game: &mut impl Game, played: &[u32]) {
    played.iter().for_each(|_| game.undo());
}

/// The value for the mover, from the ends of all games: plain minimax that remembers positions by their facts.
fn value(position: &mut Position<'_, '_>, known: &mut HashMap<Vec<u64>, i32>) -> i32 {
    match position.ending() {
        Some(Ending::Won(side)) => return if side == position.mover() { 1 } else { -1 },
        Some(Ending::Drawn) => return 0,
        None => {}
    }
    let facts = state(position);
    if let Some(value) = known.get(&facts) {
        return *value;
    }
    let mut best = None;
    for one in legal(position) {
        position.play(one);
        best = best.max(Some(-value(position, known)));
        position.undo();
    }
    known.insert(facts, best.unwrap_or(0));
    best.unwrap_or(0)
}

/// The complete packed state of a position.
fn state(position: &Position<'_, '_>) -> Vec<u64> {
    let task = position.rules().task();
    let mut state = vec![0; task.packing().complete_words()];
    for fact in (0..task.fact_count()).map(FactId::from).filter(|fact| position.does_hold(*fact)) {
        task.packing().set(&mut state, task.variable_of(fact), fact);
    }
    state
}

/// What a position keeps up to date is what its facts say when they are looked at afresh.
fn inspect(position: &Position<'_, '_>) {
    let task = position.rules().task();
    let kept = state(position);
    let mut fresh = kept.clone();
    evaluate_by_rounds(task, &mut fresh);
    assert_eq!(kept, fresh);
    let mut list = Vec::new();
    position.moves(&mut list);
    let mut wanted: Vec<u32> = applicable_by_scan(task, &fresh).into_iter().map(u32::from).collect();
    list.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(list, wanted);
}

#[test]
fn positions_are_what_their_facts_say_and_moves_are_taken_back() {
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(1);
            let mut position = Position::new(rules);
            let mut key = vec![0; position.key_words()];
            position.key(&mut key);
            for _ in 0..if BIG { 300 } else { 25 } {
                let first = (state(&position), key.clone(), legal(&position));
                let mut played = Vec::new();
                loop {
                    inspect(&position);
                    let step = wander(&mut position, 1, &mut random);
                    if step.is_empty() {
                        break;
                    }
                    played.extend(step);
                }
                assert!(position.fault().is_none(), "{name}");
                take_back(&mut position, &played);
                position.key(&mut key);
                assert_eq!(first, (state(&position), key.clone(), legal(&position)), "{name}");
            }
        });
    }
}

#[test]
fn what_a_position_promises_is_true() {
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(2);
            let mut position = Position::new(rules);
            let mut dropped = 0;
            for _ in 0..if BIG { 2000 } else { 150 } {
                let length = random.below(30);
                let played = wander(&mut position, length, &mut random);
                let mover = position.mover();
                let list = legal(&position);
                let wins = |position: &mut Position<'_, '_>, one: u32, side: Side| {
                    position.play(one);
                    let won = position.ending() == Some(Ending::Won(side));
                    position.undo();
                    won
                };
                if !list.is_empty() {
                    if let Some(one) = position.winning_move() {
                        assert!(list.contains(&one) && wins(&mut position, one, mover), "{name}");
                    }
                    let mut kept = list.clone();
                    if position.winning_move().is_none() {
                        position.drop_losing(&mut kept, 0);
                    }
                    dropped += list.len() - kept.len();
                    for one in list.iter().filter(|one| !kept.contains(one)) {
                        position.play(*one);
                        let answers = legal(&position);
                        let loses = answers.iter().any(|two| wins(&mut position, *two, mover.other()));
                        assert!(loses, "{name}: {}", rules.show_move(*one));
                        position.undo();
                    }
                }
                take_back(&mut position, &played);
            }
            assert!(dropped > 0 || !name.starts_with("connect-four"), "{name}");
        });
    }
}

#[test]
fn alpha_beta_is_minimax() {
    let positions = if BIG { 2000 } else { 60 };
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(3);
            let mut position = Position::new(rules);
            for _ in 0..positions {
                let length = random.below(24);
                let played = wander(&mut position, length, &mut random);
                // As deep as a full tree of a bearable size goes.
                let budget: usize = if BIG { 3000 } else { 400 };
                let width = legal(&position).len().max(2);
                let depth = (1..=8).rev().find(|depth| width.pow(*depth) <= budget).unwrap_or(1);
                let mut table = Table::new(position.key_words(), 1 << 16);
                for scoring in [Scoring::Distance, Scoring::Value] {
                    table.clear();
                    for depth in 1..=depth {
                        let wanted = minimax(&mut position, depth, scoring, &Limits::none()).unwrap();
                        let mut search = AlphaBeta::new(&mut position, &mut table, scoring, &Limits::none());
                        let found = search.search(depth, -WIN, WIN).unwrap();
                        assert_eq!(found.value, wanted, "{name}, depth {depth}, {scoring:?}");
                        // The best move is one.
                        if let Some(one) = search.best() {
                            let mover = position.mover();
                            position.play(one);
                            let below = minimax(&mut position, depth - 1, scoring, &Limits::none()).unwrap();
                            let below = if position.mover() == mover { below } else { -below };
                            position.undo();
                            let below = if scoring == Scoring::Distance && below.abs() > 1000 {
                                below - below.signum()
                            } else {
                                below
                            };
                            assert_eq!(below, wanted, "{name}: {}", rules.show_move(one));
                        }
                    }
                }
                take_back(&mut position, &played);
            }
        });
    }
}

#[test]
fn symmetries_of_the_board_are_found() {
    for (name, count) in [("tic-tac-toe", 8), ("connect-four-7x6", 2), ("hexapawn-3x3", 2), ("hex-3x3", 1)] {
        with(name, |rules| assert_eq!(Position::new(rules).symmetries(), count, "{name}"));
    }
}

/// A single line that is missing on one side, and the mirror is no symmetry any more.
#[test]
fn what_is_not_quite_symmetric_is_not_taken_for_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let problem = read("problems/games/connect-four-4x4.pddl").replace("(next south-east a4 b3)", "");
    let domain = SourceText::new("d", read("domains/games/connect-four.pddl"));
    with_texts(&domain, &SourceText::new("p", problem), |rules| {
        assert_eq!(Position::new(rules).symmetries(), 1);
    });
}

#[test]
fn tic_tac_toe_has_the_known_counts_and_is_a_draw() {
    let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    with("tic-tac-toe", |rules| {
        let limits = Limits::none();
        let mut position = Position::new(rules);
        let mut direct = TicTacToe::new();
        for (depth, count) in (1..).zip(counts).take(if BIG { 9 } else { 6 }) {
            assert_eq!(perft(&mut position, depth, &limits), Ok(count));
            assert_eq!(perft(&mut direct, depth, &limits), Ok(count));
        }
        let solved = solve(&mut position, TABLE, &limits).unwrap();
        assert_eq!(solved.value, Some(Ending::Drawn));
        assert_eq!(solve(&mut direct, TABLE, &limits).unwrap().value, Some(Ending::Drawn));
    });
}

#[test]
fn tic_tac_toe_is_valued_right_in_every_position() {
    with("tic-tac-toe", |rules| {
        let mut position = Position::new(rules);
        let mut known = HashMap::new();
        assert_eq!(value(&mut position, &mut known), 0);
        let mut table = Table::new(position.key_words(), TABLE);
        let mut seen = HashSet::new();
        every(&mut position, &mut seen, &mut |position| {
            let wanted = value(position, &mut known);
            let mut search = AlphaBeta::new(position, &mut table, Scoring::Value, &Limits::none());
            let found = search.search(9, -1, 1).unwrap();
            assert!(found.complete && found.value == wanted);
        });
        // 5478 positions can be reached; 958 of them are ends.
        assert_eq!(seen.len(), 5478);
    });
}

fn every(
    position: &mut Position<'_, '_>,
    seen: &mut HashSet<Vec<u64>>,
    look: &mut dyn FnMut(&mut Position<'_, '_>),
) {
    if !seen.insert(state(position)) {
        return;
    }
    look(position);
    for one in legal(position) {
        position.play(one);
        every(position, seen, look);
        position.undo();
    }
}

#[test]
fn the_computer_never_loses_tic_tac_toe() {
    with("tic-tac-toe", |rules| {
        let mut position = Position::new(rules);
        let mut random = Random::new(4);
        let mut table = Table::new(position.key_words(), TABLE);
        let mut answers: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut score = [0; 3];
        for game in 0..20_000 {
            let computer = if game % 2 == 0 { Side::First } else { Side::Second };
            let mut played = 0;
            let ending = loop {
                if let Some(ending) = position.ending() {
                    break ending;
                }
                let one = if position.mover() == computer {
                    let facts = state(&position);
                    let best = || think(&mut position, 9, &mut table, &Limits::none()).best.unwrap();
                    answers.get(&facts).copied().unwrap_or_else(best)
                } else {
                    let list = legal(&position);
                    list[random.below_index(list.len())]
                };
                if position.mover() == computer {
                    answers.insert(state(&position), one);
                }
                position.play(one);
                played += 1;
            };
            assert_ne!(ending, Ending::Won(computer.other()));
            score[usize::from(ending == Ending::Drawn)] += 1;
            (0..played).for_each(|_| position.undo());
        }
        assert!(score[0] > 10_000, "random players lose most games: {score:?}");
    });
}

/// The column of a move of a task: the letter of its cell.
fn column(rules: &Rules<'_>, one: u32) -> u32 {
    let cell = rules.names().objects.name(*rules.arguments(one).last().unwrap());
    u32::from(cell.as_bytes()[0] - b'a')
}

/// Plays a column in the task.
fn drop_in(position: &mut Position<'_, '_>, wanted: u32) {
    let rules = position.rules();
    let one = legal(position).into_iter().find(|one| column(rules, *one) == wanted).unwrap();
    position.play(one);
}

#[test]
fn connect_four_counts_agree() {
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    with("connect-four-7x6", |rules| {
        let limits = Limits::none();
        for (depth, count) in (1..).zip(counts).take(if BIG { 8 } else { 5 }) {
            assert_eq!(perft(&mut Position::new(rules), depth, &limits), Ok(count));
            assert_eq!(perft(&mut ConnectFour::new(7, 6).unwrap(), depth, &limits), Ok(count));
        }
    });
}

#[test]
fn small_boards_of_connect_four_are_solved() {
    let sizes: &[(u32, u32)] = if BIG { &[(4, 4), (5, 4), (5, 5), (6, 5)] } else { &[(4, 4)] };
    for (width, height) in sizes {
        with(&format!("connect-four-{width}x{height}"), |rules| {
            let limits = Limits::none();
            let mut position = Position::new(rules);
            let found = solve(&mut position, 64 << 20, &limits).unwrap();
            let direct = solve(&mut ConnectFour::new(*width, *height).unwrap(), 64 << 20, &limits).unwrap();
            assert_eq!(found.value, direct.value);
            // All of these are draws.
            assert_eq!(found.value, Some(Ending::Drawn), "{width}x{height}");
            if *width == 4 && BIG {
                assert_eq!(value(&mut position, &mut HashMap::new()), 0);
            }
        });
    }
}

#[test]
fn late_positions_of_connect_four_are_solved_by_both() {
    with("connect-four-7x6", |rules| {
        let mut random = Random::new(5);
        let limits = Limits::none();
        let mut solved = 0;
        let mut values = [0; 3];
        while solved < if BIG { 100 } else { 40 } {
            let mut direct = ConnectFour::new(7, 6).unwrap();
            let empty = 8 + random.below(7);
            let played = wander(&mut direct, 42 - empty, &mut random);
            if legal(&direct).is_empty() || played.len() < 42 - empty as usize {
                continue;
            }
            let mut position = Position::new(rules);
            played.iter().for_each(|one| drop_in(&mut position, *one));
            let one = solve(&mut direct, TABLE, &limits).unwrap().value.unwrap();
            assert_eq!(solve(&mut position, TABLE, &limits).unwrap().value, Some(one));
            if empty <= if BIG { 10 } else { 8 } {
                let wanted = match minimax(&mut direct, empty, Scoring::Value, &limits).unwrap() {
                    0 => Ending::Drawn,
                    value if value > 0 => Ending::Won(direct.mover()),
                    _ => Ending::Won(direct.mover().other()),
                };
                assert_eq!(one, wanted);
            }
            // The distance to the end is the same, too.
            let mut tables = [Table::new(1, TABLE), Table::new(position.key_words(), TABLE)];
            let thoughts = [
                think(&mut direct, 42, &mut tables[0], &limits),
                think(&mut position, 42, &mut tables[1], &limits),
            ];
            assert!(thoughts.iter().all(|thought| thought.proven));
            assert_eq!(thoughts[0].value, thoughts[1].value);
            values[match one {
                Ending::Drawn => 0,
                Ending::Won(Side::First) => 1,
                Ending::Won(Side::Second) => 2,
            }] += 1;
            solved += 1;
        }
        assert!(values[1..].iter().all(|count| *count > 0), "{values:?}");
    });
}

#[test]
fn boards_of_bits_are_searched_like_any_game() {
    let mut random = Random::new(6);
    for _ in 0..if BIG { 2000 } else { 200 } {
        let mut game = ConnectFour::new(5, 4).unwrap();
        let moves = random.below(18);
        wander(&mut game, moves, &mut random);
        let mut table = Table::new(1, 1 << 16);
        for depth in 1..=5 {
            let wanted = minimax(&mut game, depth, Scoring::Distance, &Limits::none()).unwrap();
            let mut search = AlphaBeta::new(&mut game, &mut table, Scoring::Distance, &Limits::none());
            assert_eq!(search.search(depth, -WIN, WIN).unwrap().value, wanted);
        }
    }
}

#[test]
fn known_values_of_small_games() {
    for (name, winner) in [
        ("nim-1-2-3", Side::Second),
        ("nim-3-4-5", Side::First),
        ("hexapawn-3x3", Side::Second),
        ("hexapawn-4x4", Side::First),
        ("hex-3x3", Side::First),
    ] {
        with(name, |rules| {
            let solved = solve(&mut Position::new(rules), TABLE, &Limits::none()).unwrap();
            assert_eq!(solved.value, Some(Ending::Won(winner)), "{name}");
        });
    }
}

#[test]
fn nim_is_won_where_the_sum_of_the_binary_digits_is_odd() {
    with("nim-3-4-5", |rules| {
        let mut random = Random::new(7);
        let mut position = Position::new(rules);
        for _ in 0..50 {
            let length = random.below(8);
            let played = wander(&mut position, length, &mut random);
            let task = rules.task();
            let mut sum = 0;
            for fact in (0..task.fact_count()).map(FactId::from).filter(|fact| position.does_hold(*fact)) {
                let shown = task.show_fact(rules.names(), fact);
                if let Some(size) = shown.strip_prefix("(heap ").and_then(|rest| rest.split(" n").nth(1)) {
                    sum ^= size.trim_end_matches(')').parse::<u32>().unwrap();
                }
            }
            let winner = if sum == 0 { position.mover().other() } else { position.mover() };
            let solved = solve(&mut position, TABLE, &Limits::none()).unwrap();
            assert_eq!(solved.value, Some(Ending::Won(winner)));
            take_back(&mut position, &played);
        }
    });
}

/// A player who moves again, moves that go back and forth, a win that is stated by an action, and no derived facts at all.
#[test]
fn games_of_other_shapes() {
    let domain = SourceText::new(
        "d",
        "(define (domain lane)
          (:requirements :strips :typing)
          (:types player place)
          (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (other ?p ?q - player)
            (at ?p - player ?x - place) (next ?x ?y - place) (end ?x - place) (ready ?p - player) (idle ?p - player))
          (:action wind :parameters (?p - player)
            :precondition (and (turn ?p) (idle ?p)) :effect (and (ready ?p) (not (idle ?p))))
          (:action go :parameters (?p ?q - player ?x ?y - place)
            :precondition (and (turn ?p) (other ?p ?q) (ready ?p) (at ?p ?x) (next ?x ?y))
            :effect (and (not (at ?p ?x)) (at ?p ?y) (not (ready ?p)) (idle ?p) (not (turn ?p)) (turn ?q)))
          (:action claim :parameters (?p ?q - player ?x - place)
            :precondition (and (turn ?p) (other ?p ?q) (at ?p ?x) (end ?x))
            :effect (and (wins ?p) (not (turn ?p)) (turn ?q))))",
    );
    let problem = SourceText::new(
        "p",
        "(define (problem lane) (:domain lane) (:objects a b c - place)
          (:init (turn second) (other first second) (other second first) (at first a) (at second a) (idle first) (idle second)
            (next a b) (next b a) (next b c) (next c b) (end c))
          (:goal (wins first)))",
    );
    with_texts(&domain, &problem, |rules| {
        let mut position = Position::new(rules);
        assert_eq!((position.mover(), position.longest()), (Side::Second, None));
        let mut random = Random::new(8);
        for _ in 0..30 {
            inspect(&position);
            wander(&mut position, 1, &mut random);
        }
        let mut position = Position::new(rules);
        let solved = solve(&mut position, TABLE, &Limits::none()).unwrap();
        assert_eq!(solved.value, Some(Ending::Won(Side::Second)));
        for depth in 1..9 {
            let wanted = minimax(&mut position, depth, Scoring::Distance, &Limits::none()).unwrap();
            let mut table = Table::new(position.key_words(), 1 << 16);
            let mut search = AlphaBeta::new(&mut position, &mut table, Scoring::Distance, &Limits::none());
            assert_eq!(search.search(depth, -WIN, WIN).unwrap().value, wanted, "depth {depth}");
        }
    });
}

#[test]
fn limits_are_obeyed_and_the_position_stays() {
    with("connect-four-7x6", |rules| {
        let mut position = Position::new(rules);
        let before = state(&position);
        let limits = Limits::none().with_time(std::time::Duration::from_millis(30));
        assert!(solve(&mut position, TABLE, &limits).is_err());
        assert_eq!(state(&position), before);
        let limits = Limits::none();
        limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let mut table = Table::new(position.key_words(), TABLE);
        let thought = think(&mut position, 10, &mut table, &limits);
        assert!(thought.stopped.is_some() && thought.best.is_some());
        assert_eq!(state(&position), before);
    });
}

/// For plans one of two equal actions is enough, and what always holds needs no fact. For games neither is dropped.
#[test]
fn grounding_for_everything_keeps_what_plans_do_not_need() {
    let domain = SourceText::new(
        "d",
        "(define (domain doors)
          (:requirements :adl :derived-predicates)
          (:predicates (open) (painted) (wins))
          (:derived (wins) (forall (?x) (= ?x ?x)))
          (:action push :parameters () :precondition (not (open)) :effect (open))
          (:action pull :parameters () :precondition (not (open)) :effect (open))
          (:action paint :parameters () :precondition (not (painted)) :effect (painted)))",
    );
    let problem =
        SourceText::new("p", "(define (problem p) (:domain doors) (:objects a) (:init) (:goal (open)))");
    let task =
        task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).task.unwrap();
    let count = |aim: &Aim| {
        let grounded = ground_for(&task, aim, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
        (grounded.operator_count(), grounded.axioms().len(), grounded.goal().len())
    };
    assert_eq!(count(&Aim::Goal), (1, 0, 1));
    let wins = task.predicates.find("wins").unwrap();
    assert_eq!(count(&Aim::Everything(vec![wins])), (3, 1, 0));
}
