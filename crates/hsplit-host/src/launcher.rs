// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rank of this process, and its number on its node, from the variables that launchers set before `MPI_Init`.

/// A process of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its rank in `MPI_COMM_WORLD`.
    pub rank: u64,
    /// The size of `MPI_COMM_WORLD`.
    pub ranks: u64,
}

/// A launcher's variables for the rank in `MPI_COMM_WORLD` and, if it has one, for the size.
type Variables = (&'static str, Option<&'static str>);

const OPEN_MPI: Variables = ("OMPI_COMM_WORLD_RANK", Some("OMPI_COMM_WORLD_SIZE"));
const PMI: Variables = ("PMI_RANK", Some("PMI_SIZE"));
const PMIX: Variables = ("PMIX_RANK", None);
/// The last in order: inside an allocation, the variables of the step in which a launcher runs are still set.
const SLURM: Variables = ("SLURM_PROCID", Some("SLURM_NTASKS"));

/// This process in its launcher's numbering; `None` if no launcher has set its variables.
///
/// The variables of the launcher of the loaded MPI have priority: others may be left from an enclosing job.
pub fn process(is_open_mpi: bool, variable: impl Fn(&str) -> Option<String>) -> Option<Process> {
    let order = if is_open_mpi { [OPEN_MPI, PMIX, PMI, SLURM] } else { [PMI, PMIX, SLURM, OPEN_MPI] };
    let number = |name: &str| variable(name)?.trim().parse::<u64>().ok();
    order.into_iter().find_map(|(rank, size)| {
        let rank = number(rank)?;
        Some(Process { rank, ranks: size.and_then(number).unwrap_or(0).max(rank.checked_add(1)?) })
    })
}

/// The number of a process among those of its job on its node: Open MPI and PRRTE, MPICH and Intel MPI, MVAPICH, others
/// with MPICH's PMI, Cray's PALS, Flux, Slurm. Slurm is last for the reason given above.
const LOCAL_RANKS: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "PMI_LOCAL_RANK",
    "PALS_LOCAL_RANKID",
    "FLUX_TASK_LOCAL_ID",
    "SLURM_LOCALID",
];

/// The number of this process among those of its job on its node; `None` if no launcher sets it.
pub fn local_rank(variable: impl Fn(&str) -> Option<String>) -> Option<u32> {
    LOCAL_RANKS.iter().find_map(|name| variable(name)?.trim().parse().ok())
}

/// The variable with this number, as `NAME=VALUE`.
pub(crate) fn local_rank_variable(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let number = |value: &String| value.trim().parse::<u32>().is_ok();
    LOCAL_RANKS.iter().find_map(|name| Some(format!("{name}={}", variable(name).filter(number)?)))
}

/// The number of processes of a job on its node: Open MPI and PRRTE, MPICH and Intel MPI, MVAPICH, others with MPICH's
/// PMI, Cray's PALS.
const LOCAL_SIZES: &[&str] = &[
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "MV2_COMM_WORLD_LOCAL_SIZE",
    "PMI_LOCAL_SIZE",
    "PALS_LOCAL_SIZE",
];

/// Slurm's variables for the tasks on each node of a step, such as `2,1(x2)`, and for the number of this node. Slurm
/// sets `SLURM_NTASKS_PER_NODE` only on request, and then for all steps of the batch script.
const SLURM_TASKS: (&str, &str) = ("SLURM_STEP_TASKS_PER_NODE", "SLURM_NODEID");
const SLURM_TASKS_ASKED: &str = "SLURM_NTASKS_PER_NODE";

/// The number of processes of this job on this node; `None` if no launcher sets it.
pub fn local_size(variable: impl Fn(&str) -> Option<String>) -> Option<usize> {
    let number = |name: &str| variable(name)?.trim().parse().ok();
    let tasks = || tasks_of(variable(SLURM_TASKS.0)?.trim(), number(SLURM_TASKS.1)?);
    LOCAL_SIZES.iter().find_map(|name| number(name)).or_else(tasks).or_else(|| number(SLURM_TASKS_ASKED))
}

/// The number of tasks on a node, from Slurm's list, in which `N(xTIMES)` stands for several nodes.
fn tasks_of(list: &str, node: usize) -> Option<usize> {
    let mut before = 0_usize;
    for word in list.split(',') {
        let (tasks, times) = match word.split_once("(x") {
            Some((tasks, times)) => (tasks, times.strip_suffix(')')?.parse().ok()?),
            None => (word, 1),
        };
        before = before.checked_add(times)?;
        if node < before {
            return tasks.parse().ok();
        }
    }
    None
}

/// The number or name of a job, and of its step: PMIx (Open MPI, PRRTE, some Slurm), then batch systems.
const JOBS: &[(&str, Option<&str>)] = &[
    ("PMIX_NAMESPACE", None),
    ("SLURM_JOB_ID", Some("SLURM_STEP_ID")),
    ("PBS_JOBID", None),
    ("LSB_JOBID", None),
    ("FLUX_JOB_ID", None),
    ("COBALT_JOBID", None),
];

/// The number of the job for use in a file name; `None` if no launcher sets it.
pub fn job(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    let value = |name: &str| variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let job = JOBS.iter().find_map(|(job, step)| {
        let step = step.and_then(value).map_or_else(String::new, |step| format!(".{step}"));
        Some(format!("{}{step}", value(job)?))
    })?;
    // A name of dots alone is a folder.
    let has_name = !job.bytes().all(|byte| byte == b'.');
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c) || c == '.' && has_name;
    Some(job.chars().map(|c| if is_plain(c) { c } else { '_' }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_say_how_many_share_a_node() {
        let of = |known: &'static str| local_size(|name| (name == known).then(|| "12".to_owned()));
        assert_eq!(["MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE", "OTHER"].map(of), [Some(12), Some(12), None]);
    }

    #[test]
    fn slurm_says_how_many_share_each_node() {
        let of = |list: &str, node: &str| {
            local_size(|name| match name {
                "SLURM_STEP_TASKS_PER_NODE" => Some(list.to_owned()),
                "SLURM_NODEID" => Some(node.to_owned()),
                "SLURM_NTASKS_PER_NODE" => Some("12".to_owned()),
                _ => None,
            })
        };
        assert_eq!(["0", "1", "2"].map(|node| of("2,1(x2)", node)), [Some(2), Some(1), Some(1)]);
        assert_eq!(["0", "3"].map(|node| of("2(x4)", node)), [Some(2); 2]);
        assert_eq!([of("8", "0"), of("8", "1"), of("2(x", "0"), of("", "0")], [Some(8), Some(12), Some(12), Some(12)]);
    }

    #[test]
    fn jobs_are_parts_of_names() {
        let of = |variables: &'static [(&str, &str)]| {
            job(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(
            of(&[("PMIX_NAMESPACE", "prterun-cn01-77@1"), ("SLURM_JOB_ID", "5")]).as_deref(),
            Some("prterun-cn01-77_1")
        );
        assert_eq!(of(&[("SLURM_JOB_ID", "5"), ("SLURM_STEP_ID", "0")]).as_deref(), Some("5.0"));
        assert_eq!(of(&[("PMIX_NAMESPACE", " "), ("PBS_JOBID", "12.master")]).as_deref(), Some("12.master"));
        assert_eq!(of(&[("LSB_JOBID", "../../x")]).as_deref(), Some(".._.._x"));
        assert_eq!(of(&[("LSB_JOBID", "..")]).as_deref(), Some("__"));
        assert_eq!(of(&[("SLURM_STEP_ID", "0")]), None);
    }

    #[test]
    fn the_first_local_rank_counts() {
        let of = |variables: &'static [(&str, &str)]| {
            local_rank(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(of(&[("SLURM_LOCALID", "0"), ("MPI_LOCALRANKID", "5")]), Some(5));
        assert_eq!(of(&[("SLURM_LOCALID", " 3 "), ("MPI_LOCALRANKID", "x")]), Some(3));
        assert_eq!(of(&[("SLURM_PROCID", "3")]), None);
    }

    fn process_of(is_open_mpi: bool, variables: &[(&str, &str)]) -> Option<(u64, u64)> {
        let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.to_string());
        process(is_open_mpi, value).map(|process| (process.rank, process.ranks))
    }

    #[test]
    fn the_launcher_of_this_mpi_is_believed() {
        let nested = [
            ("OMPI_COMM_WORLD_RANK", "3"),
            ("OMPI_COMM_WORLD_SIZE", "4"),
            ("PMI_RANK", "5"),
            ("PMI_SIZE", "8"),
            ("SLURM_PROCID", "0"),
        ];
        assert_eq!((process_of(true, &nested), process_of(false, &nested)), (Some((3, 4)), Some((5, 8))));
        assert_eq!(process_of(true, &[("PMIX_RANK", "7")]), Some((7, 8)));
        assert_eq!(process_of(false, &[("SLURM_PROCID", "2"), ("SLURM_NTASKS", "6")]), Some((2, 6)));
    }

    #[test]
    fn without_a_launcher_nothing_is_known() {
        assert_eq!(process_of(true, &[]), None);
        assert_eq!(process_of(true, &[("PMIX_RANK", "x")]), None);
        assert_eq!(process_of(true, &[("PMIX_RANK", "18446744073709551615")]), None);
    }
}
