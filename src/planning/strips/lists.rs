//! Lists of numbers in flat form (one array of ends and one of members), and disjoint sets of numbers.
//!
//! In: pairs of an owner and a member, or of two members. Out: the members of an owner, in the order in which they were
//! added; the least member of a set.

/// An index as it is stored in flat arrays.
///
/// # Panics
/// From 2^32 on.
pub fn to_u32(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 of a kind")
}

/// Lists of numbers, one for each owner, in one allocation.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    ends: Vec<u32>,
    members: Vec<u32>,
}

impl Lists {
    /// The lists of `owners` owners. The pairs are traversed twice, so that nothing has to grow.
    pub fn new(owners: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut ends = vec![0u32; owners + 1];
        pairs.clone().for_each(|(owner, _)| ends[owner + 1] += 1);
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut next = ends.clone();
        let mut members = vec![0; ends[owners] as usize];
        for (owner, member) in pairs {
            members[next[owner] as usize] = to_u32(member);
            next[owner] += 1;
        }
        Self { ends, members }
    }

    /// The bytes that this many owners and members take while the lists are built.
    pub const fn bytes(owners: usize, members: usize) -> usize {
        (owners * 2 + members) * size_of::<u32>()
    }

    pub(crate) fn owners(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    /// The list of an owner.
    #[inline]
    pub fn of(&self, owner: usize) -> &[u32] {
        &self.members[self.ends[owner] as usize..self.ends[owner + 1] as usize]
    }
}

/// Disjoint sets of numbers (union-find), each represented by its least member.
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// Each number below `count` in a set of its own.
    pub(crate) fn new(count: usize) -> Self {
        Self { parents: (0..to_u32(count)).collect() }
    }

    /// Adds a set with the next number.
    pub(crate) fn add(&mut self) -> usize {
        self.parents.push(to_u32(self.parents.len()));
        self.parents.len() - 1
    }

    /// The least member of a number's set.
    pub(crate) fn least(&mut self, mut number: usize) -> usize {
        while self.parents[number] as usize != number {
            let above = self.parents[self.parents[number] as usize];
            self.parents[number] = above;
            number = above as usize;
        }
        number
    }

    /// Unites the sets of two numbers.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.least(one), self.least(other));
        self.parents[one.max(other)] = to_u32(one.min(other));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_their_order() {
        let lists = Lists::new(4, [(2, 7), (0, 3), (2, 5), (3, 3)].into_iter());
        let all: Vec<&[u32]> = (0..4).map(|owner| lists.of(owner)).collect();
        assert_eq!(all, [&[3][..], &[], &[7, 5], &[3]]);
    }
}
