//! Streams that may block: standard output, pipes and devices. Ctrl-C interrupts the wait.
//!
//! In: paths, a cancellation flag. Out: files to write to, and what the system reports about them.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use banto_base::system::{console, files};

/// The time between two checks of the flag while the other end is silent.
pub(crate) const PERIOD: Duration = Duration::from_millis(20);

/// Set once the end of standard input ends the work: then nothing else can be read from it.
static IS_GUARD: AtomicBool = AtomicBool::new(false);

/// Sets a flag when standard input ends. Without another thread, it never does.
pub(crate) fn cancel_at_end(cancel: Arc<AtomicBool>) {
    if IS_GUARD.swap(true, Ordering::Relaxed) {
        return;
    }
    let wait = move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        cancel.store(true, Ordering::Relaxed);
    };
    let _ = std::thread::Builder::new().stack_size(1 << 16).spawn(wait);
}

/// Whether standard input only says when to stop.
pub(crate) fn is_guard() -> bool {
    IS_GUARD.load(Ordering::Relaxed)
}

/// Flags that signals set and read.
#[derive(Clone, Default)]
pub(crate) struct Signals {
    /// Set by a signal: the work should end.
    pub cancel: Arc<AtomicBool>,
    /// Set while the program waits for others and cannot look at `cancel`: then a signal ends it at once.
    pub waiting: Arc<AtomicBool>,
}

/// A file whose writes may wait for a reader; a signal ends the wait.
pub(crate) struct Interruptible<W = File> {
    pub file: W,
    pub signals: Signals,
}

impl<W: Write> Write for Interruptible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The system restarts a system call that a signal interrupts, so a flag alone would not be seen.
        self.signals.waiting.store(true, Ordering::SeqCst);
        let written = self.file.write(bytes);
        self.signals.waiting.store(false, Ordering::SeqCst);
        // Loops that write do not know all names of a closed pipe.
        written
            .map_err(|error| if files::is_closed_pipe(&error) { ErrorKind::BrokenPipe.into() } else { error })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens a pipe or a device for writing. That may wait for a reader, so another thread does it.
pub(crate) fn open_in_place(path: &Path, cancel: &AtomicBool) -> io::Result<File> {
    let path = path.to_path_buf();
    let (sender, receiver) = mpsc::sync_channel(1);
    std::thread::Builder::new().spawn(move || {
        // If the caller gave up waiting, nobody needs the answer.
        let _ = sender.send(OpenOptions::new().append(true).open(path));
    })?;
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok(opened) => return opened,
            Err(RecvTimeoutError::Timeout) if !cancel.load(Ordering::Relaxed) => {}
            // Of a kind that loops do not retry.
            Err(_) => return Err(io::Error::other("interrupted")),
        }
    }
}

/// Standard output, without a buffer where that is possible.
pub(crate) fn standard_output() -> Box<dyn Write> {
    match console::standard_output() {
        Ok(file) => Box::new(file),
        Err(_) => Box::new(io::stdout()),
    }
}
