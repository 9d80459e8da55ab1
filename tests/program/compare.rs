//! Solvers side by side: the registry of names, validated outcomes, and what `banto compare` writes.

use std::fs;
use std::time::Duration;

use crate::command::{assert_page, banto, text};
use banto::internals::compare::price::{Middle, Sum};
use banto::internals::compare::{Allowed, Comparison, Entry, Solution, Subject};
use banto::internals::compare::{Ending, SolverName, csv, html, json, run, solve, solver};
use banto::limits::{Limits, Stop};
use banto::search::Random;
use banto::sokoban::direct::SOLVERS;
use banto::sokoban::encode::ENCODINGS;
use banto::sokoban::level::{self, Level};
use banto::source::SourceText;

const FIRST_STEPS: &str = "problems/sokoban/first-steps.xsb";
const UNSOLVABLE: &str = "tests/compare/unsolvable.xsb";

fn levels(path: &str) -> Vec<Level> {
    level::read(&SourceText::new(path, fs::read_to_string(path).unwrap()), None).collection.levels
}

/// How many pushes, or with 1 how many moves, the validator counts.
fn length(solution: &Solution, index: usize) -> usize {
    usize::try_from(solution.lengths[index]).unwrap()
}

fn named(name: &str) -> SolverName {
    SolverName::read(name).unwrap()
}

/// Fewest pushes and fewest moves of the first steps.
const BEST: [(usize, usize); 3] = [(2, 2), (2, 11), (2, 9)];

#[test]
fn every_solver_solves_the_first_steps_and_keeps_its_promise() {
    let direct = SOLVERS.iter().map(|row| row.name.to_owned());
    let searches = ["default", "optimal", "bfs", "gbfs", "uniform-cost"];
    let strips =
        ENCODINGS.iter().flat_map(|row| searches.map(|search| format!("strips:{}:{search}", row.name)));
    for name in direct.chain(strips) {
        let solver = named(&name);
        for (level, (pushes, moves)) in levels(FIRST_STEPS).iter().zip(BEST) {
            let outcome = solve(level, &solver, &Limits::none(), &()).unwrap();
            let solution = outcome.solution().unwrap_or_else(|| panic!("{name}: {:?}", outcome.ending));
            assert_eq!(solution.text.len(), length(solution, 1), "{name}");
            assert_eq!(solution.path.iter().filter(|made| made.push).count(), length(solution, 0), "{name}");
            assert!(length(solution, 0) >= pushes && length(solution, 1) >= moves, "{name}");
            assert!(!solver.promise().is_least_pushes() || length(solution, 0) == pushes, "{name}");
            assert!(!solver.promise().is_least_moves() || length(solution, 1) == moves, "{name}");
            assert!(
                outcome.work.counts.expanded > 0 && outcome.work.states > 0 && outcome.work.bytes > 0,
                "{name}"
            );
            assert!(outcome.search.time <= outcome.taken.time, "{name}");
        }
    }
}

#[test]
fn promises_of_general_planning_hold_on_a_level_with_choices() {
    let level = &levels("problems/sokoban/corridor.xsb")[0];
    let lengths = |name: &str| {
        let outcome = solve(level, &named(name), &Limits::none(), &()).unwrap();
        let solution = outcome.solution().unwrap().clone();
        (length(&solution, 0), length(&solution, 1))
    };
    let (pushes, _) = lengths("pushes-moves");
    let (_, moves) = lengths("moves-pushes");
    for (name, least_pushes, least_moves) in [
        ("strips:pushes:optimal", true, false),
        ("strips:pushes:bfs", true, false),
        ("strips:typed:optimal", true, false),
        ("strips:typed:bfs", false, true),
        ("strips:filtered:optimal", false, true),
        ("strips:basic:bfs", false, true),
        ("strips:basic:gbfs", false, false),
    ] {
        let promise = named(name).promise();
        assert_eq!(
            (promise.is_least_pushes(), promise.is_least_moves()),
            (least_pushes, least_moves),
            "{name}"
        );
        if least_pushes || least_moves {
            let found = lengths(name);
            assert!(!least_pushes || found.0 == pushes, "{name}: {found:?}");
            assert!(!least_moves || found.1 == moves, "{name}: {found:?}");
        }
    }
}

#[test]
fn names_are_read_and_misspelled_ones_are_answered() {
    assert_eq!(named("strips:filtered:default").name(), "strips:filtered");
    for (name, _) in solver::all() {
        assert_eq!(named(&name).name(), name);
    }
    for (name, words) in [
        ("dirct", "there is no solver dirct; did you mean direct?"),
        ("strips", "there is no solver strips; did you mean strips:basic?"),
        ("strip:typed", "there is no solver strip:typed; did you mean strips:typed?"),
        ("strips:typd", "there is no encoding typd in strips:typd; did you mean typed?"),
        ("strips:typed:gbf", "there is no search gbf in strips:typed:gbf; did you mean gbfs?"),
        ("strips:", "there are basic, filtered, typed, pushes"),
        ("strips:basic:", "`banto compare --help` lists solvers, `banto plan --help` heuristics"),
        ("", "there are direct, bfs"),
    ] {
        let message = SolverName::read(name).unwrap_err();
        assert!(message.contains(words), "{name}: {message}");
    }
    // The settings of a search are those of `plan`.
    for (name, read) in [
        ("wastar:weight=2:lmcut", Ok("wastar:lmcut:weight=2")),
        (
            "gbfs:ff:open-list=types:ties=last:costs=unit:preferred=none",
            Ok("gbfs:ff:open-list=types:preferred=none:ties=last:costs=unit"),
        ),
        ("strips:basic:wastar:weight=2", Err("there is no search")),
        ("gbfs:ff:weight=2", Err("gbfs uses no weight; a weight needs the search wastar")),
        ("wastar:weight=2:weight=3", Err("weight is set twice")),
        ("wastar:weight=0", Err("there is no heuristic or reduction weight=0 in wastar:weight=0")),
        ("astar:lmcut:costs=unit", Err("its estimates prove plans")),
    ] {
        match (SolverName::for_tasks(name), read) {
            (Ok(solver), Ok(full)) => assert_eq!(solver.name(), full),
            (Err(message), Err(words)) => assert!(message.contains(words), "{name}: {message}"),
            (found, _) => panic!("{name}: {found:?}"),
        }
    }
}

#[test]
fn a_level_without_a_solution_is_called_so_by_all() {
    let level = &levels(UNSOLVABLE)[0];
    for name in
        ["direct", "bfs", "astar", "strips:basic", "strips:filtered", "strips:pushes", "strips:typed:bfs"]
    {
        let outcome = solve(level, &named(name), &Limits::none(), &()).unwrap();
        assert!(matches!(outcome.ending, Ending::Unsolvable(_)), "{name}: {:?}", outcome.ending);
    }
}

#[test]
fn limits_stop_solvers_of_both_kinds() {
    let level = &levels(FIRST_STEPS)[1];
    for name in ["direct", "strips:basic"] {
        let limits = Limits::none().with_time(Duration::ZERO);
        let outcome = solve(level, &named(name), &limits, &()).unwrap();
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Time), "{name}");
    }
}

fn comparison(path: &str, names: &[&str], threads: usize) -> Comparison {
    let numbered = levels(path).into_iter().enumerate();
    let entries = numbered.map(|(index, level)| Entry::level(path.to_owned(), index + 1, level));
    let solvers = names.iter().map(|name| named(name)).collect();
    run(entries.collect(), solvers, Allowed::default(), threads, &|_| {}, &())
}

#[test]
fn threads_change_no_result() {
    let shown = |threads: usize| {
        let mut value = json::value(&comparison(FIRST_STEPS, &["direct", "bfs", "strips:filtered"], threads));
        for level in value["levels"].as_array_mut().unwrap() {
            for run in level["runs"].as_array_mut().unwrap() {
                for measured in [
                    "seconds",
                    "cpu_seconds",
                    "preparation_seconds",
                    "preparation_cpu_seconds",
                    "search_seconds",
                    "search_cpu_seconds",
                    "first_plan_seconds",
                    "first_plan_cpu_seconds",
                    "improvement_seconds",
                    "improvement_cpu_seconds",
                    "repeats",
                    "time_ratio",
                    "held_memory_bytes",
                    "peak_memory_bytes",
                ] {
                    run[measured].take();
                }
            }
        }
        value["levels"].clone()
    };
    assert_eq!(shown(1), shown(3));
}

#[test]
fn what_is_canceled_is_not_counted() {
    let allowed = Allowed::default();
    allowed.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let entries = vec![Entry::level("a".to_owned(), 1, levels(FIRST_STEPS).remove(0))];
    let cut = run(entries, vec![named("direct")], allowed, 2, &|_| {}, &());
    assert!(!cut.is_whole());
    assert_eq!(json::value(&cut)["status"], "interrupted");
    assert_eq!(csv::text(&cut).lines().count(), 1);
    assert_page(&html::page(&cut));
    assert!(!html::page(&cut).contains("Every solution below has been replayed"), "there is none");
}

/// What only the direct solver solves counts: as unbounded, not as if it had not been tried.
#[test]
fn a_price_counts_what_was_not_solved() {
    let mut comparison = comparison(FIRST_STEPS, &["direct", "strips:typed"], 1);
    let price = |comparison: &Comparison| banto::internals::compare::price::prices(comparison).remove(0);
    let whole = price(&comparison);
    assert_eq!((whole.levels, whole.alone), (3, [0, 0]));
    assert!(whole.time.median.is_finite() && whole.time.interval.is_none());
    for level in &mut comparison.entries[1..] {
        level.outcomes[1].as_mut().unwrap().ending = Ending::Stopped(Stop::Time);
    }
    let cut = price(&comparison);
    assert_eq!((cut.levels, cut.alone), (3, [0, 2]));
    assert!(cut.time.median.is_infinite() && cut.states.median.is_infinite());
    let shown = banto::internals::compare::table::text(&comparison, true, None);
    // A terminal of 80 columns has the same in lines that fit.
    let narrow = banto::internals::compare::table::text(&comparison, true, Some(80));
    let tables = narrow
        .lines()
        .filter(|line| line.starts_with("  ") && line.contains("  direct") || line.starts_with("  solver"));
    assert!(tables.clone().count() > 4 && tables.clone().all(|line| line.chars().count() <= 80), "{narrow}");
    let said = "price of generality: medians over the levels that either solves";
    assert!(
        shown.contains(said) && shown.contains("in brackets where they lie with a confidence of 95 %"),
        "{shown}"
    );
    // Where the only long levels are those that one has not solved, these are counted apart from all.
    let row = shown.lines().last().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(row.starts_with("strips:typed direct 3 0 2 "), "{shown}");
    assert!(row.ends_with(" unbounded unbounded of 2 unbounded"), "{shown}");
    let quiet = banto::internals::compare::table::text(&comparison, false, None);
    assert!(quiet.starts_with("summary of 3 levels\n") && shown.ends_with(&quiet), "{quiet}");
    // The high water of the process is no figure of a run.
    assert!(!shown.contains("peak"), "{shown}");
    assert!(shown.contains("strips:typed against direct: not solved, the other is"), "{shown}");
    let value = json::value(&comparison);
    assert!(value["prices"][0]["median_time_ratio"].is_null(), "{value}");
    assert_eq!(value["prices"][0]["over_alone"], 2);
    assert!(shown.contains("single pushes") || shown.contains("pushes, then macro moves"), "{shown}");
}

/// One level is one table; no price is made of times that the clock tells apart, and what is counted differently is not
/// set side by side.
#[test]
fn one_level_says_what_it_can() {
    let mut comparison = comparison("problems/sokoban/scales.xsb", &["direct", "strips:filtered"], 1);
    let mut text_of = |milliseconds: u64| {
        for outcome in comparison.entries[0].outcomes.iter_mut().flatten() {
            let time = Duration::from_millis(milliseconds);
            outcome.taken = banto::limits::Taken { time, cpu: Some(time) };
        }
        banto::internals::compare::table::text(&comparison, true, None)
    };
    let short = text_of(9);
    assert!(
        !short.contains("summary") && !short.contains("PAR2") && !short.contains("  expanded"),
        "{short}"
    );
    assert!(short.contains("  9.00ms  ") && !short.contains(" time x"), "{short}");
    assert!(short.contains(", time too short to compare: take more levels\n"), "{short}");
    assert!(
        short.contains(
            "strips:filtered (states that leave open what moves freely, by several searches in turns)"
        ),
        "{short}"
    );
    let long = text_of(10);
    assert!(
        long.contains("strips:filtered against direct: pushes ") && long.contains(" time x1.00, "),
        "{long}"
    );
    assert!(!long.contains("too short"), "{long}");
}

/// A run that the user cuts short is shown with what it has done; what was not begun is "not run".
#[test]
fn what_was_cut_short_is_shown() {
    let allowed = Allowed::default();
    let cancel = std::sync::Arc::clone(&allowed.cancel);
    let entries = vec![Entry::level("a".to_owned(), 1, levels("problems/sokoban/granary.xsb").remove(0))];
    // Whichever of the two is drawn to be the first takes longer than that.
    let solvers = vec![named("bfs"), named("strips:basic:bfs")];
    let begins = move |_: &banto::internals::compare::Begun<'_>| {
        let cancel = std::sync::Arc::clone(&cancel);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    };
    let cut = run(entries, solvers, allowed, 1, &begins, &());
    let shown = banto::internals::compare::table::text(&cut, true, None);
    assert!(!cut.is_whole() && shown.contains("interrupted") && shown.contains("not run"), "{shown}");
    assert_eq!(csv::text(&cut).lines().count(), 2);
}

/// Text, CSV and JSON are views of the same figures, also of a run that ended before it searched.
#[test]
fn every_view_has_the_same_figures() {
    let mut comparison = comparison(FIRST_STEPS, &["bfs", "astar"], 1);
    comparison.entries[0].outcomes[0] = Some(Ending::Stopped(Stop::Time).into());
    let (rows, value) = (csv::text(&comparison), json::value(&comparison));
    let names: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let place = |name: &str| names.iter().position(|one| *one == name).unwrap();
    let shown = banto::internals::compare::table::text(&comparison, true, None);
    let first: Vec<Vec<&str>> =
        shown.lines().skip(1).take(2).map(|line| line.split_whitespace().collect()).collect();
    for name in ["expanded", "generated", "states"] {
        let title = first[0].iter().rev().position(|title| *title == name).unwrap();
        // A size has its unit beside it, as `0 B`.
        let seen = first[1][first[1].len() - 2 - title];
        let field = rows.lines().nth(1).unwrap().split(',').nth(place(name)).unwrap();
        let number = value["levels"][0]["runs"][0][name].to_string();
        assert_eq!([seen, field], [number.as_str(); 2], "{name}: {shown}");
    }
}

#[test]
fn the_page_is_whole_and_needs_nothing_else() {
    let mut comparison = comparison(FIRST_STEPS, &["direct", "bfs", "strips:filtered"], 1);
    let Subject::Level(level) = &mut comparison.entries[0].entry.subject else { panic!() };
    level.title = Some("<b> & \"more\"".to_owned());
    let page = html::page(&comparison);
    assert_page(&page);
    assert!(page.contains("&lt;b&gt; &amp; &quot;more&quot;"));
    assert_eq!(page.matches("class=\"board\"").count(), 3);
    // Of expansions there is a plot only where they are of the same.
    assert_eq!(page.matches("class=\"plot\"").count(), 2);
    assert_eq!(
        html::page(&self::comparison(FIRST_STEPS, &["bfs", "astar"], 1)).matches("class=\"plot\"").count(),
        3
    );
    assert_eq!(page.matches("<option").count(), 13);
    for part in ["prefers-color-scheme", "data-do=\"first\"", "ArrowRight", "strips:filtered"] {
        assert!(page.to_lowercase().contains(&part.to_lowercase()), "{part}");
    }
    let unsolvable = self::comparison(UNSOLVABLE, &["direct"], 1);
    let page = html::page(&unsolvable);
    assert_page(&page);
    assert!(page.contains("No solution to show."));
}

#[test]
fn the_command_prints_tables_and_writes_files() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, html) = (place("a.csv"), place("a.html"));
    let run = banto(&[
        "compare",
        FIRST_STEPS,
        UNSOLVABLE,
        "--solvers",
        "bfs,strips:pushes",
        "--csv",
        &csv,
        "--html",
        &html,
    ]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert_eq!(text(&run.stderr), format!("wrote {csv}\nwrote {html}\n"));
    let out = text(&run.stdout);
    for words in [
        "first-steps.xsb level 3: Around the pillar (6 x 7, 1 box)\n",
        "strips:pushes against bfs: pushes 0, moves 0, ",
        "unsolvable       -      -",
        "summary of 4 levels\n",
        "3 levels that every solver has solved\n",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let rows = fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 9);
    // Commas between quotes do not count.
    let commas = |row: &str| row.split('"').step_by(2).map(|part| part.matches(',').count()).sum::<usize>();
    let names = commas(rows.lines().next().unwrap());
    assert!(rows.lines().all(|row| commas(row) == names), "{rows}");
    assert!(rows.contains("level,title,solver,status") && rows.contains(",RR,"), "{rows}");
    let page = fs::read_to_string(&html).unwrap();
    assert_page(&page);
    for words in [
        "PAR2, PAR10: the mean time, where a run without an answer counts as 2 or 10 times the limit",
        "not the same is asked: strips:pushes promises no measure, bfs promises the fewest pushes",
        "what is expanded is not the same, so its counts are not compared: bfs (single pushes); strips:pushes (",
    ] {
        assert!(out.contains(words) && page.contains(words), "{words}: {out}");
    }
    let run = banto(&["compare", FIRST_STEPS, "--level", "2", "--solvers", "bfs,astar", "--csv", "-"]);
    assert_eq!(text(&run.stdout).lines().count(), 3);
    let run =
        banto(&["compare", FIRST_STEPS, "--level", "2", "--solvers", "bfs", "--json", "--threads", "2"]);
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(object["levels"][0]["runs"][0]["moves"], 11);
    assert_eq!(object["solvers"][0]["promise"], "fewest pushes");
}

/// A file that cannot be read does not stand in the way of the others.
#[test]
fn what_can_be_read_is_compared() {
    let broken = "tests/sokoban/faults/open-top.xsb";
    let tasks = ["problems/blocks/no-such.pddl", "problems/gripper/01-two-balls.pddl"];
    for (files, solver, shown) in
        [(&[broken, FIRST_STEPS][..], "direct", "first-steps.xsb"), (&tasks, "default", "01-two-balls.pddl")]
    {
        let run = banto(&[&["compare"], files, &["--solvers", solver]].concat());
        assert_eq!(run.status.code(), Some(31), "{}", text(&run.stderr));
        assert!(text(&run.stdout).contains(shown), "{}", text(&run.stdout));
        assert!(text(&run.stderr).contains("comparing the others: "), "{}", text(&run.stderr));
    }
}

#[test]
fn the_command_says_what_is_wrong() {
    for (arguments, code, words) in [
        (&["compare"][..], 2, "required"),
        (&["compare", FIRST_STEPS, "--solvers", "direct,bsf"], 2, "did you mean bfs?"),
        (&["compare", FIRST_STEPS, "--solvers", "bfs,bfs"], 2, "bfs is named twice"),
        (
            &["compare", FIRST_STEPS, "--level", "4"],
            2,
            "has no level 4\nhelp: its levels are numbered from 1 to 3",
        ),
        (&["compare", FIRST_STEPS, "--level", "last"], 2, "numbers as in 3, 1-10 or 2,5,7-9 are expected"),
        (&["compare", FIRST_STEPS, "--html", "-", "--csv", "-"], 2, "standard output takes one result"),
        (&["compare", "problems/sokoban/no-such.xsb"], 31, "no such file"),
        (&["compare", FIRST_STEPS, "tests/sokoban/faults/open-top.xsb", "--strict"], 31, "E0307"),
        (&["compare", FIRST_STEPS, "--csv", "no/such/folder.csv"], 31, "cannot write"),
        (&["sokoban", "solve", FIRST_STEPS, "--solver", "strips:fltered"], 2, "did you mean filtered?"),
        (
            &["sokoban", "solve", FIRST_STEPS, "--solver", "strips:typed:optimal", "--optimal", "moves"],
            2,
            "does not guarantee the fewest moves",
        ),
        (
            &["sokoban", "solve", FIRST_STEPS, "--solver", "direct", "--optimal", "pushes"],
            2,
            "direct does not guarantee the fewest pushes; bfs, pushes, pushes-moves do",
        ),
        (&["sokoban", "solve", UNSOLVABLE, "--solver", "strips:typed"], 11, ""),
        (&["sokoban", "solve", FIRST_STEPS, "--level", "1", "--solver", "strips:filtered"], 0, ""),
        (
            &["compare", FIRST_STEPS, "--time-limit", "0.001ms"],
            23,
            "stopped while reading levels: time limit",
        ),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
    let hard = ["problems/sokoban/harbour.xsb", "--level", "14", "--solvers", "strips:basic:optimal"];
    let run = banto(&[&["compare", "--time-limit", "1s"], &hard[..]].concat());
    assert!(text(&run.stdout).contains("time limit"), "{}", text(&run.stdout));
}

#[test]
fn tasks_are_compared_as_levels_are() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (csv, html) = (place("a.csv"), place("a.html"));
    let blocks = ["problems/blocks/01-swap.pddl", "problems/blocks/02-sussman.pddl"];
    let solvers = ["--solvers", "default,astar:lmcut,bfs"];
    let files = [&["compare"][..], &blocks, &["problems/lift/01-one.pddl"], &solvers].concat();
    let run = banto(&[&files[..], &["--csv", &csv, "--html", &html]].concat());
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let out = text(&run.stdout);
    for words in [
        "problems/blocks/02-sussman.pddl: blocks-sussman (domain blocks, 3 objects, 4 actions)\n",
        "  bfs          solved         6      6  ",
        "summary of 3 tasks\n",
        "answered, by domain\n  domain  tasks  default  astar:lmcut  bfs\n  blocks      2        2            2    2\n",
        "3 tasks that every solver has solved\n  solver       cost  steps ",
        "  bfs             -      -  ",
        "  astar:lmcut  least cost     6      6  ",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let rows = fs::read_to_string(&csv).unwrap();
    assert_eq!(rows.lines().count(), 10);
    assert!(rows.starts_with("file,domain,problem,solver,status,reason,cost,steps,"), "{rows}");
    assert!(rows.contains(",blocks,blocks-swap,astar:lmcut,solved,,4,4,"), "{rows}");
    // A proof, the estimate of the initial state, the counts until the last jump, reopened states and dead ends.
    let names: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let proven = names.iter().position(|name| *name == "proven").unwrap();
    let figures = |solver: &str| {
        let row = rows.lines().find(|row| row.contains(&format!(",blocks-sussman,{solver},"))).unwrap();
        row.split(',').skip(proven - 1).take(8).collect::<Vec<_>>().join(",")
    };
    assert_eq!(figures("astar:lmcut"), "6,true,5,2,4,4,0,0", "{rows}");
    assert_eq!(figures("bfs"), ",false,,,,,0,0", "{rows}");
    // The files are JSON, whatever their names hold.
    let inputs = rows.lines().nth(1).unwrap().rsplit_once(",\"[").unwrap().1.replace("\"\"", "\"");
    let inputs: serde_json::Value =
        serde_json::from_str(&format!("[{}", inputs.trim_end_matches('"'))).unwrap();
    assert_eq!(inputs[1]["file"], blocks[0], "{rows}");
    let page = fs::read_to_string(&html).unwrap();
    assert_page(&page);
    assert_eq!(page.matches("<summary>plan of ").count(), 9);
    assert_eq!(page.matches("data-section=\"e").count(), 3);
    for part in
        ["All tasks", "<a href=\"#e3\">lift-one</a>", "id=\"e3\"", "type=\"search\"", "class=\"sort\""]
    {
        assert!(page.contains(part), "{part}");
    }
    // A file that holds both is a task, also behind a domain.
    let read = |path: &str| fs::read_to_string(path).unwrap();
    let both = place("both.pddl");
    fs::write(&both, read("domains/blocks.pddl") + &read(blocks[0])).unwrap();
    for files in [&[&*both][..], &["domains/lift.pddl", &both]] {
        let run = banto(&[&["compare"], files, &["--solvers", "bfs"]].concat());
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        assert!(text(&run.stdout).contains("both.pddl: blocks-swap (domain blocks"), "{}", text(&run.stdout));
    }
    // A domain counts for the problems that follow it.
    let copied = place("elsewhere.pddl");
    fs::copy(blocks[0], &copied).unwrap();
    let run = banto(&["compare", "domains/blocks.pddl", &copied, "--solvers", "optimal", "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(object["tasks"][0]["runs"][0]["cost"], 4);
    assert_eq!(object["tasks"][0]["runs"][0]["plan"].as_array().unwrap().len(), 4);
    assert_eq!(object["solvers"][0]["promise"], "least cost");
}

#[test]
fn what_is_wrong_with_tasks_and_their_solvers_is_said() {
    let (swap, domain) = ("problems/blocks/01-swap.pddl", "domains/blocks.pddl");
    for (arguments, code, words) in [
        (&[swap, FIRST_STEPS][..], 2, "levels and tasks are compared separately"),
        (&[swap, "--level", "1"], 2, "--level and --format choose levels"),
        (&[swap, "--solvers", "direct"], 2, "direct solves levels, and these files are PDDL"),
        (
            &[swap, "--solvers", "astar:lmct"],
            2,
            "there is no heuristic or reduction lmct in astar:lmct; did you mean lmcut?",
        ),
        (
            &[swap, "--solvers", "gbfs:blind:foo"],
            2,
            "there is no heuristic or reduction foo in gbfs:blind:foo",
        ),
        (
            &[swap, "--solvers", "foo"],
            2,
            "there is no solver foo; there are direct, gbfs:ff and others: `banto compare --help`",
        ),
        (&[swap, "problems/blocks/02-sussman.pddl", "-q", "--solvers", "bfs"], 0, "summary of 2 tasks"),
        (&[swap, "--solvers", "default:plain:symmetry"], 2, "there are two: plain and symmetry"),
        (&[swap, "--solvers", "default:ff,plain"], 0, "\n  default:ff  least cost     4"),
        (&[swap, "--solvers", "mutexes:no-fold:first"], 0, "\n  first:no-fold:mutexes  solved     4"),
        (&[swap, "--solvers", "bfs:ff"], 2, "bfs takes no heuristic"),
        (&[swap, "--solvers", "optimal:ff"], 2, "ff is not admissible"),
        (&[swap, "--solvers", "gbfs,GBFS"], 2, "gbfs is named twice"),
        (&[swap, "--solvers", "default:random"], 2, "chosen for one search: name it, such as gbfs"),
        (&[FIRST_STEPS, "--solvers", "gbfs:ff"], 2, "gbfs:ff plans for tasks, and these files are levels"),
        (&[domain], 2, "no problem follows the domain"),
        (&["tests/why/no-road.pddl", "--solvers", "bfs"], 0, "unsolvable"),
        (&["domains/ferry.pddl", swap, "--solvers", "bfs"], 31, "error"),
    ] {
        let run = banto(&[&["compare"], arguments].concat());
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        let said = text(&run.stderr) + &text(&run.stdout);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn the_middle_of_ratios() {
    let median = |numbers: &[f64]| Middle::of(numbers.to_vec()).map(|middle| middle.median);
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[1.0, 2.0, 9.0]), Some(2.0));
    assert_eq!(median(&[2.0, 8.0]), Some(4.0));
    assert_eq!(median(&[0.75, f64::INFINITY, f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
    assert_eq!(median(&[2.0, f64::INFINITY]), Some(f64::INFINITY));
    assert_eq!(median(&[0.0, 2.0]), Some(0.0));
    assert_eq!(median(&[0.0, f64::INFINITY]), Some(1.0));
}

#[test]
fn intervals_enclose_their_median_and_need_levels() {
    assert_eq!(Middle::of(vec![1.0; 5]).unwrap().interval, None);
    let even = Middle::of(vec![4.0; 6]).unwrap();
    assert_eq!(even.interval, Some([4.0, 4.0]));
    let wide = Middle::of((1..=99).map(f64::from).collect()).unwrap();
    let [low, high] = wide.interval.unwrap();
    assert!((wide.median - 50.0).abs() < 1e-9);
    // As tables of the sign test have it.
    let shown = |numbers: Vec<f64>| format!("{:?}", Middle::of(numbers).unwrap().interval.unwrap());
    assert_eq!(format!("{low} {high}"), "40 60");
    let ends = [(6, "1.0, 6.0"), (8, "1.0, 8.0"), (9, "2.0, 8.0"), (20, "6.0, 15.0"), (100, "40.0, 61.0")];
    for (count, expected) in ends.into_iter().chain([(10_001, "4902.0, 5100.0")]) {
        assert_eq!(shown((1..=count).map(f64::from).collect()), format!("[{expected}]"));
    }
    assert_eq!(
        wide,
        Middle::of((1..=99).rev().map(f64::from).collect()).unwrap(),
        "the order does not matter"
    );
}

/// Of samples from a distribution whose median is known, at least 95 % have it in their interval.
#[test]
fn intervals_hold_what_they_say() {
    let mut random = Random::new(1);
    for count in [6, 7, 10, 15, 31] {
        let mut drawn = || u32::try_from(random.below_index(1_000_001)).map_or(0.0, f64::from);
        let holds = |_: &i32| {
            let [low, high] = Middle::of((0..count).map(|_| drawn()).collect()).unwrap().interval.unwrap();
            (low..=high).contains(&500_000.0)
        };
        let held = (0..2000).filter(holds).count();
        // 1900 are expected at least, with a deviation of less than 10 by chance.
        assert!(held > 1870, "{count}: {held} of 2000");
    }
}

/// Rows over seeds are of planners that no column has; and solvers look different, however many there are.
#[test]
fn tables_over_seeds_name_their_planners() {
    let task = "problems/gripper/01-two-balls.pddl";
    let page =
        banto(&["compare", task, "--solvers", "astar:lmcut,gbfs:ff:random", "--seeds", "9", "--html", "-"]);
    let page = text(&page.stdout);
    let (_, over) = page.split_once("medians and quartiles over seeds").unwrap();
    let over = &over[..over.find("</table>").unwrap()];
    assert!(over.contains(">gbfs:ff:random<") && !over.contains("astar:lmcut"), "{over}");
    let (_, legend) = page.split_once("class=\"legend\"").unwrap();
    let legend = &legend[..legend.find("</ul>").unwrap()];
    let looks: std::collections::BTreeSet<&str> =
        legend.split("swatch ").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(looks.len(), 10, "{legend}");
}

/// A word in braces that stands for nothing is no part of a command by mistake; a shell's own may stay.
#[test]
fn words_in_braces_stand_for_files() {
    let command = |command: &str| {
        let task = "problems/gripper/01-two-balls.pddl";
        let printed =
            banto(&["compare", task, "--solvers", "first", "--external", &format!("one={command}")]);
        text(&printed.stderr)
    };
    let said = command("echo {seed} {domain} {problem}");
    assert!(said.contains("{seed} stands for nothing: there are {level}, {solution}, {domain}"), "{said}");
    assert_eq!(command("echo ${HOME} {domain} {problem} >&2"), "");
}

/// Lengths over seeds are of what all planners have solved with every seed, and of one domain alone.
#[test]
fn lengths_over_seeds_are_of_the_same_tasks() {
    let of = |files: &[&str]| {
        let solvers =
            ["--solvers", "first,gbfs:blind:random", "--seeds", "3", "--time-limit", "1s", "--json"];
        let printed = banto(&[&["compare"], files, &solvers].concat());
        serde_json::from_slice::<serde_json::Value>(&printed.stdout).unwrap()["seeds"].clone()
    };
    // Blind search does not find the crowded one in time.
    let [easy, hard] =
        ["problems/logistics/02-three-parcels.pddl", "problems/logistics/03-eight-parcels.pddl"];
    let both = of(&[easy, hard]);
    let first = both.as_array().unwrap().iter().find(|row| row["solver"] == "first").unwrap();
    assert_eq!((&first["solved"][1], &first["length_of"]), (&2.0.into(), &1.into()), "{both}");
    assert_eq!(first["length"], of(&[easy])[0]["length"]);
    let domains = of(&[easy, "problems/gripper/01-two-balls.pddl"]);
    assert!(domains[0]["length"].is_null() && domains[0]["length_of"] == 2, "{domains}");
}

/// A solver in a process of its own has the answers and the counts that it has in this one, for levels and for tasks,
/// with a limit and without; and beside another program, ours are measured as that one is.
#[test]
#[cfg(unix)]
fn a_run_of_its_own_is_the_same_run() {
    let level = "problems/sokoban/corridor.xsb";
    let task = "problems/gripper/01-two-balls.pddl";
    let dead_end = "tests/compare/unsolvable.xsb";
    let cases: [&[&str]; 5] = [
        &[level, "--solvers", "direct,bfs,strips:filtered,strips:typed:astar:lmcut"],
        &[dead_end, "--solvers", "direct,strips:typed"],
        &[task, "--solvers", "default,first,gbfs:ff:random@3,astar:lmcut,optimal"],
        &[level, "--solvers", "bfs", "--memory-limit", "1GiB"],
        &["problems/sokoban/granary.xsb", "--solvers", "strips:basic:bfs", "--time-limit", "1s"],
    ];
    for case in cases {
        let run = |more: &[&str]| -> serde_json::Value {
            let printed = banto(&[&["compare", "--json"], case, more].concat());
            serde_json::from_slice(&printed.stdout).unwrap()
        };
        let (inside, outside) = (run(&[]), run(&["--fresh"]));
        assert_eq!([&inside["fresh"], &outside["fresh"]], [false, true], "{case:?}");
        let of =
            |whole: &serde_json::Value| whole.get("levels").unwrap_or(&whole["tasks"])[0]["runs"].clone();
        let (inside, outside) = (of(&inside), of(&outside));
        let is_cut = case.contains(&"1s");
        for (one, other) in inside.as_array().unwrap().iter().zip(outside.as_array().unwrap()) {
            for (name, value) in one.as_object().unwrap() {
                let is_measured =
                    name.contains("seconds") || name.contains("memory") || name.contains("_ratio");
                if !is_measured && name != "repeats" && !(is_cut && value.is_number()) {
                    assert_eq!(value, &other[name], "{case:?}: {name}");
                }
            }
            assert_eq!(other["repeats"], 1);
            assert!(other["held_memory_bytes"].is_null());
        }
    }
    let quick = format!("quick={} sokoban solve {{level}}", env!("CARGO_BIN_EXE_banto"));
    let printed = banto(&["compare", level, "--solvers", "bfs", "--external", &quick]);
    let printed = text(&printed.stdout);
    assert!(printed.contains("times: CPU of a process for each run"), "{printed}");
}

/// What says nothing of its states has no marks among them, and a proof is an answer.
#[test]
#[cfg(unix)]
fn the_page_shows_of_other_programs_what_is_known() {
    let quick = format!("quick={} sokoban solve {{level}}", env!("CARGO_BIN_EXE_banto"));
    let files = [FIRST_STEPS, UNSOLVABLE];
    let page = banto(
        &[&["compare"], &files[..], &["--solvers", "direct,bfs", "--external", &quick, "--html", "-"]]
            .concat(),
    );
    let page = text(&page.stdout);
    assert_page(&page);
    let plots: Vec<&str> = page.split("<figure>").collect();
    let marks = |plot: usize| [plots[plot].contains(", bfs "), plots[plot].contains(", quick ")];
    // Expansions are compared with those of the same only.
    assert_eq!((marks(2), plots.len()), ([true, true], 3), "{}", plots[2]);
}

#[test]
fn what_is_not_answered_is_penalized() {
    let second = Duration::from_secs(1);
    let sum = Sum { runs: 4, solved: 1, unsolvable: 1, answered: 2 * second, ..Sum::default() };
    assert_eq!(sum.penalized(2, Some(10 * second)), Some(second * 42 / 4));
    assert_eq!(sum.penalized(10, Some(10 * second)), Some(second * 202 / 4));
    assert_eq!(sum.penalized(2, None), None);
    let all = Sum { solved: 3, ..sum };
    assert_eq!(all.penalized(10, None), Some(second / 2));
    assert_eq!(Sum::default().penalized(2, None), None);
}

/// A folder stands for its only problem, as for `plan`.
#[test]
fn a_folder_stands_for_its_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("robots");
    let path = path.to_str().unwrap();
    assert!(banto(&["new", path]).status.success());
    let run = banto(&["compare", path, "--solvers", "first"]);
    assert!(run.status.success(), "{}", text(&run.stderr));
    assert!(text(&run.stdout).contains("two-parcels (domain robots"), "{}", text(&run.stdout));
    // A folder of levels is not one of tasks.
    let levels = banto(&["compare", "problems/sokoban", "--solvers", "pushes,direct"]);
    let said = text(&levels.stderr);
    assert!(said.contains("directory") && !said.contains("PDDL"), "{said}");
}
