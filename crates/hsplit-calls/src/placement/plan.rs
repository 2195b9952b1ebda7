// SPDX-License-Identifier: MIT OR Apache-2.0
//! The meaning of a shape on a node: its workers, and the members for which each member waits.

use std::sync::Arc;

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{self, Election, ElectionError, Member, Node, Options, Remains, Smt, Worker};
use hsplit_core::hash::hash_parts;
use hsplit_core::machine::Machine;
use hsplit_core::shape::Shape;
use hsplit_memory::phase_memory::PhasePart;

/// A node and its ranks.
pub struct Ground {
    /// The topology of the node.
    pub machine: Arc<Machine>,
    /// The units that may be given to workers.
    pub share: Cpus,
    /// The units that its ranks may use together.
    pub allowed: Cpus,
    /// Its ranks, in order. No home is empty.
    pub members: Vec<Member>,
}

impl Ground {
    fn node(&self) -> Node<'_> {
        Node { machine: &self.machine, share: &self.share, members: &self.members }
    }

    /// Returns the remaining units if these are lost; `None`: all units.
    fn remains(&self, lost: &Cpus) -> Option<Remains> {
        (!lost.is_empty()).then(|| Remains::of(&self.node(), &self.allowed.difference(lost)))
    }

    /// Returns the number of cores to which the ranks of the node are bound together.
    pub fn cores(&self) -> usize {
        let homes = election::share_of_homes(&self.machine, &self.members);
        self.machine.slots().into_iter().filter(|core| homes.intersects(&Cpus::from(core.clone()))).count()
    }
}

/// The meaning of a shape for one rank of a node.
pub struct Plan {
    /// The rank as a worker, with its index on the node.
    pub own: Option<(usize, Worker)>,
    /// The number of workers on the node.
    pub workers: usize,
    /// The members for which it waits.
    pub part: PhasePart,
    /// Differs if the shape or its options do.
    pub hash: u64,
}

impl Plan {
    /// Computes the meaning of a shape for the member with this index if the node has lost some units.
    ///
    /// # Errors
    /// The shape does not fit the node.
    pub fn new(
        ground: &Ground,
        lost: &Cpus,
        own: usize,
        shape: &Shape,
        options: &Options,
    ) -> Result<Self, ElectionError> {
        let remains = ground.remains(lost);
        let (election, members) = match &remains {
            None => (election::elect(&ground.node(), shape, options)?, &ground.members),
            Some(remains) => (election::elect_on_remains(&ground.node(), remains, shape, options)?, &remains.members),
        };
        Ok(Self {
            own: election.of(own).map(|(index, worker)| (index, worker.clone())),
            workers: election.workers.len(),
            part: part(&ground.machine, members, own, &election, options),
            hash: hash_parts(&[shape.to_string().as_bytes(), format!("{options:?}").as_bytes()]),
        })
    }
}

/// Returns the members for which a member waits. A worker begins when the owners of its processors have arrived: the
/// ranks whose home intersects its part, or all if some of it are in no home, because any may still work there. A phase
/// ends for a rank when it has ended for the other workers that hold units of its home, except units that the rank
/// holds itself: it may share these with other workers in the phase, too.
fn part(machine: &Machine, members: &[Member], own: usize, election: &Election, options: &Options) -> PhasePart {
    let held: Vec<(usize, Cpus)> =
        election.workers.iter().map(|worker| (worker.member, held_by(machine, worker, options))).collect();
    let homes = cores_of(machine, &election::share_of_homes(machine, members));
    let owners = |cpus: &Cpus| -> Vec<usize> {
        let all = !cpus.is_subset(&homes);
        (0..members.len()).filter(|&member| all || cpus.intersects(&members[member].home)).collect()
    };
    let is_mine = |(member, cpus): &&(usize, Cpus)| *member != own && cpus.intersects(&members[own].home);
    let around: Vec<&(usize, Cpus)> = held.iter().filter(is_mine).collect();
    let kept = held.iter().find(|(member, _)| *member == own).map(|(_, cpus)| cpus);
    let returns_to = members[own].home.difference(kept.unwrap_or(&Cpus::default()));
    PhasePart {
        awaits: kept.map_or_else(Vec::new, owners),
        completes: around.iter().map(|(member, cpus)| (*member, owners(cpus))).collect(),
        until: around.iter().filter(|(_, cpus)| cpus.intersects(&returns_to)).map(|(member, _)| *member).collect(),
        all: false,
    }
}

/// Returns the units that a worker withholds from others, including the processing units of its cores that it leaves
/// idle.
fn held_by(machine: &Machine, worker: &Worker, options: &Options) -> Cpus {
    if options.smt == Smt::All {
        return worker.cpus.clone();
    }
    cores_of(machine, &worker.cpus)
}

/// Returns the units of the cores to which these belong.
fn cores_of(machine: &Machine, cpus: &Cpus) -> Cpus {
    let touched = machine.slots().into_iter().map(Cpus::from).filter(|core| core.intersects(cpus));
    touched.fold(Cpus::default(), |units, core| units.union(&core))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    use hsplit_core::machine::RawObject;

    fn raw(name: &str, units: Range<u32>, children: Vec<RawObject>) -> RawObject {
        RawObject { name: hsplit_core::name::Name::new(name), units, children, memory: vec![] }
    }

    /// Two packages of two cores of two units.
    fn ground(homes: &[&str]) -> Ground {
        let core = |n: u32| raw("Core", 2 * n..2 * n + 2, vec![]);
        let package = |n: u32| raw("Package", 4 * n..4 * n + 4, vec![core(2 * n), core(2 * n + 1)]);
        let machine = Machine::new(&raw("Machine", 0..8, vec![package(0), package(1)]), (0..8).collect(), false);
        let member = |(rank, home): (usize, &&str)| Member { rank: rank as u32, home: Cpus::parse(home).unwrap() };
        Ground {
            machine: Arc::new(machine),
            share: Cpus::from(0..8),
            allowed: Cpus::from(0..8),
            members: homes.iter().enumerate().map(member).collect(),
        }
    }

    fn part_of(ground: &Ground, own: usize, shape: &str, options: &Options) -> PhasePart {
        Plan::new(ground, &Cpus::default(), own, &Shape::parse(shape).unwrap(), options).unwrap().part
    }

    #[test]
    fn a_worker_waits_for_the_owners_of_its_part() {
        let ground = ground(&["0-1", "2-3", "4-5", "6-7"]);
        let options = Options::default();
        let package = Shape::parse("Package").unwrap();
        let plan = Plan::new(&ground, &Cpus::default(), 2, &package, &options).unwrap();
        assert_eq!((plan.workers, plan.own.as_ref().unwrap().0), (2, 1));
        assert_eq!(plan.own.unwrap().1.cpus.to_string(), "4-7");
        assert_eq!(plan.part, PhasePart { awaits: vec![2, 3], ..PhasePart::default() });
        let parked = PhasePart { completes: vec![(2, vec![2, 3])], until: vec![2], ..PhasePart::default() };
        assert_eq!(part_of(&ground, 3, "Package", &options), parked);
        assert_eq!(ground.cores(), 4);
    }

    #[test]
    fn a_worker_on_units_of_no_home_waits_for_all() {
        // No rank is bound to the second package. In the phase before, any rank may have worked there.
        let of = |homes: &[&str]| {
            let ground = ground(homes);
            let package = Shape::parse("Package").unwrap();
            let plans = (0..homes.len())
                .map(|own| Plan::new(&ground, &Cpus::default(), own, &package, &Options::default()).unwrap());
            let workers = plans.filter(|plan| plan.own.is_some());
            workers.map(|plan| (plan.own.unwrap().1.cpus.to_string(), plan.part.awaits)).collect::<Vec<_>>()
        };
        assert_eq!(of(&["0", "1", "2-3"]), [("0-7".into(), vec![0, 1, 2])]);
        assert_eq!(of(&["0-3", "4"]), [("0-3".into(), vec![0]), ("4-7".into(), vec![0, 1])]);
        // One unit of each core is in a home.
        assert_eq!(of(&["0", "2", "4", "6"]), [("0-3".into(), vec![0, 1]), ("4-7".into(), vec![2, 3])]);
    }

    #[test]
    fn who_owns_more_waits_for_more() {
        // Rank 2 is bound to all units.
        let ground = ground(&["0-3", "4-7", "0-7"]);
        let part = part_of(&ground, 2, "Package", &Options::default());
        assert_eq!(part.completes, [(0, vec![0, 2]), (1, vec![1, 2])]);
        assert_eq!((part.until, part.awaits.len()), (vec![0, 1], 0));
    }

    #[test]
    fn units_that_a_worker_leaves_idle_are_its_own() {
        let ground = ground(&["0", "1", "2-3"]);
        let one = Options { smt: Smt::One, ..Options::default() };
        assert_eq!(part_of(&ground, 0, "Package", &one).awaits, [0, 1, 2]);
        assert_eq!(part_of(&ground, 1, "Package", &one).until, [0]);
    }

    #[test]
    fn a_worker_returns_when_its_home_is_free() {
        // Three cores for two workers: rank 1 works on the core of rank 2, rank 0 on that of rank 1.
        let cores = (0..3).map(|n| raw("Core", n..n + 1, vec![])).collect();
        let machine = Machine::new(&raw("Machine", 0..3, vec![raw("Package", 0..3, cores)]), (0..3).collect(), false);
        let member = |rank| Member { rank, home: Cpus::from(rank..rank + 1) };
        let (all, members) = (Cpus::from(0..3), (0..3).map(member).collect());
        let ground = Ground { machine: Arc::new(machine), share: all.clone(), allowed: all, members };
        let parts = [0, 1, 2].map(|own| part_of(&ground, own, "Package*2", &Options::default()));
        assert_eq!([&parts[0].awaits, &parts[1].awaits], [&vec![0, 1], &vec![2]]);
        assert_eq!(parts.map(|part| part.until), [vec![], vec![0], vec![1]]);
    }

    #[test]
    fn workers_with_one_home_return_together() {
        let ground = ground(&["0-7", "0-7"]);
        let until = |own| part_of(&ground, own, "Package", &Options::default()).until;
        assert_eq!([until(0), until(1)], [vec![1], vec![0]]);
        // All ranks work on all units, and none waits.
        assert_eq!(part_of(&ground, 0, "all", &Options::default()).until.len(), 0);
    }

    #[test]
    fn all_work_beside_each_other() {
        let ground = ground(&["0-1", "2-3"]);
        let part = part_of(&ground, 1, "all", &Options::default());
        assert_eq!(part, PhasePart { awaits: vec![1], ..PhasePart::default() });
    }
    #[test]
    fn what_is_lost_is_nobodys() {
        let ground = ground(&["0-1", "2-3", "4-5", "6-7"]);
        let plan = |own: usize, lost: &str| {
            let package = Shape::parse("Package").unwrap();
            Plan::new(&ground, &Cpus::parse(lost).unwrap(), own, &package, &Options::default()).unwrap()
        };
        let worker = |own, lost| plan(own, lost).own.map(|(_, worker)| (worker.cpus.to_string(), worker.threads));
        assert_eq!(worker(2, "6-7"), Some(("4-5".into(), 1)));
        // Rank 3 has lost its core, and runs on the remaining units.
        assert_eq!(plan(2, "6-7").part.awaits, [2, 3]);
        assert_eq!(plan(3, "6-7").part.until, [0, 2]);
        // Nothing remains of the second package: the workers stay, and share the first one.
        assert_eq!((worker(0, "4-7"), worker(2, "4-7")), (Some(("0-3".into(), 2)), Some(("0-3".into(), 2))));
        assert_eq!(plan(0, "4-7").part.awaits, [0, 1, 2, 3]);
        assert_eq!(plan(1, "4-7").part.until, [0, 2]);
        assert_eq!(plan(0, "4-7").hash, plan(0, "").hash);
    }
}
