//! The files of commands: texts read within limits, a domain found beside its problem, levels chosen from collections,
//! results saved as a whole.

pub(super) mod definition;
pub(super) mod find_domain;
pub(super) mod fixes;
pub(super) mod input;
pub(super) mod levels;
pub(super) mod load;
pub(super) mod one_file;
pub(super) mod save;
pub(super) mod solutions;
pub(super) mod which_levels;
