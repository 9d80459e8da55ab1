//! The convention that makes a task a game: players, turns, winners.
//!
//! In: the syntax trees of a domain and a problem, and the resolved task. Out: a [`Convention`], and a diagnostic for
//! everything that keeps the task from being a game. Whatever only the ground task shows is checked when the rules are
//! made.

use banto_base::source::{Diagnostic, Span, codes};
use banto_planning::strips::{self, FactId, FactName};
use banto_text::pddl::ast::{self, ConditionKind, Init};
use banto_text::task::{Condition, ObjectId, PredicateId, Task, Term};

const TURN: &str = "turn";
/// The predicate that says who has won.
const WINS: &str = "wins";
/// The predicate that says that the game is drawn.
const DRAW: &str = "draw";

/// The parts of a task that make it a game.
#[derive(Clone, Debug)]
pub struct Convention {
    /// The two players, in order of declaration.
    pub players: [ObjectId; 2],
    /// `(turn ?player)`
    pub turn: PredicateId,
    /// `(wins ?player)`
    pub wins: PredicateId,
    /// `(draw)`, if it is declared.
    pub draw: Option<PredicateId>,
    pub(super) places: Places,
}

/// Places in the text, for diagnostics about the ground task.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) actions: Vec<Span>,
    /// `wins` in the domain.
    pub(super) wins: Span,
    /// `turn` in the domain.
    pub(super) turn: Span,
}

impl Convention {
    /// The predicates of the convention: grounding must keep their facts.
    pub fn predicates(&self) -> Vec<PredicateId> {
        [self.turn, self.wins].into_iter().chain(self.draw).collect()
    }
}

/// The predicates of a task that games read by name, whether or not the task is a game.
pub(super) fn read_by_games(task: &Task) -> Vec<PredicateId> {
    [TURN, WINS, DRAW].iter().filter_map(|name| task.predicates.find(name)).collect()
}

/// Checks that a task is a game. Returns a convention if nothing is wrong.
pub(super) fn convention(
    domain: &ast::Domain<'_>,
    problem: &ast::Problem<'_>,
    task: &Task,
) -> (Option<Convention>, Vec<Diagnostic>) {
    let mut check = Check { domain, problem, task, faults: Vec::new() };
    let players = check.players();
    let turn = check.predicate(TURN, 1);
    let wins = check.predicate(WINS, 1);
    let draw = task.predicates.find(DRAW).and_then(|_| check.predicate(DRAW, 0));
    if let Some((turn, span)) = turn {
        check.changes(turn, span);
        check.actions(turn);
        if let Some(players) = players {
            check.first_turn(turn, players);
        }
    }
    check.goal([wins, draw]);
    let faults = check.faults;
    let broken = faults.iter().any(|fault| !fault.code.id.starts_with('W'));
    let (Some(players), Some((turn, turn_span)), Some((wins, wins_span)), false) =
        (players, turn, wins, broken)
    else {
        return (None, faults);
    };
    let places = Places {
        actions: domain.actions.iter().map(|action| action.name.span).collect(),
        wins: wins_span,
        turn: turn_span,
    };
    (Some(Convention { players, turn, wins, draw: draw.map(|(draw, _)| draw), places }), faults)
}

/// The fact of an atom. An atom that is read negatively may also have a separate variable: the first one is meant.
pub(super) fn find(task: &strips::Task, predicate: PredicateId, arguments: &[ObjectId]) -> Option<FactId> {
    (0..task.fact_count()).map(FactId::from).find(|fact| match task.name(*fact) {
        FactName::Atom(atom) => task.atom(atom) == (predicate, arguments),
        _ => false,
    })
}

struct Check<'a> {
    domain: &'a ast::Domain<'a>,
    problem: &'a ast::Problem<'a>,
    task: &'a Task,
    faults: Vec<Diagnostic>,
}

impl Check<'_> {
    fn players(&mut self) -> Option<[ObjectId; 2]> {
        let Some(player) = self.task.types.names.find("player") else {
            self.faults.push(
                codes::E0401
                    .at(self.domain.name.span, "a game has a type player")
                    .label("this domain declares none")
                    .help("write (:types player ...), and declare two objects of that type"),
            );
            return None;
        };
        let wanted = vec![player];
        let players: Vec<ObjectId> = self.task.objects_of(&wanted).collect();
        if let [first, second] = players[..] {
            return Some([first, second]);
        }
        let count = players.len();
        let named = |name: &ast::Name<'_>| {
            players.iter().any(|player| self.task.objects.name(*player).eq_ignore_ascii_case(name.text))
        };
        let in_problem = self.problem.objects.iter().map(|(name, _)| name).filter(named).last();
        let in_domain = self.domain.constants.iter().map(|(name, _)| name).filter(named).last();
        let message = format!("a game has two players, and this one has {count}");
        let fault = match (in_problem, in_domain) {
            (Some(name), _) => codes::E0402.at(name.span, message).moved_to(1),
            (None, Some(name)) => codes::E0402.at(name.span, message),
            (None, None) => codes::E0402.at(self.problem.name.span, message).moved_to(1),
        };
        self.faults
            .push(fault.help("declare two objects of type player, as in (:constants first second - player)"));
        None
    }

    /// A predicate of the convention, with the right parameters.
    fn predicate(&mut self, name: &str, arity: usize) -> Option<(PredicateId, Span)> {
        let wanted = if arity == 0 { format!("({name})") } else { format!("({name} ?player - player)") };
        let Some(id) = self.task.predicates.find(name) else {
            self.faults.push(
                codes::E0403
                    .at(self.domain.name.span, format!("a game has a predicate {wanted}"))
                    .label("this domain declares none")
                    .help(format!("declare {wanted}")),
            );
            return None;
        };
        let declared = self.domain.predicates.iter().find(|one| one.name.text.eq_ignore_ascii_case(name));
        let span = declared.map_or(self.domain.name.span, |one| one.name.span);
        let info = &self.task.predicate_info[id.index()];
        let player = self.task.types.names.find("player");
        let fits = info.parameters.len() == arity
            && info.parameters.iter().all(|types| player.is_none_or(|player| types == &[player]));
        if !fits {
            let fault = codes::E0403.at(span, format!("{name} has different parameters in a game"));
            self.faults.push(fault.help(format!("declare it as {wanted}")));
            return None;
        }
        Some((id, span))
    }

    /// Actions change the turn.
    fn changes(&mut self, turn: PredicateId, span: Span) {
        if self.task.predicate_info[turn.index()].layer.is_some() {
            self.faults.push(
                codes::E0403
                    .at(span, "turn is derived, and in a game actions change it")
                    .help("state the first turn in :init, and let each action give the turn away"),
            );
        }
    }

    /// Every action says whose move it is: `(turn ...)` is one of the conditions that must all hold.
    fn actions(&mut self, turn: PredicateId) {
        for (schema, action) in self.task.schemas.iter().zip(&self.domain.actions) {
            if !requires(&schema.precondition, turn) {
                self.faults.push(
                    codes::E0404
                        .at(action.name.span, format!("action {} does not say whose move it is", schema.name))
                        .help("give it the mover as its first parameter, and the condition (turn ?player)"),
                );
            }
        }
    }

    fn first_turn(&mut self, turn: PredicateId, players: [ObjectId; 2]) {
        if self.task.predicate_info[turn.index()].layer.is_some() {
            return;
        }
        let stated = |player: ObjectId| {
            self.task.init.iter().any(|(predicate, args)| predicate == turn && args == [player])
        };
        let movers = players.into_iter().filter(|player| stated(*player)).count();
        if movers == 1 {
            return;
        }
        let place = self.problem.init.iter().rev().find_map(|init| match init {
            Init::Fact(atom) if atom.name.text.eq_ignore_ascii_case(TURN) => Some(atom.span),
            _ => None,
        });
        let message = match movers {
            0 => "no player is to move at first",
            _ => "both players are to move at first",
        };
        let [first, _] = players;
        let fault = codes::E0405.at(place.unwrap_or(self.problem.name.span), message).moved_to(1);
        self.faults.push(
            fault.help(format!("state one turn in :init, such as (turn {})", self.task.objects.name(first))),
        );
    }

    /// The goal is an end of the game: it reads nothing but `wins` and `draw`.
    fn goal(&mut self, ends: [Option<(PredicateId, Span)>; 2]) {
        let Some(goal) = &self.problem.goal else { return };
        let mut atoms = Vec::new();
        let mut open = vec![goal];
        while let Some(condition) = open.pop() {
            match &condition.kind {
                ConditionKind::Atom(atom) => atoms.push(atom),
                ConditionKind::Equal(..) => {}
                ConditionKind::And(parts) | ConditionKind::Or(parts) => open.extend(parts),
                ConditionKind::Not(inner)
                | ConditionKind::Forall(_, inner)
                | ConditionKind::Exists(_, inner) => open.push(inner),
                ConditionKind::Imply(left, right) => open.extend([&**left, &**right]),
            }
        }
        let is_end = |atom: &&ast::Atom<'_>| {
            let id = self.task.predicates.find(atom.name.text);
            ends.iter().flatten().any(|(end, _)| Some(*end) == id)
        };
        if atoms.is_empty() || !atoms.iter().all(is_end) {
            self.faults.push(
                codes::W0401
                    .at(goal.span, "the goal is not an end of the game")
                    .moved_to(1)
                    .help("write (:goal (wins first)); games are played by wins and draw, whatever the goal"),
            );
        }
    }
}

/// Whether a condition implies `turn` of some parameter or object.
fn requires(condition: &Condition, turn: PredicateId) -> bool {
    match condition {
        Condition::Atom(atom) => {
            atom.predicate == turn
                && atom.arguments.iter().all(|term| matches!(term, Term::Object(_) | Term::Variable(_)))
        }
        Condition::And(parts) => parts.iter().any(|part| requires(part, turn)),
        _ => false,
    }
}
