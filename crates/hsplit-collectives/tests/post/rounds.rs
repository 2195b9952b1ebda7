// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plans in rounds, run on units that record the operands combined in them.

use std::ops::Range;

use hsplit_collectives::rounds::{Message, Round};

/// The contents of a unit at a rank: the ranks whose operands are combined in it, in order, or the ranks of which it is
/// a share.
pub type Unit = Vec<u32>;

/// Runs the plans of all ranks, and returns the data of all ranks. Panics on a deadlock.
pub fn carry(plans: &[Vec<Round>], mut data: Vec<Vec<Unit>>) -> Vec<Vec<Unit>> {
    let ranks = plans.len();
    let mut at = vec![0; ranks];
    loop {
        let is_open = |rank: usize| at[rank] < plans[rank].len();
        if !(0..ranks).any(is_open) {
            return data;
        }
        let ready = ready(plans, &at);
        assert!(ready.iter().any(|&ready| ready), "all ranks wait, at {at:?}");
        let before = data.clone();
        for rank in (0..ranks).filter(|&rank| ready[rank]) {
            let round = &plans[rank][at[rank]];
            take(round, rank, &mut data[rank], |message| {
                before[message.peer as usize][message.stretch.clone()].to_vec()
            });
        }
        (0..ranks).filter(|&rank| ready[rank]).for_each(|rank| at[rank] += 1);
    }
}

/// Returns the ranks whose rounds can end now: all whose messages have their other ends in rounds that can end now,
/// too.
fn ready(plans: &[Vec<Round>], at: &[usize]) -> Vec<bool> {
    let round = |rank: usize| plans[rank].get(at[rank]);
    let mut ready: Vec<bool> = (0..plans.len()).map(|rank| round(rank).is_some()).collect();
    loop {
        let pairs = |messages: &[Message], peer: u32| -> Vec<Range<usize>> {
            messages.iter().filter(|message| message.peer == peer).map(|message| message.stretch.clone()).collect()
        };
        let meets = |rank: usize| {
            let own = round(rank).expect("a round");
            let peers = own.receives.iter().chain(&own.sends).map(|message| message.peer);
            peers.into_iter().all(|peer| {
                ready[peer as usize]
                    && round(peer as usize).is_some_and(|other| {
                        pairs(&own.sends, peer) == pairs(&other.receives, rank as u32)
                            && pairs(&own.receives, peer) == pairs(&other.sends, rank as u32)
                    })
            })
        };
        let next: Vec<bool> = (0..plans.len()).map(|rank| ready[rank] && meets(rank)).collect();
        if next == ready {
            return ready;
        }
        ready = next;
    }
}

/// Ends a round at a rank.
fn take(round: &Round, rank: usize, data: &mut [Unit], sent: impl Fn(&Message) -> Vec<Unit>) {
    assert!(round.receives.iter().chain(&round.sends).all(|message| message.peer != rank as u32));
    let Some(own) = round.own else {
        for message in &round.receives {
            let overlaps =
                |send: &Message| send.stretch.start < message.stretch.end && message.stretch.start < send.stretch.end;
            assert!(!round.sends.iter().any(overlaps), "what is sent is overwritten");
            data[message.stretch.clone()].clone_from_slice(&sent(message));
        }
        return;
    };
    let stretch = round.receives[0].stretch.clone();
    assert!(round.receives.iter().all(|message| message.stretch == stretch));
    for unit in stretch.clone() {
        let mut operands: Vec<Unit> =
            round.receives.iter().map(|message| sent(message)[unit - stretch.start].clone()).collect();
        operands.insert(own, data[unit].clone());
        data[unit] = operands.concat();
    }
}
