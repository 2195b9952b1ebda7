// SPDX-License-Identifier: MIT OR Apache-2.0
//! Families of MPIs, and detection of a program's family from the libraries that the loader finds for it, or from its
//! launcher.

use clap::ValueEnum;

/// MPIs with one binary interface: one build of the library serves a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Family {
    /// Open MPI 4 and 5
    #[value(name = "openmpi")]
    OpenMpi,
    /// MPICH, Intel MPI, and others with MPICH's interface
    #[value(name = "mpich", alias = "intel")]
    Mpich,
    /// Any MPI, through the standard ABI of MPI 5
    #[value(name = "abi")]
    Abi,
}

impl Family {
    /// All families, in the order in which messages list them.
    pub(crate) const ALL: [Self; 3] = [Self::OpenMpi, Self::Mpich, Self::Abi];

    /// Returns the name of its directory below `lib/hsplit`, which is also its value of `--mpi`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OpenMpi => "openmpi",
            Self::Mpich => "mpich",
            Self::Abi => "abi",
        }
    }

    /// Returns its name in messages.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::OpenMpi => "Open MPI",
            Self::Mpich => "MPICH or Intel MPI",
            Self::Abi => "an MPI with the standard ABI",
        }
    }

    /// Returns the file name of the library for it.
    pub(crate) fn file(self) -> &'static str {
        if self == Self::Abi { "libhsplit_abi.so.0" } else { "libhsplit.so.0" }
    }

    /// Returns the family of an MPI library with this file name; `None` if it is no MPI library. MPICH is
    /// libmpich.so.12 on Debian and libmpi.so.12 elsewhere, Intel MPI included; HPE Cray's has the compiler in its
    /// name, as libmpi_cray.so.12 and libmpi_gnu_112.so.12.
    pub(crate) fn of_library(name: &str) -> Option<Self> {
        match name {
            _ if name.starts_with("libmpi_abi.so") => Some(Self::Abi),
            _ if name.starts_with("libmpich.so") || name.starts_with("libmpi.so.12") => Some(Self::Mpich),
            _ if name.starts_with("libmpi_") && name.contains(".so.12") => Some(Self::Mpich),
            _ if name.starts_with("libmpi.so") => Some(Self::OpenMpi),
            _ => None,
        }
    }

    /// Returns the family of the MPI whose launcher has started this process; `None` if the launcher serves several
    /// (Slurm, Flux), or if there is none.
    pub(crate) fn of_launcher(variable: impl Fn(&str) -> bool) -> Option<Self> {
        let open_mpi = ["OMPI_COMM_WORLD_RANK", "OMPI_UNIVERSE_SIZE"];
        // Hydra of MPICH 4 and 5 and of Intel MPI sets it, with descriptors and with ports (-pmi-port). PMI_FD,
        // PMI_RANK and PMI_SIZE do not identify the MPI: srun --mpi=pmi2 and Flux set them for every MPI.
        let hydra = "MPI_LOCALRANKID";
        // If both are set, the variables of one may be left from an outer job: neither counts.
        match (open_mpi.iter().any(|name| variable(name)), variable(hydra)) {
            (true, false) => Some(Self::OpenMpi),
            (false, true) => Some(Self::Mpich),
            _ => None,
        }
    }
}

/// Describes the effect on a program of this MPI if the launcher belongs to another one. `libraries` are those of the
/// program: an MPICH that is built with PMIx can use the launcher of Open MPI.
pub(crate) fn strange_launcher(
    program: Family,
    libraries: &[String],
    variable: impl Fn(&str) -> bool,
) -> Option<String> {
    let launcher = Family::of_launcher(variable)?;
    let understands =
        program == launcher || program == Family::Abi || libraries.iter().any(|line| line.starts_with("libpmix."));
    (!understands || (program == Family::OpenMpi && launcher == Family::Mpich)).then(|| {
        format!(
            "the launcher is that of {}, and the program runs {}: each of its processes is rank 0 of 1; take the \
             launcher of the program's MPI",
            launcher.in_words(),
            program.in_words()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strange_launcher_is_known() {
        let is_strange = |program, libraries: &[&str], set: &str| {
            let libraries: Vec<String> = libraries.iter().map(|line| (*line).to_owned()).collect();
            strange_launcher(program, &libraries, |name| name == set).is_some()
        };
        let (open_mpi, hydra) = ("OMPI_COMM_WORLD_RANK", "MPI_LOCALRANKID");
        let pmix = ["libpmix.so.2 => /p"];
        assert!(is_strange(Family::OpenMpi, &pmix, hydra) && is_strange(Family::Mpich, &[], open_mpi));
        assert!(!is_strange(Family::Mpich, &pmix, open_mpi) && !is_strange(Family::Abi, &[], open_mpi));
        assert!(!is_strange(Family::OpenMpi, &[], open_mpi) && !is_strange(Family::Mpich, &[], "SLURM_PROCID"));
    }

    #[test]
    fn one_build_serves_a_family() {
        let of = Family::of_library;
        assert_eq!((of("libmpich.so.12"), of("libmpi.so.12.5")), (Some(Family::Mpich), Some(Family::Mpich)));
        assert_eq!((of("libmpi.so.40"), of("libmpi_abi.so.1")), (Some(Family::OpenMpi), Some(Family::Abi)));
        for cray in ["libmpi_cray.so.12", "libmpi_gnu_112.so.12", "libmpi_intel.so.12.0.0 => /opt/cray/x"] {
            assert_eq!(of(cray), Some(Family::Mpich), "{cray}");
        }
        assert_eq!((of("libmpi_mpifh.so.40"), of("libmpifort_gnu_112.so.12")), (None, None));
        assert_eq!((of("libmpifort.so.12"), of("libmpi_cxx.so.40"), of("libc.so.6")), (None, None, None));
    }

    #[test]
    fn a_launcher_of_one_mpi_tells() {
        let of = |set: &[&str]| Family::of_launcher(|name| set.contains(&name));
        assert_eq!(of(&["OMPI_COMM_WORLD_RANK", "PMIX_RANK"]), Some(Family::OpenMpi));
        let mpich = ["HYDI_CONTROL_FD", "MPI_LOCALNRANKS", "MPI_LOCALRANKID", "PMI_FD", "PMI_RANK", "PMI_SIZE"];
        assert_eq!(of(&mpich), Some(Family::Mpich));
        assert_eq!(of(&["HYDI_CONTROL_FD", "MPI_LOCALRANKID", "PMI_ID", "PMI_PORT"]), Some(Family::Mpich));
        assert_eq!(of(&["I_MPI_HYDRA_TOPOLIB", "MPI_LOCALRANKID", "PMI_FD", "PMI_RANK"]), Some(Family::Mpich));
        assert_eq!(of(&["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "MPI_LOCALRANKID", "PMI_FD"]), None);
    }

    #[test]
    fn a_launcher_of_several_mpis_does_not_tell() {
        let of = |set: &[&str]| Family::of_launcher(|name| set.contains(&name));
        // srun --mpi=none, pmi2 and pmix, and flux run.
        assert_eq!(of(&["SLURM_PROCID", "SLURM_LOCALID"]), None);
        assert_eq!(of(&["SLURM_PROCID", "PMI_FD", "PMI_JOBID", "PMI_RANK", "PMI_SIZE"]), None);
        assert_eq!(of(&["SLURM_PROCID", "PMIX_RANK", "PMIX_NAMESPACE", "PMIX_SERVER_URI2"]), None);
        assert_eq!(of(&["FLUX_TASK_RANK", "FLUX_TASK_LOCAL_ID", "PMI_FD", "PMI_RANK", "PMI_SIZE"]), None);
    }
}
