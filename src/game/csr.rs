//! Lists of numbers by number, flat: one array of ends and one of members.
//!
//! In: pairs of an owner and a member. Out: the members of an owner, in the order in which they came. Knows no meaning.

/// Lists of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    ends: Vec<u32>,
    members: Vec<u32>,
}

impl Lists {
    /// The lists of `owners` owners.
    pub(super) fn new(owners: usize, pairs: &[(usize, usize)]) -> Self {
        let mut ends = vec![0u32; owners + 1];
        for (owner, _) in pairs {
            ends[owner + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut next = ends.clone();
        let mut members = vec![0; pairs.len()];
        for (owner, member) in pairs {
            members[next[*owner] as usize] = number(*member);
            next[*owner] += 1;
        }
        Self { ends, members }
    }

    /// The members of an owner.
    #[inline]
    pub(super) fn of(&self, owner: usize) -> &[u32] {
        &self.members[self.ends[owner] as usize..self.ends[owner + 1] as usize]
    }
}

/// An index as a number of 32 bits.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 of a kind")
}
