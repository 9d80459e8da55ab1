//! The steps of a lazy search: those of a state are packed together, so that most take a byte.
//!
//! In: a state and its actions in the order in which they are queued. Out: the number of the first of them; and for a
//! number, the state and the action. What is kept of an action is how far its distance from the one before differs from
//! the distance before that, in as few bytes as it takes: instances of an action often follow one another evenly.

use super::chunks::Chunks;
use super::pool::StateId;

/// The steps of one state.
#[derive(Clone, Copy, Debug, Default)]
struct Batch {
    parent: StateId,
    /// The number of its first step.
    first: u32,
    /// Where its bytes begin.
    start: usize,
}

/// Steps, numbered in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct StepStore {
    batches: Chunks<Batch>,
    packed: Chunks<u8>,
    /// A bit for each step: whether it has been taken.
    taken: Chunks<u64>,
    len: u32,
    /// The batch that was unpacked last, and its actions.
    unpacked: Option<usize>,
    actions: Vec<u32>,
}

impl StepStore {
    /// Adds the steps of a state, at least one; the number of the first, or `None` if numbers have run out.
    pub(crate) fn add(&mut self, parent: StateId, actions: impl Iterator<Item = u32>) -> Option<u32> {
        let first = self.len;
        self.batches.push(Batch { parent, first, start: self.packed.len() });
        let (mut last, mut distance) = (0_u32, 0_u32);
        for action in actions {
            let next = action.wrapping_sub(last);
            self.pack(next.wrapping_sub(distance).cast_signed());
            (last, distance) = (action, next);
            self.len = self.len.checked_add(1)?;
            if self.taken.len() * 64 < self.len as usize {
                self.taken.push(0);
            }
        }
        Some(first)
    }

    /// Seven bits to a byte, the lowest first; the highest bit says that more follow. Small differences of either sign
    /// take one byte.
    fn pack(&mut self, difference: i32) {
        let mut left = ((difference << 1) ^ (difference >> 31)).cast_unsigned();
        loop {
            let [low, ..] = left.to_le_bytes();
            left >>= 7;
            if left == 0 {
                return self.packed.push(low);
            }
            self.packed.push(low | 128);
        }
    }

    pub(crate) fn is_taken(&self, step: u32) -> bool {
        self.taken.get(step as usize / 64) >> (step % 64) & 1 == 1
    }

    pub(crate) fn take(&mut self, step: u32) {
        *self.taken.get_mut(step as usize / 64) |= 1 << (step % 64);
    }

    /// The state where a step starts, and its action.
    pub(crate) fn get(&mut self, step: u32) -> (StateId, u32) {
        let at = match self.unpacked {
            Some(at) if self.holds(at, step) => at,
            _ => self.unpack(step),
        };
        let Batch { parent, first, .. } = *self.batches.get(at);
        (parent, self.actions[(step - first) as usize])
    }

    /// The number of the step after a batch.
    fn end(&self, at: usize) -> u32 {
        if at + 1 < self.batches.len() { self.batches.get(at + 1).first } else { self.len }
    }

    fn holds(&self, at: usize, step: u32) -> bool {
        (self.batches.get(at).first..self.end(at)).contains(&step)
    }

    fn unpack(&mut self, step: u32) -> usize {
        let (mut low, mut high) = (0, self.batches.len());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.batches.get(middle).first <= step { low = middle } else { high = middle }
        }
        let Batch { first, start, .. } = *self.batches.get(low);
        self.actions.clear();
        let (mut place, mut last, mut distance) = (start, 0_u32, 0_u32);
        for _ in first..self.end(low) {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = *self.packed.get(place);
                place += 1;
                value |= u32::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    break;
                }
            }
            distance = distance.wrapping_add((value >> 1) ^ (value & 1).wrapping_neg());
            last = last.wrapping_add(distance);
            self.actions.push(last);
        }
        self.unpacked = Some(low);
        low
    }

    pub(crate) fn bytes(&self) -> usize {
        self.batches.bytes() + self.packed.bytes() + self.taken.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn steps_are_found_again() {
        let (mut store, mut random) = (StepStore::default(), Random::new(1));
        let mut all: Vec<(StateId, u32, bool)> = Vec::new();
        for state in 0..2_000_usize {
            let parent = StateId::from(state);
            let most = [10, 1_000, 1 << 20, u32::MAX][state % 4];
            let actions: Vec<u32> = (0..=random.below(200)).map(|_| random.below(most)).collect();
            assert_eq!(
                store.add(parent, actions.iter().copied()).map(|first| first as usize),
                Some(all.len())
            );
            all.extend(actions.iter().map(|action| (parent, *action, false)));
            for _ in 0..100 {
                let at = random.below_index(all.len());
                let (step, is_taken) = (u32::try_from(at).unwrap(), random.below(2) == 0);
                assert_eq!((store.get(step), store.is_taken(step)), ((all[at].0, all[at].1), all[at].2));
                if is_taken {
                    store.take(step);
                    all[at].2 = true;
                }
            }
        }
        let mut small = StepStore::default();
        (0..10_000_usize).for_each(|state| {
            small.add(StateId::from(state), (500..60_000).step_by(600).rev()).unwrap();
        });
        let steps = 10_000 * 100;
        assert!(small.bytes() < steps * 3 / 2, "{} bytes for {steps} steps", small.bytes());
    }
}
