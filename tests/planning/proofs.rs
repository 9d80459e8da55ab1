//! Claims that are proven for a checker that others have written: on random tasks, each claim of the oracle has a
//! proof, and wrong claims have none.

use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};
use std::process::Command;

use banto::internals::proofs::{Cuts, Proof, ProofError, accepts, claim_of};
use banto::limits::Limits;
use banto::task::Task;

use crate::cases;
use crate::oracle::{self, Answer};

/// VeriPB, if it is installed.
fn checker() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&folders).map(|folder| folder.join("veripb"));
    let own = std::env::var_os("VERIPB").map(PathBuf::from);
    own.into_iter().chain(places).find(|place| place.is_file())
}

/// What VeriPB says of two texts, and whether that is a verdict.
fn checked(checker: &Path, folder: &Path, texts: &[Vec<u8>; 2]) -> (bool, String) {
    let paths = ["proof.opb", "proof.pbp"].map(|name| folder.join(name));
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let output = Command::new(checker).args(&paths).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success() && accepts(&said), said)
}

fn proven(task: &Task, bound: Option<u64>, cuts: Cuts) -> Result<[Vec<u8>; 2], ProofError> {
    let limits = Limits::none();
    let mut proof = Proof::find(task, bound, cuts, &limits)?;
    let mut texts = [Vec::new(), Vec::new()];
    proof.write_formula(&limits, &mut texts[0])?;
    proof.write_proof(&limits, &mut texts[1])?;
    Ok(texts)
}

fn claim(task: &Task, formula: &[u8]) -> Result<Option<u64>, String> {
    let mut open = || Ok(Box::new(Cursor::new(formula.to_vec())) as Box<dyn BufRead>);
    claim_of(task, &mut open, &Limits::none()).unwrap()
}

#[test]
fn every_claim_of_the_oracle_is_proven_and_accepted() {
    let Some(checker) = checker() else {
        println!("skipped: VeriPB is not installed, so proofs are only written");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (mut unsolvable, mut optimal) = (0, 0);
    for (seed, task, answer) in oracle::answered(cases::seeds(160, 20_000)) {
        let bound = match answer {
            Answer::Cost(cost) => Some(cost),
            _ => None,
        };
        for cuts in [Cuts::Blind, Cuts::Hmax, Cuts::LmCut] {
            let texts = match proven(&task, bound, cuts) {
                Ok(texts) => texts,
                Err(ProofError::Unsupported(_)) => continue,
                Err(error) => panic!("seed {seed}: {error}"),
            };
            assert_eq!(claim(&task, &texts[0]), Ok(bound), "seed {seed}");
            let (is_accepted, said) = checked(&checker, folder.path(), &texts);
            assert!(is_accepted, "seed {seed}, {cuts:?}: {said}");
            *if bound.is_some() { &mut optimal } else { &mut unsolvable } += 1;
        }
    }
    println!("{optimal} cheapest, {unsolvable} unsolvable");
}
