//! The program in a pseudo-terminal.
//!
//! In: a size, variables of the environment, arguments. Out: the running program, or all that it has written. Knows no
//! screen.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Read;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::command::text;

/// The side of the terminal that reads and types, and the program.
pub type Running = (Box<dyn MasterPty + Send>, Box<dyn Child + Send + Sync>);

/// Starts the program in a terminal of this size; nothing where the system has none.
pub fn start(columns: u16, rows: u16, variables: &[(&str, &str)], arguments: &[&str]) -> Option<Running> {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    let pair = match native_pty_system().openpty(size) {
        Ok(pair) => pair,
        Err(error) => {
            crate::cases::tell(&format!("skipped: no pseudo-terminal: {error}"));
            return None;
        }
    };
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_banto"));
    command.args(arguments);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    command.env("TERM", "xterm-256color");
    command.env_remove("NO_COLOR");
    command.env("BANTO_SOLUTIONS", "");
    variables.iter().for_each(|(name, value)| command.env(name, value));
    let child = pair.slave.spawn_command(command).unwrap();
    Some((pair.master, child))
}

/// What the program writes on a terminal of some width; nothing where the system has none.
pub fn on_terminal(columns: u16, variables: &[(&str, &str)], arguments: &[&str]) -> Option<String> {
    let (master, mut child) = start(columns, 24, variables, arguments)?;
    let mut source = master.try_clone_reader().unwrap();
    let reader = std::thread::spawn(move || {
        let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = source.read(&mut bytes) {
            all.extend_from_slice(&bytes[..count]);
        }
        all
    });
    child.wait().unwrap();
    drop(master);
    Some(text(&reader.join().unwrap()))
}
