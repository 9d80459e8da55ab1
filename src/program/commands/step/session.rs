//! A session of `banto step`, which answers lines.
//!
//! In: a line. Out: text, or why there is none.

use std::fmt::Write;
use std::path::PathBuf;

use super::commands::{COMMANDS, help, schema_named};
use super::estimates;
use super::refusal::Refusal;
use crate::compare::figures::counted;
use crate::reports::plan_page;
use crate::reports::reasons::changes;
use crate::{Exit, Loaded};
use banto_base::limits::Limits;
use banto_base::source::nearest;
use banto_games::Board;
use banto_text::plan::{self, Plan, ReadError, Replay, Step};
use banto_text::task::{Atom, Condition, ObjectId, PredicateId, Schema, Task, Term, Variable};

/// Writes a file, and reports failures.
type Save<'a> = dyn Fn(&PathBuf, &str) -> Result<(), Exit> + 'a;

pub(super) struct Session<'a> {
    pub(super) loaded: &'a Loaded,
    board: &'a Board,
    replay: Replay<'a>,
    pub(super) plan: Plan,
    /// The plan that `run` follows, from the initial state.
    script: Option<Vec<Step>>,
    /// The actions of the last list.
    listed: Vec<Step>,
    limits: &'a (dyn Fn() -> Limits + 'a),
    save: &'a Save<'a>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        board: &'a Board,
        script: Option<Vec<Step>>,
        limits: &'a (dyn Fn() -> Limits + 'a),
        save: &'a Save<'a>,
    ) -> Self {
        let replay = Replay::new(&loaded.task, limits());
        let (plan, listed) = (Plan::default(), Vec::new());
        Self { loaded, board, replay, plan, script, listed, limits, save }
    }

    /// A page of the steps so far.
    pub(super) fn page(&self) -> String {
        plan_page::page_of_steps(self.loaded, self.board, &self.plan, &(self.limits)())
    }

    pub(super) fn steps(&self) -> usize {
        self.plan.steps.len()
    }

    /// The answer to a line; `None` if it ends the session.
    pub(super) fn answer(&mut self, line: &str) -> Result<Option<String>, Refusal> {
        let line = line.split(';').next().unwrap_or_default().trim();
        // An action alone means: apply it.
        let (word, rest) = match line.split_once(char::is_whitespace) {
            _ if line.starts_with('(') => ("apply", line),
            None if line == "exit" => ("quit", ""),
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        if word.is_empty() {
            return Ok(Some(String::new()));
        }
        let command = |word: &str| COMMANDS.iter().find(|row| row.0 == word || row.1 == word);
        let is_number = rest.is_empty() && word.parse::<usize>().is_ok();
        let is_schema = is_number || schema_named(&self.loaded.task, word).is_some();
        let is_action = command(word).is_none() && is_schema;
        let (word, rest) = if is_action { ("apply", line) } else { (word, rest) };
        let Some((name, _, follows, _)) = command(word) else {
            let schemas = self.loaded.task.schemas.iter().map(|schema| schema.name.as_str());
            let known = COMMANDS.iter().map(|row| row.0).chain(schemas);
            let near = match word {
                "back" => Some("undo"),
                "why" => Some("why-not"),
                _ => nearest(word, known),
            };
            let near =
                near.map_or("help lists the commands".to_owned(), |one| format!("did you mean {one}?"));
            return Err(format!("there is no command {word}; {near}").into());
        };
        if (follows.is_empty() && !rest.is_empty()) || (*name == "state" && !["", "all"].contains(&rest)) {
            let usage = format!("{name} {follows}");
            return Err(format!("unexpected {rest}: the command is `{}`", usage.trim_end()).into());
        }
        self.replay.set_limits((self.limits)());
        Ok(Some(match *name {
            "state" => self.state(rest == "all"),
            "actions" => self.actions(rest)?,
            "apply" => {
                let step = self.action(rest)?;
                self.apply(step)? + &self.here()
            }
            "undo" => self.undo(if rest.is_empty() { 1 } else { number(rest)? })?,
            "why-not" => self.why_not(rest)?,
            "run" => self.run(rest)?,
            "goals" => self.goals(),
            "h" => {
                let told = estimates::show(&self.replay.task_from_here(), rest, &(self.limits)())?;
                if told.starts_with(estimates::DEAD_END) { self.of_this_state(&told) } else { told }
            }
            "plan" => self.find_plan()?,
            "trace" => self.trace()?,
            "save" if rest.is_empty() => return Err("save needs the name of a file".into()),
            "save" => {
                let text = self.plan.text(&self.loaded.task)
                    + &plan::cost_line(&self.loaded.task, self.replay.cost());
                (self.save)(&PathBuf::from(rest), &text).map_err(Refusal::printed)?;
                let place = if rest == "-" { "standard output" } else { rest };
                format!("{} written to {place}\n", counted(self.steps(), "step", "steps"))
            }
            "help" => help(),
            _ => return Ok(None),
        }))
    }

    /// The current state: the board if there is one, and whether the goal holds.
    pub(super) fn here(&mut self) -> String {
        let mut out = self.drawn();
        let reached = self.replay.goal(&self.plan).is_ok();
        let goal = if reached { ": the goal holds" } else { "" };
        let steps = counted(self.steps(), "step", "steps");
        let _ = writeln!(out, "after {steps}, cost {}{goal}", self.replay.cost());
        out
    }

    fn drawn(&mut self) -> String {
        self.board.draw_state(&self.loaded.task, &mut |predicate| self.replay.atoms(predicate))
    }

    fn state(&mut self, all: bool) -> String {
        let task = &self.loaded.task;
        let mut out = self.drawn();
        for predicate in task.predicates.ids() {
            let changes = task.predicate_info[predicate.index()].layer.is_some()
                || task
                    .schemas
                    .iter()
                    .any(|schema| schema.changes().iter().any(|(atom, _)| atom.predicate == predicate));
            let atoms = self.replay.atoms(predicate);
            if (changes || all) && !atoms.is_empty() {
                let shown: Vec<String> = atoms.iter().map(|one| task.show_atom(predicate, one)).collect();
                let _ = writeln!(out, "{}", shown.join(" "));
            }
        }
        out
    }

    fn actions(&mut self, only: &str) -> Result<String, Refusal> {
        let task = &self.loaded.task;
        if !only.is_empty() {
            schema_named(task, only).ok_or_else(|| format!("there is no action {only}"))?;
        }
        self.listed.clear();
        let mut out = String::new();
        for (number, schema) in task.schemas.iter().enumerate() {
            if !only.is_empty() && !schema.name.eq_ignore_ascii_case(only) {
                continue;
            }
            let found = self.replay.applicable(number.into());
            let _ = writeln!(out, "{}: {}", schema.name, found.len());
            for arguments in found {
                let step = Step { schema: number.into(), arguments };
                self.listed.push(step.clone());
                let shown = task.show_step(step.schema, &step.arguments);
                let _ = writeln!(out, "{:>4} {shown}", self.listed.len());
            }
        }
        Ok(out)
    }

    fn action(&self, text: &str) -> Result<Step, Refusal> {
        if let Ok(number) = text.parse::<usize>() {
            let step = number.checked_sub(1).and_then(|index| self.listed.get(index));
            return step.cloned().ok_or_else(|| {
                let listed = match self.listed.len() {
                    0 => "none for this state yet".to_owned(),
                    1 => "one, 1".to_owned(),
                    count => format!("1 to {count}"),
                };
                format!("there is no action {number}: `actions` has listed {listed}").into()
            });
        }
        let inner = text.trim_start_matches('(').trim_end_matches(')').trim();
        if inner.is_empty() {
            return Err("an action is needed, such as `apply NAME OBJECT ...`".into());
        }
        match plan::read(&self.loaded.task, &format!("({inner})")) {
            Ok(read) if read.plan.steps.len() == 1 => Ok(read.plan.steps[0].clone()),
            Ok(_) => Err("one action at a time".into()),
            Err(ReadError::Text(fault)) => Err(fault.message.clone().into()),
            Err(ReadError::Step(misfit)) => {
                let mut reasons = String::new();
                self.loaded.reasons(&misfit.fault.reasons, 1, &mut reasons);
                let message = misfit.fault.message.replace("step 1 ", "");
                Err(Refusal { message, reasons, exit: Exit::Input })
            }
        }
    }

    /// Applies an action; returns what it changes.
    fn apply(&mut self, step: Step) -> Result<String, Refusal> {
        let task = &self.loaded.task;
        let shown = task.show_step(step.schema, &step.arguments);
        self.plan.steps.push(step);
        match self.replay.traced(&self.plan, self.plan.steps.len() - 1) {
            Ok(traced) => {
                self.listed.clear();
                Ok(format!("{} {shown}\n{}", self.steps(), changes(&traced)))
            }
            Err(fault) => {
                self.plan.steps.pop();
                let mut reasons = String::new();
                self.loaded.reasons(&fault.reasons, 1, &mut reasons);
                Err(Refusal { message: fault.message, reasons, exit: Exit::No })
            }
        }
    }

    fn undo(&mut self, count: usize) -> Result<String, Refusal> {
        let Some(left) = self.steps().checked_sub(count) else {
            return Err(match self.steps() {
                0 => "there is no step to take back".into(),
                steps => format!("only {} can be taken back", counted(steps, "step", "steps")).into(),
            });
        };
        self.plan.steps.truncate(left);
        self.listed.clear();
        self.replay = Replay::new(&self.loaded.task, (self.limits)());
        for index in 0..left {
            self.replay.traced(&self.plan, index).map_err(|fault| Refusal::from(fault.message))?;
        }
        Ok(self.here())
    }

    fn why_not(&mut self, text: &str) -> Result<String, Refusal> {
        let task = &self.loaded.task;
        let step = self.action(text)?;
        self.plan.steps.push(step.clone());
        let checked = self.replay.check(&self.plan, self.plan.steps.len() - 1);
        self.plan.steps.pop();
        let Err(fault) = checked else {
            return Ok(format!("{} can be applied\n", task.show_step(step.schema, &step.arguments)));
        };
        let mut out = fault.message.replacen(&format!("step {} ", self.steps() + 1), "", 1) + "\n";
        self.loaded.reasons(&fault.reasons, 1, &mut out);
        let mut cures = Vec::new();
        let schema = &task.schemas[step.schema.index()];
        let fits = |(object, parameter): (&ObjectId, &Variable)| {
            task.types.fits(&task.object_types[object.index()], &parameter.types)
        };
        if !step.arguments.iter().zip(&schema.parameters).all(fits) {
            return Ok(out);
        }
        self.cures(&schema.precondition, true, &step.arguments, &mut cures);
        for cure in cures {
            let _ = writeln!(out, "  {cure}");
        }
        Ok(out)
    }

    /// Which schemas could satisfy the unsatisfied atoms of a conjunction.
    fn cures(&mut self, condition: &Condition, wanted: bool, binding: &[ObjectId], out: &mut Vec<String>) {
        match condition {
            Condition::And(parts) if wanted => {
                parts.iter().for_each(|part| self.cures(part, wanted, binding, out));
            }
            Condition::Not(inner) => self.cures(inner, !wanted, binding, out),
            Condition::Atom(atom) => {
                let objects: Vec<ObjectId> = atom.arguments.iter().map(|term| term.value(binding)).collect();
                if self.replay.atoms(atom.predicate).contains(&objects) == wanted {
                    return;
                }
                let task = &self.loaded.task;
                let shown = task.show_atom(atom.predicate, &objects);
                let is = if wanted { "true" } else { "false" };
                let mut names = changers(task, atom.predicate, &objects, wanted);
                let is_anything = !names.is_empty();
                names.retain(|(schema, changes)| {
                    changes.iter().any(|one| self.is_possible(schema, one, &objects))
                });
                let names: Vec<&str> = names.iter().map(|(schema, _)| schema.name.as_str()).collect();
                out.push(if task.predicate_info[atom.predicate.index()].layer.is_some() {
                    format!("{shown} is derived: its rules decide")
                } else if names.is_empty() {
                    let verb = if wanted { "adds" } else { "deletes" };
                    let where_to = if is_anything { " under conditions that can hold" } else { "" };
                    format!("nothing can make {shown} {is}: no action {verb} it{where_to}")
                } else {
                    format!("{shown} could be made {is} by {}", names.join(", "))
                });
            }
            _ => {}
        }
    }

    /// Whether a schema can change this fact by an atom of its effect, as far as what never changes says.
    fn is_possible(&mut self, schema: &Schema, atom: &Atom, objects: &[ObjectId]) -> bool {
        let mut parts = Vec::new();
        fixed(&self.loaded.task, &schema.precondition, &mut parts);
        let mut parts: Vec<Condition> = parts.into_iter().cloned().collect();
        for (term, object) in atom.arguments.iter().zip(objects) {
            if matches!(term, Term::Variable(slot) if (*slot as usize) < schema.parameters.len()) {
                parts.push(Condition::Equal(*term, Term::Object(*object), atom.span));
            }
        }
        self.replay.is_possible(&schema.parameters, &Condition::And(parts))
    }

    fn run(&mut self, rest: &str) -> Result<String, Refusal> {
        let Some(script) = self.script.clone() else {
            return Err("there is no plan to follow: give one on the command line, or type `plan`".into());
        };
        let (wanted, is_wanted) =
            match rest.trim_start_matches("until").trim_start_matches([' ', '(']).strip_prefix("not") {
                Some(fact) if fact.starts_with([' ', '(']) => (format!("until {fact}"), false),
                _ => (rest.to_owned(), true),
            };
        let until = wanted.strip_prefix("until").map(|fact| self.fact(fact)).transpose()?;
        let most = if rest.is_empty() || until.is_some() { usize::MAX } else { number(rest)? };
        let holds = |replay: &mut Replay<'_>| {
            let holds = |fact: &(PredicateId, Vec<ObjectId>)| replay.atoms(fact.0).contains(&fact.1);
            until.as_ref().map(holds) == Some(is_wanted)
        };
        let mut out = String::new();
        for _ in 0..most {
            if holds(&mut self.replay) {
                return Ok(out + &self.here());
            }
            if !script.starts_with(&self.plan.steps) {
                return Err(
                    "the steps so far are not those of the plan: `undo` goes back, `plan` finds another"
                        .into(),
                );
            }
            let Some(next) = script.get(self.steps()).cloned() else { break };
            match self.apply(next) {
                Ok(told) => out.push_str(&told),
                Err(refusal) => return Err(Refusal { reasons: out + &refusal.reasons, ..refusal }),
            }
        }
        if let Some((predicate, objects)) = &until
            && !holds(&mut self.replay)
        {
            let fact = self.loaded.task.show_atom(*predicate, objects);
            let fact = if is_wanted { fact } else { format!("(not {fact})") };
            let _ = writeln!(out, "{fact} never holds");
        }
        Ok(out + &self.here())
    }

    /// A fact that the user types.
    fn fact(&self, text: &str) -> Result<(PredicateId, Vec<ObjectId>), Refusal> {
        let task = &self.loaded.task;
        let text = text.replace(['(', ')'], " ");
        let mut words = text.split_whitespace();
        let head = words.next().unwrap_or_default();
        let Some(predicate) = task.predicates.find(head) else {
            return Err(format!("there is no predicate {head}").into());
        };
        let mut objects = Vec::new();
        for word in words {
            objects.push(task.objects.find(word).ok_or_else(|| format!("there is no object {word}"))?);
        }
        let wanted = task.predicate_info[predicate.index()].parameters.len();
        if wanted != objects.len() {
            return Err(format!("{head} takes {wanted} arguments, not {}", objects.len()).into());
        }
        Ok((predicate, objects))
    }

    fn goals(&mut self) -> String {
        let mut out = String::new();
        for (holds, reasons) in self.replay.goals(&self.plan) {
            let _ = writeln!(out, "{}", if holds { "holds" } else { "does not hold" });
            self.loaded.reasons(&reasons, 1, &mut out);
        }
        out
    }

    fn find_plan(&mut self) -> Result<String, Refusal> {
        let task = self.replay.task_from_here();
        let found = estimates::plan(&task, &(self.limits)());
        let found = found.map_err(|no| Refusal { message: self.of_this_state(&no.message), ..no })?;
        let text = found.text(&task);
        self.script = Some([&self.plan.steps[..], &found.steps].concat());
        let count = found.steps.len();
        let steps = counted(count, "step", "steps");
        Ok(format!("{text}a plan of {steps} from here; `run` follows it\n"))
    }

    /// A sentence about the initial state of the task that begins here, as one about this state: with the step that
    /// made it so, if it is about a fact that holds.
    fn of_this_state(&self, text: &str) -> String {
        let words = [
            ("holds initially", "holds here"),
            ("is not in :init", "does not hold here"),
            ("is in :init", "holds here"),
            (":init gives", "this state gives"),
            (" in :init", " here"),
        ];
        let text = words.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let Some((before, after)) = text.split_once(" holds here") else { return text };
        let fact = before.rfind('(').map_or("", |at| &before[at..]);
        let mut replay = Replay::new(&self.loaded.task, (self.limits)());
        let traced = (0..self.steps()).map_while(|index| replay.traced(&self.plan, index).ok());
        let since = traced.filter(|one| one.adds.iter().any(|added| added == fact)).last();
        let Some(index) = since.and_then(|one| one.step) else { return text };
        let step = &self.plan.steps[index];
        let shown = self.loaded.task.show_step(step.schema, &step.arguments);
        format!("{before} holds here since step {} {shown}{after}", index + 1)
    }

    fn trace(&mut self) -> Result<String, Refusal> {
        let mut replay = Replay::new(&self.loaded.task, (self.limits)());
        let mut out = String::new();
        for index in 0..self.steps() {
            let traced = replay.traced(&self.plan, index).map_err(|fault| Refusal::from(fault.message))?;
            out.push_str(&self.loaded.traced(&self.plan, &traced));
        }
        Ok(out)
    }
}

fn number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| Refusal::from(format!("a whole number is expected, not {text}")))
}

/// The schemas that can add, or delete, this very fact, with the atoms of their effects that do.
fn changers<'t>(
    task: &'t Task,
    predicate: PredicateId,
    objects: &[ObjectId],
    adds: bool,
) -> Vec<(&'t Schema, Vec<&'t Atom>)> {
    let changing = |schema: &'t Schema| {
        let is_it = |atom: &Atom| {
            let pairs = || atom.arguments.iter().zip(objects);
            let fits = |term: &Term, object: &ObjectId| match term {
                Term::Object(named) => named == object,
                // A quantified variable comes after the parameters.
                Term::Variable(slot) => schema.parameters.get(*slot as usize).is_none_or(|parameter| {
                    task.types.fits(&task.object_types[object.index()], &parameter.types)
                }),
            };
            let is_one =
                |term: &Term, object: &ObjectId| pairs().all(|(other, at)| other != term || at == object);
            pairs().all(|(term, object)| fits(term, object) && is_one(term, object))
        };
        let changes = schema.changes().into_iter();
        let it = changes.filter(|(atom, added)| *added == adds && atom.predicate == predicate && is_it(atom));
        (schema, it.map(|(atom, _)| atom).collect::<Vec<_>>())
    };
    task.schemas.iter().map(changing).filter(|(_, atoms)| !atoms.is_empty()).collect()
}

/// The parts of a condition, and their parts, that no action changes.
fn fixed<'t>(task: &Task, condition: &'t Condition, out: &mut Vec<&'t Condition>) {
    let changes = |(atom, _): (&Atom, bool)| {
        task.predicate_info[atom.predicate.index()].layer.is_some()
            || task
                .schemas
                .iter()
                .flat_map(Schema::changes)
                .any(|(other, _)| other.predicate == atom.predicate)
    };
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| fixed(task, part, out)),
        one if !one.literals(true).into_iter().any(changes) => out.push(one),
        _ => {}
    }
}
