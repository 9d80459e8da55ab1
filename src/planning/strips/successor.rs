//! The successor generator: which operators can be applied in a state, by a decision tree over variables (Helmert
//! 2006).
//!
//! In: a task, then states. Out: the applicable operators, in an order that depends on the task alone.
//!
//! A block lists the operators that need nothing more, and then asks questions. A switch looks up the value of one
//! variable, and leads to a block for each; a test checks several facts in one word at once, if all operators below
//! need them. Tests compare it with a scan over all operators.

use super::packing::by_word;
use super::{OpId, Task};
use banto_base::limits::{Limits, Stop};

/// No address.
const NONE: u32 = u32::MAX;
/// Set if a question is a switch.
const SWITCH: u32 = 1 << 31;
/// The words of a test before the block that it leads to: its word, mask and bits as two halves each, the next
/// question.
const TEST_SIZE: usize = 6;
/// The words of a switch before its addresses: its word, the shift, the mask after it, the next question.
const SWITCH_SIZE: usize = 4;
/// A switch has at most this many addresses for each value that leads on. Beyond that, tests are made one after the
/// other.
const SPARSE: usize = 8;

/// The decision tree of a task, as one array of addresses, numbers and operators: things that are read together are
/// stored together.
///
/// A block is the number of its operators, doubled, plus one if there are no questions; the operators; and the first
/// question. Each question has the address of the next one, which is asked whatever the answer.
#[derive(Clone, Debug, Default)]
pub struct SuccessorGenerator {
    code: Vec<u32>,
}

impl SuccessorGenerator {
    /// Builds the tree.
    pub fn new(task: &Task) -> Self {
        Self::within(task, &Limits::none()).expect("nothing limits it")
    }

    pub(super) fn within(task: &Task, limits: &Limits) -> Result<Self, Stop> {
        // The operators, and as many again while they are sorted.
        limits.check_allocation(task.operator_count() * 2 * size_of::<OpId>())?;
        let mut operators: Vec<OpId> = task.operators().collect();
        // Conditions are sorted by variable: operators with the same beginning share their path.
        operators
            .sort_by(|left, right| task.condition(*left).cmp(task.condition(*right)).then(left.cmp(right)));
        let mut writer = Writer { task, limits, code: Vec::new() };
        writer.write_block(&operators, 0)?;
        Ok(Self { code: writer.code })
    }

    /// Calls `visit` with each operator that can be applied in a complete state. The order depends only on the task.
    #[inline]
    pub fn applicable(&self, state: &[u64], visit: &mut impl FnMut(OpId)) {
        self.walk(state, 0, visit);
    }

    fn walk(&self, state: &[u64], mut at: usize, visit: &mut impl FnMut(OpId)) {
        'block: loop {
            let head = self.code[at] as usize;
            let end = at + 1 + head / 2;
            for operator in &self.code[at + 1..end] {
                visit(OpId::from(*operator));
            }
            if head % 2 == 1 {
                return;
            }
            at = end;
            loop {
                let (child, next) = self.ask(state, at);
                if next == NONE {
                    if child == NONE {
                        return;
                    }
                    at = child as usize;
                    continue 'block;
                }
                if child != NONE {
                    self.walk(state, child as usize, visit);
                }
                at = next as usize;
            }
        }
    }

    /// Where the answer to a question leads, and the next question.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "measured: calls take 2 of a hundred instructions of a blind search"
    )]
    fn ask(&self, state: &[u64], at: usize) -> (u32, u32) {
        let word = self.code[at];
        if word & SWITCH != 0 {
            let [shift, values, next] = [self.code[at + 1], self.code[at + 2], self.code[at + 3]];
            let value = state[(word & !SWITCH) as usize] >> shift & u64::from(values);
            #[allow(clippy::cast_possible_truncation, reason = "the mask has 32 bits")]
            return (self.code[at + SWITCH_SIZE + value as usize], next);
        }
        let &[mask_low, mask_high, bits_low, bits_high, next] =
            self.code[at + 1..].first_chunk().expect("a whole test");
        let found = state[word as usize] & whole(mask_low, mask_high);
        let holds = found == whole(bits_low, bits_high);
        #[allow(clippy::cast_possible_truncation, reason = "addresses are below 2^32")]
        let child = if holds { (at + TEST_SIZE) as u32 } else { NONE };
        (child, next)
    }
}

/// Writes the tree of a task, within limits.
struct Writer<'a> {
    task: &'a Task,
    limits: &'a Limits,
    code: Vec<u32>,
}

impl Writer<'_> {
    fn address(&self) -> u32 {
        u32::try_from(self.code.len())
            .ok()
            .filter(|address| *address < NONE)
            .expect("a tree that fits in memory")
    }

    /// A block for operators whose conditions agree before `depth`. Recursion is as deep as a condition is long.
    fn write_block(&mut self, operators: &[OpId], depth: usize) -> Result<(), Stop> {
        let task = self.task;
        let done = operators.iter().take_while(|operator| task.condition(**operator).len() == depth).count();
        let (done, mut rest) = operators.split_at(done);
        let count = u32::try_from(done.len()).expect("fewer than 2^31 operators");
        self.limits.check_reserve(&self.code, done.len() + 1)?;
        self.code.push(count << 1 | u32::from(rest.is_empty()));
        self.code.extend(done.iter().map(|operator| u32::from(*operator)));
        // Where the address of the next question belongs.
        let mut link = None;
        while let Some(operator) = rest.first() {
            let variable = task.variable_of(task.condition(*operator)[depth]);
            let (here, others) =
                split(rest, |other| task.variable_of(task.condition(other)[depth]) == variable);
            let values =
                here.chunk_by(|left, right| task.condition(*left)[depth] == task.condition(*right)[depth]);
            let info = task.variables()[variable.index()];
            if values.clone().count() * SPARSE > info.size as usize && values.clone().count() > 1 {
                self.link(&mut link);
                link = Some(self.write_switch(here, depth)?);
            } else {
                for same in values {
                    self.link(&mut link);
                    link = Some(self.write_tests(same, depth)?);
                }
            }
            rest = others;
        }
        Ok(())
    }

    fn link(&mut self, link: &mut Option<usize>) {
        if let Some(place) = link.take() {
            self.code[place] = self.address();
        }
    }

    /// A question for the variable at `depth`, and the blocks after it. Returns the place for the address of the next
    /// question.
    fn write_switch(&mut self, operators: &[OpId], depth: usize) -> Result<usize, Stop> {
        let task = self.task;
        let first = task.condition(operators[0])[depth];
        let info = task.variables()[task.variable_of(first).index()];
        let (word, mask, _) = task.packing().pattern(task.variable_of(first), first);
        let shift = mask.trailing_zeros();
        let values = u32::try_from(mask >> shift).expect("a variable has fewer than 2^32 values");
        self.limits.check_reserve(&self.code, SWITCH_SIZE + info.size as usize)?;
        let link = self.code.len() + SWITCH_SIZE - 1;
        self.code.extend([word_number(word) | SWITCH, shift, values, NONE]);
        let table = self.code.len();
        self.code.extend(std::iter::repeat_n(NONE, info.size as usize));
        for same in
            operators.chunk_by(|left, right| task.condition(*left)[depth] == task.condition(*right)[depth])
        {
            let value = task.condition(same[0])[depth].index() - info.first.index();
            self.code[table + value] = self.address();
            self.write_block(same, depth + 1)?;
        }
        Ok(link)
    }

    /// A question for everything that these operators need in common from `depth` on, and the block after it.
    fn write_tests(&mut self, operators: &[OpId], depth: usize) -> Result<usize, Stop> {
        let task = self.task;
        let condition =
            |operator: Option<&OpId>| operator.map_or(&[][..], |operator| task.condition(*operator));
        // They are sorted, so what the first and the last one share is shared by all.
        let (first, last) = (condition(operators.first()), condition(operators.last()));
        let common = first.iter().zip(last).take_while(|(left, right)| left == right).count();
        let words = by_word(task, &first[depth..common]);
        self.limits.check_reserve(&self.code, words.len() * (TEST_SIZE + 1))?;
        let link = self.code.len() + TEST_SIZE - 1;
        for (index, (word, mask, bits)) in words.into_iter().enumerate() {
            if index > 0 {
                // An empty block: no operator, but a question.
                self.code.push(0);
            }
            let [mask_low, mask_high] = halves(mask);
            let [bits_low, bits_high] = halves(bits);
            self.code.extend([word_number(word), mask_low, mask_high, bits_low, bits_high, NONE]);
        }
        self.write_block(operators, common)?;
        Ok(link)
    }
}

fn split(operators: &[OpId], belongs: impl Fn(OpId) -> bool) -> (&[OpId], &[OpId]) {
    operators.split_at(operators.iter().take_while(|operator| belongs(**operator)).count())
}

fn word_number(word: usize) -> u32 {
    u32::try_from(word).ok().filter(|word| *word < SWITCH).expect("a state has fewer than 2^31 words")
}

/// The lower and the upper half.
#[allow(clippy::cast_possible_truncation, reason = "halves are meant")]
const fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[inline]
const fn whole(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}
