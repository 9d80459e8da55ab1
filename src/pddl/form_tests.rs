//! The reader of forms against the grammar: the same words and forms at the same places.

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;
use proptest::prelude::*;

use super::{Forms, Kind, Node};
use crate::limits::Limits;
use crate::pddl::scan::{Comments, scan};
use crate::source::SourceText;

#[derive(Parser)]
#[grammar = "../grammar/pddl.pest"]
struct Grammar;

/// Every node of a text in order: its kind and its text.
type Nodes = Vec<(Kind, String)>;

fn by_grammar(pair: Pair<'_, Rule>, out: &mut Nodes) {
    let kind = match pair.as_rule() {
        Rule::form => Kind::Form,
        Rule::variable => Kind::Variable,
        Rule::keyword => Kind::Keyword,
        Rule::dash => Kind::Dash,
        Rule::number => Kind::Number,
        Rule::lonely => Kind::Lonely,
        Rule::EOI => return,
        _ => Kind::Name,
    };
    out.push((kind, pair.as_str().to_owned()));
    pair.into_inner().for_each(|item| by_grammar(item, out));
}

fn by_forms(forms: &Forms<'_>, node: Node, out: &mut Nodes) {
    out.push((forms.kind(node), forms.text(node).to_owned()));
    forms.items(node).for_each(|item| by_forms(forms, item, out));
}

fn compare(text: &str) {
    let source = SourceText::new("x.pddl", text);
    let scan = scan(&source, Comments::Drop, &Limits::none()).unwrap();
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let items = Grammar::parse(Rule::items, text).unwrap().next().unwrap();
    items.into_inner().for_each(|item| by_grammar(item, &mut expected));
    by_forms(&scan.forms.expect(text), Node::ROOT, &mut found);
    assert_eq!(found, expected, "{text}");
}

#[test]
fn marks_dashes_and_numbers_are_what_the_grammar_says() {
    for item in
        "- -- -a -3 3 3. 3.5 -3.5 3.5.1 3a .5 ? : ?? ?- -?x a?b a:b :a:b = <= ?x-y () (()) - t -;".split(' ')
    {
        compare(&format!("({item}\n x)"));
        compare(&format!("(a {item}\n)"));
    }
}

proptest! {
    #[test]
    fn random_words_are_what_the_grammar_says(text in "[-a3.?: ();=\n]{0,24}") {
        // Balanced by force: the grammar reads nothing else.
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
        compare(&balanced);
    }
}
