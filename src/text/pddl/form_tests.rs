//! Tests that words have their kinds.

use super::{Forms, Kind, Node};
use crate::pddl::scan::{Comments, scan};
use banto_base::limits::Limits;
use banto_base::source::SourceText;

/// Every node of a text in order: its kind and its text.
fn nodes(text: &str) -> Vec<(Kind, String)> {
    fn walk(forms: &Forms<'_>, node: Node, out: &mut Vec<(Kind, String)>) {
        out.push((forms.kind(node), forms.text(node).to_owned()));
        forms.items(node).for_each(|item| walk(forms, item, out));
    }
    let source = SourceText::new("x.pddl", text);
    let scan = scan(&source, Comments::Drop, &Limits::none()).unwrap();
    let mut out = Vec::new();
    walk(&scan.forms.expect(text), Node::ROOT, &mut out);
    out
}

/// The words directly in `(...)`.
fn words(text: &str) -> Vec<(Kind, String)> {
    nodes(&format!("({text}\n)")).split_off(1)
}

#[test]
fn a_word_is_of_the_kind_that_it_is_written_as() {
    let kinds = [
        (Kind::Name, "a A-b_c3 -- -a 3. 3.5.1 3a .5 = <= + a.b #x ~ |a| $% a@b"),
        (Kind::Number, "3 -3 3.5 -3.5 007"),
        (Kind::Dash, "-"),
        (Kind::Variable, "?x ?x-y ?- ?3"),
        (Kind::Keyword, ":action :a-b :3"),
        (Kind::Lonely, "? :"),
    ];
    for (kind, text) in kinds {
        for word in text.split(' ') {
            assert_eq!(words(word), [(kind, word.to_owned())]);
            assert_eq!(words(&format!(" {word}\t;{word})\r")), [(kind, word.to_owned())]);
            assert_eq!(words(&format!("a {word}"))[1], (kind, word.to_owned()));
        }
    }
}

#[test]
fn marks_parentheses_and_comments_end_words() {
    let texts = |text| words(text).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(texts("a?b:c"), ["a", "?b", ":c"]);
    assert_eq!(texts("??x"), ["?", "?x"]);
    assert_eq!(texts("-?x"), ["-", "?x"]);
    assert_eq!(texts("a;b c"), ["a"]);
    assert_eq!(texts("a(b)c"), ["a", "(b)", "b", "c"]);
    assert_eq!(texts("a\x0bb\x0cc"), ["a", "b", "c"]);
}
