// SPDX-License-Identifier: MIT OR Apache-2.0
//! The objects of a node as QUO counts them: by type, in hwloc's logical order, each a set of processing units.
//!
//! The whole node is counted, including units that a cgroup withholds from this process. (libquo leaves them out, so
//! that counts and numbers differ between processes of a node: lanl/libquo 40.)

use std::ffi::c_int;
use std::sync::Arc;

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;

use crate::codes::{Code, Kind, Units};

/// The objects of a node.
pub(crate) struct Objects {
    machine: Arc<Machine>,
    /// The counted units. All sets have logical numbers.
    units: Cpus,
}

impl Objects {
    pub(crate) fn new(machine: Arc<Machine>, which: Units) -> Self {
        let units = match which {
            Units::All => machine.whole().into(),
            Units::FirstOfCores => machine.slots().into_iter().map(|core| core.start).collect(),
        };
        Self { machine, units }
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the counted units of a binding. As in libquo, a process that is bound only to the second units of cores
    /// has none if only first units count.
    pub(crate) fn counted(&self, binding: &Cpus) -> Cpus {
        binding.intersection(&self.units)
    }

    /// Returns every object of a type. Objects with memory only have no units.
    pub(crate) fn all(&self, kind: Kind) -> Vec<Cpus> {
        let runs = self.machine.counted(kind.level());
        let objects = runs.into_iter().map(|run| (run.is_empty(), Cpus::from(run).intersection(&self.units)));
        objects.filter(|(of_memory, units)| *of_memory || !units.is_empty()).map(|(_, units)| units).collect()
    }

    /// Returns one object of a type.
    pub(crate) fn one(&self, kind: Kind, index: c_int) -> Result<Cpus, Code> {
        let index = usize::try_from(index).map_err(|_| Code::InvalidArgument)?;
        self.all(kind).into_iter().nth(index).ok_or(Code::InvalidArgument)
    }

    /// Returns the number of objects of a type inside some units.
    pub(crate) fn inside(&self, units: &Cpus, kind: Kind) -> usize {
        self.all(kind).iter().filter(|object| !object.is_empty() && object.is_subset(units)).count()
    }

    /// Returns the first object of a type that shares units with a binding: libquo's rule, also for a binding that
    /// spans several.
    pub(crate) fn first_of(&self, kind: Kind, binding: &Cpus) -> Result<Cpus, Code> {
        self.all(kind).into_iter().find(|object| object.intersects(binding)).ok_or(Code::NotFound)
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
        assert_eq!(objects.first_of(Kind::Core, &Cpus::from(2..4)), Ok(Cpus::from(2..3)));
        assert_eq!(objects.first_of(Kind::Package, &Cpus::from(3..5)), Ok([4, 6].into_iter().collect()));
        assert_eq!(objects.counted(&Cpus::from(3..5)), Cpus::from(4..5));
        // A binding to second units has no counted units.
        assert_eq!(objects.counted(&Cpus::from(7..8)), Cpus::default());
        for kind in [Kind::Core, Kind::Package, Kind::Machine] {
            assert_eq!(objects.first_of(kind, &Cpus::from(7..8)), Err(Code::NotFound), "{kind:?}");
        }
    }

    #[test]
    fn the_first_object_that_the_binding_touches() {
        let objects = objects(Units::All);
        for (kind, binding, expected) in [
            (Kind::Machine, 0..8, Ok(Cpus::from(0..8))),
            (Kind::Package, 5..6, Ok(Cpus::from(4..8))),
            (Kind::NumaNode, 4..8, Ok(Cpus::from(4..8))),
            (Kind::Pu, 5..6, Ok(Cpus::from(5..6))),
            (Kind::Core, 5..7, Ok(Cpus::from(4..6))),
            (Kind::Package, 3..5, Ok(Cpus::from(0..4))),
            (Kind::Pu, 0..8, Ok(Cpus::from(0..1))),
            (Kind::Machine, 0..0, Err(Code::NotFound)),
        ] {
            assert_eq!(objects.first_of(kind, &binding.clone().into()), expected, "{kind:?} {binding:?}");
        }
    }
}
