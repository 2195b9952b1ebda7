// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface between the engines and the communication between ranks.

/// A completed transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// A segment of an incoming flow has arrived.
    Received {
        /// The flow.
        stream: usize,
        /// The index of the segment.
        segment: usize,
    },
    /// A segment of an outgoing flow may be changed again.
    Sent {
        /// The flow.
        stream: usize,
        /// The index of the segment.
        segment: usize,
    },
}

/// Transfers segments of flows. Both ends of a flow begin its segments in the same order.
pub trait Transport {
    /// The error of a failed operation.
    type Error;

    /// Begins to receive a segment.
    ///
    /// # Errors
    /// The communication fails.
    fn receive(&mut self, stream: usize, segment: usize) -> Result<(), Self::Error>;

    /// Begins to send a segment.
    ///
    /// # Errors
    /// The communication fails.
    fn send(&mut self, stream: usize, segment: usize) -> Result<(), Self::Error>;

    /// Waits until a transfer that has begun completes.
    ///
    /// # Errors
    /// The communication fails.
    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Self::Error>;
}

/// A transport whose segments can be combined.
pub trait Combine: Transport {
    /// Combines this rank's intermediate result of a segment with the data of `child`, this rank's on the left. For the
    /// first child that is this rank's own operand, for the others the result of the child before.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Self::Error>;

    /// At the root: stores the result of a segment in the result buffer.
    ///
    /// # Errors
    /// The communication fails.
    fn settle(&mut self, segment: usize) -> Result<(), Self::Error>;
}
