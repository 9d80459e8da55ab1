//! Lints: quantified conditions with the wrong word inside, which hold nearly always or never.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Model;
use crate::task::{Atom, Condition, ObjectId, PredicateId, Schema, Task, Term, Variable};
use banto_base::source::{Diagnostic, codes};

/// `(exists (?x) (imply A B))` holds as soon as something is no A; `(forall (?x) (and A B))` asks that everything is an
/// A, which a fact that never changes may rule out.
pub(super) fn quantifiers(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let changed = super::changed(task);
    let rules = task.axioms.iter().map(|axiom| (axiom.parameters.len(), &axiom.condition));
    for (outer, condition) in task.schemas.iter().flat_map(Schema::conditions).chain(rules) {
        look(model, condition, outer, &changed, out);
    }
    let mut goal = Vec::new();
    look(model, &task.goal, 0, &changed, &mut goal);
    out.extend(goal.into_iter().map(|fault| fault.moved_to(1)));
}

/// Looks at a condition below `outer` variables.
fn look(
    model: &Model<'_>,
    condition: &Condition,
    outer: usize,
    changed: &FxHashSet<PredicateId>,
    out: &mut Vec<Diagnostic>,
) {
    if model.limits.check().is_err() {
        return;
    }
    let inside = match condition {
        Condition::Exists(variables, _) | Condition::Forall(variables, _) => outer + variables.len(),
        _ => outer,
    };
    let is_own =
        |term: &Term| matches!(term, Term::Variable(slot) if (outer..inside).contains(&(*slot as usize)));
    match condition {
        Condition::Exists(_, inner) => {
            if let Condition::Imply(left, _) = &**inner
                && let Some((atom, _)) =
                    left.literals(true).into_iter().find(|(atom, _)| atom.arguments.iter().any(is_own))
            {
                out.push(
                    codes::W0229
                        .at(
                            atom.span,
                            "an exists with imply inside holds as soon as something does not meet this",
                        )
                        .label("whatever does not meet this is enough")
                        .help(
                            "in exists (and A B) asks for something that meets both; (imply A B) belongs in forall",
                        ),
                );
            }
        }
        Condition::Forall(variables, inner) => {
            let parts = if let Condition::And(parts) = &**inner { &parts[..] } else { &[] };
            for part in parts {
                let Condition::Atom(atom) = part else { continue };
                let is_fixed = !changed.contains(&atom.predicate) && model.problem.is_some();
                if is_fixed
                    && atom.arguments.iter().any(is_own)
                    && !may_be_all(model.task, variables, outer, atom)
                {
                    out.push(
                        codes::W0229
                            .at(atom.span, "this forall never holds: it asks this of everything")
                            .label("no action changes it, and it does not hold of everything")
                            .help("to ask for the rest only where this holds, write (imply A B) in forall"),
                    );
                    break;
                }
            }
        }
        _ => {}
    }
    condition.parts(true).into_iter().for_each(|(part, _)| look(model, part, inside, changed, out));
}

/// Whether the initial facts of an atom may hold of everything that the variables from `outer` on stand for.
fn may_be_all(task: &Task, variables: &[Variable], outer: usize, atom: &Atom) -> bool {
    let slots: FxHashSet<usize> = atom
        .arguments
        .iter()
        .filter_map(|term| match term {
            Term::Variable(slot) => (*slot as usize).checked_sub(outer),
            Term::Object(_) => None,
        })
        .collect();
    let wanted: usize = slots.iter().map(|slot| task.objects_of(&variables[*slot].types).count()).product();
    let mut counts: FxHashMap<Vec<ObjectId>, usize> = FxHashMap::default();
    for (_, row) in task.init.iter().filter(|(predicate, _)| *predicate == atom.predicate) {
        let fixed = row.iter().zip(&atom.arguments).filter(|(_, term)| match term {
            Term::Variable(slot) => (*slot as usize) < outer,
            Term::Object(_) => true,
        });
        *counts.entry(fixed.map(|(object, _)| *object).collect()).or_default() += 1;
    }
    wanted == 0 || counts.values().any(|count| *count >= wanted)
}
