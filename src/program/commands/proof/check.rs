//! `banto proof check`: whether a formula is the one of a task, and whether VeriPB accepts the proof that it has no
//! solution; and whether a plan meets the bound that is proven.
//!
//! In: the files. Out: the claim in a sentence, or what is wrong.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;

use crate::files::definition::Definition;
use crate::files::{find_domain, input};
use crate::reports::proof;
use crate::{Exit, LimitArguments, Loaded, Output, Run, limit, load};
use banto_planning::proofs::{ProofError, accepts, claim, claim_of};
use banto_text::plan::{self, Verdict};

/// The time between two looks at the limits.
const LOOK: Duration = Duration::from_millis(20);

/// Check a proof: that it is about this task, and that VeriPB accepts it
///
/// The formula is made anew from the PDDL and compared with the file. With a plan, it is also checked that the plan is
/// valid; if it costs no more than what is proven, it is a cheapest one.
#[derive(Debug, Args)]
#[command(override_usage = "banto proof check [OPTIONS] <PREFIX> [DOMAIN] <PROBLEM> [PLAN]")]
pub(crate) struct Check {
    /// The formula is PREFIX.opb, the proof PREFIX.pbp
    #[arg(value_name = "PREFIX")]
    pub prefix: PathBuf,

    /// The domain, the problem and a plan; without the domain, one is looked for beside the problem
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The program VeriPB
    #[arg(long, value_name = "PROGRAM", default_value = "veripb")]
    pub checker: PathBuf,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Check, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let said = check(command, &run)?;
    output.data(&format!("{said}\n"));
    Ok(Exit::Done)
}

/// The claim, if it is accepted.
fn check(command: &Check, run: &Run<'_>) -> Result<String, Exit> {
    input::once(command.files.iter().map(PathBuf::as_path), run.output)?;
    let (domain, problem, others) = task_files(command, run)?;
    let loaded = load(&domain, &problem, run)?;
    let refuse = |what: &str| {
        run.output.error(what);
        Exit::No
    };
    let [formula, proof] = proof::files(&command.prefix);
    let mut open =
        || Ok(Box::new(BufReader::with_capacity(1 << 18, File::open(&formula)?)) as Box<dyn BufRead>);
    let unreadable = |path: &Path, error: &io::Error| {
        run.output.error(&format!("cannot read {}: {error}", path.display()));
        Exit::Input
    };
    File::open(&proof).map_err(|error| unreadable(&proof, &error))?;
    let bound = match claim_of(&loaded.task, &mut open, &run.limits) {
        Ok(Ok(bound)) => bound,
        Ok(Err(fault)) => {
            return Err(refuse(&format!("{} is not the formula of this task: {fault}", formula.display())));
        }
        Err(ProofError::Stopped(stop)) => {
            return Err(run.stopped("stopped while comparing the formula")(stop));
        }
        Err(ProofError::Write(error)) => return Err(unreadable(&formula, &error)),
        Err(error) => {
            run.output.error(&error.to_string());
            return Err(Exit::Unsupported);
        }
    };
    let cost = others.first().map(|plan| plan_cost(&loaded, plan, run)).transpose()?;
    verdict(command, [&formula, &proof], run)?;
    match (cost, bound) {
        (None, _) => Ok(format!("VeriPB accepts that {}", claim(bound))),
        (Some(cost), Some(bound)) if cost == bound => Ok(format!(
            "optimal: a plan of cost {cost} is valid, and VeriPB accepts that none costs less than {bound}"
        )),
        (Some(cost), Some(bound)) => Ok(format!(
            "a plan of cost {cost} is valid, and VeriPB accepts that none costs less than {bound}"
        )),
        (Some(_), None) => Err(refuse("the proof says that there is no plan, and this one is valid")),
    }
}

fn task_files<'c>(command: &'c Check, run: &Run<'_>) -> Result<(PathBuf, PathBuf, &'c [PathBuf]), Exit> {
    let usage = "proof check PREFIX [DOMAIN] PROBLEM [PLAN]";
    let found = match command.files.as_slice() {
        [problem] => {
            let (domain, problem) = find_domain::told(find_domain::beside(problem, usage, run)?, run);
            (domain, problem, [].as_slice())
        }
        [domain, problem] if matches!(find_domain::defined(problem), Some(Definition::Problem(_))) => {
            (domain.clone(), problem.clone(), [].as_slice())
        }
        files => find_domain::with_others(files, usage, run)?,
    };
    if found.2.len() > 1 {
        return Err(run.output.usage("one plan at most can meet a bound"));
    }
    Ok(found)
}

fn plan_cost(loaded: &Loaded, path: &Path, run: &Run<'_>) -> Result<u64, Exit> {
    let text = input::text(path, run)?;
    let stopped = run.stopped("stopped while validating the plan");
    let refuse = |what: &str| {
        run.output.error(&format!("{} is not a valid plan: {what}", path.display()));
        Exit::No
    };
    let read = plan::read_within(&loaded.task, text.text(), &run.limits).map_err(stopped)?;
    let read = read.map_err(|_| refuse("banto validate says what is wrong with it"))?;
    match plan::validate_within(&loaded.task, &read.plan, &run.limits).map_err(stopped)? {
        Verdict::Valid { cost } => Ok(cost),
        Verdict::Invalid(fault) => Err(refuse(&fault.message)),
    }
}

/// Reads a stream as it comes: a pipe that is full would stop who writes it.
fn heard(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut said = Vec::new();
        // What was read before a fault is what was said.
        let _ = stream.map(|mut stream| stream.read_to_end(&mut said));
        said
    })
}

/// Asks VeriPB, which ends when a limit is reached.
fn verdict(command: &Check, paths: [&PathBuf; 2], run: &Run<'_>) -> Result<(), Exit> {
    let (output, program) = (run.output, command.checker.display());
    let missing = |error: &io::Error| {
        if error.kind() == ErrorKind::NotFound {
            output.error(&format!("there is no program {program}, which checks the proof"));
            output.help(
                "cargo install veripb, or --checker FILE; the formula was compared and is that of this task",
            );
        } else {
            output.error(&format!("{program} cannot be run: {error}"));
        }
        Exit::Unsolved
    };
    let mut checker = Command::new(&command.checker);
    checker.args(paths).env("RUST_BACKTRACE", "0").stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = checker.spawn();
    let mut child = started.map_err(|error| missing(&error))?;
    let streams = (child.stdout.take(), child.stderr.take());
    let said = [heard(streams.0), heard(streams.1)];
    while child.try_wait().map_err(|error| missing(&error))?.is_none() {
        if let Err(stop) = run.limits.check_now() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(run.stopped("stopped while VeriPB checked the proof")(stop));
        }
        std::thread::sleep(LOOK);
    }
    let status = child.wait().map_err(|error| missing(&error))?;
    let said = said.map(|stream| stream.join().unwrap_or_default()).concat();
    let said = String::from_utf8_lossy(&said);
    if status.success() && accepts(&said) {
        return Ok(());
    }
    let lines = || said.trim().lines().map(str::trim);
    let error = lines().find(|line| line.to_ascii_lowercase().starts_with("error"));
    let why = error.or_else(|| lines().next_back()).unwrap_or("nothing");
    output.error(&format!("VeriPB does not accept the proof; it says: {why}"));
    Err(Exit::No)
}
