// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's state in this process. It is created at the first call, so a program without such a call has no cost.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::error::Error;
use crate::split_types;
use hsplit_core::cpus::Cpus;
use hsplit_core::level::{BINDING, canonical, torus_dimension};
use hsplit_core::machine::Machine;
use hsplit_core::name::Name;
use hsplit_core::network::NetworkPosition;
use hsplit_core::place::Place;
use hsplit_host::first_binding;
use hsplit_host::launcher::{self, Process};
use hsplit_host::logger;
use hsplit_host::source::measured::MeasuredSource;
use hsplit_host::source::{SourceSettings, Sources};
use hsplit_mpi::native::{BUILT_FOR, Family, Native, StandardType};
use hsplit_mpi::{Failure, is_usable, world};
use hsplit_settings::Settings;

/// The settings, the native MPI and the sources of this process.
pub struct Runtime {
    /// The settings from the environment, replaced by common ones when all processes have compared theirs.
    pub settings: Agreed,
    /// The MPI that is loaded.
    pub native: Native,
    /// The sources by this process's own settings, which a call may need before `MPI_Init`.
    own_sources: OnceLock<Sources>,
    /// The sources by the common settings of all processes, if they differ.
    common_sources: OnceLock<Sources>,
    process: OnceLock<Process>,
}

/// The effective settings: this process's own until the processes of the job have compared theirs, then the common
/// ones.
pub struct Agreed {
    own: Settings,
    common: OnceLock<Settings>,
}

impl Agreed {
    /// The settings of this process's environment.
    pub fn own(&self) -> &Settings {
        &self.own
    }

    /// True if the processes have agreed on other settings than this process's own.
    fn is_agreed(&self) -> bool {
        self.common.get().is_some()
    }

    /// Uses the cautious settings for variables that differ between processes.
    pub fn agree_on(&self, differing: &[&str]) {
        self.common.get_or_init(|| self.own.clone().without(differing));
    }
}

impl Deref for Agreed {
    type Target = Settings;

    fn deref(&self) -> &Settings {
        self.common.get().unwrap_or(&self.own)
    }
}

/// The levels at which a split of this process can be guided.
pub struct Resources {
    /// Its current place.
    pub place: Place,
    /// The names of all levels of its node.
    pub names: Vec<Name>,
    /// The number of dimensions of the torus of its node; 0 if there is none.
    pub dimensions: usize,
}

/// Returns the library's state, which the first call reads from the environment.
pub fn get() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(Runtime::start)
}

impl Runtime {
    fn start() -> Self {
        let (settings, warnings) = Settings::of_environment();
        logger::start(settings.log, settings.log_ranks.as_deref());
        let settings = Agreed { own: settings, common: OnceLock::new() };
        let runtime = Self {
            settings,
            native: Native::ask(),
            own_sources: OnceLock::new(),
            common_sources: OnceLock::new(),
            process: OnceLock::new(),
        };
        warnings.iter().for_each(|warning| log::warn!(target: logger::NODE, "{warning}"));
        if !runtime.native.is_what_we_were_built_for() {
            log::error!(
                target: logger::NODE,
                "this libhsplit was built for {BUILT_FOR}, the program runs {}; all calls pass to the MPI unchanged \
                 (use the libhsplit of that MPI)",
                runtime.native.description
            );
        }
        runtime
    }

    /// True if the library is disabled, so that every call is passed unchanged to the native MPI.
    pub fn is_disabled(&self) -> bool {
        self.settings.disable || !self.native.is_what_we_were_built_for()
    }

    /// Rejects handles of another MPI.
    ///
    /// # Errors
    /// This library was built for another MPI.
    pub fn check_mpi(&self) -> Result<(), Error> {
        if self.native.is_what_we_were_built_for() { Ok(()) } else { Err(Error::WrongMpi) }
    }

    /// True if `HSPLIT_NATIVE` passes this split type to the native MPI.
    pub fn hands_back(&self, number: i32, standard: Option<StandardType>) -> bool {
        let name = match standard {
            Some(StandardType::Shared) => Some("shared"),
            Some(StandardType::HwGuided) => Some("hw_guided"),
            Some(StandardType::HwUnguided) => Some("hw_unguided"),
            Some(StandardType::ResourceGuided) => Some("resource_guided"),
            None => self.has_neighbourhood(number).then_some("neighborhood"),
        };
        !split_types::is_ours(number)
            && self
                .settings
                .native
                .iter()
                .any(|item| item == "all" || Some(item.as_str()) == name || item.parse() == Ok(number))
    }

    /// True if this is the MPI's number of `MPIX_COMM_TYPE_NEIGHBORHOOD`.
    pub fn has_neighbourhood(&self, number: i32) -> bool {
        self.native.neighbourhood() == Some(number)
    }

    /// True if `HSPLIT_NATIVE` passes `MPI_Get_hw_resource_info` to the native MPI.
    pub fn hands_back_hw_resource_info(&self) -> bool {
        self.hands_back_calls("hw_resource_info")
    }

    /// True if `HSPLIT_NATIVE` passes the calls on process sets of sessions to the native MPI.
    pub fn hands_back_process_sets(&self) -> bool {
        self.hands_back_calls("process_sets")
    }

    /// True if `HSPLIT_NATIVE` names these calls, or all.
    fn hands_back_calls(&self, name: &str) -> bool {
        self.settings.native.iter().any(|item| item == "all" || item == name)
    }

    /// Returns this process with its number in `MPI_COMM_WORLD`, or in `mpi://WORLD` if there is no such communicator.
    ///
    /// # Errors
    /// A native call fails.
    pub fn process(&self) -> Result<Process, Failure> {
        if let Some(process) = self.process.get() {
            return Ok(*process);
        }
        let (rank, size) = world::rank_and_size()?;
        let process = Process { rank: u64::from(rank), ranks: u64::from(size) };
        logger::set_rank(process.rank as i32);
        Ok(*self.process.get_or_init(|| process))
    }

    /// Returns this process with the launcher's number.
    fn launched(&self) -> Option<Process> {
        launcher::process(self.is_open_mpi(), |name| std::env::var(name).ok())
    }

    /// Returns the current place of this process.
    ///
    /// # Errors
    /// A native call fails.
    pub fn place(&self) -> Result<Place, Failure> {
        let process = self.process()?;
        Ok(self.sources().place(process))
    }

    /// Returns the place of this process without pushed bindings. The library's own data uses this place.
    ///
    /// # Errors
    /// A native call fails.
    pub fn home_place(&self) -> Result<Place, Failure> {
        let process = self.process()?;
        Ok(self.sources().home_place(process))
    }

    /// Returns the topology of this process's node, if a source knows it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn machine_of_sources(&self) -> Result<Option<Arc<Machine>>, Failure> {
        let process = self.process()?;
        Ok(self.sources().machine(process))
    }

    /// Returns the binding of this process, if a source knows it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn cpus_of_sources(&self) -> Result<Option<Cpus>, Failure> {
        let process = self.process()?;
        Ok(self.sources().cpus(process))
    }

    /// Returns the source `measured`, if it is set.
    pub fn measured(&self) -> Option<&MeasuredSource> {
        self.sources().measured()
    }

    /// Returns the number of this process's node, and whether only latencies can show the network above it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn node_to_measure(&self) -> Result<(u64, bool), Failure> {
        Ok(self.sources().node_to_measure(self.process()?))
    }

    /// Returns the name of this host in files.
    ///
    /// # Errors
    /// A native call fails.
    pub fn host(&self) -> Result<String, Failure> {
        Ok(self.sources().host(self.process()?))
    }

    /// Returns the position of this process's node in the network, if a source of coordinates knows it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn network_position(&self) -> Result<Option<NetworkPosition>, Failure> {
        Ok(self.sources().network_position(self.process()?))
    }

    /// Returns the current place of this process, for a split at `level`. If the level is the binding itself, a ring of
    /// a torus or a region of the node, the place has a step for it.
    ///
    /// # Errors
    /// A native call fails.
    pub fn place_for(&self, level: &str) -> Result<Place, Failure> {
        let process = self.process()?;
        let level = canonical(level);
        Ok(match torus_dimension(&level) {
            Some(dimension) => self.sources().place_on_ring(process, dimension),
            None if level == BINDING => self.sources().place_with_binding(process),
            None => self.sources().place_for(process, &level),
        })
    }

    /// Returns all levels at which a split of this process can be guided. Possible also while MPI cannot be used.
    ///
    /// Before `MPI_Init` the launcher provides the rank. If it provides none, this process has no place in an emulated
    /// machine, and the real node is used.
    ///
    /// # Errors
    /// A native call fails.
    pub fn resources(&self) -> Result<Resources, Failure> {
        let known = self.process.get().copied();
        let process = match known {
            None if is_usable() => Some(self.process()?),
            None => self.launched(),
            known => known,
        };
        let unplaced;
        let (sources, process) = match process {
            Some(process) => (self.sources(), process),
            None if self.settings.places.emulate.is_none() => (self.sources(), Process { rank: 0, ranks: 1 }),
            None => {
                unplaced = Sources::new(&SourceSettings {
                    emulate: None,
                    topology_file: None,
                    ..self.settings.places.clone()
                });
                (&unplaced, Process { rank: 0, ranks: 1 })
            }
        };
        let dimensions = sources.torus(process).map_or(0, |torus| torus.dimensions());
        Ok(Resources { place: sources.place(process), names: sources.names(process), dimensions })
    }

    /// Publishes the binding of this process for the others of its node.
    pub fn publish_binding(&self) {
        first_binding::publish(self.is_open_mpi(), self.settings.places.binding);
    }

    /// Publishes a marker for no binding: the others of its node do not wait.
    pub fn decline_binding(&self) {
        first_binding::decline(self.is_open_mpi());
    }

    /// Returns the place of this process at the beginning of its first session, for a level of its node.
    pub fn first_place(&self, process: Process, level: &str) -> Place {
        let cpus = first_binding::of_this_process(self.is_open_mpi(), self.settings.places.binding);
        self.place_from(process, cpus, level)
    }

    /// Returns these places of all processes of its node that the launcher has started, on an emulated machine of all
    /// processes.
    ///
    /// # Errors
    /// Some of them cannot be determined.
    pub fn first_places(&self, process: Process, level: &str) -> Result<Vec<(u64, Place)>, Error> {
        if self.sources().is_emulated(process) {
            let place = |rank| (rank, self.place_from(Process { rank, ..process }, &Cpus::default(), level));
            return Ok((0..process.ranks).map(place).collect());
        }
        let all = first_binding::of_node(process, self.is_open_mpi(), self.settings.places.binding);
        let all = all.map_err(Error::UnknownSet)?.into_iter();
        Ok(all.map(|binding| (binding.rank, self.place_from(process, &binding.cpus, level))).collect())
    }

    /// Returns the place of a process with this binding, by the operating system's numbers. Another machine than this
    /// one, emulated or from a file of hwloc, ignores the binding.
    fn place_from(&self, process: Process, binding: &Cpus, level: &str) -> Place {
        let sources = self.sources();
        let real = sources.machine(process).filter(|machine| machine.is_this_system());
        sources.place_for_around(process, real.map(|machine| machine.to_logical(binding)), level)
    }

    fn is_open_mpi(&self) -> bool {
        self.native.family == Family::OpenMpi
    }

    fn sources(&self) -> &Sources {
        let sources = if self.settings.is_agreed() { &self.common_sources } else { &self.own_sources };
        sources.get_or_init(|| Sources::new(&self.settings.places))
    }
}
