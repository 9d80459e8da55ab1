//! Runs the commands of a page, in their order, and compares what they print.
//!
//! In: a page. Out: the page as it should be, and what differs. A block with `file=NAME` is written to a file of that
//! name; a `diff` block with it takes the lines with `-` out of the file and puts the lines with `+` in their place;
//! `console` blocks are run.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::figures::{masked, pattern};
use super::page::{Block, EXIT, blocks, commands};

/// What a command prints, both streams in the order of writing, and its exit code.
pub struct Printed {
    pub text: String,
    pub exit: Option<i32>,
}

/// Runs the program; where times are to be written into pages, the one that `BANTO` names.
pub fn banto(folder: &Path, arguments: &[&str], input: &str) -> Printed {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let program = std::env::var("BANTO").unwrap_or_else(|_| env!("CARGO_BIN_EXE_banto").to_owned());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("BANTO_SOLUTIONS", "").stdin(Stdio::piped());
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    // Who reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    // The command holds the writing ends of the pipe.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    Printed { text, exit: child.wait().unwrap().code() }
}

/// Runs the blocks of a page that `wanted` chooses: the page with what its commands print now, and what differs.
pub fn page(text: &str, wanted: &dyn Fn(&Block) -> bool) -> (String, Vec<String>) {
    let scratch = tempfile::tempdir().unwrap();
    let blocks = blocks(text);
    let folder = if blocks.iter().any(|block| block.file.is_some()) { scratch.path() } else { super::root() };
    let (mut now, mut copied, mut faults) = (String::new(), 0, Vec::new());
    for block in blocks.into_iter().filter(wanted) {
        match (block.language, block.file) {
            ("diff", Some(file)) => change(&folder.join(file), block.body),
            (_, Some(file)) => fs::write(folder.join(file), block.body).unwrap(),
            (_, None) if block.source.is_some() => {
                let source = block.source.unwrap_or("");
                if !super::read(source).contains(block.body) {
                    faults.push(format!("{source} does not have\n{}", block.body));
                }
            }
            ("console" | "text", None) => {
                for command in commands(&block) {
                    let printed = line(folder, command.line);
                    let lines: Vec<&str> = printed.text.lines().collect();
                    if printed.exit != Some(command.exit) || !agree(&command.output, &lines) {
                        let (exit, text) = (printed.exit, &printed.text);
                        faults.push(format!("$ {}\n? {exit:?}\n{text}", command.line));
                    }
                    now.push_str(&text[copied..command.start]);
                    let is_told =
                        text[copied..command.start].trim_end().ends_with(&format!("{EXIT}{}", command.exit));
                    let printed = Printed { exit: printed.exit.filter(|_| !is_told), ..printed };
                    now.push_str(&shown(&command.output, &printed, text[..command.end].ends_with("\n\n")));
                    copied = command.end;
                }
            }
            _ => {}
        }
    }
    now.push_str(&text[copied..]);
    (now, faults)
}

/// One command line: `banto` with words, perhaps behind `printf '...' |`, or `touch` with the name of a file to make.
fn line(folder: &Path, line: &str) -> Printed {
    let piped = line.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    let (input, line) = piped.unwrap_or(("", line));
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["banto", ref arguments @ ..] => banto(folder, arguments, &input.replace("\\n", "\n")),
        ["touch", file] => {
            fs::write(folder.join(file), "").unwrap();
            Printed { text: String::new(), exit: Some(0) }
        }
        _ => panic!("a console block is run, and this cannot be: {line}; write it in an sh block"),
    }
}

/// The words of a line; quotation marks keep several together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Whether a command printed what the page says. A line `...` stands for any lines.
fn agree(wanted: &[&str], lines: &[&str]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return lines.is_empty() };
    if *first == "..." {
        return (0..=lines.len()).any(|skipped| agree(rest, &lines[skipped..]));
    }
    lines.split_first().is_some_and(|(line, lines)| masked(first) == masked(line) && agree(rest, lines))
}

/// What stands below a command: what was printed, or what the page has where that is true and leaves lines out.
fn shown(wanted: &[&str], printed: &Printed, spaced: bool) -> String {
    let mut out = String::new();
    if let Some(exit) = printed.exit.filter(|exit| *exit != 0) {
        out = format!("? {exit}\n");
    }
    let lines: Vec<&str> = printed.text.lines().collect();
    let kept = if wanted.contains(&"...") && agree(wanted, &lines) { wanted.to_vec() } else { lines };
    let kept: String = kept.iter().flat_map(|line| [*line, "\n"]).collect();
    out.push_str(kept.trim_end_matches('\n'));
    out.push_str(if kept.trim().is_empty() { "" } else { "\n" });
    out.push_str(if spaced { "\n" } else { "" });
    out
}

/// Applies a block of `-` and `+` lines, with unchanged lines between them, to a file.
fn change(path: &Path, diff: &str) {
    let side = |other: char| -> String {
        let lines = diff.lines().filter(|line| !line.starts_with(other));
        lines.flat_map(|line| [line.get(1..).unwrap_or(""), "\n"]).collect()
    };
    let text = fs::read_to_string(path).unwrap();
    let (old, new) = (side('+'), side('-'));
    assert_eq!(text.matches(&old).count(), 1, "{} has not once:\n{old}in\n{text}", path.display());
    fs::write(path, text.replace(&old, &new)).unwrap();
}

/// A page with patterns for the figures that differ from run to run.
pub fn for_trycmd(text: &str) -> String {
    let mut console = false;
    let lines = text.lines().map(|line| {
        if line.starts_with("```") {
            console = line.starts_with("```console");
        }
        if console && !line.starts_with(['$', '`']) { pattern(line) } else { line.replace(EXIT, "\n? ") }
    });
    lines.map(|line| line + "\n").collect()
}
