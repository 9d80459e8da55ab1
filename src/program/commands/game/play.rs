//! `banto game play`: a game in the terminal, line by line.
//!
//! In: a game, who plays, lines. Out: boards and moves on standard output, prompts and help on standard error, so that
//! pipes work. `typed` interprets moves.

use std::fmt::Write;
use std::io::IsTerminal;

use clap::Args;
use clap::builder::TypedValueParser;

use super::flags::{Effort, From, TABLE};
use super::load::{Loaded, load, new_table};
use super::{best, typed};
use crate::files::input::Lines;
use crate::flags::names;
use crate::{Exit, LimitArguments, Output, Run, TaskFiles, limit};
use banto_games::{Analysis, Board, Ending, Game, Position, Side, TranspositionTable};

type Humans = &'static [Side];

fn humans() -> impl TypedValueParser<Value = Humans> {
    names::choice(&[
        ("first", &[Side::First] as Humans, "The player declared first"),
        ("second", &[Side::Second], "The other one"),
        ("both", &[Side::First, Side::Second], "Both"),
        ("none", &[], "Nobody"),
    ])
}

/// Play against the computer, or watch it play
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Which players are human
    #[arg(long, value_name = "WHO", value_parser = humans(), default_value = "first")]
    pub human: Humans,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub effort: Effort,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The commands besides moves.
const HELP: &str = "undo    take back your last move, and the computer's reply\n\
    hint    what the computer would play\n\
    value   what the position is worth\n\
    moves   the legal moves\n\
    board   the board again\n\
    quit, q end";

pub(super) fn run(command: &Play, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    let loaded = load(&command.files, "game play", &run)?;
    let mut position = loaded.position(&command.from, output)?;
    let mut table = new_table(&position, command.effort.table, TABLE, &run)?;
    let mut screen = Screen { loaded: &loaded, run: &run, effort: &command.effort, humans: command.human };
    screen.game(&mut position, &mut table)
}

struct Screen<'a> {
    loaded: &'a Loaded,
    run: &'a Run<'a>,
    effort: &'a Effort,
    humans: Humans,
}

enum Line {
    Played,
    Asked,
    Quit,
    Illegal(String),
}

impl Screen<'_> {
    fn game(&mut self, position: &mut Position<'_>, table: &mut TranspositionTable) -> Result<Exit, Exit> {
        let from = position.played().len();
        let mut lines = Lines::default();
        if !self.humans.is_empty() {
            self.run.output.talk("type a move, help for other commands, or quit");
        }
        let (rules, board) = (position.rules(), &self.loaded.game.board);
        let signs = [Side::First, Side::Second].map(|side| Some((side, board.sign(rules.player(side))?)));
        if let [Some(first), Some(second)] = signs {
            let words = |(side, sign)| format!("{} plays {sign}", typed::named(rules, side));
            self.run.output.talk(&format!("{}, {}", words(first), words(second)));
        }
        self.show(position);
        loop {
            if let Some(ending) = typed::ending(position) {
                let cells = match ending {
                    Ending::Won(side) => board.won_by(position, side).join(" "),
                    Ending::Drawn => String::new(),
                };
                let colon = if cells.is_empty() { "" } else { ": " };
                let ending = typed::show_ending(rules, ending);
                self.run.output.data(&format!("{ending}{colon}{cells}\n"));
                return Ok(Exit::Done);
            }
            if !self.humans.contains(&position.mover()) {
                let analysis = self.think(position, table)?;
                let Some(one) = analysis.best else { return Ok(Exit::Done) };
                let value = best::value(position.rules(), position.mover(), &analysis);
                let shown = position.rules().show_move(one);
                self.run
                    .output
                    .data(&format!("{} plays {shown}\n", typed::named(position.rules(), position.mover())));
                if analysis.proven {
                    self.run.output.data(&format!("value: {value}\n"));
                }
                position.play(one);
                self.show(position);
                continue;
            }
            let Some(line) = lines.next(self.run)? else { return Ok(Exit::Done) };
            match self.answer(line.trim(), position, table, from)? {
                Line::Played => self.show(position),
                Line::Asked => {}
                Line::Quit => return Ok(Exit::Done),
                Line::Illegal(message) => {
                    self.run.output.error(&message);
                    // A user at a terminal can try again; a file cannot.
                    if !std::io::stdin().is_terminal() {
                        self.run.output.help("the moves do not come from a terminal, so the game ends here");
                        return Err(Exit::Input);
                    }
                }
            }
        }
    }

    fn answer(
        &self,
        line: &str,
        position: &mut Position<'_>,
        table: &mut TranspositionTable,
        from: usize,
    ) -> Result<Line, Exit> {
        match line {
            "" => return Ok(Line::Asked),
            "quit" | "q" | "exit" => return Ok(Line::Quit),
            "help" | "?" => {
                let legal = typed::legal(position);
                let example = legal.first().map(|one| position.rules().show_move(*one));
                let example = example.map(|one| format!(" such as {one}")).unwrap_or_default();
                self.run.output.talk(&format!(
                    "a move is a number, an action{example}, or words that only one action contains"
                ));
                self.run.output.talk(HELP);
            }
            "moves" => self.run.output.data(&moves(position)),
            "board" => self.show(position),
            "undo" => return Ok(self.undo(position, from)),
            "hint" | "value" => {
                let analysis = self.think(position, table)?;
                if line == "hint"
                    && let Some(one) = analysis.best
                {
                    self.run.output.data(&format!("hint: {}\n", position.rules().show_move(one)));
                }
                let value = best::value(position.rules(), position.mover(), &analysis);
                self.run.output.data(&format!("value: {value}\n"));
            }
            _ => {
                match typed::read(line, position) {
                    Ok(one) => position.play(one),
                    Err(message) => return Ok(Line::Illegal(message)),
                }
                self.loaded.check_winners(position, self.run.output)?;
                return Ok(Line::Played);
            }
        }
        Ok(Line::Asked)
    }

    /// Takes moves back until a human is to move again. If no human has moved yet, nothing changes.
    fn undo(&self, position: &mut Position<'_>, from: usize) -> Line {
        let mut taken = Vec::new();
        while let Some(last) = position.played()[from..].last().copied() {
            position.undo();
            taken.push(last);
            if self.humans.contains(&position.mover()) {
                return Line::Played;
            }
        }
        taken.into_iter().rev().for_each(|one| position.play(one));
        self.run.output.talk("there is no move to take back");
        Line::Asked
    }

    fn think(&self, position: &mut Position<'_>, table: &mut TranspositionTable) -> Result<Analysis, Exit> {
        let analysis = self.effort.best_move(position, table, &self.run.limits);
        // The limits of a move end the move, those of the command end the game.
        self.run.limits.check_now().map_err(self.run.stopped("stopped"))?;
        self.loaded.check_winners(position, self.run.output)?;
        Ok(analysis)
    }

    fn show(&self, position: &Position<'_>) {
        self.run.output.data(&format!("\n{}", drawn(&self.loaded.game.board, position)));
        if typed::ending(position).is_none() {
            let mover = typed::named(position.rules(), position.mover());
            self.run.output.data(&format!("{mover} to move\n"));
        }
    }
}

/// The board, with the numbers of moves on cells that a single move names; the list of moves if there is no board.
fn drawn(board: &Board, position: &Position<'_>) -> String {
    if board.is_empty() {
        return moves(position);
    }
    let legal = typed::legal(position);
    let rules = position.rules();
    let numbered = std::cell::Cell::new(0);
    let mut out = board.draw(position, &|cell| {
        let mut naming = legal.iter().enumerate().filter(|(_, one)| rules.arguments(**one).contains(&cell));
        match (naming.next(), naming.next()) {
            (Some((index, _)), None) => {
                numbered.set(numbered.get() + 1);
                Some((index + 1).to_string())
            }
            _ => None,
        }
    });
    // Moves that the board does not show are listed.
    if numbered.get() < legal.len() {
        out.push_str(&moves(position));
    }
    out
}

/// The legal moves with their numbers.
fn moves(position: &Position<'_>) -> String {
    let legal = typed::legal(position);
    let mut out = String::new();
    for (number, one) in (1..).zip(legal) {
        let _ = writeln!(out, "{number:>3} {}", position.rules().show_move(one));
    }
    out
}
