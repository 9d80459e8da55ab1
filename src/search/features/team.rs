//! The threads of one feature-space search: one keeps the states, the others answer questions about them.
//!
//! In: states whose profiles the search waits for, and states that it is likely to expand soon. Out: answers. If
//! answers depend on the state alone, the search proceeds in the same order as it would without help: answers about
//! states that it has not reached yet are kept until then. Each thread has its own space and guide. If one ends, the
//! search does its work itself. All end with the search. Some threads help only while a [`Gate`] is open: in between,
//! they are needed elsewhere.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use super::guide::{Answerer, Found, Question};
use crate::base::limits::Limits;
use crate::base::limits::threads::SEARCH_BYTES;
use crate::search::{Guide, Space, StateId};

/// Number of spins before an idle thread sleeps; waking costs more than most answers. Now and then it yields to other
/// threads.
const LOOKS: u32 = 10_000;
const LOOKS_AT_A_TIME: u32 = 1000;
/// The most answers about states that the search has not reached. If there are more, all are dropped.
const KEPT: usize = 1 << 12;

/// All threads of a search, as the search sees them.
pub struct Team<C> {
    shared: Arc<Shared<C>>,
    threads: Vec<JoinHandle<()>>,
    /// Those of the other threads, whose work is not needed after the search.
    limits: Limits,
}

/// Admits the threads that help only at times; open at first.
#[derive(Clone, Debug)]
pub struct Gate<C> {
    shared: Arc<Shared<C>>,
}

pub struct Helper<C> {
    shared: Arc<Shared<C>>,
    /// Whether it helps only while the gate is open.
    waits: bool,
    /// The question that it is answering.
    job: Option<Job>,
    /// Limits on its work. Once they are reached it gives no answer: steps may be missing in it.
    limits: Limits,
}

/// A question about a state.
#[derive(Debug)]
struct Job {
    about: About,
    row: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The state of this number in the current question; the search waits for its profile.
    Asked(usize),
    /// The successors of a state that may be expanded soon.
    Soon(StateId),
}

/// The data that all threads share.
#[derive(Debug)]
struct Shared<C> {
    requests: Mutex<Requests<C>>,
    /// Counts the changes of the requests.
    changes: AtomicU32,
    news: Condvar,
    is_open: AtomicBool,
    opened: Condvar,
    /// How many threads always help, and how many while the gate is open.
    helpers: [AtomicUsize; 2],
}

#[derive(Debug, Default)]
struct Requests<C> {
    asked: Vec<Job>,
    soon: VecDeque<Job>,
    /// States whose successors some thread is generating.
    in_work: Vec<StateId>,
    profiles: Vec<Option<Found<C>>>,
    missing: usize,
    /// Only looked up, never iterated.
    successors: HashMap<StateId, Found<C>, rustc_hash::FxBuildHasher>,
    sleeping: usize,
    is_over: bool,
}

impl<C> Requests<C> {
    /// The next question: first those that the search waits for.
    fn take(&mut self) -> Option<Job> {
        let job = self.asked.pop().or_else(|| self.soon.pop_front())?;
        if let About::Soon(id) = job.about {
            self.in_work.push(id);
        }
        Some(job)
    }

    fn put(&mut self, about: About, found: Found<C>) {
        match about {
            About::Asked(at) => {
                self.profiles[at] = Some(found);
                self.missing -= 1;
            }
            About::Soon(id) => {
                self.in_work.retain(|&one| one != id);
                if self.successors.len() == KEPT {
                    self.successors.clear();
                }
                self.successors.insert(id, found);
            }
        }
    }

    /// Takes back a question from a thread that has ended.
    fn give_back(&mut self, job: Job) {
        match job.about {
            About::Asked(_) => self.asked.push(job),
            About::Soon(id) => self.in_work.retain(|&one| one != id),
        }
    }
}

impl<C> Shared<C> {
    fn lock(&self) -> MutexGuard<'_, Requests<C>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Announces a change of the requests that others may wait for.
    fn tell(&self, requests: &Requests<C>) {
        self.changes.fetch_add(1, Ordering::Release);
        if requests.sleeping > 0 {
            self.news.notify_all();
        }
    }

    fn wait<'a>(&'a self, requests: MutexGuard<'a, Requests<C>>) -> MutexGuard<'a, Requests<C>> {
        let before = self.changes.load(Ordering::Acquire);
        drop(requests);
        for look in 1..=LOOKS {
            if self.changes.load(Ordering::Acquire) != before {
                return self.lock();
            }
            if look % LOOKS_AT_A_TIME == 0 {
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
        let mut requests = self.lock();
        requests.sleeping += 1;
        while self.changes.load(Ordering::Acquire) == before {
            requests = self.news.wait(requests).unwrap_or_else(PoisonError::into_inner);
        }
        requests.sleeping -= 1;
        requests
    }
}

impl Job {
    fn answer<S: Space, G: Guide<S>>(
        &self,
        found: Found<S::Cost>,
        answerer: &mut Answerer<'_, S, G>,
    ) -> Found<S::Cost> {
        let question = match self.about {
            About::Asked(_) => Question::Profile,
            About::Soon(_) => Question::Successors,
        };
        answerer.answer(found, question, &self.row)
    }
}

impl<C: Default> Default for Team<C> {
    /// A search without helping threads.
    fn default() -> Self {
        Self::new(Limits::none())
    }
}

impl<C: Default> Team<C> {
    /// A search with these limits for the threads that will help it; nothing else has them.
    pub fn new(limits: Limits) -> Self {
        let shared = Shared {
            requests: Mutex::default(),
            changes: AtomicU32::default(),
            news: Condvar::default(),
            is_open: AtomicBool::new(true),
            opened: Condvar::default(),
            helpers: Default::default(),
        };
        Self { shared: Arc::new(shared), threads: Vec::new(), limits }
    }
}

impl<C: Default + Send + 'static> Team<C> {
    /// Starts one more thread, which always helps, or `waits` at the gate. If it cannot begin, or a limit stops it, the
    /// search does its work.
    pub fn start(&mut self, waits: bool, work: impl FnOnce(Helper<C>) + Send + 'static) {
        self.shared.helpers[usize::from(waits)].fetch_add(1, Ordering::Relaxed);
        let helper =
            Helper { shared: Arc::clone(&self.shared), waits, job: None, limits: self.limits.clone() };
        let thread = Builder::new().stack_size(SEARCH_BYTES).spawn(move || work(helper));
        self.threads.extend(thread);
    }
}

impl<C: Default> Team<C> {
    pub fn gate(&self) -> Gate<C> {
        Gate { shared: Arc::clone(&self.shared) }
    }

    /// How many threads help now.
    pub(crate) fn helpers(&self) -> usize {
        let [always, waiting] = &self.shared.helpers;
        let waiting = if self.shared.is_open() { waiting.load(Ordering::Relaxed) } else { 0 };
        always.load(Ordering::Relaxed) + waiting
    }

    /// Says which states are likely to be expanded soon, in order, instead of those named before.
    pub(crate) fn expect<'r>(&self, states: impl Iterator<Item = (StateId, &'r [u64])>) {
        let mut requests = self.shared.lock();
        requests.soon.clear();
        for (id, row) in states {
            if !requests.in_work.contains(&id) && !requests.successors.contains_key(&id) {
                requests.soon.push_back(Job { about: About::Soon(id), row: row.to_vec() });
            }
        }
        if !requests.soon.is_empty() {
            self.shared.tell(&requests);
        }
    }

    /// The successors of a state, if another thread has generated them or is about to. Meanwhile, this thread generates
    /// those of other expected states.
    pub(crate) fn successors<S: Space<Cost = C>, G: Guide<S>>(
        &self,
        id: StateId,
        answerer: &mut Answerer<'_, S, G>,
    ) -> Option<Found<C>> {
        let mut requests = self.shared.lock();
        loop {
            if let Some(found) = requests.successors.remove(&id) {
                return Some(found);
            }
            requests.soon.retain(|job| job.about != About::Soon(id));
            if !requests.in_work.contains(&id) {
                return None;
            }
            let job = requests.take();
            requests = self.answer(job, requests, Found::default, answerer);
        }
    }

    /// Answers a question in this thread, in the memory of `spare`; if there is none, waits for the others.
    fn answer<'a, S: Space<Cost = C>, G: Guide<S>>(
        &'a self,
        job: Option<Job>,
        requests: MutexGuard<'a, Requests<C>>,
        spare: impl FnOnce() -> Found<C>,
        answerer: &mut Answerer<'_, S, G>,
    ) -> MutexGuard<'a, Requests<C>> {
        let Some(job) = job else { return self.shared.wait(requests) };
        drop(requests);
        let found = job.answer(spare(), answerer);
        let mut requests = self.shared.lock();
        requests.put(job.about, found);
        requests
    }

    /// Finds the profiles of all these states, in order.
    pub(crate) fn profiles<'r, S: Space<Cost = C>, G: Guide<S>>(
        &self,
        states: impl Iterator<Item = &'r [u64]>,
        idle: &mut Vec<Found<C>>,
        answerer: &mut Answerer<'_, S, G>,
        profiles: &mut Vec<Found<C>>,
    ) {
        let mut requests = self.shared.lock();
        let jobs = states.enumerate().map(|(at, row)| Job { about: About::Asked(at), row: row.to_vec() });
        requests.asked.extend(jobs);
        requests.asked.reverse();
        requests.missing = requests.asked.len();
        let count = requests.missing;
        requests.profiles.resize_with(count, || None);
        self.shared.tell(&requests);
        while requests.missing > 0 {
            let job = requests.asked.pop();
            requests = self.answer(job, requests, || idle.pop().unwrap_or_default(), answerer);
        }
        profiles.extend(requests.profiles.drain(..).flatten());
    }
}

impl<C> Gate<C> {
    /// Opens or closes it. Threads that are answering a question finish that first.
    pub fn set(&self, is_open: bool) {
        let _requests = self.shared.lock();
        self.shared.is_open.store(is_open, Ordering::Relaxed);
        self.shared.opened.notify_all();
    }
}

impl<C> Drop for Team<C> {
    /// Waits for the other threads. The panic of one resumes here.
    fn drop(&mut self) {
        let mut requests = self.shared.lock();
        requests.is_over = true;
        self.shared.tell(&requests);
        self.shared.opened.notify_all();
        drop(requests);
        self.limits.end_work();
        for thread in self.threads.drain(..) {
            if let Err(panic) = thread.join()
                && !std::thread::panicking()
            {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl<C: Default> Helper<C> {
    /// Answers with a space and a guide of this thread until the search is over.
    pub fn give<S: Space<Cost = C>>(mut self, space: &S, guide: &mut impl Guide<S>) {
        let mut scratch = space.scratch();
        let mut answerer = Answerer { space, scratch: &mut scratch, guide };
        while self.take() {
            let Some(job) = &self.job else { return };
            let found = job.answer(Found::default(), &mut answerer);
            if self.limits.check().is_err() {
                return;
            }
            if let Some(job) = self.job.take() {
                let mut requests = self.shared.lock();
                requests.put(job.about, found);
                self.shared.tell(&requests);
            }
        }
    }

    /// Takes the next question; false when the search is over.
    fn take(&mut self) -> bool {
        let mut requests = self.shared.lock();
        loop {
            if requests.is_over {
                return false;
            }
            if self.waits && !self.shared.is_open() {
                requests = self.shared.opened.wait(requests).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            self.job = requests.take();
            if self.job.is_some() {
                return true;
            }
            requests = self.shared.wait(requests);
        }
    }
}

impl<C> Drop for Helper<C> {
    fn drop(&mut self) {
        self.shared.helpers[usize::from(self.waits)].fetch_sub(1, Ordering::Relaxed);
        if let Some(job) = self.job.take() {
            let mut requests = self.shared.lock();
            requests.give_back(job);
            self.shared.tell(&requests);
        }
    }
}
