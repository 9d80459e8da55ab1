//! Fast Downward's search configurations in the words of `banto plan`.
//!
//! In: the value of `--search`, such as `astar(lmcut())`. Out: the flags that ask for the same.

use std::fmt::Write;

/// Searches of Fast Downward, and ours. The longest names come first: one may begin as another does.
const SEARCHES: &[(&str, &str)] = &[
    ("eager_greedy", "--search gbfs"),
    ("lazy_greedy", "--search lazy-gbfs"),
    ("eager_wastar", "--search wastar"),
    ("lazy_wastar", "--search lazy-wastar"),
    ("iterated", "--anytime"),
    ("astar", "--search astar"),
    ("eager", "--search gbfs"),
    ("lazy", "--search lazy-gbfs"),
    ("ehc", "--search ehc"),
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

/// What else is called in configurations: open lists, evaluators around others, cost transformations.
const OTHERS: &str = "g sum max weight const alt single tiebreaking type_based let adapt_costs lm_rhw \
    lm_zg lm_hm lm_exhaust lm_merged lm_reasonable_orders_hps lm_factory stubborn_sets_simple stubborn_sets_ec \
    atom_centric_stubborn_sets";

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
    let words: Vec<&str> = text.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_')).collect();
    let (_, search) = words.iter().find_map(|word| SEARCHES.iter().find(|(name, _)| name == word))?;
    let (mut ours, mut missing) = ((*search).to_owned(), Vec::new());
    let inner: Vec<&str> = inner.split(|one: char| !(one.is_ascii_alphanumeric() || one == '_')).collect();
    for (at, word) in inner.iter().enumerate() {
        match HEURISTICS.iter().find(|(name, _)| name == word) {
            Some((name, "landmarks")) if search.ends_with(" astar") => missing.push(*name),
            Some((_, name)) => {
                let flag = format!(" --heuristic {name}");
                if !ours.contains(&flag) && *search != "--anytime" {
                    ours.push_str(&flag);
                }
            }
            _ if *word == "w" && search.ends_with("wastar") => {
                let weight = inner.get(at + 1).and_then(|weight| weight.parse::<u32>().ok());
                weight.into_iter().for_each(|weight| {
                    let _ = write!(ours, " --weight {weight}");
                });
            }
            _ => {}
        }
    }
    for (at, _) in text.match_indices('(') {
        let name = last_word(&text[..at]);
        let is_known = name.is_empty()
            || OTHERS.split(' ').any(|other| other == name)
            || SEARCHES.iter().any(|(theirs, _)| *theirs == name)
            || HEURISTICS.iter().any(|(theirs, _)| *theirs == name);
        if !is_known && !missing.contains(&name) {
            missing.push(name);
        }
    }
    // The flag for costs is about estimates, and not for A*, whose estimates prove plans.
    let counts = |(at, _): (usize, &str)| {
        let around = call_around(&text[..at]);
        let of_search = SEARCHES.iter().any(|(theirs, _)| *theirs == around);
        !text[at..].replace(' ', "").starts_with("cost_type=normal")
            && (of_search || search.ends_with(" astar"))
    };
    if text.match_indices("cost_type").any(counts) {
        missing.push("cost_type");
    }
    if search.ends_with(" astar") && text.contains("adapt_costs") {
        missing.push("adapt_costs");
    }
    let says = |word: &str| words.contains(&word);
    // The sum of what was paid and an estimate makes A*, or weighted A*.
    let weight = inner.iter().skip_while(|word| **word != "weight").find_map(|word| word.parse::<u32>().ok());
    match weight.filter(|_| says("sum")) {
        _ if !says("eager") => {}
        Some(weight) => ours = format!("{} --weight {weight}", ours.replace("gbfs", "wastar")),
        None if says("tiebreaking") || says("sum") && says("g") => ours = ours.replace("gbfs", "astar"),
        None => {}
    }
    ours.push_str(&tuned(&ours, &says));
    if missing.is_empty() {
        return Some(format!("this is Fast Downward syntax; the equivalent is: banto plan {ours}"));
    }
    let missing = missing.join(", ");
    if !ours.contains("--heuristic") && ours != "--anytime" {
        ours.push_str(if ours.contains("astar") { " --heuristic lmcut" } else { " --heuristic ff" });
    }
    Some(format!(
        "this is Fast Downward syntax; there is no {missing} here (see banto plan --list); the nearest is: \
         banto plan {ours}"
    ))
}

/// The name of the call that the end of a text is in.
fn call_around(text: &str) -> &str {
    let mut depth = 0;
    let open = text.rfind(|mark| {
        depth += i32::from(mark == ')') - i32::from(mark == '(');
        depth < 0
    });
    last_word(&text[..open.unwrap_or(0)])
}

/// The word at the end of a text.
fn last_word(text: &str) -> &str {
    text.rsplit(|one: char| !(one.is_ascii_alphanumeric() || one == '_')).next().unwrap_or_default()
}

/// The flags for the parameters of a search besides its heuristics. Fast Downward uses preferred operators only if told
/// to, boosts their lists only in lazy search, and counts real costs.
fn tuned(search: &str, says: &dyn Fn(&str) -> bool) -> String {
    let (greedy, lazy) = (search.contains("gbfs"), search.contains(" lazy-"));
    let (prefers, mut out) = (search.contains(" ff") || search.contains(" landmarks"), String::new());
    if says("type_based") && (greedy || lazy) {
        out.push_str(" --open-list types");
    }
    match says("preferred") || says("pref_only") {
        false if prefers && (greedy || lazy || search.contains(" ehc")) => out.push_str(" --preferred none"),
        true if prefers && greedy && !lazy && !says("boost") => out.push_str(" --preferred lists"),
        _ => {}
    }
    if says("plusone") && (greedy || search.contains("wastar")) {
        out.push_str(" --costs plus-one");
    } else if says("one") && search.contains("wastar") {
        out.push_str(" --costs unit");
    } else if greedy && !says("one") {
        out.push_str(" --costs real");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_our_words;
    use crate::search::Random;

    #[test]
    fn any_words_are_read() {
        const PARTS: &str = "astar(~let(~eager_wastar~)~[~,~=~w~w=~5~99999999999~ff()~é~\0~ ~ipdb";
        let parts: Vec<&str> = PARTS.split('~').collect();
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let length = random.below_index(12);
            let text: String = (0..length).map(|_| parts[random.below_index(parts.len())]).collect();
            assert!(in_our_words(&text).is_none_or(|said| said.contains("banto plan")), "{text}");
        }
    }

    #[test]
    fn common_configurations_have_an_answer() {
        for (theirs, ours) in [
            ("astar(lmcut())", "--search astar --heuristic lmcut"),
            ("astar(blind())", "--search astar --heuristic blind"),
            ("lazy_greedy([ff()], preferred=[ff()])", "--search lazy-gbfs --heuristic ff --costs real"),
            (
                "let(h, ff(transform=adapt_costs(one)), eager_greedy([h], preferred=[h]))",
                "--search gbfs --heuristic ff --preferred lists",
            ),
            (
                "eager(alt([single(ff()), type_based([ff(), g()])]))",
                "--search gbfs --heuristic ff --open-list types --preferred none --costs real",
            ),
            (
                "eager(tiebreaking([sum([g(), lmcut()]), lmcut()]), reopen_closed=true)",
                "--search astar --heuristic lmcut",
            ),
            (
                "let(hff, ff(), let(hcea, add(), lazy_greedy([hff, hcea])))",
                "--search lazy-gbfs --heuristic ff --heuristic hadd --preferred none --costs real",
            ),
            ("eager_wastar([FF()], w=5)", "--search wastar --heuristic ff --weight 5"),
            ("astar(ipdb())", "--search astar --heuristic lmcut"),
            ("astar(foo())", "--search astar --heuristic lmcut"),
            ("lazy_greedy([cg()])", "--search lazy-gbfs --costs real --heuristic ff"),
            ("astar(lmcount(lm_rhw(),admissible=true))", "--search astar --heuristic lmcut"),
            (
                "eager(single(sum([g(), weight(ff(), 2)])), reopen_closed=true)",
                "--search wastar --heuristic ff --weight 2",
            ),
            ("astar(lmcut(),cost_type=one)", "--search astar --heuristic lmcut"),
            ("lama-first", "--first"),
            ("astr", ""),
            ("sum(1)", ""),
        ] {
            let said = in_our_words(theirs);
            let ours = Some(ours).filter(|ours| !ours.is_empty());
            assert_eq!(
                said.as_deref().map(|said| said.split(" is: banto plan ").nth(1).unwrap()),
                ours,
                "{theirs}"
            );
            let names_cost_type = said.is_some_and(|said| said.contains("there is no cost_type here"));
            assert_eq!(names_cost_type, theirs.contains("cost_type"), "{theirs}");
        }
    }
}
