// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_SHOW=1`: the tree of the communicators that a program really made, printed by rank 0 in `MPI_Finalize`.
//!
//! The root of every new communicator notes it, and in the end the notes are gathered. That is collective over
//! `MPI_COMM_WORLD`, so it is done only where every rank is known to take part. The exchange of a split of all ranks
//! tells each of them whether all have the variable.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cached_level::Made;
use super::runtime;
use crate::pmpi::{Comm, Failure, is_usable};
use hsplit_core::communicator::Communicator;
use hsplit_core::hierarchy::{Created, Hierarchy};
use hsplit_core::name::Name;
use hsplit_core::tree::{FoldedTree, text};
use hsplit_host::logger::NODE;

/// A communicator as its root noted it: level, number, siblings, members by their ranks in `MPI_COMM_WORLD`.
type Note = (Name, u32, u32, Vec<u32>);

/// Whether every rank of `MPI_COMM_WORLD` is known to want the tree.
static AGREED: AtomicBool = AtomicBool::new(false);

static NOTES: Mutex<BTreeSet<Note>> = Mutex::new(BTreeSet::new());

/// Notes that all ranks of `comm` want the tree, where these are all ranks of the job.
pub fn agree(comm: &Comm, all_want_it: bool) {
    if all_want_it && runtime::get().process().is_ok_and(|process| process.ranks == u64::from(comm.size())) {
        AGREED.store(true, Ordering::Relaxed);
    }
}

/// Notes a new communicator, where the tree is wanted and this rank is its root.
///
/// # Errors
/// What the native MPI reports.
pub fn note(comm: &Comm, made: &Made) -> Result<(), Failure> {
    if !runtime::get().settings.show || comm.rank() != 0 {
        return Ok(());
    }
    let members = comm.world_ranks()?.into_iter().filter_map(|rank| u32::try_from(rank).ok()).collect();
    let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
    notes.insert((made.level, made.index, made.siblings, members));
    Ok(())
}

/// Prints the tree from rank 0. Called before the native `MPI_Finalize`.
pub fn report() {
    let runtime = runtime::get();
    if !runtime.settings.show || runtime.steps_aside() || !is_usable() {
        return;
    }
    if !AGREED.load(Ordering::Relaxed) {
        log::warn!(
            target: NODE,
            "HSPLIT_SHOW: no tree, because no communicator of all ranks was split, or not every rank has the variable"
        );
        return;
    }
    match gather() {
        Ok(Some((ranks, created))) => {
            let head = vec![("mpi".to_owned(), runtime.native.description.clone())];
            let tree = text::render(&FoldedTree::new(head, Hierarchy::of_created(ranks, &created)));
            let _ = std::io::stderr().write_all(tree.as_bytes());
        }
        Ok(None) => {}
        Err(failure) => log::warn!("HSPLIT_SHOW: {failure}"),
    }
}

/// The notes of all ranks, at rank 0.
fn gather() -> Result<Option<(u32, Vec<Created>)>, Failure> {
    let world = Comm::world()?;
    let notes = std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner));
    let all = world.gather_to_first(&encode(&notes))?;
    Ok((world.rank() == 0).then(|| (world.size(), all.iter().flat_map(|bytes| decode(bytes)).collect())))
}

fn encode(notes: &BTreeSet<Note>) -> Vec<u8> {
    let mut bytes = vec![];
    for (level, index, siblings, members) in notes {
        let name = level.as_str().as_bytes();
        for number in [name.len() as u32, *index, *siblings, members.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(name);
        members.iter().for_each(|member| bytes.extend(member.to_le_bytes()));
    }
    bytes
}

fn decode(mut bytes: &[u8]) -> Vec<Created> {
    let mut created = vec![];
    while let Some((one, rest)) = decode_one(bytes) {
        created.push(one);
        bytes = rest;
    }
    created
}

fn decode_one(bytes: &[u8]) -> Option<(Created, &[u8])> {
    let numbers = |bytes: &[u8]| {
        bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect::<Vec<u32>>()
    };
    let (head, rest) = bytes.split_at_checked(16)?;
    let [name, index, siblings, members] = numbers(head)[..] else { return None };
    let (name, rest) = rest.split_at_checked(name as usize)?;
    let (members, rest) = rest.split_at_checked(4 * members as usize)?;
    let level = Name::new(std::str::from_utf8(name).ok()?);
    Some((Created { level, parent: None, index, siblings, members: numbers(members) }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_travel_unchanged() {
        let notes = BTreeSet::from([(Name::new("L3Cache"), 1, 2, vec![4, 5]), (Name::new("Machine"), 0, 1, vec![0])]);
        let created = decode(&encode(&notes));
        let back: BTreeSet<Note> = created.into_iter().map(|c| (c.level, c.index, c.siblings, c.members)).collect();
        assert_eq!(back, notes);
        assert!(decode(&encode(&notes)[..20]).is_empty());
    }
}
