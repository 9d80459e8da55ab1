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
use crate::{Exit, Output, limit};
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

/// Writes the proof of what an answer claims.
pub(crate) fn write(
    prefix: &Path,
    (task, answer): (&Task, &Answer),
    cuts: Cuts,
    limits: &Limits,
    output: &Output,
) -> Result<(), Exit> {
    let bound = match answer.status {
        Status::Unsolvable(_) => None,
        _ => match answer.lower_bound().filter(|bound| *bound > 0) {
            Some(bound) => Some(bound),
            None => {
                output
                    .talk("no proof is written: nothing is claimed of all plans; --optimal claims something");
                return Ok(());
            }
        },
    };
    let start = Instant::now();
    let [formula, proof] = &files(prefix);
    let mut found = Proof::find(task, bound, cuts, limits).map_err(|error| refuse(&error, output))?;
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
    let written = save::whole(output, formula, |out| {
        kept(found.write_formula(limits, out))?;
        out.flush()?;
        save::whole(output, proof, |out| kept(found.write_proof(limits, out)))
    });
    if let Some(error) = fault.take() {
        return Err(refuse(&error, output));
    }
    written.map_err(|error| save::refuse(output, formula, &error))?;
    let (states, sets) = found.sizes();
    let [formula_size, proof_size] =
        [formula, proof].map(|path| std::fs::metadata(path).map_or(0, |data| data.len().div_ceil(1 << 10)));
    output.talk(&format!(
        "wrote a proof that {}: {} ({formula_size} KiB) and {} ({proof_size} KiB), in {:.3}s, {searched:.3}s of them \
         for a search of {} and {}",
        claim(bound),
        formula.display(),
        proof.display(),
        start.elapsed().as_secs_f64(),
        counted(states as u64, "state", "states"),
        counted(sets as u64, "set of cuts", "sets of cuts"),
    ));
    Ok(())
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
