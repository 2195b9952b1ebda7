// SPDX-License-Identifier: MIT OR Apache-2.0
//! What tests of several crates share; no crate uses it outside its tests.
//!
//! [`simulated`] is a communicator of simulated ranks, [`view`] what such ranks see of a split. [`random_machine`] draws
//! nodes, [`world`] whole clusters full of ranks together with what a split of them must give, [`synthetic`] hierarchies
//! by their latencies;
//! [`table_4`] is the platform of a paper. [`damage`] spoils texts.
#![forbid(unsafe_code)]
#![allow(missing_docs)]

pub mod damage;
pub mod random_machine;
pub mod simulated;
pub mod synthetic;
pub mod table_4;
pub mod view;
pub mod world;
