//! Mutants of valid plans: some of each kind of mistake must be rejected, and the validator must agree with the oracle.
//!
//! A mutant can be a plan, too (dropping a step that only comes back, say). So that nothing is chosen by hand, all
//! mutants of a kind are tried, and the oracle replays each.

use std::fs;

use crate::oracle::Oracle;
use crate::places::{root, task_of};
use banto::plan;
use banto::task::{ObjectId, Task};

/// A step as words.
type Step = Vec<String>;
/// The mutants of one kind.
type Kind = fn(&Task, &[Step]) -> Vec<Vec<Step>>;
/// A change of the text of a plan.
type Change = fn(&str) -> String;

const KINDS: &[(&str, Kind)] = &[
    ("the first step is missing", |_, steps| vec![steps[1..].to_vec()]),
    ("the last step is missing", |_, steps| vec![steps[..steps.len() - 1].to_vec()]),
    ("a step in the middle is missing", |_, steps| {
        (1..steps.len() - 1).map(|at| [&steps[..at], &steps[at + 1..]].concat()).collect()
    }),
    ("two neighbors are swapped", |_, steps| {
        each(steps.len() - 1, steps, |steps, at| steps.swap(at, at + 1))
    }),
    ("the first and the last step are swapped", |_, steps| {
        let last = steps.len() - 1;
        each(1, steps, |steps, at| steps.swap(at, last))
    }),
    ("reversed", |_, steps| vec![steps.iter().rev().cloned().collect()]),
    ("sorted", |_, steps| each(1, steps, |steps, _| steps.sort())),
    ("turned round by one", |_, steps| each(1, steps, |steps, _| steps.rotate_left(1))),
    ("a step is repeated", |_, steps| {
        each(steps.len(), steps, |steps, at| steps.insert(at, steps[at].clone()))
    }),
    ("the whole plan twice", |_, steps| vec![[steps, steps].concat()]),
    ("no step at all", |_, _| vec![Vec::new()]),
    ("the first half", |_, steps| vec![steps[..steps.len() / 2].to_vec()]),
    ("the second half", |_, steps| vec![steps[steps.len() / 2..].to_vec()]),
    ("another action", |task, steps| {
        let names: Vec<&str> = task.schemas.iter().map(|schema| schema.name.as_str()).collect();
        replaced(steps, &names, |at| at == 0)
    }),
    ("an action that there is not", |_, steps| replaced(steps, &["loaad"], |at| at == 0)),
    ("an object that there is not", |_, steps| replaced(steps, &["pacel1"], |at| at > 0)),
    ("another object, of whatever type", |task, steps| {
        let names: Vec<&str> = task.objects.names().collect();
        replaced(steps, &names, |at| at > 0)
    }),
    ("another object of the same type", |task, steps| {
        each_word(steps, |at, word| {
            let Some(object) = task.objects.find(word).filter(|_| at > 0) else { return Vec::new() };
            let types = |one: ObjectId| &task.object_types[one.index()];
            let others = task.objects.ids().filter(|one| *one != object && types(*one) == types(object));
            others.map(|one| task.objects.name(one).to_owned()).collect()
        })
    }),
    ("an action in the place of an object", |task, steps| {
        replaced(steps, &[task.schemas[0].name.as_str()], |at| at > 0)
    }),
    ("one argument too many", |_, steps| {
        each(steps.len(), steps, |steps, at| {
            let last = steps[at][steps[at].len() - 1].clone();
            steps[at].push(last);
        })
    }),
    ("one argument too few", |_, steps| {
        each(steps.len(), steps, |steps, at| {
            steps[at].pop();
        })
    }),
    ("no arguments", |_, steps| each(steps.len(), steps, |steps, at| steps[at].truncate(1))),
    ("two arguments are swapped", |_, steps| {
        each(steps.len(), steps, |steps, at| {
            let last = steps[at].len() - 1;
            steps[at].swap(1, last);
        })
    }),
];

/// Changes of the text after which it is no list of steps.
const TEXTS: &[(&str, Change)] = &[
    ("the last parenthesis is missing", |text| text.trim_end().trim_end_matches(')').to_owned()),
    ("a parenthesis in the middle is missing", |text| text.replacen(")\n", "\n", 2).replacen('\n', ")\n", 1)),
    ("the first parenthesis is missing", |text| text[1..].to_owned()),
    ("a step is not in parentheses", |text| text.replacen(['(', ')'], "", 2)),
    ("a step within a step", |text| text.replacen(' ', " (", 1)),
    ("one parenthesis too many", |text| text.replacen(")\n", "))\n", 1)),
    ("the file ends within a step", |text| text[..text.len() - text.len() / 5 - 3].to_owned()),
    ("the file ends within the first step", |text| text[..4].to_owned()),
    ("an empty step", |text| format!("(){text}")),
    ("two words in one", |text| text.replacen(' ', "-", 1)),
    ("one word in two", |text| format!("({} {}", &text[1..3], &text[3..])),
    ("a comment instead of a parenthesis", |text| text.replacen(')', ";", 1)),
    ("commas", |text| text.replacen(' ', ", ", 2)),
    ("the braces of another language", |text| text.replace('(', "{").replace(')', "}")),
    ("a line of talk", |text| format!("Solution found!\n{text}")),
];

fn each(count: usize, steps: &[Step], change: impl Fn(&mut Vec<Step>, usize)) -> Vec<Vec<Step>> {
    (0..count)
        .map(|at| {
            let mut mutant = steps.to_vec();
            change(&mut mutant, at);
            mutant
        })
        .collect()
}

/// All mutants in which one word is another one.
fn each_word(steps: &[Step], others: impl Fn(usize, &str) -> Vec<String>) -> Vec<Vec<Step>> {
    let mut mutants = Vec::new();
    for (step, words) in steps.iter().enumerate() {
        for (at, word) in words.iter().enumerate() {
            for other in others(at, word) {
                let mut mutant = steps.to_vec();
                mutant[step][at] = other;
                mutants.push(mutant);
            }
        }
    }
    mutants
}

fn replaced(steps: &[Step], names: &[&str], at: impl Fn(usize) -> bool) -> Vec<Vec<Step>> {
    each_word(steps, |place, word| {
        let names = names.iter().filter(|name| at(place) && **name != word);
        names.map(|name| (*name).to_owned()).collect()
    })
}

/// What the oracle says of steps: their cost, if they are a plan.
fn replay(oracle: &Oracle<'_>, steps: &[Step]) -> Option<u64> {
    let mut state = oracle.initial();
    let mut sum = 0;
    for words in steps {
        let schema = oracle.task.schemas.iter().position(|schema| schema.name == words[0])?;
        let binding: Vec<ObjectId> =
            words[1..].iter().map(|word| oracle.task.objects.find(word)).collect::<Option<_>>()?;
        if !oracle.bindings[schema].contains(&binding) {
            return None;
        }
        let (next, cost) = oracle.apply(&state, &oracle.complete(&state), schema, &binding)?;
        state = next;
        sum += cost;
    }
    oracle.is_goal(&state).then_some(sum)
}

fn validated_cost(task: &Task, text: &str) -> Option<u64> {
    match plan::validate(task, &plan::read(task, text).ok()?.plan) {
        plan::Verdict::Valid { cost } => Some(cost),
        plan::Verdict::Invalid(_) => None,
    }
}

fn lines(steps: &[Step]) -> String {
    let lines: Vec<String> = steps.iter().map(|words| format!("({})", words.join(" "))).collect();
    lines.join("\n") + "\n"
}

#[test]
fn mutants_of_valid_plans_are_rejected() {
    for (name, problem) in [("logistics", "02-three-parcels"), ("ferry", "02-three-cars")] {
        let task = task_of(format!("domains/{name}.pddl"), format!("problems/{name}/{problem}.pddl"));
        let oracle = Oracle::new(&task);
        let text = fs::read_to_string(root().join(format!("tests/validate/plans/{name}.plan"))).unwrap();
        let steps: Vec<Step> = text
            .lines()
            .filter(|line| line.starts_with('('))
            .map(|line| line.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect())
            .collect();
        let cost = replay(&oracle, &steps).expect("the plan itself");
        assert_eq!(validated_cost(&task, &text), Some(cost));
        let mut rejected = 0;
        for (kind, mutants) in KINDS {
            let before = rejected;
            for mutant in mutants(&task, &steps) {
                let text = lines(&mutant);
                assert_eq!(validated_cost(&task, &text), replay(&oracle, &mutant), "{name}, {kind}:\n{text}");
                rejected += usize::from(validated_cost(&task, &text).is_none());
            }
            assert!(rejected > before, "{name}: nothing is rejected where {kind}");
        }
        assert!(rejected > 200, "{name}: only {rejected}");
        let text = lines(&steps);
        for (kind, mutate) in TEXTS {
            let mutant = mutate(&text);
            assert_ne!(mutant, text, "{kind}");
            assert!(plan::read(&task, &mutant).is_err(), "{name}, {kind}:\n{mutant}");
        }
    }
}
