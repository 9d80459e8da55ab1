//! The formatter: formatting twice changes nothing, and never what the text means.

use std::fs;

use crate::cases;
use crate::oracle;
use crate::places::{files_below, root, test_data};
use banto::source::SourceText;
use banto::{pddl, task};
use proptest::prelude::*;

fn format(text: &str) -> String {
    pddl::format(&SourceText::new("x.pddl", text)).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"))
}

/// The words, parentheses and comments of a text, in order; words in lower case.
fn tokens(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut words, mut comments) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let (code, comment) = line.split_once(';').map_or((line, None), |(code, rest)| (code, Some(rest)));
        comments.extend(comment.map(|comment| comment.trim_end().to_owned()));
        let spaced = code.replace('(', " ( ").replace(')', " ) ").replace('?', " ?").replace(':', " :");
        words.extend(spaced.split_whitespace().map(str::to_ascii_lowercase));
    }
    (words, comments)
}

fn holds(name: &str, text: &str) {
    let once = format(text);
    assert_eq!(format(&once), once, "{name}: formatting twice changes the text");
    assert_eq!(tokens(&once), tokens(text), "{name}: words or comments are lost");
    assert!(once.lines().all(|line| line == line.trim_end()), "{name}: blanks at the end of a line");
}

#[test]
fn the_files_of_the_project() {
    let mut count = 0;
    for folder in ["domains", "problems"] {
        for path in files_below(&root().join(folder), Some("pddl")) {
            let text = fs::read_to_string(&path).unwrap();
            holds(&path.display().to_string(), &text);
            assert_eq!(format(&text), text, "{} is not formatted", path.display());
            count += 1;
        }
    }
    assert!(count > 40);
}

#[test]
fn the_benchmarks_beside_the_project_keep_their_meaning() {
    let Some(place) = test_data("bench/pddl") else { return };
    for path in files_below(&place, Some("pddl")).into_iter().step_by(5) {
        let (source, fault) = SourceText::from_bytes("x", fs::read(&path).unwrap());
        if fault.is_none() && source.text().len() < 300_000 {
            holds(&path.display().to_string(), source.text());
        }
    }
}

/// Conditions of every shape, degenerate ones too.
#[test]
fn random_tasks_keep_their_meaning() {
    for seed in cases::seeds(400, 10_000) {
        let (domain, problem) = oracle::random::task(seed);
        holds(&format!("domain of seed {seed}"), &domain);
        holds(&format!("problem of seed {seed}"), &problem);
    }
}

/// Types that were given lines of their own keep them, below the type that they belong to.
#[test]
fn lists_of_types_keep_their_lines() {
    let text =
        "(define (problem p) (:domain d) (:objects r1 - robot\n b1 b2 - box\n  s1 - shelf) (:goal (and)))";
    let lists = "(:objects\n    r1 - robot\n    b1 b2 - box\n    s1 - shelf)";
    assert!(format(text).contains(lists), "{}", format(text));
    let text = "(define (domain d) (:types place\n thing - object ; things\n courier parcel - thing letter - parcel car - courier))";
    let tree = "  (:types\n    place thing - object ; things\n      courier parcel - thing\n        letter - parcel\n        car - courier)";
    assert!(format(text).contains(tree), "{}", format(text));
    holds("tree", text);
    let flat = "(define (problem p) (:domain d) (:objects r1 - robot b1 b2 - box) (:goal (and)))";
    assert!(format(flat).contains("(:objects r1 - robot b1 b2 - box)"), "{}", format(flat));
}

#[test]
fn comments_stay_where_they_belong() {
    let text = "; before\n\n(define (domain d) ; behind the name\n; of the predicates\n(:predicates (p) ; p\n; of q\n (q)\n; last\n)\n(:ACTION a ; named\n:parameters () :effect (AND (p) ; first\n (not (q)))\n) ; of a\n; end\n)\n; after";
    let wanted = "; before\n\n(define (domain d) ; behind the name\n  ; of the predicates\n  (:predicates\n    (p) ; p\n    ; of q\n    (q)\n    ; last\n  )\n\n  (:action a ; named\n    :parameters ()\n    :effect (and\n      (p) ; first\n      (not (q)))) ; of a\n  ; end\n)\n; after\n";
    assert_eq!(format(text), wanted);
}

/// What stands beside the last of several lines is not said of one line that has all of them.
#[test]
fn a_comment_beside_the_last_line_keeps_the_lines() {
    let text =
        "(define (domain d)\n  (:predicates\n    (free ?c)\n    (right-of ?x ?y)) ; x is right of y\n)\n";
    assert_eq!(format(text), text);
    let line = "(define (domain d)\n  (:predicates (free ?c) (right-of ?x ?y)) ; both\n)\n";
    assert_eq!(format(line), line);
}

/// The last parenthesis gets a line of its own, so that a comment behind it stands beside nothing else.
#[test]
fn a_comment_behind_the_end_is_about_no_section() {
    let text = "(define (problem p) (:domain d)\n  (:goal (at\n rex))) ; the end\n";
    assert_eq!(format(text), "(define (problem p)\n  (:domain d)\n  (:goal (at rex))\n) ; the end\n");
    holds("end", text);
}

#[test]
fn a_broken_text_is_not_touched() {
    let faults = pddl::format(&SourceText::new("x", "(define (domain d)")).unwrap_err();
    assert_eq!(faults[0].code.id, "E0005");
}

/// What may stand between two words, and behind the last.
fn gap() -> impl Strategy<Value = &'static str> + Clone {
    prop_oneof![6 => Just(" "), 2 => Just("\n"), 1 => Just("\n\n\n"), 1 => Just(" ; why (not)\n"), 1 => Just("\n  ; own line\n")]
}

/// Random forms, with comments and blank lines between the words.
fn form() -> impl Strategy<Value = String> {
    let gap = gap();
    let word = prop_oneof![
        Just("and"),
        Just("NOT"),
        Just("forall"),
        Just("?x"),
        Just("-"),
        Just(":init"),
        Just(":action"),
        Just(":effect"),
        Just(":Parameters"),
        Just("some-rather-long-name-of-an-object"),
        Just("(either a b)"),
        Just("3"),
        Just(":types"),
        Just("()")
    ];
    let leaf = (word, gap.clone()).prop_map(|(word, gap)| format!("{word}{gap}"));
    leaf.prop_recursive(5, 60, 8, move |inner| {
        (prop::collection::vec(inner, 0..8), gap.clone(), gap.clone())
            .prop_map(|(items, open, close)| format!("({open}{}){close}", items.concat()))
    })
}

proptest! {
    #[test]
    fn any_forms(forms in prop::collection::vec(form(), 0..6), end in gap()) {
        holds("random", &format!("(define (domain d)\n{}){end}", forms.concat()));
    }

    /// Models, with comments and line breaks wherever a blank or a parenthesis is.
    #[test]
    fn scrambled_models(gaps in prop::collection::vec(gap(), 40..400), model in 0..3_usize) {
        let model = ["domains/blocks.pddl", "domains/workshop.pddl", "problems/blocks/02-sussman.pddl"][model];
        let text = fs::read_to_string(root().join(model)).unwrap();
        let words = tokens(&text).0;
        let scrambled = words.iter().zip(gaps.iter().cycle()).map(|(word, gap)| format!("{word}{gap}"));
        holds(model, &scrambled.collect::<String>());
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(prop_oneof![3 => Just(b'('), 3 => Just(b')'), 1 => Just(b';'), 2 => Just(b' '), 1 => Just(b'\n'), 4 => any::<u8>()], 0..200)) {
        let (source, fault) = SourceText::from_bytes("x", bytes);
        if fault.is_none() {
            let _ = pddl::format(&source);
            let domain = pddl::parse_domain(&source);
            let problem = pddl::parse_problem(&source);
            let _ = task::resolve(&domain, Some(&problem));
        }
    }
}

/// A task without the places in its text.
fn meaning(domain: &str, problem: &str) -> String {
    let (domain, problem) = (SourceText::new("d", domain), SourceText::new("p", problem));
    let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    let codes: Vec<_> = resolved.diagnostics.iter().map(|fault| fault.code.id).collect();
    let text = format!("{:#?}", resolved.task);
    let mut kept = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        // `Span { start, end }` is four lines.
        if line.trim_end().ends_with("Span {") {
            lines.by_ref().nth(2);
        } else if !line.contains("data: 0x") {
            // A bit set shows where it lies in memory: no part of the meaning.
            kept.push_str(line);
            kept.push('\n');
        }
    }
    assert!(!kept.contains("Span"), "places are not left out");
    format!("{codes:?}\n{kept}")
}

/// A condition over a few predicates, as text.
fn condition() -> impl Strategy<Value = String> {
    let atom = prop_oneof![Just("(p ?x)"), Just("(q ?x k)"), Just("(= ?x k)"), Just("(r)"), Just("(P ?X)")];
    atom.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|parts| format!("(and {})", parts.join(" "))),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("(or {})", parts.join("\n"))),
            inner.clone().prop_map(|part| format!("(not {part}) ")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("(imply {left} {right})")),
            inner.clone().prop_map(|part| format!("(forall (?y - t ?z)\t{part})")),
            inner.prop_map(|part| format!("(exists (?y ?z - (either t u)) ; why\n {part})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_a_text_means_is_kept(
        before in condition(),
        when in condition(),
        goal in condition(),
        cost in 0..3u32,
    ) {
        let domain = format!(
            "(define (domain d) (:requirements :adl :action-costs) (:types t u - object) (:constants k - t)
               (:predicates (p ?x) (q ?x ?y) (r)) (:functions (total-cost) - number)
               (:action a :parameters (?x - t) :precondition {before}
                 :effect (and (when {when} (not (p ?x))) (forall (?y - u) (q ?x ?y)) (increase (total-cost) {cost}))))"
        );
        let goal = goal.replace("?x", "k").replace("?X", "K");
        let problem = format!("(define (problem x) (:domain d) (:objects o - u) (:init (p k) (r)) (:goal {goal}) (:metric minimize (total-cost)))");
        prop_assert_eq!(meaning(&domain, &problem), meaning(&format(&domain), &format(&problem)));
    }
}

/// What is shown as PDDL to write is laid out as the formatter lays it out. Pages of `explain` show faults, and are no
/// models.
#[test]
fn shown_texts_are_canonical() {
    let mut count = 0;
    for path in ["README.md", "domains/README.md", "domains/games/README.md"] {
        let page = std::fs::read_to_string(root().join(path)).unwrap();
        for block in page.split("\n```pddl\n").skip(1) {
            let shown = format!("{}\n", block.split("\n```").next().unwrap());
            if !shown.contains("(define") {
                continue;
            }
            let formatted =
                banto::pddl::format(&banto::source::SourceText::new(path, shown.clone())).unwrap();
            assert_eq!(formatted, shown, "in {path}");
            count += 1;
        }
    }
    assert!(count >= 2, "only {count} texts");
}
