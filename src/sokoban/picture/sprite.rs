//! The shapes and colors of everything on a cell, in a square of 32 by 32, the lowest first.

use super::Ground;
use crate::level::Cell;

/// The side of a cell in the units of the shapes.
pub(super) const SIDE: i32 = 32;

/// A color: red, green, blue.
pub(super) type Color = [u8; 3];

/// The color around a level.
pub(super) const PAPER: Color = [0xf6, 0xf3, 0xec];

/// A shape, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Left, top, width, height, and the radius of the corners.
    Rect(i32, i32, i32, i32, i32),
    /// The middle and the radius.
    Circle(i32, i32, i32),
    /// A line with round ends: from, to, and half its width.
    Line(i32, i32, i32, i32, i32),
}

pub(super) type Part = (Shape, Color);

const WALL_TOP: Color = [0x6b, 0x73, 0x85];
const WALL_FRONT: Color = [0x49, 0x50, 0x61];
const WALL_LIGHT: Color = [0x7d, 0x86, 0x99];
const FLOOR: Color = [0xee, 0xe4, 0xd2];
const FLOOR_DARK: Color = [0xe8, 0xdc, 0xc7];
const MARK: Color = [0xd2, 0x5f, 0x5f];

const WALL: &[Part] = &[(Shape::Rect(0, 0, 32, 32, 0), WALL_TOP), (Shape::Rect(0, 0, 32, 2, 0), WALL_LIGHT)];
const WALL_WITH_FRONT: &[Part] = &[
    (Shape::Rect(0, 0, 32, 32, 0), WALL_FRONT),
    (Shape::Rect(0, 0, 32, 23, 0), WALL_TOP),
    (Shape::Rect(0, 0, 32, 2, 0), WALL_LIGHT),
];
const LIGHT: &[Part] = &[(Shape::Rect(0, 0, 32, 32, 0), FLOOR)];
const DARK: &[Part] = &[(Shape::Rect(0, 0, 32, 32, 0), FLOOR_DARK)];

/// A ring with a dot in it.
const GOAL: &[Part] =
    &[(Shape::Circle(16, 16, 9), MARK), (Shape::Circle(16, 16, 6), FLOOR), (Shape::Circle(16, 16, 3), MARK)];

/// A goal under the player, who hides its inner part.
const GOAL_AROUND_PLAYER: &[Part] = &[(Shape::Circle(16, 16, 15), MARK), (Shape::Circle(16, 16, 12), FLOOR)];

const BOX: &[Part] = &crate_of([0x8a, 0x5a, 0x28], [0xd6, 0x9a, 0x4e], [0xb5, 0x7b, 0x36]);
const BOX_HOME: &[Part] = &crate_of([0x3f, 0x6b, 0x3a], [0x8f, 0xbc, 0x6e], [0x68, 0x97, 0x4c]);

/// A wooden box: an edge, boards, and two planks across.
const fn crate_of(edge: Color, board: Color, plank: Color) -> [Part; 6] {
    [
        (Shape::Rect(3, 3, 26, 26, 4), edge),
        (Shape::Rect(5, 5, 22, 22, 2), plank),
        (Shape::Rect(8, 8, 16, 16, 1), board),
        (Shape::Line(10, 10, 22, 22, 2), plank),
        (Shape::Line(10, 22, 22, 10, 2), plank),
        (Shape::Rect(6, 6, 20, 1, 0), board),
    ]
}

/// The player from above: shoulders, a cap, and its peak.
const PLAYER: &[Part] = &[
    (Shape::Line(9, 20, 23, 20, 5), [0x2f, 0x55, 0x86]),
    (Shape::Line(10, 20, 22, 20, 3), [0x44, 0x72, 0xae]),
    (Shape::Circle(16, 14, 8), [0x2f, 0x55, 0x86]),
    (Shape::Circle(16, 14, 7), [0xf0, 0xc9, 0x9d]),
    (Shape::Line(11, 10, 21, 10, 3), [0xc4, 0x4a, 0x4a]),
    (Shape::Circle(13, 15, 1), [0x3a, 0x2e, 0x26]),
    (Shape::Circle(19, 15, 1), [0x3a, 0x2e, 0x26]),
];

pub(super) fn parts(ground: Ground, cell: Cell) -> impl Iterator<Item = Part> {
    let below = match ground {
        Ground::Outside => &[],
        Ground::Wall { front: true } => WALL_WITH_FRONT,
        Ground::Wall { front: false } => WALL,
        Ground::Floor { dark: true } => DARK,
        Ground::Floor { dark: false } => LIGHT,
    };
    let mark: &[Part] = match cell {
        Cell::Goal => GOAL,
        Cell::PlayerOnGoal => GOAL_AROUND_PLAYER,
        _ => &[],
    };
    let above: &[Part] = match cell {
        Cell::Box => BOX,
        Cell::BoxOnGoal => BOX_HOME,
        Cell::Player | Cell::PlayerOnGoal => PLAYER,
        _ => &[],
    };
    below.iter().chain(mark).chain(above).copied()
}
