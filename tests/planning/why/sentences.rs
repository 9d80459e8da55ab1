//! The sentences of an explanation, checked on all reachable states.
//!
//! In: a task, all of its states by the oracle, and a sentence. Out: what is wrong with it, if anything. Sentences that
//! ask or that claim something else are passed over.

use std::collections::{HashMap, HashSet};

use banto::task::{Condition, Effect, Task, Term};

use super::applied::Tree;
use crate::oracle::{Oracle, State};

/// All states of a task.
pub struct World<'a> {
    oracle: &'a Oracle<'a>,
    names: Vec<Tree>,
    /// The states with what is derived in them; the first is the initial one.
    states: Vec<State>,
    /// From, the action with its objects, to.
    steps: Vec<(usize, Step, usize)>,
    /// Atoms that the effects of each action add, and those that they delete, whatever the conditions are.
    changed: Vec<[HashSet<usize>; 2]>,
    /// The least number of steps to a goal.
    pub distance: Option<usize>,
}

/// An action, and the number of its binding.
type Step = (usize, usize);

/// The objects that stand for variables.
type Values = HashMap<String, String>;

impl<'a> World<'a> {
    /// All states, if there are not too many of them.
    pub fn explore(oracle: &'a Oracle<'a>, most: usize) -> Option<Self> {
        let initial = oracle.initial();
        if initial.len().max(oracle.bindings.iter().map(Vec::len).sum()) > most.max(2_000) {
            return None;
        }
        let names = (0..initial.len()).map(|number| {
            let atom = oracle.atom_of(number);
            let objects = atom.arguments.iter().map(|term| match term {
                Term::Object(object) => oracle.task.objects.name(*object),
                Term::Variable(_) => unreachable!(),
            });
            let words = std::iter::once(oracle.task.predicates.name(atom.predicate)).chain(objects);
            Tree::List(words.map(|word| Tree::Word(word.to_ascii_lowercase())).collect())
        });
        let names = names.collect();
        let mut basic = vec![initial.clone()];
        let mut known = HashMap::from([(initial, 0)]);
        let mut world = Self {
            oracle,
            names,
            states: Vec::new(),
            steps: Vec::new(),
            changed: changed(oracle),
            distance: None,
        };
        let mut depths = vec![0];
        while world.states.len() < basic.len() {
            let from = world.states.len();
            let state = basic[from].clone();
            let complete = oracle.complete(&state);
            if world.distance.is_none() && oracle.holds(&complete, &oracle.task.goal, &[]) {
                world.distance = Some(depths[from]);
            }
            for (schema, bindings) in oracle.bindings.iter().enumerate() {
                for (index, binding) in bindings.iter().enumerate() {
                    let Some((next, _)) = oracle.apply(&state, &complete, schema, binding) else { continue };
                    let to = *known.entry(next.clone()).or_insert(basic.len());
                    if to == basic.len() {
                        basic.push(next);
                        depths.push(depths[from] + 1);
                    }
                    world.steps.push((from, (schema, index), to));
                }
            }
            world.states.push(complete);
            if basic.len() > most {
                return None;
            }
        }
        Some(world)
    }

    /// The values with which an atom, perhaps with variables, is one of the facts.
    fn matches(&self, pattern: &Tree, values: &Values, holds: impl Fn(usize) -> bool) -> Vec<Values> {
        let (pattern, sign) =
            if pattern.head() == "not" { (&pattern.parts()[1], false) } else { (pattern, true) };
        let wanted: Vec<String> = pattern.parts().iter().map(Tree::show).collect();
        let facts = self.names.iter().enumerate().filter(|(number, _)| holds(*number) == sign);
        let bound = facts.filter_map(|(_, name)| {
            let words: Vec<String> = name.parts().iter().map(Tree::show).collect();
            let any = wanted.last().is_some_and(|last| last == "...");
            if words[0] != wanted[0] || (words.len() != wanted.len() && !any) {
                return None;
            }
            let mut values = values.clone();
            for (word, wanted) in words.iter().zip(&wanted).skip(1).filter(|one| *one.1 != "...") {
                let is_hole = wanted == "?";
                let is_variable = wanted.starts_with('?') && !is_hole;
                let known = is_variable.then(|| values.entry(wanted.clone()).or_insert_with(|| word.clone()));
                if known.map_or(!is_hole && word != wanted, |known| known != word) {
                    return None;
                }
            }
            Some(values)
        });
        bound.collect()
    }

    fn hold(&self, patterns: &[Tree], state: usize) -> bool {
        !self.bound(patterns, state).is_empty()
    }

    /// The values with which some atoms hold together.
    fn bound(&self, patterns: &[Tree], state: usize) -> Vec<Values> {
        let mut all = vec![Values::new()];
        for pattern in patterns {
            let more =
                all.iter().flat_map(|values| self.matches(pattern, values, |at| self.states[state][at]));
            all = more.collect();
        }
        all
    }

    fn ever(&self, patterns: &[Tree]) -> bool {
        (0..self.states.len()).any(|state| self.hold(patterns, state))
    }

    /// Whether some atoms that an action needs hold together in a state, with values of the types of its parameters.
    fn ever_for(&self, action: &str, patterns: &[Tree], is_differing: bool) -> bool {
        let task = self.oracle.task;
        let named = task.schemas.iter().filter(|schema| schema.name.eq_ignore_ascii_case(action));
        let types: HashMap<String, HashSet<String>> = named
            .flat_map(|schema| &schema.parameters)
            .map(|one| {
                let objects = task.objects_of(&one.types).map(|object| task.objects.name(object));
                (one.name.to_ascii_lowercase(), objects.map(str::to_ascii_lowercase).collect())
            })
            .collect();
        let is_typed = |values: &Values| {
            values.iter().all(|(name, object)| types.get(name).is_none_or(|all| all.contains(object)))
        };
        let is_different =
            |values: &&Values| !is_differing || values.values().collect::<HashSet<_>>().len() == values.len();
        let is_fit = |state| self.bound(patterns, state).iter().filter(is_different).any(is_typed);
        (0..self.states.len()).any(is_fit)
    }

    /// Whether the effects of an action add an atom, or delete it.
    fn is_changed(&self, pattern: &Tree, adds: bool) -> bool {
        (0..self.changed.len()).any(|schema| self.is_changed_by(schema, pattern, adds))
    }

    fn is_changed_by(&self, schema: usize, pattern: &Tree, adds: bool) -> bool {
        let changed = &self.changed[schema][usize::from(!adds)];
        !self.matches(pattern, &Values::new(), |number| changed.contains(&number)).is_empty()
    }

    fn is_initial(&self, pattern: &Tree) -> bool {
        let mut given = HashSet::new();
        for (predicate, objects) in self.oracle.task.init.iter() {
            given.insert(self.oracle.number(predicate, objects));
        }
        !self.matches(pattern, &Values::new(), |number| given.contains(&number)).is_empty()
    }

    fn step(&self, text: &str) -> Option<Step> {
        let words: Vec<String> = Tree::read(text)[0].parts().iter().map(Tree::show).collect();
        let task = self.oracle.task;
        let schema = task.schemas.iter().position(|schema| schema.name.eq_ignore_ascii_case(&words[0]))?;
        let is_it = |binding: &Vec<_>| {
            let names = binding.iter().map(|object| task.objects.name(*object).to_ascii_lowercase());
            names.eq(words[1..].iter().cloned())
        };
        Some((schema, self.oracle.bindings[schema].iter().position(is_it)?))
    }

    /// The parts of the goal.
    fn goals(&self) -> Vec<&Condition> {
        let mut open = vec![&self.oracle.task.goal];
        let mut found = Vec::new();
        while let Some(condition) = open.pop() {
            match condition {
                Condition::And(parts) => open.extend(parts),
                _ => found.push(condition),
            }
        }
        found
    }

    /// A goal as it is written; `None` if it is no literal.
    fn shown(&self, goal: &Condition) -> Option<String> {
        match goal {
            Condition::Atom(atom) => {
                let object = |term: &Term| match term {
                    Term::Object(object) => Some(*object),
                    Term::Variable(_) => None,
                };
                let objects: Option<Vec<_>> = atom.arguments.iter().map(object).collect();
                Some(self.oracle.task.show_atom(atom.predicate, &objects?).to_ascii_lowercase())
            }
            Condition::Not(inner) => Some(format!("(not {})", self.shown(inner)?)),
            _ => None,
        }
    }

    fn count(&self, state: usize) -> usize {
        let holds = |goal: &&&Condition| self.oracle.holds(&self.states[state], goal, &[]);
        self.goals().iter().filter(holds).count()
    }

    /// The facts that a sentence, or a link, says something needs, none other of their predicate: `(road a ?)`.
    pub fn needed(text: &str) -> Option<Tree> {
        let text = text.to_ascii_lowercase();
        let is_hedged =
            ["for one, ", "unless ", " names ", "with a value"].iter().any(|word| text.contains(word));
        let said = [" is not in :init, and no action adds ", " in :init, and no action adds one"];
        let missing = said.iter().find_map(|words| text.split_once(words));
        let link = || text.split_once(" and needs ").filter(|(start, _)| start.contains(" adds "));
        let needed = match missing {
            Some((before, _)) => last_atoms(before).pop(),
            None => link().and_then(|(_, after)| first_atom(after)),
        };
        needed.filter(|atom| !is_hedged && atom.head() != "not")
    }

    /// The facts of a predicate that some facts leave out and that do not hold at the start.
    pub fn others(&self, needed: &Tree) -> Vec<String> {
        let all = self.names.iter().enumerate().filter(|(at, _)| !self.states[0][*at]);
        let covered = self.matches(needed, &Values::new(), |_| true);
        let is_covered = |name: &Tree| {
            let pairs = name.parts().iter().zip(needed.parts());
            !covered.is_empty() && pairs.clone().all(|(one, wanted)| one == wanted || wanted.show() == "?")
        };
        let others = all.filter(|(_, name)| name.head() == needed.head() && !is_covered(name));
        others.map(|(_, name)| name.show()).collect()
    }

    /// Whether a step of the action that a link is about, or its rule if it is the only one, makes the fact without
    /// what it is said to need.
    pub fn is_made_without(&self, link: &str, needed: &Tree) -> bool {
        let text = link.to_ascii_lowercase();
        let Some((who, what)) = text.split_once(" adds ") else { return false };
        let Some(made) = first_atom(what) else { return false };
        let lacks = |state: usize| !self.hold(std::slice::from_ref(needed), state);
        let holds = |state: usize| self.hold(std::slice::from_ref(&made), state);
        let task = self.oracle.task;
        if let Some(name) = who.strip_prefix("a rule for ") {
            let mut heads = task.axioms.iter().map(|one| task.predicates.name(one.predicate));
            let is_only = heads.by_ref().filter(|head| head.eq_ignore_ascii_case(name)).count() == 1;
            return is_only && (0..self.states.len()).any(|state| holds(state) && lacks(state));
        }
        self.steps.iter().any(|(from, step, to)| {
            task.schemas[step.0].name.eq_ignore_ascii_case(who) && lacks(*from) && !holds(*from) && holds(*to)
        })
    }

    /// What is false about a sentence.
    #[allow(clippy::too_many_lines)] // a table
    pub fn fault(&self, sentence: &str) -> Option<String> {
        let text = sentence.to_ascii_lowercase();
        let wrong = |is_wrong: bool, what: &str| is_wrong.then(|| format!("{what}: {sentence}"));
        let claims = [
            text.split_once(", which never hold together").and_then(|(before, after)| {
                let is_differing = after.starts_with(" for different objects");
                wrong(self.are_together(before, is_differing)?, "they do hold together")
            }),
            text.split_once("the number of facts ").and_then(|(_, rest)| {
                let atom = first_atom(rest)?;
                let is_odd = rest.contains(" is odd in all ");
                let many = |state: &usize| {
                    self.matches(&atom, &Values::new(), |at| self.states[*state][at]).len() % 2 == 1
                };
                wrong((0..self.states.len()).any(|state| many(&state) != is_odd), "it is not always so")
            }),
            text.split_once(" in :init names ").and_then(|(before, rest)| {
                let (what, name) = (last_atoms(before).pop()?, rest.split([',', ' ']).next()?);
                let named = (0..self.names.len()).any(|at| {
                    let parts: Vec<String> = self.names[at].parts().iter().map(Tree::show).collect();
                    self.states[0][at] && parts[0] == what.head() && parts[1..].iter().any(|one| one == name)
                });
                wrong(named, "one names it")
            }),
            text.strip_prefix("the goal asks for ").and_then(|rest| {
                let (names, _) = rest.split_once(", which never hold together")?;
                let asked: Option<Vec<String>> =
                    self.goals().into_iter().map(|goal| self.shown(goal)).collect();
                let asked = asked?;
                wrong(
                    last_atoms(names).iter().any(|one| !asked.contains(&one.show())),
                    "the goal does not ask for it",
                )
            }),
            text.split_once("no action adds ").and_then(|(before, after)| {
                let atom = if after.starts_with('(') { first_atom(after) } else { last_atoms(before).pop() };
                wrong(self.is_changed(&atom?, true), "an action adds it")
            }),
            text.strip_prefix("no action deletes ")
                .and_then(|rest| wrong(self.is_changed(&first_atom(rest)?, false), "an action deletes it")),
            text.strip_prefix("every plan uses up at least ").and_then(|rest| self.given(rest, sentence)),
            text.split_once(" is not in :init")
                .and_then(|(before, _)| wrong(self.is_initial(&last_atoms(before).pop()?), "it is in :init")),
            text.split_once(" in :init leads from ")
                .and_then(|(what, rest)| self.leads(what, rest, sentence)),
            text.strip_prefix("the goal asks for ").and_then(|rest| self.too_few(rest, sentence)),
            text.strip_prefix("no ")
                .filter(|rest| rest.contains(" in :init") && !rest.contains(" leads from "))
                .filter(|rest| !rest.contains(" in :init names "))
                .and_then(|rest| {
                    wrong(
                        self.is_initial(&first_atom(rest).filter(|_| rest.starts_with('('))?),
                        "one is in :init",
                    )
                }),
            text.strip_prefix("no fact in :init matches ")
                .and_then(|rest| wrong(self.is_initial(&first_atom(rest)?), "one matches")),
            text.split_once(" can never be applied").and_then(|(name, _)| {
                let name = name.rsplit(' ').next()?;
                let schemas = &self.oracle.task.schemas;
                let is_it = |step: &Step| schemas[step.0].name.eq_ignore_ascii_case(name);
                wrong(self.steps.iter().any(|(_, step, _)| is_it(step)), "it is applied")
            }),
            text.split_once(", which is never true").and_then(|(before, _)| {
                wrong(
                    self.ever_for(before.split(" needs ").next()?, &[last_atoms(before).pop()?], false),
                    "it is true",
                )
            }),
            text.split_once(", which is never true").and_then(|(before, _)| {
                wrong(
                    self.is_part_met(
                        before.rsplit_once(" needs (forall").or(before.rsplit_once(" needs (or"))?.0,
                    ),
                    "it is true",
                )
            }),
            text.strip_prefix("every plan would make ").and_then(|rest| {
                let atoms = first_atom(rest).map(|atom| [atom])?;
                let is_ended =
                    |one: &(usize, Step, usize)| self.hold(&atoms, one.0) && !self.hold(&atoms, one.2);
                wrong(self.steps.iter().any(is_ended), "it is made false")
            }),
            text.strip_prefix("at most one ")
                .filter(|rest| rest.contains(" holds at a time"))
                .and_then(|rest| wrong(self.are_several(rest), "several hold")),
            text.split_once(" can never be reached").and_then(|(before, _)| {
                wrong(before != "the goal" && self.ever(&[last_atoms(before).pop()?]), "it is reached")
            }),
            text.split_once(" is never reached")
                .and_then(|(before, _)| wrong(self.ever(&[last_atoms(before).pop()?]), "it is reached")),
            text.split_once(" can only be made true")
                .and_then(|(before, _)| wrong(self.ever(&[last_atoms(before).pop()?]), "it becomes true")),
            text.split_once(" is in :init, and can only be made false").and_then(|(before, _)| {
                let atom = last_atoms(before).pop()?;
                let always =
                    (0..self.states.len()).all(|state| self.hold(std::slice::from_ref(&atom), state));
                wrong(!always, "it becomes false")
            }),
            text.split_once(" holds initially, and no action deletes it").and_then(|(before, _)| {
                let atom = last_atoms(before).pop()?;
                let always = !self.is_changed(&atom, false) && self.is_initial(&atom);
                wrong(!always, "it becomes false")
            }),
            text.strip_prefix("each action that adds ").and_then(|rest| {
                let atom = first_atom(rest)?;
                let many = |state: usize| {
                    self.matches(&atom, &Values::new(), |number| self.states[state][number]).len()
                };
                wrong(self.steps.iter().any(|(from, _, to)| many(*to) > many(*from)), "there are more")
            }),
            text.split_once(", the only action that adds ").and_then(|(before, rest)| {
                let (atom, name) = (first_atom(rest)?, before.rsplit(' ').next()?);
                let schemas = self.oracle.task.schemas.iter().enumerate();
                let is_added = schemas
                    .filter(|(_, schema)| !schema.name.eq_ignore_ascii_case(name))
                    .any(|(at, _)| self.is_changed_by(at, &atom, true));
                let is_new = |state: usize, at: usize| !self.states[state][at];
                let is_made = self.steps.iter().any(|(from, _, to)| {
                    let all =
                        self.matches(&atom, &Values::new(), |at| self.states[*to][at] && is_new(*from, at));
                    !all.is_empty()
                });
                wrong(is_added || is_made, "one is made")
            }),
            text.strip_prefix("no action makes more of ").and_then(|rest| {
                let atoms = last_atoms(rest.split_once(':')?.0);
                let many = |state: usize| -> usize {
                    let holds = |number: usize| self.states[state][number];
                    atoms.iter().map(|atom| self.matches(atom, &Values::new(), holds).len()).sum()
                };
                wrong(self.steps.iter().any(|(from, _, to)| many(*to) > many(*from)), "there are more")
            }),
            text.split_once(" hold together in no").and_then(|(before, _)| {
                let atoms = last_atoms(before);
                wrong(atoms.len() > 1 && self.ever(&atoms), "they hold together")
            }),
            text.strip_prefix("at most ").and_then(|rest| self.goals_at_a_time(rest, sentence)),
            text.split_once(" holds in no").and_then(|(fact, _)| {
                let some = match fact {
                    "the goal" => self.distance.is_some(),
                    _ => self.ever(&[last_atoms(fact).pop()?]),
                };
                wrong(some, "it holds")
            }),
            text.strip_prefix("nearest: ").and_then(|rest| self.nearest(rest, sentence)),
            self.asked(&text).map(|name| format!("{name} does not need it: {sentence}")),
            self.made(&text).map(|atom| format!("{atom} is made so: {sentence}")),
            self.needs(&text).map(|name| format!("{name} does not need it: {sentence}")),
        ];
        claims.into_iter().flatten().next()
    }

    /// Whether what an action or the goal is said to ask for is not asked for, or holds together.
    fn are_together(&self, said: &str, is_differing: bool) -> Option<bool> {
        let (who, what) = said.rsplit_once(" needs ").or(said.rsplit_once(" asks for "))?;
        let (action, atoms) = (who.rsplit(' ').next()?, last_atoms(what));
        let schema = self.oracle.task.schemas.iter().find(|one| one.name.eq_ignore_ascii_case(action));
        let is_asked = |atom: &Tree| {
            let atom = if atom.head() == "not" { &atom.parts()[1] } else { atom };
            schema.is_none_or(|one| mentions(&one.precondition, self.oracle.task, atom.head()))
        };
        let is_so =
            atoms.len() > 1 && atoms.iter().all(is_asked) && !self.ever_for(action, &atoms, is_differing);
        Some(!is_so)
    }

    /// Whether the one condition of an action that is no literal is met in some state, together with its others.
    fn is_part_met(&self, before: &str) -> bool {
        let name = before.rsplit(' ').next().unwrap_or(before);
        let schemas = &self.oracle.task.schemas;
        let Some(at) = schemas.iter().position(|one| one.name.eq_ignore_ascii_case(name)) else {
            return false;
        };
        let is_met = |state: &State| {
            let all = self.oracle.bindings[at].iter();
            all.clone().any(|binding| self.oracle.holds(state, &schemas[at].precondition, binding))
        };
        self.states.iter().any(is_met)
    }

    /// Whether more than one of some facts holds in a state.
    fn are_several(&self, rest: &str) -> bool {
        let all: Vec<Tree> =
            Tree::read(rest).into_iter().filter(|one| matches!(one, Tree::List(_))).collect();
        let most = (0..self.states.len()).map(|state| {
            let holds = |at: usize| self.states[state][at];
            all.iter().map(|one| self.matches(one, &Values::new(), holds).len()).sum::<usize>()
        });
        most.max() > Some(1)
    }

    fn given(&self, used_up: &str, sentence: &str) -> Option<String> {
        let (before, count) = used_up.split_once(", and :init has ")?;
        let atom = last_atoms(before).pop()?;
        let many = self.matches(&atom, &Values::new(), |number| self.states[0][number]).len();
        let is_wrong = count.parse().is_ok_and(|count: usize| count != many);
        is_wrong.then(|| format!(":init has another number: {sentence}"))
    }

    /// That no fact of `:init` leads from some places to others, and that no other action adds a fact.
    fn leads(&self, what: &str, rest: &str, sentence: &str) -> Option<String> {
        let (places, added) = rest.split_once(", and only ")?;
        let (from, to) = places.split_once(" to ")?;
        let named = |names: &str| -> HashSet<String> {
            names.split(", ").flat_map(|part| part.split(" or ")).map(str::to_owned).collect()
        };
        let (from, to, wanted) = (named(from), named(to), last_atoms(what).pop()?);
        let is_led = (0..self.names.len()).filter(|at| self.states[0][*at]).any(|at| {
            let words: Vec<String> = self.names[at].parts().iter().map(Tree::show).collect();
            let first = words.iter().skip(1).position(|word| from.contains(word));
            let is_there = |at: usize| words.iter().skip(at + 2).any(|word| to.contains(word));
            words[0] == wanted.head() && first.is_some_and(is_there)
        });
        let (actions, atom) = added.split_once(" add")?;
        let (actions, atom) = (actions.replace(" and ", ", "), first_atom(atom)?);
        let is_added = self.oracle.task.schemas.iter().enumerate().any(|(at, schema)| {
            let is_named = actions.split(", ").any(|name| schema.name.eq_ignore_ascii_case(name));
            !is_named && self.is_changed_by(at, &atom, true)
        });
        let is_reached = (0..self.states.len()).any(|state| self.hold(std::slice::from_ref(&atom), state));
        (is_led || is_added || is_reached).then(|| format!("one leads there: {sentence}"))
    }

    /// That the goal asks for a number of facts, of which never more than some hold, and what there is of others.
    fn too_few(&self, rest: &str, sentence: &str) -> Option<String> {
        let (asked, after) = rest.split_once(" facts ")?;
        let (atom, after) = after.split_once(", and there ")?;
        let (_, after) = after.split_once(" never more than ")?;
        let (given, after) = after.split_once(": ")?;
        let (atom, (_, counts)) = (first_atom(atom)?, after.rsplit_once(", and :init has ")?);
        let many = |state: usize| self.matches(&atom, &Values::new(), |at| self.states[state][at]).len();
        let most = (0..self.states.len()).map(many).max();
        let goals = self.goals().into_iter().filter_map(|goal| self.shown(goal)).collect::<HashSet<_>>();
        let goals = goals.iter().filter(|goal| first_atom(goal).is_some_and(|one| one.head() == atom.head()));
        let mut is_right = asked.parse() == Ok(goals.count()) && most <= given.parse().ok();
        let mut sum = 0;
        for words in counts.replace(" and ", ", ").split(", ").filter(|words| *words != "none") {
            let (number, fact) = words.split_once(" fact")?;
            let many = self.matches(&first_atom(fact)?, &Values::new(), |at| self.states[0][at]).len();
            is_right &= number.parse() == Ok(many);
            sum += many;
        }
        is_right &= given.parse() == Ok(sum);
        (!is_right).then(|| format!("other numbers: {sentence}"))
    }

    /// That of some goals, or of all, at most so many hold at a time.
    fn goals_at_a_time(&self, rest: &str, sentence: &str) -> Option<String> {
        let (most, after) = rest.split_once(" of the ")?;
        let (many, after) = after.split_once(" goals ")?;
        let (names, after) = after.split_once("hold at a time (")?;
        let (most, many): (usize, usize) = (most.parse().ok()?, many.parse().ok()?);
        let states = after.strip_prefix("all ").and_then(|all| all.split_once(' '));
        let states: Option<usize> = states.and_then(|(number, _)| number.parse().ok());
        let (shown, goals) = (last_atoms(names), self.goals());
        let is_fact = |goal: &Tree| {
            let atom = if goal.head() == "not" { &goal.parts()[1] } else { goal };
            self.names.iter().any(|name| name.head() == atom.head())
        };
        let held = (0..self.states.len()).map(|state| {
            let is_so = |atom: &&Tree| self.hold(std::slice::from_ref(*atom), state);
            if shown.is_empty() { self.count(state) } else { shown.iter().filter(is_so).count() }
        });
        let is_known = names.contains(" more ") || after.starts_with("the first");
        let is_known = is_known
            || if shown.is_empty() {
                goals.iter().any(|goal| self.shown(goal).is_none())
            } else {
                !shown.iter().all(is_fact)
            };
        let told = if shown.is_empty() { goals.len() } else { shown.len() };
        let is_right = is_known || told == many && held.max() == Some(most);
        let is_right = is_right && states.is_none_or(|states| states == self.states.len());
        (most + 1 != many || !is_right).then(|| format!("others hold: {sentence}"))
    }

    fn nearest(&self, rest: &str, sentence: &str) -> Option<String> {
        let (counts, way) = rest.split_once(" goals hold ")?;
        let (some, all) = counts.split_once(" of ")?;
        let (some, all): (usize, usize) = (some.parse().ok()?, all.parse().ok()?);
        let mut state = 0;
        for step in Tree::read(way.strip_prefix("after ").unwrap_or("")) {
            let step = self.step(&step.show());
            let taken = self.steps.iter().find(|one| one.0 == state && Some(one.1) == step);
            let Some(taken) = taken else { return Some(format!("no such step: {sentence}")) };
            state = taken.2;
        }
        let most = (0..self.states.len()).map(|state| self.count(state)).max();
        let is_right = self.count(state) == some && most == Some(some) && all == self.goals().len();
        (!is_right).then(|| {
            format!("{} of {} hold, at most {most:?}: {sentence}", self.count(state), self.goals().len())
        })
    }

    /// A fact that some step makes as an action is said never to make it.
    fn made(&self, text: &str) -> Option<String> {
        let told = text.split_once(", which is never true for ").or_else(|| text.split_once(", but for "));
        let (before, atom) = told?;
        let atom = first_atom(atom)?;
        let holds = |state: &usize| self.hold(std::slice::from_ref(&atom), *state);
        let adds = before.contains(" adds ");
        let is_made = |one: &(usize, Step, usize)| holds(&one.0) != adds && holds(&one.2) == adds;
        self.steps.iter().any(is_made).then(|| atom.show())
    }

    /// An action that is said to need what is never undone, of which its precondition says nothing.
    fn asked(&self, text: &str) -> Option<String> {
        let text = text.strip_suffix(" to be false").unwrap_or(text);
        let told = text.strip_suffix(" need it").or_else(|| text.strip_suffix(" needs it"))?;
        let (what, who) = told.rsplit_once(", and ")?;
        let told = ["no action adds ", "no action deletes ", "action that adds "];
        let start = told.iter().filter_map(|words| what.rfind(words)).max()?;
        let atom = first_atom(&what[start..])?;
        let names = who.split(", ").flat_map(|names| names.split(" and "));
        let schemas = names.filter_map(|name| {
            self.oracle.task.schemas.iter().find(|schema| schema.name.eq_ignore_ascii_case(name))
        });
        let mut wrong =
            schemas.filter(|schema| !mentions(&schema.precondition, self.oracle.task, atom.head()));
        wrong.next().map(|schema| schema.name.clone())
    }

    /// An action that is said to need an atom of which its condition says nothing.
    fn needs(&self, text: &str) -> Option<String> {
        let task: &Task = self.oracle.task;
        task.schemas.iter().find_map(|schema| {
            let start = format!("{} needs (", schema.name.to_ascii_lowercase());
            let at = text.find(&start).filter(|at| *at == 0 || text[..*at].ends_with([' ', '\n']))?;
            if text[..at].ends_with("an effect of ") {
                return None;
            }
            let atom = first_atom(&text[at + start.len() - 1..])?;
            let atom = if atom.head() == "not" { atom.parts()[1].clone() } else { atom };
            let is_plain =
                task.predicates.ids().any(|one| task.predicates.name(one).eq_ignore_ascii_case(atom.head()));
            let asked = mentions(&schema.precondition, task, atom.head());
            (is_plain && !asked).then(|| schema.name.clone())
        })
    }
}

/// Whether a sentence may be said of tasks that have a plan as well, and so is no proof.
pub fn is_no_proof(sentence: &str) -> bool {
    let starts = ["each action that adds ", "no action makes more of ", "no action deletes ", "nearest"];
    sentence.starts_with("no action adds ") && sentence.contains(" again: ")
        || sentence.contains(", the only action that adds ")
        || sentence.contains(" in none of the first ")
        || starts.iter().any(|start| sentence.starts_with(start))
}

/// What the effects of actions add and delete.
fn changed(oracle: &Oracle<'_>) -> Vec<[HashSet<usize>; 2]> {
    fn bare(effect: &Effect) -> Vec<Effect> {
        match effect {
            Effect::Forall(more, inner) => {
                vec![Effect::Forall(more.clone(), inner.iter().flat_map(bare).collect())]
            }
            Effect::When(_, inner) => inner.iter().flat_map(bare).collect(),
            Effect::Add(_) | Effect::Delete(_) => vec![effect.clone()],
        }
    }
    let state = oracle.initial();
    let mut all = Vec::new();
    for (schema, bindings) in oracle.task.schemas.iter().zip(&oracle.bindings) {
        let effects: Vec<Effect> = schema.effects.iter().flat_map(bare).collect();
        let mut changes = Vec::new();
        for binding in bindings {
            effects.iter().for_each(|effect| oracle.effect(&state, effect, binding, &mut changes));
        }
        let mut found = [HashSet::new(), HashSet::new()];
        for (atom, adds) in changes {
            found[usize::from(!adds)].insert(atom);
        }
        all.push(found);
    }
    all
}

/// Whether a condition speaks of a predicate.
fn mentions(condition: &Condition, task: &Task, name: &str) -> bool {
    match condition {
        Condition::Atom(atom) => task.predicates.name(atom.predicate).eq_ignore_ascii_case(name),
        Condition::Equal(..) => false,
        Condition::And(parts) | Condition::Or(parts) => parts.iter().any(|part| mentions(part, task, name)),
        Condition::Not(inner) | Condition::Forall(_, inner) | Condition::Exists(_, inner) => {
            mentions(inner, task, name)
        }
        Condition::Imply(left, right) => mentions(left, task, name) || mentions(right, task, name),
    }
}

/// The trees in a text; words between them are left out.
fn last_atoms(text: &str) -> Vec<Tree> {
    // To a reader of PDDL, a semicolon begins a comment.
    Tree::read(&text.replace(';', " ")).into_iter().filter(|tree| matches!(tree, Tree::List(_))).collect()
}

fn first_atom(text: &str) -> Option<Tree> {
    last_atoms(text).into_iter().next()
}
