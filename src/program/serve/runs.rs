//! What the page can run: commands of this program, each in a process of its own, as many at a time as there are turns.
//!
//! In: the name of a run and its arguments, with texts. Out: events while it works, then what it printed, and a
//! document if it made one. How a command is started, limited and ended is that of the tools of `mcp/`.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{Place, Shared};
use crate::program::mcp::tools::{self, Argument, DOMAIN, Kind, LEVEL, PROBLEM, TIME, Tool};
use crate::program::mcp::{Refusal, canceled};

/// How many runs work at a time; others wait, and see so often whether it is their turn.
const MOST: usize = 4;
const PERIOD: Duration = Duration::from_millis(20);

/// The files of a run's document or picture.
const DOCUMENTS: [&str; 2] = ["document.html", "picture.svg"];

const QUALITY: Argument =
    ("quality", Kind::Choice(&["first", "optimal", "anytime"]), false, "--{}", "How good the plan must be");

const MOVES: Argument = ("moves", Kind::Text, false, "--moves={}", "Moves to make first, with commas");

const COMPARE: &str = "compare --events --html=document.html";
const SOLVERS: Argument = ("solvers", Kind::Text, true, "--solvers={}", "The solvers, with commas");

const RUNS: &[Tool] = &[
    (
        "plan",
        "plan --events --html=document.html",
        &[
            DOMAIN,
            PROBLEM,
            QUALITY,
            ("search", Kind::Text, false, "--search={}", "The search"),
            ("heuristic", Kind::Text, false, "--heuristic={}", "Its heuristic"),
            TIME,
        ],
        "Find a plan, and make a page of it.",
    ),
    ("searches", "plan --list --json", &[], "The searches and heuristics."),
    ("check", "check --json", &[DOMAIN, PROBLEM], "Find everything that is wrong."),
    ("why", "why --json", &[DOMAIN, PROBLEM, TIME], "Why there is no plan, and what would help."),
    (
        "step",
        "step --json",
        &[
            DOMAIN,
            PROBLEM,
            ("actions", Kind::Texts, false, "", "Actions to apply"),
            ("why_not", Kind::Text, false, "", "An action that is asked about after these"),
            ("estimates", Kind::Flag, false, "", "Also what heuristics say"),
            ("plan", Kind::Flag, false, "", "Also a plan from there"),
            TIME,
        ],
        "A state, its actions and the goals after some actions.",
    ),
    (
        "draw",
        "draw --output=picture.svg",
        &[
            DOMAIN,
            PROBLEM,
            ("plan", Kind::Source("plan"), false, "", "Steps before the state"),
            ("step", Kind::Number, false, "--step={}", "How many"),
        ],
        "A picture of a state.",
    ),
    ("levels", "sokoban draw --html=document.html", &[LEVEL], "A page to play on."),
    ("level_check", "sokoban check --json", &[LEVEL], "What is wrong with a level."),
    (
        "solve",
        "sokoban solve --events",
        &[
            LEVEL,
            ("solver", Kind::Text, false, "--solver={}", "Which solver"),
            ("improve", Kind::Number, false, "--improve={}s", "How long to look for shorter solutions"),
            (
                "optimal",
                Kind::Choice(&["pushes", "moves"]),
                false,
                "--optimal={}",
                "What to minimize, with proof",
            ),
            TIME,
        ],
        "Solve a level.",
    ),
    (
        "encode",
        "sokoban encode --json",
        &[LEVEL, ("encoding", Kind::Text, false, "--encoding={}", "How the level is written as PDDL")],
        "A level as a planning task.",
    ),
    (
        "generate",
        "sokoban generate --json",
        &[
            ("boxes", Kind::Number, false, "--boxes={}", "How many boxes"),
            ("size", Kind::Text, false, "--size={}", "Columns and rows"),
            ("seed", Kind::Number, false, "--seed={}", "Which level"),
            TIME,
        ],
        "A new level.",
    ),
    (
        "game",
        "game play --human=both",
        &[DOMAIN, PROBLEM, MOVES],
        "The position after some moves, and what can be played.",
    ),
    (
        "best",
        "game best --json",
        &[DOMAIN, PROBLEM, MOVES, ("depth", Kind::Number, false, "--depth={}", "How far to look ahead")],
        "The best move.",
    ),
    ("solvers", "sokoban solve --list --json", &[], "The solvers of levels."),
    ("compare_levels", COMPARE, &[LEVEL, SOLVERS, TIME], "Compare solvers on levels."),
    ("compare", COMPARE, &[DOMAIN, PROBLEM, SOLVERS, TIME], "Compare planners on a task."),
    ("explain", "explain --", &[("about", Kind::Text, true, "{}", "A code")], "What a diagnostic means."),
];

/// The turns of runs.
#[derive(Default)]
pub(super) struct Turns(AtomicUsize);

impl Turns {
    /// Waits for a turn.
    fn take(&self, cancel: &AtomicBool) -> Result<Place<'_>, Refusal> {
        loop {
            if let Some(place) = Place::take(&self.0, MOST) {
                return Ok(place);
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(canceled());
            }
            std::thread::sleep(PERIOD);
        }
    }
}

/// Runs a command. `heard` gets the lines that it prints.
pub(super) fn run(
    params: &Value,
    shared: &Shared<'_>,
    cancel: &AtomicBool,
    heard: &mut dyn FnMut(&str),
) -> Result<Value, Refusal> {
    let name = params["name"].as_str().unwrap_or_default();
    let wrong = |words: String| Refusal(-32602, words);
    let run =
        RUNS.iter().find(|run| run.0 == name).ok_or_else(|| wrong(format!("there is no run {name}")))?;
    let none = Map::new();
    let given = params["arguments"].as_object().unwrap_or(&none);
    let _turn = shared.turns.take(cancel)?;
    let done = tools::run(run, given, (&shared.allowed, cancel), heard)?.map_err(wrong)?;
    let document = DOCUMENTS.into_iter().find_map(|name| Some(shared.keep(name, done.folder.get(name)?)));
    Ok(json!({ "code": done.ran.code, "out": done.ran.out, "err": done.ran.err, "document": document }))
}
