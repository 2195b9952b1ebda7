// SPDX-License-Identifier: MIT OR Apache-2.0
//! A communicator of simulated ranks, one thread each, for tests of the split without an MPI.
//!
//! Every collective is the same: each rank puts its value into the round's slots, the last one wakes the rest, and all
//! read all values. Counts of collectives are kept, so that a test can say what a split costs.

use std::any::Any;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use super::Communicator;
use crate::exchange::Summary;

/// The ranks of one communicator and where they meet.
struct Meeting {
    size: usize,
    state: Mutex<Round>,
    wake: Condvar,
    collectives: Arc<AtomicUsize>,
}

#[derive(Default)]
struct Round {
    number: u64,
    arrived: usize,
    left: usize,
    values: Vec<Option<Arc<dyn Any + Send + Sync>>>,
}

/// One simulated rank's handle.
pub struct Simulated {
    rank: u32,
    meeting: Arc<Meeting>,
}

impl Meeting {
    fn new(size: usize, collectives: Arc<AtomicUsize>) -> Arc<Self> {
        let state = Mutex::new(Round { values: vec![None; size], ..Round::default() });
        Arc::new(Self { size, state, wake: Condvar::new(), collectives })
    }
}

/// Runs `body` on `ranks` simulated ranks and returns what each returned, and how many collectives a rank took part in
/// at most per communicator of all ranks.
pub fn run<T: Send>(ranks: usize, body: impl Fn(Simulated) -> T + Sync) -> (Vec<T>, usize) {
    let collectives = Arc::new(AtomicUsize::new(0));
    let meeting = Meeting::new(ranks, collectives.clone());
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..ranks as u32)
            .map(|rank| {
                let (meeting, body) = (meeting.clone(), &body);
                let builder = std::thread::Builder::new().stack_size(256 * 1024);
                builder.spawn_scoped(scope, move || body(Simulated { rank, meeting })).expect("a thread for each simulated rank")
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no simulated rank panics")).collect()
    });
    (results, collectives.load(Ordering::Relaxed))
}

impl Simulated {
    /// Everybody's value, in rank order.
    pub fn exchange<T: Any + Send + Sync>(&self, mine: T) -> Vec<Arc<T>> {
        let meeting = &self.meeting;
        let mut round = meeting.state.lock().unwrap_or_else(PoisonError::into_inner);
        while round.left > 0 {
            round = meeting.wake.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        round.values[self.rank as usize] = Some(Arc::new(mine));
        round.arrived += 1;
        let number = round.number;
        if round.arrived == meeting.size {
            round.number += 1;
            round.arrived = 0;
            round.left = meeting.size;
            meeting.collectives.fetch_add(1, Ordering::Relaxed);
            meeting.wake.notify_all();
        }
        while round.number == number {
            round = meeting.wake.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        let values = round.values.iter().map(|value| value.clone().and_then(|v| v.downcast().ok()).expect("every rank makes the same call")).collect();
        round.left -= 1;
        if round.left == 0 {
            meeting.wake.notify_all();
        }
        values
    }

    /// One meeting for each distinct group, the same for all its members.
    fn meet<G: Any + Send + Sync + Clone + Ord>(&self, group: Option<G>, members: impl Fn(&G, &[Arc<Option<G>>]) -> Vec<u32>) -> Option<Self> {
        let groups = self.exchange(group.clone());
        let mut meetings: BTreeMap<G, Arc<Meeting>> = BTreeMap::new();
        if self.rank == 0 {
            for wanted in groups.iter().filter_map(|g| g.as_ref().clone()) {
                let size = members(&wanted, &groups).len();
                meetings.entry(wanted).or_insert_with(|| Meeting::new(size, self.meeting.collectives.clone()));
            }
        }
        let meetings = self.exchange(meetings);
        let group = group?;
        let order = members(&group, &groups);
        let rank = order.iter().position(|&member| member == self.rank)? as u32;
        Some(Self { rank, meeting: meetings[0][&group].clone() })
    }
}

impl Communicator for Simulated {
    type Error = Infallible;

    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.meeting.size as u32
    }

    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Infallible> {
        Ok(self.exchange(mine.to_vec()).iter().flat_map(|bytes| bytes.iter().copied()).collect())
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Infallible> {
        let all = self.exchange(mine.encode());
        let decoded = all.iter().map(|bytes| Summary::decode(&bytes[..]).expect("a summary"));
        Ok(decoded.reduce(Summary::merge).expect("at least one rank"))
    }

    fn sum(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(self.exchange(mine).iter().map(|v| **v).sum())
    }

    fn sum_before(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(self.exchange(mine).iter().take(self.rank as usize).map(|v| **v).sum())
    }

    fn all_equal(&self, mine: u64) -> Result<bool, Infallible> {
        Ok(self.exchange(mine).iter().all(|v| **v == mine))
    }

    fn from_first(&self, mine: u64) -> Result<u64, Infallible> {
        Ok(*self.exchange(mine)[0])
    }

    fn create(&self, members: &[u32]) -> Result<Option<Self>, Infallible> {
        let group = (!members.is_empty()).then(|| members.to_vec());
        Ok(self.meet(group, |group, _| group.clone()))
    }

    fn create_among(&self, members: &[u32]) -> Result<Self, Infallible> {
        // Only the members call: they meet aside, found by their list.
        let meeting = aside(&self.meeting, members);
        let rank = members.iter().position(|&member| member == self.rank).expect("only members call") as u32;
        let new = Self { rank, meeting };
        new.exchange(());
        Ok(new)
    }

    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Self>, Infallible> {
        let keys = self.exchange(key);
        Ok(self.meet(colour, |wanted, colours| {
            let mut members: Vec<u32> = (0..colours.len() as u32).filter(|&r| colours[r as usize].as_ref() == &Some(*wanted)).collect();
            members.sort_by_key(|&r| (*keys[r as usize], r));
            members
        }))
    }

    fn free(self) {}
}

/// The meeting of `members` of `parent`: created by the first that comes, forgotten when all have come.
fn aside(parent: &Arc<Meeting>, members: &[u32]) -> Arc<Meeting> {
    type Key = (usize, Vec<u32>);
    static OPEN: Mutex<BTreeMap<Key, (Arc<Meeting>, usize)>> = Mutex::new(BTreeMap::new());
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (Arc::as_ptr(parent) as usize, members.to_vec());
    let entry = open.entry(key.clone()).or_insert_with(|| (Meeting::new(members.len(), parent.collectives.clone()), 0));
    entry.1 += 1;
    let (meeting, came) = entry.clone();
    if came == members.len() {
        open.remove(&key);
    }
    meeting
}
