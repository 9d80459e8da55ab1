//! banto: a planner for PDDL that tells you what is wrong with your model; it solves and plays Sokoban, too.
//!
//! In one call, from two PDDL texts to a validated plan:
//!
//! ```
//! use banto::limits::Limits;
//! use banto::planner::{Request, plan_texts};
//!
//! let domain = "(define (domain lamp)
//!     (:predicates (lit))
//!     (:action press :effect (lit)))";
//! let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
//! let planned = plan_texts(domain, problem, &Request::default(), &Limits::none()).unwrap();
//! assert_eq!(planned.plan_text().unwrap(), "(press)\n; cost = 1 (unit cost)\n");
//! ```
//!
//! # Stage by stage
//!
//! Each stage is a call, and everything between two stages can be inspected:
//!
//! ```
//! use banto::ground::ground;
//! use banto::heuristics::heuristic_named;
//! use banto::limits::Limits;
//! use banto::plan::{Plan, Step, Verdict, validate};
//! use banto::search::{Algorithm, Search};
//! use banto::source::SourceText;
//! use banto::strips::{CostKind, OpId, TaskSpace};
//! use banto::{pddl, task};
//!
//! // Text. Diagnostics point into it.
//! let read = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
//! let domain = read("domains/blocks.pddl");
//! let problem = read("problems/blocks/02-sussman.pddl");
//!
//! // Parse and resolve: names become ids, and all errors are reported.
//! let (domain, problem) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
//! let resolved = task::resolve(&domain, Some(&problem));
//! assert!(resolved.diagnostics.is_empty());
//! let task = resolved.task.unwrap();
//!
//! // Ground: schemas become operators over packed states.
//! let limits = Limits::none();
//! let ground_task = ground(&task, &limits, &mut |_| {}).unwrap().task.unwrap();
//!
//! // Search: the engine knows spaces, not tasks.
//! let space = TaskSpace::<u32>::new(&ground_task, CostKind::Real).unwrap();
//! let heuristic = heuristic_named("lmcut").unwrap().build(&ground_task, CostKind::Real);
//! let report = Search::new(&space).heuristic(heuristic).limits(&limits).run(Algorithm::Astar);
//!
//! // Validate: the validator replays the resolved task, and shares no code with what made the plan.
//! let step = |number: &u32| {
//!     let (schema, arguments) = ground_task.step(OpId::from(*number));
//!     Step { schema, arguments: arguments.to_vec() }
//! };
//! let plan = Plan { steps: report.path().unwrap().actions.iter().map(step).collect() };
//! assert_eq!(validate(&task, &plan), Verdict::Valid { cost: 6 });
//! ```
//!
//! # Where to go next
//!
//! The modules, in the order in which data flows, each with the items to look at first.
//!
//! - [`source`], with [`SourceText`](source::SourceText), [`Diagnostic`](source::Diagnostic) and its
//!   [`Renderer`](source::Renderer)
//! - [`limits`], with [`Limits`](limits::Limits): time, memory, cancellation
//! - [`pddl`], with [`parse_domain`](pddl::parse_domain), [`parse_problem`](pddl::parse_problem),
//!   [`format`](pddl::format()); the tree is in [`pddl::ast`]
//! - [`task`], with [`Task`](task::Task), [`read`](task::read()) for two texts, [`resolve`](task::resolve()) for two
//!   trees; [`starting_from`](task::Task::starting_from), [`aiming_at`](task::Task::aiming_at) for a task that is kept
//! - [`plan`], with [`read`](plan::read()), [`validate`](plan::validate()) and its [`Fault`](plan::Fault)
//! - [`ground`](mod@ground), with [`ground`](ground::ground())
//! - [`strips`], with [`Task`](strips::Task), [`TaskSpace`](strips::TaskSpace)
//! - [`search`], with [`Space`](search::Space), [`Search`](search::Search); the searches by name in
//!   [`SEARCHES`](search::SEARCHES)
//! - [`heuristics`], with [`HEURISTICS`](heuristics::HEURISTICS), [`register`](heuristics::register)
//! - [`planner`], with [`plan_texts`](planner::plan_texts), [`plan`](planner::plan()), [`Request`](planner::Request),
//!   [`PlanObserver`](planner::PlanObserver) and [`OnPlan`](planner::OnPlan) for plans as they are found
//! - [`why`], with [`explain`](why::explain), [`first_line`](why::first_line)
//! - [`sokoban`], with [`Level`](sokoban::Level), [`Board`](sokoban::Board), [`direct::solve`](sokoban::direct::solve),
//!   [`encode`](sokoban::encode::encode())
//! - [`games`], with [`read`](games::read()) for two texts; the trait [`Game`](games::Game), [`solve`](games::solve()),
//!   [`best_move`](games::best_move())
//! - `program`, with the feature of this name: the command line
//!
//! # Parts of your own
//!
//! - An estimate of states by their facts is a row by [`HeuristicRow::own`](heuristics::HeuristicRow::own), which goes
//!   to [`Request::heuristics`](planner::Request::heuristics). [`heuristics::register`] gives it to a program of yours
//!   that calls `program::main`, where it works by its name.
//! - A [`Heuristic`](search::Heuristic) for any space goes to [`Search::heuristic`](search::Search::heuristic), a
//!   [`Prune`](search::Prune), which drops actions and states, to [`Search::prune`](search::Search::prune).
//! - A [`Space`](search::Space), whose states are rows of words, goes to [`Search::new`](search::Search::new).
//! - An [`OpenList`](search::open::OpenList) goes to [`eager`](search::eager) or [`lazy`](search::lazy).
//! - A loop of your own over a space keeps its states in a [`Pool`](search::Pool).
//!
//! Each says what it promises: heuristics and pruning by their claims, open lists when they lose an entry. What a
//! search says of a proof or of the least cost follows from these.
//!
//! `examples/` has complete programs: a plan from strings, better and better plans and a task that is planned again, a
//! space, a heuristic, the program with one more heuristic.
//! `docs/editors.md` shows how other programs call the command.
//!
//! # Many tasks at once
//!
//! Calls share nothing but the heuristics that were registered, so any number of them can run in threads. Each takes
//! [`Limits`](limits::Limits): a time, a flag that cancels, and for the memory of its own searches a
//! [budget](limits::Limits::with_budget).
//!
//! # What can be relied on
//!
//! Structs and enums that will grow are `#[non_exhaustive]`, unless banto's own crates have to see them whole. The
//! planner's requests and the settings of searches start from their default, with a method for each field. An id
//! means something to the task, board or rules that gave it; others may panic. Names of searches, heuristics,
//! solvers and encodings and the codes of diagnostics keep their meaning. What is hidden from these pages may
//! change at any time.
//!
//! # Features
//!
//! A library needs none of them: `banto = { path = "../banto", default-features = false }`. A debug build searches
//! thirty times slower and is large; in the `Cargo.toml` of your program, this keeps yours fast while you work on it:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! debug = false
//! ```
//!
//! - `interactive`, on by default: the program, with what takes a terminal or a network.
//! - `program`: the commands, the language server, comparisons. It compiles to WebAssembly; without it the library has
//!   a third of the dependencies, and needs no operating system.
//! - `mpi`: one search in the processes that `mpirun` starts.

pub use banto_games as games;
#[cfg(feature = "program")]
pub use banto_program as program;
pub use banto_search as search;
pub use banto_sokoban as sokoban;

// The rooms that users of the library need.
pub use banto_base::{limits, source};
pub use banto_planning::{ground, heuristics, planner, strips, why};
pub use banto_text::{pddl, plan, task};

/// Internals for the tests and benches of banto. They may change with every version.
#[doc(hidden)]
#[allow(missing_docs, reason = "each is documented where it is defined")]
pub mod internals {
    pub use banto_base::source::code::codes;
    pub use banto_games::alpha_beta::AlphaBeta;
    pub use banto_planning::abstractions::Abstractions;
    pub use banto_planning::heuristics::build::Build;
    pub use banto_planning::heuristics::landmarks::{Landmarks, Order, precedent_landmarks};
    pub use banto_planning::heuristics::mutexes::Mutexes;
    pub use banto_planning::strips::axiom::AxiomEvaluator;
    pub use banto_planning::strips::successor::SuccessorGenerator;
    pub use banto_planning::{deadends, decoupled, improve, macros, proofs, symbolic, symmetry};
    pub use banto_search::algorithms::neighborhood::neighborhood;
    pub use banto_search::algorithms::parallel::anywhere;
    pub use banto_search::turns::bandit::Bandit;
    pub use banto_sokoban::fit;
    pub use banto_text::plan::validate::validate_joining;

    pub mod transport {
        pub use banto_search::transport::*;
    }
    #[cfg(feature = "program")]
    pub mod compare {
        pub use banto_program::compare::*;
    }
    #[cfg(feature = "program")]
    pub use banto_program::terminal::play::actions_of_line;
}
