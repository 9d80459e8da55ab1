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
    /// See [`Guide::look_closer`].
    Closer,
    /// See [`Guide::describe`].
    Profile,
}

impl Question {
    /// False for a dead end, and a profile if that was asked for.
    pub(super) fn answer<S: Space, G: Guide<S>>(
        self,
        space: &S,
        guide: &mut G,
        state: &[u64],
        mut profile: Profile,
    ) -> (bool, Profile) {
        profile.cell.clear();
        profile.notes.clear();
        let is_alive = match self {
            Self::Closer => guide.look_closer(space, state),
            Self::Profile => guide.describe(space, state, &mut profile),
        };
        (is_alive, profile)
    }
}

/// Another thread that answers questions about states, as a search sees it.
#[derive(Debug)]
pub struct Helper {
    questions: Sender<(Question, Vec<u64>)>,
    answers: Receiver<Vec<(bool, Profile)>>,
}

/// The same as the thread sees it.
#[derive(Debug)]
pub struct Help {
    questions: Receiver<(Question, Vec<u64>)>,
    answers: Sender<Vec<(bool, Profile)>>,
}

impl Helper {
    /// Both ends.
    pub fn new() -> (Self, Help) {
        let (asking, asked) = channel();
        let (answering, answered) = channel();
        (Self { questions: asking, answers: answered }, Help { questions: asked, answers: answering })
    }

    pub(super) fn ask(&self, question: Question, rows: Vec<u64>) {
        // Whoever does not listen does not answer.
        let _ = self.questions.send((question, rows));
    }

    /// The answers in the order of the rows; nothing where the thread has ended.
    pub(super) fn answers(&self) -> Option<Vec<(bool, Profile)>> {
        self.answers.recv().ok()
    }
}

impl Help {
    /// Answers with a space and a guide of this thread until the search is over.
    pub fn give<S: Space>(self, space: &S, guide: &mut impl Guide<S>) {
        for (question, rows) in self.questions {
            let rows = rows.chunks_exact(space.words());
            let found = rows.map(|row| question.answer(space, guide, row, Profile::default())).collect();
            if self.answers.send(found).is_err() {
                return;
            }
        }
    }
}
