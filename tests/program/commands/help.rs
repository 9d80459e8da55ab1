//! The command line as a newcomer meets it: help, suggestions, completions, manual pages, colors, the live line.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::command::{banto, banto_with, text};
use crate::terminal::on_terminal;

/// The commands, by their words; groups end in a blank.
const COMMANDS: &[&str] = &[
    "new",
    "why",
    "plan",
    "validate",
    "proof check",
    "step",
    "draw",
    "ground",
    "check",
    "fmt",
    "explain",
    "lsp",
    "mcp",
    "serve",
    "compare",
    "completions",
    "man",
    "sokoban check",
    "sokoban convert",
    "sokoban show",
    "sokoban solve",
    "sokoban draw",
    "sokoban encode",
    "sokoban decode",
    "sokoban generate",
    "sokoban play",
    "sokoban best",
    "sokoban validate",
    "game play",
    "game best",
    "game solve",
];

#[test]
fn help_is_enough_to_begin() {
    let help = text(&banto(&["--help"]).stdout);
    for title in ["Plan:", "Write PDDL:", "Sokoban and games:", "This program:", "Options:", "Exit codes:"] {
        assert!(help.contains(&format!("\n{title}\n")), "{title}: {help}");
    }
    for command in COMMANDS.iter().copied().chain(["proof", "sokoban", "game"]) {
        let is_group = ["proof", "sokoban", "game"].contains(&command);
        let words: Vec<&str> = command.split(' ').collect();
        let help = text(&banto(&[&words[..], &["--help"]].concat()).stdout);
        assert!(help.contains("\nExamples:\n"), "{command}: {help}");
        assert!(is_group || help.contains("\nExit codes:\n"), "{command}: {help}");
        // The flags of every command are explained in one place, and the version is said there.
        assert!(!help.contains("--version") && !help.contains("--color <WHEN>"), "{command}: {help}");
        assert!(help.contains(&format!("    banto {command}")), "{command}: {help}");
        let short = text(&banto(&[&words[..], &["-h"]].concat()).stdout);
        assert!(short.contains("\nExamples:\n"), "{command}: {short}");
        assert!(short.lines().count() <= 45, "{command}: {short}");
        assert!(
            short.lines().chain(help.lines()).all(|line| line.chars().count() <= 80),
            "{command}: {help}"
        );
    }
    let compare = text(&banto(&["compare", "--help"]).stdout);
    assert!(compare.contains("- strips:filtered: the same with cells marked"), "{compare}");
    let sokoban = text(&banto(&["sokoban", "--help"]).stdout);
    assert!(sokoban.contains("#  wall            @  you"), "{sokoban}");
    let plan = text(&banto(&["plan", "--help"]).stdout);
    assert!(plan.contains("Usage: banto plan [OPTIONS] [DOMAIN] <PROBLEM>"), "{plan}");
    assert!(!plan.contains("[PROBLEM]") && plan.contains("  <PROBLEM>\n"), "{plan}");
    assert!(plan.contains("  12  the search ended"), "{plan}");
}

#[test]
fn what_was_meant_is_guessed() {
    for (arguments, words) in [
        (&["chek"][..], "check"),
        (&["slove", "levels.xsb"], "banto sokoban solve"),
        (&["generate"], "did you mean banto sokoban generate?"),
        (&["play", "x"], "did you mean banto sokoban play or banto game play?"),
        (&["solve", "x"], "did you mean banto sokoban solve or banto game solve?"),
        (&["paln"], "did you mean banto plan?"),
        (&["game", "paly"], "did you mean banto game play?"),
        (&["problems/blocks/01-swap.pddl"], "banto plan problems/blocks/01-swap.pddl"),
        (&["domains/blocks.pddl", "x.pddl"], "banto plan domains/blocks.pddl x.pddl\n"),
        (&["problems/sokoban/scales.xsb"], "banto sokoban solve problems/sokoban/scales.xsb\n"),
        (&["sokoban", "problems/sokoban/scales.xsb"], "banto sokoban solve problems/sokoban/scales.xsb\n"),
        (&["plan", "--time", "3", "x"], "--time-limit"),
        (
            &["compare", "x.pddl", "--solvers", "foo"],
            "there are direct, gbfs:ff and others: `banto compare --help` lists solvers",
        ),
        (&["check", "domains/blocks.pddl", "domains/gripper.pddl"], "are both domains"),
        (&["sokoban", "slove"], "did you mean banto sokoban solve?"),
        (&["plan", "--optiml", "x"], "--optimal"),
        (&["plan", "--search", "astr", "x"], "did you mean astar?"),
        (&["plan", "--heuristic", "lmcutt", "x"], "did you mean lmcut?"),
        (&["sokoban", "solve", "x", "--solver", "dirct"], "did you mean direct?"),
        (&["sokoban", "play", "x", "--solver", "dirct"], "did you mean direct?"),
        (&["sokoban", "encode", "x", "--encoding", "filterd"], "did you mean filtered?"),
        (&["compare", "x", "--solvers", "direct,strips:typd"], "did you mean typed?"),
        (&["game", "best", "x", "--estimate", "lins"], "lines"),
        (&["explain", "E20"], "`banto explain` lists all"),
        (&["man", "pln"], "did you mean plan?"),
        (&["completions", "bahs"], "bash"),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        let talk = text(&run.stderr);
        assert!(talk.contains(words), "{arguments:?}: {talk}");
        assert!(!talk.contains("\nhelp: ") || !talk.contains("tip: "), "{arguments:?}: {talk}");
    }
}

/// A usage line lists nothing that the error above it forbids, and an empty name gets the list that a wrong one gets.
#[test]
fn errors_do_not_contradict_themselves() {
    let said = |arguments: &[&str]| {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        text(&run.stderr)
    };
    let talk = said(&["sokoban", "solve", "--list", "x.xsb"]);
    let usage = talk.split("\nUsage: ").nth(1).unwrap_or_default();
    assert!(usage.lines().any(|line| line.ends_with(" --list")) && !usage.contains("[FILE]"), "{talk}");
    for command in
        [&["compare", "x", "--solvers"][..], &["plan", "x", "--search"], &["plan", "x", "--heuristic"]]
    {
        let list = |name| {
            let talk = said(&[command, &[name]].concat());
            talk.lines().next().unwrap().split_once("there are ").map(|(_, names)| names.to_owned())
        };
        assert!(list("").is_some() && list("") == list("zzzzzz"), "{command:?}: {:?}", list(""));
    }
    assert!(!said(&["compare", "x", "--solvers", "strips:zzzz"]).contains("for tasks"));
}

#[test]
fn numbers_are_judged_as_values() {
    for (arguments, words) in [
        (&["plan", "x", "--search", "wastar", "--weight", "-1"][..], "'-1' for '--weight <N>'"),
        (&["plan", "x", "--search", "wastar", "--weight", "0"], "a whole number of at least 1 is expected"),
        (&["plan", "x", "--seed", "-1"], "'-1' for '--seed <N>': a whole number of at least 0"),
        (&["plan", "x", "--threads", "65"], "a whole number from 1 to 64 is expected"),
        (
            &["plan", "x", "--threads", "2", "--search", "ida"],
            "ida runs in one thread; uniform-cost, astar, wastar, gbfs can run in several",
        ),
        (&["plan", "x", "--time-limit", ""], "a time of more than 0 is expected, such as 90s or 5m"),
        (&["plan", "x", "--memory-limit", "0"], "a size of more than 0 is expected, such as 512MiB or 4GiB"),
        (&["plan", "x", "--time-limit", "0"], "a time of more than 0 is expected, such as 90s or 5m"),
        (&["compare", "x", "--solvers", ""], "a name is expected; there are direct"),
        (
            &["plan", "x", "--search", "bfs", "--weight", "2"],
            "bfs uses no weight; a weight needs the search wastar or lazy-wastar",
        ),
        (&["plan", "x", "--weight", "2"], "error: a weight needs the search wastar or lazy-wastar"),
        (
            &["sokoban", "solve", "x", "--level", "two"],
            "'two' for '--level <NUMBERS>': numbers as in 3, 1-10",
        ),
        (
            &["plan", "x", "--time-limit", "1h30m"],
            ": one number with one unit is expected, such as 90s or 5m\n",
        ),
        (
            &["sokoban", "solve", "x", "--improve", "-3s"],
            "invalid value '-3s' for '--improve <TIME>': a time of",
        ),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(2), "{arguments:?}");
        let talk = text(&run.stderr);
        assert!(talk.contains(words) && !talk.contains("'-- -1'"), "{arguments:?}: {talk}");
    }
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = banto(&["completions", shell]);
        assert_eq!(run.status.code(), Some(0), "{shell}");
        let script = text(&run.stdout);
        // Two of the shells complete commands and flags alone, and no values.
        let values: &[&str] =
            if ["powershell", "elvish"].contains(&shell) { &[] } else { &["astar", "lmcut", "direct"] };
        for word in COMMANDS.iter().flat_map(|command| command.split(' ')).chain(values.iter().copied()) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn scripts_of_shells_are_sound() {
    for shell in ["bash", "zsh", "fish"] {
        let script = banto(&["completions", shell]).stdout;
        // Each of the three reads a script without running it when it is called so.
        let child = Command::new(shell).arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut child) = child else {
            crate::cases::tell(&format!("skipped: there is no {shell} here"));
            continue;
        };
        child.stdin.take().unwrap().write_all(&script).unwrap();
        let run = child.wait_with_output().unwrap();
        assert!(run.status.success(), "{shell}: {}", text(&run.stderr));
    }
}

#[test]
fn the_manual_has_every_command() {
    let page = text(&banto(&["man"]).stdout);
    assert!(page.contains(".TH banto 1"), "{page}");
    let groups: Vec<&str> = COMMANDS.iter().filter_map(|command| command.split(' ').next()).collect();
    for group in groups {
        assert!(page.contains(&format!("banto\\-{group}(1)")), "{group}: {page}");
    }
    for command in COMMANDS {
        let words: Vec<&str> = command.split(' ').collect();
        let page = text(&banto(&[&["man"], &words[..]].concat()).stdout);
        assert!(page.contains(&format!(".TH banto-{} 1", words.join("-"))), "{command}: {page}");
        assert!(page.contains("Examples:"), "{command}: {page}");
    }
    let folder = tempfile::tempdir().unwrap();
    let run = banto(&["man", "--out", folder.path().join("man1").to_str().unwrap()]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let pages = std::fs::read_dir(folder.path().join("man1")).unwrap().count();
    // The program and the two groups have pages, too.
    assert_eq!(pages, COMMANDS.len() + 4);
    assert_eq!(banto(&["man", "plan", "now"]).status.code(), Some(2));
}

#[test]
fn colors_are_there_only_when_they_are_asked_for() {
    for arguments in [
        &["check", "tests/check/unknown-names.pddl"][..],
        &["check", "no-such.pddl"],
        &["plan", "--search", "astr", "x"],
        &["chek"],
        &["--help"],
        &["plan", "--help"],
        &["sokoban", "show", "problems/sokoban/first-steps.xsb", "--level", "9"],
    ] {
        let escapes = |run: &Output| {
            text(&run.stdout).matches('\x1b').count() + text(&run.stderr).matches('\x1b').count()
        };
        assert_eq!(escapes(&banto(arguments)), 0, "{arguments:?}");
        for never in [&["--color", "never"][..], &["--color=never"]] {
            assert_eq!(escapes(&banto(&[arguments, never].concat())), 0, "{arguments:?}");
        }
        for always in [&["--color", "always"][..], &["--color=always"]] {
            assert!(escapes(&banto(&[arguments, always].concat())) > 0, "{arguments:?}");
        }
    }
    // Drawing is colored on demand, too.
    let draw = ["sokoban", "draw", "problems/sokoban/first-steps.xsb", "--level", "1"];
    assert!(!text(&banto(&draw).stdout).contains('\x1b'));
    assert!(text(&banto(&[&draw[..], &["--color", "always"]].concat()).stdout).contains('\x1b'));
}

#[test]
fn the_live_line_fits_a_narrow_terminal() {
    let search = ["plan", "problems/blocks/04-tall.pddl", "--search", "bfs", "--time-limit", "1s"];
    for columns in [20, 60] {
        let Some(seen) = on_terminal(columns, &[], &search) else { return };
        let lines: Vec<&str> = seen.split("\r\x1b[K").skip(1).collect();
        assert!(lines.len() > 3, "{seen:?}");
        // Behind the last one the line is gone, and the answer follows.
        for line in &lines[..lines.len() - 1] {
            assert!(line.chars().count() < usize::from(columns), "{line:?}");
        }
    }
    // Nothing of it goes into a pipe.
    let run = banto(&search);
    assert!(!text(&run.stderr).contains("expanded"), "{}", text(&run.stderr));
    // Where it is asked for, it has lines of its own there.
    let run = banto(&[&search[..], &["--progress", "always"]].concat());
    assert!(text(&run.stderr).contains("\nsearch\n") && !text(&run.stderr).contains('\x1b'));
}

#[test]
fn no_color_counts_on_a_terminal() {
    for arguments in [&["check", "tests/check/unknown-names.pddl"][..], &["chek"], &["plan", "--help"]] {
        let Some(plain) = on_terminal(80, &[("NO_COLOR", "1")], arguments) else { return };
        assert!(!plain.contains('\x1b'), "{plain:?}");
        let Some(colored) = on_terminal(80, &[], arguments) else { return };
        assert!(colored.contains('\x1b'), "{colored:?}");
    }
}

#[test]
fn a_cascade_of_findings_ends() {
    let facts: Vec<String> = (1..=30).map(|number| format!("(fact-{number}) (fact-{number})")).collect();
    let problem = format!("(define (problem p) (:domain gripper) (:init {}) (:goal (and)))", facts.concat());
    let arguments = ["check", "domains/gripper.pddl", "-"];
    let run = banto_with(&arguments, &problem);
    let talk = text(&run.stderr);
    assert_eq!(talk.matches("error[").count(), 20, "{talk}");
    assert!(talk.contains(" more, which may follow from these; --all-messages shows them\n"), "{talk}");
    // The sum counts all, and so does everything for programs.
    let all = text(&banto_with(&[&arguments[..], &["--all-messages"]].concat(), &problem).stderr);
    let count = all.matches("error[").count();
    // Each name is reported once.
    assert!(count == 30 && talk.contains(&format!("not ok: {count} errors")), "{talk}");
    let json = ["check", arguments[1], arguments[2], "--message-format", "json"];
    assert_eq!(
        text(&banto_with(&json, &problem).stderr).lines().filter(|line| line.starts_with('{')).count(),
        count
    );
}

/// What a newcomer names is found: the problem of a folder, a file by the beginning of its name, solvers without
/// commas. What was fixed is said, and a page of HTML is not written to a terminal.
#[test]
fn what_is_named_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (robots, problem) = (place("robots"), place("robots/problem.pddl"));
    assert_eq!(banto(&["new", &robots]).status.code(), Some(0));
    let level = place("mine.xsb");
    assert_eq!(banto(&["new", "--sokoban", &place("mine")]).status.code(), Some(0));
    assert_eq!(banto(&["new", "--sokoban", &level]).status.code(), Some(2), "it is there");
    assert_eq!(banto(&["sokoban", "solve", &level]).status.code(), Some(0));
    let of_folder = banto(&["plan", &robots, "--quiet"]);
    assert_eq!(text(&of_folder.stdout), text(&banto(&["plan", &problem, "--quiet"]).stdout));
    for (arguments, code, words) in [
        (&["plan", "problems/blocks"][..], 2, "as in banto plan problems/blocks/01-swap.pddl\n"),
        (&["plan", &place("robots/prob.pddl")], 31, "did you mean "),
        (&["sokoban", "encode", "problems/sokoban"], 31, "name a file in it: "),
        (&["compare", &level, "--solvers", "direct", "astar"], 2, "--solvers direct,astar\n"),
        (&["check", &level], 31, "this looks like a Sokoban level: banto sokoban solve "),
    ] {
        let run = banto(arguments);
        assert_eq!(run.status.code(), Some(code), "{arguments:?}");
        assert!(text(&run.stderr).contains(words), "{arguments:?}: {}", text(&run.stderr));
    }
    let domain = place("robots/domain.pddl");
    let faulty =
        std::fs::read_to_string(&domain).unwrap().replacen("(at ?courier ?from)", "(at ?courrier ?from)", 1);
    std::fs::write(&domain, faulty).unwrap();
    let talk = text(&banto(&["check", "--fix", &domain]).stderr);
    assert!(talk.ends_with(":28:28: ?courrier → ?courier\n"), "{talk}");
    let Some(seen) = on_terminal(80, &[], &["draw", &problem]) else { return };
    assert!(seen.contains("--html FILE writes it") && !seen.contains("<section"), "{seen}");
}
