// SPDX-License-Identifier: MIT OR Apache-2.0
//! A communicator of simulated ranks, one thread each, for tests of the split without an MPI.
//!
//! All collectives have one form: each rank passes its value, the last one to arrive computes the result, and all read
//! it. The result is computed only once, so thousands of ranks take seconds. Ranks that arrive in one round with
//! different calls panic with the names of the calls. Each rank counts its calls and its communicators, so that a test
//! can check the cost of a split. A call can be made to fail: a collective that fails on one rank fails on all ranks
//! that call it.

use std::any::Any;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hsplit_core::communicator::Communicator;
use hsplit_core::exchange::Summary;

/// The number of collectives of each kind that a rank has called, on all its communicators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the trait's methods")]
pub struct Calls {
    pub allgather: u32,
    pub merge_all: u32,
    pub sum: u32,
    pub sum_before: u32,
    pub all_equal: u32,
    pub what_first_says: u32,
    pub create: u32,
    pub create_alone: u32,
    pub split: u32,
}

/// The state that the ranks of one communicator share.
struct Meeting {
    size: usize,
    state: Mutex<Round>,
    wake: Condvar,
    /// True if a rank of the run has panicked, so that no other rank waits for it.
    broken: Arc<AtomicBool>,
}

#[derive(Default)]
struct Round {
    call: &'static str,
    arrived: usize,
    values: Vec<Option<Box<dyn Any + Send>>>,
    /// True if a rank has arrived with a call that fails.
    fails: bool,
    /// Present from the last arrival until all ranks have read it.
    result: Option<Result<Arc<dyn Any + Send + Sync>, Failed>>,
    readers: usize,
}

/// The error of a simulated failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// The calls that fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The number of calls of a rank that succeed before one of its calls fails.
    pub after: u32,
    /// The failing rank of the outermost communicator; `None` for all ranks.
    pub rank: Option<u32>,
}

/// The calls and communicators of a rank so far, on all its communicators.
#[derive(Default)]
struct Ledger {
    calls: Cell<Calls>,
    /// The number of its communicators that exist.
    living: Cell<u32>,
    /// The number of its calls before one fails.
    left: Cell<Option<u32>>,
    has_failed: Cell<bool>,
}

/// One simulated rank's handle.
pub struct Simulated {
    rank: u32,
    meeting: Arc<Meeting>,
    ledger: Rc<Ledger>,
}

/// A communicator that simulated ranks have created.
pub struct Owned(Simulated);

impl Owned {
    fn new(rank: u32, meeting: Arc<Meeting>, ledger: Rc<Ledger>) -> Self {
        ledger.living.set(ledger.living.get() + 1);
        Self(Simulated { rank, meeting, ledger })
    }
}

impl Deref for Owned {
    type Target = Simulated;

    fn deref(&self) -> &Simulated {
        &self.0
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.ledger.living.set(self.ledger.living.get() - 1);
    }
}

/// The new communicator of a rank, and its rank in it.
type Assigned = Option<(Arc<Meeting>, u32)>;

/// Runs `body` on simulated ranks. Returns the results of the ranks, and the numbers of their calls.
pub fn run<T: Send>(ranks: usize, body: impl Fn(Simulated) -> T + Sync) -> (Vec<T>, Vec<Calls>) {
    run_with(ranks, None, body)
}

/// The same as [`run`], with calls that fail.
pub fn run_failing<T: Send>(ranks: usize, fault: Fault, body: impl Fn(Simulated) -> T + Sync) -> Vec<T> {
    run_with(ranks, Some(fault), body).0
}

fn run_with<T: Send>(ranks: usize, fault: Option<Fault>, body: impl Fn(Simulated) -> T + Sync) -> (Vec<T>, Vec<Calls>) {
    let meeting = Meeting::new(ranks, Arc::default());
    std::thread::scope(|scope| {
        let spawn = |rank| {
            let (meeting, body) = (meeting.clone(), &body);
            let builder = std::thread::Builder::new().stack_size(512 * 1024);
            let work = move || {
                let _alarm = Alarm(meeting.broken.clone());
                let ledger = Rc::<Ledger>::default();
                let is_meant = |fault: &Fault| fault.rank.is_none_or(|meant| meant == rank);
                ledger.left.set(fault.filter(is_meant).map(|fault| fault.after));
                (body(Simulated { rank, meeting, ledger: ledger.clone() }), ledger.calls.get())
            };
            builder.spawn_scoped(scope, work).expect("a thread for each simulated rank")
        };
        let threads: Vec<_> = (0..ranks as u32).map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().expect("no simulated rank panics")).unzip()
    })
}

/// Wakes the other ranks if this one panics.
struct Alarm(Arc<AtomicBool>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl Meeting {
    fn new(size: usize, broken: Arc<AtomicBool>) -> Arc<Self> {
        Arc::new(Self { size, state: Mutex::default(), wake: Condvar::new(), broken })
    }

    /// Waits until `ready` is true for the round.
    fn when(&self, ready: impl Fn(&Round) -> bool) -> MutexGuard<'_, Round> {
        let mut round = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !ready(&round) {
            assert!(!self.broken.load(Ordering::Relaxed), "another rank panicked");
            round = self.wake.wait_timeout(round, Duration::from_secs(1)).unwrap_or_else(PoisonError::into_inner).0;
        }
        round
    }
}

impl Simulated {
    /// The values of all ranks, in rank order.
    pub fn exchange<T: Send + Sync + 'static>(&self, mine: T) -> Vec<Arc<T>> {
        let join = |all: Vec<T>| all.into_iter().map(Arc::new).collect::<Vec<_>>();
        self.gather("exchange", mine, join).expect("no call was told to fail").to_vec()
    }

    /// The number of communicators of this rank that exist.
    pub fn living(&self) -> u32 {
        self.ledger.living.get()
    }

    /// True if a simulated failure has occurred on this rank.
    pub fn has_failed(&self) -> bool {
        self.ledger.has_failed.get()
    }

    fn count(&self, method: impl Fn(&mut Calls) -> &mut u32) {
        let mut calls = self.ledger.calls.get();
        *method(&mut calls) += 1;
        self.ledger.calls.set(calls);
    }

    /// True if the present call is to fail.
    fn fails(&self) -> bool {
        let left = self.ledger.left.get();
        self.ledger.left.set(left.and_then(|left| left.checked_sub(1)));
        let fails = left == Some(0);
        self.ledger.has_failed.set(self.ledger.has_failed.get() || fails);
        fails
    }

    /// The result of `digest` on the values of all ranks, in rank order.
    fn gather<T, R>(&self, call: &'static str, mine: T, digest: impl FnOnce(Vec<T>) -> R) -> Result<Arc<R>, Failed>
    where
        T: Send + 'static,
        R: Send + Sync + 'static,
    {
        self.hand_in(call, mine, digest);
        let mut round = self.meeting.when(|round| round.result.is_some());
        let result = round.result.clone().expect("there, or the wait would not have ended");
        round.readers -= 1;
        if round.readers == 0 {
            round.result = None;
            self.meeting.wake.notify_all();
        }
        result.map(|result| result.downcast().expect("one call, one type"))
    }

    fn hand_in<T: Send + 'static, R: Send + Sync + 'static>(
        &self,
        call: &'static str,
        mine: T,
        digest: impl FnOnce(Vec<T>) -> R,
    ) {
        let size = self.meeting.size;
        let mut round = self.meeting.when(|round| round.result.is_none());
        if round.arrived == 0 {
            round.call = call;
            round.values.resize_with(size, || None);
        }
        assert_eq!(round.call, call, "rank {} makes another call than the others", self.rank);
        round.values[self.rank as usize] = Some(Box::new(mine));
        round.fails |= self.fails();
        round.arrived += 1;
        if round.arrived == size {
            let values = round
                .values
                .drain(..)
                .map(|value| *value.expect("a value of each rank").downcast().expect("one call, one type"));
            let values: Vec<T> = values.collect();
            let fails = std::mem::take(&mut round.fails);
            round.result = Some(if fails { Err(Failed) } else { Ok(Arc::new(digest(values))) });
            (round.arrived, round.readers) = (0, size);
            self.meeting.wake.notify_all();
        }
    }

    /// The new communicator of this rank. `groups` computes groups from the arguments of all ranks.
    fn regroup<T: Send + 'static>(
        &self,
        call: &'static str,
        mine: T,
        groups: impl FnOnce(Vec<T>) -> Vec<Vec<u32>>,
    ) -> Result<Option<Owned>, Failed> {
        let (size, broken) = (self.meeting.size, self.meeting.broken.clone());
        let assigned = self.gather(call, mine, |all| assigned(size, groups(all), &broken))?;
        let own = assigned[self.rank as usize].clone();
        Ok(own.map(|(meeting, rank)| Owned::new(rank, meeting, self.ledger.clone())))
    }
}

/// A meeting for each group, by the ranks of its members.
fn assigned(size: usize, groups: Vec<Vec<u32>>, broken: &Arc<AtomicBool>) -> Vec<Assigned> {
    let mut assigned: Vec<Assigned> = vec![None; size];
    for group in groups {
        let meeting = Meeting::new(group.len(), broken.clone());
        for (rank, &member) in (0..).zip(&group) {
            let before = assigned[member as usize].replace((meeting.clone(), rank));
            assert!(before.is_none(), "rank {member} is in two new communicators");
        }
    }
    assigned
}

/// The distinct lists. Every rank must pass the list of its own group.
fn groups_of_lists(lists: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for (rank, list) in (0u32..).zip(&lists) {
        let agreed = list.iter().all(|&member| &lists[member as usize] == list);
        assert!(agreed && (list.is_empty() || list.contains(&rank)), "rank {rank} names {list:?}");
    }
    lists.into_iter().filter(|list| !list.is_empty()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The ranks of each colour, by key and then by rank.
fn groups_of_colours(arguments: Vec<(Option<u32>, i32)>) -> Vec<Vec<u32>> {
    let mut groups: BTreeMap<u32, Vec<(i32, u32)>> = BTreeMap::new();
    for (rank, (colour, key)) in (0u32..).zip(arguments) {
        if let Some(colour) = colour {
            assert!(i32::try_from(colour).is_ok(), "MPI's colours are not negative");
            groups.entry(colour).or_default().push((key, rank));
        }
    }
    let ranks = |mut group: Vec<(i32, u32)>| {
        group.sort_unstable();
        group.into_iter().map(|(_, rank)| rank).collect()
    };
    groups.into_values().map(ranks).collect()
}

impl Communicator for Simulated {
    type Error = Failed;
    type Owned = Owned;

    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.meeting.size as u32
    }

    fn allgather(&self, mine: &[u8]) -> Result<Vec<u8>, Failed> {
        self.count(|calls| &mut calls.allgather);
        let join = |all: Vec<Vec<u8>>| {
            assert!(all.iter().all(|bytes| bytes.len() == all[0].len()), "all contribute equally many bytes");
            all.concat()
        };
        Ok(self.gather("allgather", mine.to_vec(), join)?.to_vec())
    }

    fn merge_all(&self, mine: Summary) -> Result<Summary, Failed> {
        self.count(|calls| &mut calls.merge_all);
        let merge = |all: Vec<[u8; hsplit_core::exchange::SUMMARY]>| {
            let decoded = all.iter().map(|bytes| Summary::decode(bytes).expect("a summary"));
            decoded.reduce(Summary::merge).expect("at least one rank")
        };
        Ok(*self.gather("merge_all", mine.encode(), merge)?)
    }

    fn sum(&self, mine: u64) -> Result<u64, Failed> {
        self.count(|calls| &mut calls.sum);
        Ok(*self.gather("sum", mine, |all| all.iter().sum())?)
    }

    fn sum_before(&self, mine: u64) -> Result<u64, Failed> {
        self.count(|calls| &mut calls.sum_before);
        let before = |all: Vec<u64>| {
            let step = |sum: &mut u64, value| Some(std::mem::replace(sum, *sum + value));
            all.into_iter().scan(0, step).collect::<Vec<u64>>()
        };
        Ok(self.gather("sum_before", mine, before)?[self.rank as usize])
    }

    fn all_equal(&self, mine: u64) -> Result<bool, Failed> {
        self.count(|calls| &mut calls.all_equal);
        Ok(*self.gather("all_equal", mine, |all| all.iter().all(|value| *value == all[0]))?)
    }

    fn what_first_says(&self, mine: u64) -> Result<u64, Failed> {
        self.count(|calls| &mut calls.what_first_says);
        Ok(*self.gather("what_first_says", mine, |all| all[0])?)
    }

    fn create(&self, members: &[u32]) -> Result<Option<Owned>, Failed> {
        self.count(|calls| &mut calls.create);
        self.regroup("create", members.to_vec(), groups_of_lists)
    }

    fn create_alone(&self) -> Result<Owned, Failed> {
        self.count(|calls| &mut calls.create_alone);
        let meeting = Meeting::new(1, self.meeting.broken.clone());
        if self.fails() { Err(Failed) } else { Ok(Owned::new(0, meeting, self.ledger.clone())) }
    }

    fn split(&self, colour: Option<u32>, key: i32) -> Result<Option<Owned>, Failed> {
        self.count(|calls| &mut calls.split);
        self.regroup("split", (colour, key), groups_of_colours)
    }
}
