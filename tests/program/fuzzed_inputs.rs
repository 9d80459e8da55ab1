//! Mutated texts through every reader: domains, problems, games, plans, levels, solutions and typed words
//! that were cut, doubled and spliced. Nothing panics, nothing takes longer than two seconds, every diagnostic
//! can be written, and levels that are accepted read back.
//!
//! `BANTO_LONG=1 cargo test --release --test program fuzzed_inputs` tries a million of them; `BANTO_SEED=17` tries one.

use crate::cases;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::places::{files, root};
use banto::games::{self, GameError};
use banto::internals::actions_of_line;
use banto::internals::compare::SolverName;
use banto::limits::Limits;
use banto::plan::{self, ReadError};
use banto::search::Random;
use banto::sokoban::encode::{ENCODINGS, Encoded, decode, encode};
use banto::sokoban::{Board, Format, Level, level, lurd};
use banto::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText};
use banto::task::{self, Task};
use banto::{ground, pddl};

const FORMATS: [Format; 5] = [Format::Xsb, Format::Rle, Format::Sok, Format::Slc, Format::Article];
const LONGEST: Duration = Duration::from_secs(2);
/// Texts are cut after so many bytes: large ones have a test of their own.
const LARGEST: usize = 3000;
/// A count is a few letters and millions of moves, which only take time.
const MOVES: usize = 10_000;

/// What is put into texts beside parts of other texts, with `~` between.
const PDDL: &str = "(~)~((~))~;~\n~(and~(or~(not~(forall (?x)~(exists (?y - t)~(when~(imply~- (either a b)~-~?x~=~\
    (= (total-cost) 1)~(increase (total-cost) 99999999999999999999)~1e400~-1~:action~:derived~(:goal)~\
    (:init)~:adl~:types a - a~object~é~\0~\u{feff}~\u{202e}~not~and~define~problem~domain";
const LEVELS: &str = "#~$~.~@~+~*~ ~\n~\n\n~\t~|~9#~99999999999#~(~)~Title: a~Author:~Comment:~Comment-End:~; 1~::~<Level~<L>~\
    </L>~&lt;~&#1;~<![CDATA[~]]>~-~_~rRlL~O~X~G~é~\0~\u{feff}~Solution:";
const MOVED: &str = "u~D~L~r~2~99999999999~0~(~)~9(9(9(~0(~999999999999()~Moves are:~ ~\n~x~é~\0~-1";

const TYPED: &[&str] = &[
    "direct",
    "strips:filtered:astar:lmcut",
    "wastar:ff:3",
    "llll undo moves 3(rU)l2R",
    "level 2 hint next solve",
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Domain,
    Problem,
    Game,
    Plan,
    SokobanPlan,
    Levels,
    Solution,
    /// Translator output.
    /// What is typed: names of solvers, keys and moves.
    Typed,
}

const KINDS: [Kind; 8] = [
    Kind::Domain,
    Kind::Problem,
    Kind::Game,
    Kind::Plan,
    Kind::SokobanPlan,
    Kind::Levels,
    Kind::Solution,
    Kind::Typed,
];

/// What mutants are made of, and what they are read with.
struct Material {
    /// Domains with a problem each.
    tasks: Vec<[String; 2]>,
    games: Vec<[String; 2]>,
    plans: Vec<(Task, String)>,
    encoded: Vec<(Encoded, String)>,
    levels: Vec<String>,
    solutions: Vec<String>,
    board: Level,
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

impl Material {
    fn read() -> Self {
        let pairs = |domains: &str,
                     problems: &dyn Fn(&str) -> Option<std::path::PathBuf>|
         -> Vec<[String; 2]> {
            let domains = files(&root().join(domains), "pddl");
            let named =
                domains.iter().filter_map(|domain| Some((domain, problems(domain.file_stem()?.to_str()?)?)));
            named.map(|(domain, problem)| [text(domain), text(&problem)]).collect()
        };
        let mut tasks =
            pairs("domains", &|name| files(&root().join("problems").join(name), "pddl").into_iter().next());
        let games = pairs("domains/games", &|name| {
            let problems = files(&root().join("problems/games"), "pddl");
            problems
                .into_iter()
                .find(|path| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name)))
        });
        let fixtures = ["tests/check", "tests/ground"].map(|folder| files(&root().join(folder), "pddl"));
        tasks.extend(fixtures.concat().iter().filter_map(|path| {
            let text = text(path);
            let (domain, problem) = text.split_once(";; problem\n")?;
            Some([domain.to_owned(), problem.to_owned()])
        }));
        let plans = [("logistics", "02-three-parcels"), ("ferry", "02-three-cars")].map(|(name, problem)| {
            let at = |path: String| text(&root().join(path));
            let task = task::read(
                &at(format!("domains/{name}.pddl")),
                &at(format!("problems/{name}/{problem}.pddl")),
            );
            (task.expect("a task of the project"), at(format!("tests/validate/plans/{name}.plan")))
        });
        let board: Level = "#######\n#@ $ .#\n#  $ .#\n#######".parse().unwrap();
        let steps =
            "(walk c2-2 c2-3 right)\n(push c2-3 c2-4 c2-5 right)\n(push-to-goal c2-4 c2-5 c2-6 right)\n";
        let encoded = ENCODINGS.iter().map(|row| (encode(&board, row.encoding).unwrap(), steps.to_owned()));
        let mut levels: Vec<String> = ["problems/sokoban", "tests/sokoban/faults"]
            .iter()
            .flat_map(|folder| files(&root().join(folder), "xsb"))
            .map(|path| text(&path))
            .filter(|text| text.len() < LARGEST)
            .collect();
        let written: Vec<String> = levels
            .iter()
            .map(|text| level::read(&SourceText::new("a", text.clone()), None))
            .filter(level::Reading::is_playable)
            .flat_map(|reading| FORMATS.map(|format| level::write(&reading.collection, format)))
            .collect();
        levels.extend(written);
        let solutions =
            ["rRlLuUdD", "3(rU)2l4R", "Moves are: R D R 4D 2L", "rrRRllDDrUUlurrrRRdL"].map(str::to_owned);
        assert!(tasks.len() > 20 && games.len() > 3 && levels.len() > 40, "the project has more to read");
        Self {
            tasks,
            games,
            plans: plans.into(),
            encoded: encoded.collect(),
            levels,
            solutions: solutions.into(),
            board,
        }
    }

    /// Makes a mutant and reads it.
    fn try_one(&self, kind: Kind, random: &mut Random) {
        fn of<'a, T>(list: &'a [T], random: &mut Random) -> &'a T {
            &list[random.below_index(list.len())]
        }
        match kind {
            Kind::Domain | Kind::Problem => {
                let (pair, other) = (of(&self.tasks, random), of(&self.tasks, random));
                let at = usize::from(kind == Kind::Problem);
                let mut texts = pair.clone();
                let mutant = mutated(&pair[at], &other[at], PDDL, random);
                texts[at] = String::new();
                read_task(&texts, at, mutant);
            }
            Kind::Game => {
                let (pair, other) = (of(&self.games, random), of(&self.games, random));
                let at = random.below_index(2);
                read_game(pair, at, mutated(&pair[at], &other[at], PDDL, random));
            }
            Kind::Plan => {
                let (task, text) = of(&self.plans, random);
                let other = &of(&self.plans, random).1;
                let source = source(mutated(text, other, PDDL, random)).0;
                match plan::read(task, source.text()) {
                    Ok(read) => drop(plan::validate(task, &read.plan)),
                    Err(ReadError::Text(fault)) => written(&[*fault], &[&source]),
                    Err(ReadError::Step(_)) => {}
                }
            }
            Kind::SokobanPlan => {
                let (encoded, text) = of(&self.encoded, random);
                let source = source(mutated(text, &encoded.problem, PDDL, random)).0;
                let (board, mut position) = Board::new(&self.board).unwrap();
                for one in decode(encoded, source.text()).into_iter().flatten() {
                    assert_eq!(board.step(&mut position, one.direction), Some(one));
                }
            }
            Kind::Levels => {
                let (text, other) = (of(&self.levels, random), of(&self.levels, random));
                let mutant = mutated(text, other, LEVELS, random);
                let format = FORMATS.get(random.below_index(3 * FORMATS.len())).copied();
                read_levels(mutant, format);
            }
            Kind::Solution => {
                let (text, other) = (of(&self.solutions, random), of(&self.solutions, random));
                let mutant = mutated(text, other, MOVED, random);
                self.read_solution(mutant);
            }
            Kind::Typed => {
                let (text, other) = (of(TYPED, random), of(TYPED, random));
                let (source, _) = source(mutated(text, other, MOVED, random));
                let _ = actions_of_line(source.text());
                let _ = (SolverName::read(source.text()), SolverName::for_tasks(source.text()));
            }
        }
    }

    fn read_solution(&self, mutant: Vec<u8>) {
        let (source, _) = source(mutant);
        let read = match lurd::read(&source) {
            Ok(read) => read,
            Err(fault) => return written(&[*fault], &[&source]),
        };
        let (board, mut position) = Board::new(&self.board).unwrap();
        let made = read.iter().take(MOVES).map_while(|one| board.step(&mut position, one.direction));
        let made: Vec<_> = made.collect();
        let again = lurd::typed(&lurd::counted(made.iter().copied())).unwrap();
        assert!(again.iter().map(|one| one.direction).eq(made.iter().map(|one| one.direction)));
    }
}

/// A text changed in one place to four.
fn mutated(text: &str, other: &str, words: &str, random: &mut Random) -> Vec<u8> {
    let words: Vec<&str> = words.split('~').collect();
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below_index(bytes.len() + 1);
        let most = if random.below(4) == 0 { 400 } else { 12 };
        let end = (at + 1 + random.below_index(most)).min(bytes.len());
        match random.below(9) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                let to = random.below_index(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            2 => bytes.truncate(at),
            3 if at < end => bytes[at] = u8::try_from(random.below(256)).unwrap(),
            4 => {
                let from = random.below_index(other.len() + 1);
                let to = (from + random.below_index(200)).min(other.len());
                bytes.splice(at..end, other.as_bytes()[from..to].iter().copied());
            }
            5 => {
                // The same many times over: nesting, long lists, long lines.
                let word = words[random.below_index(words.len())].as_bytes();
                let most = if random.below(20) == 0 { 1000 } else { 20 };
                let times = 1 + random.below_index(most);
                bytes.splice(at..at, word.repeat(times));
            }
            _ => {
                let word = words[random.below_index(words.len())].as_bytes();
                let end = if random.below(2) == 0 { at } else { end };
                bytes.splice(at..end, word.iter().copied());
            }
        }
    }
    bytes.truncate(LARGEST);
    bytes
}

fn source(bytes: Vec<u8>) -> (SourceText, Option<Diagnostic>) {
    SourceText::from_bytes("a", bytes)
}

/// Writes the first of the diagnostics in every format.
fn written(faults: &[Diagnostic], texts: &[&SourceText]) {
    for format in [MessageFormat::Human, MessageFormat::Short, MessageFormat::Json] {
        let renderer = Renderer::new(texts, format, false);
        for fault in faults.iter().take(2) {
            assert!(!renderer.render(fault).is_empty());
        }
    }
}

/// Reads a domain and a problem of which one is a mutant, and formats the mutant.
fn read_task(texts: &[String; 2], at: usize, mutant: Vec<u8>) {
    let (mutant, fault) = source(mutant);
    let other = SourceText::new("b", texts[1 - at].clone());
    if let Some(fault) = fault {
        written(std::slice::from_ref(&fault), &[&mutant]);
        if fault.severity() == Severity::Error {
            return;
        }
    }
    let [domain, problem] = if at == 0 { [&mutant, &other] } else { [&other, &mutant] };
    let resolved = task::resolve(&pddl::parse_domain(domain), Some(&pddl::parse_problem(problem)));
    written(&resolved.diagnostics, &[domain, problem]);
    let errors = resolved.diagnostics.iter().filter(|one| one.severity() == Severity::Error);
    assert_eq!(errors.count() > 0, resolved.task.is_none(), "an error for each refusal, and only then");
    for one in &resolved.diagnostics {
        let text = [domain, problem][one.file].text();
        assert!(one.span().end as usize <= text.len(), "{one:?}");
    }
    if let Ok(once) = pddl::format(&mutant) {
        let again = pddl::format(&SourceText::new("c", once.clone()));
        assert_eq!(again.ok().as_ref(), Some(&once), "formatted twice");
    }
    if let Some(task) = resolved.task {
        let _ = ground::ground(&task, &Limits::none().with_time(LONGEST / 4), &mut |_| {});
    }
}

fn read_game(pair: &[String; 2], at: usize, mutant: Vec<u8>) {
    let (mutant, fault) = source(mutant);
    if fault.is_some() {
        return;
    }
    let other = SourceText::new("b", pair[1 - at].clone());
    let [domain, problem] = if at == 0 { [&mutant, &other] } else { [&other, &mutant] };
    match games::read(domain, problem, &Limits::none().with_time(LONGEST / 4)) {
        Ok(game) => written(&game.warnings, &[domain, problem]),
        Err(GameError::Faults(faults)) => written(&faults, &[domain, problem]),
        Err(GameError::Ground(_)) => {}
    }
}

fn read_levels(mutant: Vec<u8>, format: Option<Format>) {
    let (source, fault) = source(mutant);
    if let Some(fault) = fault {
        return written(&[fault], &[&source]);
    }
    let reading = level::read(&source, format);
    written(&reading.diagnostics, &[&source]);
    if !reading.is_playable() {
        return;
    }
    let rows = |levels: &[Level]| levels.iter().map(|one| one.rows.clone()).collect::<Vec<_>>();
    for format in FORMATS {
        let again = level::read(&SourceText::new("c", level::write(&reading.collection, format)), None);
        assert_eq!(rows(&again.collection.levels), rows(&reading.collection.levels), "{format:?}");
    }
}

#[test]
fn mutants_are_answered_by_every_reader() {
    let material = Material::read();
    let seeds = cases::seeds(4000, 1_000_000);
    // The time at which the case began that is being tried, in milliseconds from the start; and its seed.
    let (start, begun, current) = (Instant::now(), AtomicU64::new(u64::MAX), AtomicU64::new(0));
    let milliseconds = || u64::try_from(start.elapsed().as_millis()).unwrap();
    let (mut slowest, mut counts) = (Duration::ZERO, [0_u64; KINDS.len()]);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            loop {
                std::thread::sleep(Duration::from_millis(100));
                let (since, now) = (begun.load(Ordering::Relaxed), milliseconds());
                if since == 0 {
                    return;
                }
                if since < now && now - since > 30_000 {
                    cases::tell(&format!("the mutant of seed {} hangs", current.load(Ordering::Relaxed)));
                    std::process::abort();
                }
            }
        });
        let all = catch_unwind(AssertUnwindSafe(|| {
            for seed in seeds.clone() {
                let kind = KINDS[usize::try_from(seed).unwrap() % KINDS.len()];
                current.store(seed, Ordering::Relaxed);
                begun.store(milliseconds() + 1, Ordering::Relaxed);
                let one = || {
                    let case = Instant::now();
                    let answered =
                        catch_unwind(AssertUnwindSafe(|| material.try_one(kind, &mut Random::new(seed))));
                    assert!(answered.is_ok(), "the mutant of seed {seed} ({kind:?})");
                    case.elapsed()
                };
                let mut time = one();
                if time > LONGEST {
                    // A busy machine may have done something else.
                    time = time.min(one());
                }
                assert!(time <= LONGEST, "the mutant of seed {seed} ({kind:?}) takes {time:?}");
                slowest = slowest.max(time);
                counts[usize::try_from(seed).unwrap() % KINDS.len()] += 1;
            }
        }));
        begun.store(0, Ordering::Relaxed);
        if let Err(panic) = all {
            std::panic::resume_unwind(panic);
        }
    });
    let total: u64 = counts.iter().sum();
    cases::tell(&format!("{total} mutants, {counts:?} of {KINDS:?}; the slowest took {slowest:?}"));
}

/// The program says of each file whether it is right, wrong or of another kind, and where.
#[test]
fn mutants_end_with_a_documented_exit_code_and_a_place() {
    let material = Material::read();
    let folder = tempfile::tempdir().unwrap();
    let paths = ["domain.pddl", "problem.pddl"].map(|name| folder.path().join(name));
    let mut counts = std::collections::BTreeMap::new();
    for seed in cases::seeds(40, 2000) {
        let mut random = Random::new(seed);
        let pair = &material.tasks[random.below_index(material.tasks.len())];
        let other = &material.tasks[random.below_index(material.tasks.len())];
        let at = random.below_index(2);
        fs::write(&paths[1 - at], &pair[1 - at]).unwrap();
        fs::write(&paths[at], mutated(&pair[at], &other[at], PDDL, &mut random)).unwrap();
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_banto"))
            .args(["check", "--message-format", "short", "--time-limit", "20"])
            .args(&paths)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        let exit = run.status.code().unwrap_or(-1);
        // A mutant may no longer be of the kind that it was: two domains are a wrong command line.
        assert!([0, 2, 31, 34].contains(&exit), "seed {seed}: exit code {exit}: {said}");
        let has_place = said.lines().any(|line| {
            let place = line.split(": error[").next().unwrap_or("");
            let mut parts = place.rsplit(':');
            let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<usize>().is_ok());
            line.contains(": error[") && is_number(parts.next()) && is_number(parts.next())
        });
        assert_eq!(has_place, exit == 31 || exit == 34, "seed {seed}: exit code {exit}: {said}");
        *counts.entry(exit).or_insert(0) += 1;
    }
    cases::tell(&format!("exit codes of mutants: {counts:?}"));
}
