// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers of the tests of several crates; no crate uses them outside its tests.
//!
//! [`simulated`] is a communicator of simulated ranks, [`view`] the result of a split on such ranks. [`random_machine`]
//! draws nodes, [`world`] clusters with ranks on them and the expected result of a split, [`synthetic`] hierarchies and
//! their latencies. [`table_4`] is the platform of a paper, [`networks`] contains networks of routers. [`damage`]
//! changes texts at random.
#![forbid(unsafe_code)]

pub mod damage;
pub mod networks;
pub mod random_machine;
pub mod simulated;
pub mod synthetic;
pub mod table_4;
pub mod view;
pub mod world;
