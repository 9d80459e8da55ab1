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
    fn a_short_word_is_not_replaced_by_anything() {
        assert_eq!(nearest("b", ["a"]), None);
    }
}
