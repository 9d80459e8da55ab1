//! Which steps of a plan depend on each other, and windows: sets of steps that can be moved next to each other.
//!
//! In: the steps of a plan and what each reads and writes. Out: orders of the same steps in which the chosen ones are
//! adjacent.
//!
//! A step stays after the step that wrote what it reads or writes, and after all steps that read what it overwrites
//! (explanation-based order generalization, Kambhampati and Kedar 1994). Every order that respects these pairs is a
//! plan of the same cost. BDPO2 takes its windows from block deorderings, which order less (Siddiqui and Haslum 2015).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::plan_states::Accesses;
use crate::strips::OpId;

/// The dependences between the steps of a plan.
pub(super) struct Dependences {
    /// For each step, the earlier ones that it has to follow, without those implied by others for the same variable.
    earlier: Vec<Vec<u32>>,
    later: Vec<Vec<u32>>,
}

impl Dependences {
    pub(super) fn new(accesses: &Accesses<'_>, steps: &[OpId], variables: usize) -> Self {
        let mut earlier: Vec<Vec<u32>> = vec![Vec::new(); steps.len()];
        let mut writer: Vec<Option<u32>> = vec![None; variables];
        let mut readers: Vec<Vec<u32>> = vec![Vec::new(); variables];
        for (index, step) in steps.iter().enumerate() {
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            let own = &mut earlier[index];
            accesses.reads(*step, &mut |variable| own.extend(writer[variable.index()]));
            accesses.writes(*step, &mut |variable, _| {
                own.extend(writer[variable.index()]);
                own.extend(&readers[variable.index()]);
            });
            accesses.reads(*step, &mut |variable| readers[variable.index()].push(number));
            accesses.writes(*step, &mut |variable, _| {
                writer[variable.index()] = Some(number);
                readers[variable.index()].clear();
            });
            own.sort_unstable();
            own.dedup();
            if own.last() == Some(&number) {
                own.pop();
            }
        }
        let mut later: Vec<Vec<u32>> = vec![Vec::new(); steps.len()];
        for (index, own) in earlier.iter().enumerate() {
            own.iter().for_each(|one| later[*one as usize].push(u32::try_from(index).unwrap_or(u32::MAX)));
        }
        Self { earlier, later }
    }

    /// About `size` steps around one, connected by dependences, and closed: whatever lies between two of them is
    /// included. Ascending. `None` if closing adds far too many.
    pub(super) fn cluster(&self, seed: usize, size: usize) -> Option<Vec<usize>> {
        let mut inside = vec![seed];
        let mut border: Vec<usize> = Vec::new();
        let mut known = fixedbitset::FixedBitSet::with_capacity(self.earlier.len());
        known.insert(seed);
        let mut newest = seed;
        while inside.len() < size {
            for one in self.earlier[newest].iter().chain(&self.later[newest]) {
                if !known.put(*one as usize) {
                    border.push(*one as usize);
                }
            }
            let Some(at) = (0..border.len()).min_by_key(|at| border[*at].abs_diff(seed)) else { break };
            newest = border.swap_remove(at);
            inside.push(newest);
        }
        self.close(&mut inside);
        (inside.len() <= 2 * size).then_some(inside)
    }

    /// Adds whatever lies between two steps, and sorts.
    fn close(&self, inside: &mut Vec<usize>) {
        inside.sort_unstable();
        let (first, last) = (inside[0], inside[inside.len() - 1]);
        let mut member = vec![false; last - first + 1];
        inside.iter().for_each(|step| member[step - first] = true);
        let follows = self.followers(first, last, &member);
        let mut leads = member.clone();
        for step in (first..=last).rev() {
            leads[step - first] |=
                self.later[step].iter().any(|one| *one as usize <= last && leads[*one as usize - first]);
        }
        *inside = (first..=last)
            .filter(|step| member[step - first] || follows[step - first] && leads[step - first])
            .collect();
    }

    /// Which steps of a range are members or have to follow one.
    fn followers(&self, first: usize, last: usize, member: &[bool]) -> Vec<bool> {
        let mut follows = member.to_vec();
        for step in first..=last {
            follows[step - first] |=
                self.earlier[step].iter().any(|one| *one as usize >= first && follows[*one as usize - first]);
        }
        follows
    }

    /// The steps in an order in which each directly follows, if it can, what it depends on: the steps of one truck
    /// are together.
    pub(super) fn gathered(&self, steps: &[OpId]) -> Vec<OpId> {
        let mut waits: Vec<usize> = self.earlier.iter().map(Vec::len).collect();
        let ready = (0..steps.len()).filter(|step| waits[*step] == 0).map(|step| (0, Reverse(step)));
        let mut ready: BinaryHeap<(usize, Reverse<usize>)> = ready.collect();
        let mut order = Vec::with_capacity(steps.len());
        while let Some((_, Reverse(step))) = ready.pop() {
            order.push(steps[step]);
            for one in &self.later[step] {
                waits[*one as usize] -= 1;
                if waits[*one as usize] == 0 {
                    ready.push((order.len(), Reverse(*one as usize)));
                }
            }
        }
        order
    }

    /// The steps with those of a closed window next to each other, and where the window begins.
    pub(super) fn gather(&self, steps: &[OpId], window: &[usize]) -> (Vec<OpId>, usize) {
        let (first, last) = (window[0], window[window.len() - 1]);
        let mut member = vec![false; last - first + 1];
        window.iter().for_each(|step| member[step - first] = true);
        let follows = self.followers(first, last, &member);
        let mut order: Vec<OpId> = steps[..first].to_vec();
        order.extend((first..=last).filter(|step| !follows[step - first]).map(|step| steps[step]));
        let start = order.len();
        order.extend(window.iter().map(|step| steps[*step]));
        let behind = |step: &usize| follows[step - first] && !member[step - first];
        order.extend((first..=last).filter(behind).map(|step| steps[step]));
        order.extend(&steps[last + 1..]);
        (order, start)
    }
}
