//! `banto explain`: the page of a code, or the list of all.
//!
//! In: a code, or none. Out: text. The pages are in `docs/explain/`.

use clap::Args;

use super::exit::Exit;
use super::output::Output;
use crate::source::{CODES, Code, nearest};

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code such as E0104; without one, all codes are listed
    pub code: Option<String>,
}

pub(super) fn run(command: &Explain, output: &Output) -> Exit {
    let Some(id) = &command.code else {
        for code in CODES {
            output.data(&format!("{}  {}\n", code.id, code.title));
        }
        return Exit::Done;
    };
    if let Some(code) = Code::find(id) {
        output.data(code.page);
        return Exit::Done;
    }
    output.error(&format!("there is no code {id}"));
    if let Some(near) = nearest(id, CODES.iter().map(|code| code.id)) {
        output.help(&format!("did you mean {near}? `banto explain` lists all"));
    } else {
        output.help("`banto explain` lists all");
    }
    Exit::Usage
}
