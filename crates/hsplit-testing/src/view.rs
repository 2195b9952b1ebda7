// SPDX-License-Identifier: MIT OR Apache-2.0
//! The result of a split on simulated ranks, in a form that tests can compare.
//!
//! The result on one rank is a [`Seen`]. Members are named by their ranks in the outermost communicator, so that
//! results of different steps can be compared.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use hsplit_core::communicator::Communicator;
use hsplit_core::request::Request;
use hsplit_core::split::{Exchange, Member, Outcome, Split, SplitError, split};

use crate::simulated::{Failed, Owned, Simulated};

/// A new communicator on one of its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct New {
    /// The outermost ranks of the members, in the new order.
    pub members: Vec<u32>,
    /// The number of communicators that the split has created.
    pub siblings: u32,
    /// The index of this one among them.
    pub index: u32,
    /// The name of the level.
    pub name: String,
}

/// The result of one split on one rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The new communicator, if the rank is in one.
    pub newcomm: Option<New>,
    /// The outermost ranks of `rootscomm`, in its order.
    pub roots: Option<Vec<u32>>,
}

/// The outcome of one split on one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The call is passed to the MPI.
    Native,
    /// The library splits.
    Ours(Seen),
    /// The call fails.
    Error(String),
}

/// The outermost ranks of the members of `comm`.
fn members(comm: &Simulated, outermost: u32) -> Vec<u32> {
    let bytes = comm.allgather(&outermost.to_le_bytes()).unwrap_or_default();
    bytes.chunks_exact(4).map(|rank| u32::from_le_bytes([rank[0], rank[1], rank[2], rank[3]])).collect()
}

/// Splits once. Returns the outcome, the new communicator, and the number of steps of the place down to it.
pub fn look(
    comm: &Simulated,
    outermost: u32,
    request: &Request,
    exchange: Exchange,
) -> (Verdict, Option<(Owned, usize)>) {
    let Split { member, rootscomm, .. } = match split(comm, request, exchange) {
        Ok(Outcome::Split(split)) => split,
        Ok(Outcome::Native { .. }) => return (Verdict::Native, None),
        Err(error) => return (Verdict::Error(text(&error)), None),
    };
    let new = |member: &Member<Owned>| New {
        members: members(&member.comm, outermost),
        siblings: member.siblings,
        index: member.index,
        name: request.place.name_at(member.depth).map(|name| name.to_string()).unwrap_or_default(),
    };
    let newcomm = member.as_ref().map(new);
    let roots = rootscomm.map(|roots| members(&roots, outermost));
    (Verdict::Ours(Seen { newcomm, roots }), member.map(|member| (member.comm, member.depth)))
}

fn text(error: &SplitError<Failed>) -> String {
    format!("{error:?}")
}

/// Splits level by level until no communicator is left, like the loop of RR-9077, section 5. `ask` returns the request
/// of each step. As in the calls, each request contains the path that the ranks of its communicator have in common.
pub fn descend(world: &Simulated, exchange: Exchange, ask: impl Fn(usize) -> Request) -> Vec<Seen> {
    let outermost = world.rank();
    let mut all = vec![];
    let mut current: Option<Owned> = None;
    let mut known: Arc<[u8]> = Arc::default();
    loop {
        let comm = current.as_deref().unwrap_or(world);
        let request = ask(all.len()).beyond(known);
        let (verdict, next) = look(comm, outermost, &request, exchange);
        let Verdict::Ours(seen) = verdict else { panic!("{verdict:?}") };
        all.push(seen);
        let Some((next, depth)) = next else { return all };
        known = request.place.shared_path(depth).into();
        current = Some(next);
    }
}

/// Returns the result of `work`, and panics if it takes longer than `seconds`: a hang becomes a failure.
pub fn within<T: Send + 'static>(seconds: u64, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    let thread = std::thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(Duration::from_secs(seconds)) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => {
            panic!("nothing came out in {seconds} s: some rank waits for another that has left")
        }
        Err(RecvTimeoutError::Disconnected) => match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => unreachable!("a thread that has returned has sent"),
        },
    }
}
