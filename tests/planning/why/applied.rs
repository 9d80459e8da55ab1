//! A repair in words, carried out on the texts: what a reader does with "with (a) instead of (b) among the conditions
//! of c".
//!
//! In: a domain, a problem and the words. Out: the texts that they may mean; where the words fit several places, one
//! pair for each of them.

/// A tree of parentheses and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    Word(String),
    List(Vec<Tree>),
}

use Tree::{List, Word};

impl Tree {
    /// All trees in a text.
    pub fn read(text: &str) -> Vec<Self> {
        let plain: Vec<&str> = text.lines().map(|line| line.split(';').next().unwrap_or("")).collect();
        let spaced = plain.join(" ").to_ascii_lowercase().replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().unwrap();
                    open.last_mut().unwrap().push(List(list));
                }
                _ => open.last_mut().unwrap().push(Word(word.to_owned())),
            }
        }
        open.pop().unwrap()
    }

    pub fn show(&self) -> String {
        match self {
            Word(word) => word.clone(),
            List(parts) => format!("({})", parts.iter().map(Self::show).collect::<Vec<_>>().join(" ")),
        }
    }

    pub fn parts(&self) -> &[Self] {
        match self {
            Word(_) => &[],
            List(parts) => parts,
        }
    }

    /// The first word of a list.
    pub fn head(&self) -> &str {
        match self.parts().first() {
            Some(Word(word)) => word,
            _ => "",
        }
    }

    /// Whether a word occurs in it.
    pub fn has(&self, word: &str) -> bool {
        matches!(self, Word(own) if own == word) || self.parts().iter().any(|part| part.has(word))
    }

    pub fn at(&self, path: &[usize]) -> &Self {
        path.iter().fold(self, |tree, index| &tree.parts()[*index])
    }

    /// The same with another tree at a place, or without it.
    pub fn with(&self, path: &[usize], new: &[Self]) -> Self {
        let [index, rest @ ..] = path else { return new[0].clone() };
        let mut parts = self.parts().to_vec();
        if rest.is_empty() {
            parts.splice(index..=index, new.iter().cloned());
        } else {
            parts[*index] = parts[*index].with(rest, new);
        }
        List(parts)
    }

    /// The places of all trees in it, itself included.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new()];
        for (index, part) in self.parts().iter().enumerate() {
            found.extend(part.places().into_iter().map(|path| [&[index], &path[..]].concat()));
        }
        found
    }

    /// The place of what follows a keyword in a list.
    fn after(&self, keyword: &str) -> Option<usize> {
        self.parts().iter().position(|part| *part == Word(keyword.to_owned())).map(|at| at + 1)
    }
}

/// A part of the two texts in which words may be changed.
struct Region {
    file: usize,
    path: Vec<usize>,
}

/// The forms in words like `(a) and (b)`.
fn forms(words: &str) -> Vec<Tree> {
    Tree::read(words).into_iter().filter(|one| matches!(one, List(_))).collect()
}

/// One repair being carried out.
struct Repair {
    texts: [Tree; 2],
}

/// A definition in which each action has an effect, to which others can be added.
fn with_effects(definition: &Tree) -> Tree {
    let whole = |part: &Tree| {
        if part.head() != ":action" || part.after(":effect").is_some() {
            return part.clone();
        }
        let effect = [Word(":effect".to_owned()), List(vec![Word("and".to_owned())])];
        List([part.parts(), &effect].concat())
    };
    List(definition.parts().iter().map(whole).collect())
}

/// All pairs of texts that a repair may mean; of two changes, one after the other.
pub fn apply(domain: &str, problem: &str, words: &str) -> Vec<[String; 2]> {
    let words = words.split(" there is a plan of ").next().unwrap().to_ascii_lowercase();
    let mut found = vec![[domain, problem].map(|text| with_effects(&Tree::read(text).remove(0)))];
    for change in words.split(", and ") {
        found = found.into_iter().flat_map(|texts| Repair { texts }.meant(change)).collect();
    }
    found.into_iter().map(|texts| texts.map(|text| text.show())).collect()
}

impl Repair {
    fn meant(&self, words: &str) -> Vec<[Tree; 2]> {
        if let Some(rest) = words.strip_prefix("without the condition ") {
            let (old, name) = rest.rsplit_once(" of ").unwrap();
            let (old, name) = match old.strip_suffix(" of an effect") {
                Some(old) => (old, format!("an effect of {name}")),
                None => (old, name.to_owned()),
            };
            let (old, name) = match old.split_once(" of a rule for") {
                Some((old, _)) => (old, format!("a rule for {name}")),
                None => (old, name),
            };
            return self.replaced(&self.conditions(&name), old, &[]);
        }
        if let Some(rest) = words.strip_prefix("without ") {
            let (old, place) = Self::split_place(rest);
            return self.replaced(&self.regions(&place), &old, &[]);
        }
        let rest = words.strip_prefix("with ").unwrap_or_else(|| panic!("{words}"));
        for an in ["an object of type ", "another object of type "] {
            if let Some(rest) = rest.strip_prefix(an) {
                let (types, facts) = rest.split_once(" and ").unwrap_or((rest, ""));
                let facts = facts.strip_suffix(" in :init").unwrap_or("");
                let declared = self.declared("another", types).into_iter();
                return declared
                    .flat_map(|texts| {
                        let after = Self { texts };
                        after.added(&after.regions("in :init"), &forms(facts))
                    })
                    .collect();
            }
        }
        if let Some((object, types)) = rest.split_once(" declared as a") {
            let types = types.strip_prefix("n ").unwrap_or(types).trim();
            return self.declared(object, types);
        }
        if let Some((new, rest)) = rest.split_once(" instead of ") {
            let (old, place) = Self::split_place(rest);
            if new.starts_with('?') {
                return self.retyped(&place, new);
            }
            let halves = |text: &str| -> Vec<String> { Tree::read(text).iter().map(Tree::show).collect() };
            let regions = self.regions(&place);
            let (new, old) = (halves(new), halves(&old));
            if let ([_, _, _], [_, _, _]) = (&old[..], &new[..]) {
                return self.both(
                    &regions,
                    &[old[0].clone(), old[2].clone()],
                    &[new[0].clone(), new[2].clone()],
                );
            }
            return self.replaced(&regions, &old[0], &[new[0].clone()]);
        }
        let (new, place) = Self::split_place(rest);
        self.added(&self.regions(&place), &forms(&new))
    }

    /// Some words, and the place that they end with.
    fn split_place(words: &str) -> (String, String) {
        let place = [" among the ", " in :init", " in the goal"];
        let at =
            place.iter().filter_map(|place| words.rfind(place)).max().unwrap_or_else(|| panic!("{words}"));
        (words[..at].to_owned(), words[at + 1..].to_owned())
    }

    fn regions(&self, place: &str) -> Vec<Region> {
        let section = |name: &str| {
            let parts = self.texts[1].parts();
            let at = parts.iter().position(|part| part.head() == name).unwrap();
            vec![Region { file: 1, path: vec![at] }]
        };
        match place {
            "in :init" => section(":init"),
            "in the goal" => section(":goal"),
            _ => match place.strip_prefix("among the conditions of ") {
                Some(name) => self.conditions(name),
                None => {
                    let name = place.strip_prefix("among the effects of ");
                    self.of_action(name.unwrap_or_else(|| panic!("{place}")), ":effect")
                }
            },
        }
    }

    fn of_action(&self, name: &str, keyword: &str) -> Vec<Region> {
        let actions = self.texts[0].parts().iter().enumerate();
        let is_it = |action: &Tree| {
            action.head() == ":action" && action.parts().get(1) == Some(&Word(name.to_owned()))
        };
        let found = actions.filter(|(_, action)| is_it(action));
        let found = found.filter_map(|(at, action)| Some(vec![at, action.after(keyword)?]));
        found.map(|path| Region { file: 0, path }).collect()
    }

    /// The conditions of an action, of its effects, or of rules.
    fn conditions(&self, name: &str) -> Vec<Region> {
        if let Some(predicate) = name.strip_prefix("a rule for ") {
            let rules = self.texts[0].parts().iter().enumerate();
            let rules =
                rules.filter(|(_, rule)| rule.head() == ":derived" && rule.parts()[1].head() == predicate);
            return rules.map(|(at, _)| Region { file: 0, path: vec![at, 2] }).collect();
        }
        let Some(name) = name.strip_prefix("an effect of ") else {
            return self.of_action(name, ":precondition");
        };
        let mut found = Vec::new();
        for region in self.of_action(name, ":effect") {
            let effect = self.texts[0].at(&region.path);
            for path in effect.places().into_iter().filter(|path| effect.at(path).head() == "when") {
                found.push(Region { file: 0, path: [&region.path[..], &path, &[1]].concat() });
            }
        }
        found
    }

    /// With the tree at a place replaced by others.
    fn changed(&self, file: usize, path: &[usize], new: &[Tree]) -> [Tree; 2] {
        let mut texts = self.texts.clone();
        texts[file] = texts[file].with(path, new);
        texts
    }

    /// With some words replaced by others, once, wherever they stand; two neighbors count as a conjunction.
    fn replaced(&self, regions: &[Region], old: &str, new: &[String]) -> Vec<[Tree; 2]> {
        let old = Tree::read(old).remove(0);
        let new: Vec<Tree> = new.iter().map(|text| Tree::read(text).remove(0)).collect();
        let mut found = Vec::new();
        for region in regions {
            let root = self.texts[region.file].at(&region.path);
            for path in root.places() {
                let here = root.at(&path);
                let place = [&region.path[..], &path].concat();
                if *here == old {
                    let nothing = [List(vec![Word("and".to_owned())])];
                    // What is all of a condition, or all that an effect does, leaves an empty one.
                    let is_all = path.split_last().is_none_or(|(last, before)| {
                        *last == 2 && ["when", "forall"].contains(&root.at(before).head())
                    });
                    let new = if is_all && new.is_empty() { &nothing[..] } else { &new[..] };
                    found.push(self.changed(region.file, &place, new));
                }
                if old.head() == "and" && here.head() == "and" {
                    let wanted = &old.parts()[1..];
                    for at in 1..=here.parts().len().saturating_sub(wanted.len()) {
                        if here.parts()[at..at + wanted.len()] == *wanted
                            && here.parts().len() > wanted.len() + 1
                        {
                            let mut parts = here.parts().to_vec();
                            parts.splice(at..at + wanted.len(), new.iter().cloned());
                            found.push(self.changed(region.file, &place, &[List(parts)]));
                        }
                    }
                }
            }
        }
        found
    }

    /// With two trees replaced.
    fn both(&self, regions: &[Region], old: &[String], new: &[String]) -> Vec<[Tree; 2]> {
        // What stands in the first one's place is told apart from the second one.
        let mark = "(the-first-one)".to_owned();
        let first = self.replaced(regions, &old[0], std::slice::from_ref(&mark));
        let second =
            first.into_iter().flat_map(|texts| Self { texts }.replaced(regions, &old[1], &[new[1].clone()]));
        let last = second.flat_map(|texts| Self { texts }.replaced(regions, &mark, &[new[0].clone()]));
        last.collect()
    }

    /// With one more effect, at any level where its variables are known, or with more facts.
    fn added(&self, regions: &[Region], new: &[Tree]) -> Vec<[Tree; 2]> {
        let mut found = Vec::new();
        for region in regions {
            let root = self.texts[region.file].at(&region.path);
            if root.head() == ":init" {
                // What is stated is no longer denied.
                let denied = |one: &&Tree| {
                    let not = |fact: &Tree| List(vec![Word("not".to_owned()), fact.clone()]);
                    new.iter().any(|fact| **one == not(fact))
                };
                let kept: Vec<Tree> = root.parts().iter().filter(|one| !denied(one)).cloned().collect();
                let all = [&kept[..], new].concat();
                found.push(self.changed(region.file, &region.path, &[List(all)]));
                continue;
            }
            for path in root.places() {
                let inner = path.split_last().is_none_or(|(last, before)| {
                    *last == 2 && ["when", "forall"].contains(&root.at(before).head())
                });
                if inner {
                    let both = [&[Word("and".to_owned()), root.at(&path).clone()], new].concat();
                    let both = List(both);
                    found.push(self.changed(region.file, &[&region.path[..], &path].concat(), &[both]));
                }
            }
        }
        found
    }

    /// With other types for the variables of `?a ?b - t`.
    fn retyped(&self, place: &str, new: &str) -> Vec<[Tree; 2]> {
        let (names, types) = new.split_once(" - ").unwrap();
        let names: Vec<&str> = names.split(' ').collect();
        let regions = match place.strip_prefix("among the parameters of ") {
            Some(name) => self.of_action(name, ":parameters"),
            None => {
                let (_, name) = place.rsplit_once(" of ").unwrap();
                self.of_action(name, ":effect")
            }
        };
        let mut found = Vec::new();
        for region in regions {
            let root = self.texts[0].at(&region.path);
            for path in root.places() {
                let list = root.at(&path);
                let variables: Vec<String> = list.parts().iter().map(Tree::show).collect();
                let is_list = list.head().starts_with('?');
                if is_list && names.iter().all(|name| variables.iter().any(|one| one == name)) {
                    let new = List(with_types(list.parts(), &names, types));
                    found.push(self.changed(0, &[&region.path[..], &path].concat(), &[new]));
                }
            }
        }
        found
    }

    /// With an object of a type, in place of its declaration if there is one.
    fn declared(&self, object: &str, types: &str) -> Vec<[Tree; 2]> {
        for (file, name) in [(0, ":constants"), (1, ":objects")] {
            let parts = self.texts[file].parts();
            let section = parts.iter().position(|part| part.head() == name);
            if let Some(at) = section.filter(|at| parts[*at].has(object)) {
                let list = &parts[at].parts()[1..];
                let new = [&[Word(name.to_owned())], &with_types(list, &[object], types)[..]].concat();
                return vec![self.changed(file, &[at], &[List(new)])];
            }
        }
        let mut texts = self.texts.clone();
        let at = texts[1].parts().iter().position(|part| part.head() == ":objects");
        let List(parts) = &mut texts[1] else { panic!() };
        let at = at.unwrap_or_else(|| {
            parts.insert(2, List(vec![Word(":objects".to_owned())]));
            2
        });
        let mut list = with_types(&parts[at].parts()[1..], &[], "object");
        list.extend([Word(object.to_owned()), Word("-".to_owned()), Tree::read(types).remove(0)]);
        parts[at] = List([&[Word(":objects".to_owned())], &list[..]].concat());
        vec![texts]
    }
}

/// A typed list in which each name has a type of its own, some of them another one.
fn with_types(list: &[Tree], names: &[&str], types: &str) -> Vec<Tree> {
    let mut found = Vec::new();
    let mut open: Vec<Tree> = Vec::new();
    let mut put = |name: Tree, of: Tree| {
        let of = if names.contains(&&name.show()[..]) { Tree::read(types).remove(0) } else { of };
        found.extend([name, Word("-".to_owned()), of]);
    };
    let mut at = 0;
    while at < list.len() {
        if list[at] == Word("-".to_owned()) {
            open.drain(..).for_each(|name| put(name, list[at + 1].clone()));
            at += 2;
        } else {
            open.push(list[at].clone());
            at += 1;
        }
    }
    open.drain(..).for_each(|name| put(name, Word("object".to_owned())));
    found
}
