//! Puzzles in many encodings: someone pushes things over a small grid, until they are where they are wanted.
//!
//! In: random numbers. Out: a puzzle, the fewest steps of its solutions, by a breadth-first search that shares nothing
//! with the planner, and its text in an encoding.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short texts")]
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::collections::{BTreeSet, VecDeque};

use banto::search::Random;

/// How it is said that a thing is where it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Each goal has a thing, whichever; things have no names.
    Anywhere,
    /// Each thing has a flag, which pushes set and clear.
    Flagged,
    /// Each thing has a flag, which pushes clear, and an action of its own sets.
    Noted,
    /// Each thing has its own goal.
    Own,
}

/// How a cell is known to be free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// There is no thing.
    Negative,
    /// It is clear: there is no thing.
    OfThings,
    /// It is clear: there is neither a thing nor the one who pushes.
    OfAll,
}

#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    pub wanted: Wanted,
    free: Free,
    /// Whether a cell is two numbers.
    has_two_numbers: bool,
    /// Whether the one who pushes has a name.
    has_name: bool,
}

impl Encoding {
    /// All of them.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for wanted in [Wanted::Anywhere, Wanted::Flagged, Wanted::Noted, Wanted::Own] {
            for free in [Free::Negative, Free::OfThings, Free::OfAll] {
                for (has_two_numbers, has_name) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    if wanted == Wanted::Anywhere || free != Free::Negative {
                        all.push(Self { wanted, free, has_two_numbers, has_name });
                    }
                }
            }
        }
        all
    }

    pub fn random(random: &mut Random) -> Self {
        let wanted = [Wanted::Anywhere, Wanted::Flagged, Wanted::Noted, Wanted::Own][random.below_index(4)];
        let free = [Free::Negative, Free::OfThings, Free::OfAll][random.below_index(3)];
        // With names, no fact says that there is no thing.
        let free = if wanted != Wanted::Anywhere && free == Free::Negative { Free::OfThings } else { free };
        let has_two_numbers = random.below_index(2) == 0;
        Self { wanted, free, has_two_numbers, has_name: random.below_index(2) == 0 }
    }
}

pub struct Puzzle {
    width: usize,
    /// For each cell, whether it is part of the grid.
    is_open: Vec<bool>,
    start: usize,
    things: Vec<usize>,
    goals: Vec<usize>,
}

impl Puzzle {
    /// A room without walls, with two things in it.
    pub fn room() -> Self {
        Self { width: 5, is_open: vec![true; 20], start: 0, things: vec![6, 8], goals: vec![11, 13] }
    }

    /// Things are drawn away from goals, so that most puzzles have a solution; sometimes other things change places.
    pub fn random(random: &mut Random) -> Self {
        let (width, height) = (3 + random.below_index(3), 3 + random.below_index(2));
        let mut is_open: Vec<bool> = (0..width * height).map(|_| random.below_index(8) > 0).collect();
        is_open[..4].fill(true);
        let mut cells: Vec<usize> = (0..is_open.len()).filter(|cell| is_open[*cell]).collect();
        for at in (1..cells.len()).rev() {
            cells.swap(at, random.below_index(at + 1));
        }
        let goals = cells[1..].iter().copied().take(2 + random.below_index(2)).collect::<Vec<_>>();
        let mut puzzle = Self { width, is_open, start: cells[0], things: goals.clone(), goals };
        for _ in 0..40 {
            let direction = random.below_index(4);
            let back = puzzle.step(puzzle.start, direction ^ 1).filter(|back| !puzzle.things.contains(back));
            let Some(back) = back else { continue };
            let front = puzzle.step(puzzle.start, direction);
            let thing = puzzle.things.iter().position(|thing| Some(*thing) == front);
            if let Some(thing) = thing.filter(|_| random.below_index(4) > 0) {
                puzzle.things[thing] = puzzle.start;
            }
            puzzle.start = back;
        }
        if random.below_index(4) == 0 {
            puzzle.things.rotate_left(1);
        }
        puzzle
    }

    /// The cell next to one.
    fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        let next = match direction {
            0 => (column > 0).then(|| cell - 1),
            1 => (column + 1 < self.width).then_some(cell + 1),
            2 => (row > 0).then(|| cell - self.width),
            _ => Some(cell + self.width),
        };
        next.filter(|next| self.is_open.get(*next) == Some(&true))
    }

    /// The fewest steps of a solution.
    pub fn fewest_steps(&self, wanted: Wanted) -> Option<u64> {
        let flags: Vec<bool> = self.things.iter().map(|thing| self.goals.contains(thing)).collect();
        let first = (self.start, self.things.clone(), flags);
        let mut seen = BTreeSet::from([first.clone()]);
        let mut open = VecDeque::from([(0, first)]);
        while let Some((steps, (at, things, flags))) = open.pop_front() {
            let is_solved = match wanted {
                Wanted::Anywhere => self.goals.iter().all(|goal| things.contains(goal)),
                Wanted::Own => things == self.goals,
                Wanted::Flagged | Wanted::Noted => flags.iter().all(|flag| *flag),
            };
            if is_solved {
                return Some(steps);
            }
            let mut add = |state: (usize, Vec<usize>, Vec<bool>)| {
                if seen.insert(state.clone()) {
                    open.push_back((steps + 1, state));
                }
            };
            for direction in 0..4 {
                let Some(to) = self.step(at, direction) else { continue };
                let Some(thing) = things.iter().position(|thing| *thing == to) else {
                    add((to, things.clone(), flags.clone()));
                    continue;
                };
                let Some(end) = self.step(to, direction).filter(|end| !things.contains(end)) else {
                    continue;
                };
                let (mut things, mut flags) = (things.clone(), flags.clone());
                things[thing] = end;
                flags[thing] = wanted != Wanted::Noted && self.goals.contains(&end);
                add((to, things, flags));
            }
            for thing in (0..things.len()).filter(|_| wanted == Wanted::Noted) {
                if self.goals.contains(&things[thing]) {
                    let mut flags = flags.clone();
                    flags[thing] = true;
                    add((at, things.clone(), flags));
                }
            }
        }
        None
    }

    /// Domain and problem.
    pub fn encoded(&self, encoding: Encoding) -> (String, String) {
        let Encoding { wanted, free, has_two_numbers, has_name } = encoding;
        let named = wanted != Wanted::Anywhere;
        let var =
            |name: &str| if has_two_numbers { format!("?{name} ?{name}{name}") } else { format!("?{name}") };
        let [a, b, c] = ["a", "b", "c"].map(var);
        let who = if has_name { "?w " } else { "" };
        let thing = if named { "?t " } else { "" };
        let is_free = |cell: &str| match free {
            Free::Negative => format!("(not (on {cell}))"),
            _ => format!("(clear {cell})"),
        };
        let when = |holds: bool, text: String| if holds { text } else { String::new() };
        let mut actions = format!(
            "(:action walk :parameters ({who}{a} {b} ?d) :precondition (and (at {who}{a}) (next {a} {b} ?d) {})
             :effect (and (not (at {who}{a})) (at {who}{b}) {}))",
            is_free(&b),
            when(free == Free::OfAll, format!("(clear {a}) (not (clear {b}))"))
        );
        let clears = match free {
            Free::Negative => String::new(),
            Free::OfThings => format!("(clear {b}) (not (clear {c}))"),
            Free::OfAll => format!("(clear {a}) (not (clear {c}))"),
        };
        let kinds: &[(&str, String, &str)] = &match wanted {
            Wanted::Anywhere | Wanted::Own => vec![("", String::new(), "")],
            Wanted::Noted => vec![("", String::new(), "(not (home ?t))")],
            Wanted::Flagged => vec![
                ("-home", format!("(goal {c})"), "(home ?t)"),
                ("-away", format!("(other {c})"), "(not (home ?t))"),
            ],
        };
        for (name, asked, flag) in kinds {
            actions += &format!(
                "(:action push{name} :parameters ({who}{thing}{a} {b} {c} ?d)
                 :precondition (and (at {who}{a}) (on {thing}{b}) (next {a} {b} ?d) (next {b} {c} ?d) {} {asked})
                 :effect (and (not (at {who}{a})) (at {who}{b}) (not (on {thing}{b})) (on {thing}{c}) {clears} {flag}))",
                is_free(&c)
            );
        }
        actions += &when(
            wanted == Wanted::Noted,
            format!(
                "(:action note :parameters (?t {a}) :precondition (and (on ?t {a}) (goal {a})) :effect (home ?t))"
            ),
        );
        let domain = format!(
            "(define (domain puzzle) (:requirements :strips :negative-preconditions)
             (:predicates (at {who}{a}) (on {thing}{a}) (clear {a}) (next {a} {b} ?d) (goal {a}) (other {a}) (home ?t))
             {actions})"
        );
        let cell = |cell: usize| {
            let (row, column) = (cell / self.width, cell % self.width);
            if has_two_numbers { format!("n{row} n{column}") } else { format!("c{cell}") }
        };
        let name = |thing: usize| when(named, format!("t{thing} "));
        let who = if has_name { "me " } else { "" };
        let mut init = format!("(at {who}{})", cell(self.start));
        for (number, thing) in self.things.iter().enumerate() {
            init += &format!("(on {}{})", name(number), cell(*thing));
            let is_home = named && wanted != Wanted::Own && self.goals.contains(thing);
            init += &when(is_home, format!("(home t{number})"));
        }
        for at in (0..self.is_open.len()).filter(|cell| self.is_open[*cell]) {
            let kind = if self.goals.contains(&at) { "goal" } else { "other" };
            init += &format!("({kind} {})", cell(at));
            let is_clear = free != Free::Negative
                && !self.things.contains(&at)
                && (free == Free::OfThings || at != self.start);
            init += &when(is_clear, format!("(clear {})", cell(at)));
            for direction in 0..4 {
                let next = self.step(at, direction);
                init += &next
                    .map_or_else(String::new, |to| format!("(next {} {} d{direction})", cell(at), cell(to)));
            }
        }
        let goals = self.goals.iter().enumerate().map(|(number, goal)| match wanted {
            Wanted::Anywhere => format!("(on {})", cell(*goal)),
            Wanted::Own => format!("(on t{number} {})", cell(*goal)),
            Wanted::Flagged | Wanted::Noted => format!("(home t{number})"),
        });
        let goals: String = goals.collect();
        let objects: BTreeSet<String> = (0..self.is_open.len())
            .flat_map(|at| cell(at).split(' ').map(str::to_owned).collect::<Vec<_>>())
            .chain((0..4).map(|direction| format!("d{direction}")))
            .chain((0..self.things.len()).map(name).chain([who.to_owned()]))
            .collect();
        let objects: Vec<String> = objects.into_iter().collect();
        let problem = format!(
            "(define (problem p) (:domain puzzle) (:objects {}) (:init {init}) (:goal (and {goals})))",
            objects.join(" ")
        );
        (domain, problem)
    }
}
