//! Columns and rows for places that are joined: those of a grid if they fit one, else by how far each is from one end,
//! so that what is near in the graph is near in the picture.
//!
//! In: a connected graph. Out: the cell of each node; no two have the same.

/// How many corners of a grid are tried.
const MOST_CORNERS: usize = 24;

/// A column and a row.
pub(super) type Cell = (usize, usize);

/// The cells of the nodes of a connected graph, and the class that says what they are: a grid with squares, whose cells
/// are equally large, a row, or layers, whose rows are halves.
pub(super) fn cells(edges: &[(usize, usize)], count: usize) -> (Vec<Cell>, &'static str) {
    let mut near = vec![Vec::new(); count];
    for (from, to) in edges {
        near[*from].push(*to);
        near[*to].push(*from);
    }
    let distances: Vec<Vec<usize>> = (0..count).map(|from| walk(&near, from)).collect();
    match on_grid(&near, &distances) {
        Some(cells) => (cells, if edges.len() < count { "joined" } else { "joined even" }),
        None => (in_layers(&near, &distances), "joined layers"),
    }
}

/// Cells in columns by the distance from a node at the end; in a column, each is near those that it is joined to.
fn in_layers(near: &[Vec<usize>], distances: &[Vec<usize>]) -> Vec<Cell> {
    let farthest = |from: usize| (0..near.len()).rev().max_by_key(|node| distances[from][*node]).unwrap_or(0);
    let distance = &distances[farthest(0)];
    let mut cells: Vec<Cell> = vec![(0, 0); near.len()];
    // As many rows as make it twice as wide as high boxes look best with.
    let most = 2 * near.len().isqrt().max(1);
    let mut column = 0;
    for layer in 0..=distance.iter().copied().max().unwrap_or(0) {
        let mut nodes: Vec<usize> = (0..near.len()).filter(|node| distance[*node] == layer).collect();
        nodes.sort_by_key(|node| {
            let before: Vec<usize> = near[*node]
                .iter()
                .filter(|other| distance[**other] < layer)
                .map(|other| cells[*other].1)
                .collect();
            100 * before.iter().sum::<usize>() / before.len().max(1)
        });
        for part in nodes.chunks(most) {
            // Rows are halves, so that each column stands in the middle.
            let first = most.min(near.len()) - part.len();
            part.iter().enumerate().for_each(|(at, node)| cells[*node] = (column, first + 2 * at));
            column += 1;
        }
    }
    cells
}

/// How many edges lead from a node to each.
fn walk(near: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut distance = vec![usize::MAX; near.len()];
    distance[from] = 0;
    let mut open = vec![from];
    let mut next = 0;
    while let Some(node) = open.get(next).copied() {
        next += 1;
        for other in &near[node] {
            if distance[*other] == usize::MAX {
                distance[*other] = distance[node] + 1;
                open.push(*other);
            }
        }
    }
    distance
}

/// Columns and rows, if all edges lead to the next column or row: found by the distances from two corners.
fn on_grid(near: &[Vec<usize>], distances: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
    let count = near.len();
    let corners: Vec<usize> = (0..count).filter(|node| near[*node].len() <= 2).take(MOST_CORNERS).collect();
    let mut best: Option<(usize, Vec<(usize, usize)>)> = None;
    for from in &corners {
        for to in corners.iter().filter(|to| *to != from) {
            let width = distances[*from][*to];
            let cell = |node: usize| {
                let (left, right) = (distances[*from][node], distances[*to][node]);
                let (column, row) = ((left + width).checked_sub(right)?, (left + right).checked_sub(width)?);
                (column % 2 == 0 && row % 2 == 0).then_some((column / 2, row / 2))
            };
            let Some(cells) = (0..count).map(cell).collect::<Option<Vec<_>>>() else { continue };
            let is_step = |one: usize, other: usize| {
                let (one, other) = (cells[one], cells[other]);
                one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
            };
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|two| two[0] == two[1])
                || !(0..count).all(|node| near[node].iter().all(|other| is_step(node, *other)))
            {
                continue;
            }
            // Of the eight ways to hold it, the one in which the objects are read as they are declared.
            let reads = cells.windows(2).filter(|two| (two[0].0 + 1, two[0].1) == two[1]).count();
            if best.as_ref().is_none_or(|(known, _)| reads > *known) {
                best = Some((reads, cells));
            }
        }
    }
    best.map(|(_, cells)| cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_drawn_as_one_and_read_as_it_is_declared() {
        let across = (0..12).filter(|at| at % 4 < 3).map(|at| (at, at + 1));
        let edges: Vec<(usize, usize)> = across.chain((0..8).map(|at| (at, at + 4))).collect();
        let wanted: Vec<Cell> = (0..12).map(|at| (at % 4, at / 4)).collect();
        assert_eq!(cells(&edges, 12), (wanted, "joined even"));
    }

    #[test]
    fn nodes_of_any_graph_have_cells_of_their_own() {
        let graphs: [&[(usize, usize)]; 3] = [
            &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)],
            &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
            &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)],
        ];
        for edges in graphs {
            let count = edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap() + 1;
            let (mut found, class) = cells(edges, count);
            found.sort_unstable();
            found.dedup_by(|one, other| one.0 == other.0 && one.1.abs_diff(other.1) < 2);
            assert_eq!((found.len(), class), (count, "joined layers"), "{edges:?}");
        }
    }
}
