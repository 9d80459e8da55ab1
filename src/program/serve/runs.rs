//! Runs of commands of this program for the page.
//!
//! In: the name of a run and its arguments, with texts. Out: the command. The tools of `mcp/` can be run as well, and
//! what a command line is made of and what is wrong with arguments is theirs.

use serde_json::{Map, Value};

use crate::mcp::Refusal;
use crate::mcp::tools::{self, Argument, DOMAIN, Kind, LEVEL, PROBLEM, TIME, Tool};

/// The files that runs make: documents, tables.
pub(super) const DOCUMENTS: [&str; 2] = ["document.html", "table.csv"];

const QUALITY: Argument =
    ("quality", Kind::Choice(&["first", "optimal", "anytime"]), false, "--{}", "How good the plan must be");

const MOVES: Argument = ("moves", Kind::Text, false, "--moves={}", "Moves to make first, with commas");

const COMPARE: &str = "compare --events --html=document.html --csv=table.csv";
const SOLVERS: Argument = ("solvers", Kind::Text, true, "--solvers={}", "The solvers, with commas");

/// The runs that differ from the tools of the same name, and those in addition to them.
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
    (
        "step",
        "step --json",
        &[
            DOMAIN,
            PROBLEM,
            ("actions", Kind::Texts, false, "", "Actions to apply"),
            ("why_not", Kind::Text, false, "", "An action that is asked about after these"),
            ("estimates", Kind::Flag, false, "", "Also what heuristics say"),
            ("all_facts", Kind::Flag, false, "", "Also the facts that never change"),
            ("plan", Kind::Flag, false, "", "Also a plan from there"),
            TIME,
        ],
        "A state, its actions and the goals after some actions.",
    ),
    (
        "draw",
        "draw --html=document.html",
        &[
            DOMAIN,
            PROBLEM,
            ("plan", Kind::Source("plan"), false, "", "Steps before the state"),
            ("step", Kind::Number, false, "--step={}", "How many"),
        ],
        "A picture of a state.",
    ),
    ("levels", "sokoban draw --html=document.html", &[LEVEL], "A page to play on."),
    (
        "solve",
        "sokoban solve --events",
        &[
            LEVEL,
            ("solver", Kind::Text, false, "--solver={}", "Which solver"),
            ("improve", Kind::Number, false, "--improve={}s", "How long to look for shorter solutions"),
            TIME,
        ],
        "Solve a level.",
    ),
    ("encode", "sokoban encode --json", &[LEVEL], "A level as a planning task."),
    (
        "generate",
        "sokoban generate --json",
        &[
            ("boxes", Kind::Number, false, "--boxes={}", "How many boxes"),
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
];

/// The runs that may search for as long as they are given.
const LONG: [&str; 7] = ["plan", "why", "solve", "sokoban_solve", "generate", "compare_levels", "compare"];

/// Whether others should not have to wait for a run.
pub(super) fn is_long(run: &Tool) -> bool {
    LONG.contains(&run.0)
}

/// The command of a run, and its arguments.
pub(super) fn named(params: &mut Value) -> Result<(&'static Tool, Map<String, Value>), Refusal> {
    let name = params["name"].as_str().unwrap_or_default();
    let run = RUNS.iter().find(|run| run.0 == name).or_else(|| tools::named(name));
    let run = run.ok_or_else(|| Refusal(-32602, format!("there is no run {name}")))?;
    let given = match params["arguments"].take() {
        Value::Object(given) => given,
        _ => Map::new(),
    };
    Ok((run, given))
}
