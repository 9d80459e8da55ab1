//! The program: everything is in the library's `program` module.

use std::process::ExitCode;

fn main() -> ExitCode {
    banto::program::main()
}
