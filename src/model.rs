// SPDX-License-Identifier: MIT OR Apache-2.0
//! What collective operations cost, worked out before anything is sent.
//!
//! The model is the parameterised LogP of Kielmann et al. ("Network performance-aware collective communication for clustered
//! wide area systems", 2001), as Steffenel uses it ("A framework for adaptive collective communications", §2.2): a message of
//! m bytes occupies its sender for the gap g(m), and is there the latency L after that. Processes are full-duplex with one port:
//! each sends at most one message and receives at most one message at a time. Times are in seconds, sizes in bytes.

pub mod parameters;
