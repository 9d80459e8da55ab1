//! Repairs of a model as edits of its texts.
//!
//! In: the texts of a task, and pieces that take the place of others. Out: edits in the form of `--json`; none if a
//! piece is not found as it is written, because then another one might be changed. Comments stay.

use std::ops::Range;

use serde_json::{Value, json};

use crate::Loaded;
use banto_base::source::{SourceText, Span};
use banto_planning::why::{Part, Rewrite};
use banto_text::pddl::ast::{Action, Domain, Init, Problem, TypedList};
use banto_text::pddl::{parse_domain, parse_problem};
use banto_text::task::read;

/// The texts of a task and their trees.
pub(crate) struct Rewriter<'l> {
    loaded: &'l Loaded,
    domain: Domain<'l>,
    problem: Problem<'l>,
}

/// A change of a text (0: domain, 1: problem).
type Change = (usize, Range<usize>, String);

impl<'l> Rewriter<'l> {
    pub(crate) fn of(loaded: &'l Loaded) -> Option<Self> {
        let (domain, problem) = (parse_domain(&loaded.domain).tree?, parse_problem(&loaded.problem).tree?);
        Some(Self { loaded, domain, problem })
    }

    /// The edits that carry out all rewrites of a repair, if the texts are without errors then.
    pub(crate) fn edits(&self, rewrites: &[Rewrite]) -> Option<Vec<Value>> {
        let mut changes = self.all(rewrites).filter(|all| !all.is_empty())?;
        let edit = |(file, range, text): &Change| {
            let span = Span::from(range.clone());
            let (name, line, column) = self.loaded.place(*file, span);
            let (_, end_line, end_column) = self.loaded.place(*file, Span::at(span.end));
            json!({
                "file": name,
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column,
                "text": text,
            })
        };
        let edits = changes.iter().map(edit).collect();
        let mut texts = [0, 1].map(|file| self.source(file).text().to_owned());
        changes.sort_by_key(|one| one.1.start);
        changes.into_iter().rev().for_each(|(file, range, text)| texts[file].replace_range(range, &text));
        read(&texts[0], &texts[1]).is_ok().then_some(edits)
    }

    /// The changes that carry them out.
    fn all(&self, rewrites: &[Rewrite]) -> Option<Vec<Change>> {
        // What is added to one part is added at once.
        let mut whole: Vec<Rewrite> = Vec::new();
        for one in rewrites {
            let same = whole.iter_mut().find_map(|other| match (other, one) {
                (Rewrite::Piece(part, None, Some(text), _), Rewrite::Piece(of, None, Some(more), _)) => {
                    (part == of && *of != Part::Init).then_some((text, more))
                }
                _ => None,
            });
            match same {
                Some((text, more)) => *text = format!("{text} {more}"),
                None => whole.push(one.clone()),
            }
        }
        let changes: Option<Vec<Vec<Change>>> = whole.iter().map(|one| self.changes(one)).collect();
        Some(changes?.into_iter().flatten().collect())
    }

    /// Where the first of them is made.
    pub(crate) fn place(&self, rewrites: &[Rewrite]) -> Option<(&'l str, usize, usize)> {
        let (file, range, _) = self.changes(rewrites.first()?)?.into_iter().next()?;
        Some(self.loaded.place(file, Span::from(range)))
    }

    fn source(&self, file: usize) -> &'l SourceText {
        if file == 0 { &self.loaded.domain } else { &self.loaded.problem }
    }

    fn action(&self, name: &str) -> Option<&Action<'l>> {
        self.domain.actions.iter().find(|action| action.name.text.eq_ignore_ascii_case(name))
    }

    /// Where a part is written.
    fn region(&self, part: &Part) -> Option<(usize, Span)> {
        let whole = |spans: &mut dyn Iterator<Item = Span>| spans.reduce(Span::to);
        match part {
            Part::Precondition(name) => Some((0, self.action(name)?.precondition.as_ref()?.span)),
            Part::Effect(name) => Some((0, self.action(name)?.effect.as_ref()?.span)),
            Part::Rules => Some((0, whole(&mut self.domain.derived.iter().map(|rule| rule.condition.span))?)),
            Part::Init => {
                let text = self.source(1).text();
                Some((1, whole(&mut self.problem.init.iter().map(|one| span(one, text)))?))
            }
            Part::Goal => Some((1, self.problem.goal.as_ref()?.span)),
            Part::Parameters(_) | Part::Objects => None,
        }
    }

    fn changes(&self, rewrite: &Rewrite) -> Option<Vec<Change>> {
        match rewrite {
            Rewrite::Typed(part, names, of) => self.typed(part, names, of),
            Rewrite::Object(of) => {
                let groups = &self.problem.objects.groups;
                let at = groups.first()?.names.first()?.span.start as usize;
                let mut name = "another".to_owned();
                while self.loaded.task.objects.find(&name).is_some() {
                    name.push('-');
                }
                let of = if groups.iter().any(|group| group.of.span.is_some()) {
                    format!(" - {of}")
                } else {
                    String::new()
                };
                Some(vec![(1, at..at, format!("{name}{of} "))])
            }
            Rewrite::Piece(part, old, new, at) => {
                let Some((file, region)) = self.region(part) else { return self.fresh(part, new.as_ref()?) };
                let text = self.source(file).text();
                let tokens = tokens(text, region);
                if let (Part::Init, Some(new)) = (part, new)
                    && let Some(denied) = found(&tokens, &format!("(not {new})"), Span::default())
                {
                    // What is stated is no longer denied.
                    let range = tokens[denied.start].range.start..tokens[denied.end - 1].range.end;
                    let without = Rewrite::Piece(part.clone(), old.clone(), None, *at);
                    let mut changes = vec![(file, range, new.clone())];
                    changes.extend(if old.is_some() { self.changes(&without)? } else { Vec::new() });
                    return Some(changes);
                }
                let Some(old) = old else { return added(part, (file, text, region), new.as_ref()?) };
                let found = found(&tokens, old, *at)?;
                let range = tokens[found.start].range.start..tokens[found.end - 1].range.end;
                let Some(new) = new else {
                    let goes = found.start > 0 && may_go(&tokens, found.start) || *part == Part::Init;
                    if !goes {
                        return Some(vec![(file, range, "(and)".to_owned())]);
                    }
                    let before = text[..range.start].trim_end().len();
                    return Some(vec![(file, before..range.end, String::new())]);
                };
                Some(vec![(file, range, new.clone())])
            }
        }
    }

    /// The first fact, or a field that an action does not have yet.
    fn fresh(&self, part: &Part, new: &str) -> Option<Vec<Change>> {
        if *part == Part::Init {
            let text = self.loaded.problem.text();
            let all = tokens(text, Span::from(0..text.len()));
            let at = all.iter().find(|token| token.text == ":init")?.range.end;
            return Some(vec![(1, at..at, format!(" {new}"))]);
        }
        let (name, field) = match part {
            Part::Precondition(name) => (name, ":precondition"),
            Part::Effect(name) => (name, ":effect"),
            _ => return None,
        };
        let action = self.action(name)?;
        // The precondition stands before the effect.
        let before =
            action.effect.as_ref().filter(|_| field == ":precondition").map(|effect| effect.span.start);
        let text = self.loaded.domain.text();
        let at = match before {
            Some(effect) => text[..effect as usize].to_ascii_lowercase().rfind(":effect")?,
            None => text[..action.span.end as usize - 1].trim_end().len(),
        };
        let line = format!("{field} {new}");
        Some(vec![(0, at..at, if before.is_some() { format!("{line} ") } else { format!(" {line}") })])
    }

    /// Names that get another type, while others of their group keep theirs.
    fn typed(&self, part: &Part, names: &[String], of: &str) -> Option<Vec<Change>> {
        let lists: [(usize, &TypedList<'l>); 2] = match part {
            Part::Parameters(name) => [(0, &self.action(name)?.parameters); 2],
            _ => [(1, &self.problem.objects), (0, &self.domain.constants)],
        };
        let is_chosen = |name: &str| names.iter().any(|one| one.eq_ignore_ascii_case(name));
        let has_chosen = |list: &TypedList<'l>| {
            list.groups.iter().any(|group| group.names.iter().any(|name| is_chosen(name.text)))
        };
        let (file, list) = lists.iter().find(|(_, list)| has_chosen(list))?;
        let groups = list.groups.iter().filter(|group| group.names.iter().any(|name| is_chosen(name.text)));
        let changes = groups.map(|group| {
            let kept = match group.of.names.as_slice() {
                [] => "object".to_owned(),
                [one] => one.text.to_owned(),
                all => {
                    let all: Vec<&str> = all.iter().map(|one| one.text).collect();
                    format!("(either {})", all.join(" "))
                }
            };
            let runs = group.names.chunk_by(|one, other| is_chosen(one.text) == is_chosen(other.text));
            let shown = runs.map(|run| {
                let names: Vec<&str> = run.iter().map(|name| name.text).collect();
                format!("{} - {}", names.join(" "), if is_chosen(run[0].text) { of } else { &kept })
            });
            let text = shown.collect::<Vec<_>>().join(" ");
            let end = group.of.span.unwrap_or(group.names.last()?.span);
            Some((*file, group.names.first()?.span.to(end).range(), text))
        });
        changes.collect()
    }
}

/// From the parenthesis that opens it.
fn span(init: &Init<'_>, text: &str) -> Span {
    let inner = match init {
        Init::Fact(atom) => return atom.span,
        Init::Negated(fact) => return fact.1,
        Init::Value(value) => value.0.span,
    };
    let open = text[..inner.start as usize].rfind('(').unwrap_or(inner.start as usize);
    Span::new(u32::try_from(open).unwrap_or(inner.start), inner.end)
}

/// One more piece of a part: behind the facts, or in the conjunction.
fn added(part: &Part, (file, text, region): (usize, &str, Span), new: &str) -> Option<Vec<Change>> {
    let (start, end) = (region.start as usize, region.end as usize);
    if *part == Part::Init {
        // A value and a negated fact end one parenthesis later than their atom: facts come before them.
        let column = start - text[..start].rfind('\n').map_or(0, |at| at + 1);
        return text[..start]
            .ends_with([' ', '\n', '('])
            .then(|| vec![(file, start..start, format!("{new}\n{:column$}", ""))]);
    }
    let inner = text[start..end].strip_prefix('(')?.trim_start();
    if inner == ")" {
        return Some(vec![(file, start..end, new.to_owned())]);
    }
    let is_conjunction = inner.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("and"));
    if is_conjunction {
        return Some(vec![(file, end - 1..end - 1, format!(" {new}"))]);
    }
    Some(vec![(file, start..start, "(and ".to_owned()), (file, end..end, format!(" {new})"))])
}

struct Token {
    range: Range<usize>,
    text: String,
}

/// The words and parentheses of a part of a text, without comments.
fn tokens(text: &str, within: Span) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = within.start as usize;
    let end = within.end as usize;
    while let Some(first) = text[at..end].chars().next() {
        let rest = &text[at..end];
        let length = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' | ')' => 1,
            _ if first.is_whitespace() => first.len_utf8(),
            _ => rest
                .find(|letter: char| letter.is_whitespace() || "();".contains(letter))
                .unwrap_or(rest.len()),
        };
        if first != ';' && !first.is_whitespace() {
            tokens.push(Token { range: at..at + length, text: rest[..length].to_ascii_lowercase() });
        }
        at += length;
    }
    tokens
}

/// The tokens of a piece: at its place if that is known, else the only ones, or the only ones that are not denied.
fn found(tokens: &[Token], piece: &str, at: Span) -> Option<Range<usize>> {
    let wanted = self::tokens(piece, Span::from(0..piece.len()));
    let all: Vec<Range<usize>> = (0..tokens.len())
        .filter_map(|start| Some(start..start + length(&tokens[start..], &wanted)?))
        .collect();
    let is_there = |found: &&Range<usize>| {
        let range = tokens[found.start].range.start..tokens[found.end - 1].range.end;
        range.contains(&(at.start as usize))
    };
    let is_denied = |start: usize| start > 1 && tokens[start - 1].text == "not";
    if at != Span::default() {
        return all.into_iter().find(|one| is_there(&one));
    }
    let plain: Vec<&Range<usize>> = all.iter().filter(|one| !is_denied(one.start)).collect();
    match (&plain[..], &all[..]) {
        ([one], _) => Some((*one).clone()),
        ([], [one]) => Some(one.clone()),
        _ => None,
    }
}

/// How many tokens are a piece, in which each variable has its type: the text may give one to several, or none.
fn length(tokens: &[Token], wanted: &[Token]) -> Option<usize> {
    let (mut at, mut of) = (0, 0);
    while let Some(next) = wanted.get(of) {
        let is_it = tokens.get(at)?.text == next.text;
        let is_shared = !is_it && next.text == "-" && of + 1 < wanted.len() && wanted[of + 1].text != "(";
        (at, of) = if is_shared { (at, of + 2) } else { (at + 1, of + 1) };
        if !is_it && !is_shared {
            return None;
        }
    }
    Some(at)
}

/// Whether a form stands in a conjunction or a disjunction, which goes on without it.
fn may_go(tokens: &[Token], start: usize) -> bool {
    let mut depth = 0;
    for at in (0..start).rev() {
        match tokens[at].text.as_str() {
            ")" => depth += 1,
            "(" if depth == 0 => return matches!(tokens[at + 1].text.as_str(), "and" | "or"),
            "(" => depth -= 1,
            _ => {}
        }
    }
    false
}
