// SPDX-License-Identifier: MIT OR Apache-2.0
//! What tests of several crates share; no crate uses it outside its tests.
//!
//! [`simulated`] is a communicator of simulated ranks, [`view`] what such ranks see of a split. [`random_machine`]
//! draws nodes, [`world`] clusters with ranks on them and the expected result of a split, [`synthetic`] hierarchies and
//! their latencies. [`table_4`] is the platform of a paper. [`networks`] has networks of
//! routers. [`damage`] changes texts at random.
#![forbid(unsafe_code)]

pub mod damage;
pub mod networks;
pub mod random_machine;
pub mod simulated;
pub mod synthetic;
pub mod table_4;
pub mod view;
pub mod world;
