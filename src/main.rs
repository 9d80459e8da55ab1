//! The program: everything is in the library's `cli` module.

use std::process::ExitCode;

fn main() -> ExitCode {
    banto::cli::main()
}
