//! The formatter: canonical PDDL from the forms of a text, with every comment where it belongs.
//!
//! In: a text. Out: the same forms in the same order, laid out afresh. A form that fits on its line stays there; one
//! that does not, or that contains a comment, is broken by the conventions of its head; so is a typed list whose author
//! gave types lines of their own. A blank line between two items is kept. Keywords are written in lower case, names as
//! they are.

use rustc_hash::FxHashMap;

use super::form::{Forms, Kind, Node};
use super::grammar::keyword;
use super::lower::mistaken;
use super::scan::{Comments, scan};
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::{Diagnostic, SourceText, Span};

/// Lines are broken before they pass this column.
const WIDTH: usize = 100;

/// How far an inner line is indented below its form.
const STEP: usize = 2;

/// Deeper types are not indented any further.
const DEEPEST: usize = 12;

/// The text in canonical layout. Formatting a formatted text changes nothing.
///
/// ```
/// use banto::{pddl, source::SourceText};
/// let text = SourceText::new("d.pddl", "(DEFINE (domain d) ; lamps\n (:predicates (lit)))");
/// assert_eq!(pddl::format(&text).unwrap(), "(define (domain d) ; lamps\n  (:predicates (lit))\n)\n");
/// ```
///
/// # Errors
/// If parentheses do not match or characters are not PDDL, with the diagnostics that say so.
pub fn format(source: &SourceText) -> Result<String, Vec<Diagnostic>> {
    format_within(source, &Limits::none()).unwrap_or_else(|_| Ok(source.text().to_owned()))
}

/// As [`format()`], within limits.
pub fn format_within(source: &SourceText, limits: &Limits) -> Result<Result<String, Vec<Diagnostic>>, Stop> {
    if let Some(fault) = mistaken::plan(source, "domain or a problem") {
        return Ok(Err(vec![fault]));
    }
    let scan = scan(source, Comments::Keep, limits)?;
    let Some(forms) = &scan.forms else {
        let faults = mistaken::no_define(source, false).map_or(scan.diagnostics, |fault| vec![fault]);
        return Ok(Err(faults));
    };
    limits.check_allocation(source.text().len())?;
    let limits = limits.clone();
    stack::deep(scan.nesting, || write(source, forms, &scan.comments, limits).map(Ok))
}

fn write(source: &SourceText, forms: &Forms<'_>, comments: &[Span], limits: Limits) -> Result<String, Stop> {
    let mut writer = Writer {
        source: source.text(),
        forms,
        comments,
        limits,
        next: 0,
        out: String::with_capacity(source.text().len() + 64),
        column: 0,
        last: 0,
        must_break: false,
    };
    writer.comments_before(forms.span(Node::ROOT).start, 0);
    writer.line_for(Node::ROOT, 0);
    writer.definition();
    writer.comments_before(u32::MAX, 0);
    writer.out.push('\n');
    writer.limits.check()?;
    Ok(writer.out)
}

struct Writer<'a> {
    source: &'a str,
    forms: &'a Forms<'a>,
    comments: &'a [Span],
    /// Once a limit is reached, nothing more is written.
    limits: Limits,
    /// The first comment that is not written yet.
    next: usize,
    out: String,
    column: usize,
    /// Where the last written word or comment ends in the source.
    last: u32,
    /// Whether a comment was written last, so that nothing may follow on its line.
    must_break: bool,
}

impl Writer<'_> {
    /// `(define (domain d)`, then one section per line, then `)` on a separate line.
    fn definition(&mut self) {
        self.open(Node::ROOT);
        let mut big_before = false;
        for (index, item) in self.items(Node::ROOT).into_iter().enumerate() {
            match index {
                0 => self.item(0, item, 0),
                1 => {
                    self.place(item, STEP, false, false);
                    self.node(item, STEP);
                }
                _ => {
                    let big = self.is_big(item);
                    self.place(item, STEP, true, index > 2 && (big || big_before));
                    self.node(item, STEP);
                    big_before = big;
                }
            }
        }
        let end = self.forms.span(Node::ROOT).end;
        self.comments_before(end - 1, STEP);
        self.new_line(0, false);
        self.push(")");
        self.last = end;
    }

    /// Whether a section is set off from its neighbors.
    fn is_big(&self, section: Node) -> bool {
        matches!(self.forms.head_word(section).as_str(), ":action" | ":derived")
            || !self.fits(section, WIDTH - STEP)
    }

    /// Writes a node at the current place; its inner lines are indented by `indent`.
    fn node(&mut self, node: Node, indent: usize) {
        if self.limits.check().is_err() {
            return;
        }
        if !self.is_list_of_lines(node) && self.fits(node, WIDTH.saturating_sub(self.column)) {
            self.flat(node, false);
            return;
        }
        if self.forms.kind(node) != Kind::Form {
            self.word(node, false);
            return;
        }
        self.open(node);
        let (items, head) = (self.items(node), self.forms.head_word(node));
        // What stays on the line of the head: quantified variables, the head of a rule, a single operand.
        let beside = match head.as_str() {
            "forall" | "exists" | ":derived" | "not" | ":goal" | ":domain" | ":metric" => 2,
            _ => 1,
        };
        let depths = if head == ":types" { self.depths(&items) } else { Vec::new() };
        // No word at its head, or a variable: parameters, or something malformed.
        let inner = if is_bare(&head) { indent + 1 } else { indent + STEP };
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                let (more, apart) = self.line(&head, &items, index, beside);
                let depth = STEP * depths.get(index).copied().unwrap_or(0).min(DEEPEST);
                self.place(*item, inner + more + depth, apart, false);
            }
            // A single operand beside its head adds no indentation.
            self.item(index, *item, if index > 0 && index < beside { indent } else { inner });
        }
        self.close(node, indent + STEP);
    }

    /// How much farther the line of an item of a form is indented than those of others, and whether it begins one.
    fn line(&self, head: &str, items: &[Node], index: usize, beside: usize) -> (usize, bool) {
        let is_dash = |at: usize| items.get(at).is_some_and(|item| self.forms.kind(*item) == Kind::Dash);
        let is_type = is_dash(index - 1);
        match head {
            // A keyword and its value per line.
            ":action" | ":durative-action" => {
                let is_keyword = self.forms.kind(items[index]) == Kind::Keyword;
                (if is_keyword { 0 } else { STEP }, is_keyword)
            }
            // A group of names and their type per line.
            ":types" | ":objects" | ":constants" => {
                let is_long = self.column + 1 + self.length(items[index]) > WIDTH && !is_type;
                (0, index == 1 || is_dash(index - 2) || is_long)
            }
            // Lines are filled; a type stays with the name before it.
            _ if is_bare(head) || matches!(head, ":requirements" | ":parameters") => {
                let group = items[index..].iter().take(if is_dash(index + 1) { 3 } else { 1 });
                let length: usize = group.map(|item| 1 + self.length(*item)).sum();
                (0, !is_dash(index) && !is_type && self.column + length > WIDTH)
            }
            // The first items go beside the head, each further one on a separate line.
            _ => (0, index >= beside && !is_dash(index) && !is_type),
        }
    }

    /// Writes the item at that index of a form; the first may be a keyword.
    fn item(&mut self, index: usize, item: Node, indent: usize) {
        if index == 0 {
            self.comments_before(self.forms.span(item).start, indent);
            self.line_for(item, indent);
        }
        if index == 0 && self.forms.kind(item) != Kind::Form {
            self.word(item, true);
        } else {
            self.node(item, indent);
        }
    }

    /// Whether a form is a typed list in which a line begins after a type.
    fn is_list_of_lines(&self, node: Node) -> bool {
        let is_list = self.forms.kind(node) == Kind::Form
            && matches!(self.forms.head_word(node).as_str(), ":types" | ":objects" | ":constants");
        let items = if is_list { self.items(node) } else { Vec::new() };
        items.windows(3).any(|three| {
            let [end, next] = [self.forms.span(three[1]).end, self.forms.span(three[2]).start];
            let between = &self.source[end as usize..next as usize];
            self.forms.kind(three[0]) == Kind::Dash && between.contains('\n')
        })
    }

    /// For each item of the list of types, how deep its group is in the tree: below the group that has its parent.
    fn depths(&self, items: &[Node]) -> Vec<usize> {
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        let mut depths = vec![0; items.len()];
        let mut start = 1;
        for index in 1..items.len() {
            if self.forms.kind(items[index - 1]) == Kind::Dash {
                let parent = self.forms.text(items[index]).to_ascii_lowercase();
                let depth = known.get(&parent).map_or(0, |depth| depth + 1);
                depths[start..=index].fill(depth);
                // Nothing may stand between two hyphens.
                let names = items.get(start..index - 1).into_iter().flatten();
                known.extend(names.map(|name| (self.forms.text(*name).to_ascii_lowercase(), depth)));
                start = index + 1;
            }
        }
        depths
    }

    // --- places ---

    /// Writes the comments before a node, then the blank or the line break before it.
    fn place(&mut self, node: Node, indent: usize, apart: bool, blank: bool) {
        // Once writing has stopped, the text before a node would reach back ever farther.
        if self.limits.check().is_err() {
            return;
        }
        let commented = self.comments_with_blank(self.forms.span(node).start, indent, blank);
        if apart || self.must_break {
            let kept = self.blank_before(self.forms.span(node).start);
            self.new_line(indent, kept || (blank && !commented));
        } else {
            self.push(" ");
        }
    }

    /// Puts a node on a separate line if a comment comes before it.
    fn line_for(&mut self, node: Node, indent: usize) {
        if self.must_break {
            let kept = self.blank_before(self.forms.span(node).start);
            self.new_line(indent, kept);
        }
    }

    fn comments_before(&mut self, end: u32, indent: usize) {
        self.comments_with_blank(end, indent, false);
    }

    /// Writes the comments before a place: after the last word, or on separate lines, the first of which may need a
    /// blank line before it. True if one is on a separate line.
    fn comments_with_blank(&mut self, end: u32, indent: usize, blank: bool) -> bool {
        let mut own_line = false;
        while let Some(comment) = self.comments.get(self.next).copied().filter(|comment| comment.start < end)
        {
            let between = &self.source[self.last as usize..comment.start as usize];
            if self.out.is_empty() {
                // The first thing in the file.
            } else if between.contains('\n') || self.must_break {
                let kept = self.blank_before(comment.start);
                self.new_line(indent, kept || (blank && !own_line));
                own_line = true;
            } else {
                self.push(" ");
            }
            self.push(&self.source[comment.range()]);
            self.last = comment.end;
            self.must_break = true;
            self.next += 1;
        }
        own_line
    }

    /// Whether the author left a blank line before a place.
    fn blank_before(&self, place: u32) -> bool {
        let between = &self.source[self.last as usize..place as usize];
        between.bytes().filter(|byte| *byte == b'\n').count() > 1
    }

    fn new_line(&mut self, indent: usize, blank: bool) {
        if self.limits.check_text_reserve(&self.out, indent + 2).is_err() {
            return;
        }
        self.out.push_str(if blank { "\n\n" } else { "\n" });
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.must_break = false;
    }

    // --- words ---

    fn open(&mut self, node: Node) {
        self.push("(");
        self.last = self.forms.span(node).start + 1;
    }

    fn close(&mut self, node: Node, inner: usize) {
        let end = self.forms.span(node).end;
        self.comments_before(end - 1, inner);
        if self.must_break {
            self.new_line(inner - STEP.min(inner), false);
        }
        self.push(")");
        self.last = end;
    }

    fn flat(&mut self, node: Node, head: bool) {
        if self.forms.kind(node) != Kind::Form {
            self.word(node, head);
            return;
        }
        self.push("(");
        for (index, item) in self.forms.items(node).enumerate() {
            if index > 0 {
                self.push(" ");
            }
            self.flat(item, index == 0);
        }
        self.push(")");
        self.last = self.forms.span(node).end;
    }

    fn word(&mut self, node: Node, head: bool) {
        let text = self.forms.text(node);
        let lower = text.to_ascii_lowercase();
        let is_word = || keyword(&lower).is_some() || matches!(lower.as_str(), "domain" | "problem");
        let keyword = self.forms.kind(node) == Kind::Keyword || (head && is_word());
        self.push(if keyword { &lower } else { text });
        self.last = self.forms.span(node).end;
    }

    fn push(&mut self, text: &str) {
        if self.limits.check_text_reserve(&self.out, text.len()).is_err() {
            return;
        }
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    // --- measures ---

    fn items(&self, node: Node) -> Vec<Node> {
        self.forms.items(node).collect()
    }

    /// Whether a node fits on one line with that much room. Looks no further than that.
    fn fits(&self, node: Node, room: usize) -> bool {
        let span = self.forms.span(node);
        let after = self.comments.partition_point(|comment| comment.start < span.start);
        if let Some(comment) = self.comments.get(after) {
            // A comment beside the last of several lines is about that line, and not about one that has all of them.
            // One behind the definition is about none: the last parenthesis has a line of its own.
            let is_about_last = || {
                let between = &self.source[span.end as usize..comment.start as usize];
                comment.start < self.forms.span(Node::ROOT).end
                    && between.chars().all(|letter| matches!(letter, ')' | ' ' | '\t'))
                    && self.source[span.range()].contains('\n')
            };
            if comment.start < span.end || is_about_last() {
                return false;
            }
        }
        let mut left = room;
        self.measure(node, &mut left)
    }

    fn measure(&self, node: Node, left: &mut usize) -> bool {
        let take = |left: &mut usize, length: usize| {
            let rest = left.checked_sub(length);
            *left = rest.unwrap_or(*left);
            rest.is_some()
        };
        if self.forms.kind(node) != Kind::Form {
            return take(left, self.forms.text(node).len());
        }
        let mut items = self.forms.items(node).enumerate();
        take(left, 2) && items.all(|(index, item)| (index == 0 || take(left, 1)) && self.measure(item, left))
    }

    /// The length of a node on one line, up to the width.
    fn length(&self, node: Node) -> usize {
        let mut left = WIDTH;
        if self.measure(node, &mut left) { WIDTH - left } else { WIDTH }
    }
}

/// Whether a form has no word at its head, or a variable.
fn is_bare(head: &str) -> bool {
    head.is_empty() || head.starts_with('?')
}
