//! The table of searches: names are found, and each once.

use std::collections::BTreeMap;

use banto::search::{Algorithm, SEARCHES, search_named};

#[test]
fn names_are_unique_and_found() {
    let rows: BTreeMap<&str, Algorithm> = SEARCHES.iter().map(|row| (row.name, row.algorithm)).collect();
    assert_eq!(rows.len(), SEARCHES.len());
    for row in SEARCHES {
        assert_eq!(search_named(row.name).unwrap().algorithm, row.algorithm);
        assert_eq!(row.algorithm.row().name, row.name);
    }
    assert!(search_named("A*").is_none());
}
