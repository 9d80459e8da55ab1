//! The rows of one board: characters, run lengths and `|` to cells, each with its place.
//!
//! In: the lines of a board and the alphabet. Out: a level without title or notes. `check` decides whether it is
//! playable.

use super::line::Line;
use super::{Alphabet, Cell, Level, MAX_SIDE};
use banto_base::source::{Diagnostic, Span, codes};

/// How many more cells long runs may unfold to in one file. The others are as many as the text is long, or a few times
/// that, so that a file of any number of small levels has room.
pub(super) struct Budget {
    left: usize,
    /// Whether a run was refused.
    pub(super) is_spent: bool,
}

/// A run of so many cells is written in few enough letters.
const SHORT: usize = 16;

impl Default for Budget {
    fn default() -> Self {
        Self { left: 8_000_000, is_spent: false }
    }
}

/// Whether rows are run-length encoded: `|` separates rows, or there are counts and no blanks.
pub(super) fn has_run_lengths<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> bool {
    let counted = |row: &str| row.contains(|one: char| one.is_ascii_digit());
    rows.clone().any(|row| row.contains('|'))
        || (rows.clone().all(|row| !row.trim().contains(' ')) && rows.filter(|row| counted(row)).count() > 1)
}

/// Reads rows whose characters each have a place.
pub(super) fn of_characters(
    rows: &[Vec<(char, Span)>],
    alphabet: Alphabet,
    faults: &mut Vec<Diagnostic>,
) -> Level {
    let mut budget = Budget::default();
    let mut reader = Reader::new(alphabet, 0, &mut budget, faults);
    for row in rows {
        let place = row.first().map_or_else(Span::default, |(_, place)| *place);
        if !reader.row(place, row.iter().copied()) {
            break;
        }
    }
    reader.level
}

/// Reads the rows at the indices `at` of `lines`.
pub(super) fn read(
    lines: &[Line<'_>],
    at: &[usize],
    alphabet: Alphabet,
    run_lengths: bool,
    budget: &mut Budget,
    faults: &mut Vec<Diagnostic>,
) -> Level {
    let mut reader = Reader::new(alphabet, common_tabs(lines, at), budget, faults);
    if let Some(first) = at.first().map(|at| &lines[*at]) {
        reader.level.place = first.whole();
    }
    for line in at.iter().map(|at| &lines[*at]) {
        if reader.too_large {
            break;
        }
        if run_lengths {
            reader.counted(line);
        } else {
            let cells = drawn(line.text).char_indices().skip(reader.tabs);
            reader.row(line.whole(), cells.map(|(at, one)| (one, line.place(at..at + one.len_utf8()))));
        }
    }
    reader.level
}

/// The fault of a board that was copied with its margin: each row begins with a bar, or with the number of its line.
pub(super) fn margin(lines: &[Line<'_>], at: &[usize]) -> Option<Diagnostic> {
    let row = |at: &usize| lines[*at].text.trim_start();
    let number = |at: &usize| {
        let (number, rest) = row(at).split_at(row(at).find(|one: char| !one.is_ascii_digit())?);
        rest.starts_with([' ', '\t', ':', '|', ')']).then(|| number.parse::<usize>().ok())?
    };
    let is_numbered =
        || at.windows(2).all(|two| number(&two[0]).is_some_and(|one| number(&two[1]) == one.checked_add(1)));
    let what = match at.len() {
        0 | 1 => return None,
        _ if at.iter().all(|at| row(at).starts_with('|')) => "|",
        _ if is_numbered() => "a number",
        _ => return None,
    };
    let first = &lines[at[0]];
    let start = first.text.len() - row(&at[0]).len();
    let fault = codes::E0302
        .at(first.place(start..start + 1), format!("each row begins with {what}: a copied margin"));
    Some(fault.label("this stands for no cell").help("leave it out"))
}

/// How many tabs every row starts with: these are indentation, and have no width.
fn common_tabs(lines: &[Line<'_>], at: &[usize]) -> usize {
    let tabs = |line: &Line<'_>| line.text.bytes().take_while(|byte| *byte == b'\t').count();
    at.iter().map(|at| tabs(&lines[*at])).min().unwrap_or(0)
}

/// A row without trailing tabs. Blanks stay, since they may be floor beside a missing wall.
fn drawn(row: &str) -> &str {
    let end = row.trim_end();
    if row.len() <= MAX_SIDE && row[end.len()..].bytes().all(|byte| byte == b' ') { row } else { end }
}

struct Reader<'a> {
    level: Level,
    alphabet: Alphabet,
    /// The unknown characters that were reported.
    unknown: Vec<char>,
    tabs: usize,
    budget: &'a mut Budget,
    faults: &'a mut Vec<Diagnostic>,
    too_large: bool,
}

impl<'a> Reader<'a> {
    fn new(alphabet: Alphabet, tabs: usize, budget: &'a mut Budget, faults: &'a mut Vec<Diagnostic>) -> Self {
        let (level, unknown) = (Level::default(), Vec::new());
        Self { level, alphabet, unknown, tabs, budget, faults, too_large: false }
    }

    /// A row with a character for each cell; false if the level has to be given up.
    fn row(&mut self, place: Span, mut cells: impl Iterator<Item = (char, Span)>) -> bool {
        self.new_row(place) && cells.all(|(one, place)| self.cell(one, 1, place))
    }

    /// A line of counts, characters and `|`.
    fn counted(&mut self, line: &Line<'_>) {
        if !self.new_row(line.whole()) {
            return;
        }
        let text = line.text.trim_end();
        let mut count: Option<(usize, usize)> = None;
        for (at, one) in text.char_indices().skip(self.tabs) {
            if let Some(digit) = one.to_digit(10) {
                let (start, number) = count.unwrap_or((at, 0));
                count = Some((start, number.saturating_mul(10).saturating_add(digit as usize)));
                continue;
            }
            let start = count.map_or(at, |(start, _)| start);
            let place = line.place(start..at + one.len_utf8());
            let number = count.take().map(|(_, number)| number);
            if one == '|' {
                if number.is_some() {
                    self.without_character(line.place(start..at), &text[start..at]);
                }
                // A bar at the end of a line and the line's end together end one row.
                if at + 1 < text.len() && !self.new_row(line.whole()) {
                    return;
                }
            } else if number == Some(0) {
                self.faults.push(
                    codes::E0308
                        .at(place, format!("a run of 0 times {one}"))
                        .label("this run has no cells")
                        .help("remove it, or write the number of cells that was meant"),
                );
            } else if number.is_some_and(|number| number > MAX_SIDE) {
                self.faults.push(
                    codes::E0308
                        .at(place, format!("run length too large: {}", shortened(&text[start..at])))
                        .label(format!("a level has at most {MAX_SIDE} columns")),
                );
            } else if !self.cell(one, number.unwrap_or(1), self.place_of(place, one)) {
                return;
            }
        }
        if let Some((start, _)) = count {
            self.without_character(line.place(start..text.len()), &text[start..]);
        }
    }

    /// The place of a run is the place of its character, the last of the run's span.
    fn place_of(&self, run: Span, one: char) -> Span {
        let length = u32::try_from(one.len_utf8()).unwrap_or(1);
        if self.alphabet.cell(one).is_some() { run } else { Span::new(run.end - length, run.end) }
    }

    fn without_character(&mut self, place: Span, count: &str) {
        self.faults.push(
            codes::E0308
                .at(place, format!("run length {} without a character", shortened(count)))
                .label("a count comes before the character that it repeats")
                .help("write the character after the count, as in 3#"),
        );
    }

    fn new_row(&mut self, place: Span) -> bool {
        if self.level.rows.len() == MAX_SIDE {
            return self.refuse(format!("the level is too large: more than {MAX_SIDE} rows"), place);
        }
        self.level.rows.push(Vec::new());
        self.level.spans.push(Vec::new());
        true
    }

    /// Adds cells to the last row; false if the level has to be given up.
    fn cell(&mut self, one: char, count: usize, place: Span) -> bool {
        let cell = match self.alphabet.cell(one) {
            Some(cell) => cell,
            None => {
                self.complain(one, place);
                Cell::Floor
            }
        };
        let columns = self.level.rows.last().map_or(0, Vec::len);
        if columns + count > MAX_SIDE {
            return self.refuse(format!("the level is too large: more than {MAX_SIDE} columns"), place);
        }
        let unfolded = if count > SHORT { count } else { 0 };
        if self.budget.left < unfolded {
            self.budget.is_spent = true;
            return self.refuse("the file is too large: its runs have millions of cells".to_owned(), place);
        }
        self.budget.left -= unfolded;
        if let (Some(cells), Some(spans)) = (self.level.rows.last_mut(), self.level.spans.last_mut()) {
            cells.extend(std::iter::repeat_n(cell, count));
            spans.extend(std::iter::repeat_n(place, count));
        }
        true
    }

    fn refuse(&mut self, message: String, place: Span) -> bool {
        self.too_large = true;
        self.faults.push(codes::E0309.at(place, message).label("the limit is reached here"));
        false
    }

    /// Reports each unknown character once.
    fn complain(&mut self, one: char, place: Span) {
        if self.unknown.contains(&one) || self.unknown.len() >= 10 {
            return;
        }
        self.unknown.push(one);
        if one == '\t' {
            self.faults.push(
                codes::E0310
                    .at(place, "tab character in a row: its width is ambiguous")
                    .label("a tab may stand for any number of cells")
                    .help("write one blank for each cell of floor"),
            );
            return;
        }
        let message = format!("unknown character {} in the level", described(one));
        let mut fault = codes::E0302.at(place, message).label("this character stands for no cell");
        if let Some(meant) = meant(one, self.alphabet) {
            fault = fault.help(meant);
        }
        self.faults.push(fault.help(match self.alphabet {
            Alphabet::Xsb => {
                "known are # wall, @ player, + player on a goal, $ box, * box on a goal, . goal; a blank, - or _ is floor"
            }
            Alphabet::Article => "known are # wall, @ player, + player on a mark, O box, G box on a mark, X mark, . floor",
            Alphabet::Letters => {
                "known are # wall, p player, P player on a goal, b box, B box on a goal, o goal; a blank, - or _ is floor"
            }
        }));
    }
}

/// A hint at the cell that may have been meant by an unknown character.
fn meant(one: char, alphabet: Alphabet) -> Option<&'static str> {
    if alphabet == Alphabet::Article {
        return match one {
            'o' | '0' | '$' => Some("a box is a capital O in this alphabet"),
            'x' => Some("a mark is a capital X in this alphabet"),
            'g' | '*' => Some("a box on a mark is a capital G in this alphabet"),
            _ => None,
        };
    }
    match one {
        '\u{2580}'..='\u{259f}' | '\u{25a0}'..='\u{25a1}' | '%' => Some("a wall is written #"),
        '\u{a0}' | '\u{2000}'..='\u{200b}' | '\u{3000}' | ',' => Some("floor is written as a blank, - or _"),
        'b' | '&' => Some("a box is written $, and * on a goal"),
        'p' | 'P' => Some("the player is written @, and + on a goal"),
        'O' | 'G' => Some("in the article's alphabet, which has O and G, there is no $, * or -"),
        _ => None,
    }
}

/// A character as messages show it.
fn described(one: char) -> String {
    let number = one as u32;
    if one.is_ascii_graphic() {
        one.to_string()
    } else if one.is_control() || one.is_whitespace() {
        format!("U+{number:04X}")
    } else {
        format!("{one} (U+{number:04X})")
    }
}

/// A long count, cut.
fn shortened(count: &str) -> String {
    if count.len() <= 24 { count.to_owned() } else { format!("{}...", &count[..20]) }
}
