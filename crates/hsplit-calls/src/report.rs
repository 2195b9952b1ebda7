// SPDX-License-Identifier: MIT OR Apache-2.0
//! Log messages on the library's own work. `HSPLIT_LOG=debug` explains the result of each split for this process, and
//! `HSPLIT_LOG=info` summarises the job in one line of rank 0.

use std::sync::atomic::{AtomicU64, Ordering};

use log::Level::Debug;

use super::collectives::tuning;
use super::nowhere::Why;
use super::runtime;
use super::summary::{self, Splits};
use hsplit_core::level::canonical;
use hsplit_core::place::Place;
use hsplit_core::request::{Kind, Request, Resource};
use hsplit_core::split::Member;
use hsplit_mpi::{has_sessions_alone, has_world};

/// Number of splits of this process along the hardware, and by the native MPI.
static SPLITS: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];

/// Counts a split that the native MPI makes, and logs it.
pub fn native_split(ranks: u32) {
    SPLITS[1].fetch_add(1, Ordering::Relaxed);
    log::debug!("split of {ranks} ranks: the native MPI makes it, because the split type is its own");
}

/// The communicator that this process gets from a split.
pub struct New<'a, C> {
    /// The communicator, and its index among its siblings.
    pub member: &'a Member<C>,
    /// Its number of ranks.
    pub size: u32,
}

/// Counts a split along the hardware, and logs its result for this process. `wanted`: the named level or set.
pub fn split<C>(ranks: u32, request: &Request, wanted: Option<&Resource>, made: Option<&New<C>>) {
    SPLITS[0].fetch_add(1, Ordering::Relaxed);
    if log::log_enabled!(Debug) {
        let why = |level: &str| Why::here(level, &request.place).in_words(level);
        log::debug!("split of {ranks} ranks: {}", outcome(request, wanted, why, made));
    }
}

fn outcome<C>(
    request: &Request,
    wanted: Option<&Resource>,
    why: impl FnOnce(&str) -> String,
    made: Option<&New<C>>,
) -> String {
    let place = &request.place;
    if let Some(New { member, size }) = made {
        let level = place.name_at(member.depth).map_or("the whole system", |name| name.as_str());
        let (number, of) = (member.index + 1, member.siblings);
        return format!("this process is in {level} {number} of {of}, with {size} ranks ({})", path(place));
    }
    match request.question.kind {
        Kind::Undefined => "no communicator, because this process passes MPI_UNDEFINED".to_owned(),
        Kind::Nameless => {
            "no communicator, because no level is named (info key mpi_hw_resource_type, mpi_hw_subdomain_type or \
             mpi_pset_name)"
                .to_owned()
        }
        Kind::Guided => {
            let why = match wanted {
                Some(Resource::Level(name)) => why(name),
                Some(Resource::ProcessSet(name)) => format!("this process is in no process set {name}"),
                None => "this process is not bound inside one instance of what is named".to_owned(),
            };
            format!("no communicator, because {why} ({})", path(place))
        }
        _ => stop(place),
    }
}

/// Returns why this process gets nothing from an unguided split.
fn stop(place: &Place) -> String {
    let here = place.steps().last();
    let is_end = here.is_some_and(|step| ["core", "pu"].iter().any(|name| step.level.answers_to(&canonical(name))));
    let why = match here {
        _ if is_end => "nothing is below the core that this process is bound to".to_owned(),
        Some(step) => format!(
            "all ranks share {name}, and this process is bound to no single part of it; bind it to less for further \
             splits (mpiexec --bind-to core, or bind=core in HSPLIT_EMULATE)",
            name = step.level.name()
        ),
        None => "nothing is known of where this process is".to_owned(),
    };
    format!("no communicator, because {why} ({})", path(place))
}

/// Formats the levels inside which a process is bound, with their numbers: `Net_level0 1 > Machine 3 > Package 0`.
fn path(place: &Place) -> String {
    let step = |step: &hsplit_core::place::Step| format!("{} {}", step.level.name(), step.instance);
    let steps: Vec<String> = place.steps().iter().map(step).collect();
    if steps.is_empty() { "its place is not known".to_owned() } else { steps.join(" > ") }
}

/// Logs the library's work in this job, in one line of rank 0, and the counts of each process. Called before
/// `MPI_Finalize`, or before the end of the last session in a program that uses sessions only.
pub fn job() {
    let taken = summary::taken();
    if !taken.is_empty() {
        log::debug!("along the hierarchy: {taken}");
    }
    let runtime = runtime::get();
    // (If the library is disabled, even MPI_COMM_WORLD may be a handle of another MPI.)
    if runtime.is_disabled() || !(has_world() || has_sessions_alone()) {
        return;
    }
    let Ok(process) = runtime.process() else { return };
    let [along_the_hardware, native] = [0, 1].map(|kind| SPLITS[kind].swap(0, Ordering::Relaxed));
    tuning::save();
    summary::write(runtime, &Splits { along_the_hardware, native });
    summary::clear();
    if process.rank != 0 {
        return;
    }
    let calls = if taken.is_empty() { "no collective call".to_owned() } else { format!("of collective calls {taken}") };
    log::info!(
        "libhsplit {} under {}: {} ranks; rank 0 made {along_the_hardware} splits along the hardware and {native} \
         native ones; along the hierarchy went {calls}",
        env!("CARGO_PKG_VERSION"),
        runtime.native.description,
        process.ranks
    );
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use hsplit_core::level::Level;
    use hsplit_core::name::Name;
    use hsplit_core::place::Step;

    fn place(names: &[&str]) -> Place {
        Place::new((0..).zip(names).map(|(i, name)| Step::new(Arc::new(Level::new(&[Name::new(name)])), i)).collect())
    }

    fn words(request: &Request, wanted: Option<&Resource>) -> String {
        outcome::<()>(request, wanted, |name| format!("why {name}"), None)
    }

    #[test]
    fn a_stop_says_what_to_do() {
        let said = words(&Request::unguided(1, 0, place(&["Machine", "Package"])), None);
        assert!(said.contains("all ranks share Package") && said.contains("bind"), "{said}");
        assert!(said.ends_with("(Machine 0 > Package 1)"), "{said}");
        let said = words(&Request::unguided(1, 0, place(&["Machine", "Core"])), None);
        assert!(said.contains("nothing is below the core"), "{said}");
        let guided = Request::guided(1, 0, place(&["Machine"]), "L3Cache");
        let said = words(&guided, Some(&Resource::Level("L3Cache".to_owned())));
        assert_eq!(said, "no communicator, because why L3Cache (Machine 0)");
        let said = words(&guided, Some(&Resource::ProcessSet("a".to_owned())));
        assert!(said.contains("in no process set a"), "{said}");
    }

    #[test]
    fn a_new_communicator_says_which_it_is() {
        let member = Member { comm: (), siblings: 4, index: 2, depth: 2, whole: true };
        let made = New { member: &member, size: 8 };
        let said =
            outcome(&Request::unguided(1, 0, place(&["Machine", "Package"])), None, |_| String::new(), Some(&made));
        assert_eq!(said, "this process is in Package 3 of 4, with 8 ranks (Machine 0 > Package 1)");
    }
}
