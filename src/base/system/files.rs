//! Files: names that mean devices, folders of the user, opening one in a folder, replacing one, locking one, and what
//! errors mean.

use std::fs::{self, File, Metadata, Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn is_standard_output(path: &Path) -> bool {
    let ours = same_file::Handle::stdout();
    ours.is_ok_and(|ours| same_file::Handle::from_path(path).is_ok_and(|file| file == ours))
}

pub fn is_socket(data: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_socket(&data.file_type());
    #[cfg(not(unix))]
    {
        let _ = data;
        false
    }
}

/// Whether a path names an open descriptor of this process, as `/dev/fd/2` does.
pub fn is_descriptor(path: &Path) -> bool {
    let is_number =
        path.file_name().is_some_and(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit));
    // Where there is a `/proc`, the other two lead there.
    let is_folder =
        |path: PathBuf| path == Path::new("/dev/fd") || (path.starts_with("/proc") && path.ends_with("fd"));
    is_number && path.parent().and_then(|folder| folder.canonicalize().ok()).is_some_and(is_folder)
}

/// Whether a name means a device in every folder, as `NUL` does on Windows.
pub fn is_device(path: &Path) -> bool {
    cfg!(windows) && is_reserved(path)
}

fn is_reserved(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
    // Before Windows 11, an ending made no difference.
    let name = name.split('.').next().unwrap_or_default().trim_end();
    let is_numbered = |rest: &str| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit());
    match name.split_at_checked(3) {
        Some(("COM" | "LPT", rest)) => is_numbered(rest),
        Some(("CON", "IN$" | "OUT$")) => true,
        Some(("NUL" | "CON" | "PRN" | "AUX", rest)) => rest.is_empty(),
        _ => false,
    }
}

/// Locks an open file for this program, which has it until the file is closed or the program ends, however it ends.
/// False if another has it. In a browser, there is one program and no locks.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(_)) if cfg!(target_family = "wasm") => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a path leads to this open file. In a browser, no other program could have moved it.
pub fn is_at(file: &File, path: &Path) -> bool {
    if cfg!(target_family = "wasm") {
        return true;
    }
    let ours = file.try_clone().and_then(same_file::Handle::from_file);
    ours.is_ok_and(|ours| same_file::Handle::from_path(path).is_ok_and(|there| there == ours))
}

/// Puts a file that was just written, and is still open, in the place of another. If the machine fails, one of the two
/// is there, whole; after this, the new one.
pub fn replace_for_good(file: &File, new: &Path, old: &Path) -> io::Result<()> {
    if !cfg!(target_family = "wasm") {
        file.sync_all()?;
    }
    replace(new, old)?;
    // Its name is kept as well, where a folder can be opened.
    let folder = old.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Puts a file in the place of another. On Windows a virus scanner, or whoever else reads one of them, may hold it for
/// a moment.
pub fn replace(new: &Path, old: &Path) -> io::Result<()> {
    let mut replaced = fs::rename(new, old);
    for _ in 0..10 {
        match &replaced {
            // ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION
            Err(error) if cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32)) => {
                std::thread::sleep(Duration::from_millis(50));
                replaced = fs::rename(new, old);
            }
            _ => break,
        }
    }
    replaced
}

/// Whether an error means that nobody reads the other end of a pipe.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    /// `ERROR_PIPE_NOT_CONNECTED`
    const NOT_CONNECTED: i32 = 233;
    error.kind() == ErrorKind::BrokenPipe || (cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED))
}

/// Whether a file must not be written. In a browser, there are no permissions.
pub fn is_protected(data: &Metadata) -> bool {
    !cfg!(target_family = "wasm") && data.permissions().readonly()
}

/// Lets a file be read and written by those who may. In a browser, that is one person.
pub fn permit(file: &File, permissions: Permissions) -> io::Result<()> {
    if cfg!(target_family = "wasm") { Ok(()) } else { file.set_permissions(permissions) }
}

/// The path without links. In a browser there are none.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    if cfg!(target_family = "wasm") { path.metadata().map(|_| path.to_owned()) } else { path.canonicalize() }
}

/// Creates a folder that nobody else may enter, unless there is something of its name.
pub fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a regular file by its path in a folder. No link is followed in the folder, so that nobody can lead it
/// elsewhere meanwhile, and nobody is waited for, as at a pipe.
pub fn open_inside(folder: &Path, inside: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let file = {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut file = File::open(folder)?;
        for part in inside {
            file = openat(&file, part, flags, Mode::empty())?.into();
        }
        file
    };
    #[cfg(not(unix))]
    let file = File::open(folder.join(inside))?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
}

/// An error in words, where its kind does not say it.
pub fn meaning(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error() {
        // ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION
        Some(32 | 33) if cfg!(windows) => Some("another program has it open"),
        // ERROR_ACCESS_DENIED
        Some(5) if cfg!(windows) => Some("permission denied, or another program has it open"),
        // ERROR_INVALID_NAME
        Some(123) if cfg!(windows) => Some("a file cannot have this name"),
        _ => None,
    }
}

/// The folder for the user's data.
pub fn data_folder() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", &[".local", "share"], "Application Support")
}

/// The folder for what can be made again.
pub fn cache_folder() -> Option<PathBuf> {
    folder("XDG_CACHE_HOME", &[".cache"], "Caches")
}

/// The folder that a variable names, or the usual one: of Unix, and the one below `Library` on macOS.
fn folder(variable: &str, unix: &[&str], library: &str) -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|path| path.is_absolute());
    named(variable).or_else(|| {
        if cfg!(windows) {
            return named("LOCALAPPDATA").or_else(|| Some(home()?.join("AppData").join("Local")));
        }
        if cfg!(target_os = "macos") {
            return Some(home()?.join("Library").join(library));
        }
        Some(home()?.join(unix.iter().collect::<PathBuf>()))
    })
}

/// Runs a program in place of this one; returns if that is not possible.
#[cfg(feature = "mpi")]
pub(crate) fn become_program(command: &mut std::process::Command) {
    #[cfg(unix)]
    let _ = std::os::unix::process::CommandExt::exec(command);
    #[cfg(not(unix))]
    let _ = command;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_mean_devices() {
        for (name, wanted) in [
            ("NUL", true),
            ("folder/nul", true),
            ("com1", true),
            ("con", true),
            ("nul.txt", true),
            ("CONIN$", true),
            ("null", false),
            ("com", false),
            ("com10", false),
            ("plan.nul", false),
            ("aü", false),
        ] {
            assert_eq!(is_reserved(Path::new(name)), wanted, "{name}");
        }
    }
}
