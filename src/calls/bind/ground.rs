// SPDX-License-Identifier: MIT OR Apache-2.0
//! The node that a process is bound on, as the binding stack needs it: found once, at the first call.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::calls::runtime::Runtime;
use crate::error::Error;
use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use hsplit_host::affinity::{self, Mask};
use hsplit_host::source::topology;

/// A node, and what this process may use of it.
pub struct Ground {
    machine: Arc<Machine>,
    allowed: Cpus,
    /// Its cores, or its processing units where it has none.
    cores: Vec<Range<u32>>,
}

impl Ground {
    /// The node of this process.
    ///
    /// # Errors
    /// What the native MPI says; nothing is known of the node.
    pub fn of(runtime: &Runtime) -> Result<&'static Self, Error> {
        static GROUND: OnceLock<Ground> = OnceLock::new();
        if let Some(ground) = GROUND.get() {
            return Ok(ground);
        }
        let machine = runtime.machine_of_sources()?.ok_or(Error::UnknownNode)?;
        Ok(GROUND.get_or_init(|| Self::new(machine)))
    }

    fn new(machine: Arc<Machine>) -> Self {
        let allowed = if machine.is_this_system() { allowed_on(&machine) } else { Cpus::default() };
        let allowed = if allowed.is_empty() { Cpus::from_range(machine.whole()) } else { allowed };
        Self { cores: machine.slots(), machine, allowed }
    }

    /// The inside of the node.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// What the operating system lets this process have.
    pub fn allowed(&self) -> &Cpus {
        &self.allowed
    }

    /// All processing units.
    pub fn whole(&self) -> Cpus {
        Cpus::from_range(self.machine.whole())
    }

    /// Whether masks of the operating system's bind on this node.
    pub fn is_real(&self) -> bool {
        self.machine.is_this_system()
    }

    /// The mask of some units.
    pub fn mask_of(&self, cpus: &Cpus) -> Mask {
        self.machine.to_os(cpus).into_iter().map(|unit| unit as usize).collect()
    }

    /// The units of a mask.
    pub fn cpus_of(&self, mask: &Mask) -> Cpus {
        cpus_of(&self.machine, mask)
    }

    /// How many cores some units are of.
    pub fn cores_in(&self, cpus: &Cpus) -> u32 {
        self.touched(cpus).map(|cores| cores.len() as u32).sum()
    }

    /// What some units are of each core.
    pub fn parts_of(&self, cpus: &Cpus) -> Vec<Cpus> {
        let cores = self.touched(cpus).flat_map(|cores| &self.cores[cores]);
        cores.map(|core| cpus.intersection(&Cpus::from_range(core.clone()))).collect()
    }

    /// The cores that some units are of, as runs of their numbers.
    fn touched<'a>(&'a self, cpus: &'a Cpus) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut done = 0;
        cpus.runs().map(move |run| {
            let first = self.cores.partition_point(|core| core.end <= *run.start());
            let end = self.cores.partition_point(|core| core.start <= *run.end());
            let new = first.max(done)..end.max(done);
            done = new.end;
            new
        })
    }

    /// Units by the operating system's numbers.
    pub fn in_words(&self, cpus: &Cpus) -> String {
        self.machine.to_os(cpus).into_iter().collect::<Cpus>().to_string()
    }

    /// A binding in words: its units by the operating system's numbers, then the narrowest instance that holds them.
    pub fn describe(&self, cpus: &Cpus) -> String {
        let (name, number) = self.machine.numbered_around(cpus);
        format!("{} {name}:{number}", self.in_words(cpus))
    }
}

fn allowed_on(machine: &Machine) -> Cpus {
    let mask = affinity::allowed().ok().or_else(topology::allowed);
    mask.map(|mask| cpus_of(machine, &mask)).unwrap_or_default()
}

fn cpus_of(machine: &Machine, mask: &Mask) -> Cpus {
    machine.to_logical(&mask.iter().map(|unit| unit as u32).collect())
}
