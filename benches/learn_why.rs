//! Learns what each feature of a change says (`src/planning/why/changes/weights.rs`), and reports how often it is
//! right.
//! `cargo bench --bench learn_why -- --help`.
//!
//! In: the domains of this repository, and those of a folder. A slip is made in a sound model; of all changes that give
//! a plan, the right one is that which leads back to the sound model. A conditional logistic regression learns weights
//! from that: the same input gives the same table. Each domain is judged by weights that were learned from others.
//! Slips that people made may be given beside their sound texts, a folder for each author, who is judged by what the
//! others teach. Without such slips, the table is a poorer one. The models of `tests/why` are never seen here.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss
)]

#[path = "../tests/planning/why/applied.rs"]
#[allow(dead_code)]
mod applied;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use applied::Tree::{self, List, Word};
use banto::limits::Limits;
use banto::search::Random;
use banto::{task, why};

/// The slips, and how often each is made among a hundred. Effects and facts are forgotten most often, since nothing
/// reminds of them; then come arguments, which are written many times, in an order that only a declaration tells; a
/// wrong sign, type, or predicate is seen at a glance, and rarer. A deletion that is missing seldom takes the plan
/// away: here only those slips count that do. One in ten is no slip of writing: a sound domain, and a problem with too
/// little of something, or a map that falls in two.
const SLIPS: [(&str, usize); 17] = [
    ("an effect is forgotten", 12),
    ("a deletion is forgotten", 8),
    ("an effect has the wrong sign", 5),
    ("arguments of an effect are exchanged", 6),
    ("an effect has another argument", 6),
    ("an effect too many", 5),
    ("arguments of a condition are exchanged", 6),
    ("a condition has another argument", 6),
    ("a condition has the wrong sign", 4),
    ("a condition too many", 5),
    ("another predicate", 5),
    ("a variable of another type", 4),
    ("a fact is forgotten", 10),
    ("a fact has another object, or its arguments are exchanged", 6),
    ("a goal has another object", 2),
    ("an object is missing", 6),
    ("a connection is missing, there and back", 4),
];

/// What people wrote wrongly themselves.
const PEOPLE: &str = "made by people";

/// Of so many models, one has two slips: most are tried while they are written, one change after the other.
const ONE_OF: usize = 6;

/// How many slips are tried in each domain, how many domains are left out at a time, and how many rounds are learned.
const TRIES: usize = 60;
const FOLDS: usize = 5;
const ROUNDS: usize = 600;

/// Texts that are longer are not read: each mutant is searched many times.
const LONGEST: u64 = 5_000;

/// The pull towards zero.
const PULL: f64 = 0.7;

/// Where the table is.
const TABLE: &str = "src/planning/why/changes/weights.rs";

/// A model with a slip.
struct Mutant {
    family: String,
    texts: [String; 2],
    slip: &'static str,
    /// The changes that help, and which of them are right.
    rows: Vec<(Vec<f64>, bool)>,
    names: Vec<&'static str>,
    gives_up: Vec<bool>,
    said: Vec<String>,
}

/// A tree without differences that say nothing: the order of parts, conjunctions of conjunctions, how types are shared.
fn canonical(tree: &Tree) -> Tree {
    let List(parts) = tree else { return tree.clone() };
    let dash = Word("-".to_owned());
    let (mut open, mut named, mut at) = (Vec::new(), Vec::new(), 0);
    while parts.contains(&dash) && at < parts.len() {
        let is_typed = parts[at] == dash && at + 1 < parts.len();
        if is_typed {
            let of = parts[at + 1].show();
            named.extend(open.drain(..).map(|name: Tree| Word(format!("{}-{of}", name.show()))));
        } else if parts[at].show().starts_with(':') {
            named.push(parts[at].clone());
        } else {
            open.push(parts[at].clone());
        }
        at += if is_typed { 2 } else { 1 };
    }
    named.extend(open.into_iter().map(|name| Word(format!("{}-object", name.show()))));
    let parts = if parts.contains(&dash) { named } else { parts.clone() };
    let head = parts.first().map(Tree::show).unwrap_or_default();
    let mut inner: Vec<Tree> = Vec::new();
    for part in parts.iter().map(canonical) {
        match part {
            List(more) if head == "and" && more.first() == Some(&Word(head.clone())) => {
                inner.extend_from_slice(&more[1..]);
            }
            part => inner.push(part),
        }
    }
    if ["and", ":init", ":objects", ":constants"].contains(&&head[..]) {
        inner[1..].sort_by_key(Tree::show);
        inner.dedup();
    }
    if head == "and" && inner.len() == 2 { inner.remove(1) } else { List(inner) }
}

fn same([one, two]: &[String; 2], [three, four]: &[String; 2]) -> bool {
    let canonical = |text: &str| canonical(&Tree::read(text)[0]);
    canonical(one) == canonical(three) && canonical(two) == canonical(four)
}

/// Whether a change in words leads back to the sound model.
fn is_right(mutant: &[String; 2], sound: &[String; 2], words: &str) -> bool {
    // One more object has the name that the sound model gives it.
    let names =
        |text: &str| Tree::read(text)[0].parts().iter().find(|part| part.head() == ":objects").cloned();
    let missing = names(&sound[1]).and_then(|all| {
        let given = names(&mutant[1])?;
        all.parts().iter().map(Tree::show).find(|name| !given.has(name))
    });
    let renamed = |text: String| match &missing {
        Some(name) => {
            text.replace(" another)", &format!(" {name})")).replace(" another ", &format!(" {name} "))
        }
        None => text,
    };
    let meant = applied::apply(&mutant[0], &mutant[1], words).into_iter();
    meant.map(|texts| texts.map(renamed)).any(|one| same(&one, sound))
}

/// A conjunction, or what stands alone, as a list of places.
fn conjuncts(tree: &Tree, at: &[usize]) -> Vec<Vec<usize>> {
    let here = tree.at(at);
    let inside = |range: std::ops::Range<usize>| -> Vec<Vec<usize>> {
        range.flat_map(|one| conjuncts(tree, &[at, &[one]].concat())).collect()
    };
    match here.head() {
        "and" => inside(1..here.parts().len()),
        "when" | "forall" => inside(2..here.parts().len()),
        "" => Vec::new(),
        _ => vec![at.to_vec()],
    }
}

/// The literals of the conditions of effects.
fn guards(tree: &Tree, at: &[usize]) -> Vec<Vec<usize>> {
    let here = tree.at(at);
    let inside = |one: usize| guards(tree, &[at, &[one]].concat());
    match here.head() {
        "when" => conjuncts(tree, &[at, &[1]].concat()),
        "and" | "forall" => (1..here.parts().len()).flat_map(inside).collect(),
        _ => Vec::new(),
    }
}

fn pick<'t, T>(all: &'t [T], random: &mut Random) -> Option<&'t T> {
    if all.is_empty() { None } else { Some(&all[random.below_index(all.len())]) }
}

/// The atom in a literal, and whether it is positive.
fn atom(tree: &Tree) -> (&Tree, bool) {
    if tree.head() == "not" { (&tree.parts()[1], false) } else { (tree, true) }
}

fn signed(atom: Tree, positive: bool) -> Tree {
    if positive { atom } else { List(vec![Word("not".to_owned()), atom]) }
}

/// A sound model with a slip of a kind, if one can be made.
#[allow(clippy::too_many_lines)] // a branch for each kind
fn slipped(slip: &str, sound: &[String; 2], random: &mut Random) -> Option<[String; 2]> {
    let [domain, problem] = sound.each_ref().map(|text| Tree::read(text).remove(0));
    let after = |form: &Tree, keyword: &str| {
        let at = form.parts().iter().position(|part| *part == Word(keyword.to_owned()));
        at.map(|at| at + 1).filter(|at| *at < form.parts().len())
    };
    let actions: Vec<usize> =
        (0..domain.parts().len()).filter(|at| domain.parts()[*at].head() == ":action").collect();
    let action = *pick(&actions, random)?;
    let section = |keyword: &str| Some(vec![action, after(domain.at(&[action]), keyword)?]);
    let (conditions, effects) = (
        section(":precondition").map(|at| conjuncts(&domain, &at)).unwrap_or_default(),
        section(":effect").map(|at| conjuncts(&domain, &at)).unwrap_or_default(),
    );
    let guards = section(":effect").map(|at| guards(&domain, &at)).unwrap_or_default();
    let effects: Vec<Vec<usize>> = effects
        .into_iter()
        .filter(|at| !["increase", "decrease", "assign"].contains(&domain.at(at).head()))
        .collect();
    let conditions: Vec<Vec<usize>> = conditions
        .into_iter()
        .chain(guards)
        .filter(|at| !["or", "imply", "exists", "="].contains(&atom(domain.at(at)).0.head()))
        .collect();
    let parameters = section(":parameters").map_or(List(Vec::new()), |at| domain.at(&at).clone());
    let variables: Vec<Tree> =
        parameters.parts().iter().filter(|one| one.show().starts_with('?')).cloned().collect();
    let of_section = |name: &str| problem.parts().iter().position(|part| part.head() == name);
    let exchanged = |tree: &Tree, random: &mut Random| -> Option<Tree> {
        let (inner, positive) = atom(tree);
        let mut parts = inner.parts().to_vec();
        if parts.len() < 3 {
            return None;
        }
        let one = 1 + random.below_index(parts.len() - 1);
        let two = 1 + random.below_index(parts.len() - 1);
        parts.swap(one, two);
        Some(signed(List(parts), positive))
    };
    let other_argument = |tree: &Tree, names: &[Tree], random: &mut Random| -> Option<Tree> {
        let (inner, positive) = atom(tree);
        let mut parts = inner.parts().to_vec();
        if parts.len() < 2 {
            return None;
        }
        let at = 1 + random.below_index(parts.len() - 1);
        parts[at] = pick(names, random)?.clone();
        Some(signed(List(parts), positive))
    };
    let in_domain = |at: &[usize], new: &[Tree]| Some([domain.with(at, new).show(), sound[1].clone()]);
    let in_problem = |at: &[usize], new: &[Tree]| Some([sound[0].clone(), problem.with(at, new).show()]);
    let of_sign = |adds: bool| -> Vec<Vec<usize>> {
        effects.iter().filter(|at| atom(domain.at(at)).1 == adds).cloned().collect()
    };
    let init = of_section(":init");
    let facts: Vec<Vec<usize>> = init.map_or(Vec::new(), |at| {
        let all = (1..problem.parts()[at].parts().len()).map(|one| vec![at, one]);
        all.filter(|at| problem.at(at).head() != "=").collect()
    });
    let names: Vec<Tree> = facts.iter().flat_map(|at| problem.at(at).parts()[1..].to_vec()).collect();
    // Another atom of the domain, of variables of the action.
    let borrowed = |random: &mut Random| -> Option<Tree> {
        let declared = domain.parts().iter().find(|part| part.head() == ":predicates")?;
        let predicate = pick(&declared.parts()[1..], random)?;
        let arity = predicate.parts().iter().filter(|one| one.show().starts_with('?')).count();
        let arguments = (0..arity).map(|_| pick(&variables, random).cloned());
        Some(List(
            [Some(Word(predicate.head().to_owned()))].into_iter().chain(arguments).collect::<Option<_>>()?,
        ))
    };
    match SLIPS.iter().position(|one| one.0 == slip)? {
        0 => in_domain(pick(&of_sign(true), random)?, &[]),
        1 => in_domain(pick(&of_sign(false), random)?, &[]),
        slip @ (2..=4 | 6..=8) => {
            let at = pick(if slip < 6 { &effects } else { &conditions }, random)?;
            let old = domain.at(at);
            let new = match slip {
                2 | 8 => {
                    let (inner, positive) = atom(old);
                    signed(inner.clone(), !positive)
                }
                3 | 6 => exchanged(old, random)?,
                _ => other_argument(old, &variables, random)?,
            };
            in_domain(at, &[new])
        }
        5 => {
            let at = pick(&effects, random)?;
            let (new, positive) = (borrowed(random)?, random.below_index(3) == 0);
            let both = List(vec![Word("and".to_owned()), domain.at(at).clone(), signed(new, positive)]);
            in_domain(at, &[both])
        }
        9 => {
            let at = pick(&conditions, random)?;
            let both = List(vec![Word("and".to_owned()), domain.at(at).clone(), borrowed(random)?]);
            in_domain(at, &[both])
        }
        10 => {
            let all = [&conditions[..], &effects].concat();
            let at = pick(&all, random)?;
            let (inner, positive) = atom(domain.at(at));
            let mut new = borrowed(random)?.parts().to_vec();
            new.truncate(1);
            new.extend_from_slice(&inner.parts()[1..]);
            in_domain(at, &[signed(List(new), positive)])
        }
        11 => {
            // Of a parameter, or of the variable of a quantifier.
            let dashes: Vec<Vec<usize>> = domain
                .at(&[action])
                .places()
                .into_iter()
                .filter(|at| domain.at(&[&[action], &at[..]].concat()) == &Word("-".to_owned()))
                .collect();
            let types = domain.parts().iter().find(|part| part.head() == ":types")?;
            let new = pick(&types.parts()[1..], random)?.clone();
            let mut at = [&[action], &pick(&dashes, random)?[..]].concat();
            *at.last_mut()? += 1;
            in_domain(&at, &[new])
        }
        12 => in_problem(pick(&facts, random)?, &[]),
        13 => {
            let at = pick(&facts, random)?;
            let is_exchanged = random.below_index(2) == 0;
            let fact = problem.at(at);
            let new =
                if is_exchanged { exchanged(fact, random)? } else { other_argument(fact, &names, random)? };
            in_problem(at, &[new])
        }
        14 => {
            let goals = conjuncts(&problem, &[of_section(":goal")?, 1]);
            let at = pick(&goals, random)?;
            in_problem(at, &[other_argument(problem.at(at), &names, random)?])
        }
        15 => {
            let all = of_section(":objects")?;
            let name = pick(&names, random)?.show();
            let is_elsewhere = |part: &Tree| ![":init", ":objects"].contains(&part.head()) && part.has(&name);
            if domain.has(&name) || problem.parts().iter().any(is_elsewhere) {
                return None;
            }
            let kept = |at: usize| -> Vec<Tree> {
                problem.parts()[at].parts().iter().filter(|part| !part.has(&name)).cloned().collect()
            };
            let after = problem.with(&[all], &[List(kept(all))]);
            Some([sound[0].clone(), after.with(&[init?], &[List(kept(init?))]).show()])
        }
        _ => {
            let there = problem.at(pick(&facts, random)?);
            let back = exchanged(there, random).filter(|back| back != there)?;
            let all = problem.at(&[init?]).parts();
            let kept: Vec<Tree> = all.iter().filter(|one| *one != there && **one != back).cloned().collect();
            (kept.len() + 2 == all.len()).then(|| in_problem(&[init?], &[List(kept)]))?
        }
    }
}

/// The sound models: a family of domains, and the texts.
fn sound(folder: Option<&Path>) -> Vec<(String, [String; 2])> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = |path: &Path| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> =
            fs::read_dir(path).into_iter().flatten().filter_map(|one| Some(one.ok()?.path())).collect();
        all.sort();
        all
    };
    let mut found: Vec<(String, [PathBuf; 2])> = Vec::new();
    for domain in list(&root.join("domains")).into_iter().filter(|one| one.is_file()) {
        let name = domain.file_stem().unwrap().to_string_lossy().into_owned();
        for problem in list(&root.join("problems").join(&name)).into_iter().skip(1).take(1) {
            found.push((name.clone(), [domain.clone(), problem]));
        }
    }
    for directory in folder.map(list).unwrap_or_default() {
        let name = directory.file_name().unwrap().to_string_lossy().into_owned();
        let family = name.split('-').next().unwrap_or("").trim_end_matches(char::is_numeric).to_owned();
        let files = list(&directory);
        let is_domain =
            |one: &&PathBuf| one.file_name().is_some_and(|name| name.to_string_lossy().contains("domain"));
        let problem = files
            .iter()
            .filter(|one| !is_domain(one) && one.extension().is_some())
            .min_by_key(|one| (fs::metadata(one).map_or(u64::MAX, |of| of.len()), (*one).clone()));
        let Some(problem) = problem else { continue };
        let stem = problem.file_stem().unwrap().to_string_lossy().into_owned();
        let own = files.iter().filter(is_domain).find(|one| {
            let name = one.file_name().unwrap().to_string_lossy().into_owned();
            name == "domain.pddl" || name.contains(&stem)
        });
        let Some(domain) = own else { continue };
        if !found.iter().any(|one| one.0 == family) {
            found.push((family, [domain.clone(), problem.clone()]));
        }
    }
    let short = |path: &PathBuf| fs::metadata(path).is_ok_and(|of| of.len() <= LONGEST);
    let read = |(family, paths): (String, [PathBuf; 2])| {
        if !paths.iter().all(short) {
            return None;
        }
        let [domain, problem] = paths.map(|path| fs::read_to_string(path).unwrap_or_default());
        let task = task::read(&domain, &problem).ok()?;
        let is_sound = matches!(why::weighed(&task, &Limits::none()).0, why::Finding::Solvable(_));
        // What is compared is what the trees say.
        is_sound.then(|| (family, [domain, problem].map(|text| Tree::read(&text)[0].show())))
    };
    found.into_iter().filter_map(read).collect()
}

/// A slip, as often as it is made.
fn drawn(random: &mut Random) -> &'static str {
    let mut at = random.below_index(SLIPS.iter().map(|one| one.1).sum());
    let is_it = |one: &&(&str, usize)| {
        at < one.1 || {
            at -= one.1;
            false
        }
    };
    SLIPS.iter().find(is_it).unwrap().0
}

/// A mutant that has no plan, with the changes that help.
fn weighed(
    family: &str,
    texts: [String; 2],
    sound: &[String; 2],
    slip: &'static str,
    task: &task::Task,
) -> Option<Mutant> {
    let (finding, weighed) = why::weighed(task, &Limits::none());
    if finding != why::Finding::Unsolvable {
        return None;
    }
    let names = weighed.first().map_or(Vec::new(), |one| one.features.iter().map(|one| one.0).collect());
    let row = |one: &why::Weighed| {
        (one.features.iter().map(|one| one.1).collect(), is_right(&texts, sound, &one.text))
    };
    let rows = weighed.iter().map(row).collect();
    let gives_up = weighed.iter().map(|one| one.gives_up.is_some()).collect();
    let said = weighed.iter().map(|one| one.text.clone()).collect();
    Some(Mutant { family: family.to_owned(), texts, slip, rows, names, gives_up, said })
}

/// The slips that people made: `NN-domain.pddl` and `NN-problem.pddl`, and of one of them or both the sound text, as
/// `NN-sound-domain.pddl`. Each is a family of its own.
fn made(folder: &Path) -> Vec<Mutant> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|one| Some(one.ok()?.path())).collect();
    all.sort();
    let name = |path: &PathBuf| path.file_name().map(|one| one.to_string_lossy().into_owned());
    let read =
        |name: &str| fs::read_to_string(folder.join(name)).ok().map(|text| Tree::read(&text)[0].show());
    let stems = all.iter().filter_map(|path| Some(name(path)?.strip_suffix("-domain.pddl")?.to_owned()));
    let mutant = |stem: String| {
        let given = ["domain", "problem"].map(|one| read(&format!("{stem}-{one}.pddl")));
        let [Some(domain), Some(problem)] = given else { return None };
        let sound = ["domain", "problem"].map(|one| read(&format!("{stem}-sound-{one}.pddl")));
        let is_slip = sound.iter().any(Option::is_some);
        let texts = [domain, problem];
        let [one, two] = sound;
        let sound = [one.unwrap_or_else(|| texts[0].clone()), two.unwrap_or_else(|| texts[1].clone())];
        let task = task::read(&texts[0], &texts[1]).ok().filter(|_| is_slip)?;
        let family = format!("{}-{stem}", folder.display());
        weighed(&family, texts, &sound, PEOPLE, &task)
    };
    stems.filter(|stem| !stem.ends_with("-sound")).filter_map(mutant).collect()
}

/// The mutants of a model that have no plan, with the changes that help.
fn mutants(family: &str, sound: &[String; 2], seed: u64, most: usize) -> Vec<Mutant> {
    let mut random = Random::new(seed);
    let mut found: Vec<Mutant> = Vec::new();
    for _ in 0..TRIES {
        let mut slip = drawn(&mut random);
        let Some(mut texts) = slipped(slip, sound, &mut random) else { continue };
        if random.below_index(ONE_OF) == 0 {
            let Some(both) = slipped(drawn(&mut random), &texts, &mut random) else { continue };
            (slip, texts) = ("two slips", both);
        }
        let Ok(task) = task::read(&texts[0], &texts[1]) else { continue };
        if found.len() >= most || same(&texts, sound) || found.iter().any(|one| one.texts == texts) {
            continue;
        }
        found.extend(weighed(family, texts, sound, slip, &task));
    }
    found
}

fn score(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(one, weight)| one * weight).sum()
}

/// The chance of each change of a mutant.
fn chances(mutant: &Mutant, weights: &[f64]) -> Vec<f64> {
    let scores: Vec<f64> = mutant.rows.iter().map(|row| score(&row.0, weights)).collect();
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = scores.iter().map(|one| (one - most).exp()).sum();
    scores.iter().map(|one| (one - most).exp() / all).collect()
}

/// Weights with which the right changes are likeliest: gradient ascent, with a pull towards zero.
fn learned(mutants: &[&Mutant], features: usize) -> Vec<f64> {
    let mut weights = vec![0.0; features];
    let mut speed = vec![0.0; weights.len()];
    let used: Vec<&&Mutant> = mutants.iter().filter(|one| one.rows.iter().any(|row| row.1)).collect();
    for _ in 0..ROUNDS {
        let mut slope: Vec<f64> = weights.iter().map(|weight| -PULL * weight).collect();
        for mutant in &used {
            let chances = chances(mutant, &weights);
            let right: f64 = mutant.rows.iter().zip(&chances).filter(|one| one.0.1).map(|one| one.1).sum();
            for ((features, is_right), chance) in mutant.rows.iter().zip(&chances) {
                let pull = if *is_right { chance / right - chance } else { -chance };
                slope.iter_mut().zip(features).for_each(|(one, feature)| *one += pull * feature);
            }
        }
        for (at, weight) in weights.iter_mut().enumerate() {
            speed[at] = 0.9 * speed[at] + 0.25 * slope[at] / used.len().max(1) as f64;
            *weight += speed[at];
        }
    }
    weights
}

/// The place of the first right change, by likelihood; those that give something up come last.
fn place(mutant: &Mutant, weights: &[f64]) -> Option<usize> {
    let mut order: Vec<usize> = (0..mutant.rows.len()).collect();
    let scores: Vec<f64> = mutant.rows.iter().map(|row| score(&row.0, weights)).collect();
    order.sort_by(|one, two| {
        mutant.gives_up[*one].cmp(&mutant.gives_up[*two]).then(scores[*two].total_cmp(&scores[*one]))
    });
    order.iter().position(|at| mutant.rows[*at].1)
}

#[allow(clippy::too_many_lines)] // a report, line after line
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let value = |flag: &str| {
        let at = arguments.iter().position(|one| one == flag)?;
        arguments.get(at + 1).cloned()
    };
    if arguments.iter().any(|one| one == "--help") {
        println!(
            "--pddl FOLDER   domains of others, one a folder\n--slips FOLDER  slips that people made, beside the sound texts\n--most N        mutants of a domain\n--dump FILE     write the changes of every mutant, with their features, as JSON\n--write         write the table"
        );
        return;
    }
    let most = value("--most").and_then(|text| text.parse().ok()).unwrap_or(8);
    let models = sound(value("--pddl").as_deref().map(Path::new));
    println!("{} sound models", models.len());
    let threads: Vec<Vec<Mutant>> = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let models = &models;
            scope.spawn(move || {
                let own = models.iter().enumerate().filter(move |(at, _)| at % 2 == half);
                own.flat_map(|(at, (family, texts))| {
                    let found = mutants(family, texts, at as u64, most);
                    eprintln!("{family}: {} mutants", found.len());
                    found
                })
                .collect::<Vec<_>>()
            })
        });
        halves.into_iter().map(|half| half.join().unwrap()).collect()
    });
    let mut all: Vec<Mutant> = threads.into_iter().flatten().collect();
    let folders = arguments.iter().enumerate().filter(|one| one.1 == "--slips");
    all.extend(
        folders.filter_map(|(at, _)| arguments.get(at + 1)).flat_map(|folder| made(Path::new(folder))),
    );
    all.sort_by(|one, other| one.family.cmp(&other.family));
    let mut families: Vec<String> = all.iter().map(|one| one.family.clone()).collect();
    families.dedup();
    let fold = |mutant: &Mutant| families.iter().position(|one| *one == mutant.family).unwrap_or(0) % FOLDS;
    let names = all.iter().find(|one| !one.names.is_empty()).map(|one| one.names.clone()).unwrap_or_default();
    let mut places: Vec<Option<usize>> = vec![None; all.len()];
    for out in 0..FOLDS {
        let train: Vec<&Mutant> = all.iter().filter(|one| fold(one) != out).collect();
        let weights = learned(&train, names.len());
        for (at, mutant) in all.iter().enumerate().filter(|(_, one)| fold(one) == out) {
            places[at] = place(mutant, &weights);
        }
    }
    let within =
        |places: &[Option<usize>], most: usize| places.iter().flatten().filter(|at| **at < most).count();
    println!("{} mutants without a plan, {} folds over domains", all.len(), FOLDS);
    println!(
        "right first {}, in the first three {}, listed {}",
        within(&places, 1),
        within(&places, 3),
        within(&places, usize::MAX)
    );
    // Each folder of slips, by weights that were learned from all else.
    for (at, _) in arguments.iter().enumerate().filter(|one| one.1 == "--slips") {
        let is_own = |one: &&Mutant| {
            arguments.get(at + 1).is_some_and(|name| one.family.starts_with(&format!("{name}-")))
        };
        let train: Vec<&Mutant> = all.iter().filter(|one| !is_own(one)).collect();
        let weights = learned(&train, names.len());
        let places: Vec<_> = all.iter().filter(is_own).map(|one| place(one, &weights)).collect();
        let [first, three, listed] = [1, 3, usize::MAX].map(|most| within(&places, most));
        println!(
            "  without {}: first {first}, in the first three {three}, listed {listed} of {}",
            arguments[at + 1],
            places.len()
        );
    }
    let mut by_slip: BTreeMap<&str, Vec<Option<usize>>> = BTreeMap::new();
    all.iter().zip(&places).for_each(|(mutant, place)| by_slip.entry(mutant.slip).or_default().push(*place));
    for (slip, places) in by_slip {
        println!(
            "  {slip}: first {}, listed {} of {}",
            within(&places, 1),
            within(&places, usize::MAX),
            places.len()
        );
    }
    if let Some(path) = value("--dump") {
        let one = |one: &Mutant| {
            serde_json::json!({"family": one.family, "slip": one.slip, "rows": one.rows, "gives_up": one.gives_up,
                "names": one.names, "texts": one.said})
        };
        fs::write(path, serde_json::to_string(&all.iter().map(one).collect::<Vec<_>>()).unwrap()).unwrap();
    }
    let train: Vec<&Mutant> = all.iter().collect();
    let weights = learned(&train, names.len());
    let people = all.iter().filter(|one| one.slip == PEOPLE).count();
    let mut text = format!(
        "//! The learned weight of each feature of a change, as log-odds.\n//!\n//! Made by `cargo bench --bench learn_why -- --pddl FOLDER \
         --slips FOLDER`; not to be edited by hand.\n//! Learned from {} mutants of sound models and {people} slips of people; most of these \
         models are not in the repository.\n\nuse super::features::Feature;\n\n/// The weights, in the order of the \
         features.\npub(super) const WEIGHTS: &[Feature] = &[\n",
        all.len() - people
    );
    for (name, weight) in names.iter().zip(&weights) {
        writeln!(text, "    (\"{name}\", {weight:.2}),").unwrap();
    }
    text.push_str("];\n");
    if arguments.iter().any(|one| one == "--write") {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE), text).unwrap();
    }
}
