//! What `banto check` finds: every explained example, every fixture, every domain and problem of the project, and,
//! where they are there, the collections beside it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::places::{files, root, test_data};
use banto::limits::Limits;
use banto::search::Random;
use banto::sokoban::validate::stored_faults;
use banto::sokoban::{Met, level, lurd};
use banto::source::{CODES, Diagnostic, Severity, SourceText, TOPICS, codes};
use banto::{games, pddl, plan, task};

/// The one check of this stage: the diagnostics of a domain, and of a problem when there is one.
fn check(domain: &str, problem: Option<&str>) -> Vec<Diagnostic> {
    let domain = SourceText::new("domain.pddl", domain);
    let problem = problem.map(|text| SourceText::new("problem.pddl", text));
    let problem = problem.as_ref().map(pddl::parse_problem);
    task::resolve(&pddl::parse_domain(&domain), problem.as_ref()).diagnostics
}

/// The same for a game: what its task, its convention, its board hints and a few games show.
fn check_game(domain: &str, problem: &str) -> Vec<Diagnostic> {
    let (domain, problem) = (SourceText::new("domain", domain), SourceText::new("problem", problem));
    let game = match games::read(&domain, &problem, &Limits::none()) {
        Ok(game) => game,
        Err(games::GameError::Faults(faults)) => return faults,
        Err(error) => panic!("{error}"),
    };
    let mut random = Random::new(0);
    let mut draw = |below: usize| random.below_index(below);
    let found = games::inspect(&game.rules, 50, &mut draw, &Limits::none()).unwrap();
    game.warnings.into_iter().chain(found).collect()
}

fn ids(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|one| one.code.id).collect()
}

/// The fenced blocks of a page after a heading line, by their info strings.
fn fences<'a>(page: &'a str, heading: &str) -> Vec<(&'a str, &'a str)> {
    let Some(start) = page.find(&format!("\n{heading}\n")) else { return Vec::new() };
    let rest = &page[start + 1 + heading.len()..];
    let rest = if heading == "Wrong:" { rest.split("\nRight:\n").next().unwrap_or(rest) } else { rest };
    let mut blocks = Vec::new();
    let mut parts = rest.split("\n```");
    parts.next();
    while let Some(block) = parts.next() {
        let (info, body) = block.split_once('\n').unwrap_or((block, ""));
        blocks.push((info.trim(), body));
        parts.next();
    }
    blocks
}

#[test]
fn every_code_is_explained_by_examples_that_do_what_the_page_says() {
    for code in CODES {
        assert!(code.page.starts_with(&format!("# {}: {}\n", code.id, code.title)), "{}: title", code.id);
        for (heading, wrong) in [("Wrong:", true), ("Right:", false)] {
            let blocks = fences(code.page, heading);
            assert!(!blocks.is_empty(), "{}: no example under {heading}", code.id);
            let find = |info: &str| blocks.iter().find(|(other, _)| *other == info).map(|(_, body)| *body);
            let found = if let Some(domain) = find("pddl game") {
                check_game(domain, find("pddl problem").unwrap())
            } else if let Some(domain) = find("pddl domain") {
                check(domain, find("pddl problem"))
            } else if let Some(level) = find("xsb") {
                let mut reading = level::read(&SourceText::new("level.xsb", level), None);
                let mut met = Met::default();
                for (index, level) in reading.collection.levels.iter().enumerate() {
                    reading.diagnostics.extend(stored_faults(level, &Limits::none()).unwrap());
                    if met.again(level, index).is_some() {
                        reading.diagnostics.push(codes::W0303.at(level.place, "again".to_owned()));
                    }
                }
                reading.diagnostics
            } else if let Some(moves) = find("lurd") {
                lurd::read(&SourceText::new("moves", moves)).err().map(|fault| *fault).into_iter().collect()
            } else if let Some(steps) = find("plan") {
                plan_text(steps)
            } else {
                assert!(blocks.iter().all(|(info, _)| *info == "text"), "{}: fence", code.id);
                continue;
            };
            if wrong {
                assert!(ids(&found).contains(&code.id), "{}: the wrong example gives {found:#?}", code.id);
            } else {
                assert!(found.is_empty(), "{}: the right example gives {found:#?}", code.id);
            }
        }
    }
}

#[test]
fn every_topic_has_a_title_and_examples_without_findings() {
    for topic in TOPICS {
        let title = format!("# {}: ", topic.name);
        assert!(topic.page.starts_with(&title), "{}", topic.name);
        let heading = topic.page.lines().next().unwrap();
        let page = format!("\n{}", topic.page);
        let blocks = fences(&page, heading);
        let find = |info: &str| blocks.iter().find(|(other, _)| *other == info).map(|(_, body)| *body);
        let found = check(find("pddl domain").unwrap(), find("pddl problem"));
        assert!(found.is_empty(), "{}: {found:#?}", topic.name);
    }
}

/// The texts of fixtures and of the examples on pages: what is wrong with them, and what a page calls right.
fn checked_texts() -> Vec<(String, [String; 2])> {
    let mut all = Vec::new();
    for path in files(&root().join("tests/check"), "pddl") {
        let text = fs::read_to_string(&path).unwrap();
        let (domain, problem) = text.split_once(";; problem\n").unwrap_or((&text, ""));
        all.push((path.display().to_string(), [domain.to_owned(), problem.to_owned()]));
    }
    for code in CODES {
        let blocks = fences(code.page, "Wrong:");
        let find = |info: &str| blocks.iter().find(|(other, _)| *other == info).map(|(_, body)| *body);
        if let Some(domain) = find("pddl domain") {
            let texts = [domain, find("pddl problem").unwrap_or_default()].map(str::to_owned);
            all.push((code.id.to_owned(), texts));
        }
    }
    all
}

/// The texts after all edits of a line of help.
fn applied(texts: &[String; 2], fault: &Diagnostic, edits: &[banto::source::Edit]) -> [String; 2] {
    let mut edits: Vec<_> = edits.iter().map(|edit| (edit.file.unwrap_or(fault.file), edit)).collect();
    edits.sort_by_key(|(_, edit)| std::cmp::Reverse(edit.span.start));
    let mut texts = texts.clone();
    for (file, edit) in edits {
        texts[file].replace_range(edit.span.range(), &edit.text);
    }
    texts
}

/// The line of a diagnostic's place.
fn line<'t>(texts: &'t [String; 2], fault: &Diagnostic) -> &'t str {
    let (text, at) = (&texts[fault.file], fault.span().start as usize);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

/// Advice that is followed must not lead to another error. What hid behind an error is found only when that is mended:
/// in its own line, in another that had one, and anywhere if part of a text could not be read.
#[test]
fn every_fix_mends_what_it_is_given_for_and_breaks_nothing() {
    let (mut count, mut bad) = (0, Vec::new());
    for (name, texts) in checked_texts() {
        let checked = |texts: &[String; 2]| {
            check(&texts[0], Some(texts[1].as_str()).filter(|text| !text.trim().is_empty()))
        };
        let before = checked(&texts);
        let is_whole = |texts: &[String; 2]| {
            let domain = SourceText::new("d", texts[0].clone());
            let problem = SourceText::new("p", texts[1].clone());
            let (domain, problem) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
            domain.tree.is_some()
                && domain.broken.is_empty()
                && (texts[1].trim().is_empty() || problem.tree.is_some() && problem.broken.is_empty())
        };
        let is_whole = is_whole(&texts);
        let errors = |found: &[Diagnostic], id: &str| {
            let errors = found.iter().filter(|one| one.severity() == Severity::Error);
            errors.filter(|one| one.code.id == id).count()
        };
        for fault in &before {
            for help in fault.help.iter().filter(|help| !help.edits.is_empty()) {
                count += 1;
                let mended = applied(&texts, fault, &help.edits);
                let after = checked(&mended);
                let is_hidden = |one: &Diagnostic| {
                    let errors = before.iter().filter(|other| other.severity() == Severity::Error);
                    let mut lines = errors.map(|other| line(&texts, other));
                    let is_edited = texts[one.file].lines().all(|other| other != line(&mended, one));
                    is_edited && one.file == fault.file || lines.any(|other| other == line(&mended, one))
                };
                let same = |found: &[Diagnostic]| {
                    found.iter().filter(|one| one.code == fault.code && one.message == fault.message).count()
                };
                if same(&after) >= same(&before) {
                    bad.push(format!("{name}: {}, still there after: {}", fault.message, help.text));
                }
                for one in &after {
                    let is_new = errors(&after, one.code.id) > errors(&before, one.code.id);
                    if is_whole && is_new && !is_hidden(one) {
                        bad.push(format!(
                            "{name}: {}: {} leads to {}",
                            fault.message, help.text, one.message
                        ));
                    }
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(count > 100, "only {count} fixes");
}

/// One diagnostic in full: code, place and message; labels; help, certain or a guess, with what its edits write.
fn in_full(texts: &[SourceText; 2], fault: &Diagnostic) -> String {
    let place = |file: usize, at: u32| {
        let (line, column) = texts[file].line_column(at);
        format!("{}{line}:{column}", if file == 1 { "problem " } else { "" })
    };
    let mut said =
        format!("{} {}: {}\n", fault.code.id, place(fault.file, fault.span().start), fault.message);
    for label in &fault.labels {
        let _ = writeln!(said, "  {}: {}", place(label.file, label.span.start), label.text);
    }
    let sure = fault.sure().map(|help| help.text.clone());
    for help in &fault.help {
        let certainty = if sure.as_ref() == Some(&help.text) { "sure" } else { "help" };
        let _ = writeln!(said, "  {certainty}: {}", help.text);
        for edit in &help.edits {
            let (file, span) = (edit.file.unwrap_or(fault.file), edit.span);
            let old = &texts[file].text()[span.range()];
            let _ = writeln!(said, "    {}: {old:?} becomes {:?}", place(file, span.start), edit.text);
        }
    }
    said
}

/// What is said of each fixture and of each page's wrong example, word for word: a change of words shows in its commit.
#[test]
fn what_is_said_is_what_was_said() {
    let mut said = String::new();
    for (name, texts) in checked_texts() {
        let problem = Some(texts[1].as_str()).filter(|text| !text.trim().is_empty());
        let sources = [SourceText::new("d", texts[0].clone()), SourceText::new("p", texts[1].clone())];
        let name = Path::new(&name).file_name().unwrap().to_str().unwrap().to_owned();
        let _ = writeln!(said, "# {name}");
        check(&texts[0], problem).iter().for_each(|fault| said += &in_full(&sources, fault));
    }
    let path = root().join("tests/check/said.txt");
    if std::env::var("BANTO_DOCUMENTS").is_ok_and(|wish| wish == "overwrite") {
        fs::write(&path, &said).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    let differs = recorded.lines().zip(said.lines()).find(|(before, now)| before != now);
    assert!(recorded == said, "{differs:#?}: BANTO_DOCUMENTS=overwrite records what is said now");
}

/// How often something stands in the two texts: the words that a message with a count is about.
fn places(texts: &[String; 2], fault: &Diagnostic) -> Option<usize> {
    let plain = |text: &String| -> String {
        text.lines().map(|line| line.split(';').next().unwrap_or_default().to_owned() + "\n").collect()
    };
    let spaced = texts.each_ref().map(|text| plain(text).replace('(', " ( ").replace(')', " ) "));
    let words = spaced.each_ref().map(|text| text.split_whitespace().collect::<Vec<_>>());
    let is = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let named = |of: &str| words.iter().flatten().filter(|word| is(word, of)).count();
    // The arguments of each atom of a predicate that is no declaration.
    let atoms = |of: &str| -> Vec<(usize, usize, Vec<&str>)> {
        let starts =
            words.iter().enumerate().flat_map(|(file, all)| (1..all.len()).map(move |at| (file, at)));
        let atoms = starts.filter(|(file, at)| words[*file][at - 1] == "(" && is(words[*file][*at], of));
        let atoms = atoms.map(|(file, at)| {
            let all = &words[file][at + 1..];
            (file, at, all.iter().copied().take_while(|word| *word != ")").collect::<Vec<_>>())
        });
        atoms.filter(|(.., arguments)| !arguments.contains(&"-")).collect()
    };
    // Each parameter of the declared predicates, with its type.
    let start = words[0].iter().position(|word| *word == ":predicates").map_or(words[0].len(), |at| at + 1);
    let declared =
        words[0][start..].split(|word| *word == "(").skip(1).take_while(|one| !one[0].starts_with(':'));
    let parameters = declared.flat_map(|one| {
        let list: Vec<&str> = one[1..].iter().copied().take_while(|word| *word != ")").collect();
        let at =
            |from: usize| list[from..].iter().position(|word| *word == "-").map(|at| list[from + at + 1]);
        let is_name = |at: &usize| list[*at].starts_with('?');
        let places: Vec<usize> = (0..list.len()).filter(is_name).collect();
        places.into_iter().enumerate().map(|(nth, from)| (one[0], nth, at(from))).collect::<Vec<_>>()
    });
    let message: Vec<&str> = fault.message.split(' ').collect();
    match (fault.code.id, &message[..]) {
        ("E0002", ["unexpected", "character", character, ..]) => {
            Some(plain(&texts[fault.file]).matches(character).count())
        }
        ("E0205", ["unknown", "function", name, ..]) if fault.labels[0].text.starts_with("no function") => {
            Some(named(name))
        }
        ("E0206", ["predicate", name, "takes", _, _, "got", count, ..]) => {
            let count: usize = count.parse().ok()?;
            Some(atoms(name).iter().filter(|(.., arguments)| arguments.len() == count).count())
        }
        (
            "E0207",
            ["type", "mismatch:", _, "is", "of", "type", own, "but", _, "takes", wanted, "here", ..],
        ) => {
            // The type that a name has where it is declared last before its use.
            let typed = |file: usize, before: usize, name: &str| {
                let all = words[file][..if file == 1 { words[1].len() } else { before }].iter();
                let mut types = all.enumerate().filter(|(_, word)| is(word, name)).filter_map(|(at, _)| {
                    let next = words[file][at..].iter().position(|word| ["-", "(", ")"].contains(word))?;
                    (words[file][at + next] == "-").then(|| words[file][at + next + 1])
                });
                types.next_back()
            };
            let wanted = parameters.filter(|(.., of)| of.is_some_and(|of| is(of, wanted)));
            let misfits = wanted.map(|(name, nth, _)| {
                let of =
                    |(file, at, arguments): &&(usize, usize, Vec<&str>)| typed(*file, *at, arguments[nth]);
                atoms(name).iter().filter(|one| of(one) == Some(own.trim_end_matches(','))).count()
            });
            Some(misfits.sum())
        }
        _ => None,
    }
}

/// A message that names the first of several places names how many there are.
#[test]
fn every_count_of_places_is_right() {
    let (mut counted, mut bad) = (0, Vec::new());
    for (name, texts) in checked_texts() {
        let problem = Some(texts[1].as_str()).filter(|text| !text.trim().is_empty());
        for fault in check(&texts[0], problem) {
            let told = fault.message.split_once("(the first of ").and_then(|(_, rest)| rest.split_once(' '));
            let Some(told) = told.and_then(|(count, _)| count.parse::<usize>().ok()) else { continue };
            let Some(found) = places(&texts, &fault) else { continue };
            counted += 1;
            if told != found {
                bad.push(format!("{name}: {found} places: {}", fault.message));
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(counted >= 7, "only {counted} counts");
}

/// What is said of the text of a plan for the blocks' domain.
fn plan_text(steps: &str) -> Vec<Diagnostic> {
    let domain = SourceText::new("domain", fs::read_to_string(root().join("domains/blocks.pddl")).unwrap());
    let task = task::resolve(&pddl::parse_domain(&domain), None).task.unwrap();
    match plan::read(&task, steps) {
        Err(plan::ReadError::Text(fault)) => vec![*fault],
        // Its objects are a problem's.
        Ok(_) | Err(plan::ReadError::Step(_)) => Vec::new(),
    }
}

/// Such a text is no definition, so that editors do not ask about it.
#[test]
fn a_text_without_its_first_word_gets_it() {
    let texts = ["; a farm\n(domain farm)\n  (:predicates (tired)))\n".to_owned(), String::new()];
    let found = check(&texts[0], None);
    assert_eq!((ids(&found), found[0].span().start), (vec!["E0101"], 9));
    let mended = applied(&texts, &found[0], &found[0].help[0].edits);
    assert_eq!(ids(&check(&mended[0], None)), ["W0203"], "{}", mended[0]);
}

/// Of a goal that asks for what is not so, `:init` states nothing.
#[test]
fn what_is_not_so_is_not_stated() {
    let domain = "(define (domain d) (:requirements :negative-preconditions) (:predicates (p) (q))
        (:action a :precondition (q) :effect (and (p) (not (q)))))";
    for (goal, label) in [
        ("(q)", ":init already states all of this"),
        ("(and (q) (not (p)))", "it holds in :init: what is not stated there is false"),
    ] {
        let problem = format!("(define (problem x) (:domain d) (:init (q)) (:goal {goal}))");
        let found = check(domain, Some(&problem));
        let told = found.iter().find(|one| one.code.id == "W0224").unwrap();
        assert_eq!(told.labels[0].text, label);
    }
}

/// A fixture is a domain, possibly `;; problem`, and lines `; expect CODE LINE:COLUMN` (problem lines with `problem`),
/// which may end in `: ` and a line of help.
#[test]
fn fixtures_are_answered_at_the_exact_place() {
    let mut count = 0;
    for path in files(&root().join("tests/check"), "pddl") {
        let text = fs::read_to_string(&path).unwrap();
        let mut wanted = Vec::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("; expect ") {
                wanted.push(rest.trim().to_owned());
            }
        }
        let (domain, problem) = match text.split_once(";; problem\n") {
            Some((domain, problem)) => (domain.to_owned(), Some(problem.to_owned())),
            None => (text.clone(), None),
        };
        let texts =
            [SourceText::new("d", domain.clone()), SourceText::new("p", problem.clone().unwrap_or_default())];
        let found: Vec<String> = check(&domain, problem.as_deref())
            .iter()
            .enumerate()
            .map(|(index, one)| {
                let (line, column) = texts[one.file].line_column(one.span().start);
                let file = if one.file == 1 { "problem " } else { "" };
                let place = format!("{} {file}{line}:{column}", one.code.id);
                let mut advice = one.help.iter().map(|help| format!("{place}: {}", help.text));
                advice.find(|line| wanted.get(index) == Some(line)).unwrap_or(place)
            })
            .collect();
        assert_eq!(found, wanted, "{}", path.display());
        count += 1;
    }
    assert!(count >= 10, "only {count} fixtures");
}

#[test]
fn the_domains_and_problems_of_the_project_have_no_findings() {
    let mut count = 0;
    for domain in files(&root().join("domains"), "pddl") {
        let text = fs::read_to_string(&domain).unwrap();
        assert_eq!(ids(&check(&text, None)), Vec::<&str>::new(), "{}", domain.display());
        let inside = domain.strip_prefix(root().join("domains")).unwrap().with_extension("");
        for problem in files(&root().join("problems").join(inside), "pddl") {
            let problem_text = fs::read_to_string(&problem).unwrap();
            let found = check(&text, Some(&problem_text));
            assert_eq!(ids(&found), Vec::<&str>::new(), "{}: {found:#?}", problem.display());
            count += 1;
        }
    }
    assert!(count >= 36, "only {count} problems");
}

#[test]
fn the_games_of_the_project_have_no_findings() {
    let mut count = 0;
    for path in files(&root().join("problems/games"), "pddl") {
        let problem = fs::read_to_string(&path).unwrap();
        let name = problem.split("(:domain ").nth(1).unwrap().split(')').next().unwrap();
        let domain = fs::read_to_string(root().join(format!("domains/games/{name}.pddl"))).unwrap();
        let found = check_game(&domain, &problem);
        assert_eq!(ids(&found), Vec::<&str>::new(), "{}: {found:#?}", path.display());
        count += 1;
    }
    assert!(count >= 12, "only {count} games");
}

#[test]
fn every_prefix_of_a_file_is_answered_without_a_panic() {
    let text = fs::read_to_string(root().join("domains/blocks.pddl")).unwrap();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)).step_by(7) {
        let found = check(&text[..end], None);
        assert!(found.iter().any(|one| one.severity() == Severity::Error), "prefix of {end} bytes");
    }
}

#[test]
fn a_million_open_parentheses_are_answered_at_once() {
    let text = "(".repeat(1_000_000);
    assert_eq!(ids(&check(&text, None)), ["E0004"]);
    let closed = format!("{}{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
    assert_eq!(ids(&check(&closed, None)), ["E0004"]);
}

#[test]
fn a_condition_of_nine_hundred_levels_is_read() {
    let (open, close) = ("(not ".repeat(900), ")".repeat(900));
    let text = format!(
        "(define (domain d) (:requirements :adl) (:predicates (p)) (:action a :parameters () :precondition {open}(p){close} :effect (p)))"
    );
    // An even number of negations asks for what is added.
    assert_eq!(ids(&check(&text, None)), ["W0217"]);
}

/// The place of the problem's requirements was once looked up in the domain's text.
#[test]
fn each_place_lies_in_the_text_it_is_given_for() {
    let domain = "(define (domain d) (:constants k - car))";
    let problem = "(define (problem p) (:domain d) (:init) (:goal (and))\n\n\n (:requirements :strips))";
    let found = check(domain, Some(problem));
    assert!(ids(&found).contains(&"W0201"), "{found:?}");
    for label in found.iter().flat_map(|fault| &fault.labels) {
        let text = [domain, problem][label.file];
        assert!(label.span.end as usize <= text.len(), "{label:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_answered() {
    for (bytes, place) in [
        (&b"(define\xff (domain d)) \x02"[..], (1, 8)),
        (b"(define\n\0(domain d))", (2, 1)),
        (b"\xff\xfe(\0", (1, 1)),
    ] {
        let (text, fault) = SourceText::from_bytes("x", bytes.to_vec());
        let fault = fault.expect("these bytes are not text");
        assert_eq!(fault.severity(), Severity::Error);
        assert_eq!(text.line_column(fault.span().start), place);
    }
    let (text, fault) = SourceText::from_bytes("x", b"; caf\xe9 \xe8\n(define)".to_vec());
    let fault = fault.unwrap();
    assert_eq!((fault.code.id, text.line_column(fault.span().start)), ("W0001", (1, 6)));
    assert_eq!(text.text(), "; caf\u{e9} \u{e8}\n(define)");
    let (text, fault) = SourceText::from_bytes("x", b"\xef\xbb\xbf(define\r\n\t(domain d))".to_vec());
    assert!(fault.is_none());
    assert_eq!(text.line_column(10), (2, 2));
}

#[test]
fn benchmarks_beside_the_project_are_accepted() {
    let Some(place) = test_data("bench/pddl") else { return };
    let mut count = 0;
    for suite in ["dev-opt.txt", "dev-sat.txt"] {
        let list = fs::read_to_string(place.parent().unwrap().join(suite)).unwrap();
        for line in list.lines().step_by(6) {
            let mut words = line.split_whitespace().map(|name| fs::read_to_string(place.join(name)).unwrap());
            let (Some(domain), Some(problem)) = (words.next(), words.next()) else { continue };
            let found = check(&domain, Some(&problem));
            let errors = found.iter().filter(|one| one.severity() == Severity::Error);
            assert_eq!(errors.count(), 0, "{line}: {found:#?}");
            count += 1;
        }
    }
    assert!(count > 50);
}

#[test]
fn semantic_cases_beside_the_project_are_told_apart() {
    let Some(place) = test_data("semantics/dev") else { return };
    for case in fs::read_dir(place).unwrap() {
        let case = case.unwrap().path();
        let expect = fs::read_to_string(case.join("expect")).unwrap();
        let read = |name: &str| {
            let (text, fault) = SourceText::from_bytes(name, fs::read(case.join(name)).unwrap());
            (text.text().to_owned(), fault)
        };
        let ((domain, bad_domain), (problem, bad_problem)) = (read("domain.pddl"), read("problem.pddl"));
        let mut found = check(&domain, Some(&problem));
        found.extend(bad_domain.into_iter().chain(bad_problem));
        let failed = found.iter().any(|one| one.severity() == Severity::Error);
        let wanted = expect.contains("outcome: error");
        let either = expect.contains("also-accept: ");
        assert!(failed == wanted || either, "{}: {found:#?}", case.display());
    }
}
