//! Alternation of open lists (Röger and Helmert 2010), with a boost of those for preferred actions (Richter and
//! Helmert 2009).
//!
//! An entry goes to every list; a boosted list gets extra turns. The search meets an entry once per list and decides
//! whether it is still useful.

use super::super::cost::Cost;
use super::{Entry, Known, OpenList};

struct Member<'l, C, E> {
    list: Box<dyn OpenList<C, E> + 'l>,
    /// The member with the lowest priority number has the next turn; with ties to the first.
    priority: i64,
    boosted: bool,
}

/// Open lists that take turns.
pub struct Alternation<'l, C, E> {
    members: Vec<Member<'l, C, E>>,
    boost: u32,
    /// The members that had nothing for the entry that is asked for.
    empty: Vec<usize>,
}

impl<'l, C: Cost, E: Entry> Alternation<'l, C, E> {
    /// No lists yet. With each new lowest estimate, boosted lists get `boost` extra turns.
    pub const fn new(boost: u32) -> Self {
        Self { members: Vec::new(), boost, empty: Vec::new() }
    }

    /// Adds a list.
    pub fn add(&mut self, list: Box<dyn OpenList<C, E> + 'l>, boosted: bool) {
        self.members.push(Member { list, priority: 0, boosted });
    }
}

impl<C: Cost, E: Entry> OpenList<C, E> for Alternation<'_, C, E> {
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
        let mut is_kept = false;
        for member in &mut self.members {
            is_kept |= member.list.push(entry, known);
        }
        is_kept
    }

    fn pop(&mut self) -> Option<E> {
        // An empty list keeps its place, and is asked again at its next turn.
        self.empty.clear();
        loop {
            let next = (0..self.members.len())
                .filter(|index| !self.empty.contains(index))
                .min_by_key(|&index| self.members[index].priority)?;
            let member = &mut self.members[next];
            if let Some(entry) = member.list.pop() {
                member.priority += 1;
                return Some(entry);
            }
            self.empty.push(next);
        }
    }

    fn progressed(&mut self) {
        for member in &mut self.members {
            if member.boosted {
                member.priority -= i64::from(self.boost);
            }
            member.list.progressed();
        }
    }

    fn bytes(&self) -> usize {
        self.members.iter().map(|member| member.list.bytes()).sum()
    }
}

/// A list that takes only entries reached by a preferred action.
pub struct PreferredOnly<L>(pub L);

impl<C: Cost, E: Entry, L: OpenList<C, E>> OpenList<C, E> for PreferredOnly<L> {
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
        known.preferred && self.0.push(entry, known)
    }

    fn pop(&mut self) -> Option<E> {
        self.0.pop()
    }

    fn progressed(&mut self) {
        self.0.progressed();
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fifo;
    use super::*;

    fn known(preferred: bool) -> Known<'static, u32> {
        Known { g: 0, h: &[0], preferred, state: &[] }
    }

    #[test]
    fn lists_take_turns_and_boosted_ones_take_more() {
        let mut lists = Alternation::<u32, u32>::new(3);
        lists.add(Box::new(Fifo::new()), false);
        lists.add(Box::new(PreferredOnly(Fifo::new())), true);
        for entry in 0..10 {
            assert!(lists.push(entry, &known(entry % 2 == 1)));
        }
        let mut take = |count: usize| (0..count).map(|_| lists.pop().unwrap()).collect::<Vec<_>>();
        assert_eq!(take(4), [0, 1, 1, 3]);
        lists.progressed();
        let mut take = |count: usize| (0..count).map(|_| lists.pop().unwrap()).collect::<Vec<_>>();
        assert_eq!(take(4), [5, 7, 9, 2]);
        assert_eq!(take(7), [3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(lists.pop(), None);
    }
}
