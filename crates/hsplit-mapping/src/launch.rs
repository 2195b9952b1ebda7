// SPDX-License-Identifier: MIT OR Apache-2.0
//! What starts each rank on its place: files and command lines for launchers, as text.
//!
//! | launcher | file | what says where a rank is bound |
//! |---|---|---|
//! | Open MPI | rankfile | the rankfile |
//! | MPICH | none | `-bind-to user:`, in the order of the ranks of a host |
//! | Intel MPI | machine file | `I_MPI_PIN_PROCESSOR_LIST`, in the order of the ranks of a host |
//! | Slurm | hostfile | `--cpu-bind`, in the order of the ranks of a host |
//! | Cray MPICH | `MPICH_RANK_ORDER` | `--cpu-bind`, the same for all hosts |
//! | any, several programs | none | `taskset` |
//!
//! A list in the order of the ranks of a host serves all hosts. Where hosts differ in it, each rank is started by
//! `taskset`.

use std::fmt::Write;

use hsplit_core::cpus::Cpus;

mod cray;
mod intel;
mod mpich;
mod mpmd;
mod openmpi;
mod slurm;

/// A core, as launchers count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core {
    /// Its package's logical number; `None` where its host has no packages.
    pub package: Option<u32>,
    /// Its logical number in its package, or on its host.
    pub core: u32,
}

/// Where a rank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankBinding {
    /// The number of its host.
    pub host: u32,
    /// The cores that it is bound to, ascending; none where it is bound to less than a core.
    pub cores: Vec<Core>,
    /// The processing units that it is bound to, by the operating system's numbers.
    pub units: Cpus,
}

/// What is to be started.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The names of the hosts.
    pub hosts: &'a [String],
    /// Where each rank is.
    pub bindings: &'a [RankBinding],
    /// The program, as a command line has it.
    pub program: &'a str,
    /// The name of the file that a launcher reads, as a command line has it.
    pub file: &'a str,
}

/// What starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launcher {
    /// Open MPI's `mpirun`.
    OpenMpi,
    /// MPICH's `mpiexec`.
    Mpich,
    /// Intel MPI's `mpiexec`.
    Intel,
    /// Slurm's `srun`.
    Slurm,
    /// Cray MPICH, started by `srun`.
    Cray,
    /// Any `mpiexec`, with a program for each rank.
    Mpmd,
}

/// A launcher's input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The file that it reads, where there is one.
    pub file: Option<String>,
    /// The command line.
    pub command: String,
    /// What else there is to know, each a remark and a command line.
    pub others: Vec<(String, String)>,
}

/// Why a launcher cannot start the ranks there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// A rankfile has no words for less than a core.
    #[error("rank {0} is bound to a part of a core, which a rankfile cannot express; --bind core can be written")]
    PartOfCore(u32),
    /// An order of ranks needs hosts that are filled alike.
    #[error("host {host} has {ranks} of the ranks, the first one {first}; an order of ranks needs equal numbers")]
    Uneven {
        /// A host with another number of ranks.
        host: String,
        /// How many it has.
        ranks: usize,
        /// How many the first one has.
        first: usize,
    },
    /// An order of ranks needs hosts with equal places.
    #[error("host {0} has its ranks on other processing units than the first one; an order of ranks needs the same")]
    OtherUnits(String),
    /// Several ranks of a host at one place, where their order would have to tell them apart.
    #[error("host {0} has several ranks on the same processing units, which an order of ranks cannot express")]
    SharedUnits(String),
}

impl Launcher {
    /// What the launcher reads.
    ///
    /// # Errors
    /// It cannot start the ranks there.
    pub fn write(self, job: &Job) -> Result<Launch, LaunchError> {
        match self {
            Self::OpenMpi => openmpi::write(job),
            Self::Mpich => Ok(mpich::write(job)),
            Self::Intel => Ok(intel::write(job)),
            Self::Slurm => Ok(slurm::write(job)),
            Self::Cray => cray::write(job),
            Self::Mpmd => Ok(mpmd::write(job)),
        }
    }
}

impl<'a> Job<'a> {
    fn ranks(&self) -> usize {
        self.bindings.len()
    }

    fn host(&self, binding: &RankBinding) -> &'a str {
        &self.hosts[binding.host as usize]
    }

    /// The hosts that have ranks, ascending, and the bindings of each in the order of ranks.
    fn used(&self) -> Vec<(u32, Vec<&'a RankBinding>)> {
        let mut of_host: Vec<Vec<&RankBinding>> = vec![vec![]; self.hosts.len()];
        self.bindings.iter().for_each(|binding| of_host[binding.host as usize].push(binding));
        (0..).zip(of_host).filter(|(_, bindings)| !bindings.is_empty()).collect()
    }

    /// The processing units of the ranks of a host, in the order of ranks, where one list serves all hosts: that of the
    /// host with the most ranks, with which those of the others begin.
    fn common_list(&self) -> Option<Vec<&'a Cpus>> {
        let used = self.used();
        let longest = used.iter().map(|(_, bindings)| bindings).max_by_key(|bindings| bindings.len())?;
        let begins = |bindings: &Vec<&RankBinding>| {
            bindings.iter().zip(longest).all(|(binding, first)| binding.units == first.units)
        };
        used.iter()
            .all(|(_, bindings)| begins(bindings))
            .then(|| longest.iter().map(|binding| &binding.units).collect())
    }

    /// Whether all hosts that have ranks have as many.
    fn is_even(&self) -> bool {
        let used = self.used();
        used.iter().all(|(_, bindings)| bindings.len() == used[0].1.len())
    }

    /// The names of all ranks' hosts, a line each.
    fn host_lines(&self) -> String {
        self.bindings.iter().map(|binding| format!("{}\n", self.host(binding))).collect()
    }

    /// A program for each rank, bound by `taskset`; `before` says what comes before its name.
    fn programs(&self, before: impl Fn(&RankBinding) -> String) -> String {
        let one = |binding: &RankBinding| format!("{} taskset -c {} {}", before(binding), binding.units, self.program);
        joined(self.bindings.iter().map(one), " : ")
    }
}

fn joined<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.into_iter().enumerate() {
        // Writing into a string does not fail.
        let _ = write!(text, "{}{item}", if index == 0 { "" } else { between });
    }
    text
}

#[cfg(test)]
mod tests;
