//! Fast Downward's search configurations in the words of `banto plan`.
//!
//! In: the value of `--search`, such as `astar(lmcut())`. Out: the flags that ask for the same, or for the nearest.

/// Searches of Fast Downward, and ours.
const SEARCHES: &[(&str, &str)] = &[
    ("eager_greedy", "gbfs"),
    ("lazy_greedy", "lazy-gbfs"),
    ("eager_wastar", "wastar"),
    ("lazy_wastar", "lazy-wastar"),
    ("astar", "astar"),
    ("eager", "gbfs"),
    ("lazy", "lazy-gbfs"),
    ("ehc", "ehc"),
];

/// Heuristics of Fast Downward, and ours. Any others are missing here.
const HEURISTICS: &[(&str, &str)] = &[
    ("lmcut", "lmcut"),
    ("ff", "ff"),
    ("add", "hadd"),
    ("hmax", "hmax"),
    ("hm", "h2"),
    ("blind", "blind"),
    ("goalcount", "goalcount"),
    ("lmcount", "landmarks"),
    ("landmark_sum", "landmarks"),
];

/// Aliases of Fast Downward, and ours.
const ALIASES: &[(&str, &str)] = &[
    ("lama-first", "--first"),
    ("lama", "--anytime"),
    ("seq-sat-lama-2011", "--anytime"),
    ("seq-opt-lmcut", "--optimal"),
    ("seq-opt-bjolp", "--optimal"),
    ("seq-opt-fdss-1", "--optimal"),
];

/// What to write instead of a configuration of Fast Downward; `None` if the text is not one.
pub(crate) fn in_our_words(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some((_, ours)) = ALIASES.iter().find(|(alias, _)| *alias == text) {
        return Some(format!("{text} is an alias of Fast Downward; the equivalent is: banto plan {ours}"));
    }
    let text = text.to_ascii_lowercase();
    let (_, inner) = text.split_once('(')?;
    let words = |text| str::split(text, |one: char| !(one.is_ascii_alphanumeric() || one == '_'));
    let search = words(&text).find_map(|word| SEARCHES.iter().find(|(theirs, _)| *theirs == word))?.1;
    let mut ours = format!("--search {search}");
    // Our landmarks are not admissible.
    let of_theirs =
        |word| HEURISTICS.iter().find(|row| row.0 == word && (search, row.1) != ("astar", "landmarks"));
    for (_, name) in words(inner).filter_map(of_theirs) {
        let flag = format!(" --heuristic {name}");
        if !ours.contains(&flag) {
            ours.push_str(&flag);
        }
    }
    if !ours.contains("--heuristic") {
        ours.push_str(if search == "astar" { " --heuristic lmcut" } else { " --heuristic ff" });
    }
    let is_same = of_theirs(inner.trim_end_matches(['(', ')', ' '])).is_some() && text.starts_with("astar(");
    let how = if is_same { "the equivalent is" } else { "the nearest (see banto plan --list) is" };
    Some(format!("this is Fast Downward syntax; {how}: banto plan {ours}"))
}

#[cfg(test)]
mod tests {
    use super::in_our_words;

    #[test]
    fn common_configurations_have_an_answer() {
        for (theirs, how, ours) in [
            ("astar(lmcut())", "equivalent", "--search astar --heuristic lmcut"),
            ("astar(lmcut(),cost_type=one)", "nearest", "--search astar --heuristic lmcut"),
            ("astar(lmcount(lm_rhw(),admissible=true))", "nearest", "--search astar --heuristic lmcut"),
            ("eager_wastar([FF()], w=5)", "nearest", "--search wastar --heuristic ff"),
            ("lazy_greedy([cg()])", "nearest", "--search lazy-gbfs --heuristic ff"),
            (
                "let(hff, ff(), let(hcea, add(), lazy_greedy([hff, hcea])))",
                "nearest",
                "--search lazy-gbfs --heuristic ff --heuristic hadd",
            ),
            ("lama-first", "alias", "--first"),
        ] {
            let said = in_our_words(theirs).unwrap();
            assert!(
                said.contains(how) && said.ends_with(&format!(" is: banto plan {ours}")),
                "{theirs}: {said}"
            );
        }
        for other in ["astr", "sum(1)", "(", "astar", ""] {
            assert_eq!(in_our_words(other), None, "{other}");
        }
    }
}
