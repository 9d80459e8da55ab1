//! What a space of one's own promises: where a search sees that it is not so, it says that and proves nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use banto::search::{SEARCHES, Search, Space};

/// States of three words, counted up to a goal, by a space that says another width.
struct Misstated(usize);

impl Space for Misstated {
    type Cost = u32;
    type Scratch = [u64; 3];

    fn words(&self) -> usize {
        self.0
    }

    fn scratch(&self) -> [u64; 3] {
        [0; 3]
    }

    fn initial(&self, state: &mut [u64]) {
        state.fill(0);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        state.first() == Some(&3)
    }

    fn expand(&self, scratch: &mut [u64; 3], state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        scratch[0] = state.first().map_or(1, |word| word + 1);
        visit(0, 1, scratch);
    }
}

fn panic_of(work: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("it panics");
    panic
        .downcast_ref::<String>()
        .cloned()
        .or(panic.downcast_ref().map(|text: &&str| (*text).to_owned()))
        .unwrap()
}

#[test]
fn rows_of_another_width_prove_nothing() {
    for row in SEARCHES {
        for words in [0, 1, 2, 4] {
            let panic = panic_of(|| drop(Search::new(&Misstated(words)).run(row.algorithm)));
            assert_eq!(
                panic,
                format!("a state has 3 words, but `Space::words` says {words}"),
                "{}",
                row.name
            );
        }
        assert!(Search::new(&Misstated(3)).run(row.algorithm).path().is_some(), "{}", row.name);
    }
}
