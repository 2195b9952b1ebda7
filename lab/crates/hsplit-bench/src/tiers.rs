// SPDX-License-Identifier: MIT OR Apache-2.0
//! A hierarchy of communicators for a loop of collectives: each tier, from the outermost, joins the roots of the
//! communicators below it, and the last one all ranks of an innermost communicator.
//!
//! Rank 0 of a tier is in the tier above as well. Data comes from and goes to rank 0 of the outermost one.

use hsplit_experiments::configuration::Configuration;

use crate::mpi::Comm;

/// The tiers that this rank is in.
pub(crate) struct Tiers(Vec<Comm>);

impl Tiers {
    /// Along the hardware, from `HSPLIT_Comm_hierarchy`.
    ///
    /// If some ranks of a communicator are bound to deeper levels than others, the others join the roots.
    pub(crate) fn of_hardware(comm: &Comm) -> Self {
        let hierarchy = comm.hierarchy();
        let mut roots = hierarchy.rootscomms.into_iter();
        let mut tiers = vec![];
        for level in 0..=hierarchy.newcomms.len() {
            let parent = if level == 0 { comm } else { &hierarchy.newcomms[level - 1] };
            let (below, mine) = (hierarchy.newcomms.get(level), roots.next().flatten());
            let (all_stop, all_go) = (parent.everywhere(below.is_none()), parent.everywhere(below.is_some()));
            if all_stop {
                tiers.extend((parent.size() > 1).then(|| parent.duplicate()));
            } else if all_go {
                tiers.extend(mine);
            } else {
                tiers.extend(parent.split((below.is_none() || mine.is_some()).then_some(0), parent.rank()));
            }
        }
        Self(tiers)
    }

    /// As a user has written it down, without regard to the machine.
    pub(crate) fn by_hand(comm: &Comm, configuration: &Configuration) -> Self {
        Self(
            configuration
                .colours(comm.rank())
                .into_iter()
                .filter_map(|colour| comm.split(colour, comm.rank()))
                .collect(),
        )
    }

    /// The communicators, outermost first.
    pub(crate) fn outermost_first(&self) -> impl DoubleEndedIterator<Item = &Comm> {
        self.0.iter()
    }

    /// The loop over the tiers that is compared with one `MPI_Bcast` from rank 0.
    pub(crate) fn broadcast(&self, bytes: &mut [u8]) {
        for comm in self.outermost_first() {
            comm.broadcast(bytes, 0);
        }
    }

    /// The loop that is compared with one `MPI_Reduce` to rank 0. `all` is needed on every rank that is a root
    /// anywhere.
    pub(crate) fn sum(&self, mine: &[i32], all: &mut [i32]) {
        let mut comms = self.outermost_first().rev();
        match comms.next() {
            Some(comm) => comm.sum(mine, all),
            None => all.copy_from_slice(mine),
        }
        for comm in comms {
            comm.sum_in_place(all);
        }
    }
}
