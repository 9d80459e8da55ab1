//! A record of `plan --json` identifies its run: the settings in it, and nothing else, give the same plan and counts;
//! and what it says of other planners' settings is true.

use std::time::Duration;

use banto::limits::{Stopwatch, Taken};
use serde_json::Value;

use crate::command::{banto, text};
use crate::places::root;

fn record(arguments: &[&str]) -> Value {
    let run = banto(&[&["plan"], arguments, &["--json"]].concat());
    serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {}", text(&run.stderr)))
}

/// What has to be the same in a repeated run.
fn identity(record: &Value) -> Value {
    let fields =
        ["plan", "cost", "status", "counts", "first_plan", "improvement", "found_by", "turns", "pruned"];
    let more = ["search", "used", "reductions_in_effect", "initial_h", "settings"];
    fields.into_iter().chain(more).map(|field| (field, record[field].clone())).collect()
}

#[test]
fn a_record_repeats_its_run() {
    let tasks = [
        ["domains/blocks.pddl", "problems/blocks/04-tall.pddl"],
        ["domains/gripper.pddl", "problems/gripper/02-five-balls.pddl"],
        ["domains/logistics.pddl", "problems/logistics/02-three-parcels.pddl"],
        ["domains/workshop.pddl", "problems/workshop/01-one-piece.pddl"],
    ];
    let settings = [
        "",
        "--first --seed 7",
        "--optimal --no-fold --reduce-at-once --time-limit 5m",
        "--search gbfs --heuristic ff,landmarks --open-list types,novelty --preferred lists --ties last --costs unit --seed 3",
        "--search wastar --heuristic ff --weight 3 --h2 --plain --memory-limit 2GiB --until-cost 100",
        "--reduced",
        "--search lazy-wastar",
        "--search gbfs --heuristic hmax",
    ];
    let mut count = 0;
    for files in tasks {
        for flags in settings {
            let flags: Vec<&str> = flags.split_whitespace().collect();
            let first = record(&[&files[..], &flags].concat());
            assert!(first["cost"].is_u64(), "{files:?} {flags:?}: {first}");
            let arguments = first["settings"]["arguments"].as_array().unwrap();
            let arguments: Vec<&str> = arguments.iter().map(|one| one.as_str().unwrap()).collect();
            let again = record(&[&files[..], &arguments].concat());
            assert_eq!(identity(&first), identity(&again), "{files:?} {flags:?}");
            count += 1;
        }
    }
    assert_eq!(count, 32);
}

#[test]
fn a_record_tells_one_run_from_another() {
    let files = ["domains/gripper.pddl", "problems/gripper/02-five-balls.pddl"];
    let search = ["--search", "astar", "--heuristic", "blind"];
    let of = |flags: &[&str]| record(&[&files[..], flags].concat());
    let seen: Vec<String> =
        [&[][..], &["--plain"], &["--h2"], &["--seed", "1"], &["--no-symmetry"], &["--time-limit", "9s"]]
            .into_iter()
            .map(|flags| of(&[&search[..], flags].concat())["settings"].to_string())
            .collect();
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len(), "{seen:?}");
    let all = of(&[&search[..], &["--reduce-at-once"]].concat());
    assert_eq!(all["reductions_in_effect"], serde_json::json!(["symmetry"]), "{all}");
    assert_eq!(of(&["--first"])["reductions_in_effect"], serde_json::json!(["decoupled"]));
    assert_eq!(all["program"]["version"], env!("CARGO_PKG_VERSION"));
}

/// What is left to the default is said as well.
#[test]
fn a_record_names_what_a_search_takes_by_default() {
    let files = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"];
    for (flags, said) in [
        (
            "--search wastar",
            "--search wastar --heuristic ff --weight 3 --seed 0 --threads 1 --ties last --costs real",
        ),
        ("--search astar", "--search astar --heuristic lmcut --seed 0 --threads 1 --ties last --costs real"),
        (
            "--search gbfs --heuristic hmax",
            "--search gbfs --heuristic hmax --seed 0 --threads 1 --ties first --costs unit",
        ),
        ("--search bfs --plain", "--search bfs --seed 0 --threads 1 --no-decoupled --no-dead-ends"),
        ("", "--seed 0 --threads 1"),
    ] {
        let found = record(&[&files[..], &flags.split_whitespace().collect::<Vec<_>>()].concat());
        let arguments = found["settings"]["arguments"].as_array().unwrap();
        let arguments: Vec<&str> = arguments.iter().map(|one| one.as_str().unwrap()).collect();
        assert!(arguments.join(" ").starts_with(said), "{flags}: {arguments:?}");
    }
    let run =
        banto(&["compare", "problems/sokoban/first-steps.xsb", "--solvers", "strips:filtered", "--json"]);
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let expected = serde_json::json!(["--reduced", "--seed", "0", "--threads", "1"]);
    assert_eq!(found["clock"], "cpu", "{found}");
    assert_eq!(found["solvers"][0]["settings"]["arguments"], expected, "{found}");
}

/// The digests of files are those of their contents, in one file as in two.
#[test]
fn a_record_names_what_was_read() {
    let files = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"];
    let inputs = |found: &Value| {
        let of = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
        let inputs = found["inputs"].as_array().unwrap().iter();
        inputs.map(|one| [of(one, "file"), of(one, "sha256")]).collect::<Vec<_>>()
    };
    let two = inputs(&record(&files));
    assert_eq!([&two[0][0], &two[1][0]], files);
    assert!(two.iter().all(|one| one[1].len() == 64) && two[0][1] != two[1][1], "{two:?}");
    let compared = banto(&["compare", files[1], "--solvers", "bfs", "--json"]);
    let compared: Value = serde_json::from_slice(&compared.stdout).unwrap();
    assert_eq!(inputs(&compared["tasks"][0])[1], two[1]);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [one, again] = [path("one.pddl"), path("again.pddl")];
    let halves = files.map(|file| std::fs::read_to_string(root().join(file)).unwrap());
    std::fs::write(&one, halves.concat()).unwrap();
    std::fs::write(&again, halves.concat() + "\n").unwrap();
    let [one, again] = [one, again].map(|file| inputs(&record(&[&file])));
    assert!(one.len() == 1 && one[0][1] != again[0][1] && one[0][1] != two[0][1], "{one:?} {again:?}");
}

/// A limit that ends a run is told, also if there is a plan.
#[test]
fn a_limit_after_the_first_plan_is_told() {
    let files = ["domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl", "--anytime"];
    let found = record(&[&files[..], &["--time-limit", "500ms"]].concat());
    assert_eq!([&found["status"], &found["reason"]], ["solved", "time limit"], "{found}");
    let run = banto(&[&["plan", "--stats"], &files[..], &["--time-limit", "500ms"]].concat());
    assert!(text(&run.stdout).contains("s of 0.5s; the other times are of the processor\n"));
    let enough = record(&[&files[..], &["--until-cost", "1000"]].concat());
    assert_eq!([&enough["status"], &enough["reason"]], [&Value::from("solved"), &Value::Null], "{enough}");
}

/// The runs of `bfs` and of other programs, which have a name and a command each.
#[cfg(unix)]
fn beside(file: &str, externals: &[String]) -> Vec<Value> {
    let externals = externals.iter().flat_map(|one| ["--external", one]);
    let arguments = ["compare", file, "--solvers", "bfs", "--time-limit", "1s", "--json"];
    let run = banto(&arguments.into_iter().chain(externals).collect::<Vec<_>>());
    let found: Value =
        serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{}", text(&run.stderr)));
    let entries = if found["levels"].is_array() { &found["levels"] } else { &found["tasks"] };
    entries[0]["runs"].as_array().unwrap().clone()
}

#[cfg(unix)]
fn of(name: &str, command: &str) -> String {
    format!("{name}={command}")
}

/// Other programs run under the same limits, and their answers are validated.
#[test]
#[cfg(unix)]
fn other_programs_are_compared() {
    let program = env!("CARGO_BIN_EXE_banto");
    let runs = beside(
        "problems/sokoban/corridor.xsb",
        &[
            of("same", &format!("{program} sokoban solve {{level}} -q > {{solution}}")),
            of("printed", &format!("{program} sokoban solve {{level}}")),
            of("wrong", ": {level}; echo LLLL > {solution}"),
            of("silent", ": {level}"),
            of("missing", "no-such-program {level}"),
            of("endless", ": {level}; while :; do :; done"),
            of("crash", ": {level}; kill -SEGV $(sh -c 'echo $PPID')"),
            of("code", ": {level}; exit 12"),
        ],
    );
    let status = |run: &Value| run["status"].as_str().unwrap().to_owned();
    let all: Vec<String> = runs.iter().map(status).collect();
    assert_eq!([&runs[7]["reason"], &runs[8]["reason"]], ["signal 11", "exit code 12"], "{runs:?}");
    let why = runs[3]["reason"].as_str().unwrap();
    assert!(why.starts_with("move ") && why.ends_with(" of its solution is not possible"), "{why}");
    for run in &runs[1..] {
        let unknown = ["expanded", "evaluated", "generated", "states", "state_bytes", "search_seconds"];
        assert!(unknown.iter().all(|field| run[field].is_null()), "{run}");
    }
    assert!(runs[0]["expanded"].as_u64() > Some(0), "{}", runs[0]);
    assert_eq!(
        all,
        [
            "solved",
            "solved",
            "solved",
            "invalid",
            "unsolved",
            "not-started",
            "stopped",
            "crashed",
            "unsolved",
        ]
    );
    assert_eq!(runs[1]["pushes"], runs[2]["pushes"]);
    assert!(runs[5]["reason"].as_str().unwrap().contains("no-such-program"), "{}", runs[5]);
    assert_eq!(runs[6]["reason"], "time limit");
    assert!(
        runs[6]["cpu_seconds"].as_f64().is_some_and(|seconds| (0.5..1.5).contains(&seconds)),
        "{}",
        runs[6]
    );
    assert_eq!(runs[1]["states_ratio"], Value::Null);
    let runs = beside(
        "problems/gripper/01-two-balls.pddl",
        &[
            of("same", &format!("{program} plan {{domain}} {{problem}} -o {{plan}}")),
            of("numbered", &format!("{program} plan {{domain}} {{problem}} -o {{plan}}.7")),
        ],
    );
    let costs: Vec<&Value> = runs.iter().map(|run| &run["cost"]).collect();
    assert_eq!(costs, [5, 5, 5], "{runs:?}");
    let refused = banto(&["compare", "problems/gripper/01-two-balls.pddl", "--external", "a=b {level}"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
}

/// What is wrong with an answer is told, that there is none is an answer, and what was said is not lost.
#[test]
#[cfg(unix)]
fn answers_of_other_programs_have_reasons() {
    let program = env!("CARGO_BIN_EXE_banto");
    let plan =
        |name: &str, text: &str| of(name, &format!(": {{domain}} {{problem}}; echo '{text}' > {{plan}}"));
    let runs = beside(
        "problems/gripper/01-two-balls.pddl",
        &[
            plan("action", "(fly ball1)"),
            plan("object", "(walk kitchen cellar)"),
            plan("number", "(walk kitchen)"),
            plan("early", "(walk kitchen hall)"),
            plan("text", "(walk kitchen"),
            of("told", ": {domain} {problem}; echo one >&2; echo two words >&2; exit 1"),
            of("chatty", ": {domain} {problem}; echo no plan found"),
            of(
                "folder",
                ": {domain} {problem}; test -e \"$OLDPWD/Cargo.toml\" && test -z \"$(ls | grep -v -e out -e err -e script)\" && exit 9",
            ),
            of("denied", ": {domain} {problem}; exit 11"),
        ],
    );
    let said: Vec<[&str; 2]> = runs[1..]
        .iter()
        .map(|run| ["status", "reason"].map(|field| run[field].as_str().unwrap_or("-")))
        .collect();
    let rejected = "the validator rejects the plan: ";
    assert_eq!(said[0], ["invalid", "the plan cannot be read: step 1 (fly ball1) names an unknown action"]);
    for one in &said[..5] {
        assert_eq!(one[0], "invalid", "{said:?}");
    }
    assert!(said[1][1].contains("cellar") && said[3][1].starts_with(rejected), "{said:?}");
    assert_eq!(
        said[5..],
        [
            ["unsolved", "exit code 1: two words"],
            ["unsolved", "-"],
            ["unsolved", "exit code 9"],
            ["invalid", "it says that there is no solution, and bfs has one"],
        ]
    );
    // An answer counts as one, also that there is no solution.
    let same = of("same", &format!("{program} sokoban solve {{level}} -o {{solution}}"));
    let runs = beside("tests/compare/unsolvable.xsb", &[same]);
    assert_eq!(
        [&runs[1]["status"], &runs[1]["reason"]],
        ["unsolvable", "it says so: exit code 11"],
        "{runs:?}"
    );
}

/// What leaves its session and its parent is measured and ended with the rest.
#[test]
#[cfg(target_os = "linux")]
fn descendants_of_other_programs_do_not_escape() {
    let places = tempfile::tempdir().unwrap();
    let written = |name: &str| places.path().join(name).display().to_string();
    let alone = |name: &str, body: &str, rest: &str| {
        format!(
            "{name}=: {{level}}; setsid sh -c '( echo $$ > {}; {body} ) & {rest}' & {rest}",
            written(name)
        )
    };
    let externals = [
        // A second of the processor in a session of its own, without a parent.
        alone("busy", "exec setsid sh -c \"while :; do :; done\"", "sleep 30"),
        // What is left when the command ends is ended.
        alone("left", "exec sleep 300", "sleep 0.2"),
        "large=: {level}; setsid sh -c 'head -c 60000000 /dev/zero | tail -c 60000000 > /dev/null; sleep 0.1'".to_owned(),
        "asleep=: {level}; sleep 300".to_owned(),
    ];
    let externals = externals.iter().flat_map(|one| ["--external", one]);
    let arguments = ["compare", "problems/sokoban/corridor.xsb", "--solvers", "bfs", "--time-limit", "0.3s"];
    let run = banto(&arguments.into_iter().chain(externals.clone()).chain(["--json"]).collect::<Vec<_>>());
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let runs = &found["levels"][0]["runs"];
    let said = |at: usize| (runs[at]["status"].as_str().unwrap(), runs[at]["reason"].as_str());
    // On a busy machine, the clock may end it.
    assert_eq!(said(1).0, "stopped", "{runs}");
    assert!((0.05..1.0).contains(&runs[1]["cpu_seconds"].as_f64().unwrap()), "{runs}");
    assert_eq!(said(2), ("unsolved", None), "{runs}");
    assert!(runs[3]["peak_memory_bytes"].as_u64() > Some(60_000_000), "{runs}");
    assert_eq!(said(4), ("stopped", Some("10 times the time limit by the clock")), "{runs}");
    assert!(runs[4]["cpu_seconds"].as_f64() < Some(0.2), "what was used is told: {runs}");
    let others = &found["solvers"][1]["other_endings"];
    assert_eq!([&others["stopped"], &others["crashed"]], [1, 0], "{found}");
    for name in ["busy", "left"] {
        let id = std::fs::read_to_string(written(name)).unwrap();
        assert!(!std::path::Path::new("/proc").join(id.trim()).exists(), "{name} lives on");
    }
    // In words, too.
    let large = externals.skip(5).take(1);
    let gone = ["--external", "gone=no-such-program {level}", "--external"];
    let shown = banto(&arguments.into_iter().chain(gone).chain(large).collect::<Vec<_>>());
    let shown = text(&shown.stdout);
    assert!(shown.contains("gone: not started: "), "{shown}");
    assert!(shown.contains(" CPU ") && shown.contains(" peak "), "{shown}");
}

/// Which levels of a file were compared is said, too.
#[test]
fn a_comparison_of_one_level_says_which() {
    let flags = ["--level", "2", "--format", "xsb", "--strict"];
    let run = banto(
        &[&["compare", "problems/sokoban/first-steps.xsb", "--solvers", "bfs", "--json"], &flags[..]]
            .concat(),
    );
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let arguments = found["arguments"].as_array().unwrap();
    assert!(arguments.ends_with(&flags.map(Value::from)), "{found}");
    let arguments: Vec<&str> = arguments.iter().map(|word| word.as_str().unwrap()).collect();
    let again = banto(&[&["compare", "problems/sokoban/first-steps.xsb", "--json"], &arguments[..]].concat());
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!([&again["levels"][0]["level"], &again["arguments"]], [&Value::from(2), &found["arguments"]]);
}

/// What a command leaves in place of a plan is read only if it is a file, and only so far.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_no_plan() {
    let problem = root().join("problems/gripper/01-two-balls.pddl");
    for command in ["mkfifo {plan}", "ln -s /dev/zero {plan}", "mkdir {plan}"] {
        let external = format!("x={command}; : {{domain}} {{problem}}");
        let start = std::time::Instant::now();
        let run = crate::command::program()
            .args([
                "compare",
                problem.to_str().unwrap(),
                "--solvers",
                "first",
                "--json",
                "--external",
                &external,
            ])
            .output()
            .unwrap();
        let found: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(found["tasks"][0]["runs"][1]["status"], "unsolved", "{command}: {found}");
        assert!(start.elapsed() < std::time::Duration::from_secs(30), "{command}");
    }
}

/// What a folder is called is never a command, nor a place in one, whatever quotes the command has.
#[test]
#[cfg(unix)]
fn names_of_folders_are_no_commands() {
    let [places, temporary] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let planner = env!("CARGO_BIN_EXE_banto");
    let ran = temporary.path().join("RAN");
    let names = [
        "z;cd;id>PWNED;{problem}",
        "$(touch $RAN)",
        "`touch $RAN`",
        "a'$(touch $RAN)'b",
        "a;touch $RAN;b",
        "{plan} {domain}",
        "-o a",
        "n\nm",
    ];
    for name in names {
        let folder = places.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        for (file, source) in
            [("domain.pddl", "domains/gripper.pddl"), ("p.pddl", "problems/gripper/01-two-balls.pddl")]
        {
            std::fs::copy(root().join(source), folder.join(file)).unwrap();
        }
        for quote in ["", "\"", "'"] {
            let external =
                format!("x={planner} plan {quote}{{domain}}{quote} {quote}{{problem}}{quote} -o {{plan}}");
            let run = crate::command::program()
                .args(["compare", folder.join("p.pddl").to_str().unwrap(), "--solvers", "first", "--json"])
                .args(["--external", &external])
                .env("HOME", temporary.path())
                .env("RAN", &ran)
                .output()
                .unwrap();
            let found: Value = serde_json::from_slice(&run.stdout).unwrap();
            assert_eq!(found["tasks"][0]["runs"][1]["cost"], 5, "{name:?}, {quote}: {found}");
            let made: Vec<_> =
                std::fs::read_dir(temporary.path()).unwrap().flatten().map(|one| one.path()).collect();
            assert!(made.is_empty(), "{name:?}, {quote}: {made:?}");
        }
    }
}

/// Nobody but the process that measures is left to delete the files of a run, if the one that asked is killed.
#[test]
#[cfg(target_os = "linux")]
fn what_is_killed_leaves_no_files() {
    let places = tempfile::tempdir().unwrap();
    let count = || std::fs::read_dir(places.path()).unwrap().count();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_banto"))
        .current_dir(root())
        .args(["compare", "problems/sokoban/corridor.xsb", "--solvers", "bfs"])
        .args(["--external", "asleep=: {level}; sleep 300"])
        .env("TMPDIR", places.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let until = |is_so: &dyn Fn() -> bool| {
        (0..3000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            is_so()
        })
    };
    let ran =
        || std::fs::read_dir(places.path()).unwrap().flatten().any(|one| one.path().join("out").exists());
    assert!(until(&ran), "it did not begin");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(until(&|| count() == 0), "{} left", count());
}

/// A planner says what came after its first plan.
#[test]
fn a_record_tells_the_first_plan_from_its_improvement() {
    let run = banto(&[
        "compare",
        "problems/logistics/03-eight-parcels.pddl",
        "--solvers",
        "default",
        "--threads",
        "1",
        "--json",
    ]);
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let run = &found["tasks"][0]["runs"][0];
    let number = |field: &str| run[field].as_f64().unwrap_or_else(|| panic!("{field}: {run}"));
    let counted = |field: &str| run[field].as_u64().unwrap_or_else(|| panic!("{field}: {run}"));
    assert_eq!(counted("first_plan_expanded") + counted("improvement_expanded"), counted("expanded"));
    assert!((number("first_plan_seconds") + number("improvement_seconds") - number("seconds")).abs() < 1e-6);
    assert!(number("improvement_expanded") > 0.0 && number("improvement_seconds") > 0.0, "{run}");
    if cfg!(target_os = "linux") {
        assert!(
            number("held_memory_bytes") > 1e6 && number("held_memory_bytes") <= number("peak_memory_bytes")
        );
    }
    let shown = banto(&["compare", "problems/logistics/03-eight-parcels.pddl", "--solvers", "default"]);
    let shown = text(&shown.stdout);
    assert!(shown.contains("  default: first plan ") && shown.contains("; improvement "), "{shown}");
}

/// A record has the limits, and repeats the whole.
#[test]
fn a_comparison_repeats_by_its_record() {
    let task = "problems/gripper/02-five-balls.pddl";
    let compare = |arguments: &[&str]| -> Value {
        let run = banto(&[&["compare", task, "--json"], arguments].concat());
        serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{}", text(&run.stderr)))
    };
    let limits = ["--time-limit", "20s", "--memory-limit", "1GiB"];
    let solvers = ["--solvers", "gbfs:ff:random,astar:lmcut", "--seeds", "2"];
    let first = compare(&[&solvers[..], &limits].concat());
    let words = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let settings = words(&first["solvers"][1]["settings"]["arguments"]).join(" ");
    assert!(settings.ends_with("--cpu-limit 20s --memory-limit 1073741824B"), "{settings}");
    assert_eq!(first["solvers"][1]["settings"]["cpu_limit"], 20.0);
    let planned = record(&[&[task][..], &settings.split(' ').collect::<Vec<_>>()].concat());
    let compared = &first["tasks"][0]["runs"][1];
    let same =
        [(&planned["plan"], &compared["plan"]), (&planned["counts"]["expanded"], &compared["expanded"])];
    assert!(same.iter().all(|(one, other)| one == other), "{planned} {compared}");
    let arguments = words(&first["arguments"]);
    assert_eq!(arguments[..2], ["--solvers", "gbfs:ff:random@0,gbfs:ff:random@1,astar:lmcut"]);
    let again = compare(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let counts = |found: &Value| -> Vec<Value> {
        let runs = found["tasks"][0]["runs"].as_array().unwrap();
        runs.iter().map(|run| serde_json::json!([run["solver"], run["plan"], run["expanded"]])).collect()
    };
    assert_eq!(counts(&first), counts(&again));
    let wrong = banto(&["compare", task, "--solvers", "astar:lmcut@1"]);
    assert!(text(&wrong.stderr).contains("draws nothing"), "{}", text(&wrong.stderr));
}

/// Two runs on the same level would count twice.
#[test]
fn the_same_level_or_task_is_compared_once() {
    let level = "problems/sokoban/first-steps.xsb";
    let task = "problems/gripper/01-two-balls.pddl";
    for (files, name) in [([level, level], "first-steps.xsb level 1"), ([task, task], "01-two-balls.pddl")] {
        let run = banto(&["compare", files[0], files[1], "--solvers", "bfs"]);
        assert_eq!(run.status.code(), Some(2), "{files:?}");
        assert!(text(&run.stderr).contains(&format!("{name} is given twice")), "{}", text(&run.stderr));
    }
}

/// Windows, neighborhoods and reductions of a plan are work: the first plan and what came after it add up to the whole.
#[test]
fn the_first_plan_and_its_improvement_add_up() {
    let files = ["domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl"];
    let (first, good) = (record(&[&files[..], &["--first"]].concat()), record(&files));
    for count in ["expanded", "evaluated", "generated", "replayed"] {
        let part = |record: &Value, part: &str| record[part][count].as_u64().unwrap();
        // A first plan is not reduced if it alone is wanted.
        if count != "replayed" {
            assert_eq!(part(&first, "counts"), part(&good, "first_plan"), "{count}");
        }
        assert_eq!(part(&first, "improvement"), 0, "{count}");
        assert!(part(&good, "improvement") > 0, "{count}: {good}");
        assert_eq!(part(&good, "counts"), part(&good, "first_plan") + part(&good, "improvement"), "{count}");
    }
    assert!(
        good["improvement"]["work"].as_u64() > Some(0) && good["improvement"]["replayed"].as_u64() > Some(0)
    );
    let plans = good["plans"].as_array().unwrap();
    assert!(plans.iter().all(|plan| plan["found_by"].is_string()), "{plans:?}");
    assert_eq!(plans.last().unwrap()["found_by"], good["found_by"]);
}

/// Times of the processor, by stages that add up to no more than the whole.
#[test]
fn stages_have_times_of_the_clock_and_of_the_processor() {
    let record = record(&["domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl"]);
    for kind in ["seconds", "cpu_seconds"] {
        let part =
            |name: &str| record[kind][name].as_f64().unwrap_or_else(|| panic!("{kind}.{name}: {record}"));
        let parts: f64 = ["ground", "prepare", "search", "improve"].into_iter().map(part).sum();
        assert!(parts > 0.0 && parts <= part("total"), "{kind}: {record}");
        let stages = ["normalize", "reach", "instantiate", "simplify", "invariants", "pack"];
        assert!(stages.into_iter().map(part).sum::<f64>() <= part("ground") + 1e-9, "{kind}: {record}");
    }
    assert!(record["counts"]["state_bytes"].as_u64() < record["peak_memory_bytes"].as_u64());
}

/// `tests/program/commands/downward.toml` has what Fast Downward does, and the flags with which we do the same.
#[test]
fn flags_that_mean_the_same_as_in_fast_downward_expand_as_many() {
    let path = root().join("tests/program/commands/downward.toml");
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let cases = table["case"].as_array().unwrap();
    assert!(cases.len() >= 12);
    for case in cases {
        let [ours, domain, problem] = ["ours", "domain", "problem"].map(|name| case[name].as_str().unwrap());
        let found = record(&[&[domain, problem][..], &ours.split(' ').collect::<Vec<_>>()].concat());
        assert_eq!(found["cost"].as_i64(), case["cost"].as_integer(), "{ours} {problem}");
        for count in ["expanded", "evaluated", "generated"] {
            let counted = found["counts"][format!("{count}_until_last_jump")].as_i64();
            assert_eq!(counted, case[count].as_integer(), "{ours} {problem}: {count}");
        }
    }
}

/// An action with more instances than can be made in the time: the limit ends grounding, and the message says so.
#[test]
fn a_limit_in_grounding_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let numbered = |count: usize, before: &str, after: &str| {
        (0..count).map(|at| format!("{before}{at}{after}")).collect::<Vec<_>>().join(" ")
    };
    let (parameters, conditions) = (numbered(9, "?x", ""), numbered(9, "(in ?x", ")"));
    let domain = format!(
        "(define (domain wide) (:predicates (in ?x) (done ?x ?y)) (:action all :parameters ({parameters}) \
         :precondition (and {conditions}) :effect (done ?x0 ?x8)))"
    );
    let (objects, init) = (numbered(40, "o", ""), numbered(40, "(in o", ")"));
    let problem = format!(
        "(define (problem p) (:domain wide) (:objects {objects}) (:init {init}) (:goal (done o0 o0)))"
    );
    let files = [file("domain.pddl", domain), file("problem.pddl", problem)];
    let run = banto(&["plan", &files[0], &files[1], "--time-limit", "1s", "--json"]);
    assert_eq!(run.status.code(), Some(23), "{}", text(&run.stdout));
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let message = found["message"].as_str().unwrap();
    assert!(message.starts_with("no plan found: time limit while grounding, in stage "), "{message}");
    assert!(message.contains("action all has 9 parameters"), "{message}");
    for words in ["about 2.6e14 instances", "?x0 has 40 objects", "a model with smaller steps"] {
        assert!(message.contains(words), "{words}: {message}");
    }
    let grounded = &found["grounded"];
    assert_eq!([&grounded["widest"], &grounded["parameter"]], ["all", "?x0"], "{found}");
    assert_eq!(grounded["parameter_objects"], 40, "{found}");
    let stage = found["stopped_in"].as_str().unwrap();
    assert!(message.contains(stage) && found["seconds"]["ground"].as_f64() > Some(0.5), "{found}");
}

/// The layers of an optimal search, and its lowest estimates, are events.
#[test]
fn layers_and_estimates_are_told() {
    let task = "problems/gripper/02-five-balls.pddl";
    let run = banto(&["plan", task, "--optimal", "--plain", "--events"]);
    let events: Vec<Value> =
        text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str, field: &str| -> Vec<u64> {
        let events = events.iter().filter(|event| event["event"] == kind);
        events.map(|event| event[field].as_u64().unwrap_or_else(|| panic!("{event}"))).collect()
    };
    let result = &events.iter().find(|event| event["event"] == "result").unwrap();
    let bounds = of("layer", "f");
    assert!(bounds.len() > 2 && bounds.is_sorted_by(|one, other| one < other), "{bounds:?}");
    assert_eq!(bounds, of("layer", "lower_bound"));
    assert_eq!(bounds.first(), result["initial_h"][0]["value"].as_u64().as_ref());
    assert_eq!(bounds.last(), result["cost"].as_u64().as_ref());
    // The counts of the last layer are those until the last jump.
    let expanded = result["counts"]["expanded_until_last_jump"].as_u64();
    assert_eq!(of("layer", "expanded").last(), expanded.as_ref(), "{result}");
    assert!(of("layer", "g").iter().zip(&bounds).all(|(g, f)| g <= f));
    let estimates = of("estimate", "best_h");
    assert!(estimates.is_sorted_by(|one, other| one > other), "{estimates:?}");
    assert_eq!(estimates.last(), Some(&0));
}

/// The rounds of iterative deepening are layers, too: each limit is a bound, and the last one is the cost.
#[test]
fn rounds_are_layers() {
    let task = "problems/gripper/01-two-balls.pddl";
    let flags = ["--search", "ida", "--heuristic", "hmax", "--plain", "--events"];
    let run = banto(&[&["plan", task], &flags[..]].concat());
    let events: Vec<Value> =
        text(&run.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &'static str| events.iter().filter(move |event| event["event"] == kind);
    let result = of("result").next().unwrap();
    let bounds: Vec<u64> = of("layer").map(|event| event["lower_bound"].as_u64().unwrap()).collect();
    assert!(bounds.len() > 2 && bounds.is_sorted_by(|one, other| one < other), "{bounds:?}");
    assert_eq!(bounds.last(), result["cost"].as_u64().as_ref(), "{result}");
}

/// A random order is another one for each seed, and the same for the same.
#[test]
fn a_seed_decides_on_the_order_of_successors() {
    let files = ["domains/gripper.pddl", "problems/gripper/02-five-balls.pddl"];
    let search = ["--search", "gbfs", "--heuristic", "ff", "--successors", "random", "--seed"];
    let plan = |seed: &str| record(&[&files[..], &search, &[seed]].concat())["plan"].clone();
    let plans: std::collections::BTreeSet<String> =
        ["0", "1", "2", "3"].iter().map(|seed| plan(seed).to_string()).collect();
    assert!(plans.len() > 1 && plan("1") == plan("1"), "{plans:?}");
    let solvers = ["--solvers", "gbfs:ff:random,bfs:plain", "--seeds", "5", "--json"];
    let run = banto(&[&["compare"], &files[..], &solvers].concat());
    let found: Value = serde_json::from_slice(&run.stdout).unwrap();
    let runs = found["tasks"][0]["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[4]["solver"]), (6, &Value::from("gbfs:ff:random@4")));
    assert_eq!(runs[5]["solver"], "bfs:plain");
    assert!(text(&run.stderr).contains("bfs:plain draws nothing, so it runs once"), "{}", text(&run.stderr));
    assert_eq!(found["solvers"][4]["settings"]["seed"], 4);
    let numbers = |at: usize, field: &str| -> Vec<f64> {
        let numbers = found["seeds"][at][field].as_array().unwrap().iter();
        numbers.map(|number| number.as_f64().unwrap()).collect()
    };
    let mut expanded: Vec<f64> = runs[..5].iter().map(|run| run["expanded"].as_f64().unwrap()).collect();
    expanded.sort_by(f64::total_cmp);
    assert_eq!(format!("{:?}", numbers(0, "expanded")), format!("{:?}", &expanded[1..4]));
    assert_eq!(found["seeds"].as_array().unwrap().len(), 1);
}

/// Each list has as many items as lines.
#[test]
fn lists_of_a_ground_task_are_the_same_as_json() {
    let task = "problems/gripper/01-two-balls.pddl";
    for what in [
        "facts",
        "operators",
        "mutexes",
        "variables",
        "landmarks",
        "invariants",
        "schemas",
        "axioms",
        "leaves",
        "causal-graph",
        "symmetries",
        "states",
    ] {
        let lines = banto(&["ground", task, "--list", what, "--limit", "7"]);
        let lines = text(&lines.stdout).lines().filter(|line| !line.starts_with("  (")).count();
        let found = banto(&["ground", task, "--list", what, "--limit", "7", "--json"]);
        let found: Value = serde_json::from_slice(&found.stdout).unwrap();
        assert_eq!((&found["list"], found["items"].as_array().unwrap().len()), (&Value::from(what), lines));
        match what {
            "symmetries" => assert_eq!(found["items"][0], serde_json::json!(["ball1", "ball2"])),
            "states" => assert_eq!((lines, &found["items"][0]["steps"][0]["to"]), (7, &Value::from(1))),
            _ => {}
        }
    }
}

#[test]
fn work_takes_processor_time_and_sleep_takes_none() {
    for all_threads in [false, true] {
        let watch = Stopwatch::start(all_threads);
        let mut sum = 0_u64;
        while watch.taken().cpu.unwrap() <= Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        if !all_threads {
            let Taken { time, cpu } = watch.taken();
            // The clocks of some systems tick every 16 ms.
            assert!(cpu.unwrap() <= time + Duration::from_millis(16), "{cpu:?} {time:?}");
            let watch = Stopwatch::start(all_threads);
            std::thread::sleep(Duration::from_millis(50));
            assert!(watch.taken().cpu.unwrap() < Duration::from_millis(30));
        }
    }
}
