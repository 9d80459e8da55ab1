//! Which level a solution belongs to: for solutions that others have found.
//!
//! In: levels; and a text with solutions: a level file, or moves without levels, as they are copied or as solvers print
//! them. Out: each solution with the level that it solves and its moves as that level is drawn, whichever of the eight
//! orientations they were made for; or why it solves none. The validator judges each.

use crate::level::{self, Collection, StoredSolution};
use crate::lurd::{self, Written};
use crate::normal::{Normal, turned};
use crate::validate::solves;
use crate::{Board, Level, Move};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, Span, codes};

/// A solution that was handed in.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// What its heading says besides that it is a solution; may be empty.
    pub title: String,
    /// Where its moves begin.
    pub place: Span,
    /// The index of the level that it is meant for among those that it was fitted to, if that is known.
    pub level: Option<usize>,
    /// Its moves on that level.
    pub moves: Result<Vec<Move>, String>,
}

impl Fitted {
    /// What is wrong with it, if anything is.
    pub fn fault(&self) -> Option<Diagnostic> {
        let why = self.moves.as_ref().err()?;
        let message = match self.level {
            Some(_) => format!("the solution does not solve the level: {why}"),
            None => format!("the solution fits no level: {why}"),
        };
        Some(codes::W0302.at(self.place, message).label("this solution"))
    }
}

/// What is wrong with some of them; what is wrong with several that fit no level is said once.
pub fn faults(fitted: &[Fitted]) -> Vec<Diagnostic> {
    let mut faults: Vec<(usize, Diagnostic)> = Vec::new();
    for (one, fault) in fitted.iter().filter_map(|one| Some((one, one.fault()?))) {
        match faults.iter_mut().find(|(_, known)| one.level.is_none() && known.message == fault.message) {
            Some((count, _)) => *count += 1,
            None => faults.push((1, fault)),
        }
    }
    for (count, fault) in faults.iter_mut().filter(|(count, _)| *count > 1) {
        fault.message = format!("{}; so it is with {count} solutions", fault.message);
    }
    faults.into_iter().map(|(_, fault)| fault).collect()
}

/// The moves of a solution that the validator accepts, as the board makes them.
///
/// # Errors
/// In words: which move is not possible, or how many boxes are left.
pub fn solved(level: &Level, written: &[Written]) -> Result<Vec<Move>, String> {
    solves(level, written)?;
    made(level, written).ok_or_else(|| "the level is not enclosed".to_owned())
}

/// Moves as the board makes them; `None` if one is not possible, or the level is not enclosed.
pub fn made(level: &Level, written: &[Written]) -> Option<Vec<Move>> {
    let (board, mut position) = Board::new(level)?;
    written.iter().map(|one| board.step(&mut position, one.direction)).collect()
}

/// Levels with their numbers, those that are asked for first.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// All levels that solutions may belong to.
    pub levels: Vec<(usize, Level)>,
    /// How many of them are asked for.
    pub asked: usize,
}

/// Fits the solutions of a text, from which these levels were read, to levels.
///
/// ```
/// use banto::internals::fit::{Wanted, fit};
/// use banto::limits::Limits;
/// use banto::sokoban::level;
/// use banto::source::SourceText;
///
/// let wanted = Wanted { levels: vec![(1, "#####\n#@$.#\n#####".parse().unwrap())], asked: 1 };
/// let source = SourceText::new("pasted", "Solution/Ada\nL\n\nU U\n");
/// let read = level::read(&source, None).collection;
/// let fitted = fit(&wanted, &read, &source, &Limits::none()).unwrap();
/// assert_eq!((fitted[0].level, fitted[0].title.as_str()), (Some(0), "Ada"));
/// assert!(fitted[0].moves.is_ok() && fitted[1].moves.is_err());
/// ```
///
/// # Errors
/// A limit is reached.
pub fn fit(
    wanted: &Wanted,
    read: &Collection,
    source: &SourceText,
    limits: &Limits,
) -> Result<Vec<Fitted>, Stop> {
    let (levels, mut fitted) = (&wanted.levels, Vec::new());
    if read.levels.is_empty() {
        for lines in level::solutions(source, limits)? {
            loose(wanted, &lines, limits, &mut fitted)?;
        }
        return Ok(fitted);
    }
    let forms: Vec<Option<Normal>> = levels.iter().map(|(_, level)| Normal::new(level)).collect();
    for (level, number) in read.levels.iter().zip(1..).filter(|(level, _)| !level.solutions.is_empty()) {
        let form = Normal::new(level);
        let has_form = |one: &Option<Normal>| match (one, &form) {
            (Some(one), Some(form)) => one.rows == form.rows,
            _ => false,
        };
        // Of several that are the same, the one in its place, or drawn as it is.
        let is_drawn_so = |(_, one): &(usize, Level)| one.rows == level.rows;
        let at = levels
            .iter()
            .position(|one| one.0 == number && is_drawn_so(one))
            .or_else(|| levels.iter().position(is_drawn_so))
            .or_else(|| forms.iter().position(has_form));
        for stored in &level.solutions {
            limits.check()?;
            let moves = match at {
                None => Err("its level is none of these, however they are turned".to_owned()),
                Some(at) => written(&stored.moves, limits)?.and_then(|mut moves| {
                    if let (Some(from), Some(to)) = (&form, &forms[at]) {
                        moves.iter_mut().for_each(|one| one.direction = from.carried(one.direction, to));
                    }
                    solved(&levels[at].1, &moves)
                }),
            };
            fitted.push(Fitted { title: stored.title.clone(), place: stored.place, level: at, moves });
        }
    }
    Ok(fitted)
}

/// Fits lines of moves: as one solution, or each for itself.
fn loose(
    wanted: &Wanted,
    lines: &[StoredSolution],
    limits: &Limits,
    fitted: &mut Vec<Fitted>,
) -> Result<(), Stop> {
    let whole: String = lines.iter().map(|line| line.moves.as_str()).collect();
    let whole = oriented(wanted, &StoredSolution { moves: whole, ..lines[0].clone() }, limits)?;
    if whole.moves.is_err() && lines.len() > 1 {
        let each = lines.iter().map(|line| oriented(wanted, line, limits)).collect::<Result<Vec<_>, _>>()?;
        if each.iter().any(|one| one.moves.is_ok()) {
            fitted.extend(each);
            return Ok(());
        }
    }
    fitted.push(whole);
    Ok(())
}

/// The first level that moves solve in one of the orientations.
fn oriented(wanted: &Wanted, stored: &StoredSolution, limits: &Limits) -> Result<Fitted, Stop> {
    let mut found = Fitted {
        title: stored.title.clone(),
        place: stored.place,
        level: None,
        moves: Err("it solves none of these, however they are turned".to_owned()),
    };
    let moves = match written(&stored.moves, limits)? {
        Ok(moves) => moves,
        Err(why) => return Ok(Fitted { moves: Err(why), ..found }),
    };
    for moves in turned(&moves) {
        for (at, (_, level)) in wanted.levels.iter().enumerate() {
            limits.check()?;
            match solved(level, &moves) {
                Ok(moves) => return Ok(Fitted { level: Some(at), moves: Ok(moves), ..found }),
                // Of a single level, the reason is of interest.
                Err(why) if wanted.asked == 1 && at == 0 && found.level.is_none() => {
                    (found.level, found.moves) = (Some(at), Err(why));
                }
                Err(_) => {}
            }
        }
    }
    Ok(found)
}

/// The moves of a solution, or the fault in it in words.
fn written(moves: &str, limits: &Limits) -> Result<Result<Vec<Written>, String>, Stop> {
    let read = lurd::read_within(&SourceText::new("<solution>", moves), limits)?;
    Ok(read.map_err(|fault| fault.message))
}
