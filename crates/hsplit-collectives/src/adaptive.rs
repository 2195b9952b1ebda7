// SPDX-License-Identifier: MIT OR Apache-2.0
//! Choosing by a model: `HSPLIT_COLLECTIVES=adaptive`.
//!
//! The two phases of Steffenel's framework ("A framework for adaptive collective communications on heterogeneous
//! hierarchical networks", §3). The hierarchy of a communicator gives groups of ranks that are equally near to each
//! other ([`groups`]); one experiment inside each and one between every two give the parameters of the model
//! ([`experiments`]). From these every rank works out by itself how a call goes ([`plan`]): which group sends to which,
//! in which order, how the ranks inside a group do, and in which segments. For comparisons all of that can be fixed by
//! name ([`strategy`]).

pub mod bundles;
pub mod experiments;
pub mod groups;
pub mod matching;
pub mod plan;
pub mod proposals;
pub mod record;
pub mod strategy;
