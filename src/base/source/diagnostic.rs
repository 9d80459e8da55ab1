//! [`Diagnostic`]: a code, a severity, a message, labels at places, and help.

use super::{Code, Span};

/// How severe a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The meaning is undefined: nothing can be done with the text.
    Error,
    /// The text can be used, and is probably not what its author wanted.
    Warning,
}

/// A place, and what to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words, possibly none.
    pub text: String,
    /// The index of its text: 0 is the text of the diagnostic, others are the renderer's other texts.
    pub file: usize,
}

/// A replacement in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
    /// The index of the text; `None` for the text of the diagnostic.
    pub file: Option<usize>,
}

/// A line of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The advice.
    pub text: String,
    /// The edits that do what the text says; none if that needs a decision.
    pub edits: Vec<Edit>,
    /// Whether something else may be meant as well, so that only a reader can choose it.
    pub is_guess: bool,
    /// Whether it is another way than the lines before it, if any are: then it begins with "or".
    pub is_other: bool,
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self { text, edits: Vec::new(), is_guess: false, is_other: false }
    }
}

impl<T: AsRef<str>> PartialEq<T> for Help {
    fn eq(&self, text: &T) -> bool {
        self.text == text.as_ref()
    }
}

/// One finding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code, with its page of explanation.
    pub code: Code,
    /// One sentence that stands on its own.
    pub message: String,
    /// The primary label first; others point at places that matter too.
    pub labels: Vec<Label>,
    /// Advice on what to write instead.
    pub help: Vec<Help>,
    /// The index of the text it is about (0: domain or only file, 1: problem).
    pub file: usize,
    /// How many places it is told for: those that say the same are told once.
    pub places: usize,
}

impl Code {
    /// A diagnostic of this code at a place.
    ///
    /// ```
    /// use banto::source::{Code, Severity, Span};
    ///
    /// let code = Code::find("E0202").unwrap();
    /// let fault = code.at(Span::new(10, 13), "unknown predicate onn").label("no such predicate");
    /// let fault = fault.help("did you mean on?");
    /// assert_eq!((fault.code.id, fault.severity()), ("E0202", Severity::Error));
    /// assert_eq!(fault.help, ["did you mean on?"]);
    /// ```
    pub fn at(self, span: Span, message: impl Into<String>) -> Diagnostic {
        let label = Label { span, text: String::new(), file: 0 };
        let (labels, help) = (vec![label], Vec::new());
        Diagnostic { code: self, message: shortened(message.into()), labels, help, file: 0, places: 1 }
    }
}

impl Diagnostic {
    /// Sets the label at the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = shortened(text.into());
        self
    }

    /// Adds a second place that matters, in the same text.
    pub fn second(mut self, span: Span, text: impl Into<String>) -> Self {
        let file = self.file;
        self.labels.push(Label { span, text: text.into(), file });
        self
    }

    /// Adds a second place in the text of index `file`.
    pub fn second_in(mut self, file: usize, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), file });
        self
    }

    /// Adds a line of help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(shortened(text.into()).into());
        self
    }

    /// Adds a line of help and one replacement in the same text that does what it says.
    ///
    /// ```
    /// use banto::source::{Code, Span};
    ///
    /// let fault = Code::find("E0202").unwrap().at(Span::new(10, 13), "unknown predicate onn");
    /// let fault = fault.fix("did you mean on?", Span::new(10, 13), "on");
    /// assert_eq!(fault.help[0].edits[0].text, "on");
    /// ```
    pub fn fix(self, help: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.help(help).edit(span, text)
    }

    /// Adds the question whether another name is meant, and the replacement by it.
    #[doc(hidden)]
    pub fn meant(self, span: Span, name: impl Into<String>) -> Self {
        let name = name.into();
        self.fix(format!("did you mean {name}?"), span, name)
    }

    /// Says that the last line of help is one of several things that may be meant: only a reader chooses it.
    #[doc(hidden)]
    pub fn guess(mut self) -> Self {
        self.help.last_mut().into_iter().for_each(|help| help.is_guess = true);
        self
    }

    /// Says that the last line of help is another way than those before it.
    #[doc(hidden)]
    pub fn other(mut self) -> Self {
        self.help.last_mut().into_iter().for_each(|help| help.is_other = true);
        self
    }

    /// Begins each other way with "or", once no line is moved any more.
    #[doc(hidden)]
    pub fn join_ways(&mut self) {
        let others = self.help.iter_mut().skip(1).filter(|help| help.is_other);
        others.for_each(|help| help.text.insert_str(0, "or "));
    }

    /// The fix that is made without asking, if there is one; this is the rule for all diagnostics. It is the first that
    /// is offered, and was not called a guess: who makes it has weighed the others. And a text that means something
    /// means the same after it.
    #[doc(hidden)]
    pub fn sure(&self) -> Option<&Help> {
        let first = self.help.iter().find(|help| !help.edits.is_empty())?;
        (!first.is_guess && self.code.keeps_meaning()).then_some(first)
    }

    /// Adds a replacement in the same text to the last line of help.
    pub fn edit(mut self, span: Span, text: impl Into<String>) -> Self {
        if let Some(help) = self.help.last_mut() {
            help.edits.push(Edit { span, text: text.into(), file: None });
        }
        self
    }

    /// Adds a replacement in the text of index `file` to the last line of help.
    pub fn edit_in(mut self, file: usize, span: Span, text: impl Into<String>) -> Self {
        if let Some(help) = self.help.last_mut() {
            help.edits.push(Edit { span, text: text.into(), file: Some(file) });
        }
        self
    }

    /// Moves it, with all its labels, to the text of another index.
    pub fn moved_to(mut self, file: usize) -> Self {
        self.file = file;
        for label in &mut self.labels {
            label.file = file;
        }
        self
    }

    /// Error or warning, by its code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The primary place.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }
}

/// A message for people and editors: words that nobody would read to their end are cut.
pub fn shortened(text: String) -> String {
    const MOST: usize = 1_000;
    if text.split_whitespace().all(|word| word.len() <= MOST) {
        return text;
    }
    let cut = |word: &str| match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... ", &word[..end]),
        None => word.to_owned(),
    };
    text.split_inclusive(char::is_whitespace).map(cut).collect::<String>().trim_end().to_owned()
}
