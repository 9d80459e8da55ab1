//! Everything there is has its place in the pages.
