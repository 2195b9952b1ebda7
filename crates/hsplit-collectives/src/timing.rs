// SPDX-License-Identifier: MIT OR Apache-2.0
//! The common timing model of all predictions: arrival times of messages.
//!
//! The input is the cost of a message ([`Links`]) and the ports and network links it shares with others ([`Network`]);
//! the output is times of arrival. The model is the parameterised LogP of Kielmann et al. ("Network performance-aware
//! collective communication for clustered wide area systems", 2001), as Steffenel uses it ("A framework for adaptive
//! collective communications on heterogeneous hierarchical networks", §2.2), with network links that ranks share,
//! called *cables* here:
//!
//! - A rank has one port for sending and one for receiving, which work at the same time. A message leaves when its data
//!   is available and its sender's port is free.
//! - After the port come the cables by which the message leaves its node and the switches above; L later it reaches the
//!   incoming cables, then the receiver's port. Each of these transfers one message at a time in each direction, in the
//!   order of arrival. A message that waits for a cable waits in the network: its sender's port continues with messages
//!   on other paths.
//! - The first byte is forwarded while the others follow. A message of m bytes that waits nowhere therefore arrives
//!   g(m) + L after its start.
//!
//! All times are in seconds from a common start, all sizes in bytes. [`ports`] is that model, one transfer after the
//! other. All other modules are derived from it:
//!
//! | module | timed messages | method |
//! |---|---|---|
//! | [`messages`] | messages in one piece along a list or a tree, or in rounds | message by message |
//! | [`events`] | any flows of segments between ranks | event by event |
//! | [`in_rounds`] | rounds of several messages of each rank | event by event |
//! | [`segments`] | segments down a tree, if nothing is shared | a closed form |
//! | [`contention`] | segments down a tree through shared ports and cables | the first segment message by message, the others by rates |
//!
//! Closed forms are used because planning a call tries thousands of trees and sizes. Property tests compare each with
//! this model:
//!
//! | closed form | equal to | by the property test |
//! |---|---|---|
//! | [`segments`] | [`ports`], segment by segment | `as_if_every_segment_were_followed` in `segments.rs` |
//! | [`segments`] | [`events`] | `a_broadcast_takes_what_segments_take` in `events/tests.rs` |
//! | [`messages`] down and up trees, in a list, and on a ring | [`events`] | `lists_and_trees_are_what_events_make_of_them` and `rounds_on_a_ring_are_what_events_make_of_it` in `messages.rs` |
//! | [`contention`] for one segment | [`events`], with shared ports and cables | `one_segment_is_followed_exactly` in `contention/tests.rs` |
//! | [`contention`] if nothing is shared | [`events`] and [`segments`] | `segments_that_share_nothing_are_followed_exactly` in `contention/tests.rs` |
//! | the formulas of strategies in [`crate::model`] | [`ports`], message by message | `formulas_are_what_a_simulation_gives` in `model/properties.rs` |
//! | spans of a schedule's tree in [`crate::schedule`] | [`messages`] | `no_order_of_a_tree_is_better_than_its_own` in `schedule/properties.rs` |
//! | times of senders in the heuristics | [`messages`] | `schedules_are_those_of_the_formulas` in `schedule/properties.rs` |
//! | moves in the search for a tree for segments | [`segments`] | `moves_are_timed_as_whole_trees_are` in `schedule/pipeline/search.rs` |
//!
//! One closed form is an estimate: the rates of [`contention`] for two segments and more through shared cables. With
//! few segments its error relative to [`events`] is at most a half, with 64 a fifth; `rates_are_near_to_events` checks
//! this. Trains in [`events`] represent several segments; `trains_are_nearly_segments` checks their error.

pub(crate) mod contention;
pub(crate) mod events;
pub(crate) mod in_rounds;
pub(crate) mod messages;
pub(crate) mod ports;
pub(crate) mod segments;

/// The costs of a message between two ranks, in seconds. In a schedule between groups, groups take the place of ranks.
pub(crate) trait Links {
    /// Returns L: the time from the departure of a byte to its arrival.
    fn latency(&self, from: usize, to: usize) -> f64;

    /// Returns g(m): the time for which a message occupies its sender, and its receiver.
    fn gap(&self, from: usize, to: usize, bytes: usize) -> f64;

    /// Returns the additional delay if the MPI uses a rendezvous for the message.
    fn rendezvous(&self, _from: usize, _to: usize, _bytes: usize) -> f64 {
        0.0
    }

    /// Returns T: the time of a rank's work after it has received and sent everything, such as a broadcast inside its
    /// group.
    fn inside(&self, _rank: usize) -> f64 {
        0.0
    }
}

/// Links through ports and cables that several messages share.
pub(crate) trait Network: Links {
    /// Returns the time for which a message keeps its sender's port busy, at most its gap: before a slow cable a port
    /// is free sooner. `None`: its gap.
    fn port(&self, _from: usize, _to: usize, _bytes: usize) -> Option<f64> {
        None
    }

    /// Returns the number of cables.
    fn cables(&self) -> usize {
        0
    }

    /// Returns the cables of a message on its sender's side. The receiver's side has the cables of the reverse path.
    fn leaves_by(&self, _from: usize, _to: usize) -> &[usize] {
        &[]
    }

    /// Returns the time for which a message of `bytes` bytes keeps a cable busy, at most its gap; `None`: its gap.
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
