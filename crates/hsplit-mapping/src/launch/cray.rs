// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cray MPICH's `MPICH_RANK_ORDER`: the ranks in the order of places, host after host. The places are those of `srun`,
//! so all hosts but the last have the same number of ranks, on the same processing units.

use hsplit_core::cpus::Cpus;

use super::slurm::cpu_bind;
use super::{Job, Launch, LaunchError, RankBinding, joined};

/// The number of ranks in a line of the file.
const A_LINE: usize = 16;

pub(super) fn write(job: &Job) -> Result<Launch, LaunchError> {
    let mut hosts: Vec<Vec<(u32, &RankBinding)>> = vec![vec![]; job.hosts.len()];
    (0..).zip(job.bindings).for_each(|(rank, binding)| hosts[binding.host as usize].push((rank, binding)));
    hosts.retain(|ranks| !ranks.is_empty());
    hosts.iter_mut().for_each(|ranks| ranks.sort_by_key(|(_, binding)| binding.units.first()));
    let first: Vec<&Cpus> = hosts.first().map_or_else(Vec::new, |ranks| units(ranks));
    for (index, ranks) in hosts.iter().enumerate() {
        let host = || job.host(ranks[0].1).to_owned();
        let is_last = index + 1 == hosts.len();
        if ranks.len() != first.len() && !(is_last && ranks.len() < first.len()) {
            return Err(LaunchError::Uneven { host: host(), ranks: ranks.len(), first: first.len() });
        }
        let own = units(ranks);
        if own.windows(2).any(|pair| pair[0].intersects(pair[1])) {
            return Err(LaunchError::SharedUnits(host()));
        }
        if own[..] != first[..own.len()] {
            return Err(LaunchError::OtherUnits(host()));
        }
    }
    let order: Vec<u32> = hosts.iter().flatten().map(|(rank, _)| *rank).collect();
    let file = order.chunks(A_LINE).map(|line| joined(line, ",") + "\n").collect();
    let names = joined(hosts.iter().map(|ranks| job.host(ranks[0].1)), ",");
    let (ranks, a_host, program) = (job.ranks(), first.len(), job.program);
    let command = format!(
        "MPICH_RANK_REORDER_METHOD=3 MPICH_RANK_REORDER_FILE={} srun -n {ranks} --ntasks-per-node={a_host} \
         -w {names} -m block {} {program}",
        job.file,
        cpu_bind(&first)
    );
    Ok(Launch { file: Some(file), command, others: vec![] })
}

fn units<'a>(ranks: &[(u32, &'a RankBinding)]) -> Vec<&'a Cpus> {
    ranks.iter().map(|(_, binding)| &binding.units).collect()
}
