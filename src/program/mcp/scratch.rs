//! Folders for texts of calls: one of the server, which nobody else can guess or enter, and in it one of each call.
//!
//! Out: folders that go with the call, and with the server, however that ends: a signal is waited for, and what a
//! killed server has left is removed by the next one. A folder belongs to a living process while that has its lock.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::Exit;
use banto_base::system::{files, signals};

/// How the names of folders of servers begin.
const PREFIX: &str = "banto-calls-";

/// The file in a folder that is locked while its server lives.
const LOCK: &str = "lock";

/// The longest text that is taken from a folder, in bytes.
const LONGEST: u64 = 64 << 20;

/// How often a signal is looked for, and how often calls are that have to end after one.
const PERIOD: Duration = Duration::from_millis(20);
const LAST: u32 = 50;

/// The folder of a server.
pub(crate) struct Workplace {
    folder: PathBuf,
    _lock: File,
    /// How many calls there were, and how many have a folder.
    calls: AtomicUsize,
    open: AtomicUsize,
    /// Set when calls have to end.
    is_over: AtomicBool,
}

impl Workplace {
    /// A folder among the user's own, else among the temporary ones of the system. It is also removed by a signal,
    /// which ends the process.
    pub(crate) fn new() -> io::Result<Arc<Self>> {
        let home = files::cache_folder().map(|folder| folder.join("banto-mcp"));
        let own = home.and_then(|home| fs::create_dir_all(&home).and_then(|()| Self::within(&home)).ok());
        let place = Arc::new(own.map_or_else(|| Self::within(&std::env::temp_dir()), Ok)?);
        let (end, never) = (Arc::default(), Arc::default());
        let _ = signals::on_end(&end, [&never, &never], Exit::Done.code().into());
        let waiting = Arc::downgrade(&place);
        let watch = move || {
            while !end.load(Ordering::Relaxed) {
                std::thread::sleep(PERIOD);
            }
            if let Some(place) = waiting.upgrade() {
                place.close();
            }
            #[allow(clippy::exit, reason = "the other threads wait for somebody else")]
            std::process::exit(Exit::Done.code().into());
        };
        std::thread::Builder::new().name("signals".to_owned()).stack_size(1 << 16).spawn(watch)?;
        Ok(place)
    }

    fn within(parent: &Path) -> io::Result<Self> {
        clean(parent);
        loop {
            // The system's random numbers, as for hash tables that nobody shall foresee.
            let folder = parent.join(format!("{PREFIX}{:016x}", RandomState::new().hash_one(0)));
            files::create_private(&folder)?;
            let mark = folder.join(LOCK);
            let lock = File::create_new(&mark)?;
            // Another server may take it for one that is gone, until it is locked.
            if !matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) && mark.exists() {
                let [calls, open] = [0, 0].map(AtomicUsize::new);
                return Ok(Self { folder, _lock: lock, calls, open, is_over: AtomicBool::new(false) });
            }
        }
    }

    /// Ends the calls, and removes the folder.
    fn close(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        (0..LAST)
            .take_while(|_| self.open.load(Ordering::Relaxed) > 0)
            .for_each(|_| std::thread::sleep(PERIOD));
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        self.close();
    }
}

/// Removes the folders of servers that are gone.
fn clean(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        if name.to_string_lossy().starts_with(PREFIX)
            && let Ok(lock) = files::open_inside(parent, &Path::new(&name).join(LOCK))
            && lock.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// The folder of one call; it goes with the call.
pub(crate) struct Scratch {
    folder: PathBuf,
    place: Arc<Workplace>,
}

impl Scratch {
    pub(crate) fn new(place: &Arc<Workplace>) -> io::Result<Self> {
        let number = place.calls.fetch_add(1, Ordering::Relaxed);
        let scratch = Self { folder: place.folder.join(number.to_string()), place: Arc::clone(place) };
        place.open.fetch_add(1, Ordering::Relaxed);
        files::create_private(&scratch.folder).map(|()| scratch)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the server ends.
    pub(super) fn is_over(&self) -> bool {
        self.place.is_over.load(Ordering::Relaxed)
    }

    /// Writes a text, for the command to read.
    pub(super) fn put(&self, name: &str, text: &str) -> io::Result<()> {
        fs::write(self.folder.join(name), text)
    }

    /// A text that the command has written, if it has, and unless it is too long.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let mut text = String::new();
        let read =
            File::open(self.folder.join(name)).ok()?.take(LONGEST + 1).read_to_string(&mut text).ok()?;
        (read as u64 <= LONGEST).then_some(text)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
        self.place.open.fetch_sub(1, Ordering::Relaxed);
    }
}
