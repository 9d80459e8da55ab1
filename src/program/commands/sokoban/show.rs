//! `banto sokoban show`: prints levels, each below a line with its name.
//!
//! In: a level file. Out: text, or one object per level.

use clap::Args;
use clap::builder::TypedValueParser;

use crate::compare::figures::counted;
use crate::files::levels::LevelFiles;
use crate::flags::names;
use crate::{ChosenLevels, Exit, LimitArguments, Output, Strict, limit, sound};
use banto_base::source::printable;
use banto_sokoban::{Alphabet, Cell, Level, draw};

/// Print the levels of a file as characters, each below a line with its name
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub source: LevelFiles,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The characters to draw with
    #[arg(long, value_name = "ALPHABET", value_parser = alphabets(), default_value = "xsb")]
    pub alphabet: Alphabet,

    /// Print JSON, one object per level
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub strict: Strict,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The alphabets as the command line names them.
fn alphabets() -> impl TypedValueParser<Value = Alphabet> {
    names::choice(&[
        ("xsb", Alphabet::Xsb, "# @ + $ * ."),
        ("article", Alphabet::Article, "# @ O G X, and a dot for floor"),
        ("letters", Alphabet::Letters, "# p P b B o"),
    ])
}

pub(super) fn run(command: &Show, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let which = &command.chosen.level;
    let levels = sound(&command.source.each(output)?, which, &command.strict, &run)?.only(which).credited();
    for (index, (number, level)) in levels.numbered().enumerate() {
        run.limits.check().map_err(run.stopped("stopped while drawing"))?;
        if index > 0 && !command.json {
            output.data("\n");
        }
        one(number, level, command, output);
    }
    Ok(levels.report(output))
}

fn one(number: usize, level: &Level, command: &Show, output: &Output) {
    let board = draw::level(level, command.alphabet);
    let boxes = level.count(Cell::has_box);
    if command.json {
        output.object(serde_json::json!({
            "status": "ok",
            "level": number,
            "title": level.title,
            "author": level.author,
            "columns": level.width(),
            "rows": level.height(),
            "boxes": boxes,
            "goals": level.count(Cell::is_goal),
            "board": board.lines().collect::<Vec<_>>(),
        }));
        return;
    }
    let author =
        level.author.as_ref().map(|author| format!(", by {}", printable(author))).unwrap_or_default();
    let size = format!("{} x {}", level.width(), level.height());
    let boxes = counted(boxes, "box", "boxes");
    output.data(&format!("{}{author} ({size}, {boxes})\n{board}", level.heading(number)));
}
