//! A task that is kept, with another start or goal: no text is read again.
//!
//! In: a task, and atoms, which may come as text. Out: a task that shares what the two have in common.

use super::{Atom, Condition, GroundAtoms, ObjectId, PredicateId, Task, Term};
use banto_base::source::{Span, nearest};

/// A ground atom.
pub type GroundAtom = (PredicateId, Vec<ObjectId>);

impl Task {
    /// The ground atom that a text names, in any case, with parentheses or without.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/01-two-balls.pddl"));
    /// let task = banto::task::read(&domain, &problem).unwrap();
    /// let (predicate, arguments) = task.atom("lies-in ball1 hall").unwrap();
    /// assert_eq!(task.show_atom(predicate, &arguments), "(lies-in ball1 hall)");
    /// let wrong = task.atom("(lies-in bal1 hall)").unwrap_err();
    /// assert_eq!(wrong, "there is no object bal1; did you mean ball1?");
    /// ```
    ///
    /// # Errors
    /// A sentence on what the task does not have.
    pub fn atom(&self, text: &str) -> Result<GroundAtom, String> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(text);
        let mut words = inner.split_whitespace();
        let near = |word: &str, near: Option<&str>, kind: &str| {
            let advice = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            format!("there is no {kind} {word}{advice}")
        };
        let name = words.next().ok_or("an atom is a predicate with objects, such as (at ball1 hall)")?;
        let found = self.predicates.find(name);
        let predicate =
            found.ok_or_else(|| near(name, nearest(name, self.predicates.names()), "predicate"))?;
        let object = |word: &str| {
            let found = self.objects.find(word);
            found.ok_or_else(|| near(word, nearest(word, self.objects.names()), "object"))
        };
        let arguments = words.map(object).collect::<Result<Vec<_>, _>>()?;
        let wanted = &self.predicate_info[predicate.index()].parameters;
        if wanted.len() != arguments.len() {
            return Err(format!("{name} takes {} objects, not {}", wanted.len(), arguments.len()));
        }
        for (object, types) in arguments.iter().zip(wanted) {
            if !self.types.fits(&self.object_types[object.index()], types) {
                let (object, types) = (self.objects.name(*object), self.types.show(types));
                return Err(format!("{object} is no {types}, as {name} asks"));
            }
        }
        Ok((predicate, arguments))
    }

    /// The same task from another start: these atoms hold first, and no others.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::limits::Limits;
    /// use banto::planner::{Request, plan};
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/01-two-balls.pddl"));
    /// let task = banto::task::read(&domain, &problem).unwrap();
    /// let plan = |task| plan(task, &Request::default(), &Limits::none(), &()).unwrap().plan.unwrap().cost;
    /// assert_eq!(plan(&task), 5);
    ///
    /// // One ball is enough; then the way back.
    /// let one = task.aiming_at([task.atom("lies-in ball1 hall").unwrap()]);
    /// assert_eq!(plan(&one), 3);
    /// let start = ["robot-in hall", "lies-in ball1 hall", "lies-in ball2 kitchen", "free left", "free right"];
    /// let start = start.map(|text| task.atom(text).unwrap());
    /// assert_eq!(plan(&task.starting_from(start)), 4);
    /// ```
    ///
    /// # Panics
    /// If an atom is of a predicate that axioms derive.
    pub fn starting_from(&self, atoms: impl IntoIterator<Item = GroundAtom>) -> Self {
        let mut known = rustc_hash::FxHashSet::default();
        let mut init = GroundAtoms::default();
        for (predicate, arguments) in atoms {
            let is_derived = self.predicate_info[predicate.index()].layer.is_some();
            assert!(!is_derived, "{} is derived", self.predicates.name(predicate));
            if known.insert((predicate, arguments.clone())) {
                init.push(predicate, &arguments);
            }
        }
        Self { init, ..self.clone() }
    }

    /// The same task with another goal: all of these atoms.
    pub fn aiming_at(&self, atoms: impl IntoIterator<Item = GroundAtom>) -> Self {
        let atom = |(predicate, arguments): GroundAtom| {
            let arguments = arguments.into_iter().map(Term::Object).collect();
            Condition::Atom(Atom { predicate, arguments, span: Span::default() })
        };
        Self { goal: Condition::And(atoms.into_iter().map(atom).collect()), ..self.clone() }
    }
}
