//! The commands, one to a file or folder: each has its flags, its `run`, its JSON, and chooses its exit code. The text
//! below its flags in help is beside it, in a file of its name. The table of all is in `arguments.rs`.

pub(super) mod check;
pub(super) mod compare;
pub(super) mod draw;
pub(super) mod explain;
pub(super) mod fmt;
pub(super) mod game;
pub(super) mod ground;
pub(super) mod new;
pub(super) mod plan;
pub(super) mod proof;
pub(super) mod shell;
pub(super) mod sokoban;
pub(super) mod step;
pub(super) mod validate;
pub(super) mod why;
