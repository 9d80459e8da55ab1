//! Everything is documented: codes, exit codes, flags of commands, rows of registries, requirements.
//!
//! In: the tables of the library and the output of `--help`. An undocumented row fails, and so does documentation of a
//! row that does not exist.

use std::collections::BTreeSet;

use banto::ground::ground;
use banto::heuristics::{HEURISTICS, HeuristicRow};
use banto::limits::Limits;
use banto::pddl::{REQUIREMENTS, Support};
use banto::program::EXITS;
use banto::search::{Algorithm, SEARCHES, Search};
use banto::sokoban::direct::SOLVERS;
use banto::sokoban::encode::ENCODINGS;
use banto::source::{CODES, SourceText};
use banto::strips::{CostKind, TaskSpace};
use banto::{pddl, task};

use super::{read, root, run};

/// The cells of a table's rows: of the first table behind a heading.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let start = page.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let rest = page[start + 1 + heading.len()..].split("\n#").next().unwrap_or("");
    let rows =
        rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        let row = row.replace("\\|", "\u{0}");
        let cells = row.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|"));
        cells.collect::<Vec<_>>()
    };
    rows.skip(2).map(cells).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The names in the first column.
fn names(rows: &[Vec<String>]) -> Vec<&str> {
    rows.iter().flat_map(|row| quoted(&row[0])).collect()
}

fn word(holds: bool) -> String {
    if holds { "yes" } else { "-" }.to_owned()
}

#[test]
fn every_code_has_its_place() {
    let page = read("docs/pddl.md");
    for code in CODES {
        let row = format!("| [{0}](explain/{0}.md) | {1} |", code.id, code.title);
        assert!(page.contains(&row), "docs/pddl.md lacks {row}");
    }
    let sections = page.split("## What is checked").nth(1).unwrap();
    assert_eq!(sections.matches("| [").count(), CODES.len(), "docs/pddl.md has a code that is none");
}

#[test]
fn every_exit_code_has_its_place() {
    let rows = table(&read("docs/commands.md"), "## Exit codes");
    let wanted = EXITS.iter().map(|(exit, meaning)| vec![exit.code().to_string(), (*meaning).to_owned()]);
    assert_eq!(rows, wanted.collect::<Vec<_>>());
}

/// What `--help` says of a command.
fn help(words: &[&str]) -> String {
    run::banto(root(), &[words, &["--help"]].concat(), "").text
}

/// The commands below one, by what its help lists.
fn below(help: &str) -> Vec<String> {
    // Groups of commands stand between the usage, or the examples, and the first arguments or options.
    let examples = help.split("\nExamples:").nth(1).and_then(|rest| Some(rest.split_once("\n\n")?.1));
    let list = examples.or_else(|| help.split("\nUsage:").nth(1)).unwrap_or("");
    let lines = list.lines().take_while(|line| !matches!(*line, "Arguments:" | "Options:"));
    let rows = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = rows.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// The long flags that a help text explains.
fn flags(help: &str) -> BTreeSet<String> {
    let lines = help.lines().filter(|line| line.starts_with(' ')).map(str::trim_start);
    let lines = lines.filter(|line| line.starts_with('-'));
    let words = lines.filter_map(|line| line.split_whitespace().find(|word| word.starts_with("--")));
    words.map(|word| word.trim_end_matches(',').to_owned()).collect()
}

/// The long flags in the first column of a table.
fn flags_of(rows: &[Vec<String>]) -> BTreeSet<String> {
    let words = names(rows).into_iter().filter_map(|name| name.split_whitespace().next());
    words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn every_command_and_every_flag_has_its_place() {
    let page = read("docs/commands.md");
    let common = flags_of(&table(&page, "## Flags of many commands"));
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let (mut found, mut used) = (BTreeSet::new(), BTreeSet::new());
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = help(&words);
        let below = below(&help);
        used.extend(flags(&help));
        if below.is_empty() {
            let heading = format!("## banto {}", command.join(" "));
            let has = flags(&help);
            let written = flags_of(&table(&page, &heading));
            let wanted: BTreeSet<String> = has.difference(&common).cloned().collect();
            assert_eq!(written, wanted, "the flags under {heading}");
            found.insert(heading);
        }
        open.extend(below.into_iter().map(|name| [&command[..], &[name]].concat()));
    }
    let headings = page.lines().filter(|line| line.starts_with("## banto")).map(str::to_owned);
    assert_eq!(headings.collect::<BTreeSet<_>>(), found);
    assert!(common.is_subset(&used), "a flag of many commands that none has");
}

/// The values that a flag can take, by what the help lists.
fn values(help: &str, flag: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim_start);
    let lines = lines.skip_while(|line| !line.starts_with(&format!("{flag} <"))).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("--"));
    let lines = lines.filter_map(|line| line.strip_prefix("- ")?.split_once(':'));
    lines.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn level_formats_and_estimates_have_their_places() {
    let rows = table(&read("docs/commands.md"), "## Level formats");
    assert_eq!(names(&rows), values(&help(&["sokoban", "convert"]), "--to"));
    let page = read("docs/search.md");
    let games = page.split("## Searches for games").nth(1).unwrap();
    for name in values(&help(&["game", "best"]), "--estimate") {
        assert!(games.contains(&format!("| `{name}` | ")), "docs/search.md lacks the estimate {name}");
    }
}

#[test]
fn every_search_has_its_place_and_its_claims() {
    let page = read("docs/search.md");
    let wanted = SEARCHES.iter().map(|row| {
        let claims = [
            row.complete,
            row.optimal,
            row.fewest_steps,
            row.uses_heuristic,
            row.uses_preferred(),
            row.uses_weight,
        ];
        [&[format!("`{}`", row.name)], &claims.map(word)[..]].concat()
    });
    assert_eq!(table(&page, "## Searches"), wanted.collect::<Vec<_>>());
    for row in SEARCHES {
        assert!(page.contains(&format!("\n### {}\n", row.name)), "{}", row.name);
    }
}

/// Whether a heuristic counts what the conditions of effects need, and what rules need, and whether it grows with
/// costs: what has to be done before the last step costs 5.
fn tells(row: &HeuristicRow) -> [bool; 3] {
    let estimate = |last: &str, times: u64| {
        let cost = |cost: u64| format!("(increase (total-cost) {})", cost * times);
        let domain = format!(
            "(define (domain d) (:predicates (ready) (other) (done)) (:functions (total-cost)) \
             (:action prepare :parameters () :effect (and (ready) {})) \
             (:action besides :parameters () :effect (and (other) {})) {last})",
            cost(5),
            cost(1)
        );
        let domain = domain.replace("COST", &cost(1));
        let problem = "(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (and (done) (other))) \
                       (:metric minimize (total-cost)))";
        let task = task::read(&domain, problem).unwrap();
        let task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
        let space = TaskSpace::<u64>::new(&task, CostKind::Real).unwrap();
        let mut search =
            Search::new(&space).heuristic(row.within(&task, CostKind::Real, &Limits::none()).unwrap());
        let report = search.run(Algorithm::Astar);
        let estimate = report.readings.initial_h[0].unwrap();
        assert!(!row.claims.admissible || estimate <= report.path().unwrap().cost, "{}: {domain}", row.name);
        estimate
    };
    let conditional = "(:action finish :parameters () :effect (and (when (ready) (done)) COST))";
    let derived = "(:derived (done) (ready))";
    [
        estimate(conditional, 1) > 4,
        estimate(derived, 1) > 4,
        estimate(conditional, 2) > estimate(conditional, 1),
    ]
}

/// Whatever docs/search.md takes from others is in its bibliography.
#[test]
fn every_source_is_in_the_bibliography() {
    let page = read("docs/search.md");
    let (text, list) = page.split_once("\n## Bibliography\n").unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sources: Vec<String> =
        table(&page, "## Bibliography").into_iter().map(|row| row[0].clone()).collect();
    assert!(
        sources.is_sorted_by(|one, other| one.to_lowercase() < other.to_lowercase()) && list.len() > 1000
    );
    let year = |word: &str| {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        (digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))).then_some(digits)
    };
    let words: Vec<&str> = text.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        let Some(year) = year(word.trim_start_matches('(')) else { continue };
        let name = words[at - 1];
        if name.chars().next().is_some_and(char::is_uppercase) || name == "others" {
            let fits = |source: &&String| source.ends_with(&format!("{name} {year}"));
            assert!(sources.iter().any(|source| fits(&source)), "no source for {name} {year}");
        }
    }
}

#[test]
fn every_heuristic_has_its_place_and_its_claims() {
    let page = read("docs/search.md");
    let wanted = HEURISTICS.iter().map(|row| {
        let claims = [row.claims.admissible, row.claims.consistent, row.prefers];
        [&[format!("`{}`", row.name)], &claims.map(word)[..], &tells(row).map(word)].concat()
    });
    assert_eq!(table(&page, "## Heuristics"), wanted.collect::<Vec<_>>());
    for row in HEURISTICS {
        assert!(page.contains(&format!("\n### {}\n", row.name)), "{}", row.name);
        assert!(row.claims.safe, "docs/search.md says that all are safe: {}", row.name);
    }
}

#[test]
fn every_solver_and_every_encoding_has_its_place() {
    let page = read("docs/search.md");
    let wanted = SOLVERS
        .iter()
        .map(|row| vec![format!("`{}`", row.name), row.promise.words().unwrap_or("-").to_owned()]);
    assert_eq!(table(&page, "## Solvers for Sokoban"), wanted.collect::<Vec<_>>());
    for row in SOLVERS {
        assert!(page.contains(&format!("\n### Solver {}\n", row.name)), "{}", row.name);
    }
    let rows = table(&read("docs/sokoban.md"), "## The four encodings");
    assert_eq!(names(&rows), ENCODINGS.iter().map(|row| row.name).collect::<Vec<_>>());
}

#[test]
fn every_requirement_is_treated_as_its_row_says() {
    let rows = table(&read("docs/pddl.md"), "## Requirement flags");
    assert_eq!(names(&rows).len(), REQUIREMENTS.len());
    for (row, requirement) in rows.iter().zip(REQUIREMENTS) {
        let wanted = match requirement.support {
            Support::Full => "yes",
            Support::WhereUsed => "where used",
            Support::None(..) => "refused",
        };
        assert_eq!((&*row[0], &*row[1]), (&*format!("`{}`", requirement.flag), wanted));
        let text = format!(
            "(define (domain d) (:requirements {}) (:predicates (p))
               (:action a :parameters () :precondition (p) :effect (not (p))))",
            requirement.flag
        );
        let resolved = task::resolve(&pddl::parse_domain(&SourceText::new("d.pddl", text)), None);
        let refused = resolved.diagnostics.iter().any(|one| one.code.is_unsupported());
        assert_eq!(refused, wanted == "refused", "{}", requirement.flag);
    }
}

#[test]
fn every_feature_names_a_test_that_is_there() {
    let page = read("docs/pddl.md");
    for (heading, count) in
        [("## Requirement flags", 40), ("## What is read", 15), ("## What is refused", 10)]
    {
        let rows = table(&page, heading);
        assert!(rows.len() >= count, "{heading}");
        for row in rows {
            let file = row.last().unwrap().trim_matches('`');
            assert!(root().join(file).is_file(), "{heading}: there is no {file}");
        }
    }
}

/// The sizes of the level that `docs/sokoban.md` takes apart.
#[test]
fn what_each_predicate_costs_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let level = "problems/sokoban/scales.xsb";
    let rows = table(&read("docs/sokoban.md"), "## What each predicate costs");
    assert!(rows.len() > 15);
    for encoding in ENCODINGS {
        let name = encoding.name;
        let made =
            run::banto(root(), &["sokoban", "encode", level, "--encoding", name, "-o", &path(name)], "");
        assert_eq!(made.exit, Some(0), "{}", made.text);
        let (domain, problem) = (path(&format!("{name}/domain.pddl")), path(&format!("{name}/problem.pddl")));
        let list = |what| run::banto(root(), &["ground", &domain, &problem, "--list", what], "").text;
        let all = list("facts") + &list("operators");
        for row in rows.iter().filter(|row| row[0].trim_matches('`') == name) {
            let start = format!("({} ", row[1].trim_matches('`'));
            let count = all.lines().filter(|line| line.starts_with(&start)).count();
            assert_eq!(row[2], count.to_string(), "{name} {}", row[1]);
        }
    }
}
