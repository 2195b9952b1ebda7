// SPDX-License-Identifier: MIT OR Apache-2.0
//! The advice of `hsplit doctor` that follows from the findings.

use hsplit_core::level::{MACHINE, ring_name};

use super::Here;

/// Returns the level at which splits of processes like this one end, and the remedy.
pub(crate) fn of(here: &Here) -> Vec<String> {
    if here.disabled {
        return vec![
            "The library is disabled in all processes (HSPLIT_DISABLE): native calls run untouched, and its own splits \
             give MPI_COMM_NULL."
                .to_owned(),
        ];
    }
    let mut advice = vec![binding(here)];
    if here.reorders {
        advice.push(
            "Calls that pass reorder=1 give new numbers to the ranks of their communicator (HSPLIT_REORDER): a program \
             that uses the old ones there gets wrong results."
                .to_owned(),
        );
    }
    if here.dimensions > 0 {
        let last = ring_name(here.dimensions - 1);
        advice.push(format!(
            "The network is a torus: unguided splits halve it, and splits at {} to {last} give the rings along each \
             dimension.",
            ring_name(0)
        ));
    } else if !here.has_network() {
        advice.push(
            "No source has the network: ranks on different nodes are distinguished, and no switch is \
             (HSPLIT_TOPOLOGY_FILE, or HSPLIT_SOURCES=default,measured)."
                .to_owned(),
        );
    }
    if here.process.is_none() {
        advice.push(
            "A job's processes are bound by its launcher, with its own options: run 'mpiexec -n 4 ... hsplit doctor' \
             with those."
                .to_owned(),
        );
    }
    advice
}

fn binding(here: &Here) -> String {
    let lowest = here.lowest();
    match here.bound {
        _ if here.emulated => {
            format!(
                "The machine is the emulated one of HSPLIT_EMULATE, not this one: splits go down to {lowest}, which \
                 its bind= decides."
            )
        }
        None => {
            format!("The binding of this process cannot be read, so that it counts as unbound: splits end at {lowest}.")
        }
        Some(bound) if bound.is_unbound() => format!(
            "Ranks are not bound: they may run on every PU of the node, and splits end at {lowest}. Pass \
             --bind-to core (Open MPI), -bind-to core (MPICH), I_MPI_PIN_DOMAIN=core (Intel MPI) or \
             --cpu-bind=cores (Slurm's srun)."
        ),
        Some(_) if lowest == MACHINE => {
            "The PUs that this process is bound to lie in no one level below the node, so that splits end at Machine: \
             bind it to a package, a NUMA node, a cache or a core."
                .to_owned()
        }
        Some(_) => format!(
            "Splits of processes bound like this one go down to {lowest}, and end there; earlier, with MPI_COMM_NULL, \
             where no two ranks are left to part."
        ),
    }
}
