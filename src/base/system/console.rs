//! The console: what it understands, standard output without a buffer, and the words of the command line.

use std::ffi::OsString;
use std::fs::File;
use std::io;

/// The words of the command line. Windows leaves `*.pddl` to the program.
pub fn arguments() -> Vec<OsString> {
    wild::args_os().collect()
}

/// Whether the console understands escape sequences; consoles of Windows are asked to do so first.
pub fn knows_escapes() -> bool {
    #[cfg(all(windows, feature = "interactive"))]
    return crossterm::ansi_support::supports_ansi();
    #[cfg(not(all(windows, feature = "interactive")))]
    std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// The keys that end what is typed.
pub const END_OF_INPUT: &str = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };

/// Whether the console shows more than ASCII. Those of Windows are written to in Unicode; elsewhere the locale says how
/// bytes are read; without one, as in containers, they are UTF-8 nowadays.
pub fn knows_unicode() -> bool {
    cfg!(windows) || is_unicode(|name| std::env::var(name).ok())
}

fn is_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut named =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).filter(|value| !value.is_empty());
    named.next().is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// How many columns the terminal has that standard error goes to.
pub fn columns() -> Option<u16> {
    #[cfg(not(target_family = "wasm"))]
    return terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0);
    #[cfg(target_family = "wasm")]
    None
}

/// Standard output without a buffer. Bytes for a console of Windows have to pass through the buffer: they become UTF-16
/// there.
pub fn standard_output() -> io::Result<File> {
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        if io::IsTerminal::is_terminal(&io::stdout()) {
            return Err(io::ErrorKind::Unsupported.into());
        }
        io::stdout().as_handle().try_clone_to_owned().map(File::from)
    }
    #[cfg(not(windows))]
    std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().map(File::from)
}

#[cfg(test)]
mod tests {
    use super::is_unicode;

    #[test]
    fn the_first_variable_that_is_set_says_how_bytes_are_read() {
        let with = |set: &[(&str, &str)]| {
            is_unicode(|name| set.iter().find(|one| one.0 == name).map(|one| one.1.to_owned()))
        };
        assert!(with(&[("LANG", "de_DE.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")]));
        assert!(with(&[]));
    }
}
