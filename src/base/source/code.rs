//! The table of diagnostic codes: one row per code, each with a page under `docs/explain/`.
//!
//! A code never changes its meaning and is never reused. `E00` and `E01` are about the text and its shape, `E02` about
//! names and meaning, `E03` about Sokoban levels and solutions, `E04` about games, `E05` about plan files, `E09` about
//! what banto does not support, `W` are warnings; `MEANING` marks those of models that may not mean what was intended.

use super::Severity;

/// A stable name for one kind of finding, such as `E0104`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Code {
    /// The code as it is printed.
    pub id: &'static str,
    /// Its subject in a few words.
    pub title: &'static str,
    /// A page with a wrong and a right example, in Markdown.
    pub page: &'static str,
    is_about_meaning: bool,
}

impl Code {
    /// Error or warning.
    pub fn severity(self) -> Severity {
        if self.id.starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Whether it names a feature that banto does not support, rather than a mistake.
    pub fn is_unsupported(self) -> bool {
        self.id.starts_with("E09")
    }

    /// Whether it warns of a way of writing that other planners refuse.
    pub fn is_about_writing(self) -> bool {
        self.id.starts_with("W00") || self.id.starts_with("W01")
    }

    /// Whether it warns that the model may not mean what was intended, so that a plan for it may be worth nothing.
    #[doc(hidden)]
    pub fn is_about_meaning(self) -> bool {
        self.is_about_meaning
    }

    /// Whether a text means after a fix what it meant before: an error has no meaning, and of the warnings these are
    /// about what is written twice, is written otherwise, or holds anyway.
    pub(crate) fn keeps_meaning(self) -> bool {
        const SAME: [&str; 8] = ["W0201", "W0205", "W0207", "W0209", "W0210", "W0212", "W0213", "W0225"];
        self.severity() == Severity::Error || self.is_about_writing() || SAME.contains(&self.id)
    }

    /// Whether what it names has a place in a text: a file that cannot be read has none.
    pub fn has_place(self) -> bool {
        self.id != "E0003"
    }

    /// The code of that name, whatever the case of its letter.
    ///
    /// ```
    /// let code = banto::source::Code::find("e0104").unwrap();
    /// assert_eq!(code.id, "E0104");
    /// ```
    pub fn find(id: &str) -> Option<Self> {
        CODES.iter().copied().find(|code| code.id.eq_ignore_ascii_case(id))
    }
}

/// A page about a question that no single code answers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Topic {
    /// The word that it is about.
    pub name: &'static str,
    /// The page, in Markdown; its first line is a title.
    pub page: &'static str,
}

/// Every topic.
pub const TOPICS: &[Topic] = &[
    topic("choice", include_str!("../../../docs/explain/choice.md")),
    topic("costs", include_str!("../../../docs/explain/costs.md")),
    topic("derived", include_str!("../../../docs/explain/derived.md")),
    topic("durations", include_str!("../../../docs/explain/durations.md")),
    topic("forall", include_str!("../../../docs/explain/forall.md")),
    topic("guards", include_str!("../../../docs/explain/guards.md")),
    topic("numbers", include_str!("../../../docs/explain/numbers.md")),
    topic("unsolvable", include_str!("../../../docs/explain/unsolvable.md")),
    topic("when", include_str!("../../../docs/explain/when.md")),
];

const fn topic(name: &'static str, page: &'static str) -> Topic {
    Topic { name, page }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// The mark of warnings that a model may not mean what was intended.
const MEANING: bool = true;

macro_rules! table {
    ($($id:ident $title:literal $(, $meaning:ident)?)*) => {
        /// Every code as a constant.
        pub mod codes {
            use super::Code;
            $(
                #[doc = $title]
                pub const $id: Code = Code {
                    id: stringify!($id),
                    title: $title,
                    page: include_str!(concat!("../../../docs/explain/", stringify!($id), ".md")),
                    is_about_meaning: $(super::$meaning ||)? false,
                };
            )*
        }

        /// Every code, in order.
        pub const CODES: &[Code] = &[$(codes::$id),*];
    };
}

table! {
    E0001 "the bytes are not text"
    E0002 "a character that PDDL does not use"
    E0003 "a file that cannot be read"
    E0004 "nested too deeply"
    E0005 "a parenthesis that is never closed"
    E0006 "text after the end of the definition"
    E0007 "no definition in the file"
    E0008 "a variable without a name"
    E0009 "too many errors"
    E0101 "a definition is expected"
    E0102 "the other kind of file"
    E0103 "an unknown section"
    E0104 "a repeated section or field"
    E0105 "a part that is missing"
    E0106 "an unknown field of an action"
    E0107 "a name is expected"
    E0108 "a malformed typed list"
    E0109 "a condition, effect or fact is expected"
    E0110 "too few or too many operands"
    E0111 "a word that is not allowed in this place"
    E0112 "a parenthesized list is expected"
    E0113 "a number is expected"
    E0114 "a malformed metric"
    E0115 "more than one condition"
    E0201 "an unknown type"
    E0202 "an unknown predicate"
    E0203 "an unknown object"
    E0204 "an unknown variable"
    E0205 "an unknown function"
    E0206 "the wrong number of arguments"
    E0207 "an argument whose type cannot fit"
    E0208 "a type that is its own ancestor"
    E0209 "a name declared twice"
    E0210 "a problem of another domain"
    E0211 "a derived predicate that is changed directly"
    E0212 "a derived predicate that depends on its own negation"
    E0213 "a negative cost"
    E0214 "two values for one function term"
    E0215 "an action that changes what the metric takes as fixed"
    E0216 "an unknown requirement"
    E0217 "a cost that is not a whole number"
    E0301 "no level in the file"
    E0302 "an unknown character in a level"
    E0303 "no player"
    E0304 "more than one player"
    E0305 "more boxes than goals"
    E0306 "no boxes"
    E0307 "a level that is not enclosed"
    E0308 "a malformed run length"
    E0309 "a level that is too large"
    E0310 "a tab inside a row"
    E0311 "a box that can never be reached"
    E0312 "malformed XML"
    E0313 "an unknown move"
    E0314 "a level that is lost from the start"
    E0401 "a game without players"
    E0402 "a game without exactly two players"
    E0403 "a predicate that games need"
    E0404 "an action that does not say whose move it is"
    E0405 "no player, or both, to move at first"
    E0406 "an action after which it is not one player's turn"
    E0407 "two winners at once"
    E0501 "text in a plan that is not a step"
    E0502 "a step that is never closed"
    E0901 "durative actions are not supported"
    E0902 "numeric conditions and effects are not supported"
    E0903 "preferences are not supported"
    E0904 "trajectory constraints are not supported"
    E0905 "timed initial literals are not supported"
    E0906 "processes and events are not supported"
    E0907 "hierarchical tasks are not supported"
    E0908 "only the total cost can be minimized"
    E0909 "object fluents are not supported"
    E0910 "a requirement that is not supported"
    E0911 "uncertain effects are not supported"
    E0912 "sensing and unknown facts are not supported"
    E0913 "a template that is not filled in"
    W0001 "text that is not UTF-8"
    W0101 "sections out of the usual order"
    W0102 "an action without parameters"
    W0103 "a spelling that other planners reject"
    W0104 "a comment that allows no warning"
    W0105 "a type that is joined to its hyphen"
    W0106 "a type listed as its own supertype"
    W0107 "a name that other planners reject"
    W0108 "an argument of a wider type than declared"
    W0201 "a requirement that is used but not declared"
    W0202 "a parameter that is never used", MEANING
    W0203 "a predicate that is never read", MEANING
    W0204 "a predicate that never becomes true", MEANING
    W0205 "one name in two spellings"
    W0206 "an object with the name of a type"
    W0207 "a constant declared again as an object"
    W0208 "an either where the standard has a single type"
    W0209 "a type that is used but never declared", MEANING
    W0210 "a repeated variable in a declaration"
    W0211 "a variable that hides another", MEANING
    W0212 "a fact that is stated twice"
    W0213 "a declaration of equality"
    W0214 "a cost without a value", MEANING
    W0215 "a condition that contradicts itself", MEANING
    W0216 "an atom that is added and deleted at once", MEANING
    W0217 "an effect that holds anyway", MEANING
    W0218 "an action without effect", MEANING
    W0219 "an action without instances in this problem", MEANING
    W0220 "a position that is never deleted", MEANING
    W0221 "a metric that nothing increases", MEANING
    W0222 "a type that nothing uses"
    W0223 "an object that no action can use", MEANING
    W0224 "a goal that holds at the start", MEANING
    W0225 "a negated fact in the initial state"
    W0226 "costs that no metric counts", MEANING
    W0227 "a variable without a type", MEANING
    W0228 "two facts at the start where one is expected", MEANING
    W0229 "a quantifier with the wrong word inside", MEANING
    W0230 "a parameter that nothing relates to another", MEANING
    W0231 "an effect on everything", MEANING
    W0232 "an action that costs nothing", MEANING
    W0301 "more goals than boxes"
    W0302 "a stored solution that does not solve its level"
    W0303 "a level that is there already"
    W0401 "the goal is not an end of the game", MEANING
    W0402 "a malformed board hint"
    W0403 "a board hint about something that is not there"
}
