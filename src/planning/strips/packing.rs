//! How states are packed: each variable takes the bits that it needs and never crosses a word boundary.
//!
//! In: the variables of a task. Out: the place of each in a row of words, and access to its value there.
//!
//! Derived variables are not part of a packed state: they follow it, in words that only a complete state has.

use super::{FactId, Task, VarId, Variable};

#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u64,
    first: FactId,
}

/// The places of variables in words.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    fields: Vec<Field>,
    words: usize,
    complete: usize,
    bits: usize,
}

/// Puts bit fields into words, each into the first word with room.
#[derive(Debug, Default)]
pub struct FirstFit {
    /// Words with room, and the bits of each that are used, ascending.
    left: Vec<(u32, u32)>,
    /// The number of the next word.
    next: u32,
}

impl FirstFit {
    /// The word of the next field, and its place in it.
    pub fn place(&mut self, wide: u32) -> (u32, u32) {
        let fits = self.left.iter().position(|(_, used)| used + wide <= u64::BITS);
        let at = fits.unwrap_or_else(|| {
            self.left.push((self.next, 0));
            self.next += 1;
            self.left.len() - 1
        });
        let (word, shift) = self.left[at];
        self.left[at].1 += wide;
        // Full words are not tried again.
        if self.left[at].1 == u64::BITS {
            self.left.remove(at);
        }
        (word, shift)
    }

    /// How many words there are so far.
    pub const fn words(&self) -> usize {
        self.next as usize
    }
}

impl Packing {
    pub(super) fn new(variables: &[Variable]) -> Self {
        let mut fields =
            vec![Field { word: 0, shift: 0, mask: 0, first: FactId::default() }; variables.len()];
        let mut next = 0;
        let mut bits = 0;
        let mut parts = [0; 2];
        for (part, derived) in [false, true].into_iter().enumerate() {
            let mut order: Vec<usize> =
                (0..variables.len()).filter(|index| variables[*index].layer.is_some() == derived).collect();
            // Wide ones first: narrow ones then fill the rest of a word.
            order.sort_by_key(|index| std::cmp::Reverse(width(variables[*index].size)));
            let mut words = FirstFit { left: Vec::new(), next };
            for index in order {
                let wide = width(variables[index].size);
                bits += if derived { 0 } else { wide as usize };
                let (word, shift) = words.place(wide);
                let mask = (u64::MAX >> (u64::BITS - wide)) << shift;
                fields[index] = Field { word, shift, mask, first: variables[index].first };
            }
            next = words.next;
            parts[part] = next as usize;
        }
        Self { fields, words: parts[0], complete: parts[1], bits }
    }

    /// The words of a state.
    pub const fn words(&self) -> usize {
        self.words
    }

    /// The words of a complete state: with the values of derived variables.
    pub const fn complete_words(&self) -> usize {
        self.complete
    }

    /// The bits of a state that are in use.
    pub const fn bits(&self) -> usize {
        self.bits
    }

    /// The fact of a variable that holds.
    pub fn get(&self, state: &[u64], variable: VarId) -> FactId {
        let Field { word, shift, mask, first } = self.fields[variable.index()];
        #[allow(clippy::cast_possible_truncation, reason = "a domain has fewer than 2^32 values")]
        let value = ((state[word as usize] & mask) >> shift) as usize;
        first.plus(value)
    }

    /// Makes a fact of a variable hold.
    pub fn set(&self, state: &mut [u64], variable: VarId, fact: FactId) {
        let Field { word, shift, mask, first } = self.fields[variable.index()];
        let value = (fact.index() - first.index()) as u64;
        let word = &mut state[word as usize];
        *word = (*word & !mask) | (value << shift);
    }

    /// The word, the mask, and the bits under it for a fact of a variable.
    pub fn pattern(&self, variable: VarId, fact: FactId) -> (usize, u64, u64) {
        let Field { word, shift, mask, first } = self.fields[variable.index()];
        (word as usize, mask, ((fact.index() - first.index()) as u64) << shift)
    }
}

/// The bit patterns of facts: the word, the mask, the bits under it.
pub(super) fn by_word(task: &Task, facts: &[FactId]) -> Vec<(usize, u64, u64)> {
    let mut words = Vec::new();
    put_words(task, facts, &mut words);
    words
}

/// These patterns behind other words.
pub fn put_words(task: &Task, facts: &[FactId], words: &mut Vec<(usize, u64, u64)>) {
    let start = words.len();
    for fact in facts {
        let (word, mask, bits) = task.packing().pattern(task.variable_of(*fact), *fact);
        match words[start..].iter_mut().find(|one| one.0 == word) {
            Some(one) => {
                one.1 |= mask;
                one.2 |= bits;
            }
            None => words.push((word, mask, bits)),
        }
    }
}

/// The bits needed for that many values.
pub fn width(size: u32) -> u32 {
    (u32::BITS - size.saturating_sub(1).leading_zeros()).max(1)
}
