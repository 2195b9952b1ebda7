// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slurm's hostfile with a host for each rank, and the list of bindings of a host's ranks; if hosts have different
//! lists, a line that binds each rank by its number.

use hsplit_core::cpus::Cpus;

use super::{Job, Launch, joined};

pub(super) fn write(job: &Job) -> Launch {
    let (file, ranks, program) = (job.file, job.ranks(), job.program);
    let start = format!("SLURM_HOSTFILE={file} srun -n {ranks} -m arbitrary");
    let command = match job.common_list() {
        Some(list) => format!("{start} {} {program}", cpu_bind(&list)),
        None => {
            let masks = joined(job.bindings.iter().map(|binding| mask(&binding.units)), " ");
            format!(
                "{start} --cpu-bind=none bash -c 'masks=({masks}); exec taskset ${{masks[SLURM_PROCID]}} \"$@\"' \
                 bash {program}"
            )
        }
    };
    Launch { file: Some(job.host_lines()), command, others: vec![] }
}

/// The option for ranks on these processing units, in the order of the ranks of a host.
pub(super) fn cpu_bind(list: &[&Cpus]) -> String {
    if list.iter().all(|units| units.len() == 1) {
        return format!("--cpu-bind=map_cpu:{}", joined(list, ","));
    }
    format!("--cpu-bind=mask_cpu:{}", joined(list.iter().map(|units| mask(units)), ","))
}

fn mask(units: &Cpus) -> String {
    let mut digits = vec![0u8; units.last().map_or(1, |last| last as usize / 4 + 1)];
    units.iter().for_each(|unit| digits[unit as usize / 4] |= 1 << (unit % 4));
    let digits = digits.iter().rev().map(|&digit| char::from_digit(u32::from(digit), 16).unwrap_or('0'));
    format!("0x{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks() {
        let of = |text: &str| mask(&Cpus::parse(text).unwrap());
        assert_eq!(["0", "3,4", "0-7", "64,1"].map(of), ["0x1", "0x18", "0xff", "0x10000000000000002"]);
    }
}
