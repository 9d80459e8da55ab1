//! `banto proof`: the commands about proofs for a checker that others have written.

mod check;

use crate::command::{Row, row};

/// The commands of the group, in the order of help.
pub(crate) const ROWS: &[Row] = &[row!("check", "check.txt", check::Check, check::run)];
