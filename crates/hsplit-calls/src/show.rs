// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_SHOW=1`: the tree of the communicators that a program has created, printed by rank 0 in `MPI_Finalize` or,
//! if the program uses sessions only, at the end of the last one.
//!
//! The root of every new communicator records it, and at the end the records are gathered. This is collective over all
//! processes, so it is done only if every rank is known to take part. The exchange of a split of all ranks shows each
//! of them whether all have the variable.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::made::Made;
use super::{has_all_ranks, peers, runtime};
use hsplit_core::communicator::Communicator;
use hsplit_core::hierarchy::{Created, Hierarchy, notes};
use hsplit_core::tree::{FoldedTree, text};
use hsplit_host::logger::{self, NODE};
use hsplit_mpi::world::Together;
use hsplit_mpi::{Comm, Failure, is_usable};
use hsplit_settings::Feature;

/// True if every rank of `MPI_COMM_WORLD` is known to request the tree.
static AGREED: AtomicBool = AtomicBool::new(false);

/// The communicators whose root this rank is.
static NOTES: Mutex<BTreeSet<Created>> = Mutex::new(BTreeSet::new());

/// Records that all ranks of `comm` request the tree, if these are all ranks of the job.
pub fn agree(comm: &Comm, all_want_it: bool) {
    if all_want_it && !AGREED.load(Ordering::Relaxed) && has_all_ranks(comm).is_ok_and(|has_all| has_all) {
        AGREED.store(true, Ordering::Relaxed);
    }
}

/// Records a new communicator of a level, one of several siblings, if the tree is requested and this rank is its root.
///
/// # Errors
/// A native call fails.
pub fn note(comm: &Comm, made: &Made) -> Result<(), Failure> {
    if !runtime::get().settings.show || comm.rank() != 0 {
        return Ok(());
    }
    let members = comm.world_ranks()?.into_iter().filter_map(|rank| u32::try_from(rank).ok()).collect();
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    let &Made { level, index, siblings, depth } = made;
    notes.insert(Created { level, parent: None, index, siblings, members, depth });
    Ok(())
}

/// Prints the tree from rank 0. Called before the native `MPI_Finalize`.
pub fn report() {
    let runtime = runtime::get();
    if !runtime.settings.show || runtime.is_disabled() || !is_usable() {
        return;
    }
    let everyone = peers::together(Feature::Show).ok().flatten().filter(|_| AGREED.load(Ordering::Relaxed));
    let Some(everyone) = everyone else {
        log::warn!(
            target: NODE,
            "HSPLIT_SHOW: no tree, because no communicator of all ranks was split, or not every rank has the variable"
        );
        return;
    };
    match gather(&everyone) {
        Ok(Some(told)) if everyone.rank() == 0 => {
            let created: Vec<Created> = told.iter().flat_map(|bytes| notes::decode(bytes)).collect();
            let head = vec![("mpi".to_owned(), runtime.native.description.clone())];
            let tree = text::render(&FoldedTree::new(head, Hierarchy::of_created(everyone.size(), &created)));
            let _ = logger::print(&tree);
        }
        Ok(Some(_)) => {}
        Ok(None) => log::warn!("HSPLIT_SHOW: no tree, because not all processes have ended their sessions"),
        Err(failure) => log::warn!("HSPLIT_SHOW: {failure}"),
    }
}

/// Returns the records of all ranks, at rank 0; `None`: a rank is missing.
fn gather(everyone: &Together) -> Result<Option<Vec<Vec<u8>>>, Failure> {
    let notes = std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner));
    everyone.gather_at_end(&notes::encode(&notes))
}
