// SPDX-License-Identifier: MIT OR Apache-2.0
//! The exchanges of ranks in a row, as rounds of one of them.
//!
//! Collecting data is the reverse of spreading it: the same messages in the opposite direction.

use std::ops::Range;

use super::{Message, Round, part_of};

/// Ranks that exchange, and the index of one among them.
pub(super) struct Line {
    pub(super) members: Vec<u32>,
    pub(super) at: usize,
    /// The number of ranks that exchange in a round.
    pub(super) radix: usize,
}

/// Returns the same messages in reverse. Nothing is combined.
pub(super) fn mirrored(rounds: &[Round]) -> Vec<Round> {
    let mirror = |round: &Round| Round { receives: round.sends.clone(), sends: round.receives.clone(), own: None };
    rounds.iter().rev().map(mirror).collect()
}

/// Returns the factors of a number, none above `most`, as great as possible; `None` if it has others.
fn factors(mut number: usize, most: usize) -> Option<Vec<usize>> {
    let mut factors = vec![];
    while number > 1 {
        let factor = (2..=most).rev().find(|factor| number % factor == 0)?;
        factors.push(factor);
        number /= factor;
    }
    Some(factors)
}

/// The members that exchange, in groups of some factors, after the others have sent their data to a neighbour.
struct Doubling {
    /// The number of members that send their data to a neighbour: the odd ones of as many pairs at the start of the
    /// line.
    folded: usize,
    factors: Vec<usize>,
}

impl Doubling {
    fn of(members: usize, radix: usize) -> Self {
        let most = (1..=members).rev().find_map(|number| Some((number, factors(number, radix)?)));
        let (number, factors) = most.unwrap_or((1, vec![]));
        Self { folded: members - number, factors }
    }

    /// Returns the number of an index among the members that exchange; `None` if it has sent its data to a neighbour.
    fn number(&self, at: usize) -> Option<usize> {
        if at >= 2 * self.folded { Some(at - self.folded) } else { (at % 2 == 0).then_some(at / 2) }
    }

    fn place(&self, number: usize) -> usize {
        if number < self.folded { 2 * number } else { number + self.folded }
    }

    /// Returns, for each round, the index of a number in its group, and the numbers in the group.
    fn groups(&self, number: usize) -> impl Iterator<Item = (usize, Vec<usize>)> {
        let mut stride = 1;
        self.factors.iter().map(move |&factor| {
            let own = number / stride % factor;
            let first = number - own * stride;
            let group = (0..factor).map(|place| first + place * stride).collect();
            stride *= factor;
            (own, group)
        })
    }
}

impl Line {
    fn message(&self, at: usize, stretch: Range<usize>) -> Message {
        Message { peer: self.members[at], stretch }
    }

    /// Sends up a tree to the first member. `stretch` returns the interval that the members at some indices have
    /// together.
    pub(super) fn up(&self, combines: bool, stretch: impl Fn(Range<usize>) -> Range<usize>) -> Vec<Round> {
        let (count, mut stride, mut rounds) = (self.members.len(), 1, vec![]);
        let below = |at: usize, stride: usize| stretch(at..count.min(at + stride));
        while stride < count {
            let first = self.at - self.at % (stride * self.radix);
            if first < self.at {
                let sends = vec![self.message(first, below(self.at, stride))];
                rounds.push(Round { sends, ..Round::default() });
                break;
            }
            let children = (1..self.radix).map(|child| self.at + child * stride).filter(|&child| child < count);
            let receives: Vec<Message> = children.map(|child| self.message(child, below(child, stride))).collect();
            if !receives.is_empty() {
                rounds.push(Round { receives, sends: vec![], own: combines.then_some(0) });
            }
            stride *= self.radix;
        }
        rounds
    }

    /// Waits for all. Uses groups, in which close members exchange first, if they need no more rounds than
    /// dissemination; otherwise dissemination.
    pub(super) fn barrier(&self) -> Vec<Round> {
        let disseminated = self.disseminated();
        let doubling = Doubling::of(self.members.len(), self.radix);
        if doubling.folded > 0 || doubling.factors.len() > disseminated.len() {
            return disseminated;
        }
        // Nothing is combined.
        self.multiplied(&(0..0)).into_iter().map(|round| Round { own: None, ..round }).collect()
    }

    fn disseminated(&self) -> Vec<Round> {
        let (count, mut distance, mut rounds) = (self.members.len(), 1, vec![]);
        while distance < count {
            let steps = || (1..self.radix).map(|step| step * distance).filter(|&step| step < count);
            rounds.push(Round {
                receives: steps().map(|step| self.message((self.at + count - step) % count, 0..0)).collect(),
                sends: steps().map(|step| self.message((self.at + step) % count, 0..0)).collect(),
                own: None,
            });
            distance *= self.radix;
        }
        rounds
    }

    /// Returns the round in which odd members of the first pairs send their whole interval to the neighbour.
    fn fold(&self, doubling: &Doubling, combines: bool, stretch: impl Fn(usize) -> Range<usize>) -> Option<Round> {
        let odd = self.at | 1;
        if self.at >= 2 * doubling.folded {
            return None;
        }
        Some(if self.at == odd {
            Round { sends: vec![self.message(odd - 1, stretch(odd))], ..Round::default() }
        } else {
            let receives = vec![self.message(odd, stretch(odd))];
            Round { receives, sends: vec![], own: combines.then_some(0) }
        })
    }

    /// Combines the interval at all members: each exchanges all its data.
    pub(super) fn multiplied(&self, whole: &Range<usize>) -> Vec<Round> {
        let doubling = Doubling::of(self.members.len(), self.radix);
        let fold: Vec<Round> = self.fold(&doubling, true, |_| whole.clone()).into_iter().collect();
        let exchange = |(own, group): (usize, Vec<usize>)| {
            let others = group.iter().enumerate().filter(|(place, _)| *place != own);
            let all: Vec<Message> =
                others.map(|(_, &number)| self.message(doubling.place(number), whole.clone())).collect();
            Round { receives: all.clone(), sends: all, own: Some(own) }
        };
        let number = doubling.number(self.at);
        let rounds: Vec<Round> = number.into_iter().flat_map(|number| doubling.groups(number)).map(exchange).collect();
        let unfold = mirrored(&fold);
        [fold, rounds, unfold].concat()
    }

    /// Combines the interval, and leaves a part of it at each member that exchanges.
    pub(super) fn scattered(&self, whole: &Range<usize>) -> Vec<Round> {
        let doubling = Doubling::of(self.members.len(), self.radix);
        let mut rounds: Vec<Round> = self.fold(&doubling, true, |_| whole.clone()).into_iter().collect();
        let Some(number) = doubling.number(self.at) else { return rounds };
        let mut stretch = whole.clone();
        for (own, group) in doubling.groups(number) {
            let kept = part_of(&stretch, own, group.len());
            let mut round = Round { own: Some(own), ..Round::default() };
            for (place, &other) in group.iter().enumerate().filter(|(place, _)| *place != own) {
                let other = doubling.place(other);
                round.receives.push(self.message(other, kept.clone()));
                round.sends.push(self.message(other, part_of(&stretch, place, group.len())));
            }
            rounds.push(round);
            stretch = kept;
        }
        rounds
    }

    /// Gathers the parts that [`Self::scattered`] left at the members at the first one.
    pub(super) fn gathered(&self, whole: &Range<usize>) -> Vec<Round> {
        let doubling = Doubling::of(self.members.len(), self.radix);
        let Some(number) = doubling.number(self.at) else { return vec![] };
        let (mut stretch, mut rounds) = (whole.clone(), vec![]);
        for (own, group) in doubling.groups(number) {
            let parts = |place: usize| part_of(&stretch, place, group.len());
            // In reverse, the members with index 0 in all rounds so far have not sent yet.
            let round = if own == 0 {
                let others = (1..group.len()).map(|place| self.message(doubling.place(group[place]), parts(place)));
                Round { receives: others.collect(), ..Round::default() }
            } else {
                rounds.clear();
                let sends = vec![self.message(doubling.place(group[0]), parts(own))];
                Round { sends, ..Round::default() }
            };
            stretch = part_of(&stretch, own, group.len());
            rounds.push(round);
        }
        rounds.reverse();
        rounds
    }

    /// Gathers the blocks of all members at all members; a block extends from one of `places` to the next.
    pub(super) fn gathered_to_all(&self, places: &[usize]) -> Vec<Round> {
        let count = self.members.len();
        let doubling = Doubling::of(count, self.radix);
        let blocks = |first: usize, behind: usize| places[first]..places[behind];
        let fold: Vec<Round> = self.fold(&doubling, false, |at| blocks(at, at + 1)).into_iter().collect();
        let unfold: Vec<Round> = self.fold(&doubling, false, |_| blocks(0, count)).into_iter().collect();
        let mut width = 1;
        let mut exchange = |(own, group): (usize, Vec<usize>)| {
            // The blocks that a number's group has after the previous rounds.
            let has = |number: usize| {
                let first = number - number % width;
                blocks(doubling.place(first), doubling.place(first + width))
            };
            let others = || group.iter().enumerate().filter(|(place, _)| *place != own).map(|(_, &number)| number);
            let message = |number: usize, stretch| self.message(doubling.place(number), stretch);
            let receives = others().map(|number| message(number, has(number))).collect();
            let sends = others().map(|number| message(number, has(group[own]))).collect();
            width *= group.len();
            Round { receives, sends, own: None }
        };
        let number = doubling.number(self.at);
        let rounds: Vec<Round> =
            number.into_iter().flat_map(|number| doubling.groups(number)).map(&mut exchange).collect();
        [fold, rounds, mirrored(&unfold)].concat()
    }

    /// Each of the first `lanes` members receives an interval of the operands of all, and combines them.
    pub(super) fn among_lanes(&self, whole: &Range<usize>, lanes: usize) -> Vec<Round> {
        let others = || (0..self.members.len()).filter(|&other| other != self.at);
        let own = part_of(whole, self.at, lanes);
        let is_lane = self.at < lanes;
        vec![Round {
            receives: others().filter(|_| is_lane).map(|other| self.message(other, own.clone())).collect(),
            sends: others()
                .filter(|&other| other < lanes)
                .map(|other| self.message(other, part_of(whole, other, lanes)))
                .collect(),
            own: is_lane.then_some(self.at),
        }]
    }

    /// Gathers the intervals of the lanes at the first member.
    pub(super) fn out_of_lanes(&self, whole: &Range<usize>, lanes: usize) -> Option<Round> {
        let part = |lane: usize| part_of(whole, lane, lanes);
        match self.at {
            0 => {
                let receives = (1..lanes).map(|lane| self.message(lane, part(lane))).collect();
                Some(Round { receives, ..Round::default() })
            }
            lane if lane < lanes => {
                let sends = vec![self.message(0, part(lane))];
                Some(Round { sends, ..Round::default() })
            }
            _ => None,
        }
    }

    /// Each member sends its intervals to all others.
    pub(super) fn all_to_all(&self, has: impl Fn(usize) -> Vec<Range<usize>>) -> Round {
        let (count, own) = (self.members.len(), has(self.at));
        let others = || (1..count).map(|step| (self.at + step) % count);
        let to = |other: usize| own.iter().map(move |stretch| self.message(other, stretch.clone()));
        let from = |other: usize| has(other).into_iter().map(move |stretch| self.message(other, stretch));
        Round { receives: others().flat_map(from).collect(), sends: others().flat_map(to).collect(), own: None }
    }
}
