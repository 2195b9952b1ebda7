// SPDX-License-Identifier: MIT OR Apache-2.0
//! When messages arrive: the one clock of every prediction.
//!
//! What a message costs ([`Links`]) and which ports and cables it shares with others ([`Network`]) goes in, times of
//! arrival come out. The model is the parameterised LogP of Kielmann et al. ("Network performance-aware collective
//! communication for clustered wide area systems", 2001), as Steffenel uses it ("A framework for adaptive collective
//! communications on heterogeneous hierarchical networks", §2.2), with cables that ranks share:
//!
//! - A rank has one port for sending and one for receiving, which work at the same time. A message leaves when its data
//!   is there and its sender's port is free.
//! - After the port come the cables by which the message leaves its node and the switches above; L later it reaches
//!   those by which it comes in, then the receiver's port. Each of these carries one message at a time in each
//!   direction, the first that comes first. A message that waits for a cable waits in the network: its sender's port
//!   goes on with messages that take other ways.
//! - The first byte goes on while the others follow. So a message of m bytes that waits nowhere is there g(m) + L after
//!   it began.
//!
//! All times are in seconds from a common start, all sizes in bytes. [`ports`] is that model, one transfer after the
//! other. Everything else is worked out from it:
//!
//! | module | what is timed | how |
//! |---|---|---|
//! | [`messages`] | messages in one piece along a list or a tree, or in rounds | message by message |
//! | [`events`] | any streams of segments between ranks | event by event |
//! | [`in_rounds`] | rounds of several messages of each rank | event by event |
//! | [`segments`] | segments down a tree, where nothing is shared | a closed form |
//! | [`contention`] | segments down a tree through shared ports and cables | the first segment message by message, the others by rates |
//!
//! Closed forms are there because planning a call tries thousands of trees and sizes. Each is held to this model by
//! property tests:
//!
//! | closed form | equal to | by the property test |
//! |---|---|---|
//! | [`segments`] | [`ports`], segment by segment | `as_if_every_segment_were_followed` in `segments.rs` |
//! | [`segments`] | [`events`] | `a_broadcast_takes_what_segments_take` in `events/tests.rs` |
//! | [`messages`] down and up trees, in a list, and on a ring | [`events`] | `lists_and_trees_are_what_events_make_of_them` and `rounds_on_a_ring_are_what_events_make_of_it` in `messages.rs` |
//! | [`contention`] for one segment | [`events`], with shared ports and cables | `one_segment_is_followed_exactly` in `contention.rs` |
//! | [`contention`] where nothing is shared | [`events`] and [`segments`] | `segments_that_share_nothing_are_followed_exactly` in `contention.rs` |
//! | the formulas of strategies in [`crate::model`] | [`ports`], message by message | `formulas_are_what_a_simulation_gives` in `model/properties.rs` |
//! | spans of a schedule's tree in [`crate::schedule`] | [`messages`] | `no_order_of_a_tree_is_better_than_its_own` in `schedule/properties.rs` |
//! | times of senders in the heuristics | [`messages`] | `schedules_are_those_of_the_formulas` in `schedule/properties.rs` |
//! | moves in the search for a tree for segments | [`segments`] | `moves_are_timed_as_whole_trees_are` in `schedule/pipeline/search.rs` |
//!
//! One is an estimate: the rates of [`contention`] for two segments and more through shared cables. With few segments
//! it is at most half off [`events`], with 64 a fifth; `rates_are_near_to_events` holds it to that. Trains in
//! [`events`] stand for several segments; `trains_are_nearly_segments` says how near they are.

pub(crate) mod contention;
pub(crate) mod events;
pub(crate) mod in_rounds;
pub(crate) mod messages;
pub(crate) mod ports;
pub(crate) mod segments;

/// What a message between two ranks costs, in seconds. In a schedule between groups, groups stand for ranks.
pub(crate) trait Links {
    /// L: how long after it has left its sender a byte is there.
    fn latency(&self, from: usize, to: usize) -> f64;

    /// g(m): how long a message occupies its sender, and its receiver.
    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64;

    /// How much later a message leaves because the MPI asks its receiver first.
    fn asking(&self, _from: usize, _to: usize, _bytes: usize) -> f64 {
        0.0
    }

    /// T: what a rank does once it has received and sent everything, such as a broadcast inside its group.
    fn inside(&self, _rank: usize) -> f64 {
        0.0
    }
}

/// Links through ports and cables that several messages share.
pub(crate) trait Network: Links {
    /// How long a message keeps its sender's port busy, at most its gap: in front of a slow cable a port is free
    /// sooner. `None`: its gap.
    fn port(&self, _from: usize, _to: usize, _bytes: usize) -> Option<f64> {
        None
    }

    /// Cables have the numbers below this.
    fn cables(&self) -> usize {
        0
    }

    /// The cables on the way of a message on the side of its sender. It comes in by those of the opposite way.
    fn leaves_by(&self, _from: usize, _to: usize) -> &[usize] {
        &[]
    }

    /// How long a message of `bytes` bytes keeps a cable busy, at most its gap; `None`: its gap.
    fn cable(&self, _cable: usize, _bytes: usize) -> Option<f64> {
        None
    }
}

/// Links whose cables are not shared.
#[derive(Debug)]
pub(crate) struct Unshared<'a, L>(pub &'a L);

impl<L: Links> Links for Unshared<'_, L> {
    fn latency(&self, from: usize, to: usize) -> f64 {
        self.0.latency(from, to)
    }

    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64 {
        self.0.gap(from, to, bytes)
    }

    fn inside(&self, rank: usize) -> f64 {
        self.0.inside(rank)
    }
}

impl<L: Links> Network for Unshared<'_, L> {}
