//! The commands about PDDL: formatting, plans and their files, domains that are left out, and an interrupt.

use std::fs;
use std::process::Stdio;

use crate::command::{banto, banto_with, interrupt, program, text, written};

#[test]
fn fmt_rewrites_in_place_and_only_where_needed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.pddl");
    std::fs::write(&path, "(DEFINE (domain d)(:predicates (p)) ; kept\n)").unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(banto(&["fmt", "--check", name]).status.code(), Some(1));
    assert_eq!(banto(&["fmt", name]).status.code(), Some(0));
    assert_eq!(banto(&["fmt", "--check", name]).status.code(), Some(0));
    let formatted = std::fs::read_to_string(&path).unwrap();
    assert!(formatted.contains("; kept") && formatted.starts_with("(define (domain d)"), "{formatted}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::write(&path, "(define (domain d").unwrap();
    assert_eq!(banto(&["fmt", name]).status.code(), Some(31));
}

/// After a plan, what `check` knows of the model's meaning is told: the first warning, and how many more there are;
/// `--json` has them all.
#[test]
fn plan_says_what_check_knows_of_the_meaning() {
    let folder = tempfile::tempdir().unwrap();
    let [domain, problem] =
        ["domain.pddl", "problem.pddl"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let told = |cost: u32, spare: &str, flags: &[&str]| {
        let model = format!(
            "(define (domain d) (:requirements :action-costs) (:predicates (p) (q) {spare}) (:functions (total-cost))
               (:action a :parameters () :effect (and (p) (increase (total-cost) 1)))
               (:action b :parameters () :effect (and (q) (increase (total-cost) {cost}))))"
        );
        fs::write(&domain, model).unwrap();
        fs::write(&problem, "(define (problem p) (:domain d) (:init) (:goal (and (p) (q))))").unwrap();
        let run = banto(&[&["plan", domain.as_str(), problem.as_str()], flags].concat());
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        (text(&run.stdout), text(&run.stderr))
    };
    let lines = |talk: &str| -> Vec<String> {
        let is_warning = |line: &&str| line.contains("warning");
        talk.lines().filter(is_warning).map(str::to_owned).collect()
    };
    assert_eq!(lines(&told(1, "", &[]).1), [""; 0]);
    let [one] = &lines(&told(7, "", &[]).1)[..] else { panic!() };
    assert!(one.starts_with(&format!("{problem}:1:")) && one.contains(": warning[W0226]: "), "{one}");
    // A word in two spellings changes nothing of what the model means.
    let spelled = told(7, "(spare) (Spare2)", &[]);
    let [first, more] = &lines(&spelled.1)[..] else { panic!("{}", spelled.1) };
    assert!(first.contains(": warning[W02"), "{first}");
    assert_eq!(*more, format!("and 2 more warnings: banto check {domain} {problem}"));
    assert_eq!(lines(&told(7, "(spare)", &["--quiet"]).1), [""; 0]);
    let (json, talk) = told(7, "(spare)", &["--json"]);
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let codes: Vec<&str> =
        object["warnings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!((codes, lines(&talk).len()), (vec!["W0203", "W0226"], 0));
}

/// A plan is its steps, its cost and a line, which together are a plan file; with `--stats`, the figures are printed
/// that programs read. Without a plan, there is nothing but why.
#[test]
fn a_plan_is_printed_as_one_wants_to_see_it() {
    let problem = "problems/gripper/01-two-balls.pddl";
    let seen = |arguments: &[&str]| {
        let run = banto(arguments);
        text(&run.stdout) + &text(&run.stderr)
    };
    let plan = seen(&["plan", problem, "--optimal"]);
    let lines: Vec<&str> = plan.lines().collect();
    assert_eq!(lines.len(), 7, "{plan}");
    assert!(lines[..5].iter().all(|line| line.starts_with('(')), "{plan}");
    assert_eq!(lines[5], "; cost = 5 (unit cost)", "{plan}");
    assert!(lines[6].ends_with(" expanded, proven cheapest") && lines[6].starts_with("; 0."), "{plan}");
    let run = banto_with(&["validate", problem, "-"], &plan);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let plan = seen(&["plan", problem, "--first"]);
    assert!(plan.trim_end().ends_with("not proven cheapest") && !plan.contains("Plan length"), "{plan}");
    let plan = seen(&["plan", problem, "--stats"]);
    assert!(plan.contains("Plan length: 5 step(s).") && plan.contains("Peak memory: "), "{plan}");
    let none = seen(&["plan", "problems/sliding-puzzle/04-unsolvable.pddl"]);
    assert!(none.starts_with("unsolvable: ") && !none.contains("state(s)"), "{none}");
}

#[test]
fn words_find_the_page_that_is_about_them() {
    for (words, page) in [
        ("budget", "# costs: "),
        ("total-cost", "# costs: "),
        ("at least", "# numbers: "),
        ("htn", "# E0907: "),
        (":typing", "# W0201: "),
        ("never true", "# W0204: "),
    ] {
        let run = banto(&["explain", words]);
        assert!(text(&run.stdout).starts_with(page), "{words}: {}", text(&run.stdout));
    }
}

#[test]
fn plan_says_what_is_missing() {
    for (arguments, code, words) in [
        (&["plan"][..], 2, "a problem is needed: banto plan [DOMAIN] PROBLEM"),
        (&["plan", "problems/blocks/no-such.pddl"], 31, "no such file"),
        (&["plan", "domains/blocks.pddl"], 2, "is a domain, but a problem is needed"),
        (&["plan", "--search", "astr", "problems/blocks/01-swap.pddl"], 2, "did you mean astar?"),
        (
            &["plan", "--search", "bfs", "--heuristic", "ff", "problems/blocks/01-swap.pddl"],
            2,
            "takes no heuristic",
        ),
        (&["plan", "--optimal", "--heuristic", "ff", "problems/blocks/01-swap.pddl"], 2, "not admissible"),
        (&["plan", "--time-limit", "soon", "problems/blocks/01-swap.pddl"], 2, "a time of more than 0"),
        (&["plan", "--time-limit", "0.001ms", "problems/blocks/01-swap.pddl"], 23, "time limit"),
        (
            &["plan", "--memory-limit", "1KiB", "--search", "bfs", "problems/blocks/04-tall.pddl"],
            22,
            "memory limit",
        ),
        (
            &["plan", "problems/sliding-puzzle/04-unsolvable.pddl"],
            11,
            "hold at a time (all 360 reachable states were looked at)",
        ),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

#[test]
fn plan_prints_what_editors_and_harnesses_read() {
    let run = banto(&["plan", "problems/blocks/01-swap.pddl", "--stats"]);
    let lines: Vec<String> = text(&run.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines[..4], ["(lift b a)", "(put-down b)", "(pick-up a)", "(stack a b)"]);
    assert_eq!(lines[4..7], ["; cost = 4 (unit cost)", "Plan length: 4 step(s).", "Plan cost: 4"]);
    for (line, start) in lines[7..].iter().zip([
        "Expanded ",
        "Evaluated ",
        "Evaluations: ",
        "Generated ",
        "Reopened ",
        "Dead ends: ",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    let times = ["Grounding time: ", "Preparation time: ", "Search time: ", "Total time: "];
    for start in ["Initial heuristic value for ff: "].into_iter().chain(times) {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {lines:?}");
    }
    let run = banto(&["plan", "--json", "problems/blocks/01-swap.pddl"]);
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((object["version"].as_u64(), object["cost"].as_u64()), (Some(1), Some(4)));
    assert_eq!(object["plan"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_plan_file_appears_only_with_a_plan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    let file = path.to_str().unwrap();
    let page = folder.path().join("page.html");
    let options = ["-q", "-o", file, "--html", page.to_str().unwrap()];
    let run = banto(&[&["plan", "problems/sliding-puzzle/04-unsolvable.pddl"], &options[..]].concat());
    assert_eq!((run.status.code(), path.exists(), page.exists()), (Some(11), false, false));
    assert!(text(&run.stderr).contains("no page is written: there is no plan\n"), "{}", text(&run.stderr));
    let run = banto(&["plan", "-q", "-o", file, "problems/blocks/01-swap.pddl"]);
    assert_eq!(run.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text(&run.stdout));
    let run = banto(&["validate", "domains/blocks.pddl", "problems/blocks/01-swap.pddl", file]);
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stdout).ends_with("valid, 4 steps, cost 4, as the file states\n"));
}

/// The domain is looked for beside the problem by every command that takes a task.
#[test]
fn the_domain_may_be_left_out() {
    let problem = "problems/logistics/01-one-parcel.pddl";
    let game = "problems/games/tic-tac-toe.pddl";
    for (arguments, words) in [
        (&["plan", "-q", problem][..], "(load "),
        (&["plan", "domains/logistics.pddl", "-q", problem], "(load "),
        (&["ground", problem], "operators"),
        (&["validate", problem, "tests/cli/one-parcel.plan"], "valid, 3 steps"),
        (&["validate", "domains/logistics.pddl", problem, "tests/cli/one-parcel.plan"], "valid, 3 steps"),
        (&["game", "best", game, "--moves", "b2,b1", "--depth", "9"], "first wins"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stdout).contains(words), "{arguments:?}: {}", text(&run.stdout));
    }
    for (arguments, code, words) in [
        (&["validate", problem][..], 2, "banto validate"),
        (&["validate", "domains/logistics.pddl", problem], 2, "too few files"),
        (&["ground", "domains/logistics.pddl"], 2, "is a domain, but a problem is needed"),
        (&["ground", "-"], 2, "beside standard input"),
        (&["plan", "tests/cli/one-parcel.plan"], 31, "error[E0"),
        // What is no PDDL is named for what it is, however few files there are.
        (&["step", "tests/cli/one-parcel.plan"], 31, "this is a plan, expected a problem"),
        (&["step", "domains/logistics.pddl"], 2, "is a domain, but a problem is needed"),
        (&["step", "domains"], 31, "cannot read domains: it is a directory"),
        (&["validate", "tests/cli/one-parcel.plan"], 31, "this is a plan, expected a problem"),
        (
            &["validate", "problems/sokoban/first-steps.xsb", problem],
            31,
            "looks like a Sokoban level: banto sokoban solve problems/sokoban/first-steps.xsb",
        ),
        (&["validate", "domains", "tests/cli/one-parcel.plan"], 31, "cannot read domains: it is a directory"),
        (&["validate", "-"], 2, "beside standard input"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {}", text(&run.stderr));
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
}

/// Of several files that define the domain, the one whose name the problem's begins with is meant, as in the airport
/// tasks of the planning competitions.
#[test]
fn a_domain_may_share_the_beginning_of_its_problems_name() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let action = |name: &str| format!("(:action {name} :effect (done))");
    for (number, name) in [("p10", "ten"), ("p11", "eleven"), ("p10-b", "more")] {
        let domain = format!("(define (domain d) (:predicates (done)) {})", action(name));
        fs::write(place(&format!("{number}-domain.pddl")), domain).unwrap();
    }
    for (problem, first) in
        [("p10", "(ten)"), ("p10-airport2-p4", "(ten)"), ("p11_x", "(eleven)"), ("p10-b-c", "(more)")]
    {
        let path = place(&format!("{problem}.pddl"));
        fs::write(&path, "(define (problem p) (:domain d) (:init) (:goal (done)))").unwrap();
        let run = banto(&["plan", "-q", &path]);
        assert!(
            text(&run.stdout).starts_with(first),
            "{problem}: {}{}",
            text(&run.stdout),
            text(&run.stderr)
        );
    }
    let path = place("other.pddl");
    fs::write(&path, "(define (problem p) (:domain d) (:init) (:goal (done)))").unwrap();
    assert!(text(&banto(&["plan", &path]).stderr).contains("is defined by p10-b-domain.pddl and by"));
}

/// What `new` writes is sound, formatted, named as asked, and done at once; nothing is overwritten.
#[test]
fn a_new_domain_plans() {
    let folder = tempfile::tempdir().unwrap();
    for (from, word) in [
        ("delivery", ":action"),
        ("costs", "increase (total-cost)"),
        ("when", "(when "),
        ("derived", "(:derived "),
        ("gripper", ":action"),
        ("puzzle", ":action"),
        ("game", ":action"),
    ] {
        let place = folder.path().join(format!("my-{from}"));
        let place = place.to_str().unwrap();
        let run = banto(&["new", place, "--from", from]);
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        let said = text(&run.stderr);
        assert!(said.contains("next:\n    banto ") && said.contains("banto check --watch"), "{said}");
        let [domain, problem] = ["domain.pddl", "problem.pddl"].map(|name| format!("{place}/{name}"));
        let written = fs::read_to_string(&domain).unwrap();
        assert!(written.contains(&format!("(domain my-{from})")) && written.contains(word), "{written}");
        let check = banto(&["check", &domain, &problem]);
        assert_eq!((check.status.code(), text(&check.stderr).as_str()), (Some(0), ""));
        assert_eq!(banto(&["fmt", "--check", &domain, &problem]).status.code(), Some(0));
        assert_eq!(banto(&["plan", &problem]).status.code(), Some(0));
        assert_eq!(banto(&["new", place]).status.code(), Some(2), "it is there already");
    }
    let run = banto(&["new", folder.path().join("1st").to_str().unwrap()]);
    assert!(text(&run.stderr).contains("a name begins with a letter"), "{}", text(&run.stderr));
}

/// If a domain that was found beside the problem does not fit, the error names it.
#[test]
fn a_domain_that_was_found_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d) (:predicates (p)) (:action a :effect (p)))";
    let domain = written(folder.path(), "domain.pddl", domain);
    let problem = "(define (problem x) (:domain d) (:init) (:goal (q)))";
    let problem = written(folder.path(), "x.pddl", problem);
    let run = banto(&["plan", &problem]);
    let said = text(&run.stderr);
    assert!(said.contains(&format!("help: the domain is {domain}, found beside the problem")), "{said}");
    assert!(!text(&banto(&["plan", &domain, &problem]).stderr).contains("found beside"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search() {
    let child = program()
        .args(["plan", "--json", "--optimal", "--heuristic", "blind", "problems/blocks/04-tall.pddl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    interrupt(&child, "-INT");
    let run = child.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(12), "{}", text(&run.stderr));
    let object: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((object["status"].as_str(), object["exit"].as_u64()), (Some("stopped"), Some(12)));
}

/// All changes are printed where they are asked for, and of a task with a plan, what `check` warns of.
#[test]
fn why_prints_all_changes_and_warnings() {
    let task = ["tests/why/courier.pddl", "tests/why/no-road.pddl"];
    let [few, all] =
        [&[][..], &["--all"]].map(|flags| text(&banto(&[&["why"], &task[..], flags].concat()).stdout));
    assert!(few.contains("  and 7 more, less likely (--all prints them)\n"), "{few}");
    assert!(!all.contains("less likely (") && all.matches(" there is a plan of ").count() == 13, "{all}");
    let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (and (p) (not (p)) (q))))";
    let problem = "(define (problem p) (:domain d) (:init) (:goal (and (p) (q))))";
    let run = banto_with(&["why", "-"], &format!("{domain}{problem}"));
    let warned = text(&run.stderr);
    assert!(
        text(&run.stdout).starts_with("solvable: ") && warned.contains("adds and deletes one atom"),
        "{warned}"
    );
}

/// What can be read only once is looked at before a domain is searched for.
#[test]
fn a_whole_task_comes_over_standard_input() {
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let problem = read("problems/ferry/01-one-car.pddl");
    let both = read("domains/ferry.pddl") + &problem;
    let translated = banto(&["ground", "problems/ferry/01-one-car.pddl", "--sas", "-"]);
    for (arguments, input, code, words) in [
        (&["plan", "-", "-q"][..], &both[..], 0, "(board"),
        (&["why", "-"], &both, 0, "solvable"),
        (&["ground", "-"], &both, 0, "operators"),
        (&["check", "-"], &both, 0, "ok: "),
        (&["plan", "-"], &problem, 2, "beside standard input"),
        (&["check", "-"], &text(&translated.stdout), 31, "translator output of Fast Downward, not PDDL"),
        (&["plan", "/dev/null"], "", 31, "the file is empty"),
    ] {
        let run = banto_with(arguments, input);
        let told = text(&run.stdout) + &text(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {told}");
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
    let run = banto_with(&["step", "problems/sliding-puzzle/04-unsolvable.pddl"], "plan\n");
    assert_eq!(run.status.code(), Some(11), "{}", text(&run.stderr));
    let run = banto(&["plan", "README.md"]);
    assert!(!text(&run.stderr).contains("Sokoban"), "{}", text(&run.stderr));
}

#[test]
fn every_better_plan_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("morning.plan");
    let name = file.to_str().unwrap();
    let problem = "problems/logistics/03-eight-parcels.pddl";
    let run = |flags: &[&str]| {
        let run = banto(&[&["plan", problem, "--json", "-o", name], flags].concat());
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
        assert!(!text(&run.stderr).contains("interrupted"), "{}", text(&run.stderr));
        let result: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        (result["cost"].clone(), result["plans"].as_array().unwrap().clone())
    };
    let (cost, plans) = run(&["--keep-all", "--anytime", "--time-limit", "2s", "--until-cost", "0"]);
    assert_eq!(plans.last().unwrap()["cost"], cost);
    for pair in plans.windows(2) {
        let worth = |plan: &serde_json::Value| (plan["cost"].as_u64(), plan["steps"].as_u64());
        assert!(worth(&pair[1]) < worth(&pair[0]), "{plans:?}");
        assert!(pair[0]["seconds"].as_f64() <= pair[1]["seconds"].as_f64(), "{plans:?}");
    }
    let best = std::fs::read_to_string(&file).unwrap();
    let numbered = |number: usize| format!("{name}.{number}");
    assert_eq!(std::fs::read_to_string(numbered(plans.len())).unwrap(), best);
    assert!(!std::path::Path::new(&numbered(plans.len() + 1)).exists());
    for number in 1..=plans.len() {
        let run = banto(&["validate", problem, &numbered(number)]);
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    }
    // The numbered plans of an earlier run go, and nothing else does.
    for old in [".80", ".080", ".txt"] {
        std::fs::write(format!("{name}{old}"), "; cost = 0 (unit cost)\n").unwrap();
    }
    run(&["--keep-all"]);
    assert!(
        [".80", ".080", ".txt"].map(|old| std::path::Path::new(&format!("{name}{old}")).exists())
            == [false, true, true]
    );
    // The first plan is cheap enough.
    let (_, plans) = run(&["--anytime", "--until-cost", "1000000"]);
    assert_eq!(plans.len(), 1);
    assert_eq!(banto(&["plan", problem, "--keep-all"]).status.code(), Some(2));
}

/// Numbered plans take the place of plans only.
#[test]
fn only_plans_give_way_to_numbered_plans() {
    let folder = tempfile::tempdir().unwrap();
    let gripper = |name: &str| std::fs::read_to_string(format!("{name}.pddl")).unwrap();
    let task = gripper("domains/gripper") + &gripper("problems/gripper/01-two-balls");
    let file = |name: &str| folder.path().join(name);
    let run = |arguments: &str| {
        let mut program = program();
        program.args(arguments.split(' ')).current_dir(folder.path()).output().unwrap()
    };
    std::fs::write(file("task.pddl"), &task).unwrap();
    for (name, content) in [
        ("y.1", task.as_str()),
        ("y.2", &task),
        ("y.3", "#####\n#@$.#\n#####\n"),
        ("y.80", "notes\n"),
        ("y.9", ""),
    ] {
        std::fs::write(file(name), content).unwrap();
        for input in ["task.pddl", name] {
            // Without a task, the input is refused as such.
            if input != "task.pddl" && content != task {
                continue;
            }
            let run = run(&format!("plan {input} -q --keep-all -o y"));
            let said = text(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{name}: {said}");
            assert!(
                said.contains(&format!("{name} is not a plan, and --keep-all would replace it")),
                "{said}"
            );
        }
        assert_eq!(std::fs::read_to_string(file(name)).unwrap(), content);
        assert!(!file("y").exists());
        std::fs::remove_file(file(name)).unwrap();
    }
    // Those of an earlier run go, whether the name has a folder or not.
    for name in ["y", "./y"] {
        for number in [2, 10] {
            std::fs::write(file(&format!("y.{number}")), "(walk a b)\n; cost = 1 (unit cost)\n").unwrap();
        }
        assert_eq!(run(&format!("plan task.pddl -q --first --keep-all -o {name}")).status.code(), Some(0));
        assert_eq!([1, 2, 10].map(|number| file(&format!("y.{number}")).exists()), [true, false, false]);
    }
}

/// Costs may be too large to add up; a plan that can do without them is found.
#[test]
fn costs_too_large_to_count_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| written(folder.path(), name, content);
    let most = "(increase (total-cost) 18446744073709551615)";
    let domain = |cheap: &str| {
        format!(
            "(define (domain costly) (:requirements :action-costs) (:predicates (p) (q) (r))
              (:functions (total-cost) - number)
              (:action a :precondition (p) :effect (and (q) {most}))
              (:action b :precondition (q) :effect (and (r) {most})) {cheap})"
        )
    };
    let problem = "(define (problem one) (:domain costly) (:init (p) (= (total-cost) 0)) (:goal (r))
        (:metric minimize (total-cost)))";
    let cheap = "(:action c :precondition (p) :effect (and (r) (increase (total-cost) 5)))";
    let problem = write("problem.pddl", problem);
    let (costly, cheap) = (write("costly.pddl", &domain("")), write("cheap.pddl", &domain(cheap)));
    // Here the steps of a leaf cost too much: they are put back into a plan that has none.
    let gripper = std::fs::read_to_string("domains/gripper.pddl").unwrap();
    let gripper = gripper.replace(":strips :typing)", ":strips :typing :action-costs)");
    let gripper = gripper.replace("(:action walk", "(:functions (total-cost) - number)\n(:action walk");
    let walk = "(not (robot-in ?from)) (increase (total-cost) 9223372036854775807)";
    let gripper = write("gripper.pddl", &gripper.replace("(not (robot-in ?from))", walk));
    let balls = std::fs::read_to_string("problems/gripper/02-five-balls.pddl").unwrap();
    let balls = balls.trim_end().strip_suffix(')').unwrap().to_owned() + "(:metric minimize (total-cost)))";
    let balls = write("balls.pddl", &balls);
    let words = "the costs of steps add up to 2^64 - 1 or more, which is too large to count";
    for flags in
        ["--first", "--optimal", "--anytime", "--search bfs", "--search gbfs --heuristic hadd", "--threads 2"]
    {
        let plan = |domain: &str, problem: &str| {
            let files = ["plan", domain, problem, "--json"];
            let run = banto(&files.into_iter().chain(flags.split(' ')).collect::<Vec<_>>());
            serde_json::from_slice::<serde_json::Value>(&run.stdout).unwrap()
        };
        assert_eq!(plan(&cheap, &problem)["cost"], 5, "{flags}");
        let found = plan(&costly, &problem);
        assert_eq!((&found["exit"], &found["reason"]), (&12.into(), &words.into()), "{flags}");
    }
    for (domain, problem) in [(&costly, &problem), (&gripper, &balls)] {
        let run = banto(&["plan", domain, problem]);
        assert_eq!(run.status.code(), Some(12), "{}", text(&run.stderr));
        assert!(text(&run.stderr).contains(&format!("no plan found: {words}")), "{}", text(&run.stderr));
    }
    let run = banto(&["compare", &costly, &problem, "--json", "--solvers", "default,optimal"]);
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    for one in found["tasks"][0]["runs"].as_array().unwrap() {
        assert_eq!((&one["status"], &one["reason"]), (&"unfit".into(), &words.into()));
    }
    let run = banto_with(&["step", &costly, &problem], "plan\n");
    assert!(text(&run.stderr).contains(words), "{}", text(&run.stderr));
}

/// What is reported as used was used.
#[test]
fn a_structure_is_reported_where_it_is_used() {
    for (flags, is_used) in [("--first", true), ("--optimal", false), ("--no-decoupled", false)] {
        let run = banto(&["plan", "problems/gripper/02-five-balls.pddl", "--json", flags]);
        let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(found["used"].get("decoupled").is_some(), is_used, "{flags}: {}", found["used"]);
    }
}

/// A search of the user's choice is improved as well, and every better plan is announced once.
#[test]
fn every_search_is_improved_without_end() {
    let problem = "problems/logistics/03-eight-parcels.pddl";
    let plan = |flags: &str| {
        let arguments = ["plan", problem, "--search", "gbfs", "--heuristic", "ff"];
        let run = banto(&arguments.into_iter().chain(flags.split(' ')).collect::<Vec<_>>());
        (text(&run.stdout), text(&run.stderr))
    };
    let (_, said) = plan("--anytime --until-cost 50 --time-limit 20s --progress always");
    let costs: Vec<&str> = said.lines().filter(|line| line.starts_with("plan of cost ")).collect();
    assert!(costs.len() > 1, "{said}");
    assert!(costs.iter().all(|one| said.matches(one).count() == 1), "{said}");
}

/// PDDL names in a domain, a problem, a plan and a move, and the names of registries, are matched in any case.
#[test]
fn names_are_matched_in_any_case() {
    let folder = tempfile::tempdir().unwrap();
    let upper = |path: &str| {
        let name = format!("upper-{}", path.replace('/', "-"));
        written(folder.path(), &name, &std::fs::read_to_string(path).unwrap().to_uppercase())
    };
    let (domain, problem) = ("domains/logistics.pddl", "problems/logistics/01-one-parcel.pddl");
    let (upper_domain, upper_problem) = (upper(domain), upper(problem));
    let (plan, upper_plan) = ("tests/cli/one-parcel.plan", upper("tests/cli/one-parcel.plan"));
    for (domain, problem, plan) in [
        (domain, &*upper_problem, &*upper_plan),
        (&*upper_domain, problem, plan),
        (&*upper_domain, &*upper_problem, plan),
        (domain, problem, &*upper_plan),
    ] {
        let game = ["domains/games/tic-tac-toe.pddl", "problems/games/tic-tac-toe.pddl"];
        let upper_game = game.map(upper);
        for (arguments, words) in [
            (&["check", domain, problem][..], ""),
            (&["ground", domain, problem], "operators"),
            (&["plan", domain, problem, "--search", "AStar", "--heuristic", "LMCut"], "; cost = 3"),
            (&["validate", domain, problem, plan], "valid, 3 steps"),
            (&["game", "best", game[0], &upper_game[1], "--moves", "(Put FIRST b2), B1"], "first wins"),
            (&["game", "best", &upper_game[0], game[1], "--moves", "(put first B2), b1"], "FIRST wins"),
            (&["explain", "e0501"], "E0501"),
            (
                &[
                    "sokoban",
                    "solve",
                    "problems/sokoban/first-steps.xsb",
                    "--solver",
                    "Direct",
                    "--level",
                    "1",
                ],
                "solved",
            ),
            (
                &[
                    "sokoban",
                    "encode",
                    "problems/sokoban/first-steps.xsb",
                    "--encoding",
                    "Pushes",
                    "--level",
                    "1",
                ],
                "define",
            ),
        ] {
            let run = banto(arguments);
            let (out, error) = (text(&run.stdout), text(&run.stderr));
            assert_eq!(run.status.code(), Some(0), "{arguments:?}: {error}");
            assert!(out.contains(words), "{arguments:?}: {out}\n{error}");
        }
    }
}

#[test]
fn an_optimal_search_says_what_it_has_proven() {
    let optimal = banto(&["plan", "--stats", "--optimal", "--plain", "problems/blocks/02-sussman.pddl"]);
    let out = text(&optimal.stdout);
    assert!(out.contains("Initial heuristic value for lmcut: ") && !out.contains("Lower bound"), "{out}");
    assert!(out.contains("until last jump: "), "{out}");
    let object = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&banto(&[&["plan", "--json"], arguments].concat()).stdout).unwrap()
    };
    let found = object(&["--optimal", "problems/blocks/02-sussman.pddl"]);
    assert_eq!(found["lower_bound"], found["cost"]);
    let domain = "(define (domain d) (:requirements :strips) (:predicates (bit ?x) (done))
        (:action set :parameters (?x) :precondition (not (bit ?x)) :effect (bit ?x))
        (:action clear :parameters (?x) :precondition (bit ?x) :effect (not (bit ?x)))
        (:action end :parameters () :precondition (forall (?x) (bit ?x)) :effect (done)))";
    let names: Vec<String> = (0..40).map(|number| format!("o{number}")).collect();
    let names = names.join(" ");
    let problem = format!("(define (problem p) (:domain d) (:objects {names}) (:init) (:goal (done)))");
    let folder = tempfile::tempdir().unwrap();
    let (domain_file, problem_file) = (folder.path().join("d.pddl"), folder.path().join("p.pddl"));
    std::fs::write(&domain_file, domain.replace(":strips", ":adl")).unwrap();
    std::fs::write(&problem_file, problem).unwrap();
    let files = [domain_file.to_str().unwrap(), problem_file.to_str().unwrap()];
    let flags = ["--search", "uniform-cost", "--plain", "--time-limit", "1s"];
    let stopped = object(&[&files[..], &flags].concat());
    let bound = stopped["lower_bound"].as_u64().unwrap();
    assert_eq!(stopped["status"], "stopped");
    // The plan has 41 steps. A second is enough for the states of at least two steps.
    assert!((2..=41).contains(&bound), "{bound}");
    let run = banto(&[&["plan", "--stats"], &files[..], &flags].concat());
    assert!(text(&run.stdout).contains("Lower bound: "), "{}", text(&run.stdout));
    // Of the processor, the same limit has a setting of its own.
    let flags = ["--search", "uniform-cost", "--plain", "--cpu-limit", "0.2s"];
    let stopped = object(&[&files[..], &flags].concat());
    assert_eq!((&stopped["reason"], &stopped["settings"]["cpu_limit"]), (&"time limit".into(), &0.2.into()));
    assert!(
        stopped["settings"]["time_limit"].is_null() && stopped["cpu_seconds"]["total"].as_f64() > Some(0.19),
        "{stopped}"
    );
    // What an improved plan was compared with.
    let improved = object(&["problems/logistics/03-eight-parcels.pddl"]);
    assert!(improved["status"] == "solved" && improved["lower_bound"].as_u64() > Some(9), "{improved}");
    assert!(improved["lower_bound"].as_u64() <= improved["cost"].as_u64(), "{improved}");
}

/// What is proven stands beside what was found, whether a search ends by itself or by a limit.
#[test]
fn a_plan_has_its_bound_beside_it() {
    let object = |flags: &str| -> serde_json::Value {
        let flags: Vec<&str> = flags.split(' ').collect();
        serde_json::from_slice(&banto(&[&["plan", "--json"], &flags[..]].concat()).stdout).unwrap()
    };
    let (sussman, parcels) = ("problems/blocks/02-sussman.pddl", "problems/logistics/03-eight-parcels.pddl");
    let weighted = object(&format!("{sussman} --search wastar --heuristic lmcut --weight 2"));
    let [bound, cost] = ["lower_bound", "cost"].map(|field| weighted[field].as_u64().unwrap());
    assert!(cost.div_ceil(2) <= bound && bound <= cost, "{weighted}");
    // An estimate of the initial state, if it is admissible and about the costs of the task.
    for (flags, has_bound) in [
        ("gbfs --heuristic lmcut", true),
        ("gbfs --heuristic lmcut --costs plus-one", false),
        ("wastar --heuristic hmax --costs plus-one", false),
        ("gbfs --heuristic ff", false),
    ] {
        let found = object(&format!("{sussman} --search {flags}"));
        assert_eq!(found["lower_bound"].is_u64(), has_bound, "{flags}: {found}");
    }
    let stopped = banto(&["plan", parcels, "--search", "astar", "--time-limit", "1s"]);
    let said = text(&stopped.stderr);
    assert!(said.contains("no plan found: time limit; no plan costs less than "), "{said}");
    // A plan within the gap ends the run; the live line has both bounds.
    let near = object(&format!("{parcels} --optimal --gap 10%"));
    assert_eq!([&near["status"], &near["settings"]["gap"]], [&"solved".into(), &serde_json::json!(10.0)]);
    assert!(near["reason"].is_null() && near["gap"].as_f64().unwrap() <= 10.0, "{near}");
    let flags = ["--optimal", "--gap", "0.1%", "--time-limit", "3s", "--progress", "always"];
    let run = banto(&[&["plan", parcels], &flags[..]].concat());
    assert!(text(&run.stderr).contains(" <= cost <= "), "{}", text(&run.stderr));
    assert!(text(&run.stdout).contains(" % above a cheapest plan: no plan costs less than "));
    assert!(text(&run.stderr).contains("time limit: a cheaper plan may exist"));
    for wrong in ["0%", "-10%", "ten", "0.1"] {
        let run = banto(&["plan", sussman, "--optimal", "--gap", wrong]);
        assert_eq!(run.status.code(), Some(2), "{wrong}");
        assert!(text(&run.stderr).contains("a percentage"), "{}", text(&run.stderr));
    }
}

/// Several plans are printed, written to files and listed; whether there are others is said.
#[test]
fn several_plans_are_kept_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("balls.plan");
    let balls = "problems/gripper/01-two-balls.pddl";
    let object = |flags: &[&str]| -> (Option<i32>, serde_json::Value) {
        let run = banto(&[&["plan", "--json"], flags].concat());
        (run.status.code(), serde_json::from_slice(&run.stdout).unwrap())
    };
    let run = banto(&["plan", balls, "--top-k", "9", "-o", file.to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert_eq!(text(&run.stdout).matches("; cost = 5 (unit cost)\n").count(), 8, "{}", text(&run.stdout));
    assert!(text(&run.stdout).contains(", the cheapest 9 plans\n"), "{}", text(&run.stdout));
    assert!(!file.exists(), "no plan is the one");
    for number in 1..=9 {
        let plan = format!("{}.{number}", file.display());
        let judged = banto(&["validate", balls, &plan]);
        assert_eq!(judged.status.code(), Some(0), "{plan}: {}", text(&judged.stdout));
    }
    let (code, all) = object(&[balls, "--all-optimal"]);
    let plans = all["plans"].as_array().unwrap();
    let different: std::collections::BTreeSet<String> =
        plans.iter().map(|plan| plan["plan"].to_string()).collect();
    assert_eq!((code, plans.len(), different.len(), &all["are_all"]), (Some(0), 8, 8, &true.into()), "{all}");
    assert_eq!([&all["status"], &all["settings"]["arguments"][0]], ["optimal", "--all-optimal"]);
    // A limit leaves what was found; a short one, since the test holds all of it in its memory.
    let flags = ["problems/gripper/02-five-balls.pddl", "--top-k", "100000000", "--cpu-limit", "0.2s"];
    let (code, stopped) = object(&flags);
    assert_eq!(
        (code, &stopped["reason"], &stopped["are_all"]),
        (Some(0), &"time limit".into(), &false.into())
    );
    assert!(stopped["plans"].as_array().unwrap().len() > 1);
    let parcels = "problems/logistics/03-eight-parcels.pddl";
    let (code, stopped) = object(&[parcels, "--top-k", "2", "--time-limit", "1s"]);
    assert_eq!((code, &stopped["plan"]), (Some(23), &serde_json::Value::Null), "{stopped}");
    assert!(stopped["lower_bound"].as_u64() > Some(0), "{stopped}");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // One of two lamps has to be lit; the other one may be lit before or after.
    let domain =
        "(define (domain lamps) (:requirements :strips :negative-preconditions) (:predicates (lit ?x))
        (:action light :parameters (?x) :precondition (not (lit ?x)) :effect (lit ?x)))";
    let domain = write("domain.pddl", domain);
    let problem = |name, goal| {
        let text = format!("(define (problem p) (:domain lamps) (:objects a b) (:init) (:goal {goal}))");
        write(name, &text)
    };
    let lit = problem("lit.pddl", "(lit a)");
    let run = banto(&["plan", &domain, &lit, "--top-k", "5"]);
    let said = text(&run.stderr);
    assert!(said.contains("there are only 3 plans that visit no state twice"), "{said}");
    assert!(text(&run.stdout).contains(", 3 plans, and no others\n"), "{}", text(&run.stdout));
    let (_, lit) = object(&[&domain, &lit, "--top-k", "5"]);
    assert_eq!((lit["plans"].as_array().unwrap().len(), &lit["are_all"]), (3, &true.into()), "{lit}");
    assert_eq!([&lit["plans"][0]["cost"], &lit["plans"][2]["cost"]], [1, 2], "{lit}");
    let never = problem("never.pddl", "(and (lit a) (not (lit a)))");
    assert_eq!(object(&[&domain, &never, "--top-k", "5"]).0, Some(11));
    for wrong in ["0", "-1", "all", "1.5"] {
        let run = banto(&["plan", balls, "--top-k", wrong]);
        assert_eq!(run.status.code(), Some(2), "{wrong}");
        let said = text(&run.stderr);
        assert!(said.contains("a whole number of at least 1 is expected"), "{said}");
    }
}

/// A search that cannot be made says why.
#[test]
fn symbolic_search_says_what_is_too_large_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let domain =
        "(define (domain lamps) (:predicates (lit ?x)) (:action light :parameters (?x) :effect (lit ?x)))";
    let lamps: Vec<String> = (0..1100).map(|lamp| format!("l{lamp}")).collect();
    let (objects, goals) = (lamps.join(" "), lamps.join(")(lit "));
    let problem = format!(
        "(define (problem p) (:domain lamps) (:objects {objects}) (:init) (:goal (and (lit {goals}))))"
    );
    let files = [file("domain.pddl", domain), file("problem.pddl", &problem)];
    let run = banto(&["plan", &files[0], &files[1], "--search", "symbolic"]);
    assert_eq!(run.status.code(), Some(12));
    let words = "symbolic search is for states of at most 1024 bits, and these have 1100";
    assert!(text(&run.stderr).contains(words), "{}", text(&run.stderr));
}

/// A cost that no plan keeps to is told of at the end.
#[test]
fn a_cost_that_is_not_met_is_named() {
    let plan = |flags: &[&str]| banto(&[&["plan", "problems/gripper/01-two-balls.pddl"], flags].concat());
    let run = plan(&["--until-cost", "3"]);
    assert_eq!(run.status.code(), Some(0));
    assert!(
        text(&run.stderr).contains("no plan costs 3 or less: the cheapest costs 5"),
        "{}",
        text(&run.stderr)
    );
    let run = plan(&["--until-cost", "3", "--search", "dfs"]);
    assert!(text(&run.stderr).contains("no plan of cost 3 or less was found: the best costs 7"));
    for (cost, met) in [("4", false), ("5", true)] {
        let object: serde_json::Value =
            serde_json::from_slice(&plan(&["--until-cost", cost, "--json"]).stdout).unwrap();
        assert_eq!(object["until_cost_met"], met);
    }
    assert!(!text(&plan(&["--until-cost", "5"]).stderr).contains("or less"));
}

/// One search is tuned by flags; a combination without meaning is refused with a reason.
#[test]
fn searches_are_tuned_by_flags() {
    let plan = |flags: &str| {
        let flags: Vec<&str> = flags.split(' ').collect();
        let problem = if flags.contains(&"--plain") { "03-two-towers" } else { "02-sussman" };
        banto(&[&["plan", &format!("problems/blocks/{problem}.pddl"), "--json"], &flags[..]].concat())
    };
    let of = |flags: &str| -> serde_json::Value {
        let run = plan(flags);
        assert_eq!(run.status.code(), Some(0), "{flags}: {}", text(&run.stderr));
        serde_json::from_slice(&run.stdout).unwrap()
    };
    for (flags, field, value) in [
        ("--first", "name", "\"lazy-gbfs\""),
        ("--search GBFS --heuristic ff,HADD --costs Unit", "heuristics", "[\"ff\",\"hadd\"]"),
        ("--first", "heuristics", "[\"ff\",\"landmarks\"]"),
        ("--first", "open_lists", "[\"types\",\"novelty\"]"),
        ("--search gbfs", "open_lists", "[]"),
        ("--search gbfs", "preferred", "\"boost\""),
        ("--search gbfs", "costs", "\"unit\""),
        ("--search gbfs --open-list novelty,types", "open_lists", "[\"types\",\"novelty\"]"),
        ("--search gbfs --preferred none", "preferred", "\"none\""),
        ("--search lazy-wastar --open-list novelty --costs plus-one", "costs", "\"plus-one\""),
        ("--search lazy-wastar --preferred lists", "weight", "3"),
        ("--search astar", "ties", "\"last\""),
        ("--search astar", "preferred", "null"),
        ("--search uniform-cost --ties last", "ties", "\"last\""),
        ("--search bfs", "heuristics", "[]"),
    ] {
        assert_eq!(of(flags)["search"][field].to_string(), value, "{flags}");
    }
    // The flags change what is searched.
    let expanded = |flags: &str| of(flags)["counts"]["expanded"].as_u64().unwrap();
    let without = expanded("--search gbfs --heuristic ff --plain --preferred none");
    for flags in ["--open-list types", "--open-list novelty", "--ties last"] {
        let flags = format!("--search gbfs --heuristic ff --plain --preferred none {flags}");
        assert_ne!(expanded(&flags), without, "{flags}");
    }
    let usual = expanded("--search gbfs --heuristic ff --plain");
    assert!(expanded("--search gbfs --heuristic ff --plain --preferred lists") != usual && usual != without);
    assert_eq!(expanded("--search gbfs --heuristic ff --plain --preferred boost --ties first"), usual);
    for (flags, words) in [
        ("--ties last", "are chosen for one search: name it"),
        ("--search bfs --ties last", "bfs cannot break ties; uniform-cost, astar"),
        ("--search astar --preferred boost", "astar cannot use preferred operators; gbfs, lazy-gbfs"),
        ("--search gbfs --preferred only", "there is no use of preferred operators called only"),
        ("--search gbfs --heuristic hmax --preferred boost", "hmax prefers no operators; "),
        ("--search gbfs --open-list novelty --threads 2", "runs in one thread"),
        ("--search astar --costs unit", "astar cannot estimate other costs"),
        ("--search wastar --weight 1 --costs plus-one", "wastar with weight 1 cannot estimate other costs"),
        ("--search dfs --costs unit", "dfs cannot estimate costs"),
        ("--plain --reduce-at-once", "cannot be used with"),
        ("--search gbfs --open-list novelti", "novelty"),
        ("--without hard", "there is no search in turns called hard; did you mean hadd?"),
        ("--search gbfs --without dive", "takes no turns with others that could be left out"),
    ] {
        let run = plan(flags);
        assert_eq!(run.status.code(), Some(2), "{flags}");
        assert!(text(&run.stderr).contains(words), "{flags}: {}", text(&run.stderr));
    }
}

#[test]
fn ground_tasks_are_listed() {
    let files = ["domains/gripper.pddl", "problems/gripper/01-two-balls.pddl"];
    for (flags, lines, words) in [
        (["--list", "variables"], 5, "   4  (lies-in ball1 kitchen)"),
        (["--list", "schemas"], 3, "       8  grasp\n"),
        (["--list", "landmarks"], 0, "(lies-in ball2 hall)\n"),
        (["--list", "invariants"], 0, "1 of 4  (lies-in ball1 kitchen)"),
        (["--list", "states"], 0, " goal: "),
    ] {
        let run = banto(&[&["ground"], &files[..], &flags].concat());
        let out = text(&run.stdout);
        let told = if flags[1] == "states" { "these are states of the simplified task" } else { "" };
        let talk = text(&run.stderr);
        assert!(run.status.success() && talk.contains(told) && talk.is_empty() == told.is_empty(), "{talk}");
        assert!(lines == 0 || out.lines().count() == lines, "{flags:?}: {out}");
        assert!(out.contains(words), "{flags:?}: {out}");
    }
    // What a limit leaves out is told.
    let listed = [&["ground"], &files[..], &["--list", "states", "--limit", "5"]].concat();
    let said = text(&banto(&listed).stderr);
    assert!(said.contains(" to states that are left out: --limit is 5"), "{said}");
    let run = banto(&[&listed[..], &["--json"]].concat());
    let found: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert!(found["left_out"].as_u64() > Some(0), "{found}");
    assert!(found["about"].as_str().unwrap().starts_with("states of the simplified task"), "{found}");
}

/// A domain and a problem in one file, in either order; places in messages are those of the file.
#[test]
fn one_file_holds_domain_and_problem() {
    let folder = tempfile::tempdir().unwrap();
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/01-two-balls.pddl"));
    let both = written(folder.path(), "both.pddl", &format!("{domain}{problem}"));
    let turned = written(folder.path(), "turned.pddl", &format!("{problem}{domain}"));
    for path in [&both, &turned] {
        let run = banto(&["plan", path, "--optimal", "-q"]);
        assert_eq!(
            (run.status.code(), text(&run.stdout).lines().count()),
            (Some(0), 6),
            "{}",
            text(&run.stderr)
        );
        let plan = written(folder.path(), "plan", &text(&run.stdout));
        for arguments in [&["check", path][..], &["ground", path], &["why", path], &["validate", path, &plan]]
        {
            let run = banto(arguments);
            assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", text(&run.stderr));
        }
    }
    // It is given alone.
    let run = banto(&["plan", "domains/gripper.pddl", &both]);
    let said = text(&run.stderr);
    assert!(run.status.code() == Some(31) && said.contains("may share a file that is given alone"), "{said}");
    let wrong = format!("{domain}{}", problem.replace("(:goal", "(:gaol"));
    let line = 1 + wrong.lines().position(|line| line.contains("(:gaol")).unwrap();
    let wrong = written(folder.path(), "wrong.pddl", &wrong);
    let run = banto(&["plan", &wrong]);
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains(&format!("wrong.pddl:{line}:")), "{}", text(&run.stderr));
}

#[test]
fn the_end_of_standard_input_ends_the_work() {
    let start = std::time::Instant::now();
    let hard = "problems/logistics/03-eight-parcels.pddl";
    let run = banto(&["plan", "--optimal", hard, "--until-eof", "--time-limit", "1m"]);
    assert_eq!(run.status.code(), Some(12), "{}", text(&run.stderr));
    assert!(start.elapsed().as_secs() < 20);
    // As long as it is open, nothing ends.
    let mut command = program();
    command.args(["plan", "--until-eof", "problems/blocks/01-swap.pddl"]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let input = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(input);
    let run = banto_with(&["plan", "--until-eof", "domains/blocks.pddl", "-"], "(define");
    assert_eq!(run.status.code(), Some(31));
    assert!(text(&run.stderr).contains("it only says when to stop"), "{}", text(&run.stderr));
}
