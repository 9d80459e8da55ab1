//! A board as an SVG, for programs that are no browsers: cells where the comments `;; board:` say, and what is in them.
//!
//! In: [`Scenes`]. Out: text, with the states below one another.

use std::fmt::Write;

use super::scene::Scenes;
use banto_base::page::escape;

/// The side of a cell, and how high a caption is.
const SIDE: usize = 64;
const CAPTION: usize = 32;

impl Scenes<'_> {
    /// The board in some states, each below its caption; `None` if the task has none.
    pub(crate) fn svg(&self, title: &str, states: &[(usize, String)]) -> Option<String> {
        let board = self.places.sequence.board;
        let (columns, rows) = board
            .places()
            .fold((0, 0), |most, (_, (column, row))| (most.0.max(column + 1), most.1.max(row + 1)));
        let (width, high) = (columns * SIDE, rows * SIDE + CAPTION);
        let height = high * states.len();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            escape(title)
        );
        for (number, (state, caption)) in states.iter().enumerate() {
            let top = number * high;
            let _ =
                writeln!(out, "<text x=\"4\" y=\"{}\" font-size=\"14\">{}</text>", top + 22, escape(caption));
            for (cell, (column, row)) in board.places() {
                let (x, y) = (column * SIDE, top + CAPTION + row * SIDE);
                let inside = self.spots[*state].iter().filter(|(_, spot)| spot.0 == cell.index());
                let told = self.places.told(cell.index(), self.moment(*state));
                let mut words: Vec<&str> = inside.map(|(thing, _)| self.label(*thing)).collect();
                words.extend(Some(&*told).filter(|told| !told.is_empty()));
                let size =
                    if words.iter().map(|word| word.chars().count()).sum::<usize>() > 2 { 12 } else { 30 };
                let _ = writeln!(
                    out,
                    "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#efebe1\" \
                     stroke=\"#b8b4a8\"/><text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{}</text></g>",
                    escape(self.places.sequence.name(cell.index())),
                    x + SIDE / 2,
                    y + SIDE / 2 + size / 3,
                    escape(&words.join(" "))
                );
            }
        }
        (columns > 0).then(|| out + "</svg>\n")
    }
}
