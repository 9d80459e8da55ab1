//! Sliding tiles: every search on small boards, the farthest eight-puzzle, and open lists of one's own.

use banto::search::open::{Fifo, Ordered, by_f};
use banto::search::{Algorithm, Blind, EagerRules, Reopen, Report, Search, eager};

use crate::dijkstra::check;
use crate::tiles::{Manhattan, Tiles};

#[test]
fn sliding_tiles() {
    for tiles in [[0, 1, 2, 3, 4, 5], [4, 5, 0, 1, 2, 3], [1, 2, 5, 3, 4, 0], [3, 2, 1, 0, 5, 4]] {
        let space = Tiles::<3, 2>::new(&tiles);
        check(&space, &[Manhattan], false, false);
        check(&space, &[Blind], true, true);
    }
    // Two tiles exchanged: half of all orders cannot be reached.
    check(&Tiles::<2, 3>::new(&[0, 2, 1, 3, 4, 5]), &[Manhattan], true, false);
}

#[test]
fn the_farthest_eight_puzzle() {
    let space = Tiles::<3, 3>::new(&[8, 0, 6, 5, 4, 7, 2, 3, 1]);
    for (algorithm, heuristic) in
        [(Algorithm::Astar, true), (Algorithm::Ida, true), (Algorithm::UniformCost, false)]
    {
        let report = Search::new(&space).heuristic(Manhattan).run(algorithm);
        assert_eq!(report.path().unwrap().cost, 31, "{algorithm:?}");
        assert_eq!(report.work.counts.evaluated > 0, heuristic);
    }
    let report = Search::new(&space).heuristic(Manhattan).run(Algorithm::Gbfs);
    assert!(report.work.counts.expanded < 5000, "{:?}", report.work.counts);
}

#[test]
fn open_lists_of_ones_own() {
    let space = Tiles::<3, 2>::new(&[4, 5, 0, 1, 2, 3]);
    let rules = EagerRules {
        evaluates: true,
        apart: false,
        reopen: Reopen::Always,
        early_goal: false,
        preferred: false,
        weight: Some(1),
    };
    let by_list = eager(&mut Search::new(&space).heuristic(Manhattan), &mut Ordered::new(by_f(0, 1)), rules);
    let by_name: Report<u32> = Search::new(&space).heuristic(Manhattan).run(Algorithm::Astar);
    assert_eq!(by_list, by_name);
    let fifo = eager(&mut Search::new(&space), &mut Fifo::new(), EagerRules { early_goal: true, ..rules });
    assert_eq!(fifo.path().map(|path| path.cost), by_name.path().map(|path| path.cost));
}
