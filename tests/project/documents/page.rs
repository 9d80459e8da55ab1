//! A page of Markdown as the runner sees it: text, and fenced blocks with what their first line says.

/// A fenced block.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The first word behind the fence, such as `console`.
    pub language: &'a str,
    /// The file that it is, or changes: the word `file=NAME` behind the language.
    pub file: Option<&'a str>,
    /// The file of the project that it is taken from: `from=NAME`.
    pub source: Option<&'a str>,
    /// What stands between the fences, line by line.
    pub body: &'a str,
    /// Where the body begins, in bytes.
    pub at: usize,
}

/// The fenced blocks of a page, in their order.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(info) = line.strip_prefix("```") {
            match open.take() {
                None => open = Some((info.trim(), next)),
                Some((info, start)) => {
                    let mut words = info.split_whitespace();
                    let language = words.next().unwrap_or("");
                    let second = words.next().unwrap_or("");
                    let (file, source) = (second.strip_prefix("file="), second.strip_prefix("from="));
                    found.push(Block { language, file, source, body: &page[start..at], at: start });
                }
            }
        }
        at = next;
    }
    assert!(open.is_none(), "a block is never closed");
    found
}

/// What stands between a command and its exit code where readers do not know `? `.
pub const EXIT: &str = "  # exit code ";

/// A command in a `console` block, with what it prints.
#[derive(Clone, Debug)]
pub struct Command<'a> {
    /// The command line.
    pub line: &'a str,
    /// The exit code: 0, or what stands behind `? ` or [`EXIT`].
    pub exit: i32,
    /// Where the exit code and the output stand, in bytes of the page.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// What the command prints.
    pub output: Vec<&'a str>,
}

/// The commands of a block.
pub fn commands<'a>(block: &Block<'a>) -> Vec<Command<'a>> {
    let mut found: Vec<Command<'a>> = Vec::new();
    let mut at = block.at;
    for whole in block.body.split_inclusive('\n') {
        let (line, next) = (whole.trim_end_matches('\n'), at + whole.len());
        if let Some(command) = line.strip_prefix("$ ") {
            let (command, exit) = command.split_once(EXIT).unwrap_or((command, "0"));
            let exit = exit.trim().parse().unwrap();
            found.push(Command { line: command, exit, start: next, end: next, output: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            match line.strip_prefix("? ") {
                Some(code) if last.output.is_empty() => last.exit = code.trim().parse().unwrap(),
                _ => last.output.push(line),
            }
            last.end = next;
        }
        at = next;
    }
    // An empty line separates a command from the next one, and ends a block for trycmd.
    for command in &mut found {
        while command.output.last().is_some_and(|line| line.is_empty()) {
            command.output.pop();
        }
    }
    found
}
