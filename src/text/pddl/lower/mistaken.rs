//! Recognizes what makes a whole text seem wrong: a plan given in place of a domain or a problem, sections
//! without a definition around them, names with a blank.

use std::collections::BTreeSet;

use crate::pddl::form::{Forms, Kind, Node};
use crate::pddl::scan::first_form;
use banto_base::source::{Diagnostic, SourceText, Span, codes, nearest, place};

pub(in crate::pddl) fn plan(source: &SourceText, what: &str) -> Option<Diagnostic> {
    if !is_like_a_plan(source.text()) {
        return None;
    }
    let first = source.text().find('(').unwrap_or(0);
    let message = format!("this is a plan, expected a {what}");
    let fault = codes::E0102
        .at(Span::from(first..first + 1), message)
        .label("steps of a plan begin here")
        .help("the domain comes first, then the problem; `banto validate DOMAIN PROBLEM PLAN` reads plans");
    Some(fault)
}

/// Whether a text looks like a plan: a step `(NAME OBJECT ...)`, perhaps with a time before it, followed only by more
/// steps.
fn is_like_a_plan(text: &str) -> bool {
    let is_time =
        |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit() || ".: ".contains(c)).is_empty();
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim());
    let mut lines = lines.filter(|line| !line.is_empty()).take(10).peekable();
    let is_step = |line: &str| {
        let Some((time, step)) = line.split_once('(') else { return false };
        let Some((words, rest)) = step.split_once(')') else { return false };
        let head = words.split_whitespace().next().unwrap_or(":");
        let is_definition = nearest(head, ["define", "domain", "problem"]).is_some();
        is_time(time)
            && !is_definition
            && !head.starts_with(':')
            && !words.contains('(')
            && !rest.contains(')')
    };
    lines.peek().is_some() && lines.all(is_step)
}

/// A text that is not one definition because it lacks `(define` around all of it: it begins with the header,
/// `(domain NAME)`, or with a section. And one that begins with `(define-domain NAME`.
pub(in crate::pddl) fn no_define(source: &SourceText, is_whole: bool) -> Option<Diagnostic> {
    let (start, word) = first_form(source.text())?;
    let span = Span::from(start..start + 1 + word.len());
    let fault =
        codes::E0101.at(span, format!("expected define, found ({word}")).label("expected define here");
    let help = |name: &str| format!("write (define ({} {name}) ...)", word.trim_start_matches("define-"));
    Some(match word {
        "define-domain" | "define-problem" => {
            let rest = &source.text()[span.range().end..];
            let name = rest.trim_start();
            let name = &name[..name.find([' ', '\t', '\n', '\r', '(', ')']).unwrap_or(name.len())];
            let after = span.end + place(rest.len() - rest.trim_start().len() + name.len());
            let head = word.replacen('-', " (", 1);
            fault.fix(help(name), span, format!("({head}")).edit(Span::at(after), ")")
        }
        "domain" | "problem" if !is_whole => fault.fix(help("NAME"), Span::at(span.start), "(define "),
        _ if word.starts_with(':') && !is_whole && !source.text().contains("(define") => fault.help(
            "all sections stand in one form: (define (domain NAME) ...) or (define (problem NAME) ...)",
        ),
        _ => return None,
    })
}

/// A diagnostic if names of objects have a blank before their number, as in `(:objects bed 1 bed 2 - place)`. It must
/// be the only reading: a name is listed with two numbers, or is written elsewhere in one word; and no number and no
/// such name stands alone.
pub(in crate::pddl) fn blank_in_a_name(forms: &Forms<'_>) -> Option<Diagnostic> {
    let is_list = |node: &Node| matches!(forms.head_word(*node).as_str(), ":objects" | ":constants");
    let list: Vec<Node> =
        forms.items(Node::ROOT).find(is_list).map(|list| forms.items(list).skip(1).collect())?;
    let is_number = |node: Node| forms.text(node).bytes().all(|byte| byte.is_ascii_digit());
    let pair = |pair: &[Node]| forms.kind(pair[0]) == Kind::Name && !is_number(pair[0]) && is_number(pair[1]);
    let pairs: Vec<&[Node]> = list.windows(2).filter(|one| pair(one)).collect();
    if pairs.is_empty() || list.iter().filter(|node| is_number(**node)).count() != pairs.len() {
        return None;
    }
    let lower = |node: Node| forms.text(node).to_ascii_lowercase();
    let stems: BTreeSet<String> = pairs.iter().map(|one| lower(one[0])).collect();
    let numbers: BTreeSet<String> = pairs.iter().map(|one| lower(one[1])).collect();
    let listed: BTreeSet<(String, String)> = pairs.iter().map(|one| (lower(one[0]), lower(one[1]))).collect();
    let (mut open, mut blanks, mut words) = (vec![Node::ROOT], Vec::new(), BTreeSet::new());
    while let Some(form) = open.pop() {
        let items: Vec<Node> = forms.items(form).collect();
        let is_value = matches!(forms.head_word(form).as_str(), "=" | "increase");
        let mut at = 0;
        while let Some(node) = items.get(at) {
            at += 1;
            if forms.kind(*node) == Kind::Form {
                open.push(*node);
                continue;
            }
            let word = lower(*node);
            let next = items.get(at).filter(|next| listed.contains(&(word.clone(), lower(**next))));
            if let Some(next) = next {
                blanks.push(Span::new(forms.span(*node).end, forms.span(*next).start));
                at += 1;
            } else if at > 1 && !is_value && (stems.contains(&word) || numbers.contains(&word)) {
                return None;
            } else {
                words.insert(word);
            }
        }
    }
    let spelled =
        |sign: &&str| listed.iter().any(|(name, number)| words.contains(&format!("{name}{sign}{number}")));
    let sign = ["", "-", "_"].into_iter().find(spelled);
    if sign.is_none() && stems.len() == listed.len() {
        return None;
    }
    blanks.sort();
    let sign = sign.unwrap_or_default();
    let [name, number] = [pairs[0][0], pairs[0][1]].map(|node| forms.text(node));
    let fault = codes::E0108
        .at(
            forms.span(pairs[0][0]).to(forms.span(pairs[0][1])),
            format!("a name has no blank, found {name} {number}"),
        )
        .label("read as two names")
        .help(format!("write {name}{sign}{number}, and so wherever a name has a blank"));
    Some(blanks.into_iter().fold(fault, |fault, blank| fault.edit(blank, sign)))
}
