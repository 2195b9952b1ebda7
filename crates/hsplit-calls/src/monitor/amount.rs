// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counted data of one call, or of one start of a persistent request.

use hsplit_monitor::{Class, Group, Operation, Rows};

/// The counted data of one call.
#[derive(Debug)]
pub enum Amount {
    /// A message to a rank in the world.
    Message {
        /// The rank.
        peer: u32,
        /// Its bytes.
        bytes: u64,
    },
    /// The messages of an irregular or neighbourhood collective, pair by pair.
    Messages(Box<[(u32, u64)]>),
    /// A call of another collective.
    Call {
        /// The members of the communicator.
        group: &'static Group,
        /// The operation.
        operation: Operation,
        /// The root's rank there, or 0.
        root: u32,
        /// As defined by [`Operation`].
        bytes: u64,
    },
    /// An `MPI_Reduce_scatter` with unequal shares.
    Shares {
        /// The members of the communicator.
        group: &'static Group,
        /// The bytes of the whole vector.
        bytes: u64,
        /// The shares that this process may send, with their ranks.
        shares: Box<[(u32, u64)]>,
    },
}

impl Amount {
    /// Counts it.
    pub fn count(&self, rows: &Rows) {
        match self {
            Self::Message { peer, bytes } => rows.message(Class::PointToPoint, *peer, *bytes),
            Self::Messages(messages) => {
                messages.iter().for_each(|(peer, bytes)| rows.message(Class::Irregular, *peer, *bytes));
            }
            Self::Call { group, operation, root, bytes } => rows.collective(group, *operation, *root, *bytes),
            Self::Shares { group, bytes, shares } => {
                rows.collective(group, Operation::ReduceScatterUnequal, 0, *bytes);
                let count = |&(rank, bytes)| rows.collective(group, Operation::ReduceScatterShare, rank, bytes);
                shares.iter().for_each(count);
            }
        }
    }
}
