//! `banto game best`: the best move, its value, and the line that follows.
//!
//! In: a game, moves that were made, what thinking may take. Out: text or JSON. How a move is found is not known here.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;

use super::super::exit::Exit;
use super::super::flags::TaskFiles;
use super::super::limit;
use super::super::output::Output;
use super::flags::{Effort, From};
use super::load::load;
use super::setting::Setting;
use super::typed;
use crate::game::{Game, Position, Rules, Scoring, Side, Thought, WIN};
use crate::limits::Limits;

#[derive(Debug, Args)]
pub(in crate::cli) struct Best {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub effort: Effort,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(command: &Best, output: &Output) -> Result<Exit, Exit> {
    let start = Instant::now();
    let loaded = load(&command.files, "game best", output)?;
    let limits = Limits::since(start);
    let cancel: Arc<AtomicBool> = limits.cancel_flag();
    limit::catch_signals(&cancel);
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    typed::play_all(&command.from, &mut position, output)?;
    let setting = Setting::of(&command.effort);
    let mut table = setting.new_table(&position);
    let over = typed::ending(&position);
    let thought = setting.think(&mut position, &mut table, &cancel);
    loaded.honest(&position, output)?;
    let mover = position.mover();
    let value = match over {
        Some(ending) => typed::show_ending(&rules, ending),
        None => value(&rules, mover, &thought),
    };
    let best = thought.best.map(|one| rules.show_move(one));
    let line: Vec<String> = thought.line.iter().map(|one| rules.show_move(*one)).collect();
    if command.json {
        output.object(&serde_json::json!({
            "version": 1,
            "status": if over.is_some() { "over" } else { "ok" },
            "mover": mover.word(),
            "best": best,
            "value": value,
            "score": thought.value,
            "proven": thought.proven || over.is_some(),
            "line": line,
            "depth": thought.depth,
            "nodes": thought.nodes,
            "seconds": start.elapsed().as_secs_f64(),
        }));
        return Ok(Exit::Done);
    }
    match best {
        Some(best) => output.data(&format!(
            "best: {best}\nvalue: {value}\nline: {}\ndepth: {}\nnodes: {}\n",
            line.join(" "),
            thought.depth,
            thought.nodes
        )),
        None => output.data(&format!("the game is over: {value}\n")),
    }
    Ok(Exit::Done)
}

/// A value in words. Scores are given for the mover.
pub(super) fn value(rules: &Rules<'_>, mover: Side, thought: &Thought) -> String {
    let decided = Scoring::Distance.is_decided(thought.value);
    if decided {
        let winner = if thought.value > 0 { mover } else { mover.other() };
        let count = WIN - thought.value.abs();
        let word = if count == 1 { "move" } else { "moves" };
        format!("{} wins in {count} {word}", typed::named(rules, winner))
    } else if thought.proven {
        "draw".to_owned()
    } else {
        format!("not known; estimate {:+} for {}", thought.value, typed::named(rules, mover))
    }
}
