// SPDX-License-Identifier: MIT OR Apache-2.0
//! The members of communicators. Communicators with the same members share one [`Group`], so a program may create any
//! number of them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The members of a communicator, as ranks in `MPI_COMM_WORLD`. A member outside it has the number of its size.
#[derive(Debug)]
pub struct Group {
    /// The number of the group, from 1.
    id: u32,
    own: u32,
    members: Members,
    remote: Option<Members>,
}

#[derive(Debug)]
enum Members {
    /// Consecutive ranks, as in `MPI_COMM_WORLD` and mostly in nodes: the first rank and the number of ranks.
    Run(u32, u32),
    List(Box<[u32]>),
}

impl Members {
    fn new(members: &[u32]) -> Self {
        let first = members.first().copied().unwrap_or(0);
        let is_run = members.iter().enumerate().all(|(at, &member)| u64::from(member) == u64::from(first) + at as u64);
        if is_run { Self::Run(first, members.len() as u32) } else { Self::List(members.into()) }
    }

    fn len(&self) -> u32 {
        match self {
            Self::Run(_, count) => *count,
            Self::List(list) => list.len() as u32,
        }
    }

    #[inline]
    fn get(&self, at: u32) -> Option<u32> {
        match self {
            Self::Run(first, count) => (at < *count).then(|| first + at),
            Self::List(list) => list.get(at as usize).copied(),
        }
    }

    fn are(&self, members: &[u32]) -> bool {
        self.len() as usize == members.len() && (0..).zip(members).all(|(at, &member)| self.get(at) == Some(member))
    }
}

impl Group {
    /// The root of a collective operation on an intercommunicator, on the root itself: `MPI_ROOT`.
    pub const ROOT: u32 = u32::MAX;
    /// The same on other processes of the root's group: `MPI_PROC_NULL`.
    pub const NO_ROOT: u32 = u32::MAX - 1;

    /// This process's rank among the members.
    pub fn own(&self) -> u32 {
        self.own
    }

    /// The number of members.
    pub fn size(&self) -> u32 {
        self.members.len()
    }

    /// The rank in `MPI_COMM_WORLD` of a member.
    #[inline]
    pub fn member(&self, rank: u32) -> Option<u32> {
        self.members.get(rank)
    }

    /// The number of members of an intercommunicator's remote group; `None` for an intracommunicator.
    pub fn remote_size(&self) -> Option<u32> {
        self.remote.as_ref().map(Members::len)
    }

    /// The rank in `MPI_COMM_WORLD` of a member of the remote group.
    #[inline]
    pub fn remote_member(&self, rank: u32) -> Option<u32> {
        self.remote.as_ref()?.get(rank)
    }

    fn is(&self, own: u32, members: &[u32], remote: Option<&[u32]>) -> bool {
        let is_remote = match (&self.remote, remote) {
            (None, None) => true,
            (Some(known), Some(given)) => known.are(given),
            _ => false,
        };
        self.own == own && is_remote && self.members.are(members)
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }
}

/// All groups of the counted collective operations.
#[derive(Debug, Default)]
pub struct Groups {
    found: Mutex<Found>,
}

#[derive(Debug, Default)]
struct Found {
    /// The groups with each hash, as indices into the list.
    index: HashMap<u64, Vec<usize>>,
    /// The groups; the number of a group is its index plus 1.
    list: Vec<Arc<Group>>,
}

impl Groups {
    /// The group of an intracommunicator in which this process is rank `own`.
    pub fn intern(&self, own: u32, members: &[u32]) -> Arc<Group> {
        self.find(own, members, None)
    }

    /// The two groups of an intercommunicator. This process is rank `own` of the local one.
    pub fn intern_inter(&self, own: u32, local: &[u32], remote: &[u32]) -> Arc<Group> {
        self.find(own, local, Some(remote))
    }

    fn find(&self, own: u32, members: &[u32], remote: Option<&[u32]>) -> Arc<Group> {
        let mut hasher = DefaultHasher::new();
        (own, members, remote).hash(&mut hasher);
        let hash = hasher.finish();
        let mut found = self.lock();
        let known = found.index.get(&hash).into_iter().flatten().map(|&place| &found.list[place]);
        if let Some(group) = known.into_iter().find(|group| group.is(own, members, remote)) {
            return group.clone();
        }
        let place = found.list.len();
        let (members, remote) = (Members::new(members), remote.map(Members::new));
        let group = Arc::new(Group { id: place as u32 + 1, own, members, remote });
        found.list.push(group.clone());
        found.index.entry(hash).or_default().push(place);
        group
    }

    /// A group with renumbered members.
    pub(crate) fn renumbered(&self, group: &Group, number: impl Fn(u32) -> u32) -> Arc<Group> {
        let all = |members: &Members| -> Vec<u32> {
            (0..members.len()).filter_map(|rank| members.get(rank)).map(&number).collect()
        };
        self.find(group.own, &all(&group.members), group.remote.as_ref().map(all).as_deref())
    }

    pub(crate) fn of(&self, id: u32) -> Option<Arc<Group>> {
        self.lock().list.get((id as usize).checked_sub(1)?).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_members_are_one_group() {
        let groups = Groups::default();
        let world = groups.intern(1, &[0, 1, 2, 3]);
        for _ in 0..1000 {
            assert!(Arc::ptr_eq(&world, &groups.intern(1, &[0, 1, 2, 3])));
        }
        let others = [
            groups.intern(0, &[0, 1, 2, 3]),
            groups.intern(1, &[0, 1, 2]),
            groups.intern(1, &[3, 1, 2]),
            groups.intern(0, &[]),
            groups.intern_inter(1, &[0, 1, 2, 3], &[]),
            groups.intern_inter(1, &[0, 1], &[2, 3]),
        ];
        for (at, other) in others.iter().enumerate() {
            assert_eq!(other.id(), at as u32 + 2);
            assert!(Arc::ptr_eq(other, &groups.of(other.id()).expect("it is known")));
        }
        assert!(groups.of(0).is_none() && groups.of(8).is_none());
    }

    #[test]
    fn members_are_those_that_were_given() {
        let groups = Groups::default();
        for members in [vec![], vec![7], vec![4, 5, 6], vec![6, 5, 4], vec![9, 9, 9], vec![u32::MAX, 0]] {
            let group = groups.intern_inter(0, &members, &members);
            let read: Vec<u32> = (0..group.size()).filter_map(|rank| group.member(rank)).collect();
            let remote: Vec<u32> = (0..group.size()).filter_map(|rank| group.remote_member(rank)).collect();
            assert_eq!((&read, &remote), (&members, &members));
            assert_eq!((group.member(group.size()), group.remote_size()), (None, Some(group.size())));
        }
        assert_eq!(groups.intern(0, &[3]).remote_member(0), None);
    }
}
