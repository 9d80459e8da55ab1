//! Goals shared out among things at least cost: the Hungarian method with shortest augmenting paths (Kuhn 1955; Jonker
//! and Volgenant 1987).
//!
//! In: the cost of each goal for a thing. Out: which thing has which goal, and prices, by which nobody would rather
//! have another one. It is built up thing by thing. What things are, and whether an assignment is kept from one state
//! to the next, is for the callers to say.

/// Who has which goal.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// For each goal, the thing that has it.
    pub owners: Vec<usize>,
    /// The price of each goal: never above zero, and lower where more things want it.
    pub prices: Vec<i64>,
    // Scratch space of one augmentation.
    slack: Vec<i64>,
    came: Vec<usize>,
    done: Vec<bool>,
}

/// The owner of a goal that nobody has.
pub const NOBODY: usize = usize::MAX;

impl Assignment {
    /// Nobody has any of so many goals.
    pub fn new(goals: usize) -> Self {
        Self {
            owners: vec![NOBODY; goals],
            prices: vec![0; goals],
            slack: vec![0; goals],
            came: vec![NOBODY; goals],
            done: vec![false; goals],
        }
    }

    /// Finds a goal for a thing that has none, by the shortest path along which other things change theirs. `row` has
    /// what a thing pays for each goal, by `cost`; `gives` is told of each thing with another goal than before.
    pub fn augment<'c, T: Copy + 'c>(
        &mut self,
        first: usize,
        row: impl Fn(usize) -> &'c [T],
        cost: impl Fn(T) -> i64,
        mut gives: impl FnMut(usize, usize),
    ) {
        let Self { owners, prices, slack, came, done } = self;
        slack.fill(i64::MAX);
        done.fill(false);
        let (mut thing, mut from, mut length, mut paid) = (first, NOBODY, 0, 0);
        let end = loop {
            let (mut next, mut least) = (NOBODY, i64::MAX);
            for (goal, &asked) in row(thing).iter().enumerate() {
                if done[goal] {
                    continue;
                }
                let way = length + cost(asked) - prices[goal] - paid;
                if way < slack[goal] {
                    (slack[goal], came[goal]) = (way, from);
                }
                if slack[goal] < least {
                    (next, least) = (goal, slack[goal]);
                }
            }
            length = least;
            done[next] = true;
            if owners[next] == NOBODY {
                break next;
            }
            // What the thing pays at its goal of now, from where it would go on.
            (thing, from) = (owners[next], next);
            paid = cost(row(thing)[next]) - prices[next];
        };
        (0..done.len()).filter(|&goal| done[goal]).for_each(|goal| prices[goal] -= length - slack[goal]);
        let mut goal = end;
        loop {
            let before = came[goal];
            owners[goal] = if before == NOBODY { first } else { owners[before] };
            gives(owners[goal], goal);
            if before == NOBODY {
                break;
            }
            goal = before;
        }
    }
}
