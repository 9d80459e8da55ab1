//! "Did you mean": the candidate nearest to a misspelled word, by edit distance.
//!
//! In: a word and candidates. Out: one of them, or `None`.

/// The candidate that the author most probably meant, or `None` if all are far away. Case is ignored. Ties go to the
/// earlier candidate.
///
/// ```
/// use banto::source::nearest;
/// assert_eq!(nearest("at-roby", ["at", "at-robby", "carry"]), Some("at-robby"));
/// assert_eq!(nearest("zebra", ["at", "carry"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().flat_map(char::to_lowercase).take(64).collect();
    let limit = (word.len() / 3).clamp(1, 4);
    let mut best = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().flat_map(char::to_lowercase).take(64).collect();
        // As `order` is of `ordered`.
        let is_begun =
            word.len().min(other.len()) > 3 && (other.starts_with(&word) || word.starts_with(&other));
        let limit = if is_begun { limit.max(3) } else { limit };
        if other.len().abs_diff(word.len()) > limit {
            continue;
        }
        let distance = distance(&word, &other);
        if distance <= limit && distance < other.len() && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The only candidate that a word can be a slip of: both begin with the same letter and have the same digits, and two
/// letters are swapped, one is doubled, or, of four or more, one inside is missing or too many. All else may be a word
/// of its own, as `clean` beside `clear`, `charged` beside `changed`, `truck-b` beside `truck-a`, and `unlocked`.
pub fn slip<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |text: &str| text.trim_start_matches([':', '?']).to_lowercase().chars().collect::<Vec<_>>();
    let digits = |word: &[char]| word.iter().copied().filter(char::is_ascii_digit).collect::<Vec<_>>();
    let single = |mut word: Vec<char>| {
        word.dedup();
        word
    };
    let sorted = |mut word: Vec<char>| {
        word.sort_unstable();
        word
    };
    let word = letters(word);
    let is_slip = |candidate: &&str| {
        let other = letters(candidate);
        word.first() == other.first()
            && digits(&word) == digits(&other)
            && word.len().max(other.len()) <= 64
            && distance(&word, &other) == 1
            && (word.len() != other.len() && word.len().min(other.len()) > 3 && word.last() == other.last()
                || single(word.clone()) == single(other.clone())
                || sorted(word.clone()) == sorted(other))
    };
    let mut all = candidates.into_iter().filter(is_slip);
    all.next().filter(|_| all.next().is_none())
}

/// Damerau-Levenshtein distance (adjacent letters may be swapped once).
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut rows = vec![0; (a.len() + 1) * width];
    for (j, cell) in rows[..width].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        rows[i * width] = i;
        for j in 1..=b.len() {
            let substituted = rows[(i - 1) * width + j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substituted.min(rows[(i - 1) * width + j] + 1).min(rows[i * width + j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[(i - 2) * width + j - 2] + 1);
            }
            rows[i * width + j] = least;
        }
    }
    rows[rows.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_slip() {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("effetc"), &chars("effect")), 1);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
    }

    #[test]
    fn a_slip_is_one_of_a_single_word() {
        assert_eq!(slip("?too", ["?to", "?from"]), Some("?to"));
        assert_eq!(slip("tabel", ["table", "tab"]), Some("table"));
        assert_eq!(slip("blocks", ["block1", "blocks2"]), None);
        assert_eq!(slip("unlocked", ["locked", "blocked"]), None);
        assert_eq!(slip("destinaton", ["destination"]), Some("destination"));
        assert_eq!(slip("grond", ["ground", "grounds"]), Some("ground"));
        assert_eq!(slip("lad", ["load"]), None);
        assert_eq!(slip("charged", ["changed"]), None);
        assert_eq!(slip("truck-b", ["truck-a", "truck"]), None);
        assert_eq!(slip("pointed", ["painted", "pointer", "pointe"]), None);
    }

    #[test]
    fn a_short_word_is_not_replaced_by_anything() {
        assert_eq!(nearest("b", ["a"]), None);
    }
}
