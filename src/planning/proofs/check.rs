//! Whether a formula is the one of a task and a claim, and whether a checker's words are a verdict.
//!
//! In: a task and a formula; what a checker has printed. Out: the claim, or why it is none. Of the formula only the
//! certificate is taken as it is, which is the set of states that somebody claims to be enough; it is read from the
//! lines that define it. Then the formula is written anew, from the task as `plain.rs` finds it, and compared byte by
//! byte: whatever else it says would be noticed.

use std::io::{self, BufRead, Read, Write};

use super::ProofError;
use super::formula::{Certificate, Encoding, Gate};
use super::literals::{Lit, Sum, Var};
use super::plain::PlainTask;
use banto_base::limits::{Limits, stack};
use banto_text::task::Task;

/// The claim of a formula: no plan costs less than the bound; without one, there is no plan. A text is why it is not
/// the formula of this task and its claim.
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
        let written = encoding.write(&certificate, &limits, &mut compared);
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
    let (mut certificate, mut is_claimed, mut is_inside) = (Certificate::default(), false, false);
    for (number, line) in text.lines().enumerate() {
        limits.check()?;
        limits.check_reserve(&certificate.gates, 1)?;
        limits.check_reserve(&certificate.cases, 1)?;
        let line = line?;
        let mut is_fine = true;
        if let Some(claim) = line.strip_prefix("* claim: ") {
            is_claimed = true;
            certificate.bound =
                claim.strip_prefix("no plan costs less than ").and_then(|text| text.parse().ok());
            is_fine = certificate.bound.is_some() || claim == "there is no plan";
        } else if let Some(rest) = line.strip_prefix("* the certificate, with ") {
            is_inside = true;
            let always = rest.split(' ').next().and_then(|word| word.parse().ok());
            is_fine = always.is_some();
            certificate.always = always.unwrap_or(0);
        } else if line.starts_with('*') {
            is_inside = false;
        } else if is_inside {
            is_fine = certificate.take(&line).is_some();
        }
        if !is_fine {
            return Ok(Err(format!("line {} cannot be read", number + 1)));
        }
    }
    Ok(if is_claimed { Ok(certificate) } else { Err("no line of it says what is claimed".to_owned()) })
}

impl Certificate {
    /// Takes a line that defines a gate or a case; nothing if it is not over what comes before.
    fn take(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_once(">= ")?.0.split_ascii_whitespace().collect();
        // A sum of nothing defines nothing.
        let [weight, name, others @ ..] = words.as_slice() else { return words.is_empty().then_some(()) };
        let others = others.chunks(2).map(|pair| self.term(pair));
        if name.strip_prefix('g') == Some(&self.gates.len().to_string()) {
            // Too little makes a gate false: what is missing says how much is enough.
            let sum: Sum =
                others.map(|term| term.map(|(weight, one)| (weight, one.not()))).collect::<Option<_>>()?;
            let total = sum.iter().try_fold(1u128, |total, (weight, _)| total.checked_add(*weight))?;
            let least = total.checked_sub(weight.parse().ok()?)?;
            self.gates.push(Gate { sum, least });
        } else if name.strip_prefix("~s") == Some(&self.cases.len().to_string()) {
            let case = others.map(|term| Some(term?.1)).collect::<Option<_>>()?;
            self.cases.push(case);
        }
        Some(())
    }

    /// A weighted literal of a fact, of a bit of the cost, or of a gate that is there already.
    fn term(&self, pair: &[&str]) -> Option<(u128, Lit)> {
        let (weight, name) = (pair.first()?.parse().ok()?, pair.get(1)?);
        let positive = name.trim_start_matches('~');
        let number = positive.get(1..)?.parse().ok()?;
        let var = match positive.get(..1)? {
            "x" => Var::Fact(number),
            "c" => Var::Bit(number),
            "g" if number < self.gates.len() => Var::Gate(number),
            _ => return None,
        };
        Some((weight, Lit(var, positive.len() == name.len())))
    }
}

/// Compares what is written with a text that is there.
struct Compared {
    other: Box<dyn BufRead>,
    line: usize,
    fault: bool,
}

impl Write for Compared {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut other = Vec::with_capacity(buffer.len());
        self.other.by_ref().take(buffer.len() as u64).read_to_end(&mut other)?;
        let same = buffer.iter().zip(&other).take_while(|(one, other)| one == other).count();
        self.line += buffer[..same].split(|byte| *byte == b'\n').count() - 1;
        self.fault = same < buffer.len();
        if self.fault {
            return Err(io::Error::other("it differs"));
        }
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
