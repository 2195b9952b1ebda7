// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files and command lines by which launchers start each rank on its place, as text.
//!
//! | launcher | file | binding of ranks |
//! |---|---|---|
//! | Open MPI | rankfile | the rankfile |
//! | MPICH | none | `-bind-to user:`, in the order of the ranks of a host |
//! | Intel MPI | machine file | `I_MPI_PIN_PROCESSOR_LIST`, in the order of the ranks of a host |
//! | Slurm | hostfile | `--cpu-bind`, in the order of the ranks of a host |
//! | Cray MPICH | `MPICH_RANK_ORDER` | `--cpu-bind`, the same for all hosts |
//! | any, several programs | none | `taskset` |
//!
//! A list in the order of the ranks of a host is the same for all hosts. If hosts have different lists, each rank is
//! started by `taskset`.

use std::fmt::Write;

use hsplit_core::cpus::Cpus;

mod cray;
mod intel;
mod mpich;
mod mpmd;
mod openmpi;
mod slurm;

/// A core in the numbering of launchers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core {
    /// The logical number of its package; `None` if its host has no packages.
    pub package: Option<u32>,
    /// Its logical number in its package, or on its host.
    pub core: u32,
}

/// The place of a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankBinding {
    /// The number of its host.
    pub host: u32,
    /// The cores that it is bound to, ascending; empty if it is bound to less than a core.
    pub cores: Vec<Core>,
    /// The processing units that it is bound to, by the operating system's numbers.
    pub units: Cpus,
}

/// The job to start.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The names of the hosts.
    pub hosts: &'a [String],
    /// The place of each rank.
    pub bindings: &'a [RankBinding],
    /// The program, as part of a command line.
    pub program: &'a str,
    /// The name of the launcher's file, as part of a command line.
    pub file: &'a str,
}

/// The launcher of a job.
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
    /// The contents of the launcher's file, if it has one.
    pub file: Option<String>,
    /// The command line.
    pub command: String,
    /// Further information: remarks, each with a command line.
    pub others: Vec<(String, String)>,
}

/// An error for ranks that a launcher cannot start at their places.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// A rankfile cannot express less than a core.
    #[error("rank {0} is bound to a part of a core, which a rankfile cannot express; --bind core can be written")]
    PartOfCore(u32),
    /// An order of ranks needs equal numbers of ranks on all hosts.
    #[error("host {host} has {ranks} of the ranks, the first one {first}; an order of ranks needs equal numbers")]
    Uneven {
        /// A host with another number of ranks.
        host: String,
        /// Its number of ranks.
        ranks: usize,
        /// The number of ranks of the first host.
        first: usize,
    },
    /// An order of ranks needs the same places on all hosts.
    #[error("host {0} has its ranks on other processing units than the first one; an order of ranks needs the same")]
    OtherUnits(String),
    /// Several ranks of a host have one place, so that their order cannot express which is which.
    #[error("host {0} has several ranks on the same processing units, which an order of ranks cannot express")]
    SharedUnits(String),
}

impl Launcher {
    /// The launcher's input.
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

    /// The hosts with ranks, ascending, and the bindings of each in rank order.
    fn used(&self) -> Vec<(u32, Vec<&'a RankBinding>)> {
        let mut of_host: Vec<Vec<&RankBinding>> = vec![vec![]; self.hosts.len()];
        self.bindings.iter().for_each(|binding| of_host[binding.host as usize].push(binding));
        (0..).zip(of_host).filter(|(_, bindings)| !bindings.is_empty()).collect()
    }

    /// The processing units of a host's ranks, in rank order, if one list fits all hosts: the list of the host with the
    /// most ranks, of which the other hosts' lists are prefixes.
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

    /// True if all hosts with ranks have the same number of ranks.
    fn is_even(&self) -> bool {
        let used = self.used();
        used.iter().all(|(_, bindings)| bindings.len() == used[0].1.len())
    }

    /// The names of all ranks' hosts, one per line.
    fn host_lines(&self) -> String {
        self.bindings.iter().map(|binding| format!("{}\n", self.host(binding))).collect()
    }

    /// A program for each rank, bound by `taskset`; `before` returns the options before it.
    fn programs(&self, before: impl Fn(&RankBinding) -> String) -> String {
        let one = |binding: &RankBinding| format!("{} taskset -c {} {}", before(binding), binding.units, self.program);
        joined(self.bindings.iter().map(one), " : ")
    }
}

fn joined<T: std::fmt::Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (index, item) in items.into_iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{item}", if index == 0 { "" } else { between });
    }
    text
}

#[cfg(test)]
mod tests;
