//! What describes the states of a feature-space search, here and in other threads.
//!
//! In: states. Out: for each of them whether it is a dead end, and its profile. Each thread has a space and a guide of
//! its own; the search keeps the states.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::cells::Profile;
use super::space::Space;

/// The features and the advisors of a space.
pub trait Guide<S: Space> {
    /// Describes a state; false for a dead end. The profile is empty before.
    fn describe(&mut self, space: &S, state: &[u64], profile: &mut Profile) -> bool;

    /// Looks closer at a state that is about to be expanded; false for a dead end.
    fn look_closer(&mut self, _space: &S, _state: &[u64]) -> bool {
        true
    }

    /// Whether every dead end is one.
    fn is_safe(&self) -> bool;

    /// Sets the weight of each child's step: 0 for what an advisor recommends, more for the rest.
    fn weigh(&mut self, space: &S, parent: &Profile, children: &[Profile], weights: &mut [u32]);
}

/// What a search asks of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// A closer look, and the successors.
    Successors,
    /// The profile.
    Profile,
}

/// What is known of a state: as much as was asked.
#[derive(Debug, Default)]
pub(super) struct Found<C> {
    /// False for a dead end.
    pub(super) is_alive: bool,
    pub(super) profile: Profile,
    /// The action and the cost of each step.
    pub(super) steps: Vec<(u32, C)>,
    /// The states to which the steps lead, one row behind the other.
    pub(super) rows: Vec<u64>,
}

impl<C> Found<C> {
    /// Answers a question about a state.
    pub(super) fn answer<S: Space<Cost = C>, G: Guide<S>>(
        mut self,
        question: Question,
        (space, scratch, guide): (&S, &mut S::Scratch, &mut G),
        state: &[u64],
    ) -> Self {
        let Self { is_alive, profile, steps, rows } = &mut self;
        match question {
            Question::Profile => {
                profile.cell.clear();
                profile.notes.clear();
                *is_alive = guide.describe(space, state, profile);
            }
            Question::Successors => {
                steps.clear();
                rows.clear();
                *is_alive = guide.look_closer(space, state);
                if *is_alive {
                    space.expand(scratch, state, &mut |action, cost, row| {
                        steps.push((action, cost));
                        rows.extend_from_slice(row);
                    });
                }
            }
        }
        self
    }
}

/// Another thread that answers questions about states, as a search sees it.
#[derive(Debug)]
pub struct Helper<C> {
    questions: Sender<(Question, Vec<u64>)>,
    answers: Receiver<Vec<Found<C>>>,
}

/// The same as the thread sees it.
#[derive(Debug)]
pub struct Help<C> {
    questions: Receiver<(Question, Vec<u64>)>,
    answers: Sender<Vec<Found<C>>>,
}

impl<C: Default> Helper<C> {
    /// Both ends.
    pub fn new() -> (Self, Help<C>) {
        let (asking, asked) = channel();
        let (answering, answered) = channel();
        (Self { questions: asking, answers: answered }, Help { questions: asked, answers: answering })
    }

    pub(super) fn ask(&self, question: Question, rows: Vec<u64>) {
        // Whoever does not listen does not answer.
        let _ = self.questions.send((question, rows));
    }

    /// The answers in the order of the rows; nothing where the thread has ended.
    pub(super) fn answers(&self) -> Option<Vec<Found<C>>> {
        self.answers.recv().ok()
    }
}

impl<C: Default> Help<C> {
    /// Answers with a space and a guide of this thread until the search is over.
    pub fn give<S: Space<Cost = C>>(self, space: &S, guide: &mut impl Guide<S>) {
        let mut scratch = space.scratch();
        for (question, rows) in self.questions {
            let rows = rows.chunks_exact(space.words());
            let mut answer = |row| Found::default().answer(question, (space, &mut scratch, &mut *guide), row);
            if self.answers.send(rows.map(&mut answer).collect()).is_err() {
                return;
            }
        }
    }
}
