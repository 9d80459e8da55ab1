//! The threads of one feature-space search: one keeps the states, the others answer questions about them.
//!
//! In: states whose profiles the search waits for, and states that it is likely to expand soon. Out: answers. The
//! search goes on in the order in which it would go alone: what others find out about states to which it has not come
//! is kept until it does. Each thread has a space and a guide of its own. One that ends leaves its work to the search.
//! Some threads help only while a [`Gate`] is open: in between, they are needed elsewhere.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::guide::{Found, Guide, Question};
use super::pool::StateId;
use super::space::Space;

/// A thread that has nothing to do looks so many times for something before it sleeps: to wake it takes longer than
/// most answers. Now and then it lets others go first.
const LOOKS: u32 = 10_000;
const LOOKS_AT_A_TIME: u32 = 1000;
/// Answers about states to which the search has not come. If there are more, all are dropped.
const KEPT: usize = 1 << 12;

/// All threads of a search, as the search sees them.
#[derive(Debug)]
pub struct Team<C> {
    desk: Arc<Desk<C>>,
}

/// Lets in those threads that help only now and then; open at first.
#[derive(Clone, Debug)]
pub struct Gate<C> {
    desk: Arc<Desk<C>>,
}

/// One of the other threads.
#[derive(Debug)]
pub struct Help<C> {
    desk: Arc<Desk<C>>,
    /// Whether it helps only while the gate is open.
    waits: bool,
    /// What it is about to answer.
    job: Option<Job>,
}

/// A question about a state.
#[derive(Debug)]
struct Job {
    about: About,
    row: Vec<u64>,
}

/// Who is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The state of this number in the current question; the search waits for its profile.
    Asked(usize),
    /// The successors of a state that may be expanded soon.
    Soon(StateId),
}

/// What all threads see.
#[derive(Debug)]
struct Desk<C> {
    sheet: Mutex<Sheet<C>>,
    /// Counts what is written on the sheet.
    changes: AtomicU32,
    news: Condvar,
    is_open: AtomicBool,
    opened: Condvar,
    /// How many threads always help, and how many while the gate is open.
    helpers: [AtomicUsize; 2],
}

#[derive(Debug)]
struct Sheet<C> {
    asked: Vec<Job>,
    soon: VecDeque<Job>,
    /// States whose successors somebody is making.
    in_work: Vec<StateId>,
    profiles: Vec<Option<Found<C>>>,
    missing: usize,
    /// Only looked up, never iterated.
    successors: HashMap<StateId, Found<C>, rustc_hash::FxBuildHasher>,
    sleeping: usize,
    is_over: bool,
}

impl<C> Sheet<C> {
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

    /// A thread has ended amid its work.
    fn give_back(&mut self, job: Job) {
        match job.about {
            About::Asked(_) => self.asked.push(job),
            About::Soon(id) => self.in_work.retain(|&one| one != id),
        }
    }
}

impl<C> Desk<C> {
    fn lock(&self) -> MutexGuard<'_, Sheet<C>> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Something was written on the sheet that others may wait for.
    fn tell(&self, sheet: &Sheet<C>) {
        self.changes.fetch_add(1, Ordering::Release);
        if sheet.sleeping > 0 {
            self.news.notify_all();
        }
    }

    /// Waits until something is written on the sheet.
    fn wait<'a>(&'a self, sheet: MutexGuard<'a, Sheet<C>>) -> MutexGuard<'a, Sheet<C>> {
        let before = self.changes.load(Ordering::Acquire);
        drop(sheet);
        for look in 1..=LOOKS {
            if self.changes.load(Ordering::Acquire) != before {
                return self.lock();
            }
            if look % LOOKS_AT_A_TIME == 0 {
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
        let mut sheet = self.lock();
        sheet.sleeping += 1;
        while self.changes.load(Ordering::Acquire) == before {
            sheet = self.news.wait(sheet).unwrap_or_else(PoisonError::into_inner);
        }
        sheet.sleeping -= 1;
        sheet
    }
}

impl Job {
    fn answer<S: Space, G: Guide<S>>(
        &self,
        found: Found<S::Cost>,
        with: (&S, &mut S::Scratch, &mut G),
    ) -> Found<S::Cost> {
        let question = match self.about {
            About::Asked(_) => Question::Profile,
            About::Soon(_) => Question::Successors,
        };
        found.answer(question, with, &self.row)
    }
}

impl<C> Default for Team<C> {
    /// A search that is alone.
    fn default() -> Self {
        let sheet = Sheet {
            asked: Vec::new(),
            soon: VecDeque::new(),
            in_work: Vec::new(),
            profiles: Vec::new(),
            missing: 0,
            successors: HashMap::default(),
            sleeping: 0,
            is_over: false,
        };
        let desk = Desk {
            sheet: Mutex::new(sheet),
            changes: AtomicU32::new(0),
            news: Condvar::new(),
            is_open: AtomicBool::new(true),
            opened: Condvar::new(),
            helpers: Default::default(),
        };
        Self { desk: Arc::new(desk) }
    }
}

impl<C: Default> Team<C> {
    /// The place of one more thread, which always helps, or `waits` at the gate.
    pub fn help(&self, waits: bool) -> Help<C> {
        self.desk.helpers[usize::from(waits)].fetch_add(1, Ordering::Relaxed);
        Help { desk: Arc::clone(&self.desk), waits, job: None }
    }

    /// The gate.
    pub fn gate(&self) -> Gate<C> {
        Gate { desk: Arc::clone(&self.desk) }
    }

    /// How many threads help now.
    pub(super) fn helpers(&self) -> usize {
        let [always, waiting] = &self.desk.helpers;
        let waiting = if self.desk.is_open() { waiting.load(Ordering::Relaxed) } else { 0 };
        always.load(Ordering::Relaxed) + waiting
    }

    /// Says which states are likely to be expanded soon, in order, instead of those named before.
    pub(super) fn expect<'r>(&self, states: impl Iterator<Item = (StateId, &'r [u64])>) {
        let mut sheet = self.desk.lock();
        sheet.soon.clear();
        for (id, row) in states {
            if !sheet.in_work.contains(&id) && !sheet.successors.contains_key(&id) {
                sheet.soon.push_back(Job { about: About::Soon(id), row: row.to_vec() });
            }
        }
        if !sheet.soon.is_empty() {
            self.desk.tell(&sheet);
        }
    }

    /// The successors of a state, if another thread has made them or is about to. Meanwhile this one makes those of
    /// other states that are expected.
    pub(super) fn successors<S: Space<Cost = C>, G: Guide<S>>(
        &self,
        id: StateId,
        (space, scratch, guide): (&S, &mut S::Scratch, &mut G),
    ) -> Option<Found<C>> {
        let mut sheet = self.desk.lock();
        loop {
            if let Some(found) = sheet.successors.remove(&id) {
                return Some(found);
            }
            sheet.soon.retain(|job| job.about != About::Soon(id));
            if !sheet.in_work.contains(&id) {
                return None;
            }
            match sheet.take() {
                Some(job) => {
                    drop(sheet);
                    let found = job.answer(Found::default(), (space, &mut *scratch, &mut *guide));
                    sheet = self.desk.lock();
                    sheet.put(job.about, found);
                }
                None => sheet = self.desk.wait(sheet),
            }
        }
    }

    /// Finds the profiles of all these states, in order.
    pub(super) fn profiles<'r, S: Space<Cost = C>, G: Guide<S>>(
        &self,
        states: impl Iterator<Item = &'r [u64]>,
        idle: &mut Vec<Found<C>>,
        (space, scratch, guide): (&S, &mut S::Scratch, &mut G),
        profiles: &mut Vec<Found<C>>,
    ) {
        let mut sheet = self.desk.lock();
        let jobs = states.enumerate().map(|(at, row)| Job { about: About::Asked(at), row: row.to_vec() });
        sheet.asked.extend(jobs);
        sheet.asked.reverse();
        sheet.missing = sheet.asked.len();
        let count = sheet.missing;
        sheet.profiles.resize_with(count, || None);
        self.desk.tell(&sheet);
        while sheet.missing > 0 {
            match sheet.asked.pop() {
                Some(job) => {
                    drop(sheet);
                    let found =
                        job.answer(idle.pop().unwrap_or_default(), (space, &mut *scratch, &mut *guide));
                    sheet = self.desk.lock();
                    sheet.put(job.about, found);
                }
                None => sheet = self.desk.wait(sheet),
            }
        }
        profiles.extend(sheet.profiles.drain(..).flatten());
    }
}

impl<C> Gate<C> {
    /// Opens or closes it. Those who are about to answer a question do so first.
    pub fn set(&self, is_open: bool) {
        let _sheet = self.desk.lock();
        self.desk.is_open.store(is_open, Ordering::Relaxed);
        self.desk.opened.notify_all();
    }
}

impl<C> Drop for Team<C> {
    fn drop(&mut self) {
        let mut sheet = self.desk.lock();
        sheet.is_over = true;
        self.desk.tell(&sheet);
        self.desk.opened.notify_all();
    }
}

impl<C: Default> Help<C> {
    /// Answers with a space and a guide of this thread until the search is over.
    pub fn give<S: Space<Cost = C>>(mut self, space: &S, guide: &mut impl Guide<S>) {
        let mut scratch = space.scratch();
        while self.take() {
            let Some(job) = &self.job else { return };
            let found = job.answer(Found::default(), (space, &mut scratch, &mut *guide));
            if let Some(job) = self.job.take() {
                let mut sheet = self.desk.lock();
                sheet.put(job.about, found);
                self.desk.tell(&sheet);
            }
        }
    }

    /// Takes the next question; false when the search is over.
    fn take(&mut self) -> bool {
        let mut sheet = self.desk.lock();
        loop {
            if sheet.is_over {
                return false;
            }
            if self.waits && !self.desk.is_open() {
                sheet = self.desk.opened.wait(sheet).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            self.job = sheet.take();
            if self.job.is_some() {
                return true;
            }
            sheet = self.desk.wait(sheet);
        }
    }
}

impl<C> Drop for Help<C> {
    fn drop(&mut self) {
        self.desk.helpers[usize::from(self.waits)].fetch_sub(1, Ordering::Relaxed);
        if let Some(job) = self.job.take() {
            let mut sheet = self.desk.lock();
            sheet.give_back(job);
            self.desk.tell(&sheet);
        }
    }
}
