//! Sokoban: levels with their solutions, and many boards that are played at once.
//!
//! In: texts of levels, moves, actions by their numbers (up, down, left, right). Out: levels, solutions that the validator
//! has accepted, and boards whose cells, rewards and ends lie in memory that Python sees without a copy: a step changes
//! it in place. A cell is a byte: 1 for a wall, 2 for a goal, 4 for a box, 8 for the player, added up.

use std::cell::Cell as Slot;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use banto::limits::Limits;
use banto::search::Random;
use banto::sokoban::direct::{DeadlockTests, Reason, SOLVERS, Status, solve_in_threads, solver_named};
use banto::sokoban::generate::{Band, Difficulty, Impossible, Request, generate};
use banto::sokoban::{
    Alphabet, Board, Cell, Collection, Direction, Format, Level as Drawn, Normal, Position,
};
use banto::sokoban::{draw, level, lurd, picture, validate};
use banto::source::{Severity, SourceText};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyMemoryView};

use crate::batch::view;
use crate::planning::{heard, limits, unknown};
use crate::results::stopped;
use crate::texts::{Named, refuse};

const WALL: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;
const PLAYER: u8 = 8;

fn bits(cell: Cell) -> u8 {
    let things = [
        (cell == Cell::Wall, WALL),
        (cell.is_goal(), GOAL),
        (cell.has_box(), BOX),
        (cell.has_player(), PLAYER),
    ];
    things.iter().filter(|thing| thing.0).map(|thing| thing.1).sum()
}

/// A level that can be played.
#[pyclass(frozen, module = "pybanto.sokoban")]
pub struct Level {
    drawn: Drawn,
    board: Board,
    start: Position,
}

impl Level {
    fn new(drawn: Drawn) -> Option<Self> {
        let (board, start) = Board::new(&drawn)?;
        Some(Self { drawn, board, start })
    }

    /// The cells, row by row, with walls around what is smaller.
    fn cells(&self, height: usize, width: usize) -> Vec<u8> {
        let cell = |at: usize| {
            let (row, column) = (at / width, at % width);
            let is_inside = row < self.drawn.height() && column < self.drawn.width();
            if is_inside { bits(self.drawn.cell(row, column)) } else { WALL }
        };
        (0..height * width).map(cell).collect()
    }

    /// The position after moves, which the validator has accepted.
    fn after(&self, moves: &str) -> PyResult<Position> {
        self.replay(moves)?;
        let mut position = self.start.clone();
        for written in lurd::typed(moves).map_err(PyValueError::new_err)? {
            let _ = self.board.step(&mut position, written.direction);
        }
        Ok(position)
    }
}

/// All levels of a text, in any format.
#[pyfunction]
pub fn read(py: Python<'_>, text: Named) -> PyResult<Vec<Level>> {
    let (source, fault) = SourceText::from_bytes(text.0, text.1);
    let reading = level::read(&source, None);
    let texts = [source, SourceText::new("", "")];
    let mut faults: Vec<_> = reading.diagnostics.iter().chain(&fault).cloned().collect();
    faults.retain(|one| one.severity() == Severity::Error);
    if !faults.is_empty() {
        return Err(refuse(py, &texts, &faults));
    }
    let levels = reading.collection.levels.into_iter().map(Level::new);
    levels
        .collect::<Option<_>>()
        .ok_or_else(|| PyValueError::new_err("a level has no player, or no walls around it"))
}

/// A new level, with its solution known; the same seed gives the same level.
#[pyfunction]
pub fn make(
    py: Python<'_>,
    width: usize,
    height: usize,
    boxes: usize,
    seed: u64,
    pushes: Option<(u64, u64)>,
    states: Option<(u64, u64)>,
) -> PyResult<Level> {
    let limits = Limits::none();
    let [pushes, states] = [pushes, states].map(|band| band.map(|(least, most)| Band { least, most }));
    let request = Request { width, height, boxes, seed, difficulty: Difficulty { pushes, states } };
    let (made, interrupted) = heard(py, &limits.cancel_flag(), || generate(&request, &limits))?;
    interrupted.map_or(Ok(()), Err)?;
    match made {
        Ok(made) => Level::new(made.level).ok_or_else(|| PyRuntimeError::new_err("a level without a board")),
        Err(error @ Impossible::Stopped(_)) => Err(PyMemoryError::new_err(error.to_string())),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// How solving ended.
#[derive(IntoPyObject)]
pub struct Solved {
    status: &'static str,
    moves: Option<String>,
    pushes: Option<usize>,
    proven: Option<&'static str>,
    reason: Option<String>,
    lower_bound: Option<u64>,
    states: u64,
    expanded: u64,
    seconds: f64,
}

#[pymethods]
impl Level {
    #[getter]
    fn title(&self) -> Option<&str> {
        self.drawn.title.as_deref()
    }

    #[getter]
    fn width(&self) -> usize {
        self.drawn.width()
    }

    #[getter]
    fn height(&self) -> usize {
        self.drawn.height()
    }

    /// How many boxes there are.
    #[getter]
    fn boxes(&self) -> usize {
        self.drawn.count(Cell::has_box)
    }

    /// The solutions that its text gives.
    #[getter]
    fn solutions(&self) -> Vec<String> {
        self.drawn.solutions.iter().map(|solution| solution.moves.clone()).collect()
    }

    /// Its text, the same for levels that differ only by rotation, reflection, or what is outside.
    #[getter]
    fn normal(&self) -> Option<String> {
        Normal::new(&self.drawn).map(|normal| normal.rows)
    }

    /// The text of the level in a format: xsb, rle, sok, slc or article.
    #[pyo3(signature = (format="xsb"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let formats = [
            ("xsb", Format::Xsb),
            ("rle", Format::Rle),
            ("sok", Format::Sok),
            ("slc", Format::Slc),
            ("article", Format::Article),
        ];
        let found = formats.iter().find(|one| one.0 == format);
        let format = found.ok_or_else(|| unknown("format", format, formats.iter().map(|one| one.0)))?.1;
        let mut collection = Collection::default();
        collection.levels.push(self.drawn.clone());
        Ok(level::write(&collection, format))
    }

    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        Ok(self.text("sok")? == other.text("sok")?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.text("sok")?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// For `pickle` and `copy`: a level is its text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("pybanto.sokoban")?.getattr("Level")?, (self.text("sok")?,)))
    }

    fn __repr__(&self) -> String {
        let title = self.drawn.title.as_ref().map(|title| format!(" {title}")).unwrap_or_default();
        let (width, height, boxes) = (self.drawn.width(), self.drawn.height(), self.boxes());
        let plural = if boxes == 1 { "" } else { "es" };
        format!("<pybanto.sokoban.Level{title}: {width} by {height}, {boxes} box{plural}>")
    }

    /// The cells as bytes, in rows: 1 for a wall, 2 for a goal, 4 for a box, 8 for the player, added up.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (height, width) = (self.drawn.height(), self.drawn.width());
        view(py, &self.cells(height, width), u8::to_ne_bytes, "B", width)
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(&self.drawn)
    }

    fn __str__(&self) -> String {
        draw::level(&self.drawn, Alphabet::Xsb)
    }

    /// Solves the level by a solver of `banto sokoban solve --list`.
    fn solve(
        &self,
        py: Python<'_>,
        solver: &str,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
        threads: usize,
    ) -> PyResult<Solved> {
        let known = || unknown("solver", solver, SOLVERS.iter().map(|row| row.name));
        let (row, since) = (solver_named(solver).ok_or_else(known)?, Instant::now());
        let limits = limits(time_limit, memory_limit)?;
        let (answer, interrupted) = heard(py, &limits.cancel_flag(), || {
            solve_in_threads(&self.board, &self.start, row.solver, threads, &limits, None)
        })?;
        interrupted.map_or(Ok(()), Err)?;
        let (mut pushes, mut proven) = (None, None);
        let moves = answer.solution().map(|moves| lurd::lurd(moves.iter().copied()));
        if let Some(moves) = &moves {
            if !self.replay(moves)?.2 {
                return Err(PyRuntimeError::new_err("a solution was found that the validator rejects"));
            }
            pushes = Some(moves.chars().filter(char::is_ascii_uppercase).count());
            let (fewest_pushes, fewest_moves) = (row.promise.is_least_pushes(), row.promise.is_least_moves());
            proven = fewest_pushes.then_some("pushes").or(fewest_moves.then_some("moves"));
        }
        let (status, reason) = match &answer.status {
            Status::Solved(_) => ("solved", None),
            Status::Unsolvable(reason) => ("unsolvable", reason.map(|reason| reason.words().to_owned())),
            Status::Unsolved => ("unsolved", None),
            Status::Stopped(stop) => (stopped(*stop), None),
        };
        Ok(Solved {
            status,
            moves,
            pushes,
            proven,
            reason,
            lower_bound: answer.lower_bound,
            states: answer.work.states,
            expanded: answer.work.counts.expanded,
            seconds: since.elapsed().as_secs_f64(),
        })
    }

    /// Replays moves by the plain rules: how many moves and pushes, and whether the level is then solved.
    fn replay(&self, moves: &str) -> PyResult<(usize, usize, bool)> {
        let moves = lurd::typed(moves).map_err(PyValueError::new_err)?;
        let judged = validate::validate(&self.drawn, &moves);
        let verdict = judged.map_err(|refusal| PyValueError::new_err(refusal.words(&moves)))?;
        Ok((verdict.moves, verdict.pushes, verdict.is_solved()))
    }

    /// Why the position after moves cannot be solved any more, if one of the tests for deadlocks finds out.
    #[pyo3(signature = (moves=""))]
    fn deadlock(&self, moves: &str) -> PyResult<Option<&'static str>> {
        let position = self.after(moves)?;
        let tests = DeadlockTests::new(&self.board, &Limits::none());
        let mut tests = tests.map_err(|stop| PyMemoryError::new_err(stop.to_string()))?;
        Ok(tests.lost(&self.board, &position).map(Reason::words))
    }
}

/// What begins a game on one of many boards.
struct Shape {
    cells: Vec<u8>,
    player: usize,
    boxes_left: usize,
    /// Where no box can be pushed to a goal.
    dead: Vec<bool>,
}

/// A game in progress.
#[derive(Clone, Default)]
struct Game {
    level: usize,
    player: usize,
    boxes_left: usize,
    steps: usize,
    is_over: bool,
    is_lost: bool,
}

/// The rewards of a step, of a box that comes to a goal, of one that leaves it, and of the end.
type Rewards = [f32; 4];

/// Many games at once. A game that has ended begins anew with the next step, whatever the action.
#[pyclass(frozen, module = "pybanto.sokoban")]
pub struct Boards {
    shapes: Vec<Shape>,
    width: usize,
    height: usize,
    rewards: Rewards,
    most_steps: usize,
    games: Mutex<(Vec<Game>, Random)>,
    cells: Shown<u8>,
    earned: Shown<f32>,
    /// Whether each game is solved, was cut off, is lost.
    ends: [Shown<u8>; 3],
}

/// Numbers in memory that Python sees.
struct Shown<T: Element> {
    memory: Py<PyByteArray>,
    numbers: PyBuffer<T>,
}

impl<T: Element> Shown<T> {
    fn new(py: Python<'_>, count: usize, format: &str) -> PyResult<Self> {
        let memory = PyByteArray::new(py, &vec![0; count * size_of::<T>()]);
        let view = PyMemoryView::from(&memory)?.call_method1("cast", (format,))?;
        Ok(Self { numbers: PyBuffer::get(&view)?, memory: memory.unbind() })
    }

    fn slots<'py>(&'py self, py: Python<'py>) -> &'py [Slot<T>] {
        self.numbers.as_mut_slice(py).unwrap_or(&[])
    }
}

#[pymethods]
impl Boards {
    #[new]
    fn new(
        py: Python<'_>,
        levels: Vec<PyRef<'_, Level>>,
        count: usize,
        seed: u64,
        most_steps: usize,
        rewards: Rewards,
    ) -> PyResult<Self> {
        let most = |side: fn(&Level) -> usize| levels.iter().map(|level| side(level)).max().unwrap_or(0);
        let (width, height) = (most(Level::width), most(Level::height));
        if levels.is_empty() || count == 0 {
            return Err(PyValueError::new_err("there must be a level, and a board"));
        }
        let shape = |level: &PyRef<'_, Level>| {
            let cells = level.cells(height, width);
            let player = cells.iter().position(|cell| cell & PLAYER != 0).unwrap_or(0);
            let tests = DeadlockTests::new(&level.board, &Limits::none());
            let tests = tests.map_err(|stop| PyMemoryError::new_err(stop.to_string()))?;
            let mut dead = vec![false; cells.len()];
            for cell in tests.dead_squares() {
                let (row, column) = level.board.place(cell);
                dead[row * width + column] = true;
            }
            let boxes_left = cells.iter().filter(|cell| *cell & (BOX | GOAL) == BOX).count();
            Ok(Shape { cells, player, boxes_left, dead })
        };
        let shapes = levels.iter().map(shape).collect::<PyResult<Vec<_>>>()?;
        let boards = Self {
            shapes,
            width,
            height,
            rewards,
            most_steps,
            games: Mutex::new((vec![Game::default(); count], Random::new(seed))),
            cells: Shown::new(py, count * width * height, "B")?,
            earned: Shown::new(py, count, "f")?,
            ends: [Shown::new(py, count, "B")?, Shown::new(py, count, "B")?, Shown::new(py, count, "B")?],
        };
        boards.reset(py, Some(seed));
        Ok(boards)
    }

    /// Begins all games anew, with levels that are drawn at random.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) {
        let (games, random) = &mut *self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seed) = seed {
            *random = Random::new(seed);
        }
        let boards = self.cells.slots(py).chunks_exact(self.width * self.height);
        for (game, cells) in games.iter_mut().zip(boards) {
            self.begin(game, cells, random);
        }
        let ends = self.ends.iter().flat_map(|ends| ends.slots(py));
        ends.for_each(|end| end.set(0));
        self.earned.slots(py).iter().for_each(|earned| earned.set(0.0));
    }

    /// One action on each board: 0 up, 1 down, 2 left, 3 right.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let (games, random) = &mut *self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let actions = match PyBuffer::<i64>::get(actions) {
            Ok(buffer) => buffer.to_vec(py)?,
            Err(_) => match PyBuffer::<u8>::get(actions) {
                Ok(buffer) => buffer.to_vec(py)?.into_iter().map(i64::from).collect(),
                Err(_) => actions.extract::<Vec<i64>>()?,
            },
        };
        if actions.len() != games.len() || actions.iter().any(|action| !(0..4).contains(action)) {
            let message = format!("there are {} boards, and the actions are 0 to 3", games.len());
            return Err(PyTypeError::new_err(message));
        }
        let boards = self.cells.slots(py).chunks_exact(self.width * self.height);
        let (earned, [solved, cut, lost]) = (self.earned.slots(py), &self.ends);
        let (solved, cut, lost) = (solved.slots(py), cut.slots(py), lost.slots(py));
        for (((game, cells), action), at) in games.iter_mut().zip(boards).zip(actions).zip(0..) {
            let reward = if game.is_over {
                self.begin(game, cells, random);
                0.0
            } else {
                self.play(game, cells, usize::try_from(action).unwrap_or(0))
            };
            let is_solved = game.boxes_left == 0 && game.steps > 0;
            let is_cut = !is_solved && game.steps >= self.most_steps;
            game.is_over = is_solved || is_cut;
            earned[at].set(reward);
            solved[at].set(u8::from(is_solved));
            cut[at].set(u8::from(is_cut));
            lost[at].set(u8::from(game.is_lost));
        }
        Ok(())
    }

    /// The memory of the cells, the rewards, the ends by solution, those by the number of steps, and the lost games.
    fn memory(&self, py: Python<'_>) -> [Py<PyByteArray>; 5] {
        let [solved, cut, lost] = &self.ends;
        let all = [&self.cells.memory, &self.earned.memory, &solved.memory, &cut.memory, &lost.memory];
        all.map(|memory| memory.clone_ref(py))
    }

    /// The rows and columns of each board.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    /// The position on a board, as a level.
    fn level(&self, py: Python<'_>, board: usize) -> PyResult<Level> {
        let cells = self.cells.slots(py).chunks_exact(self.width * self.height).nth(board);
        let cells = cells.ok_or_else(|| PyValueError::new_err(format!("there is no board {board}")))?;
        let letter = |cell: &Slot<u8>| match cell.get() {
            WALL => '#',
            bits => {
                let has = |bit: u8| bits & bit != 0;
                Alphabet::Xsb.character(Cell::of(has(GOAL), has(BOX), has(PLAYER)))
            }
        };
        let rows = cells.chunks_exact(self.width).map(|row| row.iter().map(letter).collect::<String>());
        let text = rows.collect::<Vec<_>>().join("\n");
        let drawn = text.parse::<Drawn>().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Level::new(drawn).ok_or_else(|| PyRuntimeError::new_err("a position without a board"))
    }
}

impl Boards {
    fn begin(&self, game: &mut Game, cells: &[Slot<u8>], random: &mut Random) {
        let level = random.below_index(self.shapes.len());
        let shape = &self.shapes[level];
        cells.iter().zip(&shape.cells).for_each(|(slot, cell)| slot.set(*cell));
        let (player, boxes_left) = (shape.player, shape.boxes_left);
        *game = Game { level, player, boxes_left, ..Game::default() };
    }

    /// Makes a move, if the rules allow it, and says what it earns.
    fn play(&self, game: &mut Game, cells: &[Slot<u8>], action: usize) -> f32 {
        let [step, on, off, done] = self.rewards;
        let width = self.width;
        let next = |at: usize| match Direction::ALL[action] {
            Direction::Up => at - width,
            Direction::Down => at + width,
            Direction::Left => at - 1,
            Direction::Right => at + 1,
        };
        let (mut earned, ahead) = (step, next(game.player));
        game.steps += 1;
        let there = cells[ahead].get();
        if there & WALL != 0 {
            return earned;
        }
        if there & BOX != 0 {
            let beyond = next(ahead);
            let far = cells[beyond].get();
            if far & (WALL | BOX) != 0 {
                return earned;
            }
            cells[ahead].set(there ^ BOX);
            cells[beyond].set(far | BOX);
            if there & GOAL != 0 {
                game.boxes_left += 1;
                earned += off;
            }
            if far & GOAL != 0 {
                game.boxes_left -= 1;
                earned += on;
            }
            game.is_lost |= self.shapes[game.level].dead[beyond];
        }
        cells[game.player].set(cells[game.player].get() ^ PLAYER);
        cells[ahead].set(cells[ahead].get() | PLAYER);
        game.player = ahead;
        if game.boxes_left == 0 { earned + done } else { earned }
    }
}
