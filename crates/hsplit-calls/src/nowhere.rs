// SPDX-License-Identifier: MIT OR Apache-2.0
//! The reason why a split at a named level gives a process no communicator, as text.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::runtime::{self, Runtime};
use hsplit_core::cpus::Cpus;
use hsplit_core::level::{canonical, is_known, nearest, torus_dimension};
use hsplit_core::machine::Machine;
use hsplit_core::place::Place;
use hsplit_host::logger::NODE;
use hsplit_mpi::native::Family;

/// Names of devices and regions, up to the first digit. A program may request one to test whether it exists.
const DEVICES: &[&str] = &[
    "gpu",
    "nic",
    "ib",
    "eth",
    "en",
    "hfi",
    "hsn",
    "mlx",
    "bxi",
    "cxi",
    "cuda",
    "nvml",
    "rsmi",
    "opencl",
    "ze",
    "hbm",
    "pci",
    "card",
    "renderd",
    "nvme",
    "nvlink",
    "xgmi",
    "xelink",
    "intelcore",
    "intelatom",
    "sd",
    "dma",
];

/// Names of levels that end in a number, up to it.
const NUMBERED: &[&str] = &["core_type", "net_level", "switch_level:", "torus"];

/// The reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// No machine has an object of this name; with the most similar name.
    NoLevel(Option<String>),
    /// This node, or this system, has no such level.
    NotHere,
    /// The process may run on the whole node.
    Unbound,
    /// It is bound to more than one instance.
    TooWide,
    /// The level is one of the network.
    AboveNodes,
}

impl Why {
    /// Determines why the process at `place`, which may run on these units of this node, is in no level of this name.
    fn of(wanted: &str, place: &Place, node: Option<(&Machine, &Cpus)>) -> Self {
        let name = canonical(wanted);
        let instances = node.map_or(0, |(machine, _)| machine.sets(&name).len());
        if instances == 0 && place.depth_of(&name).is_none() {
            let begins_as_a_device =
                DEVICES.contains(&name.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or(""));
            let lower = wanted.trim().to_ascii_lowercase();
            let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
            let is_numbered = stem.len() < lower.len() && NUMBERED.contains(&stem);
            if is_known(wanted) || begins_as_a_device || is_numbered || torus_dimension(&name).is_some() {
                return Self::NotHere;
            }
            let here = node.into_iter().flat_map(|(machine, _)| machine.names());
            let above = place.steps().iter().flat_map(|step| step.level.names().iter().copied());
            let names: Vec<&str> = here.chain(above).map(|name| name.as_str()).collect();
            return Self::NoLevel(nearest(wanted, &names).map(str::to_owned));
        }
        match node {
            _ if instances == 0 && place.depth_of(&name) <= place.node() => Self::AboveNodes,
            Some((machine, cpus)) if *cpus == Cpus::from(machine.whole()) && machine.whole().len() > 1 => Self::Unbound,
            _ => Self::TooWide,
        }
    }

    /// Determines the reason for this process.
    pub(super) fn here(wanted: &str, place: &Place) -> Self {
        let runtime = runtime::get();
        let node = runtime.machine_of_sources().ok().flatten().zip(runtime.cpus_of_sources().ok().flatten());
        Self::of(wanted, place, node.as_ref().map(|(machine, cpus)| (&**machine, cpus)))
    }

    /// Returns `because` and the reason.
    pub(super) fn in_words(&self, wanted: &str) -> String {
        match self {
            Self::NoLevel(_) if wanted.trim().is_empty() => "the name of the level is empty".to_owned(),
            Self::NoLevel(Some(near)) => format!("no level is called {wanted}: did you mean {near}?"),
            Self::NoLevel(None) => format!("no level is called {wanted}; 'hsplit levels' lists the names"),
            Self::NotHere => format!("there is no {wanted} where this process runs; 'hsplit levels' lists the names"),
            Self::Unbound => {
                format!("this process is not bound, so it is not inside one {wanted}; {}", how_to_bind(runtime::get()))
            }
            Self::TooWide => format!("this process is not bound inside one {wanted}"),
            Self::AboveNodes => format!("{wanted} is no level inside a node"),
        }
    }
}

/// Returns advice on the launcher's options.
fn how_to_bind(runtime: &Runtime) -> String {
    let more = match runtime.native.family {
        _ if runtime.settings.places.emulate.is_some() => "binds on an emulated machine",
        Family::OpenMpi => {
            "binds it, with more ranks than cores --bind-to core:overload-allowed (with --oversubscribe alone ranks \
             are not bound)"
        }
        _ => "binds it",
    };
    format!("{} {more}", binding_option(runtime))
}

/// Returns the option or the variable that binds each rank to a core.
pub(super) fn binding_option(runtime: &Runtime) -> &'static str {
    let native = &runtime.native;
    match native.family {
        _ if runtime.settings.places.emulate.is_some() => "bind=core in HSPLIT_EMULATE",
        Family::OpenMpi => "mpiexec --bind-to core",
        Family::Mpich if native.description.contains("Intel") => "I_MPI_PIN_DOMAIN=core",
        _ => "mpiexec -bind-to core",
    }
}

/// Reports in one line why all ranks get no communicator, if that is probably an error. Once for each name.
pub(super) fn tell(call: &str, wanted: &str, place: &Place) {
    if let Some(why) = new_reason(wanted, place, |why| matches!(why, Why::NoLevel(_) | Why::Unbound)) {
        log::warn!(target: NODE, "{call}: all ranks get MPI_COMM_NULL, because {why}");
    }
}

/// The result that belongs to the whole node instead of a level.
#[derive(Clone, Copy)]
pub(super) enum Whole {
    /// A communicator.
    Split,
    /// A window.
    Window,
}

/// As [`tell`], if the whole node replaces the level. A rank that spans two instances is no error.
pub(super) fn tell_whole(whole: Whole, wanted: &str, place: &Place) {
    match (whole, new_reason(wanted, place, |why| !matches!(why, Why::TooWide))) {
        (_, None) => {}
        (Whole::Split, Some(why)) => {
            log::warn!(target: NODE, "HSPLIT_SHARED: MPI_COMM_TYPE_SHARED gives the whole node, because {why}");
        }
        (Whole::Window, Some(why)) => {
            log::warn!(target: NODE, "HSPLIT_Win_allocate_shared: the window is the whole node's, because {why}");
        }
    }
}

/// Returns why this process is in no level of a name, if that must be reported and has not been reported yet.
fn new_reason(wanted: &str, place: &Place, is_said: impl Fn(&Why) -> bool) -> Option<String> {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let why = Why::here(wanted, place);
    let is_new = is_said(&why) && SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(wanted.to_owned());
    is_new.then(|| why.in_words(wanted))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use hsplit_core::emulation::Description;
    use hsplit_core::level::Level;
    use hsplit_core::name::Name;
    use hsplit_core::place::Step;
    use hsplit_host::source::topology;

    #[test]
    fn the_true_reason() {
        let description = Description::read("package:2 [numa] core:2 pu:1").unwrap();
        let system = topology::load_emulated(&description).unwrap();
        let machine = system.machine_of(0);
        let place = Place::new(vec![Step::new(Arc::new(Level::new(&[Name::new("Machine")])), 0)]);
        let why = |wanted: &str, cpus: &str| Why::of(wanted, &place, Some((machine, &Cpus::parse(cpus).unwrap())));
        assert_eq!(why("NUMANod", "0-3"), Why::NoLevel(Some("NUMANode".to_owned())));
        assert_eq!(why("zork", "0"), Why::NoLevel(None));
        assert_eq!(why(" ", "0").in_words(" "), "the name of the level is empty");
        assert_eq!(why("numa", "0-3"), Why::Unbound);
        assert_eq!(why("numa", "1-2"), Why::TooWide);
        for absent in
            ["L4Cache", "gpu", "cuda0", "net_level3", "net_torus0", "core_type", "core_type0", "E-core", "xgmi1"]
        {
            assert_eq!(why(absent, "0-3"), Why::NotHere, "{absent}");
        }
        let steps = [Level::network(0, &["rack"]), Level::new(&[Name::new("Machine")])];
        let place = Place::new(steps.map(|level| Step::new(Arc::new(level), 0)).to_vec());
        assert_eq!(Why::of("rack", &place, Some((machine, &Cpus::parse("0").unwrap()))), Why::AboveNodes);
    }
}
