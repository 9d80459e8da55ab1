//! `banto game best`: the best move, its value, and the line that follows.
//!
//! In: a game, moves to play first, bounds on the search. Out: text or JSON.

use std::time::Instant;

use clap::Args;

use super::flags::{Effort, From, TABLE};
use super::load::{load, new_table};
use super::typed;
use crate::compare::figures::counted;
use crate::{Exit, Output, ResultArguments, TaskFiles, limit};
use banto_games::{Analysis, Game, Rules, Scoring, Side, WIN};

/// Find the best move, its value, and the expected continuation
#[derive(Debug, Args)]
pub(crate) struct Best {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub result: ResultArguments,
}

pub(super) fn run(command: &Best, output: &Output) -> Result<Exit, Exit> {
    let start = Instant::now();
    let run = limit::interruptible(&command.result.limits, output);
    let loaded = load(&command.files, "game best", &run)?;
    let rules = &loaded.game.rules;
    let mut position = loaded.position(&command.from, output)?;
    let mut table = new_table(&position, command.effort.table, TABLE, &run)?;
    let over = typed::ending(&position);
    let analysis = command.effort.best_move(&mut position, &mut table, &run.limits);
    loaded.check_winners(&position, output)?;
    let mover = position.mover();
    let value = match over {
        Some(ending) => typed::show_ending(rules, ending),
        None => value(rules, mover, &analysis),
    };
    let best = analysis.best.map(|one| rules.show_move(one));
    let line: Vec<String> = analysis.line.iter().map(|one| rules.show_move(*one)).collect();
    if command.result.json {
        output.object(serde_json::json!({
            "status": if over.is_some() { "over" } else { "ok" },
            "mover": mover.word(),
            "best": best,
            "value": value,
            "score": analysis.value,
            "proven": analysis.proven || over.is_some(),
            "line": line,
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": start.elapsed().as_secs_f64(),
        }));
        return Ok(Exit::Done);
    }
    match best {
        Some(best) => output.data(&format!(
            "best: {best}\nvalue: {value}\nline: {}\ndepth: {}\nnodes: {}\n",
            line.join(" "),
            analysis.depth,
            analysis.nodes
        )),
        None => output.data(&format!("the game is over: {value}\n")),
    }
    Ok(Exit::Done)
}

/// A value in words. Values are from the point of view of the side to move.
pub(super) fn value(rules: &Rules, mover: Side, analysis: &Analysis) -> String {
    let decided = Scoring::Distance.is_decided(analysis.value);
    if decided {
        let winner = if analysis.value > 0 { mover } else { mover.other() };
        let length = counted(WIN - analysis.value.abs(), "move", "moves");
        format!("{} wins in {length}", typed::named(rules, winner))
    } else if analysis.proven {
        "draw".to_owned()
    } else {
        format!("not known; estimate {:+} for {}", analysis.value, typed::named(rules, mover))
    }
}
