//! State that all connections of the server share: its folder, the turns of runs, documents they have made, bounds.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::folder::Folder;
use super::turns::Turns;
use crate::mcp::Allowed;

/// How many documents that runs have made are kept, and their bytes.
const MOST_DOCUMENTS: usize = 32;
const MOST_BYTES: usize = 64 << 20;

/// How long it may take to send something on.
pub(super) const WRITING: Duration = Duration::from_secs(10);

/// The stack of a thread that reads a request or waits for a run.
pub(super) const STACK: usize = 512 << 10;

/// State that all connections share.
pub(super) struct Shared<'a> {
    pub(super) allowed: Allowed,
    pub(super) folder: Folder<'a>,
    pub(super) address: SocketAddr,
    /// The secret of pages, if anyone on the network can ask.
    pub(super) token: Option<String>,
    pub(super) turns: Turns,
    documents: Mutex<VecDeque<(String, Arc<str>)>>,
    pub(super) pages: AtomicUsize,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        allowed: Allowed,
        folder: Folder<'a>,
        address: SocketAddr,
        token: Option<String>,
    ) -> Self {
        Self {
            allowed,
            folder,
            address,
            token,
            turns: Turns::default(),
            documents: Mutex::default(),
            pages: AtomicUsize::new(0),
        }
    }

    pub(super) fn documents(&self) -> MutexGuard<'_, VecDeque<(String, Arc<str>)>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a document of a run; returns its name, which ends as that of its file. The oldest ones go.
    pub(super) fn keep(&self, file: &str, text: String) -> String {
        let name = format!("{}-{file}", secret());
        let mut documents = self.documents();
        documents.push_back((name.clone(), text.into()));
        let bytes = |all: &VecDeque<(String, Arc<str>)>| all.iter().map(|one| one.1.len()).sum::<usize>();
        while documents.len() > MOST_DOCUMENTS || (documents.len() > 1 && bytes(&documents) > MOST_BYTES) {
            documents.pop_front();
        }
        name
    }
}

/// A word that nobody can guess.
pub(super) fn secret() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    format!("{:032x}", u128::from_ne_bytes(bytes))
}
