//! Words of logic and of programming languages, and what PDDL writes for a form that begins with one, or has one
//! between its parts.
//!
//! In: a word that no declaration claims, and the texts of its operands. Out: the form, in PDDL.

use Operands::{All, One, Two};

/// How many operands a form has, and so which of A, B and * its pattern names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    One,
    Two,
    All,
}

/// The words; their operands; what a condition writes, and what an effect does; and the rule behind it, if any.
type Row = (&'static [&'static str], Operands, &'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    (
        &["=", "==", ":=", "<-", "equal", "equals", "eq", "is", "same", "assign"],
        Two,
        "(= A B)",
        "(= A B)",
        "a fact names things, and has no value: it holds, or it does not",
    ),
    (
        &["!=", "/=", "<>", "~=", "neq", "not=", "not-equal", "different"],
        Two,
        "(not (= A B))",
        "(not (= A B))",
        "things are different if they are not equal",
    ),
    (&["&&", "&", "and"], All, "(and *)", "(and *)", "the word that joins comes first: (and A B)"),
    (&["||", "|", "or"], All, "(or *)", "", "the word that joins comes first: (or A B)"),
    (
        &["!", "~", "-", "not", "no", "delete", "del", "remove", "retract"],
        One,
        "(not A)",
        "(not A)",
        "what does not hold, or ends, is written (not A)",
    ),
    (&["add", "insert", "assert", "set"], One, "A", "A", "an effect states a fact, and it begins to hold"),
    (
        &["=>", "->", "==>", "-->", "if", "when", "imply", "implies"],
        Two,
        "(imply A B)",
        "(when A B)",
        "a condition says (imply A B) for this, and an effect (when A B)",
    ),
    (&["unless"], Two, "(imply (not A) B)", "(when (not A) B)", ""),
    (&["xor"], Two, "(or (and A (not B)) (and (not A) B))", "", ""),
    (&["<=>", "<->", "iff"], Two, "(and (imply A B) (imply B A))", "", ""),
    (
        &["forall", "all", "each", "foreach", "for-all", "for"],
        Two,
        "(forall A B)",
        "(forall A B)",
        "for all objects of a type: (forall (?x - TYPE) A)",
    ),
    (
        &["exists", "any", "some", "exist"],
        Two,
        "(exists A B)",
        "",
        "for some object of a type: (exists (?x - TYPE) A)",
    ),
    (&["while", "until", "loop", "repeat"], All, "", "", ""),
    (&["+=", "incr", "inc"], Two, "", "(increase A B)", "only increase changes a number"),
];

fn row(word: &str) -> Option<&'static Row> {
    ROWS.iter().find(|(words, ..)| words.iter().any(|one| word.eq_ignore_ascii_case(one)))
}

/// How many operands a form may have that begins with a word, if it is one of these.
pub(crate) fn operands(word: &str) -> Option<usize> {
    Some(match row(word)?.1 {
        One => 1,
        Two => 2,
        All => usize::MAX,
    })
}

/// Whether a word says elsewhere that two things are equal, or that one becomes the other.
pub(super) fn is_equality(word: &str) -> bool {
    word == "->" || row(word).is_some_and(|row| row.2 == "(= A B)")
}

/// The rule of PDDL that a word breaks.
pub(super) fn reason(word: &str, is_effect: bool) -> Option<&'static str> {
    const NO_CHOICE: &str = "an effect has no choice: all that it names happens";
    let of = |row: &'static Row| if is_effect && row.3.is_empty() { NO_CHOICE } else { row.4 };
    row(word).map(of).filter(|reason| !reason.is_empty())
}

/// The PDDL for a form, if its operands are as many as they must be.
pub(crate) fn borrowed(word: &str, is_effect: bool, operands: &[&str]) -> Option<String> {
    let (_, count, condition, effect, _) = row(word)?;
    let pattern = if is_effect { effect } else { condition };
    let fits = match count {
        One => operands.len() == 1,
        Two => operands.len() == 2,
        All => !operands.is_empty(),
    };
    (fits && !pattern.is_empty()).then(|| {
        let parts = pattern.chars().map(|letter| match letter {
            'A' => operands[0].to_owned(),
            'B' => operands[1].to_owned(),
            '*' => operands.join(" "),
            letter => letter.to_string(),
        });
        parts.collect()
    })
}
