// SPDX-License-Identifier: MIT OR Apache-2.0
//! The bindings of the ranks of a job that may cost time.

use std::collections::HashMap;

use crate::runtime::Runtime;
use hsplit_core::cpus::Cpus;
use hsplit_core::hash::hash;
use hsplit_core::machine::Machine;

/// The length of [`record`].
pub const BYTES: usize = 9;

/// The binding of a rank is not remarkable.
const PLAIN: u8 = 0;
const UNBOUND: u8 = 1;
const ACROSS: u8 = 2;

/// Ranks whose bindings may cost time.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    /// Ranks that are not bound.
    pub unbound: u64,
    /// Ranks that are bound to parts of several NUMA nodes.
    pub across_numa: u64,
    /// Ranks that are bound to a core to which another rank is also bound.
    pub sharing_core: u64,
}

/// Returns the binding of this process for rank 0: a byte, and a number for the core to which it is bound, or 0.
pub fn record(runtime: &Runtime, node: u64) -> [u8; BYTES] {
    let known = runtime.machine_of_sources().ok().flatten().zip(runtime.cpus_of_sources().ok().flatten());
    let (kind, core) = known.map_or((PLAIN, None), |(machine, cpus)| found(&machine, &cpus));
    let core = core.map_or(0, |core| hash(&[node, core].map(u64::to_le_bytes).concat()).max(1));
    let mut bytes = [kind; BYTES];
    bytes[1..].copy_from_slice(&core.to_le_bytes());
    bytes
}

/// Returns the kind of a binding, and the first unit of the core inside which it is.
fn found(machine: &Machine, cpus: &Cpus) -> (u8, Option<u64>) {
    let around = |level: &str| {
        let mut all = machine.instances(level).into_iter();
        all.find(|units| cpus.iter().all(|unit| units.contains(&unit))).map(|units| u64::from(units.start))
    };
    let has_several = |level: &str| machine.instances(level).len() > 1;
    let core = around("core");
    if cpus.len() == machine.whole().len() && has_several("core") {
        (UNBOUND, None)
    } else if has_several("numanode") && around("numanode").is_none() {
        (ACROSS, None)
    } else {
        (PLAIN, core)
    }
}

impl Bindings {
    /// Summarises the records of all ranks. A longer text begins with the record.
    pub fn of<'a>(records: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut bindings = Self::default();
        let mut cores: HashMap<&[u8], u64> = HashMap::new();
        for record in records {
            let Some((kind, core)) = record.get(..BYTES).and_then(<[u8]>::split_first) else { continue };
            bindings.unbound += u64::from(*kind == UNBOUND);
            bindings.across_numa += u64::from(*kind == ACROSS);
            if core.iter().any(|byte| *byte != 0) {
                *cores.entry(core).or_default() += 1;
            }
        }
        bindings.sharing_core = cores.into_values().filter(|ranks| *ranks > 1).sum();
        bindings
    }

    /// True if any binding may cost time.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::emulation::Description;
    use hsplit_host::source::topology;

    #[test]
    fn bindings_that_may_cost_time() {
        let description = Description::read("package:2 [numa] core:2 pu:2").expect("a description");
        let system = topology::load_emulated(&description).expect("a machine");
        let machine = system.machine_of(0);
        let of = |units: &str| found(machine, &Cpus::parse(units).expect("units"));
        assert_eq!(of("0-7"), (UNBOUND, None));
        assert_eq!(of("3-4"), (ACROSS, None));
        assert_eq!(of("4-7"), (PLAIN, None));
        assert_eq!([of("4"), of("4-5"), of("6")], [(PLAIN, Some(4)), (PLAIN, Some(4)), (PLAIN, Some(6))]);
        let record = |kind: u8, core: u8| [kind, core, 0, 0, 0, 0, 0, 0, 0, 77];
        let all = [record(PLAIN, 4), record(PLAIN, 6), record(PLAIN, 4), record(UNBOUND, 0), record(ACROSS, 0)];
        let found = Bindings::of(all.iter().map(|record| &record[..]));
        assert_eq!(found, Bindings { unbound: 1, across_numa: 1, sharing_core: 2 });
        assert!(found.any() && !Bindings::of(std::iter::empty()).any());
    }
}
