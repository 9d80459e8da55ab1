//! Opens an address in the user's browser, if the system has a program that does.

use std::process::{Command, Stdio};

#[cfg(windows)]
const OPENER: &[&str] = &["cmd", "/c", "start", ""];
#[cfg(target_os = "macos")]
const OPENER: &[&str] = &["open"];
#[cfg(not(any(windows, target_os = "macos")))]
const OPENER: &[&str] = &["xdg-open"];

/// Opens an address, which must be free of characters that a shell knows. Whether that worked, only the user sees.
pub fn open(address: &str) {
    let mut command = Command::new(OPENER[0]);
    command.args(&OPENER[1..]).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        let _ = std::thread::Builder::new().spawn(move || child.wait());
    }
}
