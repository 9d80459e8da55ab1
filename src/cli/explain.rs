//! `banto explain`: the page of a code, or the list of all.
//!
//! In: a code, or none. Out: text. The pages are in `docs/explain/`.

use clap::Args;

use super::{Exit, Output};
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
    let near = meant(id);
    let near = if near.is_empty() { near } else { format!("did you mean {near}? ") };
    output.misused(&format!("there is no code {id}"), &format!("{near}`banto explain` lists all"))
}

/// The codes with this number, or the one that is written nearly so.
fn meant(id: &str) -> String {
    let codes = CODES.iter().map(|code| code.id);
    let number = |digits: &str| digits.parse::<u32>().ok();
    let same = codes.clone().filter(|code| number(id).is_some() && number(id) == number(&code[1..]));
    let same: Vec<&str> = same.collect();
    if same.is_empty() { nearest(id, codes).unwrap_or_default().to_owned() } else { same.join(" or ") }
}
