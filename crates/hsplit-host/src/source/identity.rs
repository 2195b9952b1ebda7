// SPDX-License-Identifier: MIT OR Apache-2.0
//! The number that distinguishes this node from others, computed from local data.
//!
//! No single property is reliable everywhere, so there is an order:
//!
//! 1. **The kernel's boot id.** It is random at every boot, and equal in all containers of a node. The levels inside a
//!    node are its hardware, and ranks in different containers of one kernel share that hardware.
//! 2. **The host name in addition, but only outside containers**, that is in the kernel's first UTS namespace. There it
//!    distinguishes virtual machines that were cloned from one running image and so have equal boot ids. Inside a
//!    container the host name is the container's, and independent of the hardware.
//! 3. **Without a boot id** (not Linux, a masked `/proc`), the host name and the machine id.
//!
//! `MPI_COMM_TYPE_SHARED` is not used: it depends on the transport that an MPI has selected, and has been wrong (MPICH
//! 5.0.0, pmodels/mpich issue 7814). If a program requests it, the exchange of that call compares both results at no
//! cost, and a difference is reported once.

use std::fmt;
use std::fs;
use std::sync::OnceLock;

use crate::logger;
use crate::preload::foreign_variable;
use hsplit_core::hash::hash_parts;

/// The inode of the kernel's first UTS namespace, fixed in the kernel (`PROC_UTS_INIT_INO`).
const FIRST_UTS_NAMESPACE: &str = "uts:[4026531838]";

/// Linux's file with a random number that changes at every boot.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

/// Seven bytes in an exchanged path, whose highest bit marks a node. The probability that two of ten thousand nodes get
/// the same number is two in ten million.
const BITS: u32 = 49;

/// The properties of this node; a text that cannot be read is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Evidence {
    boot_id: String,
    host_name: String,
    machine_id: String,
    in_container: bool,
}

/// Computes this node's number now, so that it does not depend on the files that this process may open later.
pub fn learn() {
    node();
}

pub(crate) fn node() -> u64 {
    static NODE: OnceLock<u64> = OnceLock::new();
    *NODE.get_or_init(|| {
        let evidence = Evidence::here();
        log::debug!("this node: {evidence}");
        evidence.number()
    })
}

/// Variables of launchers that give every process the environment of their first one: Hydra, of MPICH and Intel MPI,
/// and Flux. All processes then have Slurm's variables of the job's first node.
const PASSED_ON: &[&str] = &["MPI_LOCALRANKID", "FLUX_TASK_LOCAL_ID"];

/// The names of this host, best first: Slurm's name and the kernel's.
pub fn host_names() -> Vec<String> {
    names(host_name(), foreign_variable)
}

/// The best name of this host.
pub fn best_host_name() -> String {
    host_names().into_iter().next().unwrap_or_default()
}

/// The names of a host with this name in the kernel and this environment. Slurm's name is left out if it may be that of
/// another host.
fn names(kernel: String, variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let slurm = variable("SLURMD_NODENAME").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let slurm = slurm.filter(|slurm| is_one_host(slurm, &kernel) || !is_passed_on(variable));
    let mut names: Vec<String> = slurm.into_iter().chain([kernel]).collect();
    names.dedup();
    names
}

/// True if this process may have the environment of a process on another host.
pub(crate) fn is_passed_on(variable: impl Fn(&str) -> Option<String>) -> bool {
    PASSED_ON.iter().any(|name| variable(name).is_some())
}

/// True if two names may mean one host, one of them possibly without its domain.
pub(crate) fn is_one_host(a: &str, b: &str) -> bool {
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    a.eq_ignore_ascii_case(b) || (short(a) == short(b) && (!a.contains('.') || !b.contains('.')))
}

/// A number for this node if it was found by another name than the kernel's: no other node and no switch has it.
pub(crate) fn number_of_called(number: u64) -> u64 {
    let hash = hash_parts(&[b"called", &node().to_le_bytes(), &number.to_le_bytes()]);
    hash & ((1 << BITS) - 1) | 1 << (BITS - 1)
}

/// The kernel's name of this host, also without a `/proc`.
pub(crate) fn host_name() -> String {
    rustix::system::uname().nodename().to_bytes().iter().map(|&byte| char::from(byte)).collect()
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |text: &str| if text.is_empty() { "unknown".to_owned() } else { text.to_owned() };
        let (boot, host, machine) = (known(&self.boot_id), known(&self.host_name), known(&self.machine_id));
        let place = if self.in_container { "inside a container" } else { "outside containers" };
        write!(f, "boot id {boot}, host name {host}, machine id {machine}, {place}")
    }
}

impl Evidence {
    fn here() -> Self {
        let read = |path: &str| fs::read_to_string(path).map(|text| text.trim().to_owned());
        let boot_id = read(BOOT_ID).unwrap_or_else(|error| {
            log::warn!(
                target: logger::NODE,
                "this node is known by its host name alone, because {BOOT_ID} cannot be read ({error}); a process that \
                 can read it is taken to be on another node"
            );
            String::new()
        });
        let namespace = fs::read_link("/proc/self/ns/uts").unwrap_or_default();
        Self {
            boot_id,
            host_name: host_name(),
            machine_id: read("/etc/machine-id").unwrap_or_default(),
            in_container: namespace.to_str() != Some(FIRST_UTS_NAMESPACE),
        }
    }

    fn number(&self) -> u64 {
        self.hash() & ((1 << BITS) - 1)
    }

    fn hash(&self) -> u64 {
        let part = str::as_bytes;
        match (self.boot_id.is_empty(), self.in_container) {
            (false, true) => hash_parts(&[b"boot", part(&self.boot_id)]),
            (false, false) => hash_parts(&[b"boot", part(&self.boot_id), part(&self.host_name)]),
            (true, _) => hash_parts(&[b"host", part(&self.host_name), part(&self.machine_id)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(boot_id: &str, host_name: &str, in_container: bool) -> Evidence {
        Evidence { boot_id: boot_id.into(), host_name: host_name.into(), machine_id: "m".into(), in_container }
    }

    #[test]
    fn containers_of_one_kernel_are_one_node() {
        assert_eq!(evidence("b", "c1", true).number(), evidence("b", "c2", true).number());
        assert_ne!(evidence("b", "c1", true).number(), evidence("d", "c1", true).number());
    }

    #[test]
    fn clones_with_one_boot_id_are_different_nodes() {
        assert_ne!(evidence("b", "vm1", false).number(), evidence("b", "vm2", false).number());
    }

    #[test]
    fn without_a_boot_id_the_host_name_has_to_do() {
        assert_ne!(evidence("", "n1", false).number(), evidence("", "n2", false).number());
        assert_eq!(evidence("", "n1", true).number(), evidence("", "n1", false).number());
    }

    #[test]
    fn the_evidence_is_told_in_words() {
        assert_eq!(
            evidence("", "n1", true).to_string(),
            "boot id unknown, host name n1, machine id m, inside a container"
        );
    }

    #[test]
    fn a_name_that_a_launcher_has_passed_on_is_no_name_of_this_host() {
        let of = |slurm: &'static str, launcher: &'static str| {
            let variable = move |name: &str| match name {
                "SLURMD_NODENAME" => Some(slurm.to_owned()),
                _ => (name == launcher).then(|| "0".to_owned()),
            };
            names("n1.site.fr".to_owned(), variable).join(" ")
        };
        assert_eq!([of("", "none"), of(" ", "MPI_LOCALRANKID")], ["n1.site.fr"; 2]);
        assert_eq!([of("N1", "none"), of("N1", "MPI_LOCALRANKID")], ["N1 n1.site.fr"; 2]);
        assert_eq!(of("n1.other.fr", "FLUX_TASK_LOCAL_ID"), "n1.site.fr");
        assert_eq!(of("n0", "OMPI_COMM_WORLD_LOCAL_RANK"), "n0 n1.site.fr");
        assert_eq!([of("n0", "MPI_LOCALRANKID"), of("n0", "FLUX_TASK_LOCAL_ID")], ["n1.site.fr"; 2]);
    }

    #[test]
    fn a_node_that_is_called_otherwise_has_a_number_of_its_own() {
        let numbers = [0, 1, node()].map(number_of_called);
        assert!(numbers.iter().all(|number| number >> (BITS - 1) == 1));
        assert!(numbers[0] != numbers[1] && numbers[0] != node() && numbers[2] != numbers[0]);
    }

    #[test]
    fn this_node_has_one_number() {
        assert_eq!(node(), node());
    }
}
