//! Detects that all ranks of a search are idle and that no message is in transit (Dijkstra 1987, after Safra).
//!
//! In: what this rank sends and receives, and when it is idle. Out: a token for the next rank, and at rank 0 the news
//! that the search is over. Only states count as messages: nothing else makes work for an idle rank. The token goes
//! round through idle ranks only and sums up how many messages were sent but not received. A rank that has received
//! some since the token last left makes it black: then the sum may be wrong, and the next round decides.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Token {
    /// Messages sent minus messages received, at the ranks visited so far.
    pub(super) balance: i64,
    /// Whether one of them had received a message since its last visit.
    pub(super) black: bool,
}

/// The result of being idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Not known yet: send the token to the next rank.
    Pass(Token),
    /// All ranks are idle, and no message is in transit.
    Done,
}

/// The state of one rank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Detector {
    rank: usize,
    /// Messages sent minus messages received.
    balance: i64,
    /// Whether a message was received since the token left.
    black: bool,
    token: Option<Token>,
}

impl Detector {
    /// Rank 0 holds the token at first. It is black, so that at least one round follows.
    pub(super) fn new(rank: usize) -> Self {
        let token = (rank == 0).then_some(Token { balance: 0, black: true });
        Self { rank, balance: 0, black: false, token }
    }

    pub(super) const fn sent(&mut self) {
        self.balance += 1;
    }

    pub(super) const fn received(&mut self) {
        self.balance -= 1;
        self.black = true;
    }

    pub(super) const fn take(&mut self, token: Token) {
        self.token = Some(token);
    }

    /// Called when this rank is idle and everything it has to send is sent.
    pub(super) fn idle(&mut self) -> Option<Finding> {
        let token = self.token.take()?;
        let black = std::mem::take(&mut self.black) || token.black;
        let balance = token.balance + self.balance;
        Some(match self.rank {
            0 if !black && balance == 0 => Finding::Done,
            0 => Finding::Pass(Token { balance: 0, black: false }),
            _ => Finding::Pass(Token { balance, black }),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// A model of all ranks and of the messages between them.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct World {
        detectors: Vec<Detector>,
        busy: Vec<bool>,
        /// Messages in transit to each rank: they may arrive at any time, in any order.
        under_way: Vec<u32>,
        /// The token in transit, and its receiver.
        token: Option<(usize, Token)>,
        /// Messages that may still be sent.
        left: u32,
        /// Whether a message or the token was lost; `None` if that cannot happen.
        lost: Option<bool>,
        done: bool,
    }

    impl World {
        fn new(busy: &[bool], left: u32, loses: bool) -> Self {
            Self {
                detectors: (0..busy.len()).map(Detector::new).collect(),
                busy: busy.to_vec(),
                under_way: vec![0; busy.len()],
                token: None,
                left,
                lost: loses.then_some(false),
                done: false,
            }
        }

        fn after(&self, change: impl FnOnce(&mut Self)) -> Self {
            let mut next = self.clone();
            change(&mut next);
            next
        }

        fn next(&self) -> Vec<Self> {
            let ranks = self.busy.len();
            let mut all = Vec::new();
            for rank in 0..ranks {
                if self.busy[rank] {
                    all.push(self.after(|next| next.busy[rank] = false));
                    for to in (0..ranks).filter(|&to| to != rank && self.left > 0) {
                        all.push(self.after(|next| {
                            next.left -= 1;
                            next.under_way[to] += 1;
                            next.detectors[rank].sent();
                        }));
                    }
                } else {
                    all.push(self.after(|next| match next.detectors[rank].idle() {
                        None => {}
                        Some(Finding::Pass(token)) => next.token = Some(((rank + 1) % ranks, token)),
                        Some(Finding::Done) => next.done = true,
                    }));
                }
                if self.under_way[rank] > 0 {
                    if self.lost == Some(false) {
                        all.push(self.after(|next| {
                            next.under_way[rank] -= 1;
                            next.lost = Some(true);
                        }));
                    }
                    all.push(self.after(|next| {
                        next.under_way[rank] -= 1;
                        next.busy[rank] = true;
                        next.detectors[rank].received();
                    }));
                }
            }
            if let Some((to, token)) = self.token {
                if self.lost == Some(false) {
                    all.push(self.after(|next| {
                        next.token = None;
                        next.lost = Some(true);
                    }));
                }
                all.push(self.after(|next| {
                    next.token = None;
                    next.detectors[to].take(token);
                }));
            }
            all
        }
    }

    /// Explores all interleavings: the end is never announced too early, and can always still be announced, unless a
    /// message was lost: then it never is.
    #[test]
    fn the_end_is_seen_exactly() {
        for (ranks, left, loses) in [(2, 5, false), (3, 3, false), (4, 1, false), (2, 4, true), (3, 2, true)]
        {
            for pattern in 0..1 << ranks {
                let busy: Vec<bool> = (0..ranks).map(|rank| pattern >> rank & 1 == 1).collect();
                let mut numbers = HashMap::from([(World::new(&busy, left, loses), 0)]);
                let mut worlds = vec![World::new(&busy, left, loses)];
                let mut before: Vec<Vec<usize>> = vec![Vec::new()];
                let mut ends = Vec::new();
                let mut at = 0;
                while at < worlds.len() {
                    let world = worlds[at].clone();
                    if world.done {
                        assert!(!world.busy.contains(&true), "{world:?}");
                        assert!(world.under_way.iter().all(|&count| count == 0), "{world:?}");
                        assert_ne!(world.lost, Some(true), "{world:?}");
                        ends.push(at);
                    } else {
                        for next in world.next() {
                            let number = *numbers.entry(next.clone()).or_insert(worlds.len());
                            if number == worlds.len() {
                                worlds.push(next);
                                before.push(Vec::new());
                            }
                            before[number].push(at);
                        }
                    }
                    at += 1;
                }
                let mut reaches = vec![false; worlds.len()];
                while let Some(at) = ends.pop() {
                    if !std::mem::replace(&mut reaches[at], true) {
                        ends.extend(&before[at]);
                    }
                }
                let is_whole = |at: usize| worlds[at].lost != Some(true);
                assert!((0..worlds.len()).all(|at| reaches[at] == is_whole(at)), "{ranks} ranks");
            }
        }
    }
}
