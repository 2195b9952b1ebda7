// SPDX-License-Identifier: MIT OR Apache-2.0
//! The objects of a node as QUO counts them: by type, in hwloc's logical order, each a set of processing units.
//!
//! Counted is the whole node, also what a cgroup keeps from this process. (libquo leaves that out, so that counts and
//! numbers differ between processes of a node: lanl/libquo 40.)

use std::ffi::c_int;
use std::sync::Arc;

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;

use crate::codes::{Code, Kind, Units};

/// The objects of a node.
pub(crate) struct Objects {
    machine: Arc<Machine>,
    /// The units that count. All sets have logical numbers.
    units: Cpus,
    which: Units,
}

impl Objects {
    pub(crate) fn new(machine: Arc<Machine>, which: Units) -> Self {
        let units = match which {
            Units::All => machine.whole().into(),
            Units::FirstOfCores => machine.slots().into_iter().map(|core| core.start).collect(),
        };
        Self { machine, units, which }
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// A binding in units that count: where one unit stands for its core, a process on another unit of the core has the
    /// core too. Only such sets may be compared with those of objects.
    pub(crate) fn counted(&self, binding: &Cpus) -> Cpus {
        match self.which {
            Units::All => binding.intersection(&self.units),
            Units::FirstOfCores => {
                let cores = self.machine.slots().into_iter();
                cores.filter(|core| binding.intersects(&Cpus::from(core.clone()))).map(|core| core.start).collect()
            }
        }
    }

    /// Every object of a type. Those of memory alone have no units.
    pub(crate) fn all(&self, kind: Kind) -> Vec<Cpus> {
        let runs = self.machine.counted(kind.level());
        let objects = runs.into_iter().map(|run| (run.is_empty(), Cpus::from(run).intersection(&self.units)));
        objects.filter(|(of_memory, units)| *of_memory || !units.is_empty()).map(|(_, units)| units).collect()
    }

    /// One object of a type.
    pub(crate) fn one(&self, kind: Kind, index: c_int) -> Result<Cpus, Code> {
        let index = usize::try_from(index).map_err(|_| Code::InvalidArgument)?;
        self.all(kind).into_iter().nth(index).ok_or(Code::InvalidArgument)
    }

    /// How many objects of a type lie inside some units.
    pub(crate) fn inside(&self, units: &Cpus, kind: Kind) -> usize {
        self.all(kind).iter().filter(|object| !object.is_empty() && object.is_subset(units)).count()
    }

    /// The first object of a type that has all units of a binding.
    pub(crate) fn around(&self, kind: Kind, binding: &Cpus) -> Result<Cpus, Code> {
        let binding = self.counted(binding);
        let has_all = |object: &Cpus| !binding.is_empty() && binding.is_subset(object);
        self.all(kind).into_iter().find(has_all).ok_or(Code::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hsplit_core::machine::{Counted, RawObject};
    use hsplit_core::name::Name;

    fn raw(name: &str, units: std::ops::Range<u32>, children: Vec<RawObject>) -> RawObject {
        RawObject { name: Name::new(name), units, children, memory: vec![] }
    }

    /// Two packages of two cores with two units each; three NUMA nodes: one of each package, one without units.
    fn objects(units: Units) -> Objects {
        let pu = |unit| raw("PU", unit..unit + 1, vec![]);
        let core = |first| raw("Core", first..first + 2, vec![pu(first), pu(first + 1)]);
        let package = |first| raw("Package", first..first + 4, vec![core(first), core(first + 2)]);
        let root = raw("Machine", 0..8, vec![package(0), package(4)]);
        let nodes = Counted { name: Name::new("NUMANode"), units: vec![0..4, 4..8, 0..0] };
        let machine = Machine::new(&root, (0..8).rev().collect(), true).with_counted(vec![nodes]);
        Objects::new(Arc::new(machine), units)
    }

    fn counts(objects: &Objects) -> [usize; 5] {
        [Kind::Machine, Kind::NumaNode, Kind::Package, Kind::Core, Kind::Pu].map(|kind| objects.all(kind).len())
    }

    #[test]
    fn everything_is_counted() {
        let objects = objects(Units::All);
        assert_eq!(counts(&objects), [1, 3, 2, 4, 8]);
        assert_eq!(objects.one(Kind::Core, 3), Ok(Cpus::from(6..8)));
        assert_eq!(objects.one(Kind::NumaNode, 2), Ok(Cpus::default()));
        for (kind, index) in [(Kind::Core, 4), (Kind::Core, -1), (Kind::Machine, 1)] {
            assert_eq!(objects.one(kind, index), Err(Code::InvalidArgument), "{kind:?} {index}");
        }
        let package = objects.one(Kind::Package, 1).unwrap();
        let inside = |kind| objects.inside(&package, kind);
        assert_eq!([Kind::Machine, Kind::NumaNode, Kind::Package, Kind::Core, Kind::Pu].map(inside), [0, 1, 1, 2, 4]);
    }

    #[test]
    fn one_unit_of_each_core() {
        let objects = objects(Units::FirstOfCores);
        assert_eq!(counts(&objects), [1, 3, 2, 4, 4]);
        assert_eq!(objects.one(Kind::Pu, 3), Ok(Cpus::from(6..7)));
        assert_eq!(objects.one(Kind::Package, 1), Ok([4, 6].into_iter().collect()));
        assert_eq!(objects.inside(&objects.one(Kind::Package, 0).unwrap(), Kind::Pu), 2);
        // A binding with both units of a core is inside the core.
        assert_eq!(objects.around(Kind::Core, &Cpus::from(2..4)), Ok(Cpus::from(2..3)));
        // So is one with the second unit alone.
        assert_eq!(objects.around(Kind::Core, &Cpus::from(7..8)), Ok(Cpus::from(6..7)));
        assert_eq!(objects.around(Kind::Package, &Cpus::from(7..8)), Ok([4, 6].into_iter().collect()));
        assert_eq!(objects.around(Kind::Package, &Cpus::from(3..5)), Err(Code::NotFound));
        assert_eq!(objects.around(Kind::Machine, &Cpus::default()), Err(Code::NotFound));
        assert_eq!(objects.counted(&Cpus::from(3..5)), [2, 4].into_iter().collect());
    }

    #[test]
    fn the_first_object_that_has_the_binding() {
        let objects = objects(Units::All);
        for (kind, binding, expected) in [
            (Kind::Machine, 0..8, Ok(Cpus::from(0..8))),
            (Kind::Package, 5..6, Ok(Cpus::from(4..8))),
            (Kind::NumaNode, 4..8, Ok(Cpus::from(4..8))),
            (Kind::Pu, 5..6, Ok(Cpus::from(5..6))),
            (Kind::Core, 5..7, Err(Code::NotFound)),
            (Kind::Package, 3..5, Err(Code::NotFound)),
        ] {
            assert_eq!(objects.around(kind, &binding.clone().into()), expected, "{kind:?} {binding:?}");
        }
    }
}
