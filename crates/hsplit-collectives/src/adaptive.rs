// SPDX-License-Identifier: MIT OR Apache-2.0
//! Selection by a model: `HSPLIT_COLLECTIVES=adaptive`.
//!
//! The two phases of Steffenel's framework ("A framework for adaptive collective communications on heterogeneous
//! hierarchical networks", §3). The hierarchy of a communicator gives groups of ranks that are equally near to each
//! other ([`groups`]); one experiment inside each and one between every two measure the parameters of the model
//! ([`experiments`]). From these every rank computes the plan of a call ([`plan`]): which group sends to which, in
//! which order, the tree inside each group, and the segments. For comparisons all of that can be fixed by name
//! ([`strategy`]).

pub mod bundles;
pub mod experiments;
pub mod groups;
pub mod matching;
pub mod plan;
pub mod proposals;
pub mod record;
pub mod strategy;
