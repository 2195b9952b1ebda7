// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the engines need of the ways between ranks, and nothing else.

/// What has come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// A segment of an incoming stream is here.
    Received {
        /// Which stream.
        stream: usize,
        /// Which of its segments.
        segment: usize,
    },
    /// A segment of an outgoing stream may be changed again.
    Sent {
        /// Which stream.
        stream: usize,
        /// Which of its segments.
        segment: usize,
    },
}

/// Carries segments of streams. Both ends of a stream begin its segments in the same order.
pub trait Transport {
    /// Why an operation failed.
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

    /// Waits until something that was begun has come to an end.
    ///
    /// # Errors
    /// The communication fails.
    fn wait(&mut self, done: &mut Vec<Done>) -> Result<(), Self::Error>;
}

/// A transport whose segments can be combined.
pub trait Combine: Transport {
    /// Combines what this rank has of a segment so far with what has come from `child`, this rank's on the left. For
    /// the first child that is this rank's own operand, for the others the result of the child before.
    ///
    /// # Errors
    /// The operation fails.
    fn combine(&mut self, child: usize, segment: usize) -> Result<(), Self::Error>;

    /// At the root: puts the result of a segment where it belongs.
    ///
    /// # Errors
    /// The communication fails.
    fn settle(&mut self, segment: usize) -> Result<(), Self::Error>;
}
