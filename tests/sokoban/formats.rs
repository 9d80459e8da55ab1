//! What is written in each format is read again as it was: titles, notes, solutions, addresses, rows without walls.

use banto::sokoban::Format;
use banto::sokoban::level::{read, write};
use banto::source::SourceText;

/// The levels of a text are the same after they were written in every format of lines.
fn reads_back(text: &str) {
    let once = read(&SourceText::new("a", text), None).collection;
    for format in [Format::Xsb, Format::Rle, Format::Sok, Format::Article] {
        let written = write(&once, format);
        assert_eq!(read(&SourceText::new("b", written.clone()), None).collection, once, "{written}");
    }
}

#[test]
fn an_address_keeps_its_name() {
    let text = "Collection: A\nEmail: a@b.example\n\n#####\n#@$.#\n#####\nSolution:\n";
    let once = read(&SourceText::new("a", text), None).collection;
    let written = write(&once, Format::Slc);
    assert!(written.contains("  <Email>a@b.example</Email>\n"), "{written}");
    assert_eq!(read(&SourceText::new("b", written), None).collection, once);
    assert!(!write(&once, Format::Sok).contains("Solution"));
    reads_back(text);
}

#[test]
fn rows_without_walls_at_the_edge_read_back() {
    reads_back("7#|#5-#|#-@$.-#|#5-#|7#-#||$\n");
    reads_back("$||7#|#-@$.-#|7#\n");
}

/// A title that is a number stands above its board as any other does.
#[test]
fn numbers_are_titles() {
    let text = "#####\n#@$.#\n#####\nTitle: 1\nSolution: R\n\n#####\n#@$.#\n#####\nTitle: 3 Käse\n\n\
                #####\n#@$.#\n#####\nTitle: 2\n\n#####\n#@$.#\n#####\nTitle: 4.\n";
    reads_back(text);
    let once = read(&SourceText::new("a", text), None).collection;
    let written = write(&once, Format::Sok);
    assert!(written.starts_with("1\n\n#####\n"), "{written}");
    assert!(written.contains("\n3 Käse\n\n#####\n") && written.contains("\n2\n\n#####\n"), "{written}");
}

#[test]
fn words_about_a_file_without_a_name_read_back() {
    let text = "; one\n; two\n\n#####\n#@$.#\n#####\n";
    let once = read(&SourceText::new("a", text), None).collection;
    assert!(!write(&once, Format::Xsb).contains("Collection"), "{}", write(&once, Format::Xsb));
    reads_back("Comment: one\n\n#####\n#@$.#\n#####\n");
    reads_back("Author: A\nComment: one\n\nTitle: b\n#####\n#@$.#\n#####\n");
}

#[test]
fn levels_are_read_from_markdown_and_mails() {
    let plain = read(&SourceText::new("a", "#####\n#@$.#\n#####\nTitle: One\n"), None).collection;
    for text in [
        "```\n#####\n#@$.#\n#####\n```\nTitle: One\n",
        "~~~text\n\n#####\n#@$.#\n#####\nTitle: One\n~~~\n",
        "> #####\n> #@$.#\n> #####\n> Title: One\n",
        ">> #####\n>> #@$.#\n> > #####\n>>\n>> Title: One\n",
        ">\n> ```\n> #####\n> #@$.#\n> #####\n> ```\n>\n> Title: One\n",
    ] {
        let reading = read(&SourceText::new("b", text), None);
        assert_eq!((reading.collection, reading.diagnostics.len()), (plain.clone(), 0), "{text}");
    }
    let text = SourceText::new("c", "> #####\n> #@$.\n> #####\n");
    let found = read(&text, None).diagnostics;
    assert_eq!(text.line_column(found[0].span().start).0, 2, "{found:?}");
}

#[test]
fn notes_that_look_like_rows_stay_notes() {
    reads_back("#####\n#@$.#\n#####\nTitle: ########\n; Comment: #@* ###########\n; Comment: []\n");
    reads_back("; Collection: #############\n; Author: ###########\n\n#####\n#@$.#\n#####\n");
}
