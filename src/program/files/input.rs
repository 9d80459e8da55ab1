//! Reading files, piece by piece within limits. A file that cannot be read is a diagnostic like any other.
//!
//! In: a path, or - for standard input, and limits. Out: a text; or a diagnostic; or an exit code if a limit is
//! reached.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

use crate::output::stream::{PERIOD, is_guard};
use crate::{Exit, Output, Run, reason};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, Severity, SourceText, Span, codes, nearest};
use banto_base::system::HAS_THREADS;

/// How much is read between two checks of the limits.
const PIECE: usize = 1 << 20;

pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses standard input for more than one of the files of a command.
pub(crate) fn once<'a>(paths: impl IntoIterator<Item = &'a Path>, output: &Output) -> Result<(), Exit> {
    match paths.into_iter().filter(|path| is_standard(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(output.usage("only one of the files can be standard input")),
    }
}

/// Whether a path can be read only once: standard input, a pipe, a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    is_standard(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Bytes read ahead from streams, for their next reader.
static LOOKED_AT: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Peeks at the text of a stream, which can still be read later; `None` if it is not text.
pub(crate) fn look<T>(path: &Path, run: &Run<'_>, look: impl FnOnce(&str) -> T) -> Result<Option<T>, Exit> {
    let read = bytes(path, &run.limits).map_err(run.stopped("stopped while reading"))?;
    let Ok(bytes) = read else { return Ok(None) };
    let found = Some(look(&String::from_utf8_lossy(&bytes)));
    LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), bytes);
    Ok(found)
}

/// A file's text; with an error if it cannot be read or is not text.
///
/// # Errors
/// The exit code of a limit, which is reported.
pub(crate) fn read(path: &Path, run: &Run<'_>) -> Result<(SourceText, Option<Diagnostic>), Exit> {
    let (text, fault) = read_and_warn(path, run)?;
    Ok((text, fault.filter(|fault| fault.severity() == Severity::Error)))
}

/// As [`read`]; the diagnostic may also be a warning.
pub(crate) fn read_and_warn(path: &Path, run: &Run<'_>) -> Result<(SourceText, Option<Diagnostic>), Exit> {
    let name = if is_standard(path) { "<stdin>".to_owned() } else { path.display().to_string() };
    let what = format!("stopped while reading {name}");
    match bytes(path, &run.limits).map_err(run.stopped(&what))? {
        Ok(bytes) => Ok(SourceText::from_bytes(name, bytes)),
        Err(error) => {
            let what =
                if path.is_dir() { "it is a directory, not a file".to_owned() } else { reason(&error) };
            let fault = codes::E0003.at(Span::at(0), format!("cannot read {name}: {what}"));
            let fault = match nearby(path) {
                Some(near) => fault.help(format!("did you mean {near}?")),
                None if path.is_dir() => fault.help(in_place_of(path)),
                None => fault,
            };
            Ok((SourceText::new(name, ""), Some(fault)))
        }
    }
}

/// A file's text, or what is wrong with it, reported.
pub(crate) fn text(path: &Path, run: &Run<'_>) -> Result<SourceText, Exit> {
    match read(path, run)? {
        (text, None) => Ok(text),
        (text, Some(fault)) => Err(run.output.refuse(&[fault], &[&text])),
    }
}

/// The contents of a file, unless a limit is reached before its end.
fn bytes(path: &Path, limits: &Limits) -> Result<io::Result<Vec<u8>>, Stop> {
    let size = match std::fs::metadata(path) {
        Ok(data) if data.is_file() && !is_standard(path) => data.len(),
        Err(error) if !is_standard(path) => return Ok(Err(error)),
        _ => return stream(path, limits),
    };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) => return Ok(Err(error)),
    };
    let mut bytes = Vec::new();
    room(&mut bytes, usize::try_from(size).unwrap_or(usize::MAX), limits)?;
    loop {
        // A file may grow while it is read; one that does not needs no more memory.
        let more = if bytes.len() as u64 > size { PIECE.min(bytes.len() / 2) } else { 0 };
        room(&mut bytes, more, limits)?;
        match file.by_ref().take(PIECE as u64).read_to_end(&mut bytes) {
            Ok(0) => return Ok(Ok(bytes)),
            Ok(_) => {}
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// The bytes of standard input, a pipe or a device.
fn stream(path: &Path, limits: &Limits) -> Result<io::Result<Vec<u8>>, Stop> {
    if let Some(bytes) = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner).remove(path) {
        return Ok(Ok(bytes));
    }
    let pieces = match Pieces::of(path) {
        Ok(pieces) => pieces,
        Err(error) => return Ok(Err(error)),
    };
    let mut bytes = Vec::new();
    loop {
        match pieces.next(limits)? {
            Ok(piece) if piece.is_empty() => return Ok(Ok(bytes)),
            Ok(piece) => {
                room(&mut bytes, piece.len(), limits)?;
                bytes.extend_from_slice(&piece);
            }
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// The input of a stream, piece by piece. The writer may take any time, so another thread waits for it.
struct Pieces(Receiver<io::Result<Vec<u8>>>);

impl Pieces {
    fn of(path: &Path) -> io::Result<Self> {
        if is_standard(path) && is_guard() {
            return Err(io::Error::other("with --until-eof it only says when to stop"));
        }
        let path: PathBuf = path.to_path_buf();
        let is_typed = is_standard(&path) && io::stdin().is_terminal();
        let read = move |send: &dyn Fn(io::Result<Vec<u8>>) -> bool| {
            let opened: io::Result<Box<dyn Read>> = if is_standard(&path) {
                Ok(Box::new(io::stdin().lock()))
            } else {
                File::open(&path).map(|file| Box::new(file) as Box<dyn Read>)
            };
            let mut opened = match opened {
                Ok(opened) => opened,
                Err(error) => {
                    send(Err(error));
                    return;
                }
            };
            loop {
                let mut piece = vec![0; 1 << 16];
                let read = match opened.read(&mut piece) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    read => read,
                };
                // A terminal ends a read inside a line if the end of the input was asked for there.
                let is_inside = |length: &usize| is_typed && piece[..*length].last() != Some(&b'\n');
                let is_last = !matches!(read, Ok(1..)) || read.as_ref().is_ok_and(is_inside);
                let read = read.map(|length| {
                    piece.truncate(length);
                    piece
                });
                if !send(read) || is_last {
                    return;
                }
            }
        };
        if !HAS_THREADS {
            // What is read is there already, and ends.
            let (sender, receiver) = mpsc::channel();
            read(&|piece| sender.send(piece).is_ok());
            return Ok(Self(receiver));
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        std::thread::Builder::new().spawn(move || read(&|piece| sender.send(piece).is_ok()))?;
        Ok(Self(receiver))
    }

    /// The next piece; an empty one at the end.
    fn next(&self, limits: &Limits) -> Result<io::Result<Vec<u8>>, Stop> {
        loop {
            match self.0.recv_timeout(PERIOD) {
                Ok(piece) => return Ok(piece),
                Err(RecvTimeoutError::Disconnected) => return Ok(Ok(Vec::new())),
                Err(RecvTimeoutError::Timeout) => limits.look()?,
            }
        }
    }
}

/// The lines of standard input, one at a time, for a command that answers each.
#[derive(Default)]
pub(crate) struct Lines {
    pieces: Option<Pieces>,
    /// Input that was not asked for yet.
    held: Vec<u8>,
}

impl Lines {
    /// The next line without its end; `None` at the end of the input.
    ///
    /// # Errors
    /// The exit code of a limit or of an input that cannot be read, which is reported.
    pub(crate) fn next(&mut self, run: &Run<'_>) -> Result<Option<String>, Exit> {
        let line = self.read(&run.limits).map_err(run.stopped("stopped"))?;
        line.map_err(|error| unreadable(&error, run.output))
    }

    fn read(&mut self, limits: &Limits) -> Result<io::Result<Option<String>>, Stop> {
        limits.look()?;
        let pieces = match self.pieces.take().map_or_else(|| Pieces::of(Path::new("-")), Ok) {
            Ok(pieces) => self.pieces.insert(pieces),
            Err(error) => return Ok(Err(error)),
        };
        let mut looked = 0;
        let end = loop {
            if let Some(at) = self.held[looked..].iter().position(|byte| *byte == b'\n') {
                break looked + at + 1;
            }
            looked = self.held.len();
            match pieces.next(limits)? {
                Err(error) => return Ok(Err(error)),
                Ok(piece) if piece.is_empty() => break looked,
                Ok(piece) => {
                    room(&mut self.held, piece.len(), limits)?;
                    self.held.extend_from_slice(&piece);
                }
            }
        };
        let rest = self.held.split_off(end);
        let line = std::mem::replace(&mut self.held, rest);
        if line.is_empty() {
            return Ok(Ok(None));
        }
        let line = String::from_utf8(line).map_err(|_| ErrorKind::InvalidData.into());
        Ok(line.map(|line| Some(line.trim_end_matches(['\n', '\r']).to_owned())))
    }
}

/// Reports that standard input cannot be read.
pub(crate) fn unreadable(error: &io::Error, output: &Output) -> Exit {
    output.error(&format!("cannot read standard input: {}", reason(error)));
    Exit::Input
}

/// Makes room for that many more bytes. Anything up to the size of a piece is read whatever the limits: the command
/// reports them.
fn room(bytes: &mut Vec<u8>, more: usize, limits: &Limits) -> Result<(), Stop> {
    if bytes.len() + more > PIECE {
        limits.look()?;
        limits.check_reserve(bytes, more)?;
    }
    bytes.try_reserve(more).map_err(|_| Stop::Memory)
}

pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file with a similar name beside a missing one: first one whose name ends in the same way, before which the rest is
/// compared.
fn nearby(path: &Path) -> Option<String> {
    if path.exists() {
        return None;
    }
    let names = names_in(folder(path));
    let end = path.extension()?.to_str()?;
    let stems = names.iter().filter_map(|name| name.strip_suffix(end)?.strip_suffix('.'));
    let near = nearest(path.file_stem()?.to_str()?, stems).map(|stem| format!("{stem}.{end}"));
    let near = near
        .or_else(|| Some(nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?.to_owned()));
    Some(path.with_file_name(near?).display().to_string())
}

/// The names in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// What can be named in place of a folder.
fn in_place_of(folder: &Path) -> String {
    /// At most so many files are named.
    const MOST: usize = 5;
    let mut files = names_in(folder);
    files.retain(|name| !name.starts_with('.') && folder.join(name).is_file());
    match &files[..] {
        [] => "name a file; there is none in it".to_owned(),
        some => {
            let more = if some.len() > MOST { " ..." } else { "" };
            format!("name a file in it: {}{more}", some[..some.len().min(MOST)].join(" "))
        }
    }
}
