// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which node is this? The number that tells one node from another, from local evidence alone.
//!
//! No single evidence is good everywhere, so the order matters:
//!
//! 1. **The kernel's boot id wins.** It is drawn anew at every boot, and all containers of a node share it. The levels
//!    inside a node are its hardware, and ranks in different containers of one kernel share that hardware.
//! 2. **The host name counts beside it, but only outside containers**, that is in the kernel's first UTS namespace.
//!    There it separates virtual machines that were cloned from one running image and so share a boot id. Inside a
//!    container the host name is the container's, and says nothing about the hardware.
//! 3. **Where there is no boot id** (not Linux, a masked `/proc`), the host name and the machine id have to do.
//!
//! `MPI_COMM_TYPE_SHARED` does not count: it says which transport an MPI chose, and has been wrong (MPICH 5.0.0,
//! pmodels/mpich issue 7814). Where a program asks for it anyway, the exchange of that call brings both opinions
//! together at no cost, and a difference is reported once.

use std::fmt;
use std::fs;
use std::sync::OnceLock;

use crate::logger;
use hsplit_core::hash::hash_parts;

/// The inode of the kernel's first UTS namespace, fixed in the kernel (`PROC_UTS_INIT_INO`).
const FIRST_UTS_NAMESPACE: &str = "uts:[4026531838]";

/// Where Linux has the number that it draws at every boot.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

/// Seven bytes in an exchanged path, the highest bit of which only says that a node is meant. The chance that two of
/// ten thousand nodes get one number is two in ten million.
const BITS: u32 = 49;

/// The evidence on this node; a text that cannot be read is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Evidence {
    boot_id: String,
    host_name: String,
    machine_id: String,
    in_container: bool,
}

/// Looks at this node now, so that its number does not depend on what this process may still open later.
pub fn learn() {
    node();
}

/// This node's number.
pub(crate) fn node() -> u64 {
    static NODE: OnceLock<u64> = OnceLock::new();
    *NODE.get_or_init(|| {
        let evidence = Evidence::here();
        log::debug!("this node: {evidence}");
        evidence.number()
    })
}

/// The names of this host, best first: the one by which Slurm knows it, and the kernel's.
pub fn host_names() -> Vec<String> {
    let slurm =
        std::env::var("SLURMD_NODENAME").ok().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut names: Vec<String> = slurm.into_iter().chain([host_name()]).collect();
    names.dedup();
    names
}

/// What the kernel calls this host, with or without a `/proc`.
fn host_name() -> String {
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
    fn this_node_has_one_number() {
        assert_eq!(node(), node());
    }
}
