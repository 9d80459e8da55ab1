//! Time, memory and cancellation as one value that every long loop checks.
//!
//! In: what the user allows. Out: `Ok(())` or a [`Stop`].
//!
//! ```
//! use banto::limits::{Limits, Stop};
//! use std::time::Duration;
//!
//! let limits = Limits::none().with_time(Duration::ZERO);
//! assert_eq!(limits.check(), Err(Stop::Time));
//! ```

mod budget;
mod memory;
mod number;
#[doc(hidden)]
pub mod stack;
mod stopwatch;
#[doc(hidden)]
pub mod threads;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use crate::system::memory::usage;
use budget::Budget;
#[doc(hidden)]
pub use budget::Held;
pub use memory::{available_memory_bytes, peak_memory_bytes, resident_memory_bytes};
use number::Number;
pub use stopwatch::{Stopwatch, Taken};

/// At most this many calls of [`Limits::check`] pass between two readings of the clock.
const LONGEST_STRIDE: u64 = 64;
/// Readings closer together than this become rarer.
const FAST: Duration = Duration::from_micros(500);
/// Readings farther apart than this become more frequent.
const SLOW: Duration = Duration::from_millis(4);
/// After a pause like this, the rate of calls is unknown.
const VERY_SLOW: Duration = Duration::from_millis(50);
/// Memory is measured at most this often: each time takes up to three system calls.
const MEMORY_INTERVAL: Duration = Duration::from_millis(5);
/// The interval once less than a quarter of the limit is left.
const SHORT_MEMORY_INTERVAL: Duration = Duration::from_millis(1);
/// `check` does not read the machine's limits before this much time has passed.
const MACHINE_DELAY: Duration = Duration::from_millis(4);
/// Smaller allocations are granted without measuring.
const SMALL: usize = 128 << 10;

/// Values of [`Limits::reached`]; 0 is none.
const TIME: u8 = 1;
const MEMORY: u8 = 2;

/// Why a computation has to stop early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The time limit has passed.
    Time,
    /// The memory limit is reached, or there are no ids left.
    Memory,
    /// Somebody set the cancellation flag.
    Canceled,
    /// The granted number of steps is used up.
    Effort,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Canceled => "interrupted",
            Self::Effort => "effort limit",
        })
    }
}

impl std::error::Error for Stop {}

/// Limits on time, memory and cancellation. Clones share the start, the cancellation flag, and the fact that a limit
/// was reached: once one clone is told to stop, all are. A clone with other limits or another flag is independent
/// again. Calls are counted per clone, so every thread takes its own.
#[derive(Debug)]
pub struct Limits {
    start: Instant,
    time: Option<Duration>,
    /// How much processor time, by which watch.
    processor: Option<(Stopwatch, Duration)>,
    memory: Option<u64>,
    budget: Option<Budget>,
    /// Whether the machine's limits apply as well.
    machine: bool,
    cancel: Arc<AtomicBool>,
    /// The limit that some clone found to be reached.
    reached: Arc<AtomicU8>,
    /// Whether the system has given fewer threads than were wanted.
    few_threads: Arc<AtomicBool>,
    /// Calls left until the clock is read next.
    countdown: Number,
    stride: Number,
    seen: Number,
    /// When memory is measured next.
    memory_due: Number,
}

/// Bytes in use, bytes wanted in addition, and how many are allowed.
#[derive(Clone, Copy)]
struct Use {
    used: u64,
    more: u64,
    limit: u64,
}

impl Use {
    const fn fits(&self) -> bool {
        self.used.saturating_add(self.more) <= self.limit
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

impl Clone for Limits {
    fn clone(&self) -> Self {
        Self {
            start: self.start,
            time: self.time,
            processor: self.processor,
            memory: self.memory,
            budget: self.budget.clone(),
            machine: self.machine,
            cancel: Arc::clone(&self.cancel),
            reached: Arc::clone(&self.reached),
            few_threads: Arc::clone(&self.few_threads),
            // The rate of calls is not known yet.
            countdown: Number::new(0),
            stride: Number::new(1),
            seen: Number::new(self.seen.get()),
            memory_due: Number::new(self.memory_due.get()),
        }
    }
}

impl Limits {
    /// No limit, with a new cancellation flag. The clock starts now.
    pub fn none() -> Self {
        Self::since(Instant::now())
    }

    /// No limit, with a clock that started at `start`, which a program takes in the first line of `main`.
    pub fn since(start: Instant) -> Self {
        Self {
            start,
            time: None,
            processor: None,
            memory: None,
            budget: None,
            machine: false,
            cancel: Arc::default(),
            reached: Arc::default(),
            few_threads: Arc::default(),
            countdown: Number::new(0),
            stride: Number::new(1),
            seen: Number::new(0),
            memory_due: Number::new(0),
        }
    }

    /// Stops this long after the start.
    pub fn with_time(mut self, limit: Duration) -> Self {
        self.time = Some(limit);
        self.reached = Arc::default();
        self
    }

    /// Stops when this much processor time was taken from now on, by this thread or by all of the process; where the
    /// system does not tell, by the clock.
    #[doc(hidden)]
    pub fn with_processor_time(mut self, limit: Duration, all_threads: bool) -> Self {
        self.processor = Some((Stopwatch::start(all_threads), limit));
        self.reached = Arc::default();
        self
    }

    /// Stops when the process holds more than this many bytes. No effect on systems that do not report it.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self.memory_due.set(0);
        self.reached = Arc::default();
        self
    }

    /// Stops when the searches within these limits and their clones hold more than this many bytes: states, the paths
    /// to them, open lists, and what heuristics and pruning remember of states. They count it themselves, so it is the
    /// same on every machine, and whatever else the process does makes no difference: a hundred tasks can be solved in
    /// threads, each with a budget of its own. Large tables of other stages are refused if they alone exceed it.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::limits::{Limits, Stop};
    /// use banto::planner::{Request, Status, plan_texts};
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/02-five-balls.pddl"));
    /// let ends = [100 << 20, 1].map(|budget| {
    ///     let (domain, problem) = (domain.clone(), problem.clone());
    ///     std::thread::spawn(move || {
    ///         let limits = Limits::none().with_budget(budget);
    ///         plan_texts(&domain, &problem, &Request::default(), &limits).unwrap().answer.status
    ///     })
    /// });
    /// let [roomy, tiny] = ends.map(|end| end.join().unwrap());
    /// assert!(matches!(roomy, Status::Solved { .. }));
    /// assert_eq!(tiny, Status::Stopped(Stop::Memory));
    /// ```
    pub fn with_budget(mut self, bytes: u64) -> Self {
        self.budget = Some(Budget::new(bytes));
        self.reached = Arc::default();
        self
    }

    /// The bytes that a search holds, to be counted against the budget, if there is one.
    #[doc(hidden)]
    pub fn held(&self) -> Option<Held> {
        self.budget.as_ref().map(Budget::held)
    }

    /// Counts what a search holds now.
    #[doc(hidden)]
    pub fn hold(&self, held: &mut Held, bytes: usize) -> Result<(), Stop> {
        if held.set(bytes as u64) {
            return Ok(());
        }
        self.exhaust_memory();
        Err(Stop::Memory)
    }

    /// Both of these limits, where they are set.
    #[doc(hidden)]
    pub fn with(self, time: Option<Duration>, memory: Option<u64>) -> Self {
        let timed = time.into_iter().fold(self, Self::with_time);
        memory.into_iter().fold(timed, Self::with_memory)
    }

    /// Also stops before the process, its control group or the machine runs out of memory, where the allocator would
    /// abort. The machine's memory is checked before large allocations and after some milliseconds, so short work pays
    /// nothing.
    pub fn within_machine(mut self) -> Self {
        self.machine = true;
        if self.memory.is_none() {
            self.memory_due.set_time(MACHINE_DELAY);
        }
        self.reached = Arc::default();
        self
    }

    /// Stops when this flag is set.
    ///
    /// ```
    /// use banto::limits::{Limits, Stop};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let flag = Arc::new(AtomicBool::new(false));
    /// let limits = Limits::none().with_cancel_flag(Arc::clone(&flag));
    /// assert_eq!(limits.check(), Ok(()));
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(limits.check(), Err(Stop::Canceled));
    /// ```
    pub fn with_cancel_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = flag;
        self.reached = Arc::default();
        self
    }

    /// The flag that cancels: a signal handler or another thread sets it.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// The time limit, counted from the start.
    pub const fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The memory limit in bytes.
    pub const fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The bytes that searches may hold: within the memory limit and the budget, whichever is less.
    #[doc(hidden)]
    pub fn bytes(&self) -> Option<u64> {
        self.memory.into_iter().chain(self.budget.as_ref().map(Budget::limit)).min()
    }

    /// The time since the start, by the clock.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time from the start to the last reading of the clock. Costs nothing.
    pub fn seen(&self) -> Duration {
        self.seen.time()
    }

    /// Whether to continue. Cheap enough for hot loops: most calls read two flags and count. The clock is read every
    /// few dozen calls if they come fast, and at every call if they come slowly.
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Canceled);
        }
        let left = self.countdown.get();
        if left > 0 && self.reached.load(Ordering::Relaxed) == 0 {
            self.countdown.set(left - 1);
            return Ok(());
        }
        self.look()
    }

    /// Reads the clock, and occasionally the memory in use, regardless of the count of calls.
    #[cold]
    pub fn look(&self) -> Result<(), Stop> {
        let now = self.elapsed();
        let since = now.saturating_sub(self.seen.time());
        self.seen.set_time(now);
        let stride = self.stride.get();
        let stride = match since {
            since if since > VERY_SLOW => 1,
            since if since > SLOW => (stride / 8).max(1),
            since if since < FAST => (stride * 2).min(LONGEST_STRIDE),
            _ => stride,
        };
        self.stride.set(stride);
        self.countdown.set(stride - 1);
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Canceled);
        }
        match self.reached.load(Ordering::Relaxed) {
            TIME => return Err(Stop::Time),
            MEMORY => return Err(Stop::Memory),
            _ => {}
        }
        let is_used_up = |(watch, limit): (Stopwatch, Duration)| watch.taken().best() >= limit;
        if self.time.is_some_and(|limit| now >= limit) || self.processor.is_some_and(is_used_up) {
            self.reached.store(TIME, Ordering::Relaxed);
            return Err(Stop::Time);
        }
        if self.weighs() && now >= self.memory_due.time() {
            self.weigh(0, 0)?;
        }
        Ok(())
    }

    /// Reads the clock and the memory in use, however recently they were read; for use between stages, since the next
    /// one may call at another rate. Short work is not measured if the machine is the only limit.
    pub fn check_now(&self) -> Result<(), Stop> {
        let delay = if self.memory.is_none() { MACHINE_DELAY } else { Duration::ZERO };
        self.memory_due.set_time(self.memory_due.time().min(delay));
        let looked = self.look();
        self.stride.set(1);
        self.countdown.set(0);
        looked
    }

    /// Whether to continue and allocate this many bytes at once; call it before making or moving a large array. `check`
    /// sees gradual growth, but a large array only once it exists.
    ///
    /// ```
    /// use banto::limits::{Limits, Stop};
    ///
    /// let limits = Limits::none().with_memory(1 << 30);
    /// assert_eq!(limits.check_allocation(1 << 10), Ok(()));
    /// if banto::limits::resident_memory_bytes().is_some() {
    ///     assert_eq!(limits.check_allocation(1 << 31), Err(Stop::Memory));
    ///     assert_eq!(limits.check(), Err(Stop::Memory), "what is used up stays used up");
    /// }
    /// ```
    pub fn check_allocation(&self, bytes: usize) -> Result<(), Stop> {
        self.check()?;
        self.weigh_large(bytes, bytes)
    }

    /// Checks room for `more` elements in an array. If it has to move, it exists twice during the move.
    #[inline]
    pub fn check_reserve<T>(&self, array: &Vec<T>, more: usize) -> Result<(), Stop> {
        if array.capacity() - array.len() >= more {
            return Ok(());
        }
        self.check()?;
        let needed = array.len() + more;
        self.weigh_large(needed * size_of::<T>(), needed.max(2 * array.capacity()) * size_of::<T>())
    }

    /// Checks room for `more` bytes in a text.
    #[inline]
    pub fn check_text_reserve(&self, text: &String, more: usize) -> Result<(), Stop> {
        if text.capacity() - text.len() >= more {
            return self.check();
        }
        self.check_allocation(2 * text.capacity() + more)
    }

    /// Whether this many bytes would fit. For optional allocations: if they do not fit, no limit counts as reached.
    #[must_use]
    pub fn has_room(&self, bytes: usize) -> bool {
        let more = bytes as u64;
        if self.budget.as_ref().is_some_and(|budget| !budget.has_room(more)) {
            return false;
        }
        bytes < SMALL || !self.weighs() || self.uses(more, more).is_none_or(|uses| uses.iter().all(Use::fits))
    }

    /// Whether this much address space is left, whether it will be backed or not.
    pub(crate) fn has_address_space(&self, bytes: usize) -> bool {
        !self.weighs() || self.uses(0, bytes as u64).is_none_or(|uses| uses.iter().all(Use::fits))
    }

    /// A clone with a stop of its own, for work of which only a part may be stopped.
    #[doc(hidden)]
    pub fn for_work_apart(&self) -> Self {
        self.clone().with_cancel_flag(self.cancel_flag())
    }

    /// Stops all clones: the work needs something that it cannot get.
    #[doc(hidden)]
    pub fn exhaust_memory(&self) {
        self.reached.store(MEMORY, Ordering::Relaxed);
    }

    /// Checks an allocation unless it is small: `used` of the `reserved` bytes will be touched.
    fn weigh_large(&self, used: usize, reserved: usize) -> Result<(), Stop> {
        if self.budget.as_ref().is_some_and(|budget| reserved >= SMALL && !budget.has_room(used as u64)) {
            self.exhaust_memory();
            return Err(Stop::Memory);
        }
        if reserved < SMALL || !self.weighs() {
            return Ok(());
        }
        self.weigh(used as u64, reserved as u64)
    }

    const fn weighs(&self) -> bool {
        self.memory.is_some() || self.machine
    }

    /// Whether `more` bytes fit in addition to those in use, and `reserved` bytes of address space.
    #[cold]
    fn weigh(&self, more: u64, reserved: u64) -> Result<(), Stop> {
        let Some(uses) = self.uses(more, reserved) else { return Ok(()) };
        if !uses.iter().all(Use::fits) {
            self.reached.store(MEMORY, Ordering::Relaxed);
            return Err(Stop::Memory);
        }
        let is_short = uses.iter().any(|one| one.used > one.limit / 4 * 3);
        let interval = if is_short { SHORT_MEMORY_INTERVAL } else { MEMORY_INTERVAL };
        self.memory_due.set_time(self.seen.time() + interval);
        Ok(())
    }

    /// How much of each limited resource is in use, and how much more is wanted.
    fn uses(&self, more: u64, reserved: u64) -> Option<[Use; 4]> {
        let usage = usage()?;
        let mut uses = [Use { used: usage.resident, more, limit: self.memory.unwrap_or(u64::MAX) }; 4];
        if self.machine {
            let allowed = memory::allowed();
            uses[1].limit = allowed.resident;
            uses[2] = Use { used: usage.address, more: reserved, limit: allowed.address };
            uses[3] = Use { used: usage.data, more: reserved, limit: allowed.data };
        }
        Some(uses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_limits_nothing_stops() {
        let limits = Limits::none();
        assert!((0..100_000).all(|_| limits.check().is_ok()));
    }

    #[test]
    fn the_flag_stops_all_clones_at_once() {
        let limits = Limits::none();
        let other = limits.clone();
        assert_eq!(other.check(), Ok(()));
        limits.cancel_flag().store(true, Ordering::Relaxed);
        assert_eq!(other.check(), Err(Stop::Canceled));
    }

    #[test]
    fn slow_callers_are_stopped_in_time() {
        let limits = Limits::none().with_time(Duration::from_millis(30));
        for _ in 0..50_000 {
            let _ = limits.check();
        }
        let mut calls = 0;
        while limits.check().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
            calls += 1;
            assert!(calls <= LONGEST_STRIDE);
        }
        assert!(limits.check().is_err(), "a limit that has passed stays passed");
    }

    #[test]
    fn a_stage_of_slow_calls_after_fast_ones_is_stopped_in_time() {
        for by_clone in [true, false] {
            let mut limits = Limits::none().with_time(Duration::from_millis(60));
            for _ in 0..LONGEST_STRIDE * 16 {
                let _ = limits.check();
            }
            if by_clone {
                limits = limits.clone();
            } else {
                let _ = limits.check_now();
            }
            let mut calls = 0;
            while limits.check().is_ok() {
                std::thread::sleep(Duration::from_millis(10));
                calls += 1;
                assert!(calls < 10);
            }
        }
    }

    #[test]
    fn what_one_clone_finds_stops_the_others() {
        let limits = Limits::none().with_memory(1 << 40);
        let (other, apart) = (limits.clone(), limits.clone().with_cancel_flag(Arc::default()));
        if resident_memory_bytes().is_some() {
            assert!(!limits.has_room(1 << 41), "and nothing is used up");
            assert_eq!(other.check(), Ok(()));
            assert_eq!(limits.check_allocation(1 << 41), Err(Stop::Memory));
            assert_eq!(other.check(), Err(Stop::Memory));
            assert_eq!(apart.check(), Ok(()));
        }
    }

    #[test]
    fn processor_time_is_not_that_of_the_clock() {
        let limit = Duration::from_millis(40);
        let limits = Limits::none().with_processor_time(limit, false);
        std::thread::sleep(2 * limit);
        let watch = Stopwatch::start(false);
        if watch.taken().cpu.is_some() {
            assert_eq!(limits.look(), Ok(()), "sleep takes none");
            while limits.check().is_ok() {
                assert!(watch.taken().best() < 3 * limit);
            }
            assert!(watch.taken().best() > limit / 2);
        }
        assert_eq!(limits.look(), Err(Stop::Time));
    }

    #[test]
    fn memory_stops_where_it_is_known() {
        let limits = Limits::none().with_memory(1);
        if resident_memory_bytes().is_some() {
            assert_eq!(limits.check(), Err(Stop::Memory));
            assert_eq!(limits.check(), Err(Stop::Memory));
        }
    }
}
