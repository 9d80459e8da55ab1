//! Level files: faults at their exact place, the variants of the formats, words and cells; and the collections beside
//! the checkout.

use std::fs;
use std::sync::atomic::Ordering;
use std::time::Duration;

use banto::limits::{Limits, Stop};
use banto::sokoban::validate::stored_faults;
use banto::sokoban::{Format, Level, level};
use banto::source::SourceText;

use crate::places::{files, files_below, root, test_data};
use crate::{FORMATS, is_sound, levels, read, without_notes};

/// A fixture says what it expects in lines `:: expect CODE LINE:COLUMN`.
#[test]
fn faults_are_found_at_the_exact_place() {
    let mut count = 0;
    for path in files(&root().join("tests/sokoban/faults"), "xsb") {
        let text = fs::read_to_string(&path).unwrap();
        let wanted: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(":: expect ")).collect();
        let source = SourceText::new("a.xsb", text.clone());
        let found: Vec<String> = level::read(&source, None)
            .diagnostics
            .iter()
            .map(|one| {
                let (line, column) = source.line_column(one.span().start);
                format!("{} {line}:{column}", one.code.id)
            })
            .collect();
        assert_eq!(found, wanted, "{}", path.display());
        count += 1;
    }
    assert!(count >= 40, "only {count} fixtures");
}

/// A typing error in a stored solution is reported at its place, and makes no note of it.
#[test]
fn a_wrong_letter_in_a_solution_is_found() {
    let level = |words: &str| {
        let source = SourceText::new("a.xsb", format!("######\n#@ $.#\n######\n{words}\n"));
        let reading = level::read(&source, None);
        (source, reading.collection.levels.into_iter().next().unwrap())
    };
    for (words, place) in [
        ("Solution: rRx", (4, 13)),
        ("; Solution 2 = rRRé", (4, 19)),
        ("Solution\nrR\nRRxR", (6, 3)),
        ("Solution/Ada\nRtR\nRR", (5, 2)),
    ] {
        let (source, level) = level(words);
        assert!(level.notes.is_empty(), "{words}: {:?}", level.notes);
        let faults = stored_faults(&level, &Limits::none()).unwrap();
        assert_eq!(faults.len(), 1, "{words}: {faults:?}");
        assert_eq!(faults[0].code.id, "W0302");
        assert_eq!(source.line_column(faults[0].span().start), place, "{words}");
    }
    for words in
        ["Solution: unknown", "Solution: 12 pushes", "Solution\nby Lloyd", "Solution: Rudolf has one"]
    {
        assert!(level(words).1.solutions.is_empty(), "{words}");
    }
    assert_eq!(level("Solution: rR\nRuled by nobody").1.solutions[0].moves, "rR");
}

/// Two levels that touch, and a row with words behind it, are named as what they are.
#[test]
fn messages_say_what_was_not_read() {
    let helps = |text: &str| format!("{:?}", level::read(&SourceText::new("a", text), None).diagnostics);
    assert!(helps("5#|#@-$.|#6#\n7#|#.-@-.#|#-2$2-#|5#").contains("write an empty line between them"));
    assert!(helps("#####\n#@$.#\n##### the trap\n").contains("line 3 is not read as a row"));
    let (walled, place) = ("8#|#@-$3.#|8#|#-2$3-#|8#\n", "the player can never reach this box");
    assert_eq!(helps(walled).matches(place).count(), 1, "{}", helps(walled));
}

/// A collection in an old encoding that says so is read as it says.
#[test]
fn a_declared_encoding_is_no_fault() {
    let file = |encoding: &str, title: &[u8]| {
        let head = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?><SokobanLevels><Title>");
        let bytes = [head.as_bytes(), title, b"</Title></SokobanLevels>"].concat();
        let (source, fault) = SourceText::from_bytes("a.slc", bytes);
        (level::read(&source, None).collection.title.unwrap(), fault.map(|fault| fault.code.id))
    };
    assert_eq!(file("ISO-8859-1", b"K\xe4se"), ("Käse".to_owned(), None));
    assert_eq!(file("windows-1252", b"\x84K\xe4se\x93"), ("„Käse“".to_owned(), None));
    assert_eq!(file("UTF-8", "Käse".as_bytes()), ("Käse".to_owned(), None));
    assert_eq!(file("KOI8-R", b"K\xe4se").1, Some("W0001"));
    assert_eq!(file("UTF-8", b"K\xe4se").1, Some("W0001"));
    let (source, fault) = SourceText::from_bytes("a.xsb", b"\x84Near\x93".to_vec());
    assert_eq!(source.text(), "„Near“");
    assert!(fault.unwrap().message.contains("byte 0x84"));
}

#[test]
fn files_without_levels_are_answered() {
    for (text, place) in
        [("", (1, 1)), ("  \n\n", (1, 1)), ("; Level 1\n; by nobody\n", (3, 1)), ("\n  words\n", (2, 3))]
    {
        let source = SourceText::new("a.xsb", text);
        let found = level::read(&source, None).diagnostics;
        assert_eq!(found[0].code.id, "E0301");
        assert_eq!(source.line_column(found[0].span().start), place);
    }
}

#[test]
fn files_too_large_are_answered_at_once() {
    for text in [
        "#".repeat(1_000_000),
        "#\n".repeat(1_000_000),
        "999#|".repeat(200_000),
        format!("5#|#{}#|5#", "9".repeat(100_000)),
        format!("<SokobanLevels>{}", "<Level>".repeat(100_000)),
    ] {
        assert!(!is_sound(&read(&text)));
    }
    // Wide open, and with many gaps.
    let comb = format!("{}\n@{}\n{}", "# ".repeat(450), " ".repeat(899), "# ".repeat(450));
    assert!(!is_sound(&read(&comb)));
}

/// Reading asks the limits in every stage of every format.
#[test]
fn reading_ends_at_a_limit() {
    let level = "#####\n#@$.#\n#####\n\n";
    let slc = format!("<SokobanLevels>{}", "<Level><L>#####</L></Level>".repeat(1_000));
    for text in [level.repeat(1_000), "; a note\n".repeat(10_000), slc] {
        let source = SourceText::new("a", text);
        let limits = Limits::none().with_time(Duration::ZERO);
        assert_eq!(level::read_within(&source, None, &limits).unwrap_err(), Stop::Time);
        limits.cancel_flag().store(true, Ordering::Relaxed);
        assert_eq!(level::read_within(&source, None, &limits).unwrap_err(), Stop::Canceled);
    }
}

/// What each of the variants says is the same level.
#[test]
fn variants_say_the_same() {
    let plain = "#######\n#  .  #\n# @$  #\n#  *  #\n#######\n";
    let wanted = &levels(plain)[0].rows.clone();
    for other in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        plain.replace(' ', "-"),
        plain.replace(' ', "_"),
        plain.lines().map(|line| ["   ", line, "  \n"].concat()).collect(),
        plain.lines().map(|line| ["\t", line, "\t\n"].concat()).collect(),
        format!("\n\nA title\n\n{plain}\nAuthor: somebody\n"),
        "7#|#--.2-#|#-@$2-#|#2-*2-#|7#".to_owned(),
        "7#\n#2-.2-#\n#-@$2-#\n#2-*2-#\n7#\n".to_owned(),
        "#######\n#..X..#\n#.@O..#\n#..G..#\n#######\n".to_owned(),
        "#######\n#  o  #\n# pb  #\n#  B  #\n#######\n".to_owned(),
        "<SokobanLevels><LevelCollection><Level Id='1'><L>#######</L><L>#  .  #</L><L># @&#36;  #</L>\
         <L>#  *  #</L><L>#######</L></Level></LevelCollection></SokobanLevels>"
            .to_owned(),
    ] {
        assert_eq!(&levels(&other)[0].rows, wanted, "{other}");
    }
    let short = &levels("#####\n#@$.#\n#####\n")[0].rows;
    assert_eq!(&levels("5#|#pbo#|5#\n")[0].rows, short, "rows with counts may be mostly letters");
}

#[test]
fn words_belong_to_their_levels() {
    let board = "#####\n#@$.#\n#####\n";
    let text = format!(
        "Collection: Two rooms\nAuthor: A\n\n; one\n\n{board}Comment: short\n\n\
         second\n\n{board}\nAuthor: B\n\nSolution 1\nR\n\n{board}Title: third\n"
    );
    let found = read(&text).collection;
    assert_eq!((found.title.as_deref(), found.author.as_deref()), (Some("Two rooms"), Some("A")));
    let titles: Vec<_> = found.levels.iter().map(|level| level.title.as_deref()).collect();
    assert_eq!(titles, [Some("one"), Some("second"), Some("third")]);
    assert_eq!(found.levels[0].notes, ["short"]);
    assert_eq!(found.levels[1].author.as_deref(), Some("B"));
    assert_eq!(found.levels[1].solutions[0].moves, "R");
}

/// The line right above a board names it, unless a property does; no other title is lost.
#[test]
fn no_title_is_lost() {
    let board = "#####\n#@$.#\n#####\n";
    for (text, title, notes) in [
        (format!("x\n\nFar\nNear\n{board}"), "Near", &["Far"][..]),
        (format!("x\n\nTitle: Far\nNear\n{board}"), "Far", &["Near"]),
        (format!("x\n\nFar\nby Fan\n{board}"), "Far", &["by Fan"]),
        (format!("{board}\nFar\n{board}Title: Near\n"), "Near", &["Far"]),
        (format!("{board}\n; Near\n{board}Title: Near\n"), "Near", &[]),
        // What could be moves behind the sign of a comment, and what could not, is no solution.
        (format!("{board}\n; Dull\n\n{board}"), "Dull", &[]),
        (format!("{board}\nL2\n\n{board}"), "L2", &[]),
    ] {
        let level = read(&text).collection.levels.pop().unwrap();
        assert_eq!(
            (level.title.as_deref(), level.notes.iter().map(String::as_str).collect()),
            (Some(title), notes.to_vec()),
            "{text}"
        );
    }
}

/// What stands between `Comment:` and `Comment-End:` is notes, also where it looks like something else, and is so when
/// it is read again.
#[test]
fn comments_are_notes() {
    let board = "#####\n#@$.#\n#####\n";
    let inside = ["Title: no title", "Author: nobody", "Solution: R", "rrr", "by the way"];
    let comment =
        format!("Comment:\n{}\n\n{}\nComment-End:\n", inside[..2].join("\n"), inside[2..].join("\n"));
    let text =
        format!("{board}Title: One\n{comment}\n{board}Title: Two\nComment: open\n\n{board}Title: Three\n");
    let collection = read(&text).collection;
    let titles: Vec<_> = collection.levels.iter().map(|level| level.title.as_deref().unwrap()).collect();
    assert_eq!(titles, ["One", "Two", "Three"]);
    let first = &collection.levels[0];
    assert_eq!(
        (&first.notes[..], first.author.is_none(), first.solutions.len()),
        (&inside.map(str::to_owned)[..], true, 0)
    );
    for format in [Format::Sok, Format::Xsb] {
        assert_eq!(read(&level::write(&collection, format)).collection, collection);
    }
}

/// The name and maker of a collection stand before its first level, in one of several ways, and are no level's; every
/// format keeps them.
#[test]
fn a_collection_keeps_its_name_and_maker() {
    let board = "#####\n#@$.#\n#####\n";
    let (below, above) =
        (format!("{board}Title: one\n\n{board}Title: two\n"), format!("one\n{board}\ntwo\n\n{board}"));
    for (head, levels) in [
        ("Fox\nAuthor: Fay\n\n", &below),
        ("Title: Fox\nAuthor: Fay\n\n", &below),
        ("Fox\n\nAuthor: Fay\n\n", &below),
        ("; Fox\n; by Fay\n\n", &below),
        ("Fox\nby Fay\n\n", &above),
        ("Fox\nAuthor: Fay\n\n", &above),
    ] {
        let found = read(&format!("{head}{levels}")).collection;
        assert_eq!(
            (found.title.as_deref(), found.author.as_deref()),
            (Some("Fox"), Some("Fay")),
            "{head}{levels}"
        );
        let titles: Vec<_> =
            found.levels.iter().map(|level| (level.title.as_deref(), &level.author)).collect();
        assert_eq!(titles, [(Some("one"), &None), (Some("two"), &None)], "{head}{levels}");
        for format in FORMATS {
            let written = level::write(&found, format);
            assert_eq!(read(&written).collection, found, "{written}");
        }
    }
    // Levels without titles leave theirs to the collection; a line that may be the title of another does not.
    let title_of = |text: &str| {
        let found = read(text).collection;
        (found.title.unwrap_or_default(), found.levels[0].title.clone().unwrap_or_default())
    };
    let untitled = format!("{board}Author: Fay\nSolution: R\n\n{board}\n{board}");
    for (text, wanted) in [
        (format!("Title: Fox\n\n{untitled}"), ("Fox", "")),
        (format!("; Title: Fox\nAuthor: Fay\n\n{untitled}"), ("Fox", "")),
        (format!("Title: Fox\n{untitled}"), ("", "Fox")),
        (format!("Title: Fox\n\n{untitled}\ntwo\n\n{board}"), ("", "Fox")),
        (format!("Title: Fox\n\n{untitled}; two\n"), ("", "Fox")),
        (format!("Title: Fox\n\n{board}"), ("", "Fox")),
    ] {
        let (collection, level) = title_of(&text);
        assert_eq!((&collection[..], &level[..]), wanted, "{text}");
    }
    // Words that may be the title of the only level are; sentences are no name.
    assert_eq!(read(&format!("Fox\n\n{board}")).collection.levels[0].title.as_deref(), Some("Fox"));
    let found = read(&format!("These are free.\n\n; 1\n\n{board}")).collection;
    assert_eq!((found.title, found.notes), (None, vec!["These are free.".to_owned()]));
}

/// Files that are appended to each other keep the words of each level.
#[test]
fn words_stay_when_files_are_appended() {
    let board = "#####\n#@$.#\n#####\n";
    let titles = |text: &str| {
        let levels = read(text).collection.levels;
        let title = |level: &Level| level.title.clone().unwrap_or_default();
        levels.iter().map(|level| (title(level), !level.solutions.is_empty())).collect::<Vec<_>>()
    };
    let wanted =
        [("one", true), ("two", false), ("three", true)].map(|(title, solved)| (title.to_owned(), solved));
    for format in FORMATS.into_iter().filter(|format| *format != Format::Slc) {
        let write = |(title, solved): &(String, bool)| {
            let mut one = read(board).collection;
            one.levels[0].title = Some(title.clone());
            one.levels[0].author = Some("A".to_owned());
            one.levels[0].solutions = solved.then(|| "R".into()).into_iter().collect();
            level::write(&one, format)
        };
        let text: String = wanted.iter().map(write).collect();
        assert_eq!(titles(&text), wanted, "{format:?}\n{text}");
    }
    // By hand: above boards, below them, and below with plain titles above.
    for text in [
        format!("Title: one\nSolution: R\n{board}Title: two\n{board}Title: three\nSolution: R\n{board}"),
        format!("{board}Title: one\nSolution: R\n{board}; Title: two\n{board}Solution: R\nTitle: three\n"),
        format!("one\n{board}Solution: R\n; two\n{board}; three\n{board}Solution\nR\n"),
    ] {
        assert_eq!(titles(&text), wanted, "{text}");
    }
}

/// A level may have any number of solutions, under headings of several kinds, over several lines; and words that are
/// none of them stay what they are, in every format of lines.
#[test]
fn solutions_are_all_read_and_written() {
    let board = "One\n\n######\n#@$ .#\n######\n";
    let one = |moves: &str, title: &str| {
        let mut solution = level::StoredSolution::from(moves);
        solution.title = title.to_owned();
        solution
    };
    for (below, wanted) in [
        ("Solution 1\nRR\n\nSolution 2\nrr\n", vec![one("RR", "1"), one("rr", "2")]),
        ("Solution\nRR\n\nSolution\nrr\n", vec![one("RR", ""), one("rr", "")]),
        ("Solution (2 moves)\nRR\n\nSolution/Fan\nrr\n", vec![one("RR", "(2 moves)"), one("rr", "Fan")]),
        ("Solution: R\nR\n", vec![one("RR", "")]),
        ("Solution\nR\nR\n\nDull\n", vec![one("RR", "")]),
        ("Solution/Fan: RR\nSolution rr\n", vec![one("RR", "Fan"), one("rr", "")]),
        ("Solution of a riddle\n", vec![]),
    ] {
        let text = format!("{board}\nDate: 2026-01-02\nCopyright: 2026 Fan\n{below}\nTwo\n\n{}", &board[5..]);
        let read_in = read(&text).collection;
        assert_eq!(read_in.levels[0].solutions, wanted, "{text}");
        assert_eq!(read_in.levels[0].notes[..2], ["Date: 2026-01-02", "Copyright: 2026 Fan"]);
        assert_eq!(read_in.levels[1].title.as_deref(), Some("Two"), "{text}");
        for format in FORMATS.into_iter().filter(|format| *format != Format::Slc) {
            let written = level::write(&read_in, format);
            assert!(written.contains("\nDate: 2026-01-02\nCopyright: 2026 Fan\n"), "{written}");
            assert_eq!(read(&written).collection, read_in, "{written}");
        }
    }
    // Moves that come first below a board need no heading; later ones, as of a game that was saved, are words.
    for (below, wanted) in
        [("R\nR\n", vec![one("RR", "")]), ("\n2R\n", vec![one("2R", "")]), ("Savegame\nRR\n", vec![])]
    {
        let found = read(&format!("{board}{below}")).collection;
        assert_eq!(found.levels[0].solutions, wanted, "{below}");
    }
    let set = read(&format!("Set: Four\nAuthor: Fan\nCopyright: 2026 Fan\n\n{board}")).collection;
    assert_eq!((set.title.as_deref(), set.notes), (Some("Four"), vec!["Copyright: 2026 Fan".to_owned()]));
}

#[test]
fn every_cell_knows_its_place() {
    let text = "; a\n\n   #####\n   #@$.#\n   #####\n";
    let source = SourceText::new("a.xsb", text);
    let level = &level::read(&source, None).collection.levels[0];
    let place = |row: usize, column: usize| source.line_column(level.spans[row][column].start);
    assert_eq!((place(1, 1), place(1, 3), place(2, 4)), ((4, 5), (4, 7), (5, 8)));
}

#[test]
fn collections_beside_the_project_are_read_and_written_in_every_format() {
    let Some(place) = test_data("levels") else { return };
    let mut count = 0;
    for path in files_below(&place, None) {
        let name = path.display().to_string();
        let is_level = path.extension().is_some_and(|one| one == "xsb")
            || name.contains("habr/game")
            || name.contains("solvable");
        if !is_level {
            continue;
        }
        let reading = read(&fs::read_to_string(&path).unwrap());
        assert!(is_sound(&reading), "{name}: {:#?}", reading.diagnostics);
        count += reading.collection.levels.len();
        let bare = without_notes(reading.collection);
        for format in FORMATS {
            let again = read(&level::write(&bare, format));
            assert_eq!(again.collection, bare, "{name} as {format:?}");
        }
    }
    assert!(count > 300, "only {count} levels");
}

#[test]
fn broken_levels_beside_the_project_are_told_apart() {
    let Some(place) = test_data("malformed/sokoban/dev") else { return };
    for case in fs::read_dir(place).unwrap() {
        let case = case.unwrap().path();
        let expect = fs::read_to_string(case.join("expect")).unwrap();
        let (source, fault) = SourceText::from_bytes("level.xsb", fs::read(case.join("level.xsb")).unwrap());
        let sound = fault.is_none() && is_sound(&level::read(&source, None));
        let wanted = expect.contains("outcome: accept") || (expect.contains("also-accept: accept") && sound);
        assert_eq!(sound, wanted, "{}", case.display());
    }
}

/// What XML has no place for is left out where a file is written as XML.
#[test]
fn control_characters_do_not_break_xml() {
    let mut collection = read("#####\n#@$.#\n#####\n").collection;
    collection.levels[0].title = Some("a\u{7} \"b\" & <c>\u{ffff}".to_owned());
    let text = level::write(&collection, Format::Slc);
    assert!(text.contains("a &quot;b&quot; &amp; &lt;c&gt;"), "{text}");
    let again = read(&text).collection;
    assert_eq!(again.levels[0].title.as_deref(), Some("a \"b\" & <c>"));
}

/// A title behind the last board, none before the first: each is about the board above it, whatever blank lines say.
#[test]
fn titles_below_stay_below() {
    let board = "#####\n#@$.#\n#####\n";
    let below = ["one", "two"].map(|name| format!("{board}\nTitle: {name}\nSolution\nR\n\n")).concat();
    let words = |text: &str| {
        let levels = read(text).collection.levels.into_iter();
        levels.map(|level| (level.title.unwrap_or_default(), level.solutions.len())).collect::<Vec<_>>()
    };
    let expected = [("one".to_owned(), 1), ("two".to_owned(), 1)];
    assert_eq!(words(&below), expected);
    assert_eq!(words(&format!("Collection\nby Me\n\n{below}")), expected);
    let above = ["one", "two"].map(|name| format!("Title: {name}\n\n{board}\n")).concat();
    assert_eq!(words(&above), [("one".to_owned(), 0), ("two".to_owned(), 0)]);
}
