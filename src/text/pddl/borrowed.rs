//! Words of logic and of programming languages, and what PDDL writes for a form that begins with one.
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

/// The words; their operands; what a condition writes, and what an effect does.
type Row = (&'static [&'static str], Operands, &'static str, &'static str);

const ROWS: &[Row] = &[
    (&["=", "==", "equal", "equals", "eq", "same"], Two, "(= A B)", "(= A B)"),
    (
        &["!=", "/=", "<>", "~=", "neq", "not=", "not-equal", "different"],
        Two,
        "(not (= A B))",
        "(not (= A B))",
    ),
    (&["&&", "&", "and"], All, "(and *)", "(and *)"),
    (&["||", "|", "or"], All, "(or *)", ""),
    (&["!", "~", "-", "no", "delete", "del", "remove", "retract"], One, "(not A)", "(not A)"),
    (&["add", "insert", "assert", "set"], One, "A", "A"),
    (&["=>", "->", "==>", "-->", "if", "imply", "implies"], Two, "(imply A B)", "(when A B)"),
    (&["unless"], Two, "(imply (not A) B)", "(when (not A) B)"),
    (&["xor"], Two, "(or (and A (not B)) (and (not A) B))", ""),
    (&["<=>", "<->", "iff"], Two, "(and (imply A B) (imply B A))", ""),
    (&["all", "each", "foreach", "for-all", "for"], Two, "(forall A B)", "(forall A B)"),
    (&["any", "some", "exist"], Two, "(exists A B)", ""),
    (&["while", "until", "loop", "repeat"], All, "", ""),
    (&["+=", "incr", "inc"], Two, "", "(increase A B)"),
];

/// Longer forms are shown as their pattern.
const SHOWN: usize = 60;

/// The PDDL for a form: as a message shows it, and whole if its operands are as many as they must be.
pub(crate) fn borrowed(word: &str, is_effect: bool, operands: &[&str]) -> Option<(String, Option<String>)> {
    let word = word.to_ascii_lowercase();
    let (_, count, condition, effect) = ROWS.iter().find(|(words, ..)| words.contains(&word.as_str()))?;
    let pattern = if is_effect { effect } else { condition };
    let fits = match count {
        One => operands.len() == 1,
        Two => operands.len() == 2,
        All => !operands.is_empty(),
    };
    let form = (fits && !pattern.is_empty()).then(|| {
        let parts = pattern.chars().map(|letter| match letter {
            'A' => operands[0].to_owned(),
            'B' => operands[1].to_owned(),
            '*' => operands.join(" "),
            letter => letter.to_string(),
        });
        parts.collect::<String>()
    });
    let shown = form.clone().filter(|form| form.len() <= SHOWN && !form.contains('\n'));
    let shown = shown.unwrap_or_else(|| pattern.replace('*', "A B"));
    Some((shown, form))
}
