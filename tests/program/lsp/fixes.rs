//! Quick fixes: in every fixture of `check` and every explained example, each fix that the server offers removes what
//! it mends. What it prefers, and fix-all, leave no more errors than there were.

use std::collections::BTreeSet;
use std::fs;

use banto::source::{CODES, Diagnostic, Severity, SourceText};
use banto::{pddl, task};
use serde_json::{Value, json};

use crate::client::Client;
use crate::places::{files, root};

/// The texts of fixtures and of the wrong examples in explanations: a domain, and perhaps a problem.
fn cases() -> Vec<(String, Vec<String>)> {
    let mut cases = Vec::new();
    for path in files(&root().join("tests/check"), "pddl") {
        let text = fs::read_to_string(&path).unwrap();
        let texts = text.split(";; problem\n").map(str::to_owned).collect();
        cases.push((path.file_name().unwrap().to_str().unwrap().to_owned(), texts));
    }
    for code in CODES {
        let wrong = code.page.split("Right:").next().unwrap();
        let fence = |kind: &str| {
            let after = wrong.split_once(&format!("```pddl {kind}\n"))?.1;
            Some(after.split("```").next()?.to_owned())
        };
        let texts: Vec<String> = [fence("domain"), fence("problem")].into_iter().flatten().collect();
        if fence("domain").is_some() {
            cases.push((code.id.to_owned(), texts));
        }
    }
    cases
}

fn check(texts: &[String]) -> Vec<Diagnostic> {
    let texts: Vec<SourceText> = texts.iter().map(|text| SourceText::new("", text.as_str())).collect();
    let problem = texts.get(1).map(pddl::parse_problem);
    task::resolve(&pddl::parse_domain(&texts[0]), problem.as_ref()).diagnostics
}

/// How many errors there are; in a text that could not be read, the first hides others.
fn errors(texts: &[String]) -> usize {
    check(texts).iter().filter(|fault| fault.severity() == Severity::Error).count()
}

/// How often something is said.
fn count(found: &[Diagnostic], fault: &Diagnostic) -> usize {
    let same = |other: &&Diagnostic| {
        (other.code, &other.message, other.file) == (fault.code, &fault.message, fault.file)
    };
    found.iter().filter(same).count()
}

/// A text after edits of the protocol.
fn edited(text: &str, edits: &[Value]) -> String {
    let at = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = position["character"].as_u64().unwrap();
        let mut end = start;
        for letter in text[start..].chars() {
            if units == 0 {
                break;
            }
            units -= letter.len_utf16() as u64;
            end += letter.len_utf8();
        }
        end
    };
    let range = |edit: &Value| at(&edit["range"]["start"])..at(&edit["range"]["end"]);
    let mut edits: Vec<_> =
        edits.iter().map(|edit| (range(edit), edit["newText"].as_str().unwrap())).collect();
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = text.to_owned();
    edits.into_iter().rev().for_each(|(range, new)| text.replace_range(range, new));
    text
}

/// The actions of a kind that the server offers for a text of a case, and the texts after each.
fn offered(client: &mut Client, texts: &[String], file: usize, kind: &str) -> Vec<(Value, Vec<String>)> {
    const NAMES: [&str; 2] = ["domain.pddl", "problem.pddl"];
    let end = json!({ "line": 9999, "character": 0 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": end });
    let context = json!({ "diagnostics": [], "only": [kind] });
    for (name, text) in NAMES.iter().zip(texts) {
        client.open(name, text);
    }
    let uri = client.uri(NAMES[file]);
    let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": context });
    let actions = client.ask("textDocument/codeAction", &params);
    let after = |action: &Value| {
        let changes = &action["edit"]["changes"];
        let new = |(name, text): (&&str, &String)| match changes[client.uri(name)].as_array() {
            Some(edits) => edited(text, edits),
            None => text.clone(),
        };
        NAMES.iter().zip(texts).map(new).collect::<Vec<_>>()
    };
    let found = actions["result"].as_array().unwrap().iter().map(|action| (action.clone(), after(action)));
    let found: Vec<_> = found.collect();
    for (name, _) in NAMES.iter().zip(texts) {
        client.tell("textDocument/didClose", &json!({ "textDocument": { "uri": client.uri(name) } }));
    }
    found
}

/// A problem names its domain, or the server would find none.
fn belongs(texts: &[String]) -> bool {
    texts.len() < 2 || {
        let name = |text: &str, before: &str| {
            text.split_once(before).map(|(_, rest)| rest.split([')', ' ', '\n']).next().unwrap().to_owned())
        };
        name(&texts[0], "(domain ").is_some_and(|domain| name(&texts[1], "(:domain ") == Some(domain))
    }
}

#[test]
fn every_fix_removes_what_it_mends() {
    let mut client = Client::start(&json!({}));
    let (mut fixes, mut codes) = (0, BTreeSet::new());
    for (name, texts) in cases().into_iter().filter(|(_, texts)| belongs(texts)) {
        let found = check(&texts);
        for file in 0..texts.len() {
            let wanted: Vec<(&Diagnostic, usize)> = found
                .iter()
                .filter(|fault| fault.file == file)
                .flat_map(|fault| {
                    fault.help.iter().filter(|help| !help.edits.is_empty()).map(move |_| (fault, file))
                })
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let offered = offered(&mut client, &texts, file, "quickfix");
            for (fault, _) in wanted {
                let message =
                    |action: &Value| action["diagnostics"][0]["message"].as_str().unwrap().to_owned();
                let of_it = offered.iter().filter(|(action, _)| {
                    action["diagnostics"][0]["code"] == fault.code.id
                        // The editor counts the places in each text.
                        && message(action).starts_with(fault.message.split(" (the first of").next().unwrap())
                });
                let mut helps = 0;
                for (action, after) in of_it {
                    let left = check(after);
                    assert!(
                        count(&left, fault) < count(&found, fault),
                        "{name}: {} {}: {} leaves it: {after:?} {left:#?}",
                        fault.code.id,
                        fault.message,
                        action["title"]
                    );
                    helps += 1;
                }
                assert!(helps > 0, "{name}: {} has a fix that is not offered: {offered:#?}", fault.code.id);
                fixes += 1;
                codes.insert(fault.code.id);
            }
        }
    }
    client.end();
    assert!(fixes >= 100, "only {fixes} fixes");
    assert!(codes.len() >= 30, "only {} codes have fixes: {codes:?}", codes.len());
}

/// Helps that say what to write, and cannot be done by an edit: with the reason.
const BY_HAND: &[(&str, &str)] = &[
    ("NAME", "a name has to be chosen"),
    ("TYPE", "a type has to be chosen"),
    ("NUMBER", "a number has to be chosen"),
    ("FUNCTION", "a function has to be chosen"),
    ("...", "what belongs there is known to the author alone"),
    ("write (and (not (p)) (not (q)))", "an example"),
    ("write the keyword", "the keyword is known to the author alone"),
    ("write :parameters (?x - TYPE)", "an example"),
    ("numbers are written", "an example"),
    ("add the same amount", "all costs are concerned"),
    ("(increase", "each action has its own cost"),
    ("remove one of the two", "the author has to choose which, or an edit would leave an empty form"),
    ("leave it out", "what uses it would have to go, too"),
    ("as it stands", "the type would hold for the names before it, too"),
];

#[test]
fn helps_that_name_an_edit_carry_it() {
    let says_what_to_write = |text: &str| {
        ["did you mean", "or did you mean", "write ", "add ", "declare it", "delete it", "leave "]
            .iter()
            .any(|start| text.starts_with(start))
    };
    for (name, texts) in cases() {
        for fault in check(&texts) {
            for help in
                fault.help.iter().filter(|help| help.edits.is_empty() && says_what_to_write(&help.text))
            {
                let reason = BY_HAND.iter().find(|(part, _)| help.text.contains(part));
                assert!(reason.is_some(), "{name}: {}: no edit for: {}", fault.code.id, help.text);
            }
        }
    }
}

/// A variable that is not declared may be a slip: it becomes a parameter only where its author wants it.
#[test]
fn a_parameter_is_added_only_by_hand() {
    let mut client = Client::start(&json!({}));
    let domain = "(define (domain d) (:predicates (at ?x ?y) (free ?x))
  (:action go :parameters (?a ?b) :precondition (at ?a ?b) :effect (at ?a ?c))
  (:action wait :parameters (?a ?b) :precondition (at ?a ?a) :effect (and (free ?x) (at ?x ?a))))\n";
    let texts = [domain.to_owned()];
    let fixes = offered(&mut client, &texts, 0, "quickfix");
    let titles: Vec<_> =
        fixes.iter().map(|(one, _)| (one["title"].as_str().unwrap(), &one["isPreferred"])).collect();
    assert_eq!(titles, [("add ?c to :parameters", &json!(false)), ("did you mean ?b?", &json!(false))]);
    assert!(offered(&mut client, &texts, 0, "source.fixAll").is_empty());
    assert_eq!(fixes[1].1, [domain.replace("(free ?x) (at ?x ?a)", "(free ?b) (at ?b ?a)")]);
    client.end();
}

#[test]
fn what_is_preferred_and_fix_all_leave_no_more_errors() {
    let mut client = Client::start(&json!({}));
    let (mut preferred, mut all) = (0, 0);
    for (name, texts) in cases().into_iter().filter(|(_, texts)| belongs(texts)) {
        let before = errors(&texts);
        let is_unread = check(&texts)
            .iter()
            .any(|fault| fault.code.id.starts_with("E0") && !fault.code.id.starts_with("E02"));
        for file in 0..texts.len() {
            for (action, after) in offered(&mut client, &texts, file, "quickfix") {
                if action["isPreferred"] == true {
                    let names = check(&after).iter().filter(|fault| fault.code.id.starts_with("E02")).count();
                    let left = errors(&after);
                    let found = if is_unread { left - names } else { left };
                    assert!(found <= before, "{name}: {}: {before} errors, then {left}", action["title"]);
                    preferred += 1;
                }
            }
            for (_, after) in offered(&mut client, &texts, file, "source.fixAll") {
                assert!(
                    errors(&after) <= before,
                    "{name}: {before} errors, then {}: {after:?}",
                    errors(&after)
                );
                assert_ne!(after, texts, "{name}");
                let again = offered(&mut client, &after, file, "source.fixAll");
                assert!(again.is_empty(), "{name}: not all at once: {again:?}");
                all += 1;
            }
        }
    }
    client.end();
    assert!(preferred >= 50 && all >= 50, "only {preferred} are preferred, and {all} texts mended");
}
