//! The figures of a comparison as columns: of a run, of the sums of a solver, of a price, of a planner over seeds. What
//! is written as text, on the page, as CSV and as JSON are views of the same columns, and a new figure is one of them.
//!
//! In: rows, each with the comparison that it is from. Out: cells, tables for people, and JSON objects.

use std::time::Duration;

use serde_json::{Value, json};

use super::cells::{bytes, field, middle, plain, rounded, speed, spread, time};
use super::entry::{EntryKind, Subject};
use super::figures::times;
use super::outcome::{Ending, Outcome, Solution};
use super::price::{Price, Ratio, Seeds, Sum, common, prices, ratio, seeds, sum, yardstick};
use super::record;
use super::run::{Compared, Comparison};
use super::solver::SolverName;
use banto_search::{Counts, Work};

/// A time as a number.
fn in_seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// In tables for people.
pub const SHOWN: u16 = 1;
/// In CSV.
pub const CSV: u16 = 2;
/// In the object of any run; of the others, in their only object.
pub const JSON: u16 = 4;
/// Also in the object of a run of `compare`.
pub const RUN: u16 = 8;
/// Only there, and only if it is of a task.
pub const TASK: u16 = 16;
/// Only in the object of a comparison, since it compares.
pub const RATIO: u16 = 32;
/// In sums over what every solver has solved.
pub const COMMON: u16 = 64;
/// Not in a table where no row has it.
const IF_ANY: u16 = 128;
/// A count of states; not in a table of solvers that count different things.
const COUNT: u16 = 256;
/// In each file of a run.
const ALL: u16 = CSV | JSON;
const BOTH: u16 = JSON | SHOWN;

/// A column. Where levels and tasks have different words, they are separated by a stroke.
pub struct Column<R> {
    /// For programs.
    name: &'static str,
    /// For people; `clock` stands for what times are of.
    title: &'static str,
    /// Which have it.
    views: u16,
    value: fn(&R) -> Value,
    /// How people see the value.
    shown: fn(&Value) -> String,
}

/// The columns of a row: names, titles, views, how people see them, and their values.
macro_rules! columns {
    ($type:ty, $row:ident: $($name:literal, $title:literal, $views:expr, $shown:expr => $value:expr;)*) => {
        impl Row for $type {
            fn columns() -> Vec<Column<Self>> {
                vec![$(Column {
                    name: $name,
                    title: $title,
                    views: $views,
                    value: |$row| Value::from($value),
                    shown: $shown,
                }),*]
            }
        }
    };
}

/// What has columns.
pub trait Row: Sized {
    fn columns() -> Vec<Column<Self>>;

    /// The columns of a view.
    fn seen(view: u16) -> impl Iterator<Item = Column<Self>> {
        Self::columns().into_iter().filter(move |column| column.views & view != 0)
    }

    /// The cells of a table for people.
    fn cells(&self, view: u16) -> Vec<String> {
        Self::seen(view).map(|column| (column.shown)(&(column.value)(self))).collect()
    }

    /// The fields of CSV.
    fn fields(&self) -> impl Iterator<Item = String> {
        Self::seen(CSV).map(|column| field(&(column.value)(self)))
    }

    /// Names and values.
    fn object(&self, view: u16, kind: EntryKind) -> Value {
        Self::seen(view).map(|column| (of_kind(column.name, kind).to_owned(), (column.value)(self))).collect()
    }
}

/// A word of levels and a word of tasks.
fn of_kind(words: &'static str, kind: EntryKind) -> &'static str {
    let (level, task) = words.split_once('|').unwrap_or((words, words));
    if kind == EntryKind::Levels { level } else { task }
}

/// The names of the columns of CSV.
pub fn names<R: Row>(kind: EntryKind) -> Vec<&'static str> {
    R::seen(CSV).map(|column| of_kind(column.name, kind)).collect()
}

/// The titles of the columns of a table.
pub fn titles<R: Row>(view: u16, comparison: &Comparison) -> Vec<String> {
    let title = |column: Column<R>| match column.title {
        "clock" => comparison.clock().to_owned(),
        title => of_kind(title, comparison.kind()).to_owned(),
    };
    R::seen(view).map(title).collect()
}

/// A table for people: titles of columns, and rows, of which one that is shorter has no more to say.
pub struct Table {
    pub title: Option<String>,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn of<R: Row>(title: Option<String>, view: u16, comparison: &Comparison, rows: &[R]) -> Self {
        let rows = rows.iter().map(|row| row.cells(view)).collect();
        Self { title, head: titles::<R>(view, comparison), rows }.useful::<R>(view, comparison)
    }

    /// Without the columns that say nothing: of other endings where all have answered, and of counts that cannot be
    /// compared.
    fn useful<R: Row>(mut self, view: u16, comparison: &Comparison) -> Self {
        let counts_differ = comparison.count_differently();
        let columns: Vec<Column<R>> = R::seen(view).collect();
        for (at, column) in columns.iter().enumerate().rev() {
            let is_empty = column.views & IF_ANY != 0
                && self.rows.iter().all(|row| row.get(at).is_none_or(|cell| cell == "-"));
            if is_empty || column.views & COUNT != 0 && counts_differ {
                self.head.remove(at);
                self.rows.iter_mut().filter(|row| row.len() > at).for_each(|row| drop(row.remove(at)));
            }
        }
        self
    }

    /// The runs on a level or task.
    pub fn of_runs(comparison: &Comparison, compared: &Compared) -> Self {
        let row = |(index, solver): (usize, &SolverName)| {
            let run = Run::of(comparison, compared, index);
            run.map_or_else(|| vec![solver.name().to_owned(), "not run".to_owned()], |run| run.cells(SHOWN))
        };
        let rows = comparison.solvers.iter().enumerate().map(row).collect();
        let head = titles::<Run<'_>>(SHOWN, comparison);
        Self { title: None, head, rows }.useful::<Run<'_>>(SHOWN, comparison)
    }

    /// The sums: over everything, and, each with a title, by domain, over what all have solved, and over seeds.
    pub fn of_sums(comparison: &Comparison) -> Vec<Self> {
        let kind = comparison.kind();
        let mut tables = vec![Self::of(None, SHOWN, comparison, &sums(comparison, sum))];
        let domains = comparison.domains();
        if domains.len() > 1 {
            let row = |domain: &str| {
                let of = || comparison.entries.iter().filter(|one| one.entry.domain() == Some(domain));
                let is_answer = |one: &&Compared, solver: usize| {
                    one.outcomes[solver].as_ref().is_some_and(|outcome| outcome.ending.is_answer())
                };
                let answered = |solver| of().filter(|one| is_answer(one, solver)).count();
                let counts = std::iter::once(of().count()).chain((0..comparison.solvers.len()).map(answered));
                std::iter::once(domain.to_owned()).chain(counts.map(|count| count.to_string())).collect()
            };
            let head = ["domain", "tasks"].into_iter().chain(comparison.solvers.iter().map(SolverName::name));
            let rows = domains.iter().copied().map(row).collect();
            let title = Some("answered, by domain".to_owned());
            tables.push(Self { title, head: head.map(str::to_owned).collect(), rows });
        }
        let common = sums(comparison, common);
        let both = common.first().map_or(0, |row| row.sum.solved);
        if both > 0 && common.len() > 1 {
            let title = format!("{} that every solver has solved", kind.counted(both));
            tables.push(Self::of(Some(title), COMMON, comparison, &common));
        }
        let seeds = seeds(comparison);
        if !seeds.is_empty() {
            let title = Some("medians and quartiles over seeds".to_owned());
            tables.push(Self::of(title, SHOWN, comparison, &seeds));
        }
        tables
    }

    /// The prices of generality, if there are any.
    pub fn of_prices(comparison: &Comparison) -> Option<Self> {
        let mut prices = prices(comparison);
        prices.retain(|price| !price.is_too_short);
        (!prices.is_empty()).then(|| Self::of(None, SHOWN, comparison, &prices))
    }
}

/// A run, with its place in a comparison if it is of one.
pub struct Run<'a> {
    pub outcome: &'a Outcome,
    pub kind: EntryKind,
    pub solver: Option<&'a SolverName>,
    pub place: Option<Place<'a>>,
}

#[derive(Clone, Copy)]
pub struct Place<'a> {
    comparison: &'a Comparison,
    compared: &'a Compared,
    index: usize,
}

impl<'a> Run<'a> {
    /// The run of the solver at an index, if it was begun.
    pub fn of(comparison: &'a Comparison, compared: &'a Compared, index: usize) -> Option<Self> {
        let (outcome, solver) = (compared.outcomes[index].as_ref()?, Some(&comparison.solvers[index]));
        let place = Some(Place { comparison, compared, index });
        Some(Self { outcome, kind: comparison.kind(), solver, place })
    }

    fn in_place<T: Into<Value>>(&self, pick: impl Fn(Place<'a>) -> T) -> Value {
        self.place.map(pick).into()
    }

    fn length(&self, index: usize) -> Value {
        self.outcome.solution().map(|solution| solution.lengths[index]).into()
    }

    /// Of other programs, only the whole is known.
    fn ours(&self, pick: fn(&Outcome) -> Option<Duration>) -> Value {
        Some(self.outcome).filter(|outcome| !outcome.is_foreign).and_then(pick).map(in_seconds).into()
    }

    fn work(&self, pick: fn(&Work) -> u64) -> Value {
        self.outcome.known_work().map(pick).into()
    }

    /// Of the first plan, or of its improvement: the time by the clock, that of the processor, or expanded states.
    fn part(&self, index: usize, figure: usize) -> Value {
        let Some((taken, expanded)) = self.outcome.parts().map(|parts| parts[index]) else {
            return Value::Null;
        };
        json!([taken.time.as_secs_f64(), taken.cpu.map(in_seconds), expanded])[figure].take()
    }

    fn jump(&self, pick: fn(&Counts) -> u64) -> Value {
        self.outcome.readings.until_last_jump.as_ref().map(pick).into()
    }

    /// What the solver takes relative to the first direct one. On a level that only one has solved, there is nothing to
    /// divide.
    fn ratio(&self, pick: fn(&Ratio) -> f64) -> Value {
        let ratio = self.place.and_then(|Place { comparison, compared, index }| {
            let over = yardstick(comparison).filter(|over| *over != index)?;
            ratio(compared, index, over).filter(|ratio| ratio.lengths.is_some())
        });
        ratio.map(|ratio| pick(&ratio)).into()
    }

    fn status(&self) -> String {
        match &self.outcome.ending {
            Ending::Stopped(stop) => stop.to_string(),
            Ending::Failed("crashed", signal) => format!("crashed: {signal}"),
            Ending::Solved(_) if self.outcome.is_least => {
                self.solver.and_then(SolverName::least).unwrap_or("optimal").to_owned()
            }
            ending => ending.word().to_owned(),
        }
    }

    /// The moves of a solution, or the steps of a plan.
    fn text(&self) -> Value {
        let text = |solution: &Solution| match self.kind {
            EntryKind::Levels => Value::from(solution.text.as_str()),
            EntryKind::Tasks => solution.steps().lines().collect(),
        };
        self.outcome.solution().map(text).into()
    }
}

columns! { Run<'_>, run:
    "file", "", CSV, plain => run.in_place(|place| place.compared.entry.file.as_str());
    "level|domain", "", CSV, plain => run.in_place(|Place { compared, .. }| match &compared.entry.subject {
        Subject::Level(_) => Value::from(compared.entry.number),
        Subject::Task(task) => task.domain.as_str().into(),
        });
    "title|problem", "", CSV, plain => run.in_place(|Place { compared, .. }| match &compared.entry.subject {
        Subject::Level(level) => Value::from(level.title.as_deref()),
        Subject::Task(task) => task.problem.as_str().into(),
        });
    "solver", "solver", CSV | RUN | SHOWN, plain => run.solver.map(SolverName::name);
    "status", "", ALL, plain => run.outcome.ending.word();
    "", "status", SHOWN, plain => run.status();
    "reason", "", ALL, plain => run.outcome.reason();
    "pushes|cost", "pushes|cost", ALL | SHOWN, plain => run.length(0);
    "moves|steps", "moves|steps", ALL | SHOWN, plain => run.length(1);
    "seconds", "", ALL, plain => in_seconds(run.outcome.taken.time);
    "", "clock", SHOWN, time => in_seconds(run.outcome.taken.best());
    "", "peak", SHOWN | IF_ANY, bytes => run.outcome.peak.filter(|_| run.outcome.held.is_none());
    "search_seconds", "", ALL, plain => run.ours(|outcome| Some(outcome.search.time));
    "expanded", "expanded", ALL | SHOWN | COUNT, plain => run.work(|work| work.counts.expanded);
    "evaluated", "", ALL, plain => run.work(|work| work.counts.evaluated);
    "generated", "generated", ALL | SHOWN | COUNT, plain => run.work(|work| work.counts.generated);
    "states", "states", ALL | SHOWN | COUNT, plain => run.work(|work| work.states);
    "", "expanded/s", SHOWN | COUNT, speed => run.outcome.known_work().map(|_| run.outcome.speed());
    "state_bytes", "memory", ALL | SHOWN, bytes => run.work(|work| work.bytes);
    "solution|plan", "", ALL, plain => run.text();
    "cpu_seconds", "", ALL, plain => run.outcome.taken.cpu.map(in_seconds);
    "preparation_seconds", "", ALL, plain => run.ours(|outcome| Some(outcome.preparation.time));
    "preparation_cpu_seconds", "", ALL, plain => run.ours(|outcome| outcome.preparation.cpu);
    "search_cpu_seconds", "", ALL, plain => run.ours(|outcome| outcome.search.cpu);
    "expands", "", CSV, plain => &*run.outcome.expands;
    "found_by", "", ALL, plain => run.outcome.found_by.as_deref();
    "reductions_in_effect", "", ALL, plain => json!(run.outcome.in_effect);
    "held_memory_bytes", "", ALL, plain => run.outcome.held;
    "peak_memory_bytes", "", ALL, plain => run.outcome.peak;
    "first_plan_seconds", "", ALL, plain => run.part(0, 0);
    "first_plan_cpu_seconds", "", ALL, plain => run.part(0, 1);
    "first_plan_expanded", "", ALL, plain => run.part(0, 2);
    "improvement_seconds", "", ALL, plain => run.part(1, 0);
    "improvement_cpu_seconds", "", ALL, plain => run.part(1, 1);
    "improvement_expanded", "", ALL, plain => run.part(1, 2);
    "repeats", "", CSV | RUN, plain => run.outcome.repeats;
    "lower_bound", "", CSV | TASK, plain => run.outcome.lower_bound.filter(|_| run.kind == EntryKind::Tasks);
    "proven", "", CSV | RUN, plain => run.outcome.is_proven();
    "initial_h", "", CSV | TASK, plain => json!(run.outcome.readings.initial_h);
    "expanded_until_last_jump", "", CSV | TASK, plain => run.jump(|counts| counts.expanded);
    "evaluated_until_last_jump", "", CSV | TASK, plain => run.jump(|counts| counts.evaluated);
    "generated_until_last_jump", "", CSV | TASK, plain => run.jump(|counts| counts.generated);
    "reopened", "", CSV | RUN, plain => run.work(|work| work.counts.reopened);
    "dead_ends", "", CSV | RUN, plain => run.work(|work| work.counts.dead_ends);
    "time_ratio", "", RATIO, plain => run.ratio(|ratio| ratio.time);
    "states_ratio", "", RATIO, plain => run.ratio(|ratio| ratio.states);
    "expanded_ratio", "", RATIO, plain => run.ratio(|ratio| ratio.expanded);
    "clock", "", CSV, plain => run.in_place(|place| place.comparison.clock().to_ascii_lowercase());
    "time_limit", "", CSV, plain => run.in_place(|place| place.comparison.allowed.time.map(in_seconds));
    "memory_limit", "", CSV, plain => run.in_place(|place| place.comparison.allowed.memory);
    "fresh", "", CSV, plain => run.in_place(|place| place.comparison.allowed.fresh);
    "threads", "", CSV, plain => run.in_place(|place| place.comparison.threads);
    "settings", "", CSV, plain =>
        run.in_place(|place| place.comparison.settings(&place.comparison.solvers[place.index]));
    "command", "", CSV, plain => run.solver.and_then(SolverName::command);
    "program", "", CSV, plain => run.in_place(|place| place.comparison.program.clone());
    "inputs", "", CSV, plain => run.in_place(|place| record::inputs(&place.compared.entry.inputs));
}

/// The sums of a solver.
pub struct SumOf<'a> {
    comparison: &'a Comparison,
    index: usize,
    solver: &'a SolverName,
    sum: Sum,
}

/// The sums of all solvers.
pub fn sums(comparison: &Comparison, sum: fn(&Comparison, usize) -> Sum) -> Vec<SumOf<'_>> {
    let row = |(index, solver)| SumOf { comparison, index, solver, sum: sum(comparison, index) };
    comparison.solvers.iter().enumerate().map(row).collect()
}

impl SumOf<'_> {
    /// Of other programs, nothing is known of states.
    fn known(&self, count: u64) -> Value {
        self.solver.command().is_none().then_some(count).into()
    }

    /// Costs of several domains are not of one scale.
    fn length(&self, index: usize) -> Value {
        (self.comparison.domains().len() <= 1).then_some(self.sum.lengths[index]).into()
    }

    fn penalized(&self, times: u32) -> Value {
        self.sum.penalized(times, self.comparison.allowed.time).map(in_seconds).into()
    }

    /// How many of the others ended in which way, or at which limit.
    fn others(&self) -> Value {
        let other = |((word, limit), count): (&(&str, Option<String>), &usize)| {
            format!("{count} {}", limit.as_deref().unwrap_or(word))
        };
        let others: Vec<String> = self.sum.others.iter().map(other).collect();
        (!others.is_empty()).then(|| others.join(", ")).into()
    }

    fn other_endings(&self) -> Value {
        let count = |word: &str| -> usize {
            self.sum.others.iter().filter(|one| one.0.0 == word).map(|one| one.1).sum()
        };
        Ending::OTHERS.iter().map(|word| ((*word).to_owned(), count(word))).collect()
    }
}

columns! { SumOf<'_>, of:
    "solver", "solver", BOTH | COMMON, plain => of.solver.name();
    "promise", "", JSON, plain => of.solver.promised();
    "command", "", JSON, plain => of.solver.command();
    "", "pushes|cost", COMMON, plain => of.length(0);
    "", "moves|steps", COMMON, plain => of.length(1);
    "solved", "solved", BOTH, plain => of.sum.solved;
    "unsolvable", "unsolvable", BOTH, plain => of.sum.unsolvable;
    "", "other endings", SHOWN | IF_ANY, plain => of.others();
    "other_endings", "", JSON, plain => of.other_endings();
    "seconds", "clock", BOTH | COMMON, time => in_seconds(of.sum.time);
    "par2", "PAR2", BOTH, time => of.penalized(2);
    "par10", "PAR10", BOTH, time => of.penalized(10);
    "most_peak_memory_bytes", "", JSON, plain => of.sum.peak;
    "", "most peak", SHOWN | IF_ANY, bytes => of.sum.peak.filter(|_| of.comparison.allowed.fresh || of.solver.command().is_some());
    "states", "states", BOTH | COMMON | COUNT, plain => of.known(of.sum.states);
    "expanded", "expanded", BOTH | COMMON | COUNT, plain => of.known(of.sum.expanded);
    "generated", "generated", JSON | COMMON | COUNT, plain => of.known(of.sum.generated);
    "", "most memory", SHOWN, bytes => of.known(of.sum.bytes);
    "expands", "", JSON, plain => of.comparison.expands(of.index);
    "settings", "", JSON, plain => of.comparison.settings(of.solver);
}

columns! { Price, price:
    "solver", "solver", BOTH, plain => price.names[0].as_str();
    "over", "over", BOTH, plain => price.names[1].as_str();
    "levels", "levels", BOTH, plain => price.levels;
    "solver_alone", "it alone", BOTH, plain => price.alone[0];
    "over_alone", "other alone", BOTH, plain => price.alone[1];
    "solver_less_time", "it faster", BOTH, plain => price.less[0];
    "over_less_time", "other faster", BOTH, plain => price.less[1];
    "", "time", SHOWN, plain => middle(&price.time);
    "", "time, 10 ms or more", SHOWN | IF_ANY, plain => price.long.map_or("-".to_owned(), |(of, ratio)| format!("{} of {of}", times(ratio)));
    "", "bytes of states", SHOWN, plain => middle(&price.bytes);
    "median_time_ratio", "", JSON, plain => price.time.median;
    "time_ratio_interval", "", JSON, plain => json!(price.time.interval);
    "median_states_ratio", "", JSON, plain => price.states.median;
    "states_ratio_interval", "", JSON, plain => json!(price.states.interval);
    "median_bytes_ratio", "", JSON, plain => price.bytes.median;
    "bytes_ratio_interval", "", JSON, plain => json!(price.bytes.interval);
    "median_expanded_ratio", "", JSON, plain => price.expanded.median;
}

columns! { Seeds, over:
    "solver", "solver", BOTH, plain => over.solver.as_str();
    "seeds", "seeds", BOTH, plain => over.seeds;
    "solved", "solved", BOTH, |value| spread(value, rounded) => json!(over.solved);
    "length", "pushes|cost", BOTH | IF_ANY, |value| spread(value, rounded) => json!(over.length);
    "length_of", "of levels|of tasks", BOTH, plain => over.length_of;
    "seconds", "clock", BOTH, |value| spread(value, time) => json!(over.seconds);
    "expanded", "expanded", BOTH, |value| spread(value, rounded) => json!(over.expanded);
}
