// SPDX-License-Identifier: MIT OR Apache-2.0
//! Some ranks of a communicator that measure while the others wait.
//!
//! They have no communicator of their own, which would have to be made inside a collective call of the program (see
//! [`channel`](super::channel)).

use super::channel::Channel;
use super::pairs::{Line, Pairs};
use super::sleeping_wait::{NAP, complete};
use super::{Comm, Failure};

/// The ranks that take part, numbered in the order of their ranks.
pub struct Subgroup {
    channel: Channel,
    /// Their ranks in the communicator, ascending.
    ranks: Vec<u32>,
    own: u32,
}

impl Subgroup {
    /// Selects these ranks of `comm`, in ascending order; `None` at every other rank. Collective over `comm`.
    ///
    /// # Errors
    /// A native call fails.
    pub fn of(comm: &Comm, ranks: Vec<u32>) -> Result<Option<Self>, Failure> {
        use hsplit_core::communicator::Communicator;
        let channel = Channel::between(comm)?;
        let own = ranks.binary_search(&comm.rank()).ok();
        Ok(own.map(|own| Self { channel, ranks, own: own as u32 }))
    }

    /// Returns the rank in the communicator of the member with this number.
    pub fn rank(&self, number: u32) -> u32 {
        self.ranks[number as usize]
    }

    /// Returns the number of a rank of the communicator that takes part.
    pub fn number(&self, rank: u32) -> u32 {
        self.ranks.binary_search(&rank).map_or(0, |number| number as u32)
    }

    /// Returns the bytes of all members at the first one, in order, and nothing at the others.
    ///
    /// # Errors
    /// A native call fails.
    pub fn gather_to_first(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
        if self.own != 0 {
            self.channel.send_text(self.ranks[0], mine)?;
            return Ok(vec![]);
        }
        let others = self.ranks[1..].iter().map(|&rank| self.channel.receive_text(rank));
        std::iter::once(Ok(mine.to_vec())).chain(others).collect()
    }

    /// Returns the text of the first member at all members, which sleep while they wait. Bytes that are not UTF-8 give
    /// an empty text.
    ///
    /// # Errors
    /// A native call fails.
    pub fn tell_sleeping(&self, text: String) -> Result<String, Failure> {
        if self.own == 0 {
            let others = self.ranks[1..].iter();
            others.copied().try_for_each(|rank| self.channel.send_text(rank, text.as_bytes()))?;
            return Ok(text);
        }
        let mut length = [0_u8; size_of::<u64>()];
        self.receive_sleeping(&mut length)?;
        let mut bytes = vec![0; u64::from_le_bytes(length) as usize];
        if !bytes.is_empty() {
            self.receive_sleeping(&mut bytes)?;
        }
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }

    /// Receives from the first member, sleeping between polls.
    fn receive_sleeping(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        // SAFETY: the slice is borrowed until this returns, when `complete` has waited for the request.
        let request = unsafe { self.begin_receive(bytes.as_mut_ptr().cast(), bytes.len(), 0)? };
        complete(request, || std::thread::sleep(NAP))
    }
}

impl Pairs for Subgroup {
    fn own(&self) -> u32 {
        self.own
    }

    fn line(&self, other: u32) -> Line {
        let peer = self.channel.rank(self.ranks[other as usize]);
        Line { comm: self.channel.comm().handle(), peer, tag: self.channel.tag() }
    }
}
