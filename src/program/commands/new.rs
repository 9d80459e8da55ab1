//! `banto new`: a domain and a problem to begin with, which plan at once and say in comments what each part is for; or
//! a level of Sokoban.
//!
//! In: a name, and what to begin from. Out: two files in a new folder, or a level file; and the commands to try next.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::TypedValueParser;

use crate::files::save;
use crate::flags::names;
use crate::{Exit, Output};
use banto_text::pddl::is_reserved;

/// A model to begin from: a domain with its name, a problem, and the commands to try.
#[derive(Debug)]
pub(crate) struct Start {
    name: &'static str,
    domain: &'static str,
    problem: &'static str,
    first: &'static str,
}

impl Start {
    /// A model that is planned for.
    const fn task(name: &'static str, domain: &'static str, problem: &'static str) -> Self {
        Self { name, domain, problem, first: "plan" }
    }
}

const DELIVERY: Start =
    Start::task("delivery", include_str!("new/delivery.pddl"), include_str!("new/delivery-problem.pddl"));
const COSTS: Start =
    Start::task("delivery-round", include_str!("new/costs.pddl"), include_str!("new/costs-problem.pddl"));
const WHEN: Start =
    Start::task("garden", include_str!("new/when.pddl"), include_str!("new/when-problem.pddl"));
const DERIVED: Start =
    Start::task("circuit", include_str!("new/derived.pddl"), include_str!("new/derived-problem.pddl"));
const GRIPPER: Start = Start::task(
    "gripper",
    include_str!("../../../domains/gripper.pddl"),
    include_str!("../../../problems/gripper/01-two-balls.pddl"),
);
const PUZZLE: Start = Start::task(
    "sliding-puzzle",
    include_str!("../../../domains/sliding-puzzle.pddl"),
    include_str!("../../../problems/sliding-puzzle/01-near.pddl"),
);
const GAME: Start = Start {
    name: "tic-tac-toe",
    domain: include_str!("../../../domains/games/tic-tac-toe.pddl"),
    problem: include_str!("../../../problems/games/tic-tac-toe.pddl"),
    first: "game play",
};

/// The models to begin from, as the command line names them.
fn starts() -> impl TypedValueParser<Value = &'static Start> {
    names::choice(&[
        ("delivery", &DELIVERY, "A courier and parcels: every part of a domain, explained"),
        ("costs", &COSTS, "A van on roads of different lengths: costs, and a metric that minimizes them"),
        ("when", &WHEN, "A gardener and plants: effects that depend on the state, for all things of a type"),
        ("derived", &DERIVED, "An electrician and a lamp: a predicate that follows from others by a rule"),
        ("gripper", &GRIPPER, "A robot with two grippers that carries balls"),
        ("puzzle", &PUZZLE, "Tiles in a frame with one gap"),
        ("game", &GAME, "Three in a row, for two players"),
    ])
}

/// Write a domain and a problem to begin with
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The folder to make, with those above it; its name becomes that of the domain
    #[arg(value_name = "NAME")]
    pub folder: PathBuf,

    /// What to begin from
    #[arg(long, value_name = "WHAT", value_parser = starts(), default_value = "delivery")]
    pub from: &'static Start,

    /// Write a small Sokoban level to change: NAME is the file, such as my-levels.xsb
    #[arg(long, conflicts_with = "from")]
    pub sokoban: bool,
}

const NAMES: &str = "a name begins with a letter and has letters, digits, - and _, as in my-robots";

pub(crate) fn run(command: &New, output: &Output) -> Result<Exit, Exit> {
    let (folder, from) = (&command.folder, command.from);
    if command.sokoban {
        let file = if folder.extension().is_none() { folder.with_extension("xsb") } else { folder.clone() };
        free(&file, output)?;
        save::write_and_tell(output, &file, include_str!("new/level.xsb"))?;
        let file = file.display();
        output.talk(&format!(
            "next:\n    banto sokoban play {file}\n    banto sokoban check {file}\n    banto sokoban solve {file}\n\
             change the level in any editor: check says what is wrong with it, solve finds a solution"
        ));
        return Ok(Exit::Done);
    }
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_name = name.starts_with(|one: char| one.is_ascii_alphabetic())
        && name.chars().all(|one| one.is_ascii_alphanumeric() || "-_".contains(one));
    if !is_name || is_reserved(name) {
        let help = if is_name { "it is a word of PDDL; choose another, as in my-robots" } else { NAMES };
        return Err(output.misused(&format!("{} is no name for a domain", folder.display()), help));
    }
    let [domain, problem] = ["domain.pddl", "problem.pddl"].map(|file| folder.join(file));
    free(&domain, output)?;
    free(&problem, output)?;
    save::folder(output, folder)?;
    let named = |text: &str| {
        let text = text.replace(&format!("(domain {})", from.name), &format!("(domain {name})"));
        text.replace(&format!("(:domain {})", from.name), &format!("(:domain {name})"))
    };
    for (path, text) in [(&domain, from.domain), (&problem, from.problem)] {
        save::write_and_tell(output, path, named(text))?;
    }
    let (first, problem) = (from.first, problem.display());
    output.talk(&format!(
        "next:\n    banto {first} {problem}\n    banto check --watch {} {problem}\nthe first {}, the second checks both files \
         whenever you save one",
        domain.display(),
        if first == "plan" { "finds a plan" } else { "lets you play against the computer" },
    ));
    Ok(Exit::Done)
}

/// Refuses to overwrite.
fn free(path: &Path, output: &Output) -> Result<(), Exit> {
    let text = || format!("{} already exists", path.display());
    let refuse = || output.misused(&text(), "nothing was changed; choose another name");
    if path.exists() { Err(refuse()) } else { Ok(()) }
}
