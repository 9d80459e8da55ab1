//! Writing results. A regular file appears whole, by rename, so that nobody sees half a file. Pipes, devices and open
//! descriptors such as `/dev/stderr` are written in place. `-` is standard output, and so is any path that leads there.
//!
//! In: a path and what to write. Out: a file, or an error message and an exit code. Invariant: a command never
//! overwrites a file that it reads, or one in which banto keeps something, and a picture or a table never overwrites a
//! level or a problem.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::input;
use super::levels::ENDS;
use crate::output::stream::{self, Interruptible};
use crate::{Exit, Output, Run, reason};
use banto_base::source::SourceText;
use banto_base::system::{files, processes};
use banto_sokoban::level::{self, Reading};

/// How many symbolic links are followed at most, as on Linux.
const LINKS: usize = 40;

/// Where a result goes.
enum Target {
    /// A regular file, to be replaced or created.
    Whole(PathBuf, Option<Permissions>),
    /// A pipe, a device, or an open descriptor.
    InPlace(PathBuf),
}

/// Whether a result for this path goes to standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    if path.as_os_str() == "-" {
        return true;
    }
    match target(path) {
        Ok(Target::InPlace(place)) => {
            files::is_descriptor(&place) && place.file_name().is_some_and(|name| name == "1")
        }
        Ok(Target::Whole(place, Some(_))) => files::is_standard_output(&place),
        _ => false,
    }
}

/// Makes a folder, or reports why that is not possible.
pub(crate) fn folder(output: &Output, path: &Path) -> Result<(), Exit> {
    fs::create_dir_all(path).map_err(|error| {
        output.error(&format!("cannot make the folder {}: {}", path.display(), reason(&error)));
        Exit::Input
    })
}

/// Writes data where the command line asks for it, or reports why that is not possible.
pub(crate) fn write(output: &Output, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Exit> {
    if is_standard(path) {
        output.bytes(contents.as_ref());
        return Ok(());
    }
    write_with(output, path, |out| out.write_all(contents.as_ref()))
}

/// As [`write`], and names the file that was written.
pub(crate) fn write_and_tell(output: &Output, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Exit> {
    write(output, path, contents)?;
    if !is_standard(path) {
        output.talk(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// As [`write`], for data that is written piece by piece.
pub(crate) fn write_with(
    output: &Output,
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Exit> {
    let written = if is_standard(path) {
        let out = Interruptible { file: stream::standard_output(), signals: output.signals() };
        buffered(out, contents).map(|_| ())
    } else {
        whole(output, path, contents)
    };
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe && is_standard(path) => {
            output.end_unread(&error);
            Err(Exit::Unread)
        }
        written => written.map_err(|error| refuse(output, path, &error)),
    }
}

/// Reports results that cannot be written, or would replace what they should not, before the work on them starts. Each
/// has its flag, what it is, and its path if there is one.
pub(crate) fn ready<'a>(
    run: &Run<'_>,
    results: &[(&str, &str, &'a Option<PathBuf>)],
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    let paths = || results.iter().filter_map(|(_, _, path)| path.as_ref());
    apart(run.output, paths(), inputs)?;
    results.iter().try_for_each(|(flag, what, path)| no_source(run, flag, what, *path))?;
    let named = |(flag, _, path): &(&str, _, &Option<PathBuf>)| {
        named_as(run.output, flag, flag.trim_start_matches('-'), path.as_deref())
    };
    results.iter().try_for_each(named)?;
    paths().try_for_each(|path| probe(run.output, path))
}

/// Refuses a result that would replace a file that the command reads, or another result.
pub(crate) fn apart<'a>(
    output: &Output,
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(|path| real(path)).collect();
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in outputs {
        let Some(place) = real(path) else { continue };
        let (read, shown) = (inputs.contains(&place), path.display());
        if read || taken.contains(&place) {
            let why = if read { "is read by this command" } else { "is named for two results" };
            return Err(output.usage(&format!("{shown} {why}; name another file for the result")));
        }
        taken.push(place);
    }
    Ok(())
}

/// Whether two paths lead to the same regular file.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    real(one).is_some_and(|place| real(other) == Some(place))
}

/// Refuses a result whose name promises another format than is written, such as a PNG in `level.jpg`. Names that
/// promise none are free.
pub(crate) fn named_as(output: &Output, flag: &str, format: &str, path: Option<&Path>) -> Result<(), Exit> {
    const WRITTEN: &[&str] = &["svg", "png", "gif", "html", "csv"];
    const OTHERS: &[&str] = &["htm", "json", "pdf", "jpg", "jpeg", "webp", "avif", "bmp", "tif", "tiff"];
    let levels = ENDS.map(|(end, _)| end);
    if !WRITTEN.contains(&format) && !levels.contains(&format) {
        return Ok(());
    }
    let end = path.and_then(Path::extension).unwrap_or_default().to_ascii_lowercase();
    let promised = levels[..4].iter().chain(WRITTEN).chain(OTHERS).find(|one| end == **one);
    let (Some(path), Some(promised)) = (path, promised) else { return Ok(()) };
    if *promised == format || (*promised, format) == ("htm", "html") {
        return Ok(());
    }
    let text = format!("{flag} writes {}, and {} ends in .{promised}", format.to_uppercase(), path.display());
    Err(output.misused(&text, &format!("name a file that ends in .{format}")))
}

/// The regular file that a path leads to, whether it exists yet or not. `None` for anything else.
fn real(path: &Path) -> Option<PathBuf> {
    match target(path).ok().filter(|_| path.as_os_str() != "-")? {
        Target::Whole(place, _) => place
            .canonicalize()
            .ok()
            .or_else(|| Some(input::folder(&place).canonicalize().ok()?.join(place.file_name()?))),
        Target::InPlace(_) => None,
    }
}

/// The contents of a level file, which may replace another.
pub(crate) const LEVELS: &str = "levels";

/// Refuses to replace a level file or PDDL by a picture or a table, or PDDL by levels: the name of the result was
/// probably forgotten.
pub(crate) fn no_source<'a>(
    run: &Run<'_>,
    flag: &str,
    what: &str,
    path: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    const SOURCES: &[&str] = &["pddl", "xsb", "sok", "slc", "rle"];
    let sources = if what == LEVELS { &SOURCES[..1] } else { SOURCES };
    for path in path {
        let end = path.extension().unwrap_or_default();
        let mut is_source = sources.iter().any(|one| end.eq_ignore_ascii_case(one));
        if !is_source && what != LEVELS && end.eq_ignore_ascii_case("txt") {
            is_source = levels_at(path, run)?.is_some_and(|(_, reading)| reading.is_playable());
        }
        if is_source && path.is_file() {
            let kind = if end.eq_ignore_ascii_case("pddl") { "PDDL" } else { "a level file" };
            let shown = path.display();
            let text = format!("{shown} is {kind}, and {flag} would replace it with {what}");
            return Err(run.output.misused(&text, &format!("name the file for {what} after {flag}")));
        }
    }
    Ok(())
}

/// The text of a regular file that a result would replace, and the levels in it; `None` if there is none that can be
/// read.
pub(crate) fn levels_at(path: &Path, run: &Run<'_>) -> Result<Option<(SourceText, Reading)>, Exit> {
    if is_standard(path) || !path.is_file() {
        return Ok(None);
    }
    let (text, fault) = input::read(path, run)?;
    let reading = level::read_within(&text, None, &run.limits);
    let reading = reading.map_err(run.stopped("stopped while reading levels"))?;
    Ok(fault.is_none().then_some((text, reading)))
}

/// Reports that a file cannot be written, before the work on its contents starts.
pub(crate) fn probe(output: &Output, path: &Path) -> Result<(), Exit> {
    if is_standard(path) {
        return Ok(());
    }
    let tried = target(path).and_then(|target| match target {
        Target::Whole(place, permissions) => {
            temporary(&place, permissions.as_ref()).and_then(|(temporary, _)| fs::remove_file(temporary))
        }
        // A pipe or a device is not touched before there is something to write.
        Target::InPlace(_) => Ok(()),
    });
    tried.map_err(|error| refuse(output, path, &error))
}

/// Replaces the contents of a file in place.
pub(crate) fn whole(
    output: &Output,
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (place, permissions) = match target(path)? {
        Target::Whole(place, permissions) => (place, permissions),
        Target::InPlace(place) => {
            let file = stream::open_in_place(&place, &output.cancel_flag())?;
            return buffered(Interruptible { file, signals: output.signals() }, contents).map(|_| ());
        }
    };
    let (temporary, file) = temporary(&place, permissions.as_ref())?;
    let written = buffered(file, contents).and_then(|file| {
        if let Some(permissions) = permissions {
            files::permit(&file, permissions)?;
        }
        files::replace_for_good(&file, &temporary, &place)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    once_swept(input::folder(&place));
    written
}

fn buffered<W: Write>(out: W, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<W> {
    let mut out = BufWriter::with_capacity(1 << 18, out);
    contents(&mut out)?;
    out.flush()?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Follows a path to the file to write. A symbolic link leads to its target, even if that does not exist yet.
fn target(path: &Path) -> io::Result<Target> {
    let text = path.to_string_lossy();
    let text = text.strip_suffix('.').unwrap_or(&text);
    if path.file_name().is_none() || text.ends_with(std::path::is_separator) {
        return Err(ErrorKind::IsADirectory.into());
    }
    if files::is_device(path) {
        return Ok(Target::InPlace(path.to_path_buf()));
    }
    let mut place = path.to_path_buf();
    for _ in 0..LINKS {
        let data = match fs::symlink_metadata(&place) {
            Ok(data) => data,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Target::Whole(place, None)),
            Err(error) => return Err(error),
        };
        if files::is_descriptor(&place) {
            return Ok(Target::InPlace(place));
        }
        if data.is_symlink() {
            place = input::folder(&place).join(fs::read_link(&place)?);
        } else if data.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        } else if files::is_socket(&data) {
            return Err(io::Error::other("it is a socket"));
        } else if !data.is_file() {
            return Ok(Target::InPlace(place));
        } else if files::is_protected(&data) {
            return Err(ErrorKind::PermissionDenied.into());
        } else {
            return Ok(Target::Whole(place, Some(data.permissions())));
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// How the names of new files begin and end.
const NEW: [&str; 2] = [".banto-", ".new"];

/// A new file beside another, under a short unique name, locked while it is written. A file that only its owner may
/// read stays so throughout.
fn temporary(place: &Path, permissions: Option<&Permissions>) -> io::Result<(PathBuf, File)> {
    let [start, end] = NEW;
    for number in 0..100 {
        let path = place.with_file_name(format!("{start}{}-{number}{end}", processes::id()));
        match File::create_new(&path) {
            // Before it was locked, another program may have taken it for one that was left.
            Ok(file)
                if files::lock(&file).is_ok_and(|is_locked| !is_locked || !files::is_at(&file, &path)) => {}
            Ok(file) => {
                if let Some(permissions) = permissions {
                    files::permit(&file, permissions.clone())?;
                }
                return Ok((path, file));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Sweeps a folder when this program first writes there: it may write thousands of plans to one.
fn once_swept(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let is_first = SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf());
    if is_first {
        sweep(folder);
    }
}

/// Removes new files that programs have left in a folder which were killed while they wrote: those that none holds.
fn sweep(folder: &Path) {
    let [start, end] = NEW;
    let is_new = |name: &str| {
        let numbers = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        numbers.is_some_and(|numbers| numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_new(&entry.file_name().to_string_lossy())
            || !entry.file_type().is_ok_and(|kind| kind.is_file())
        {
            continue;
        }
        let path = entry.path();
        let Ok(file) = File::options().write(true).open(&path) else { continue };
        if files::lock(&file).is_ok_and(|is_locked| is_locked && files::is_at(&file, &path)) {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Reports that a file cannot be written.
pub(crate) fn refuse(output: &Output, path: &Path, error: &io::Error) -> Exit {
    if path.as_os_str() == "-" {
        output.end_unread(error);
        return Exit::Input;
    }
    let reason = match error.kind() {
        ErrorKind::NotFound if !input::folder(path).exists() => {
            format!("there is no folder {}", input::folder(path).display())
        }
        ErrorKind::NotFound => "no file can be created there".to_owned(),
        ErrorKind::IsADirectory if !path.is_dir() => "this is a folder".to_owned(),
        _ => reason(error),
    };
    output.error(&format!("cannot write {}: {reason}", path.display()));
    Exit::Input
}
