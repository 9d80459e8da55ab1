//! Tests that words have their kinds, and that it makes no difference where a text is cut into pieces.

use proptest::prelude::*;

use super::{Forms, Kind, Node};
use crate::pddl::scan::{Comments, scan_in_pieces};
use banto_base::limits::Limits;
use banto_base::source::SourceText;

/// Every node of a text in order: its kind and its text.
fn nodes(text: &str, piece_bytes: usize, piece_nesting: usize) -> Vec<(Kind, String)> {
    fn walk(forms: &Forms<'_>, node: Node, out: &mut Vec<(Kind, String)>) {
        out.push((forms.kind(node), forms.text(node).to_owned()));
        forms.items(node).for_each(|item| walk(forms, item, out));
    }
    let source = SourceText::new("x.pddl", text);
    let scan = scan_in_pieces(&source, Comments::Drop, &Limits::none(), piece_bytes, piece_nesting).unwrap();
    let mut out = Vec::new();
    walk(&scan.forms.expect(text), Node::ROOT, &mut out);
    out
}

/// The words directly in `(...)`.
fn words(text: &str) -> Vec<(Kind, String)> {
    nodes(&format!("({text}\n)"), usize::MAX, usize::MAX).split_off(1)
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

proptest! {
    #[test]
    fn forms_are_the_same_wherever_a_text_is_cut(text in "[-a3.?: ();=\n]{0,40}", bytes in 1..9_usize, nesting in 1..4_usize) {
        // Balanced by force.
        let mut depth = 0;
        let mut balanced = String::from("(");
        let mut comment = false;
        for character in text.chars() {
            comment = (comment || character == ';') && character != '\n';
            match character {
                '(' if !comment => depth += 1,
                ')' if !comment && depth == 0 => continue,
                ')' if !comment => depth -= 1,
                _ => {}
            }
            balanced.push(character);
        }
        balanced.push('\n');
        balanced.extend(std::iter::repeat_n(')', depth + 1));
        let whole = nodes(&balanced, usize::MAX, usize::MAX);
        prop_assert_eq!(nodes(&balanced, bytes, usize::MAX), whole.clone());
        prop_assert_eq!(nodes(&balanced, usize::MAX, nesting), whole.clone());
        prop_assert_eq!(nodes(&balanced, bytes, nesting), whole);
    }
}
