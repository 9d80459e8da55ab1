//! The program as a test runs it.
//!
//! In: arguments, and lines of input where a command reads some. Out: the exit code and what was printed. Knows no
//! command.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program in the root of the project, with no input, and with no wish about colours.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banto"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

pub fn banto(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// Runs the program with these lines as its input.
pub fn banto_with(arguments: &[&str], input: &str) -> Output {
    let piped = || Stdio::piped();
    let mut child = program().args(arguments).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A program that ends early reads no more.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Writes a file into a folder; gives its path.
pub fn written(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}
