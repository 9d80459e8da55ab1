//! Dead ends among things without names: facts of which so many hold, and the goal asks for as many.
//!
//! In: a task with counted groups, and an exploration of the relaxed task that has gone on to its end. Out: whether the
//! state is a dead end. None of the facts of such a group may get lost: each that holds stands for a thing that has to
//! come to a goal of its own. Where no rule that is reached takes a fact away, its thing stays for good; and things
//! that stay or move have to find different goals. In Sokoban these are frozen boxes and boxes that compete for a
//! goal. Where dead ends of this kind are rare, the check is given up.

use super::explore::Exploration;
use super::relaxed_task::RelaxedTask;
use crate::strips::{FactId, Lists, Task};

/// Whether it pays is asked after so many states.
const TRIAL: u64 = 1000;
/// At least one of so many must be dead.
const RAREST: u64 = 100;
/// Groups with more goals are left out: goals are bits of a word.
const MOST_GOALS: usize = 64;

/// The counted groups of a task.
#[derive(Debug, Default)]
pub(super) struct Counted {
    groups: Vec<Group>,
    asked: u64,
    dead: u64,
}

#[derive(Debug)]
struct Group {
    /// For each fact of the task its place in the group; [`ELSEWHERE`] for others.
    places: Vec<u32>,
    /// How many facts of the group the goal asks for.
    goals: u32,
    /// For each place the goal that it is, as a bit.
    goal: Vec<u64>,
    /// For each place the goals that its thing might come to if nothing were in its way.
    ways: Vec<u64>,
    /// For each place the rules that may take the fact away.
    takers: Lists,
    /// The things that are not home for good: the goals that each might come to.
    moving: Vec<u64>,
}

const ELSEWHERE: u32 = u32::MAX;

impl Counted {
    /// The counted groups of a task. Its relaxed task is the one that is explored.
    pub(super) fn new(task: &Task, relaxed: &RelaxedTask) -> Self {
        let groups = task.counted().iter().filter_map(|facts| Group::new(task, relaxed, facts));
        Self { groups: groups.collect(), asked: 0, dead: 0 }
    }

    /// Whether there are none, or they have turned out to be of little use.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Whether the state with these facts is a dead end.
    pub(super) fn is_dead(&mut self, exploration: &Exploration, facts: &[FactId]) -> bool {
        let is_dead = self.groups.iter_mut().any(|group| group.is_dead(exploration, facts));
        self.asked += 1;
        self.dead += u64::from(is_dead);
        if self.asked >= TRIAL && self.dead * RAREST < self.asked {
            self.groups.clear();
        }
        is_dead
    }
}

impl Group {
    fn new(task: &Task, relaxed: &RelaxedTask, facts: &[FactId]) -> Option<Self> {
        let mut places = vec![ELSEWHERE; task.fact_count()];
        for (place, fact) in (0..).zip(facts) {
            places[fact.index()] = place;
        }
        let asked: Vec<FactId> = task.goal().iter().copied().filter(|fact| facts.contains(fact)).collect();
        if asked.len() > MOST_GOALS {
            return None;
        }
        let mut goal = vec![0; facts.len()];
        for (bit, fact) in asked.iter().enumerate() {
            goal[places[fact.index()] as usize] = 1 << bit;
        }
        let goals = crate::strips::number(asked.len());
        // What an operator takes away, and what it adds.
        let place = |fact: FactId| places[fact.index()] as usize;
        let is_mine = |fact: &FactId| places[fact.index()] != ELSEWHERE;
        let (mut takers, mut moves) = (Vec::new(), Vec::new());
        for rule in 0..relaxed.rules.len() {
            let conditions = relaxed.conditions(rule);
            let Some(operator) = relaxed.rules[rule].operator else { continue };
            for effect in relaxed.effects(rule) {
                let variable = task.variable_of(*effect);
                let asked = conditions.iter().find(|fact| task.variable_of(**fact) == variable);
                let all = task.variables()[variable.index()];
                let olds = (0..all.size as usize).map(|value| all.first.plus(value));
                let olds = olds.filter(|old| old != effect && asked.is_none_or(|asked| asked == old));
                for old in olds.filter(is_mine) {
                    takers.push((place(old), rule));
                    let added = task.effects(operator).map(|effect| effect.fact).filter(is_mine);
                    moves.extend(added.map(|new| (place(new), place(old))));
                }
            }
        }
        takers.sort_unstable();
        takers.dedup();
        let takers = Lists::new(facts.len(), takers.iter().copied());
        let ways = ways(&goal, &Lists::new(facts.len(), moves.iter().copied()));
        Some(Self { places, goals, goal, ways, takers, moving: Vec::new() })
    }

    fn is_dead(&mut self, exploration: &Exploration, facts: &[FactId]) -> bool {
        let Self { places, goals, goal, ways, takers, moving } = self;
        moving.clear();
        let (mut count, mut taken) = (0, 0);
        let mut is_stuck = false;
        for fact in facts {
            let place = places[fact.index()] as usize;
            if place == ELSEWHERE as usize {
                continue;
            }
            count += 1;
            if takers.of(place).iter().any(|rule| exploration.is_reached(*rule)) {
                moving.push(ways[place]);
            } else {
                is_stuck |= goal[place] == 0;
                taken |= goal[place];
            }
        }
        // More may be shown than hold where a row stands for several states.
        count <= *goals && (count < *goals || is_stuck || !all_find_one(moving, taken))
    }
}

/// For each place the goals that it leads to, by moves given backwards.
fn ways(goal: &[u64], origins: &Lists) -> Vec<u64> {
    let mut ways = goal.to_vec();
    let mut open: Vec<usize> = (0..goal.len()).filter(|place| goal[*place] != 0).collect();
    while let Some(place) = open.pop() {
        for origin in origins.of(place) {
            let origin = *origin as usize;
            if ways[place] & !ways[origin] != 0 {
                ways[origin] |= ways[place];
                open.push(origin);
            }
        }
    }
    ways
}

/// Whether there is a goal for each that nobody else needs, among those that are not taken.
fn all_find_one(wants: &mut [u64], taken: u64) -> bool {
    wants.iter_mut().for_each(|wants| *wants &= !taken);
    if wants.iter().all(|goals| goals.count_ones() as usize >= wants.len()) {
        return true;
    }
    let mut owner = [usize::MAX; MOST_GOALS];
    (0..wants.len()).all(|one| find_one(wants, one, &mut owner, &mut 0))
}

/// Finds a goal for one; others that have one already may have to find another.
fn find_one(wants: &[u64], one: usize, owner: &mut [usize; MOST_GOALS], tried: &mut u64) -> bool {
    loop {
        let open = wants[one] & !*tried;
        if open == 0 {
            return false;
        }
        let goal = open.trailing_zeros() as usize;
        *tried |= 1 << goal;
        if owner[goal] == usize::MAX || find_one(wants, owner[goal], owner, tried) {
            owner[goal] = one;
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_shared_out() {
        assert!(all_find_one(&mut [0b011, 0b001, 0b110], 0));
        assert!(!all_find_one(&mut [0b011, 0b001, 0b010], 0));
        assert!(!all_find_one(&mut [0b011, 0b001], 0b010));
        assert!(all_find_one(&mut [], 0));
    }
}
