//! `banto plan --proof` and `banto proof check`: both files or none, and no verdict but that of a checker. The checker
//! is a script that says what VeriPB says; `tests/planning/proofs.rs` asks VeriPB itself.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::command::{banto, text, written};

const GRIPPER: [&str; 2] = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"];

/// A program that prints this, and ends with a code.
fn script(folder: &Path, name: &str, says: &str, code: u8) -> String {
    let path = written(folder, name, &format!("#!/bin/sh\necho '{says}'\nexit {code}\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let run = banto(arguments);
    (run.status.code().unwrap(), text(&run.stdout), text(&run.stderr))
}

#[test]
fn a_claim_is_accepted_with_the_words_of_the_checker_alone() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (prefix, plan) = (place("best"), place("best.plan"));
    let [domain, problem] = GRIPPER;
    let (exit, _, talk) = run(&["plan", "--optimal", domain, problem, "--proof", &prefix, "-o", &plan]);
    assert_eq!(exit, 0, "{talk}");
    assert!(talk.contains("wrote a proof that no plan costs less than 5: "), "{talk}");
    let check = |checker: &str, others: &[&str]| {
        run(&[&["proof", "check", &prefix, "--checker", checker], others].concat())
    };
    let verified = script(folder.path(), "verified", "s VERIFIED UNSATISFIABLE", 0);
    let said = check(&verified, &[domain, problem, &plan]);
    let optimal = "optimal: a plan of cost 5 is valid, and VeriPB accepts that none costs less than 5\n";
    assert_eq!((said.0, said.1.as_str()), (0, optimal), "{}", said.2);
    let said = check(&verified, &[domain, problem]);
    assert_eq!(
        (said.0, said.1.as_str()),
        (0, "VeriPB accepts that no plan costs less than 5\n"),
        "{}",
        said.2
    );
    // A checker that says more than a pipe holds is heard to its end.
    let long = format!("{}s VERIFIED UNSATISFIABLE", "c what it does\n".repeat(20_000));
    assert_eq!(check(&script(folder.path(), "talkative", &long, 0), &[domain, problem]).0, 0);
    // Without a conclusion, with an assumption, and with a fault it is no verdict.
    for (name, says, code) in [
        ("none", "s VERIFIED NO CONCLUSION", 0),
        ("assumed", "Warning: The proof used unchecked assumptions.\ns VERIFIED UNSATISFIABLE", 0),
        ("failed", "s VERIFIED UNSATISFIABLE", 1),
    ] {
        let (exit, said, talk) = check(&script(folder.path(), name, says, code), &[domain, problem]);
        assert_eq!((exit, said.as_str()), (1, ""), "{name}: {talk}");
    }
    let (exit, _, talk) = check("no/such/checker", &[domain, problem]);
    assert!(exit == 12 && talk.contains("cargo install veripb"), "{exit}: {talk}");
    // A proof of another task is refused before the checker is asked, and so is one whose formula was changed.
    let (exit, _, talk) = check(&verified, &[domain, "problems/gripper/02-five-balls.pddl"]);
    assert!(exit == 1 && talk.contains("is not the formula of this task"), "{exit}: {talk}");
    let formula = place("best.opb");
    let changed = fs::read_to_string(&formula).unwrap().replacen("less than 5", "less than 6", 1);
    fs::write(&formula, changed).unwrap();
    let (exit, _, talk) = check(&verified, &[domain, problem]);
    assert!(exit == 1 && talk.contains("is not the formula of this task"), "{exit}: {talk}");
}

#[test]
fn there_are_both_files_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let lamp = "(define (domain lamp) (:predicates (lit) (cut)) (:action cut :effect (cut)))";
    let dark = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
    let [domain, problem] =
        [("lamp.pddl", lamp), ("dark.pddl", dark)].map(|(name, text)| written(folder.path(), name, text));
    let (exit, _, talk) = run(&["plan", &domain, &problem, "--proof", &place("none")]);
    assert!(exit == 11 && talk.contains("wrote a proof that there is no plan: "), "{exit}: {talk}");
    assert!(folder.path().join("none.opb").exists() && folder.path().join("none.pbp").exists());
    // What claims nothing of all plans has no proof; what cannot be written is refused before the search.
    let prefix = place("first");
    let (exit, _, talk) = run(&[&["plan", "--first"], &GRIPPER[..], &["--proof", &prefix]].concat());
    assert!(exit == 0 && talk.contains("no proof is written"), "{exit}: {talk}");
    let (exit, _, talk) = run(&["plan", &domain, &problem, "--proof", "no/such/folder/x"]);
    assert!(exit == 31 && talk.contains("cannot write"), "{exit}: {talk}");
    let derived =
        ["plan", "--optimal", "problems/reachability/01-one-bridge.pddl", "--proof", &place("derived")];
    let (exit, _, talk) = run(&derived);
    assert!(exit == 34 && talk.contains("derived predicates cannot be proven yet"), "{exit}: {talk}");
    for name in ["first.opb", "first.pbp", "derived.opb", "derived.pbp"] {
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}

#[test]
fn what_cannot_be_a_proof_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let verified = script(folder.path(), "verified", "s VERIFIED UNSATISFIABLE", 0);
    let [domain, problem] = GRIPPER;
    let prefix = place("good");
    let (exit, _, talk) = run(&["plan", "--optimal", domain, problem, "--proof", &prefix]);
    assert_eq!(exit, 0, "{talk}");
    let [formula, proof] = ["good.opb", "good.pbp"].map(|name| fs::read(place(name)).unwrap());
    let half = formula[..formula.len() / 2].to_vec();
    let other = b"(define (problem p) (:domain d))\n".to_vec();
    let longer = [formula.as_slice(), b"1 init >= 1 ;\n"].concat();
    for (name, text, code, says) in [
        ("empty", Vec::new(), 1, "no line of it says what is claimed"),
        ("cut", half, 1, "is not the formula of this task"),
        ("other", other, 1, "is not the formula of this task"),
        ("longer", longer, 1, "it goes on behind its end"),
        ("bytes", vec![0xff; 100], 31, "cannot read"),
    ] {
        fs::write(place(&format!("{name}.opb")), text).unwrap();
        fs::write(place(&format!("{name}.pbp")), &proof).unwrap();
        let (exit, said, talk) =
            run(&["proof", "check", &place(name), domain, problem, "--checker", &verified]);
        assert!(exit == code && said.is_empty() && talk.contains(says), "{name}: {exit}, {talk}");
    }
    for missing in ["good.pbp", "good.opb"] {
        fs::remove_file(place(missing)).unwrap();
        let (exit, said, talk) = run(&["proof", "check", &prefix, domain, problem, "--checker", &verified]);
        assert!(exit == 31 && said.is_empty() && talk.contains("cannot read"), "{missing}: {exit}, {talk}");
    }
    for prefix in [&place(""), &place("..")] {
        let (exit, _, talk) = run(&["plan", "--optimal", domain, problem, "--proof", prefix]);
        assert!(exit == 2 && talk.contains("the beginning of two names"), "{prefix:?}: {exit}, {talk}");
    }
}

#[test]
fn a_full_disk_leaves_no_half_proof() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for full in ["x.opb", "x.pbp"] {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/dev/full", folder.path().join(full)).unwrap();
        let prefix = folder.path().join("x");
        let prefix = prefix.to_str().unwrap();
        let (exit, _, talk) = run(&[&["plan", "--optimal"], &GRIPPER[..], &["--proof", prefix]].concat());
        assert!(exit == 31 && talk.contains("the disk is full"), "{full}: {exit}, {talk}");
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [full], "{talk}");
    }
}
