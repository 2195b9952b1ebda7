// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost of a split, by the library and by the MPI itself.

use hsplit_experiments::report::{Benchmark, Cell};
use hsplit_program::Failure;

use crate::mpi::Comm;
use crate::session::{Run, Session, Variant};
use crate::start_sync::Parts;

/// Measures all placements. The time includes freeing the communicators.
pub(crate) fn run(session: &mut Session) -> Result<(), Failure> {
    for &placement in &session.common.placements {
        let comm = session.placed(placement);
        let cell = Cell::new(Benchmark::Split, "split", placement, "default", 0);
        let mut variants = variants(session, &comm);
        session.measure(&cell, &mut variants);
    }
    Ok(())
}

/// `MPI_Comm_split` comes first: all others are compared with it.
fn variants<'a>(session: &Session, comm: &'a Comm) -> Vec<Variant<'a>> {
    let next = comm.unguided();
    let colour = next.as_ref().map(|next| next.level().index);
    let (size, level) = (next.as_ref().map(Comm::size), next.as_ref().map(|next| next.level().name));
    // The second split joins the roots of the first.
    let root = next.as_ref().filter(|next| next.rank() == 0).map(|_| 0);
    let (shared, deep) = (comm.native_shared().map(|node| node.size()), comm.hierarchy().newcomms.len());
    let variant = |name: &str, verified: bool, run: Run<'a>| Variant::new(name, session.everywhere(verified), run);
    let mut variants = vec![
        variant(
            "MPI_Comm_split",
            size_of_split(&comm.split(colour, comm.rank())) == size,
            timed(move || comm.split(colour, comm.rank())),
        ),
        variant(
            "MPI_Comm_split, twice",
            true,
            timed(move || (comm.split(colour, comm.rank()), comm.split(root, comm.rank()))),
        ),
        variant("MPI: SHARED", true, timed(|| comm.native_shared())),
        variant("library: SHARED", size_of_split(&comm.shared()) == shared, timed(|| comm.shared())),
        variant("library: unguided", true, timed(|| comm.unguided())),
        variant("library: with roots", size_of_split(&comm.with_roots().0) == size, timed(|| comm.with_roots())),
        variant("library: hierarchy", comm.hierarchy().newcomms.len() == deep, timed(|| comm.hierarchy())),
    ];
    // A guided split at the level that the unguided one finds, where that has one name on all ranks.
    let names = comm.texts(level.as_deref().unwrap_or_default());
    if !names[0].is_empty() && names.iter().all(|name| *name == names[0]) {
        let name = names[0].clone();
        let verified = size_of_split(&comm.guided(&name)) == size;
        variants.push(variant("library: guided", verified, timed(move || comm.guided(&name))));
    }
    if Comm::has_native_hw_unguided() {
        variants.push(variant("MPI: HW_UNGUIDED", true, timed(|| comm.native_hw_unguided())));
    }
    variants
}

fn size_of_split(made: &Option<Comm>) -> Option<usize> {
    made.as_ref().map(Comm::size)
}

/// Makes something and drops it.
fn timed<'a, T>(mut make: impl FnMut() -> T + 'a) -> Run<'a> {
    Box::new(move || {
        drop(make());
        Parts::default()
    })
}
