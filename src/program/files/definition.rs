//! The definition that a text begins with: a domain or a problem.

#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Definition {
    /// A domain of this name.
    Domain(String),
    /// A problem, and the domain that it names. `None` if the beginning does not name it.
    Problem(Option<String>),
}

pub(crate) fn definition(text: &str) -> Option<Definition> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let mut words = lines.flat_map(|line| words(line.split(';').next().unwrap_or_default()));
    let opens = ["(", "define", "("].into_iter().all(|word| words.next().is_some_and(|next| is(next, word)));
    let (kind, name) = (words.next().filter(|_| opens)?, words.next().filter(|name| *name != ")")?);
    if is(kind, "domain") {
        return Some(Definition::Domain(name.to_owned()));
    }
    let named = words.by_ref().any(|word| is(word, ":domain"));
    let domain = words.next().filter(|name| named && !["(", ")"].contains(name));
    is(kind, "problem").then(|| Definition::Problem(domain.map(str::to_owned)))
}

/// The words of a line. A parenthesis is one.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split_inclusive(|letter: char| letter.is_whitespace() || "()".contains(letter));
    let parts = parts.flat_map(|part| {
        let end = part.trim_end_matches(['(', ')']).len();
        [&part[..end], &part[end..]]
    });
    parts.map(str::trim).filter(|word| !word.is_empty())
}

/// PDDL does not tell capitals from small letters.
pub(crate) fn is(word: &str, keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_file_says_what_it_defines() {
        let domain = |name: &str| Some(Definition::Domain(name.to_owned()));
        let problem = |name: Option<&str>| Some(Definition::Problem(name.map(str::to_owned)));
        assert_eq!(definition("\u{feff}; (define\n(DEFINE(Domain Lamps)(:types a))"), domain("Lamps"));
        assert_eq!(definition("(define (problem p)\n  (:domain lamps)) ; end"), problem(Some("lamps")));
        assert_eq!(definition("(define (problem p) (:objects a b"), problem(None));
        assert_eq!(definition("(define (problem p) (:domain )"), problem(None));
        for other in ["", "(define (domain ))", "(lift a)", "define (domain d)", "(define (task t)"] {
            assert_eq!(definition(other), None, "{other}");
        }
    }
}
