//! How a game is drawn: comments in the domain and the problem say where cells are and what to draw on them.
//!
//! In: the texts, and the resolved task. Out: a [`Board`], and diagnostics for hints that make no sense. There are
//! three forms:
//!
//! ```text
//! ;; board: row a3 b3 c3                cells from left to right, rows from top to bottom; - is a gap
//! ;; board: mark X (stone first ?cell)  what is drawn on a cell if the fact holds; the first mark that fits counts
//! ;; board: mark ?n (size ?cell ?n)     the name of an object is drawn
//! ```

use std::collections::BTreeSet;

use super::play::Side;
use super::position::Position;
use banto_base::source::{Diagnostic, SourceText, Span, codes, nearest};
use banto_planning::strips::{FactId, FactName};
use banto_text::task::{ObjectId, PredicateId, Task};

/// An argument of a mark's fact.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Cell,
    Object(ObjectId),
    Variable(String),
}

/// A mark to draw on a cell if a fact about it holds.
#[derive(Clone, Debug)]
struct Mark {
    text: String,
    predicate: PredicateId,
    terms: Vec<Term>,
}

/// A board: rows of cells, and what is drawn on them.
#[derive(Clone, Debug, Default)]
pub struct Board {
    rows: Vec<Vec<Option<ObjectId>>>,
    marks: Vec<Mark>,
    /// The marks that stand for an object, which may be a player, by its name.
    signs: Vec<(String, String)>,
}

/// Reads the hints of a domain and a problem.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::games::board;
/// use banto::source::SourceText;
/// use banto::task;
///
/// let read = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let domain = read("domains/games/tic-tac-toe.pddl");
/// let problem = read("problems/games/tic-tac-toe.pddl");
/// let task = task::read(domain.text(), problem.text()).unwrap();
/// let (board, faults) = board(&domain, &problem, &task);
/// assert!(faults.is_empty() && board.cells().count() == 9);
/// ```
pub fn board(domain: &SourceText, problem: &SourceText, task: &Task) -> (Board, Vec<Diagnostic>) {
    let mut reader = Reader { task, board: Board::default(), faults: Vec::new(), file: 0 };
    for (file, text) in [domain, problem].into_iter().enumerate() {
        reader.file = file;
        reader.read(text);
    }
    (reader.board, reader.faults)
}

struct Reader<'a> {
    task: &'a Task,
    board: Board,
    faults: Vec<Diagnostic>,
    file: usize,
}

type Word<'a> = (&'a str, Span);

impl Board {
    /// The text drawn for the things of a player; `None` if there are several marks for them, or none.
    pub fn sign(&self, player: &str) -> Option<&str> {
        let mut signs = self.signs.iter().filter(|(object, _)| object == player);
        signs.next().filter(|_| signs.next().is_none()).map(|(_, sign)| sign.as_str())
    }
}

impl Reader<'_> {
    fn read(&mut self, text: &SourceText) {
        let mut start = 0;
        for line in text.text().split_inclusive('\n') {
            let rest = line.trim_start().trim_start_matches(';').trim_start();
            if line.trim_start().starts_with(';')
                && let Some(hint) = rest.strip_prefix("board:")
            {
                let offset = start + (hint.as_ptr() as usize - line.as_ptr() as usize);
                self.hint(&words(hint, offset), Span::from(offset..offset + hint.trim_end().len()));
            }
            start += line.len();
        }
    }

    fn hint(&mut self, words: &[Word<'_>], span: Span) {
        match words {
            [("row", _), cells @ ..] if !cells.is_empty() => self.row(cells),
            [("mark", _), (text, _), ("(", _), (predicate, at), terms @ .., (")", _)] => {
                self.mark(text, (predicate, *at), terms);
            }
            _ => {
                let help =
                    "write `;; board: row CELL ...` or `;; board: mark TEXT (PREDICATE ... ?cell ...)`";
                self.fault(codes::W0402.at(span, "this board hint cannot be read").help(help));
            }
        }
    }

    fn fault(&mut self, fault: Diagnostic) {
        self.faults.push(fault.moved_to(self.file));
    }

    fn row(&mut self, cells: &[Word<'_>]) {
        let mut row: Vec<Option<ObjectId>> = Vec::new();
        for (word, span) in cells {
            if *word == "-" {
                row.push(None);
            } else if let Some(cell) = self.object(word, *span) {
                if self.board.rows.iter().flatten().chain(&row).any(|other| *other == Some(cell)) {
                    let message = format!("cell {word} is on the board twice");
                    self.fault(codes::W0402.at(*span, message).help("name each cell once"));
                }
                row.push(Some(cell));
            }
        }
        self.board.rows.push(row);
    }

    fn object(&mut self, word: &str, span: Span) -> Option<ObjectId> {
        let found = self.task.objects.find(word);
        if found.is_none() {
            let fault = codes::W0403.at(span, format!("a board hint names {word}, which is not an object"));
            self.fault(match nearest(word, self.task.objects.names()) {
                Some(near) => fault.help(format!("did you mean {near}?")),
                None => fault,
            });
        }
        found
    }

    fn mark(&mut self, text: &str, (name, span): Word<'_>, words: &[Word<'_>]) {
        let Some(predicate) = self.task.predicates.find(name) else {
            let message = format!("a board hint names {name}, which is not a predicate");
            let fault = codes::W0403.at(span, message);
            let near = nearest(name, self.task.predicates.names());
            self.fault(match near {
                Some(near) => fault.help(format!("did you mean {near}?")),
                None => fault,
            });
            return;
        };
        let arity = self.task.predicate_info[predicate.index()].parameters.len();
        let mut terms = Vec::new();
        for (word, span) in words {
            let term = match word.strip_prefix('?') {
                Some("cell") => Some(Term::Cell),
                Some(_) => Some(Term::Variable((*word).to_owned())),
                None => self.object(word, *span).map(Term::Object),
            };
            terms.extend(term);
        }
        let bound = |variable: &str| terms.iter().any(|term| *term == Term::Variable(variable.to_owned()));
        let wrong = if words.len() != arity {
            Some(format!("{name} has {arity} arguments, and this hint gives {}", words.len()))
        } else if terms.len() == arity && !terms.contains(&Term::Cell) {
            Some("this hint does not say on which cell to draw the mark".to_owned())
        } else if text.starts_with('?') && !bound(text) {
            Some(format!("{text} is drawn, but no argument has that name"))
        } else {
            None
        };
        if let Some(message) = wrong {
            self.fault(
                codes::W0402.at(span, message).help("write `;; board: mark TEXT (PREDICATE ... ?cell ...)`"),
            );
        } else if terms.len() == arity {
            let mut objects = terms.iter().filter_map(|term| match term {
                Term::Object(object) => Some(self.task.objects.name(*object).to_owned()),
                _ => None,
            });
            if let (Some(object), None) = (objects.next(), objects.next()) {
                self.board.signs.push((object, text.to_owned()));
            }
            self.board.marks.push(Mark { text: text.to_owned(), predicate, terms });
        }
    }
}

/// The words of a line; a parenthesis is a word.
fn words(text: &str, offset: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut begin = None;
    for (at, one) in text.char_indices().chain([(text.len(), ' ')]) {
        let ends = one.is_whitespace() || one == '(' || one == ')';
        if ends && let Some(from) = begin.take() {
            words.push((&text[from..at], Span::from(offset + from..offset + at)));
        }
        if !ends && begin.is_none() {
            begin = Some(at);
        }
        if one == '(' || one == ')' {
            words.push((&text[at..=at], Span::from(offset + at..offset + at + 1)));
        }
    }
    words
}

impl Board {
    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The predicates that marks mention: their facts must not be dropped as irrelevant.
    pub fn predicates(&self) -> impl Iterator<Item = PredicateId> + '_ {
        self.marks.iter().map(|mark| mark.predicate)
    }

    /// The cells with their columns and rows.
    #[doc(hidden)]
    pub fn places(&self) -> impl Iterator<Item = (ObjectId, (usize, usize))> + '_ {
        let cells = |(row, cells): (usize, &Vec<Option<ObjectId>>)| {
            let cells = cells.clone().into_iter().enumerate();
            cells.filter_map(move |(column, cell)| Some((cell?, (column, row))))
        };
        self.rows.iter().enumerate().flat_map(cells)
    }

    /// The cell on which a fact is drawn, and what is written there.
    #[doc(hidden)]
    pub fn mark(
        &self,
        predicate: PredicateId,
        arguments: &[ObjectId],
        names: &Task,
    ) -> Option<(ObjectId, String)> {
        let atom = [(predicate, arguments.to_vec())];
        self.marks.iter().filter(|mark| mark.predicate == predicate).find_map(|mark| {
            let cell = arguments[mark.terms.iter().position(|term| *term == Term::Cell)?];
            let is_here = self.cells().any(|one| one == cell);
            Some((cell, mark.on(cell, &atom, names).filter(|_| is_here)?))
        })
    }

    /// The names of the cells whose marks made a side win, such as a line of four; none if the win is of another kind.
    #[doc(hidden)]
    pub fn won_by<'r>(&self, position: &Position<'r>, side: Side) -> Vec<&'r str> {
        let rules = position.rules();
        let names = rules.names();
        let cell = |fact: &u32| {
            let FactName::Atom(atom) = rules.task.name(FactId::from(*fact)) else { return None };
            let (predicate, arguments) = rules.task.atom(atom);
            Some(names.objects.name(self.mark(predicate, arguments, names)?.0))
        };
        position.won_by(side).iter().filter_map(cell).collect()
    }

    /// The cells of the board.
    pub fn cells(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.rows.iter().flatten().copied().flatten()
    }

    /// A state of which the atoms of each predicate can be asked for; empty without a board.
    pub fn draw_state(
        &self,
        names: &Task,
        atoms: &mut dyn FnMut(PredicateId) -> Vec<Vec<ObjectId>>,
    ) -> String {
        if self.is_empty() {
            return String::new();
        }
        let of = |predicate| atoms(predicate).into_iter().map(move |arguments| (predicate, arguments));
        let drawn: Vec<_> = self.predicates().collect::<BTreeSet<_>>().into_iter().flat_map(of).collect();
        self.draw_atoms(&drawn, names, &|_| None)
    }

    /// The position as lines of text. Cells without a mark show their label, or a dot.
    pub fn draw(&self, position: &Position<'_>, label: &impl Fn(ObjectId) -> Option<String>) -> String {
        self.draw_atoms(&atoms_of(position), position.rules().names(), label)
    }

    /// The position in which these atoms hold as lines of text.
    pub fn draw_atoms(
        &self,
        atoms: &[(PredicateId, Vec<ObjectId>)],
        names: &Task,
        label: &impl Fn(ObjectId) -> Option<String>,
    ) -> String {
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let show = |cell: &Option<ObjectId>| match cell {
                    None => String::new(),
                    Some(cell) => self
                        .marks
                        .iter()
                        .find_map(|mark| mark.on(*cell, atoms, names))
                        .or_else(|| label(*cell))
                        .unwrap_or_else(|| ".".to_owned()),
                };
                row.iter().map(show).collect()
            })
            .collect();
        let width = rows.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(1);
        let mut out = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
            out.push_str(cells.join(" ").trim_end());
            out.push('\n');
        }
        out
    }
}

impl Mark {
    /// The text drawn on a cell, if the fact holds there.
    fn on(&self, cell: ObjectId, atoms: &[(PredicateId, Vec<ObjectId>)], names: &Task) -> Option<String> {
        let mut of_predicate = atoms.iter().filter(|(predicate, _)| *predicate == self.predicate);
        of_predicate.find_map(|(_, arguments)| {
            let fits = self.terms.iter().zip(arguments).all(|(term, argument)| match term {
                Term::Cell => *argument == cell,
                Term::Object(object) => argument == object,
                Term::Variable(_) => true,
            });
            if !fits {
                return None;
            }
            let shown = self.terms.iter().position(|term| *term == Term::Variable(self.text.clone()));
            Some(match shown {
                Some(at) => names.objects.name(arguments[at]).to_owned(),
                None => self.text.clone(),
            })
        })
    }
}

/// The atoms that hold in a position.
fn atoms_of(position: &Position<'_>) -> Vec<(PredicateId, Vec<ObjectId>)> {
    let rules = position.rules();
    let mut atoms = Vec::new();
    let mut known = Vec::new();
    for fact in (0..rules.task.fact_count()).map(FactId::from) {
        if let FactName::Atom(atom) = rules.task.name(fact) {
            let (predicate, arguments) = rules.task.atom(atom);
            known.push((predicate, arguments));
            if position.does_hold(fact) {
                atoms.push((predicate, arguments.to_vec()));
            }
        }
    }
    // Facts that never change are not part of the ground task.
    known.sort_unstable();
    for (predicate, arguments) in rules.names().init.iter() {
        if known.binary_search(&(predicate, arguments)).is_err() {
            atoms.push((predicate, arguments.to_vec()));
        }
    }
    atoms
}
