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
    assert_eq!(count, 20);
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

/// Windows, neighborhoods and reductions of a plan are work: the first plan and what came after it add up to the whole.
#[test]
fn the_first_plan_and_its_improvement_add_up() {
    let files = ["domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl"];
    let (first, good) = (record(&[&files[..], &["--first"]].concat()), record(&files));
    for count in ["expanded", "evaluated", "generated"] {
        let part = |record: &Value, part: &str| record[part][count].as_u64().unwrap();
        assert_eq!(part(&first, "counts"), part(&good, "first_plan"), "{count}");
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
    let run = banto(&[&["plan"], &files[..], &["--record"]].concat());
    let lines = text(&run.stdout);
    for start in [
        "First plan: ",
        "Improvement: ",
        "Settings: --seed 0 --threads 1\n",
        "Found by: ",
        "Program: banto ",
        "Machine: ",
    ] {
        assert!(lines.contains(&format!("\n{start}")), "{start}: {lines}");
    }
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

/// `tests/program/commands/downward.toml` has what Fast Downward does: the flags that are called equivalent do the
/// same.
#[test]
fn what_is_called_equivalent_expands_as_many() {
    let path = root().join("tests/program/commands/downward.toml");
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let cases = table["case"].as_array().unwrap();
    assert!(cases.len() >= 12);
    for case in cases {
        let [theirs, domain, problem] =
            ["theirs", "domain", "problem"].map(|name| case[name].as_str().unwrap());
        let refused = banto(&["plan", domain, problem, "--search", theirs]);
        assert_eq!(refused.status.code(), Some(2));
        let said = text(&refused.stderr);
        let ours = said.lines().find_map(|line| line.split_once("the equivalent is: banto plan ")).unwrap().1;
        let found = record(&[&[domain, problem][..], &ours.split(' ').collect::<Vec<_>>()].concat());
        assert_eq!(found["cost"].as_i64(), case["cost"].as_integer(), "{theirs} {problem}");
        for count in ["expanded", "evaluated", "generated"] {
            let counted = found["counts"][format!("{count}_until_last_jump")].as_i64();
            assert_eq!(counted, case[count].as_integer(), "{theirs} {problem}: {count}");
        }
    }
}

/// Whatever banto names in place of another planner's configuration is a command line that it takes.
#[test]
fn what_is_called_nearest_can_be_run() {
    for theirs in [
        "astar(lmcut())",
        "eager_greedy([ff(), add()])",
        "eager_wastar([ff()], w=3)",
        "lazy_greedy([ff()], preferred=[ff()], boost=0)",
        "lazy_wastar([ff()], preferred=[ff()], w=2)",
        "ehc(ff())",
        "ehc(ff(), preferred=[ff()])",
        "astar(goalcount(), bound=9)",
        "lama-first",
    ] {
        let refused = banto(&["plan", "problems/blocks/02-sussman.pddl", "--search", theirs]);
        let said = text(&refused.stderr);
        let ours = said
            .lines()
            .find_map(|line| line.split_once(": banto plan "))
            .unwrap_or_else(|| panic!("{said}"))
            .1;
        let found = record(
            &[&["problems/blocks/02-sussman.pddl"][..], &ours.split(' ').collect::<Vec<_>>()].concat(),
        );
        assert_eq!(
            found["status"].as_str().map(|status| ["solved", "optimal"].contains(&status)),
            Some(true),
            "{theirs}: {found}"
        );
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
    let stage = found["stopped_in"].as_str().unwrap();
    assert!(message.contains(stage) && found["seconds"]["ground"].as_f64() > Some(0.5), "{found}");
}

/// What is the same as in Fast Downward, what is near, and what there is nothing like.
#[test]
fn what_is_the_same_and_what_is_not_is_told_apart() {
    let nearest = "the nearest, which orders equal states and estimates otherwise, is: banto plan";
    for (theirs, said) in [
        ("astar(blind())", "; the equivalent is: banto plan --search astar --heuristic blind --plain"),
        ("AStar( hmax ( ) )", "; the equivalent is: banto plan --search astar --heuristic hmax --plain"),
        (
            "let(h, hmax(), astar(h))",
            "; the equivalent is: banto plan --search astar --heuristic hmax --plain",
        ),
        ("astar(lmcut())", &format!("; {nearest} --search astar --heuristic lmcut --plain")),
        (
            "astar(lmcut(), max_time=10, bound=20)",
            "; `max_time=10` (--time-limit is that of the whole run) and `bound=20` (--until-cost ends a run, and prunes \
             nothing) have no equivalent here; the nearest without is: banto plan --search astar --heuristic lmcut --plain",
        ),
        (
            "astar(blind(),pruning=stubborn_sets_simple())",
            "`pruning=stubborn_sets_simple()` (reductions find other steps) has no equivalent here; the nearest without is: banto plan --search \
             astar --heuristic blind --plain",
        ),
        (
            "astar(lmcount(lm_rhw(),admissible=true))",
            "; `lmcount(lm_rhw(),admissible=true)` has no equivalent here: see banto plan --list",
        ),
        (
            "eager_wastar([ff()], w=5)",
            &format!("{nearest} --search wastar --heuristic ff --weight 5 --plain"),
        ),
        (
            "lazy_greedy([ff(), cg()], randomize_successors=true)",
            "`cg()` and `randomize_successors=true` have no equivalent here; the nearest without is: banto plan \
             --search lazy-gbfs --heuristic ff --preferred none --costs real --plain",
        ),
        (
            "let(hff, ff(), let(hcea, add(), lazy_greedy([hff, hcea], preferred=[hff])))",
            &format!(
                "{nearest} --search lazy-gbfs --heuristic ff --heuristic hadd --preferred boost --costs real --plain"
            ),
        ),
        (
            "eager(type_based([g()]))",
            "`eager(type_based([g()]))` (it takes single(...) and a heuristic) has no equivalent here: see banto plan --list",
        ),
        (
            "iterated([astar(blind())])",
            "`iterated([astar(blind())])` (--anytime improves plans in another way) has no equivalent here: see banto plan \
             --list",
        ),
        (
            "eager(single(ff()), bound=infinity)",
            &format!("{nearest} --search gbfs --heuristic ff --preferred none --costs real --plain"),
        ),
        (
            "lazy(open=single(eval=hmax(transform=adapt_costs(one))))",
            &format!("{nearest} --search lazy-gbfs --heuristic hmax --preferred none --plain"),
        ),
        // Boosting is what lazy searches do by default, and eager ones do not.
        (
            "eager_greedy(evals=[ff()], preferred=[ff()])",
            &format!("{nearest} --search gbfs --heuristic ff --preferred lists --costs real --plain"),
        ),
        (
            "eager_greedy([ff()], preferred=[ff()], boost=1000)",
            &format!("{nearest} --search gbfs --heuristic ff --preferred boost --costs real --plain"),
        ),
        ("eager_wastar([ff()])", &format!("{nearest} --search wastar --heuristic ff --weight 1 --plain")),
        (
            "lazy_wastar([ff()], reopen_closed=false)",
            "`reopen_closed=false` (the search decides) has no equivalent here; the nearest without is: banto plan --search \
             lazy-wastar --heuristic ff --weight 1 --preferred none --plain",
        ),
        (
            "eager_greedy([add()], preferred=[add()])",
            "`preferred=[add()]` (it takes heuristics of the search that prefer operators here: ff) has no equivalent \
             here; the nearest without is: banto plan --search gbfs --heuristic hadd --preferred none --costs real --plain",
        ),
        (
            "astar(lmcut(transform=adapt_costs(one)))",
            "`transform=adapt_costs(one)` (estimates that prove plans cheapest count real costs) has no equivalent here: \
             see banto plan --list",
        ),
        ("astar(hm(m=3))", "`m=3` has no equivalent here: see banto plan --list"),
        ("astar(hm(3))", "`hm(3)` (m is 2) has no equivalent here: see banto plan --list"),
        ("lama-first", "alias of Fast Downward; the nearest is: banto plan --first"),
    ] {
        let refused = banto(&["plan", "problems/blocks/01-swap.pddl", "--search", theirs]);
        let heard = text(&refused.stderr).lines().next().unwrap_or_default().to_owned();
        let is_end = heard.ends_with(said) || (said.ends_with("here") && heard.contains(said));
        assert!(is_end, "{theirs}: {heard}");
    }
    for other in ["astr", "(", "", "astar(", "astar(blind())x(", "[", "let(", "=", "a(b=)"] {
        let refused = banto(&["plan", "problems/blocks/01-swap.pddl", "--search", other]);
        assert_eq!(refused.status.code(), Some(2), "{other}");
        assert!(!text(&refused.stderr).contains("Fast Downward"), "{other}: {}", text(&refused.stderr));
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
