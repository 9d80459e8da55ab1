//! A domain and a problem in one file.
//!
//! In: a text, or its file. Out: two texts of the same length, each with blanks in place of the other, so that places
//! stay true.

use std::path::Path;

use super::definition::{Definition, definition};
use super::input;
use crate::{Exit, Run};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText};
use banto_text::pddl;

/// The texts of a domain and a problem, and what is wrong with their bytes.
pub(crate) type Texts = ([SourceText; 2], Vec<Diagnostic>);

/// The texts of a file that defines one of each.
pub(crate) fn read(path: &Path, run: &Run<'_>) -> Result<Option<Texts>, Exit> {
    let (text, fault) = input::read_and_warn(path, run)?;
    let texts = halves(text.text()).map(|halves| halves.map(|half| SourceText::new(text.name(), half)));
    Ok(texts.map(|texts| (texts, fault.into_iter().collect())))
}

/// The domain and the problem of a text that defines one of each.
pub(crate) fn halves(text: &str) -> Option<[String; 2]> {
    let mut found = forms(text).into_iter().filter_map(|start| {
        let is_domain = match definition(&text[start..])? {
            Definition::Domain(_) => true,
            Definition::Problem(_) => false,
        };
        Some((start, is_domain))
    });
    let ((_, first), (border, second)) = (found.next()?, found.next()?);
    if first == second || found.next().is_some() {
        return None;
    }
    let blank = |part: &str| -> String {
        part.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect()
    };
    let (before, after) = text.split_at(border);
    let mut halves = [before.to_owned() + &blank(after), blank(before) + after];
    if second {
        halves.reverse();
    }
    Some(halves)
}

/// The whole text of two halves.
pub(crate) fn whole(halves: [&str; 2]) -> Vec<u8> {
    let pairs = halves[0].bytes().zip(halves[1].bytes());
    pairs.map(|(domain, problem)| if domain == b' ' { problem } else { domain }).collect()
}

/// A text, formatted; its domain and its problem separately if it defines both.
pub(crate) fn formatted(
    source: &SourceText,
    limits: &Limits,
) -> Result<Result<String, Vec<Diagnostic>>, Stop> {
    let Some(mut halves) = halves(source.text()) else { return pddl::format_within(source, limits) };
    if is_turned([&halves[0], &halves[1]]) {
        halves.reverse();
    }
    let mut text = String::new();
    for half in halves {
        match pddl::format_within(&SourceText::new(source.name(), half), limits)? {
            Ok(half) => {
                text += if text.is_empty() { "" } else { "\n" };
                text += half.trim_start();
            }
            Err(faults) => return Ok(Err(faults)),
        }
    }
    Ok(Ok(text))
}

/// Whether the problem comes before the domain.
pub(crate) fn is_turned(halves: [&str; 2]) -> bool {
    let [domain, problem] = halves.map(start);
    problem < domain
}

/// Whether a byte is in the problem, or after it.
pub(crate) fn is_in_problem(halves: [&str; 2], at: usize) -> bool {
    let [domain, problem] = halves.map(start);
    (at >= domain.max(problem)) != (problem < domain)
}

fn start(half: &str) -> usize {
    half.len() - half.trim_start().len()
}

/// Where the outermost forms begin.
fn forms(text: &str) -> Vec<usize> {
    let (mut starts, mut depth, mut is_comment) = (Vec::new(), 0_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => is_comment = false,
            _ if is_comment => {}
            b';' => is_comment = true,
            b'(' => {
                if depth == 0 {
                    starts.push(at);
                }
                depth += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::{halves, is_in_problem, is_turned};

    #[test]
    fn each_half_keeps_its_place() {
        let text = "; é (\n(define (domain d))\r\n; of p\n(define (problem p) (:domain d))";
        let [domain, problem] = halves(text).unwrap();
        assert_eq!((domain.len(), problem.len()), (text.len(), text.len()));
        assert_eq!(domain.trim_end(), "; é (\n(define (domain d))\r\n; of p");
        assert_eq!(problem.trim_start(), "(define (problem p) (:domain d))");
        assert_eq!(problem.matches('\n').count(), 3);
        assert_eq!(super::whole([&domain, &problem]), text.as_bytes());
        let turned = "(define (problem p) (:domain d)) (define (domain d))";
        assert_eq!(halves(turned).unwrap()[0].trim_start(), "(define (domain d))");
        for (text, first) in [(text, false), (turned, true)] {
            let halves = halves(text).unwrap();
            let halves = [halves[0].as_str(), halves[1].as_str()];
            assert_eq!(is_turned(halves), first);
            assert_eq!([is_in_problem(halves, 2), is_in_problem(halves, text.len() - 2)], [first, !first]);
        }
        for other in [
            "",
            "(define (domain d))",
            "(define (domain d)) (define (domain e))",
            "(define (domain d) (define (problem p)))",
        ] {
            assert_eq!(halves(other), None, "{other}");
        }
    }
}
