//! What a word is, and that the scan finds the forms that the grammar says.

use pest::{Parser, Token};
use pest_derive::Parser;
use proptest::prelude::*;

use super::{Forms, Kind, Node};
use crate::base::limits::Limits;
use crate::base::source::SourceText;
use crate::text::pddl::scan::{Comments, scan};

#[derive(Parser)]
#[grammar = "../grammar/pddl.pest"]
struct Grammar;

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

/// The same by the grammar.
fn by_grammar(text: &str) -> Vec<(Kind, String)> {
    let (mut out, mut open) = (Vec::new(), Vec::new());
    for token in Grammar::parse(Rule::items, text).unwrap().tokens() {
        let (rule, pos, is_start) = match token {
            Token::Start { rule, pos } => (rule, pos.pos(), true),
            Token::End { rule, pos } => (rule, pos.pos(), false),
        };
        let kind = match rule {
            Rule::form => Kind::Form,
            Rule::name | Rule::sign => Kind::Name,
            Rule::variable => Kind::Variable,
            Rule::keyword => Kind::Keyword,
            Rule::dash => Kind::Dash,
            Rule::number => Kind::Number,
            Rule::lonely => Kind::Lonely,
            _ => continue,
        };
        if is_start {
            open.push((out.len(), pos));
            out.push((kind, String::new()));
        } else {
            let (index, start): (usize, usize) = open.pop().unwrap();
            text[start..pos].clone_into(&mut out[index].1);
        }
    }
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

#[test]
fn the_grammar_reads_all_domains_alike() {
    for entry in std::fs::read_dir("domains").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "pddl") {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(nodes(&text) == by_grammar(&text), "{}", path.display());
        }
    }
}

proptest! {
    #[test]
    fn the_grammar_reads_every_text_alike(text in "[-a3.?: ();=\n]{0,40}") {
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
        prop_assert_eq!(nodes(&balanced), by_grammar(&balanced));
    }
}
