//! `banto explain`: the page of a code or of a topic, the pages that mention some words, or the list of all.
//!
//! In: a code, words, or none. Out: text. The pages are in `docs/explain/`.

use clap::Args;

use crate::base::source::{CODES, Code, TOPICS, nearest};
use crate::program::{Exit, Output};

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code such as E0104, or words to look for, such as metric; without any, all pages are listed
    #[arg(value_name = "CODE")]
    pub words: Vec<String>,
}

pub(crate) fn run(command: &Explain, output: &Output) -> Exit {
    let words = command.words.join(" ");
    if let Some(code) = Code::find(&words) {
        output.data(code.page);
        return Exit::Done;
    }
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(&words)) {
        output.data(topic.page);
        return Exit::Done;
    }
    let found: Vec<&str> = pages().filter(|page| words.is_empty() || mentions(page, &words)).collect();
    match found.as_slice() {
        [] => {
            let near = meant(&words);
            let near = if near.is_empty() { near } else { format!("did you mean {near}? ") };
            let message = format!("there is no code {words}, and no page that mentions it");
            return output.misused(&message, &format!("{near}`banto explain` lists all"));
        }
        [page] => output.data(page),
        _ => found.iter().for_each(|page| output.data(&format!("{}\n", title(page).replacen(": ", "  ", 1)))),
    }
    Exit::Done
}

/// The pages of codes, then those of topics.
fn pages() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|code| code.page).chain(TOPICS.iter().map(|topic| topic.page))
}

/// The first line of a page.
fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// Whether a page mentions some words outside its examples.
fn mentions(page: &str, words: &str) -> bool {
    let prose: String = page.split("```").step_by(2).collect::<String>().to_ascii_lowercase();
    let words = words.to_ascii_lowercase();
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    prose.match_indices(&words).any(|(at, _)| {
        is_apart(prose[..at].chars().next_back()) && is_apart(prose[at + words.len()..].chars().next())
    })
}

/// The codes with this number, or the one that is written nearly so.
fn meant(id: &str) -> String {
    let codes = CODES.iter().map(|code| code.id);
    let number = |digits: &str| digits.parse::<u32>().ok();
    let same = codes.clone().filter(|code| number(id).is_some() && number(id) == number(&code[1..]));
    let same: Vec<&str> = same.collect();
    if same.is_empty() { nearest(id, codes).unwrap_or_default().to_owned() } else { same.join(" or ") }
}
