//! The search engine against its oracle.
//!
//! Every row of the registry runs on every space here; a new row is tested without a new test.

#![allow(clippy::cast_possible_truncation)] // The numbers here are small.

#[path = "../support/cases.rs"]
mod cases;
mod contracts;
mod dijkstra;
mod ends;
mod graph;
mod random_graphs;
mod ranks;
mod registry;
mod schedules;
mod sliding;
#[path = "../support/slow.rs"]
mod slow;
#[path = "../support/tiles.rs"]
mod tiles;
