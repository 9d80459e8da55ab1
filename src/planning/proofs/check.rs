//! Whether a formula is the one of a task and a claim, and whether a checker's words are a verdict.
//!
//! In: a task and a formula; what a checker has printed. Out: the claim, or why it is none. Of the formula only the
//! certificate is taken as it is, which is the set of states that somebody claims to be enough; it is read from the
//! lines that define it. Then the formula is written anew, from the task as `plain.rs` finds it, and compared byte by
//! byte: whatever else it says would be noticed.

use std::io::{self, BufRead, LineWriter, Write};

use super::ProofError;
use super::formula::{Certificate, Encoding, Gate, Lit, Sum, Var};
use super::plain::PlainTask;
use banto_base::limits::{Limits, stack};
use banto_text::task::Task;

/// The claim of a formula: no plan costs less than the bound; without one, there is no plan. A text is why it is not the
/// formula of this task and its claim.
///
/// # Errors
/// Why the task or the formula cannot be compared.
pub fn claim_of(
    task: &Task,
    formula: &mut (dyn FnMut() -> io::Result<Box<dyn BufRead>> + Send),
    limits: &Limits,
) -> Result<Result<Option<u64>, String>, ProofError> {
    let limits = limits.clone();
    stack::deep(task.nesting, move || {
        let certificate = match read(formula()?, &limits)? {
            Ok(certificate) => certificate,
            Err(fault) => return Ok(Err(fault)),
        };
        let plain = PlainTask::new(task, &limits)?;
        let mut compared = Compared { other: formula()?, line: 1, fault: false };
        let encoding = Encoding::new(&plain, certificate.bound);
        if !encoding.has(&certificate) {
            return Ok(Err("its certificate has facts that the task does not have".to_owned()));
        }
        let mut out = LineWriter::new(&mut compared);
        let written = encoding.write(&certificate, &limits, &mut out);
        drop(out);
        if compared.fault {
            return Ok(Err(format!("line {} is not what this task gives", compared.line)));
        }
        written?;
        let is_end = compared.other.fill_buf()?.is_empty();
        Ok(if is_end { Ok(certificate.bound) } else { Err("it goes on behind its end".to_owned()) })
    })
}

/// Reads the claim and the certificate; an error is a text on what is wrong with them.
fn read(text: Box<dyn BufRead>, limits: &Limits) -> Result<Result<Certificate, String>, ProofError> {
    let (mut certificate, mut is_claimed) = (Certificate::default(), false);
    for (number, line) in text.lines().enumerate() {
        limits.check()?;
        let line = line?;
        let is_fine = match line.strip_prefix("* claim: ") {
            Some(claim) => {
                is_claimed = true;
                certificate.bound =
                    claim.strip_prefix("no plan costs less than ").and_then(|text| text.parse().ok());
                certificate.bound.is_some() || claim == "there is no plan"
            }
            None if line.starts_with('*') => true,
            None => constraint(&line).is_some_and(|found| certificate.take(&found)),
        };
        if !is_fine {
            return Ok(Err(format!("line {} cannot be read", number + 1)));
        }
        limits.check_reserve(&certificate.gates, 1)?;
        limits.check_reserve(&certificate.cases, 1)?;
    }
    Ok(if is_claimed { Ok(certificate) } else { Err("no line of it says what is claimed".to_owned()) })
}

impl Certificate {
    /// Takes a constraint that defines a gate or a case, or says which gates are always true; false if they are not
    /// over what comes before them.
    fn take(&mut self, (sum, least): &(Sum, u128)) -> bool {
        let Some(((weight, first), others)) = sum.split_first() else { return true };
        let gates = self.gates.len();
        match first {
            // Too little makes it false: what is missing says how much is enough.
            Lit(Var::Gate(gate), true) => {
                let sum: Sum = others.iter().map(|(weight, literal)| (*weight, literal.not())).collect();
                let total = sum.iter().try_fold(1u128, |total, (weight, _)| total.checked_add(*weight));
                let enough = total.and_then(|total| total.checked_sub(*weight)).filter(|_| weight == least);
                let Some(enough) = enough.filter(|_| *gate == gates && is_over(others, gates)) else {
                    return false;
                };
                self.gates.push(Gate { sum, least: enough });
            }
            Lit(Var::Case(case), false) => {
                if *case != self.cases.len() || !is_over(others, gates) {
                    return false;
                }
                self.cases.push(others.iter().map(|(_, literal)| *literal).collect());
            }
            Lit(Var::Step, false) => {
                let gates = others.iter().filter_map(|(_, literal)| match literal {
                    Lit(Var::Gate(gate), true) => Some(*gate),
                    _ => None,
                });
                // The other line that begins so has no gates of this side of a step.
                let gates: Vec<usize> = gates.collect();
                if !gates.is_empty() {
                    self.always = gates;
                }
            }
            _ => {}
        }
        true
    }
}

/// Whether a sum is over facts, bits of the cost, and the first gates alone.
fn is_over(sum: &[(u128, Lit)], gates: usize) -> bool {
    sum.iter().all(|(_, literal)| match literal.0 {
        Var::Fact(_) | Var::Bit(_) => true,
        Var::Gate(gate) => gate < gates,
        _ => false,
    })
}

fn constraint(line: &str) -> Option<(Sum, u128)> {
    let (sum, least) = line.strip_suffix(" ;")?.split_once(">= ")?;
    let mut words = sum.split_ascii_whitespace();
    let mut terms = Sum::new();
    while let Some(weight) = words.next() {
        let name = words.next()?;
        let positive = name.trim_start_matches('~');
        let var = match (positive.split_at_checked(1)?, positive) {
            (_, "init") => Var::Init,
            (_, "step") => Var::Step,
            (_, "goal") => Var::Goal,
            (_, "now") => Var::Now,
            (_, "next") => Var::Next,
            ((letter, number), _) => {
                let number = number.parse().ok()?;
                let of = LETTERS.iter().find(|(own, _)| *own == letter)?.1;
                of(number)
            }
        };
        terms.push((weight.strip_prefix('+')?.parse().ok()?, Lit(var, positive.len() == name.len())));
    }
    Some((terms, least.parse().ok()?))
}

type Named = (&'static str, fn(usize) -> Var);

const LETTERS: &[Named] = &[
    ("x", Var::Fact),
    ("y", Var::NextFact),
    ("c", Var::Bit),
    ("d", Var::NextBit),
    ("o", Var::Operator),
    ("e", Var::Effect),
    ("k", Var::Cost),
    ("p", Var::Part),
    ("g", Var::Gate),
    ("h", Var::NextGate),
    ("s", Var::Case),
];

/// Compares what is written with a text that is there.
struct Compared {
    other: Box<dyn BufRead>,
    line: usize,
    fault: bool,
}

impl Write for Compared {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut other = vec![0; buffer.len()];
        let read = self.other.read_exact(&mut other);
        let is_end = read.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::UnexpectedEof);
        self.fault = is_end || read.is_ok() && other != buffer;
        if self.fault {
            return Err(io::Error::other("it differs"));
        }
        read?;
        self.line += buffer.split(|byte| *byte == b'\n').count() - 1;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a checker that has ended well has accepted the proof, by what it has printed: that the formula has no
/// solution, and no warning. Without a conclusion, or with an assumption, it ends well, too.
pub fn accepts(printed: &str) -> bool {
    printed.lines().any(|line| line == "s VERIFIED UNSATISFIABLE")
        && !printed.to_lowercase().contains("warning")
}
