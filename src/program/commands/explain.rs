//! `banto explain`: the page of a code or of a topic, the pages that mention some words, or the list of all.
//!
//! In: a code, words, or none. Out: text. The pages are in `docs/explain/`; a terminal shows them set, anything else as
//! they are written.

use std::fmt::Write;
use std::io::IsTerminal;

use clap::Args;

use crate::output::columns::{columns, wrapped};
use crate::{Exit, Output};
use banto_base::source::{CODES, Code, TOPICS, nearest};

/// Explain a diagnostic, with a wrong and a right example
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A code such as E0104, or words to look for, such as metric; without any, all pages are listed
    #[arg(value_name = "CODE")]
    pub words: Vec<String>,
}

pub(crate) fn run(command: &Explain, output: &Output) -> Exit {
    let words = command.words.join(" ");
    if let Some(code) = Code::find(&words) {
        show(code.page, output);
        return Exit::Done;
    }
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name.eq_ignore_ascii_case(&words)) {
        show(topic.page, output);
        return Exit::Done;
    }
    let mut found: Vec<(u8, &str)> = pages().map(|page| (relevance(page, &words), page)).collect();
    found.retain(|(relevance, _)| words.is_empty() || *relevance > 0);
    found.sort_by_key(|(relevance, _)| std::cmp::Reverse(*relevance));
    match found.as_slice() {
        [] => {
            let near = meant(&words);
            let near = if near.is_empty() { near } else { format!("did you mean {near}? ") };
            let message = format!("there is no code {words}, and no page that mentions it");
            return output.misused(&message, &format!("{near}`banto explain` lists all"));
        }
        [(_, page)] => show(page, output),
        // The only page that is about it.
        [(first, page), (second, _), ..] if *first > 2 && first > second => show(page, output),
        _ => found
            .iter()
            .for_each(|(_, page)| output.data(&format!("{}\n", title(page).replacen(": ", "  ", 1)))),
    }
    Exit::Done
}

fn show(page: &str, output: &Output) {
    if std::io::stdout().is_terminal() {
        output.data(&set(page, columns(), output.data_color));
    } else {
        output.data(page);
    }
}

/// A page for a terminal: paragraphs in lines that fit, examples without fences. Of a wrong and a right example, the
/// lines of which one has no equal in the other are marked: `-` in what is wrong, `+` in what is right.
fn set(page: &str, width: usize, color: bool) -> String {
    let paint = |code: &str, text: &str| {
        if color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    };
    let parts: Vec<&str> = page.split("```").collect();
    let example = |index: usize| -> Vec<&str> {
        parts.get(index).map_or_else(Vec::new, |part| part.lines().skip(1).collect())
    };
    // What stands above an example says what it is.
    let word = |index: usize| parts[index - 1].trim().lines().last().unwrap_or_default().to_owned();
    let is_right = |index: usize| word(index).starts_with("Right");
    let is_wrong = |index: usize| word(index).starts_with("Wrong");
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        if index % 2 == 0 {
            for line in part.lines().map(str::trim_end) {
                match line.strip_prefix("# ") {
                    Some(title) => {
                        let _ = writeln!(out, "{}", paint("1", &wrapped(title, width).join("\n")));
                    }
                    None => {
                        let _ = writeln!(out, "{}", wrapped(line, width).join("\n"));
                    }
                }
            }
            continue;
        }
        let other = if is_wrong(index) && parts.len() > index + 2 && is_right(index + 2) {
            Some((example(index + 2), "-", "31"))
        } else if is_right(index) && index > 2 && is_wrong(index - 2) {
            Some((example(index - 2), "+", "32"))
        } else {
            None
        };
        let mut others = other.as_ref().map(|(lines, ..)| lines.clone()).unwrap_or_default();
        for line in example(index) {
            let equal = others.iter().position(|other| *other == line);
            match (&other, equal) {
                (Some((_, mark, code)), None) if !line.trim().is_empty() => {
                    let _ = writeln!(out, "{}", paint(code, &format!("  {mark} {line}")));
                }
                _ => {
                    equal.map(|place| others.remove(place));
                    let _ = writeln!(out, "    {line}");
                }
            }
        }
    }
    let mut lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.dedup_by(|one, before| one.is_empty() && before.is_empty());
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// The pages of codes, then those of topics.
fn pages() -> impl Iterator<Item = &'static str> {
    CODES.iter().map(|code| code.page).chain(TOPICS.iter().map(|topic| topic.page))
}

/// The first line of a page.
fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// The beginning of the line of a page that has further words for its subject.
const ASKED: &str = "Also asked as: ";

/// How much a page is about some words: 5 if it says that they ask for it, 4 if its title has them as they stand, 3 if
/// it has each of them, 2 and 1 if what is outside its examples does.
fn relevance(page: &str, words: &str) -> u8 {
    let asked = page.lines().find_map(|line| line.strip_prefix(ASKED));
    let mut asked = asked.iter().flat_map(|line| line.trim_end_matches('.').split(", "));
    let prose: String = page.split("```").step_by(2).collect();
    let each = |text: &str| words.split_whitespace().all(|word| mentions(text, word));
    if asked.any(|one| one.trim_start_matches(':').eq_ignore_ascii_case(words.trim_start_matches(':'))) {
        5
    } else if mentions(title(page), words) {
        4
    } else if each(title(page)) {
        3
    } else if mentions(&prose, words) {
        2
    } else {
        u8::from(each(&prose))
    }
}

/// Whether a text has some words, not as parts of longer ones, in the singular or in the plural.
fn mentions(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_ascii_lowercase(), words.to_ascii_lowercase());
    let words = words.strip_suffix('s').filter(|word| word.len() > 2).unwrap_or(&words);
    let is_apart = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text.match_indices(words).any(|(at, _)| {
        let rest = &text[at + words.len()..];
        is_apart(text[..at].chars().next_back())
            && is_apart(rest.strip_prefix('s').unwrap_or(rest).chars().next())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_what_differs() {
        let page = Code::find("E0104").unwrap().page;
        let shown = set(page, 60, false);
        assert!(
            shown.starts_with("E0104: a repeated section or field\n\nA section of a definition, or a"),
            "{shown}"
        );
        assert!(!shown.contains("```") && shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        let marked: Vec<&str> =
            shown.lines().filter(|line| line.starts_with("  - ") || line.starts_with("  + ")).collect();
        assert_eq!(marked, ["  -     :precondition (lit ?lamp)"]);
        for page in pages() {
            let prose = page.split("```").step_by(2).flat_map(str::split_whitespace);
            let shown = set(page, 40, false);
            let mut words = shown.split_whitespace();
            for word in prose.filter(|word| *word != "#") {
                assert!(words.any(|one| one == word), "{word} is lost in {page}");
            }
        }
    }
}
