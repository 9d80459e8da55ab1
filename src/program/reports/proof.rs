//! The proof of what a run of `plan` claims, as two files for VeriPB: `--proof`.
//!
//! In: an answer of the planner. Out: a formula and a proof, both or none; a line on what they say and how large they
//! are.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::compare::figures::counted;
use crate::files::save;
use serde_json::{Value, json};

use crate::{Exit, Output, Progress, limit};
use banto_base::limits::Limits;
use banto_planning::heuristics::HeuristicRow;
use banto_planning::planner::{Answer, Status};
use banto_planning::proofs::{Cuts, Proof, ProofError, claim};
use banto_text::task::Task;

/// The formula and the proof of a prefix.
pub(crate) fn files(prefix: &Path) -> [PathBuf; 2] {
    ["opb", "pbp"].map(|end| {
        let mut name = prefix.as_os_str().to_owned();
        name.push(".");
        name.push(end);
        name.into()
    })
}

/// The cuts that a proof with a heuristic is made of; those of LM-cut spare most states.
pub(crate) fn cuts(heuristics: &[HeuristicRow]) -> Cuts {
    let is_named = |name: &str| heuristics.iter().any(|row| row.name == name);
    match () {
        () if is_named("blind") => Cuts::Blind,
        () if is_named("hmax") => Cuts::Hmax,
        () => Cuts::LmCut,
    }
}

/// Writes the proof of what an answer claims, and says how far that is; what it wrote, for programs.
pub(crate) fn write(
    prefix: &Path,
    (task, answer): (&Task, &Answer),
    cuts: Cuts,
    limits: &Limits,
    progress: &Progress<'_>,
    output: &Output,
) -> Result<Value, Exit> {
    let bound = match answer.status {
        Status::Unsolvable(_) => None,
        _ => match answer.lower_bound() {
            Some(bound) if bound > 0 => Some(bound),
            bound => {
                output.talk(match bound {
                    Some(_) => "no proof is needed, and none is written: every plan costs 0 or more",
                    None => {
                        "no proof is written: nothing is claimed of all plans; --optimal claims something"
                    }
                });
                return Ok(Value::Null);
            }
        },
    };
    let start = Instant::now();
    let [formula, proof] = &files(prefix);
    progress.begin("proof");
    let told =
        |states: usize| progress.draw(&format!("proof: {}", counted(states as u64, "state", "states")));
    let found = Proof::find(task, bound, cuts, limits, &told);
    let mut found = found.map_err(|error| {
        progress.clear();
        refuse(&error, output)
    })?;
    let searched = start.elapsed().as_secs_f64();
    // The formula gets its name only after the proof has got its own: a limit or a full disk leaves neither.
    let fault = RefCell::new(None);
    let kept = |result: Result<(), ProofError>| {
        result.map_err(|error| match error {
            ProofError::Write(error) => error,
            other => {
                *fault.borrow_mut() = Some(other);
                io::ErrorKind::Interrupted.into()
            }
        })
    };
    let mut sizes = [0; 2];
    let [formula_size, proof_size] = &mut sizes;
    let written = save::whole(output, formula, |out| {
        kept(found.write_formula(limits, &mut Counted { out, bytes: formula_size, progress }))?;
        out.flush()?;
        save::whole(output, proof, |out| {
            kept(found.write_proof(limits, &mut Counted { out, bytes: proof_size, progress }))
        })
    });
    progress.clear();
    if let Some(error) = fault.take() {
        return Err(refuse(&error, output));
    }
    written.map_err(|error| save::refuse(output, formula, &error))?;
    let (states, sets) = found.sizes();
    let [formula_size, proof_size] = sizes.map(|bytes| bytes.div_ceil(1 << 10));
    let seconds = start.elapsed().as_secs_f64();
    output.talk(&format!(
        "wrote a proof that {}: {} ({formula_size} KiB) and {} ({proof_size} KiB), in {seconds:.3}s, {searched:.3}s of \
         them for a search of {} and {}",
        claim(bound),
        formula.display(),
        proof.display(),
        counted(states as u64, "state", "states"),
        counted(sets as u64, "set of cuts", "sets of cuts"),
    ));
    Ok(json!({
        "claim": claim(bound),
        "formula": formula.display().to_string(),
        "formula_bytes": sizes[0],
        "proof": proof.display().to_string(),
        "proof_bytes": sizes[1],
        "states": states,
        "cuts": sets,
        "seconds": seconds,
        "search_seconds": searched,
    }))
}

/// Counts what is written, and tells it from time to time.
struct Counted<'w, 'o> {
    out: &'w mut dyn io::Write,
    bytes: &'w mut u64,
    progress: &'w Progress<'o>,
}

impl io::Write for Counted<'_, '_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let before = *self.bytes >> 24;
        let count = self.out.write(buffer)?;
        *self.bytes += count as u64;
        if *self.bytes >> 24 > before {
            self.progress.draw(&format!("proof: {} MiB", *self.bytes >> 20));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn refuse(error: &ProofError, output: &Output) -> Exit {
    match error {
        ProofError::Stopped(stop) => limit::stopped(output, "no proof is written", *stop),
        ProofError::Unsupported(what) => {
            output.error(&format!("no proof is written: {what} cannot be proven yet"));
            Exit::Unsupported
        }
        ProofError::Refuted(_) | ProofError::Write(_) => {
            output.error(&format!("no proof is written: {error}"));
            Exit::Fault
        }
    }
}
