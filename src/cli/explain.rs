//! `banto explain`: the page of a code, or the list of all.
//!
//! In: a code, or none. Out: text. The pages themselves stand under `docs/explain/`.

use super::arguments::Explain;
use super::exit::Exit;
use super::output::Output;
use crate::source::{CODES, Code, nearest};

pub(super) fn run(command: &Explain) -> Exit {
    let Some(id) = &command.code else {
        for code in CODES {
            Output::data(&format!("{}  {}\n", code.id, code.title));
        }
        return Exit::Done;
    };
    if let Some(code) = Code::find(id) {
        Output::data(code.page);
        return Exit::Done;
    }
    Output::error(&format!("there is no code {id}"));
    if let Some(near) = nearest(id, CODES.iter().map(|code| code.id)) {
        Output::help(&format!("did you mean {near}? `banto explain` lists all"));
    } else {
        Output::help("`banto explain` lists all");
    }
    Exit::Usage
}
