//! The files of the page, inside the program.
//!
//! In: a path. Out: its type and its bytes. Or all of it in a folder.

use std::borrow::Cow;
use std::path::Path;

use serde_json::{Value, json};

use crate::files::save;
use crate::{Exit, Output};
use banto_sokoban::picture;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Scripts by their names, each its path and its text.
macro_rules! scripts {
    ($($name:literal)*) => {
        &[$((concat!("/", $name, ".js"), include_str!(concat!("page/", $name, ".js")))),*]
    };
}

/// A task of the repository by its name, and by the names of its two files.
macro_rules! task {
    ($name:literal, $domain:literal, $problem:literal) => {
        (
            $name,
            include_str!(concat!("../../../domains/", $domain, ".pddl")),
            include_str!(concat!("../../../problems/", $problem, ".pddl")),
        )
    };
}

const SCRIPTS: &[(&str, &str)] = scripts!(
    "codemirror" "shim" "main" "dom" "words" "store" "link" "program" "engine" "worker" "editor" "texts" "lesson"
    "answers" "plan" "step" "compare" "games" "sokoban" "race" "files"
);

/// Each other part: its path, its type, its text.
const ASSETS: &[(&str, &str, &str)] = &[
    ("/shared.css", STYLE, banto_base::page::STYLE),
    ("/workbench.css", STYLE, include_str!("page/workbench.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/licenses.txt", "text/plain; charset=utf-8", include_str!("page/licenses.txt")),
    ("/board.js", SCRIPT, picture::BOARD),
    ("/solver.js", SCRIPT, picture::SOLVER),
];

/// Tasks to begin from: a name, the domain, the problem.
const TASKS: &[(&str, &str, &str)] = &[
    ("new", include_str!("examples/new.pddl"), include_str!("examples/new-problem.pddl")),
    (
        "delivery",
        include_str!("../commands/new/delivery.pddl"),
        include_str!("../commands/new/delivery-problem.pddl"),
    ),
    (
        "courier without a road: ask why",
        include_str!("examples/courier.pddl"),
        include_str!("examples/no-road.pddl"),
    ),
    task!("gripper: two balls", "gripper", "gripper/01-two-balls"),
    task!("blocks: Sussman's anomaly", "blocks", "blocks/02-sussman"),
    task!("logistics: three parcels", "logistics", "logistics/02-three-parcels"),
    task!("sliding puzzle: eleven tiles", "sliding-puzzle", "sliding-puzzle/03-eleven"),
    task!("rooms and keys", "rooms-and-keys", "rooms-and-keys/01-one-door"),
];

/// Games: a name, the domain, the problem.
const GAMES: &[(&str, &str, &str)] = &[
    task!("tic-tac-toe", "games/tic-tac-toe", "games/tic-tac-toe"),
    task!("connect four, 5 by 4", "games/connect-four", "games/connect-four-5x4"),
    task!("connect four, 7 by 6", "games/connect-four", "games/connect-four-7x6"),
    task!("hex, 4 by 4", "games/hex", "games/hex-4x4"),
    task!("hexapawn, 3 by 3", "games/hexapawn", "games/hexapawn-3x3"),
    task!("hexapawn, 4 by 4", "games/hexapawn", "games/hexapawn-4x4"),
    task!("nim, 3 4 5", "games/nim", "games/nim-3-4-5"),
];

/// Collections of levels: a name, the levels.
const LEVELS: &[(&str, &str)] = &[
    ("first steps", include_str!("../../../problems/sokoban/first-steps.xsb")),
    ("corridor", include_str!("../../../problems/sokoban/corridor.xsb")),
    ("cellar", include_str!("../../../problems/sokoban/cellar.xsb")),
    ("keyhole", include_str!("../../../problems/sokoban/keyhole.xsb")),
    ("turnstile", include_str!("../../../problems/sokoban/turnstile.xsb")),
    ("storeroom", include_str!("../../../problems/sokoban/storeroom.xsb")),
    ("shelves", include_str!("../../../problems/sokoban/shelves.xsb")),
    ("workshop", include_str!("../../../problems/sokoban/workshop.xsb")),
    ("yard", include_str!("../../../problems/sokoban/yard.xsb")),
    ("tower", include_str!("../../../problems/sokoban/tower.xsb")),
    ("scales", include_str!("../../../problems/sokoban/scales.xsb")),
    ("harbour", include_str!("../../../problems/sokoban/harbour.xsb")),
    ("granary", include_str!("../../../problems/sokoban/granary.xsb")),
    ("patterns", include_str!("../../../problems/sokoban/patterns.xsb")),
];

/// Lessons: a name, the text, in the order in which they are taken.
const LESSONS: &[(&str, &str)] = &[
    ("first-domain", include_str!("../../../lessons/first-domain.md")),
    ("heuristics", include_str!("../../../lessons/heuristics.md")),
    ("sokoban", include_str!("../../../lessons/sokoban.md")),
];

const INDEX: &str = include_str!("page/index.html");

/// Elements in the head of the page if the engine is beside it: it loads nothing from elsewhere and sends nothing.
/// Documents of runs have a script of their own, and are shown in frames that can reach nothing.
const ENGINE: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
    worker-src 'self'; img-src 'self' data: blob:; frame-src blob:; base-uri 'none'; form-action 'none'\">\n\
    <meta name=\"engine\" content=\"banto.wasm\">\n";

/// The part of a path. The page itself has a word by which it may add styles, and the name of its folder.
pub(super) fn asset(path: &str, nonce: &str, folder: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if path == "/" {
        let head = format!("<meta name=\"folder\" content=\"{folder}\">\n");
        return Some(("text/html; charset=utf-8", Cow::Owned(page(nonce, &head).into_bytes())));
    }
    if path == "/examples.json" {
        return Some(("application/json", Cow::Owned(examples().to_string().into_bytes())));
    }
    let found = parts().find(|part| part.0 == path);
    found.map(|(_, kind, text)| (kind, Cow::Borrowed(text.as_bytes())))
}

/// The parts that are texts: their paths, their types, and the texts.
fn parts() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SCRIPTS.iter().map(|&(path, text)| (path, SCRIPT, text)).chain(ASSETS.iter().copied())
}

fn page(nonce: &str, head: &str) -> String {
    let page = INDEX.replace("{nonce}", nonce).replace("{head}", head);
    page.replace("{shapes}", &picture::shapes()).replace("{version}", env!("CARGO_PKG_VERSION"))
}

/// Writes all parts into a folder, for a site that has `banto.wasm` beside them.
pub(super) fn write(folder: &Path, output: &Output) -> Exit {
    let paths = parts().map(|part| part.0).chain(["/examples.json"]);
    let page = page("", ENGINE).into_bytes();
    let parts = paths.filter_map(|path| Some((path, asset(path, "", "")?.1)));
    let parts = parts.chain([("/index.html", Cow::Owned(page))]);
    for (path, text) in parts {
        if let Err(exit) = save::write(output, &folder.join(&path[1..]), text) {
            return exit;
        }
    }
    Exit::Done
}

/// The games, levels, tasks and lessons that come with the page.
fn examples() -> Value {
    let task = |(name, domain, problem): &(&str, &str, &str)| json!({ "name": name, "domain": domain, "problem": problem });
    let texts = |all: &[(&str, &str)]| -> Vec<Value> {
        all.iter().map(|(name, text)| json!({ "name": name, "text": text })).collect()
    };
    json!({
        "games": GAMES.iter().map(task).collect::<Vec<_>>(), "tasks": TASKS.iter().map(task).collect::<Vec<_>>(),
        "levels": texts(LEVELS), "lessons": texts(LESSONS),
    })
}
