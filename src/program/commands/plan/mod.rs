//! `banto plan`: from files to a validated plan, printed so that people, editors and experiment harnesses can read it.
//!
//! In: files and flags. Out: a plan and its figures, as text or JSON, perhaps a file. Prints only plans that the
//! validator has accepted. `text.rs` is what people read.

mod text;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use crate::command::Around;
use crate::compare::record;
use crate::files::load::from_files;
use crate::files::save;
use crate::flags::reductions::{self, ReductionFlags};
use crate::flags::tuning::{self, TuningFlags};
use crate::flags::{PROGRAMS, PROOF, Telling, names, number, units};
use crate::reports::plan_history::{self, History, Kept};
use crate::reports::plan_page;
use crate::reports::{fault_report, plan_list, proof};
use crate::{Exit, LimitArguments, Loaded, OUTPUT, Output, Progress, TaskFiles, limit, mpi_launcher, ranks};
use banto_base::limits::Limits;
use banto_planning::heuristics::HeuristicRow;
use banto_planning::planner::{
    self, Answer, OnPlan, PlanError, Quality, Request, Status, ValidatedPlan, Validator, Wanted,
};
use banto_planning::why;
use banto_search::SearchRow;
use banto_text::task::Task;

/// Making a page takes at most this long; whatever is not done by then is left out.
const PAGE_TIME: Duration = Duration::from_secs(20);

const AIM: &str = "Plan quality";
const SEARCH: &str = "Search";

/// Find a plan
#[derive(Debug, Args)]
#[command(override_usage = "banto plan [OPTIONS] [DOMAIN] <PROBLEM>\n       banto plan --list")]
#[allow(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "each is a flag, named as users write it"
)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Find a cheapest plan, and prove that none is cheaper
    #[arg(long, conflicts_with_all = ["anytime", "first", "reduced"], help_heading = AIM)]
    pub optimal: bool,

    /// With --optimal: stop once it is proven that the plan costs at most so much more than a cheapest one, such as
    /// 10%
    #[arg(long, value_name = "PERCENT", value_parser = units::percentage, requires = "optimal", help_heading = AIM)]
    #[arg(hide_short_help = true)]
    pub gap: Option<u64>,

    /// Find the K cheapest plans that visit no state twice; -o FILE writes FILE.1, FILE.2 and so on
    #[arg(long, value_name = "K", value_parser = number::whole::<u64>(1..), help_heading = AIM)]
    #[arg(conflicts_with_all = ["optimal", "anytime", "first", "reduced", "until_cost", "search", "keep_all", "html"])]
    pub top_k: Option<u64>,

    /// Find all plans that cost no more than a cheapest one and visit no state twice; files as with --top-k
    #[arg(long, hide_short_help = true, help_heading = AIM)]
    #[arg(conflicts_with_all = ["top_k", "optimal", "anytime", "first", "reduced", "until_cost", "search", "keep_all", "html"])]
    pub all_optimal: bool,

    /// Keep improving the plan: until a limit is reached, or it is proven cheapest
    #[arg(long, conflicts_with_all = ["first", "reduced"], help_heading = AIM)]
    pub anytime: bool,

    /// Stop at the first plan
    #[arg(long, conflicts_with = "reduced", help_heading = AIM)]
    pub first: bool,

    /// Stop at the first plan, less its superfluous steps
    #[arg(long, hide_short_help = true, help_heading = AIM)]
    pub reduced: bool,

    /// Stop at the first plan that costs at most this much; without one, the best plan is the result, with exit code 0
    #[arg(long, value_name = "N", value_parser = number::whole::<u64>(..), conflicts_with_all = ["optimal", "first", "reduced"])]
    #[arg(help_heading = AIM)]
    pub until_cost: Option<u64>,

    /// The search to use; --list says what each does
    #[arg(long, value_name = "NAME", value_parser = names::SEARCH, help_heading = SEARCH)]
    pub search: Option<&'static SearchRow>,

    /// A heuristic to use; several with commas, or repeated
    #[arg(long, value_name = "NAME", value_parser = names::HEURISTIC, value_delimiter = ',', help_heading = SEARCH)]
    pub heuristic: Vec<HeuristicRow>,

    /// The weight of the heuristic in weighted searches, from 1
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(1..), help_heading = tuning::HEADING)]
    pub weight: Option<u32>,

    /// The seed for random choices
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..), help_heading = tuning::HEADING)]
    pub seed: u64,

    /// Look at pairs of facts before the search, however long it takes: drop steps that no plan takes; by default that
    /// has a quarter of a second
    #[arg(long, help_heading = reductions::HEADING)]
    pub h2: bool,

    /// Leave a search out where several take turns; may be repeated
    #[arg(long, value_name = "NAME", value_parser = names::COMPANION, value_delimiter = ',', help_heading = tuning::HEADING)]
    pub without: Vec<&'static str>,

    #[command(flatten)]
    pub tuning: TuningFlags,

    #[command(flatten)]
    pub reductions: ReductionFlags,

    /// Share one search among this many threads; with --optimal or --search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u8>(1..=64))]
    #[arg(help_heading = SEARCH)]
    pub threads: u8,

    /// List the searches and heuristics with their properties
    #[arg(long, conflicts_with_all = ["domain", "problem"], help_heading = SEARCH)]
    pub list: bool,

    /// Say which searches would take turns on this task, and their shares, and do not search
    #[arg(long, conflicts_with_all = ["list", "search", "optimal", "anytime", "html", "plan_file", "until_cost"])]
    #[arg(help_heading = tuning::HEADING)]
    pub list_portfolio: bool,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Stop after this much time of the processor, of all threads together
    #[arg(long, value_name = "TIME", value_parser = units::time, help_heading = PROGRAMS)]
    pub cpu_limit: Option<Duration>,

    /// Also write the plan to this file, once there is one; - is standard output, where the plan is printed anyway
    #[arg(short = 'o', long, alias = "output", value_name = "FILE", help_heading = OUTPUT)]
    pub plan_file: Option<PathBuf>,

    /// Also keep each better plan on the way, as FILE.1, FILE.2 and so on
    #[arg(long, requires = "plan_file", help_heading = PROGRAMS)]
    pub keep_all: bool,

    /// Also write a page of the plan to this file: its steps, the states between them; - for standard output instead of
    /// the plan
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,

    /// Also prove what is claimed of all plans: writes PREFIX.opb and PREFIX.pbp, which `banto proof check` has checked
    /// by VeriPB; with a time limit, the search has a third of it
    #[arg(long, value_name = "PREFIX", conflicts_with_all = ["list", "list_portfolio", "until_cost"], help_heading = PROOF)]
    pub proof: Option<PathBuf>,

    /// Print the plan and its cost, and nothing else
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Also print what the run took: counts of states, times, memory
    #[arg(long, conflicts_with = "quiet", help_heading = OUTPUT)]
    pub stats: bool,

    #[command(flatten)]
    pub telling: Telling,
}

pub(crate) fn run(command: &Plan, around: &Around<'_>) -> Result<Exit, Exit> {
    ranks::together(around.output, |network| in_ranks(command, around.output, around.validator, network))
}

/// As one of the processes that share a search, or alone.
fn in_ranks(
    command: &Plan,
    output: &Output,
    validator: Validator,
    network: ranks::Others,
) -> Result<Exit, Exit> {
    if command.list {
        if command.telling.json {
            output.object(plan_list::registries_json());
        } else {
            output.data(&plan_list::registries());
        }
        return Ok(Exit::Done);
    }
    let request = request(command, network).map_err(|message| output.usage(&message))?;
    let settings = settings(command, &request);
    output.tell_events(command.telling.events);
    let plan_file = plan_file(command, output)?;
    let mut run = limit::interruptible(&command.limits, output);
    if let Some(time) = command.cpu_limit {
        run.limits = run.limits.with_processor_time(time, true);
    }
    save::named_as(output, "--html", "html", command.html.as_deref())?;
    save::no_source(&run, "--html", "a page", &command.html)?;
    let (loaded, read) = from_files(&command.files, "plan", &run)?;
    let proofs = command.proof.iter().flat_map(|prefix| proof::files(prefix)).collect::<Vec<_>>();
    if proofs.iter().any(|path| path.file_stem().is_none_or(|name| name.to_string_lossy().starts_with('.'))) {
        let help = "name the files without their ends: --proof balls writes balls.opb and balls.pbp";
        return Err(output.misused("--proof takes the beginning of two names", help));
    }
    save::apart(output, command.plan_file.iter().chain(&command.html).chain(&proofs), &read)?;
    proofs.iter().try_for_each(|path| save::probe(output, path))?;
    save::no_source(&run, "-o", "a plan", &command.plan_file)?;
    if let Some(path) =
        plan_file.filter(|_| (command.keep_all || request.plans.is_some()) && !mpi_launcher::is_silent())
    {
        let flag = if command.keep_all { "--keep-all" } else { "a numbered plan" };
        plan_history::ready(path, flag, output)?;
    }
    let progress = progress_of(command, &request, output);
    let anytime = request.quality == Quality::Anytime && !command.quiet;
    let wants_proof = matches!(request.quality, Quality::Anytime | Quality::Optimal) && !command.quiet;
    let kept = match () {
        () if request.plans.is_some() => Kept::Several,
        () if command.keep_all => Kept::Each,
        () => Kept::Best,
    };
    let mut history = History::new(plan_file, kept, command.until_cost, output, &progress);
    let observer = OnPlan::new(&progress, |task: &Task, found: &ValidatedPlan| {
        history.add(task, found, anytime);
        if history.is_enough() {
            run.limits.cancel_flag().store(true, Ordering::Relaxed);
        }
    });
    let board = command.html.as_ref().map(|_| loaded.board(output)).unwrap_or_default();
    let third = command.limits.time_limit.filter(|_| command.proof.is_some()).map(|limit| limit / 3);
    let limits = run.limits.clone().with(third, None);
    let result = planner::plan_with(&loaded.task, &request, &limits, &observer, validator);
    progress.clear();
    if history.is_enough() {
        // Nothing has been interrupted.
        run.limits.cancel_flag().store(false, Ordering::Relaxed);
    }
    let cut = limits.check_now().err().filter(|_| wants_proof && !history.is_enough());
    let answer = result.map_err(|error| refused(&error, &loaded, output))?;
    if !answer.members.is_empty() && command.list_portfolio {
        if command.telling.json {
            output.object(plan_list::portfolio_json(&answer));
        } else {
            output.data(&plan_list::portfolio(&answer));
        }
        return Ok(Exit::Done);
    }
    let mut exit = history.failed.unwrap_or_else(|| exit(&answer));
    if let (Some(path), Some(found)) = (&command.html, &answer.plan) {
        let seconds = output.start.elapsed().as_secs_f64();
        let within = Limits::none().within_machine().with_time(PAGE_TIME);
        let page = plan_page::page((&loaded, &board), (&answer, found), seconds, &within);
        exit = save::write(output, path, page).err().unwrap_or(exit);
    }
    let reason = match &answer.status {
        Status::Unsolvable(proof) => why::reason(&loaded.task, proof, &run.limits),
        _ => None,
    };
    let prove = |prefix: &PathBuf| {
        let cuts = proof::cuts(&command.heuristic);
        proof::write(prefix, (&loaded.task, &answer), cuts, &run.limits, &progress, output)
    };
    // Programs get one object in the end; people see the plan before it is proven.
    let (first, last) = match &command.proof {
        Some(prefix) if command.telling.is_for_programs() => (Some(prove(prefix)), None),
        prefix => (None, prefix.as_ref()),
    };
    let proven = first.transpose();
    let told = proven.as_ref().ok().cloned().flatten();
    exit = proven.as_ref().err().copied().unwrap_or(exit);
    text::report(&answer, (reason.as_deref(), told), &loaded, command, (settings, &history), exit);
    if let (Some(stop), Status::Solved { optimal: false }) = (cut, &answer.status) {
        output.talk(&format!("{stop}: a cheaper plan may exist"));
    }
    last.map(prove).transpose()?;
    Ok(exit)
}

/// The file for the plan. Standard output takes only one result, and files must be writable.
fn plan_file<'c>(command: &'c Plan, output: &Output) -> Result<Option<&'c Path>, Exit> {
    let is_json = command.telling.is_for_programs();
    // The plan is printed on standard output anyway: -o - changes nothing.
    let plan_file = command.plan_file.as_deref().filter(|path| !save::is_standard(path));
    if is_json && plan_file.is_none() && command.plan_file.is_some() {
        return Err(output.usage("standard output takes one result: -o - or --json"));
    }
    let html_is_data = command.html.as_deref().is_some_and(save::is_standard);
    if html_is_data && (is_json || (plan_file.is_none() && command.plan_file.is_some())) {
        return Err(output.usage("standard output takes one result: --html -, --json or -o -"));
    }
    for path in plan_file.into_iter().chain(command.html.as_deref()).filter(|_| !mpi_launcher::is_silent()) {
        save::probe(output, path)?;
    }
    if plan_file.is_none() && command.keep_all {
        return Err(output.usage("--keep-all needs a file: -o FILE"));
    }
    Ok(plan_file)
}

fn progress_of<'o>(command: &Plan, request: &Request, output: &'o Output) -> Progress<'o> {
    let mut progress = Progress::new(command.telling.progress, command.quiet, output).with_bounds("cost");
    // Other runs also search parts of the task, whose layers say nothing about it.
    if command.telling.events && (request.quality == Quality::Optimal || request.algorithm.is_some()) {
        progress = progress.with_layers();
    }
    progress
}

fn refused(error: &PlanError, loaded: &Loaded, output: &Output) -> Exit {
    match error {
        PlanError::Request(_) | PlanError::Cost(_) | PlanError::Apart(_) => {
            output.error(&error.to_string());
            Exit::Input
        }
        PlanError::Rejected { plan, fault } => fault_report::rejected(loaded, plan, &fault.message, output),
    }
}

fn request(command: &Plan, network: ranks::Others) -> Result<Request, String> {
    let plans = command.all_optimal.then_some(Wanted::AllCheapest).or(command.top_k.map(Wanted::Top));
    let quality = match () {
        () if command.optimal || plans.is_some() => Quality::Optimal,
        () if command.anytime => Quality::Anytime,
        () if command.first => Quality::First,
        () if command.reduced => Quality::Reduced,
        () => Quality::Good,
    };
    let request = Request {
        quality,
        algorithm: command.search.map(|row| row.algorithm),
        heuristics: command.heuristic.clone(),
        weight: command.weight,
        gap: command.gap,
        plans,
        seed: command.seed,
        threads: usize::from(command.threads),
        network,
        h2: command.h2,
        without: command.without.clone(),
        tuning: command.tuning.chosen(),
        reductions: command.reductions.chosen(),
        list_only: command.list_portfolio,
        ..Request::default()
    };
    request.check()?;
    Ok(request)
}

/// The settings in force, with the limits.
fn settings(command: &Plan, request: &Request) -> Value {
    let LimitArguments { time_limit, memory_limit, .. } = command.limits;
    let mut settings =
        record::settings_within(request, [time_limit, command.cpu_limit], memory_limit, command.until_cost);
    if let (Some(prefix), Some(arguments)) = (&command.proof, settings["arguments"].as_array_mut()) {
        arguments.extend(["--proof".into(), prefix.display().to_string().into()]);
    }
    settings
}

fn exit(answer: &Answer) -> Exit {
    match &answer.status {
        Status::Solved { .. } => Exit::Done,
        Status::Unsolvable(_) => Exit::Unsolvable,
        Status::Unsolved | Status::TooCostly => Exit::Unsolved,
        Status::Stopped(stop) => limit::exit(*stop),
    }
}
