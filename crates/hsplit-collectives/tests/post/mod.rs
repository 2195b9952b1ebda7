// SPDX-License-Identifier: MIT OR Apache-2.0
//! Mailboxes between the ranks of a simulated communicator, against which engines run.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Condvar, Mutex};

use hsplit_collectives::transport::Done;
use hsplit_core::communicator::Communicator;
use hsplit_testing::simulated::Simulated;

/// This rank.
pub fn simulated_rank(comm: &Simulated) -> u32 {
    comm.rank()
}

/// Pending messages, in order between any two ranks.
#[derive(Default)]
pub struct Post<M> {
    boxes: Mutex<HashMap<(u32, u32), VecDeque<M>>>,
    wake: Condvar,
}

/// One rank's end of the post: flows by the ranks at their other ends; data written in shared memory is sent to
/// several.
pub struct Counter<'a, M> {
    post: &'a Post<M>,
    me: u32,
    from: Vec<u32>,
    to: Vec<Vec<u32>>,
    /// The receives that this rank has posted.
    pub posted: Vec<(usize, usize)>,
    sent: Vec<Done>,
    /// The number of messages sent to each rank.
    pub load: BTreeMap<u32, usize>,
    noise: u64,
}

impl<'a, M: Clone> Counter<'a, M> {
    /// Creates an end with nothing sent and nothing posted.
    pub fn new(post: &'a Post<M>, me: u32, from: Vec<u32>, to: Vec<Vec<u32>>) -> Self {
        Self { post, me, from, to, posted: vec![], sent: vec![], load: BTreeMap::new(), noise: u64::from(me) }
    }

    /// Sends to all ranks at the other end of a flow.
    pub fn send(&mut self, stream: usize, segment: usize, message: M) {
        for &peer in &self.to[stream] {
            *self.load.entry(peer).or_default() += 1;
            self.post
                .boxes
                .lock()
                .expect("no rank panics")
                .entry((self.me, peer))
                .or_default()
                .push_back(message.clone());
        }
        self.post.wake.notify_all();
        self.sent.push(Done::Sent { stream, segment });
    }

    /// Returns the next completion: sends complete after some time, receives in the order in which they were posted for
    /// a rank.
    pub fn wait(&mut self, done: &mut Vec<Done>) -> Option<(usize, usize, M)> {
        self.noise = self.noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut boxes = self.post.boxes.lock().expect("no rank panics");
        loop {
            let here =
                |at: &usize| boxes.get(&(self.from[self.posted[*at].0], self.me)).is_some_and(|mail| !mail.is_empty());
            let from = |at: usize| self.from[self.posted[at].0];
            let is_first_of_peer = |at: &usize| !(0..*at).any(|earlier| from(earlier) == from(*at));
            let ready: Vec<usize> = (0..self.posted.len()).filter(is_first_of_peer).filter(here).collect();
            if !self.sent.is_empty() && (ready.is_empty() || (self.noise >> 33) % 3 == 0) {
                done.append(&mut self.sent);
                return None;
            }
            if !ready.is_empty() {
                let (stream, segment) = self.posted.remove(ready[(self.noise >> 40) as usize % ready.len()]);
                let message =
                    boxes.get_mut(&(self.from[stream], self.me)).and_then(VecDeque::pop_front).expect("a message");
                done.push(Done::Received { stream, segment });
                return Some((stream, segment, message));
            }
            let (guard, timeout) =
                self.post.wake.wait_timeout(boxes, std::time::Duration::from_secs(20)).expect("no rank panics");
            assert!(!timeout.timed_out(), "rank {} waits for {:?}", self.me, self.posted);
            boxes = guard;
        }
    }
}
