//! Games: rules against their oracles, fast search against minimax, PDDL against native boards.
//!
//! Without optimization the numbers are smaller; `benches/games.sh` runs everything with it.

#[path = "../support/oracle/by_trying.rs"]
mod by_trying;
mod connect_four;
mod minimax;
mod native;
mod positions;
mod shapes;
mod tasks;
mod tic_tac_toe;
mod values;
