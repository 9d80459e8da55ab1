//! The translator format, version 3, that the search component of Fast Downward reads.
//!
//! In: a ground task and its names. Out: text, to a writer.
//!
//! Of several effects on a variable, the one that counts is written last: an add after a delete.

use std::io::{self, Write};

use super::{FactId, FactName, OpId, Task, VarId};
use banto_text::task;

/// Writes a task, even one whose goal always holds or can never be reached.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::ground::ground;
/// use banto::limits::Limits;
/// use banto::strips::write_sas;
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
/// let mut out = Vec::new();
/// write_sas(&mut out, &ground_task, &task).unwrap();
/// assert!(out.starts_with(b"begin_version\n3\nend_version\n"));
/// ```
pub fn write_sas(out: &mut impl Write, task: &Task, names: &task::Task) -> io::Result<()> {
    writeln!(out, "begin_version\n3\nend_version")?;
    writeln!(out, "begin_metric\n{}\nend_metric", u8::from(!task.unit_cost))?;
    let writer = Writer { task, names };
    // The format requires at least one variable and one goal.
    if task.goal.is_empty() {
        return write_trivial(out, true);
    }
    writeln!(out, "{}", task.variables.len())?;
    for (index, variable) in task.variables.iter().enumerate() {
        let layer = variable.layer.map_or(-1, i64::from);
        writeln!(out, "begin_variable\nvar{index}\n{layer}\n{}", variable.size)?;
        for value in variable.facts() {
            writeln!(out, "{}", writer.name(value))?;
        }
        writeln!(out, "end_variable")?;
    }
    let within = task.variables.iter().filter(|variable| variable.size > 2).count();
    writeln!(out, "{}", within + task.groups.len())?;
    for variable in task.variables.iter().filter(|variable| variable.size > 2) {
        writer.group(out, &variable.facts().collect::<Vec<FactId>>())?;
    }
    for group in &task.groups {
        writer.group(out, group)?;
    }
    writeln!(out, "begin_state")?;
    for fact in &task.initial {
        writeln!(out, "{}", writer.value(*fact).1)?;
    }
    writeln!(out, "end_state\nbegin_goal\n{}", task.goal.len())?;
    for fact in &task.goal {
        writer.fact(out, *fact)?;
    }
    writeln!(out, "end_goal\n{}", task.operator_count())?;
    for operator in task.operators() {
        writer.operator(out, operator)?;
    }
    writeln!(out, "{}", task.axioms.len())?;
    for rule in &task.axioms {
        writeln!(out, "begin_rule\n{}", rule.body.len())?;
        for fact in &rule.body {
            writer.fact(out, *fact)?;
        }
        let (variable, value) = writer.value(rule.head);
        writeln!(out, "{variable} {} {value}\nend_rule", 1 - value)?;
    }
    Ok(())
}

/// Writes a task whose goal is provably unreachable.
pub fn write_unsolvable(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric")?;
    write_trivial(out, false)
}

fn write_trivial(out: &mut impl Write, solvable: bool) -> io::Result<()> {
    writeln!(out, "1\nbegin_variable\nvar0\n-1\n2\nAtom dummy(val1)\nAtom dummy(val2)\nend_variable\n0")?;
    writeln!(out, "begin_state\n0\nend_state\nbegin_goal\n1\n0 {}\nend_goal\n0\n0", u8::from(!solvable))
}

struct Writer<'a> {
    task: &'a Task,
    names: &'a task::Task,
}

impl Writer<'_> {
    fn value(&self, fact: FactId) -> (usize, usize) {
        let variable = self.task.variable_of(fact);
        (variable.index(), fact.index() - self.task.variables[variable.index()].first.index())
    }

    fn fact(&self, out: &mut impl Write, fact: FactId) -> io::Result<()> {
        let (variable, value) = self.value(fact);
        writeln!(out, "{variable} {value}")
    }

    fn group(&self, out: &mut impl Write, facts: &[FactId]) -> io::Result<()> {
        writeln!(out, "begin_mutex_group\n{}", facts.len())?;
        for fact in facts {
            self.fact(out, *fact)?;
        }
        writeln!(out, "end_mutex_group")
    }

    fn name(&self, fact: FactId) -> String {
        let atom = |atom: usize| {
            let (predicate, arguments) = self.task.atom(atom);
            let arguments: Vec<&str> =
                arguments.iter().map(|object| self.names.objects.name(*object)).collect();
            format!("{}({})", self.names.predicates.name(predicate), arguments.join(", "))
        };
        match self.task.name(fact) {
            FactName::Atom(index) => format!("Atom {}", atom(index)),
            FactName::Not(index) => format!("NegatedAtom {}", atom(index)),
            FactName::NoneOfThem => "<none of those>".to_owned(),
            FactName::Invented(number) => {
                let holds = self.value(fact).1 == 0;
                format!("{} condition-{number}()", if holds { "Atom" } else { "NegatedAtom" })
            }
        }
    }

    fn operator(&self, out: &mut impl Write, operator: OpId) -> io::Result<()> {
        let task = self.task;
        let name = task.show_operator(self.names, operator);
        writeln!(out, "begin_operator\n{}", &name[1..name.len() - 1])?;
        let changed =
            |variable: VarId| task.effects(operator).any(|effect| task.variable_of(effect.fact) == variable);
        let needed = task.condition(operator);
        let prevail: Vec<FactId> =
            needed.iter().copied().filter(|fact| !changed(task.variable_of(*fact))).collect();
        writeln!(out, "{}", prevail.len())?;
        for fact in prevail {
            self.fact(out, fact)?;
        }
        writeln!(out, "{}", task.effects(operator).count())?;
        for effect in task.effects(operator) {
            write!(out, "{}", effect.condition.len())?;
            for fact in effect.condition {
                let (variable, value) = self.value(*fact);
                write!(out, " {variable} {value}")?;
            }
            let (variable, value) = self.value(effect.fact);
            let before = needed.iter().map(|fact| self.value(*fact)).find(|fact| fact.0 == variable);
            match before {
                Some((_, before)) => writeln!(out, " {variable} {before} {value}")?,
                None => writeln!(out, " {variable} -1 {value}")?,
            }
        }
        writeln!(out, "{}\nend_operator", task.cost(operator))
    }
}
