//! Forms to syntax tree: which form may appear where, and diagnostics for those that do not fit.
//!
//! In: a text. Out: [`Parsed`]: the tree, if the text is a definition at all, and every diagnostic about shape. A form
//! that does not fit is reported and left out, and reading continues after it. Invariant: names are not looked up;
//! unsupported features are recognized here, by their keywords.

mod condition;
mod domain;
mod effect;
mod loose;
pub(super) mod mistaken;
mod problem;
mod section;
mod typed;

pub use section::section_place;

use super::allow::{Allowed, allowed};
use super::ast::{Atom, Name};
use super::form::{Forms, Kind, Node};
use super::grammar::sections;
use super::scan::{Comments, Scan, mended, scan};
use super::{Domain, Problem};
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::{Diagnostic, SourceText, Span, codes, nearest, place};

/// The result of reading a text.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The tree, with everything that could be read; `None` if the text is not such a definition at all.
    pub tree: Option<T>,
    /// Findings about the shape, in no particular order.
    pub diagnostics: Vec<Diagnostic>,
    /// Sections with parts left out of the tree, so that a name may only seem to be missing.
    pub broken: Vec<&'static str>,
    /// How deeply forms are nested in the text.
    pub nesting: usize,
    /// The name of the definition in its parentheses, then its sections by their words.
    pub(crate) sections: Vec<(&'static str, Span)>,
    pub(crate) allowed: Vec<Allowed>,
}

impl<T> Parsed<T> {
    fn misfit(diagnostics: Vec<Diagnostic>, nesting: usize) -> Self {
        Self {
            tree: None,
            diagnostics,
            broken: Vec::new(),
            nesting,
            sections: Vec::new(),
            allowed: Vec::new(),
        }
    }

    /// Without limits, reading stops only when numbers run out.
    fn too_large() -> Self {
        Self::misfit(vec![codes::E0001.at(Span::at(0), "the text has more than 2^29 words")], 0)
    }
}

/// Reads a domain.
///
/// ```
/// use banto::{pddl, source::SourceText};
/// let text = SourceText::new("d.pddl", "(define (domain d) (:predicates (lit)))");
/// let parsed = pddl::parse_domain(&text);
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.tree.unwrap().predicates[0].name.text, "lit");
/// ```
pub fn parse_domain(source: &SourceText) -> Parsed<Domain<'_>> {
    parse_domain_within(source, &Limits::none()).unwrap_or_else(|_| Parsed::too_large())
}

/// As [`parse_domain`], within limits.
pub fn parse_domain_within<'s>(source: &'s SourceText, limits: &Limits) -> Result<Parsed<Domain<'s>>, Stop> {
    parse(source, "domain", limits, domain::lower)
}

/// Reads a problem.
///
/// ```
/// use banto::{pddl, source::SourceText};
/// let text = SourceText::new("p.pddl", "(define (problem p) (:domain d) (:init) (:goal ()))");
/// let parsed = pddl::parse_problem(&text);
/// assert_eq!(parsed.tree.unwrap().domain.unwrap().text, "d");
/// ```
pub fn parse_problem(source: &SourceText) -> Parsed<Problem<'_>> {
    parse_problem_within(source, &Limits::none()).unwrap_or_else(|_| Parsed::too_large())
}

/// As [`parse_problem`], within limits.
pub fn parse_problem_within<'s>(
    source: &'s SourceText,
    limits: &Limits,
) -> Result<Parsed<Problem<'s>>, Stop> {
    parse(source, "problem", limits, problem::lower)
}

fn parse<'s, T: Send>(
    source: &'s SourceText,
    what: &'static str,
    limits: &Limits,
    lower: impl FnOnce(&mut Lower<'s>, Name<'s>, &[Node]) -> T + Send,
) -> Result<Parsed<T>, Stop> {
    let Scan { forms, nesting, diagnostics: mut faults, .. } = scan(source, Comments::Drop, limits)?;
    let is_definition = |forms: &Forms<'_>| forms.head_word(Node::ROOT) == "define";
    if !forms.as_ref().is_some_and(is_definition)
        && let Some(fault) =
            mistaken::plan(source, what).or_else(|| mistaken::no_define(source, forms.is_some()))
    {
        return Ok(Parsed::misfit(vec![fault], nesting));
    }
    let is_whole = forms.is_some();
    // What is to become a blank, as a comma, has been read as one.
    let is_blank =
        |fault: &Diagnostic| fault.sure().is_some_and(|help| help.edits.iter().all(|one| one.text == " "));
    let is_read = is_whole || faults.iter().all(|fault| fault.code == codes::E0002 && is_blank(fault));
    let mended = if is_whole { None } else { mended(source, limits)? };
    let Some(forms) = forms.or(mended) else {
        return Ok(Parsed::misfit(faults, nesting));
    };
    if let Some(fault) = mistaken::blank_in_a_name(&forms).filter(|_| is_whole) {
        return Ok(Parsed::misfit(vec![fault], nesting));
    }
    let limits = limits.clone();
    stack::deep(nesting, || {
        let mut low = Lower {
            forms,
            limits,
            diagnostics: Vec::new(),
            reported: 0,
            contained: 0,
            broken: Vec::new(),
            sections: Vec::new(),
            arguments: Vec::new(),
            odd: None,
        };
        let tree = definition(&mut low, what).map(|(name, sections)| lower(&mut low, name, &sections));
        low.limits.check()?;
        let Lower { mut diagnostics, reported, broken, sections, odd, .. } = low;
        if !is_read {
            // What is not supported stays so when the text is mended.
            faults.extend(diagnostics.into_iter().filter(|fault| fault.code.is_unsupported()));
            return Ok(Parsed::misfit(faults, nesting));
        }
        diagnostics.append(&mut faults);
        diagnostics.extend(odd.map(|(span, count)| odd_name(&source.text()[span.range()], span, count)));
        let allowed = allowed(source, &mut diagnostics);
        if reported >= MAX_ERRORS {
            diagnostics.extend(diagnostics.last().map(too_many_errors));
        }
        Ok(Parsed { tree, diagnostics, broken, nesting, sections, allowed })
    })
}

/// Reports the names that other planners reject: the first, and how many there are.
fn odd_name(name: &str, span: Span, count: usize) -> Diagnostic {
    let more = if count > 1 { format!(" (the first of {count} places)") } else { String::new() };
    codes::W0107
        .at(span, format!("{name} is not a name in the standard: other planners may reject it{more}"))
        .label("a name is a letter, then letters, digits, - and _")
        .help("rename it, if others are to read this")
}

/// After this many errors the rest of a text is not read: nobody reads more, and each takes memory.
pub const MAX_ERRORS: usize = 100_000;

/// Reports that nothing is read after the last of [`MAX_ERRORS`].
pub fn too_many_errors(last: &Diagnostic) -> Diagnostic {
    let fault = codes::E0009.at(last.span(), format!("{MAX_ERRORS} errors were found up to here"));
    fault.label("the rest is not checked").moved_to(last.file)
}

/// `(define (domain NAME) section ...)`: the name and the sections.
fn definition<'s>(low: &mut Lower<'s>, what: &'static str) -> Option<(Name<'s>, Vec<Node>)> {
    let all = low.items(Node::ROOT);
    let first = all.first().copied().unwrap_or(Node::ROOT);
    let help = format!("write (define ({what} NAME) ...)");
    let misfit = |low: &Lower<'s>, at: Node, wanted: &str| {
        let message = format!("expected {wanted}, found {}", low.shown(at));
        codes::E0101.at(low.head_span(at), message).label(format!("expected {wanted} here"))
    };
    if low.forms.head_word(Node::ROOT) != "define" {
        // A header in place of the word: the word is missing. Else the word itself is wrong.
        let near = nearest(low.shown(first), ["define"]).filter(|_| !low.is_form(first));
        let fault = misfit(low, first, "define").help(help);
        return low.refuse(match near {
            Some(near) => fault.meant(low.span(first), near),
            None => fault,
        });
    }
    let Some(header) = all.get(1).copied() else {
        let fault = codes::E0101.at(low.span(Node::ROOT), "nothing is defined here");
        return low.refuse(fault.label(format!("expected ({what} NAME) after define")).help(help));
    };
    let other = if what == "domain" { "problem" } else { "domain" };
    let word = low.forms.head_word(header);
    if word == other {
        let fault = codes::E0102
            .at(low.span(header), format!("this is a {other}, expected a {what}"))
            .label(format!("a {other} is defined here"));
        // Sections that only the expected kind has.
        let is_own =
            |word: &String| sections(what).any(|own| own == word) && sections(other).all(|one| one != word);
        let mut words = all[2..].iter().map(|section| low.forms.head_word(*section));
        return low.refuse(match words.find(is_own) {
            Some(section) => fault.help(format!("it has {section}, as a {what} has: write ({what} NAME)")),
            None => {
                fault.help("are the domain and the problem given in the wrong order? The domain comes first")
            }
        });
    }
    if word != what {
        let fault = misfit(low, header, &format!("({what} NAME)"));
        // As in `(define domain farm`.
        let name = all.get(2).filter(|name| low.kind(**name) == Kind::Name && low.lower_case(header) == what);
        return low.refuse(match name {
            Some(name) => {
                let help = format!("write (define ({what} {}) ...)", low.shown(*name));
                let fault = fault.fix(help, Span::at(low.span(header).start), "(");
                fault.edit(Span::at(low.span(*name).end), ")")
            }
            None => fault.help(help),
        });
    }
    let mut rest = low.forms.items(header).skip(1);
    let named = rest.next();
    let more = rest.next();
    let name = match named {
        Some(node) if matches!(low.kind(node), Kind::Name | Kind::Number) => low.word(node),
        Some(node) => {
            low.name_expected(node, &format!("the name of the {what}"));
            Name { text: "", span: low.span(node) }
        }
        None => {
            let span = low.span(header);
            let fault = codes::E0107.at(span, format!("the {what} has no name"));
            low.diagnostics.push(fault.label("a name is expected after the word"));
            Name { text: "", span }
        }
    };
    if name.text.starts_with(|first: char| first.is_ascii_digit()) {
        low.odd = Some((name.span, 1));
    }
    if let Some(node) = more {
        low.unexpected(node, &format!("after the name of the {what}"));
    }
    low.sections.push(("", low.span(header)));
    Some((name, all[2..].to_vec()))
}

/// State that every part of lowering shares: the forms, and the findings so far.
pub(super) struct Lower<'s> {
    pub(super) forms: Forms<'s>,
    /// Once a limit is reached, loops end early and the tree is thrown away.
    limits: Limits,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// How many malformed forms were left out so far.
    pub(super) reported: usize,
    /// How many of them are in declarations whose name is known.
    pub(super) contained: usize,
    pub(super) broken: Vec<&'static str>,
    pub(super) sections: Vec<(&'static str, Span)>,
    arguments: Vec<Node>,
    /// The first name that the standard does not allow, and how many there are.
    odd: Option<(Span, usize)>,
}

impl<'s> Lower<'s> {
    /// Whether no limit is reached and there are not too many errors: ask for each item of a list of any length.
    fn goes_on(&self) -> bool {
        self.reported < MAX_ERRORS && self.limits.check().is_ok()
    }

    /// Reports something about a node, which is left out of the tree.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.reported += 1;
        self.diagnostics.push(diagnostic);
    }

    /// Reports why a node is left out.
    fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    fn word(&self, node: Node) -> Name<'s> {
        Name { text: self.text(node), span: self.span(node) }
    }

    /// A word in the place of a term without arguments.
    fn bare(&self, node: Node) -> Atom<'s> {
        let name = self.word(node);
        Atom { name, arguments: Vec::new(), span: name.span }
    }

    /// Notes a declared name that the standard does not allow.
    fn note_odd(&mut self, node: Node) {
        let (text, span) = (self.text(node).trim_start_matches('?'), self.span(node));
        let is_standard = text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if !is_standard && text != "=" {
            self.odd.get_or_insert((span, 0)).1 += 1;
        }
    }

    fn text(&self, node: Node) -> &'s str {
        self.forms.text(node)
    }

    fn span(&self, node: Node) -> Span {
        self.forms.span(node)
    }

    fn kind(&self, node: Node) -> Kind {
        self.forms.kind(node)
    }

    fn lower_case(&self, node: Node) -> String {
        self.text(node).to_ascii_lowercase()
    }

    fn items(&self, node: Node) -> Vec<Node> {
        self.forms.items(node).collect()
    }

    /// A node as a message shows it: a word, or a form's beginning.
    fn shown(&self, node: Node) -> &'s str {
        let text = self.text(node);
        if !self.is_form(node) {
            return text;
        }
        let line = text.lines().next().unwrap_or(text);
        match line.char_indices().nth(30) {
            Some((end, _)) => &line[..end],
            None => line,
        }
    }

    /// A word's span; a form's parenthesis and head.
    fn head_span(&self, node: Node) -> Span {
        let span = self.span(node);
        match self.forms.head(node) {
            Some(head) if !self.is_form(head) => Span::new(span.start, self.span(head).end),
            _ if self.is_form(node) => Span::new(span.start, span.start + 1),
            _ => span,
        }
    }

    /// The name at a node, or a diagnostic that names what was expected.
    fn name(&mut self, node: Node, what: &str) -> Option<Name<'s>> {
        if self.kind(node) == Kind::Name && !self.text(node).starts_with('-') {
            self.note_odd(node);
            return Some(self.word(node));
        }
        self.name_expected(node, what);
        None
    }

    fn name_expected(&mut self, node: Node, what: &str) {
        let found = self.shown(node);
        let mut fault = codes::E0107
            .at(self.head_span(node), format!("{what} expected, found {found}: a name is needed here"))
            .label("a name is expected here");
        if self.kind(node) == Kind::Variable {
            let help = format!("variables appear only in schemas; did you mean {}?", &found[1..]);
            fault = fault.fix(help, self.span(node), &found[1..]);
        }
        self.report(fault);
    }

    /// Reports a node that does not belong here.
    fn unexpected(&mut self, node: Node, context: &str) {
        let found = self.shown(node);
        self.report(
            codes::E0111
                .at(self.head_span(node), format!("unexpected {found} {context}"))
                .label("nothing is expected here"),
        );
    }

    /// Reports a lone `?` or `:`; true if the node is one.
    fn lonely(&mut self, node: Node) -> bool {
        if self.kind(node) != Kind::Lonely {
            return false;
        }
        let span = self.span(node);
        let (what, mark) = if self.text(node) == "?" { ("variable", "?") } else { ("keyword", ":") };
        let fault = codes::E0008
            .at(span, format!("{what} name missing after {mark}"))
            .label("a name must follow without a blank");
        // As in `? x`.
        let after = self.around(node).1;
        let word = after.trim_start();
        let name = word.split([' ', '\n', '\t', '\r', '(', ')']).next().unwrap_or_default();
        self.report(if mark == "?" && name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let end = span.end + place(after.len() - word.len());
            fault.fix(format!("write ?{name}"), Span::new(span.end, end), "")
        } else if mark == "?" {
            fault.fix("write ?x", span, "?x")
        } else {
            fault.help("write the keyword directly after the colon")
        });
        true
    }

    /// Reports a feature that banto does not support.
    fn unsupported(&mut self, code: banto_base::source::Code, feature: &str, span: Span) {
        self.report(
            code.at(span, format!("{feature} are not supported"))
                .label("banto reads classical PDDL only")
                .help(match code.id {
                "E0902" => super::requirement::WITHOUT_NUMBERS.to_owned(),
                "E0911" => {
                    "one action for each outcome, or (when CONDITION EFFECT), may do: `banto explain choice`"
                        .to_owned()
                }
                id => format!("see `banto explain {id}` for what to write instead"),
            }),
        );
    }
}
