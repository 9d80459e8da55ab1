//! Tiny random tasks as PDDL text, each from a seed: every construct that the language has, in few lines, and every
//! shape of a condition, degenerate ones too: no operand and one, beside each other, doubly denied, quantifiers over
//! nothing.
//!
//! In: a seed. Out: a domain and a problem. Names are short, objects are at most four, so that the oracle can see
//! every state of most of them.

use std::fmt::Write;

use banto::search::Random;

/// Types with all that they are below of; `object` is above all.
const TYPES: &[(&str, &[&str])] = &[("object", &[]), ("a", &[]), ("b", &[]), ("c", &["a"])];

/// A predicate with the types of its parameters.
struct Predicate {
    name: String,
    types: Vec<usize>,
}

struct Generator {
    random: Random,
    /// Names in sight, with their types: objects that the domain knows, then variables.
    scope: Vec<(String, usize)>,
    predicates: Vec<Predicate>,
    /// From here on predicates are derived, each by rules that may deny those before it.
    derived: usize,
    variables: usize,
}

/// What a condition may speak of.
#[derive(Clone, Copy)]
struct Speaks {
    /// The predicates before this one, in whatever way.
    freely: usize,
    /// One more, as long as it is not denied.
    besides: Option<usize>,
}

/// A domain and a problem.
pub fn task(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    for _ in 0..4 {
        random.next();
    }
    let mut generator =
        Generator { random, scope: Vec::new(), predicates: Vec::new(), derived: 0, variables: 0 };
    generator.task()
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below_index(limit)
    }

    fn one_in(&mut self, limit: usize) -> bool {
        self.below(limit) == 0
    }

    fn task(&mut self) -> (String, String) {
        let objects = self.objects();
        let constants = self.below(objects.len() + 1).min(2);
        let costs = self.one_in(3);
        self.declare();
        let everything = Speaks { freely: self.predicates.len(), besides: None };
        let mut domain = "(define (domain random)\n  (:requirements :adl :derived-predicates :action-costs)\n  (:types a b - object c - a)\n".to_owned();
        if constants > 0 {
            let _ = writeln!(domain, "  (:constants {})", objects_text(&objects[..constants]));
        }
        domain.push_str("  (:predicates");
        for predicate in &self.predicates {
            let _ = write!(domain, " ({}", predicate.name);
            for (index, kind) in predicate.types.iter().enumerate() {
                let _ = write!(domain, " ?x{index} - {}", TYPES[*kind].0);
            }
            domain.push(')');
        }
        domain.push_str(")\n");
        if costs {
            domain.push_str("  (:functions (total-cost) (toll ?x - object) - number)\n");
        }
        self.scope = objects[..constants].to_vec();
        self.rules(&mut domain);
        for index in 0..2 + self.below(3) {
            self.action(index, costs, everything, &mut domain);
        }
        domain.push_str(")\n");

        self.scope.clone_from(&objects);
        let mut problem = "(define (problem random-1)\n  (:domain random)\n".to_owned();
        let _ = writeln!(problem, "  (:objects {})\n  (:init", objects_text(&objects[constants..]));
        let facts = Speaks { freely: self.derived, besides: None };
        let mut seen = Vec::new();
        for _ in 0..self.below(8) {
            let atom = self.atom(facts);
            if !seen.is_empty() && self.one_in(3) {
                break;
            }
            if is_fact(&atom) && !seen.contains(&atom) {
                let _ = writeln!(problem, "    {atom}");
                seen.push(atom);
            }
        }
        if costs {
            for (name, _) in &objects {
                if !self.one_in(6) {
                    let _ = writeln!(problem, "    (= (toll {name}) {})", self.below(4));
                }
            }
        }
        let mut goal: Vec<String> = (0..=self.below(4)).map(|_| self.literal(everything)).collect();
        if self.one_in(3) {
            goal.push(self.condition(everything, 3, true));
        }
        let _ = writeln!(problem, "  )\n  (:goal (and {}))", goal.join(" "));
        if costs {
            problem.push_str("  (:metric minimize (total-cost))\n");
        }
        problem.push_str(")\n");
        (domain, problem)
    }

    fn objects(&mut self) -> Vec<(String, usize)> {
        let count = if self.one_in(20) { 0 } else { 1 + self.below(4) };
        (0..count).map(|index| (format!("o{index}"), 1 + self.below(TYPES.len() - 1))).collect()
    }

    fn declare(&mut self) {
        let kinds = |generator: &mut Self, most: usize| -> Vec<usize> {
            (0..generator.below(most + 1)).map(|_| generator.kind()).collect()
        };
        for index in 0..2 + self.below(4) {
            let types = kinds(self, 2);
            self.predicates.push(Predicate { name: format!("p{index}"), types });
        }
        self.derived = self.predicates.len();
        if self.one_in(2) {
            for index in 0..=self.below(2) {
                let types = kinds(self, 2);
                self.predicates.push(Predicate { name: format!("d{index}"), types });
            }
        }
    }

    fn rules(&mut self, domain: &mut String) {
        for predicate in self.derived..self.predicates.len() {
            for _ in 0..=self.below(2) {
                let before = self.scope.len();
                let types = self.predicates[predicate].types.clone();
                let parameters = self.open(&types);
                let speaks = Speaks { freely: predicate, besides: Some(predicate) };
                let condition = self.condition(speaks, 2, true);
                let name = &self.predicates[predicate].name;
                let _ = writeln!(domain, "  (:derived ({name}{parameters}) {condition})");
                self.scope.truncate(before);
            }
        }
    }

    /// Brings variables of some types into sight; gives them as they are declared.
    fn open(&mut self, types: &[usize]) -> String {
        let mut text = String::new();
        for kind in types {
            let name = format!("?v{}", self.variables);
            self.variables += 1;
            let _ = write!(text, " {name} - {}", TYPES[*kind].0);
            self.scope.push((name, *kind));
        }
        text
    }

    fn quantified(&mut self) -> String {
        let count = 1 + usize::from(self.one_in(4));
        let types: Vec<usize> = (0..count).map(|_| self.kind()).collect();
        self.open(&types).trim_start().to_owned()
    }

    fn action(&mut self, index: usize, costs: bool, speaks: Speaks, domain: &mut String) {
        let before = self.scope.len();
        let mut types: Vec<usize> = (0..self.below(3)).map(|_| self.kind()).collect();
        let mut preconditions = Vec::new();
        let mut effects = Vec::new();
        let mut parameters = String::new();
        let mover = self.below(self.derived);
        if self.one_in(2) && !self.predicates[mover].types.is_empty() {
            // One fact takes the place of another: this is what invariants are made of.
            types.truncate(1);
            let Predicate { name, types: kinds } = &self.predicates[mover];
            let (name, kinds) = (name.clone(), kinds.clone());
            parameters = self.open(&kinds);
            let mut from: Vec<String> = self.scope[before..].iter().map(|one| one.0.clone()).collect();
            let old = format!("({name} {})", from.join(" "));
            let last = kinds.len() - 1;
            parameters.push_str(&self.open(&kinds[last..]));
            from[last].clone_from(&self.scope[self.scope.len() - 1].0);
            preconditions.push(old.clone());
            effects.push(format!("(not {old})"));
            effects.push(format!("({name} {})", from.join(" ")));
        }
        parameters.push_str(&self.open(&types));
        let _ = writeln!(domain, "  (:action act{index}\n    :parameters ({})", parameters.trim_start());
        for _ in 0..self.below(3) {
            let depth = self.below(3);
            preconditions.push(self.condition(speaks, depth, true));
        }
        let _ = writeln!(domain, "    :precondition (and {})", preconditions.join(" "));
        for _ in 0..=self.below(2) {
            let depth = self.below(3);
            effects.push(self.effect(speaks, depth));
        }
        if costs {
            for _ in 0..self.below(3) {
                let amount = match self.term(0) {
                    Some(term) if self.one_in(2) => format!("(toll {term})"),
                    _ => self.below(5).to_string(),
                };
                effects.push(format!("(increase (total-cost) {amount})"));
            }
        }
        let _ = writeln!(domain, "    :effect (and {}))", effects.join(" "));
        self.scope.truncate(before);
    }

    /// A type, most often a wide one.
    fn kind(&mut self) -> usize {
        if self.one_in(2) { 0 } else { self.below(TYPES.len()) }
    }

    fn effect(&mut self, speaks: Speaks, depth: usize) -> String {
        let before = self.scope.len();
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => self.fact().unwrap_or_else(nothing),
            2 | 3 => self.fact().map_or_else(nothing, |fact| format!("(not {fact})")),
            4 | 5 => {
                let variables = self.quantified();
                let inner = self.effect(speaks, depth - 1);
                self.scope.truncate(before);
                format!("(forall ({variables}) {inner})")
            }
            6 => {
                let condition = self.condition(speaks, 1, true);
                format!("(when {condition} {})", self.effect(speaks, depth - 1))
            }
            _ => format!("(and {} {})", self.effect(speaks, depth - 1), self.effect(speaks, depth - 1)),
        }
    }

    fn fact(&mut self) -> Option<String> {
        let speaks = Speaks { freely: self.derived, besides: None };
        (0..4).map(|_| self.atom(speaks)).find(|atom| is_fact(atom))
    }

    /// A condition, often inside what does not change its truth value but its shape.
    fn condition(&mut self, speaks: Speaks, depth: usize, positive: bool) -> String {
        let inner = self.plain_condition(speaks, depth, positive);
        if !self.one_in(3) {
            return inner;
        }
        match self.below(12) {
            0..=2 => format!("(or {inner})"),
            3 | 4 => format!("(and {inner})"),
            5 => format!("(not (and (not {inner})))"),
            6 => format!("(not (or (not {inner})))"),
            7 => format!("(or (or) {inner})"),
            8 => format!("(and {inner} (and))"),
            9 => format!("(imply (and) {inner})"),
            10 => format!("(imply (not {inner}) (or))"),
            _ => format!("(or (or {inner}) (and (or)))"),
        }
    }

    fn plain_condition(&mut self, speaks: Speaks, depth: usize, positive: bool) -> String {
        let before = self.scope.len();
        let speaks_now = Speaks { besides: speaks.besides.filter(|_| positive), ..speaks };
        match self.below(if depth == 0 { 6 } else { 16 }) {
            0..=3 => self.atom(speaks_now),
            4 | 5 => format!(
                "(not {})",
                self.atom(Speaks { besides: speaks.besides.filter(|_| !positive), ..speaks })
            ),
            6..=8 => {
                let word = if self.one_in(2) { "and" } else { "or" };
                let parts: Vec<String> =
                    (0..self.below(4)).map(|_| self.condition(speaks, depth - 1, positive)).collect();
                format!("({word} {})", parts.join(" "))
            }
            9 => format!("(not {})", self.condition(speaks, depth - 1, !positive)),
            10 | 11 => {
                let left = self.condition(speaks, depth - 1, !positive);
                format!("(imply {left} {})", self.condition(speaks, depth - 1, positive))
            }
            _ => {
                let word = if self.one_in(2) { "forall" } else { "exists" };
                let variables = self.quantified();
                let inner = self.condition(speaks, depth - 1, positive);
                self.scope.truncate(before);
                format!("({word} ({variables}) {inner})")
            }
        }
    }

    fn literal(&mut self, speaks: Speaks) -> String {
        let atom = self.atom(speaks);
        if self.one_in(3) { format!("(not {atom})") } else { atom }
    }

    /// An atom whose arguments fit; an equality, or the empty conjunction, where nothing is found.
    fn atom(&mut self, speaks: Speaks) -> String {
        if self.one_in(16)
            && let (Some(left), Some(right)) = (self.term(0), self.term(0))
        {
            return format!("(= {left} {right})");
        }
        'again: for _ in 0..8 {
            let mut choices: Vec<usize> = (0..speaks.freely).collect();
            // What is derived by itself is chosen more often.
            choices.extend(speaks.besides.iter().flat_map(|one| [*one; 2]));
            let choice = choices[self.below(choices.len())];
            let mut text = format!("({}", self.predicates[choice].name);
            for kind in self.predicates[choice].types.clone() {
                let Some(term) = self.term(kind) else { continue 'again };
                let _ = write!(text, " {term}");
            }
            return text + ")";
        }
        nothing()
    }

    /// A term in sight of a type.
    fn term(&mut self, kind: usize) -> Option<String> {
        let fits = |of: usize| kind == 0 || of == kind || TYPES[of].1.contains(&TYPES[kind].0);
        let names: Vec<String> =
            self.scope.iter().filter(|one| fits(one.1)).map(|one| one.0.clone()).collect();
        (!names.is_empty()).then(|| names[self.below(names.len())].clone())
    }
}

fn objects_text(objects: &[(String, usize)]) -> String {
    let parts: Vec<String> =
        objects.iter().map(|(name, kind)| format!("{name} - {}", TYPES[*kind].0)).collect();
    parts.join(" ")
}

fn nothing() -> String {
    "(and)".to_owned()
}

fn is_fact(atom: &str) -> bool {
    !atom.starts_with("(=") && atom != "(and)"
}
