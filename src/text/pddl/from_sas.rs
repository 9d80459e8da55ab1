//! Translator output (the format `.sas`, version 3, of Helmert 2006) as PDDL: each variable becomes a predicate of its
//! value, each operator an action without parameters, each derived variable a derived predicate.
//!
//! In: a text. Out: a domain and a problem as texts, with the names of the operators, or a diagnostic. An effect
//! deletes all other values of its variable, so that grounding rediscovers the variable as a mutex group; mutex groups
//! across several variables are dropped.

use std::collections::HashSet;
use std::fmt::Write;
use std::str::FromStr;

use crate::base::limits::{Limits, Stop};
use crate::base::source::{Code, Diagnostic, SourceText, Span, codes};

/// A translated task.
#[non_exhaustive]
pub struct FromSas {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// The names of the operators, in the order of the actions.
    pub operators: Vec<String>,
}

struct Variable {
    layer: i64,
    /// The objects that stand for its values.
    values: Vec<String>,
}

/// The lines of a text, and where each begins.
struct Lines<'a> {
    rest: &'a str,
    at: usize,
    line: Span,
    limits: &'a Limits,
    /// The limit that was reached.
    stop: Option<Stop>,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, Box<Diagnostic>> {
        self.asked(self.limits.check())?;
        if self.rest.is_empty() {
            return Err(fault(
                codes::E0105,
                "unexpected end of translator output",
                Span::from(self.at..self.at),
            ));
        }
        let line = self.rest.split_inclusive('\n').next().unwrap_or_default();
        self.line = Span::from(self.at..self.at + line.trim_end().len());
        self.at += line.len();
        self.rest = &self.rest[line.len()..];
        Ok(line.trim_end())
    }

    /// A placeholder error if a limit is reached: [`from_sas`] reports the limit.
    fn asked(&mut self, answer: Result<(), Stop>) -> Result<(), Box<Diagnostic>> {
        answer.map_err(|stop| {
            self.stop = Some(stop);
            fault(codes::E0105, "the reading was stopped", self.line)
        })
    }

    fn expect(&mut self, word: &str) -> Result<(), Box<Diagnostic>> {
        match self.next()? {
            line if line == word => Ok(()),
            _ => Err(fault(codes::E0111, format!("{word} is expected here"), self.line)),
        }
    }

    /// The numbers of a line, at least this many.
    fn numbers<T: FromStr>(&mut self, least: usize) -> Result<Vec<T>, Box<Diagnostic>> {
        let line = self.next()?;
        let numbers: Option<Vec<T>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.filter(|found| found.len() >= least).ok_or_else(|| {
            let wanted = if least == 1 { "a number is" } else { "numbers are" };
            fault(codes::E0113, format!("{wanted} expected here"), self.line)
        })
    }

    fn number<T: FromStr + Copy>(&mut self) -> Result<T, Box<Diagnostic>> {
        Ok(self.numbers(1)?[0])
    }
}

#[allow(clippy::unnecessary_box_returns, reason = "errors are passed on as they are")]
fn fault(code: Code, message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(code.at(span, message))
}

type Fact = (usize, usize);

struct Reader<'a> {
    lines: Lines<'a>,
    variables: Vec<Variable>,
    initial: Vec<usize>,
}

/// Reads translator output.
pub fn from_sas(text: &SourceText, limits: &Limits) -> Result<Result<FromSas, Box<Diagnostic>>, Stop> {
    let lines = Lines { rest: text.text(), at: 0, line: Span::at(0), limits, stop: None };
    let mut reader = Reader { lines, variables: Vec::new(), initial: Vec::new() };
    let read = reader.read();
    reader.lines.stop.map_or(Ok(read), Err)
}

impl Reader<'_> {
    fn read(&mut self) -> Result<FromSas, Box<Diagnostic>> {
        self.lines.expect("begin_version")?;
        if self.lines.number::<u32>()? != 3 {
            let message = "only version 3 of translator output is supported";
            return Err(fault(codes::E0113, message, self.lines.line));
        }
        self.lines.expect("end_version")?;
        self.lines.expect("begin_metric")?;
        let has_costs = self.lines.number::<u32>()? == 1;
        self.lines.expect("end_metric")?;
        self.read_variables()?;
        for _ in 0..self.lines.number::<usize>()? {
            self.lines.expect("begin_mutex_group")?;
            for _ in 0..self.lines.number::<usize>()? {
                self.fact()?;
            }
            self.lines.expect("end_mutex_group")?;
        }
        self.lines.expect("begin_state")?;
        for index in 0..self.variables.len() {
            let value = self.lines.number()?;
            self.initial.push(self.known((index, value))?.1);
        }
        self.lines.expect("end_state")?;
        self.lines.expect("begin_goal")?;
        let goal = self.conditions()?;
        self.lines.expect("end_goal")?;
        let (mut actions, mut operators) = (String::new(), Vec::new());
        for number in 0..self.lines.number::<usize>()? {
            operators.push(self.operator(number, has_costs, &mut actions)?);
        }
        for _ in 0..self.lines.number::<usize>()? {
            self.rule(&mut actions)?;
        }
        let costs = if has_costs { "\n  (:functions (total-cost) - number)" } else { "" };
        let (mut predicates, mut constants, mut init) = (String::new(), String::new(), String::new());
        for (index, variable) in self.variables.iter().enumerate() {
            if variable.layer >= 0 {
                let _ = write!(predicates, " (derived{index})");
                continue;
            }
            let _ = write!(predicates, " (var{index} ?value)");
            variable.values.iter().for_each(|value| constants.extend([" ", value]));
            let _ = write!(init, " {}", self.show((index, self.initial[index])));
        }
        let (zero, metric) =
            if has_costs { (" (= (total-cost) 0)", " (:metric minimize (total-cost))") } else { ("", "") };
        Ok(FromSas {
            domain: format!(
                "(define (domain translated)\n  (:requirements :adl :derived-predicates :action-costs)\n  \
                 (:constants{constants})\n  (:predicates{predicates}){costs}\n{actions})\n"
            ),
            problem: format!(
                "(define (problem translated) (:domain translated)\n  (:init{init}{zero})\n  (:goal {goal}){metric})\n"
            ),
            operators,
        })
    }

    fn read_variables(&mut self) -> Result<(), Box<Diagnostic>> {
        let mut taken = HashSet::new();
        for index in 0..self.lines.number::<usize>()? {
            self.lines.expect("begin_variable")?;
            self.lines.next()?;
            let layer = self.lines.number()?;
            let size = self.lines.number::<usize>()?;
            if layer >= 0 && size != 2 {
                let message = "a derived variable without exactly two values is not supported";
                return Err(fault(codes::E0113, message, self.lines.line));
            }
            let mut values = Vec::new();
            for value in 0..size {
                let name = object(self.lines.next()?);
                // A name that is taken gets a number.
                let given = Some(name).filter(|name| !name.is_empty()).into_iter();
                let mut names = given.chain((0..).map(|more| match more {
                    0 => format!("value-{index}-{value}"),
                    more => format!("value-{index}-{value}-{more}"),
                }));
                values.extend(names.find(|name| taken.insert(name.clone())));
            }
            self.lines.expect("end_variable")?;
            self.variables.push(Variable { layer, values });
        }
        Ok(())
    }

    fn known(&self, (variable, value): Fact) -> Result<Fact, Box<Diagnostic>> {
        match self.variables.get(variable) {
            Some(known) if value < known.values.len() => Ok((variable, value)),
            _ => Err(fault(codes::E0113, "there is no such variable or value", self.lines.line)),
        }
    }

    fn fact(&mut self) -> Result<Fact, Box<Diagnostic>> {
        let numbers: Vec<usize> = self.lines.numbers(2)?;
        self.known((numbers[0], numbers[1]))
    }

    /// A count, then that many facts: as a conjunction.
    fn conditions(&mut self) -> Result<String, Box<Diagnostic>> {
        let mut out = String::from("(and");
        for _ in 0..self.lines.number::<usize>()? {
            let fact = self.fact()?;
            let _ = write!(out, " {}", self.show(fact));
        }
        Ok(out + ")")
    }

    fn show(&self, (variable, value): Fact) -> String {
        let known = &self.variables[variable];
        match (known.layer >= 0, self.initial.get(variable) == Some(&value)) {
            (false, _) => format!("(var{variable} {})", known.values[value]),
            (true, true) => format!("(not (derived{variable}))"),
            (true, false) => format!("(derived{variable})"),
        }
    }

    fn operator(
        &mut self,
        number: usize,
        has_costs: bool,
        out: &mut String,
    ) -> Result<String, Box<Diagnostic>> {
        self.lines.expect("begin_operator")?;
        let name = self.lines.next()?.to_owned();
        let mut condition = self.conditions()?;
        condition.pop();
        let mut effects = String::new();
        for _ in 0..self.lines.number::<usize>()? {
            let numbers: Vec<i64> = self.lines.numbers(4)?;
            let fact = |at: usize| -> Option<Fact> {
                Some((usize::try_from(*numbers.get(at)?).ok()?, usize::try_from(*numbers.get(at + 1)?).ok()?))
            };
            let wrong = || fault(codes::E0113, "this effect cannot be read", self.lines.line);
            let count =
                usize::try_from(numbers[0]).ok().filter(|count| numbers.len() - 4 == count.saturating_mul(2));
            let at = 1 + 2 * count.ok_or_else(wrong)?;
            let mut when = String::new();
            for index in (1..at).step_by(2) {
                let _ = write!(when, " {}", self.show(self.known(fact(index).ok_or_else(wrong)?)?));
            }
            let variable = usize::try_from(numbers[at]).map_err(|_| wrong())?;
            let after = self.known((variable, usize::try_from(numbers[at + 2]).map_err(|_| wrong())?))?;
            if self.variables[variable].layer >= 0 {
                let message = "an operator changes a derived variable";
                return Err(fault(codes::E0111, message, self.lines.line));
            }
            let mut change = self.show(after);
            let before = usize::try_from(numbers[at + 1]).ok();
            if let Some(before) = before {
                let _ = write!(condition, " {}", self.show(self.known((variable, before))?));
            }
            let others = 0..self.variables[variable].values.len();
            for value in
                others.filter(|value| *value != after.1 && before.is_none_or(|before| before == *value))
            {
                let _ = write!(change, " (not {})", self.show((variable, value)));
            }
            let _ = if when.is_empty() {
                write!(effects, " {change}")
            } else {
                write!(effects, " (when (and{when}) (and {change}))")
            };
        }
        let cost: u64 = self.lines.number()?;
        let room = self.lines.limits.check_text_reserve(out, condition.len() + effects.len());
        self.lines.asked(room)?;
        if has_costs {
            let _ = write!(effects, " (increase (total-cost) {cost})");
        }
        self.lines.expect("end_operator")?;
        let _ = writeln!(
            out,
            "  (:action operator{number} :parameters () :precondition {condition}) :effect (and{effects}))"
        );
        Ok(name)
    }

    fn rule(&mut self, out: &mut String) -> Result<(), Box<Diagnostic>> {
        self.lines.expect("begin_rule")?;
        let body = self.conditions()?;
        let numbers: Vec<usize> = self.lines.numbers(3)?;
        let (variable, value) = self.known((numbers[0], numbers[2]))?;
        if self.variables[variable].layer < 0 || self.initial[variable] == value {
            let message = "a rule gives a derived variable the value that it does not have by default";
            return Err(fault(codes::E0111, message, self.lines.line));
        }
        self.lines.expect("end_rule")?;
        let _ = writeln!(out, "  (:derived (derived{variable}) {body})");
        Ok(())
    }
}

/// The name of an object for a value such as `Atom at(truck, depot)`; empty if nothing is left.
fn object(value: &str) -> String {
    let (sign, rest) = match value.strip_prefix("NegatedAtom ") {
        Some(rest) => ("not-", rest),
        None => ("", value.strip_prefix("Atom ").unwrap_or(value)),
    };
    let word = |one: char| one.is_ascii_alphanumeric() || one == '-' || one == '_';
    let words: Vec<&str> = rest.split(|one| !word(one)).filter(|part| !part.is_empty()).collect();
    let name = format!("{sign}{}", words.join("-")).to_ascii_lowercase();
    if name.starts_with(|one: char| one.is_ascii_alphabetic()) { name } else { String::new() }
}
