//! Where places are drawn that are joined: on a grid if they fit one, else so that distances in the picture are near
//! those in the graph (stress majorization: Gansner, Koren and North 2004).
//!
//! In: a connected graph, and the sizes of its nodes. Out: the center of each node; no two overlap. Only sums, products
//! and square roots in a fixed order: the same on every machine.

/// How many steps the distances may take, over all nodes.
const MOST_WORK: usize = 20_000_000;
/// How many corners of a grid are tried.
const MOST_CORNERS: usize = 24;

pub(super) type Point = (f64, f64);

/// Where the nodes of a connected graph are, and whether that is a grid with squares. What would be wider than
/// this is turned.
pub(super) fn centers(
    edges: &[(usize, usize)],
    sizes: &[Point],
    gap: Point,
    most: f64,
) -> (Vec<Point>, bool) {
    let mut near = vec![Vec::new(); sizes.len()];
    for (from, to) in edges {
        near[*from].push(*to);
        near[*to].push(*from);
    }
    let distances: Vec<Vec<usize>> = (0..sizes.len()).map(|from| walk(&near, from)).collect();
    let width = |points: &[Point]| {
        let ends = |side: f64| points.iter().zip(sizes).map(move |(at, size)| at.0 * side + size.0 / 2.0);
        ends(1.0).fold(f64::MIN, f64::max) + ends(-1.0).fold(f64::MIN, f64::max)
    };
    let narrow = |points: Vec<Point>, turned: &dyn Fn() -> Vec<Point>| {
        let other = if width(&points) > most { turned() } else { return points };
        if width(&other) < width(&points) { other } else { points }
    };
    if let Some(cells) = on_grid(&near, &distances) {
        let turned: Vec<(usize, usize)> = cells.iter().map(|cell| (cell.1, cell.0)).collect();
        let found = grid_centers(&cells, sizes, gap);
        return (narrow(found, &|| grid_centers(&turned, sizes, gap)), edges.len() >= sizes.len());
    }
    let points = near_in_distance(&distances);
    let turned: Vec<Point> = points.iter().map(|point| (point.1, point.0)).collect();
    (narrow(spread(&points, sizes, gap), &|| spread(&turned, sizes, gap)), false)
}

/// The centers of nodes in columns and rows, each as wide or high as its largest node.
pub(super) fn grid_centers(cells: &[(usize, usize)], sizes: &[Point], gap: Point) -> Vec<Point> {
    let centers = |pick: fn(&(usize, usize)) -> usize, length: fn(&Point) -> f64| {
        let gap = length(&gap);
        let mut most = vec![0.0_f64; cells.iter().map(pick).max().map_or(0, |last| last + 1)];
        for (cell, size) in cells.iter().zip(sizes) {
            most[pick(cell)] = most[pick(cell)].max(length(size));
        }
        // A row that is empty takes as much as the others do.
        let usual = most.iter().copied().fold(0.0, f64::max);
        let mut end = 0.0;
        let middle = most.iter().map(|length| {
            let length = if *length > 0.0 { *length } else { usual };
            end += length + gap;
            end - gap - length / 2.0
        });
        middle.collect::<Vec<f64>>()
    };
    let (columns, rows) = (centers(|cell| cell.0, |size| size.0), centers(|cell| cell.1, |size| size.1));
    cells.iter().map(|(column, row)| (columns[*column], rows[*row])).collect()
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

/// Points with nearly these distances.
#[allow(clippy::cast_precision_loss, reason = "places in a picture")]
fn near_in_distance(distances: &[Vec<usize>]) -> Vec<Point> {
    let count = distances.len();
    let farthest = |from: &dyn Fn(usize) -> usize| {
        (0..count).max_by_key(|node| (from(*node), count - node)).unwrap_or(0)
    };
    let one = farthest(&|node| distances[0][node]);
    let two = farthest(&|node| distances[one][node]);
    let three = farthest(&|node| distances[one][node].min(distances[two][node]));
    // Apart even where the distances are the same.
    let apart = |node: usize| ((node * 7) % 11) as f64 * 0.02;
    let mut points: Vec<Point> = (0..count)
        .map(|node| {
            (distances[one][node] as f64 + apart(node), distances[three][node] as f64 + apart(node * 3 + 1))
        })
        .collect();
    let rounds = (MOST_WORK / (count * count).max(1)).clamp(10, 300);
    for _ in 0..rounds {
        for node in 0..count {
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for other in (0..count).filter(|other| *other != node) {
                let wanted = distances[node][other] as f64;
                let weight = 1.0 / (wanted * wanted);
                let (x, y) = (points[node].0 - points[other].0, points[node].1 - points[other].1);
                let length = (x * x + y * y).sqrt().max(1e-6);
                sum.0 += weight * (points[other].0 + x * wanted / length);
                sum.1 += weight * (points[other].1 + y * wanted / length);
                weights += weight;
            }
            if weights > 0.0 {
                points[node] = (sum.0 / weights, sum.1 / weights);
            }
        }
    }
    points
}

/// Points far enough apart for nodes of these sizes: those that are too near are pushed apart, as long as that helps.
#[allow(clippy::cast_precision_loss, reason = "places in a picture")]
fn spread(points: &[Point], sizes: &[Point], gap: Point) -> Vec<Point> {
    let mean =
        |pick: fn(&Point) -> f64| sizes.iter().map(pick).sum::<f64>() / sizes.len() as f64 + pick(&gap);
    let (wide, high) = (mean(|size| size.0), mean(|size| size.1));
    let mut points: Vec<Point> = points.iter().map(|point| (point.0 * wide, point.1 * high)).collect();
    let pairs = || (0..sizes.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let room = |one: usize, other: usize, share: f64| {
        let (one, other) = (sizes[one], sizes[other]);
        (f64::midpoint(one.0, other.0) + gap.0 * share, f64::midpoint(one.1, other.1) + gap.1 * share)
    };
    for _ in 0..(MOST_WORK / (sizes.len() * sizes.len())).clamp(10, 300) {
        let before = points.clone();
        for (one, other) in pairs() {
            let room = room(one, other, 1.0);
            let (x, y) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
            let (across, down) = (room.0 - x.abs(), room.1 - y.abs());
            if across > 0.0 && down > 0.0 {
                let push = if across < down { (across.copysign(x), 0.0) } else { (0.0, down.copysign(y)) };
                points[one] = (points[one].0 + push.0 / 2.0, points[one].1 + push.1 / 2.0);
                points[other] = (points[other].0 - push.0 / 2.0, points[other].1 - push.1 / 2.0);
            }
        }
        if points == before {
            break;
        }
    }
    let scale = pairs().fold(1.0_f64, |scale, (one, other)| {
        let room = room(one, other, 0.25);
        let (x, y) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
        scale.max((room.0 / x.abs().max(1.0)).min(room.1 / y.abs().max(1.0)))
    });
    points.iter().map(|point| (point.0 * scale, point.1 * scale)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_drawn_as_one_and_read_as_it_is_declared() {
        let across = (0..12).filter(|at| at % 4 < 3).map(|at| (at, at + 1));
        let edges: Vec<(usize, usize)> = across.chain((0..8).map(|at| (at, at + 4))).collect();
        let (found, is_even) = centers(&edges, &[(10.0, 10.0); 12], (30.0, 30.0), f64::MAX);
        let cells: Vec<(usize, usize)> = (0..12).map(|at| (at % 4, at / 4)).collect();
        assert_eq!((&found, is_even), (&grid_centers(&cells, &[(10.0, 10.0); 12], (30.0, 30.0)), true));
        // Where there is no room for four columns, there are three.
        let (turned, _) = centers(&edges, &[(10.0, 10.0); 12], (30.0, 30.0), 100.0);
        assert_eq!(turned, found.iter().map(|at| (at.1, at.0)).collect::<Vec<_>>());
    }

    #[test]
    fn nodes_of_any_graph_do_not_overlap() {
        let graphs: [&[(usize, usize)]; 3] = [
            &[(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)],
            &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)],
            &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)],
        ];
        for edges in graphs {
            let count = edges.iter().map(|edge| edge.0.max(edge.1)).max().unwrap() + 1;
            let sizes = vec![(60.0, 30.0); count];
            let (points, _) = centers(edges, &sizes, (10.0, 10.0), f64::MAX);
            for one in 0..count {
                for other in 0..one {
                    let (x, y) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
                    assert!(x.abs() >= 60.0 || y.abs() >= 30.0, "{edges:?}: {one} and {other}");
                }
            }
        }
    }
}
