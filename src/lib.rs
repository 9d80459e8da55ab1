pub mod pddl;
pub mod source;
