// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random nodes with random bindings: properties of every election, and comparisons with the oracle.

use std::collections::BTreeSet;

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{
    Election, ElectionError, Member, Node, Options, Remains, Smt, ThreadCount, elect, elect_on_remains, share_of_homes,
};
use hsplit_core::level::canonical;
use hsplit_core::machine::Machine;
use hsplit_core::shape::Shape;
use hsplit_testing::random_machine::{Raw, Tape};
use proptest::prelude::*;

use crate::oracle::Oracle;

/// A node with ranks, and the arguments of an election.
#[derive(Debug)]
struct Case {
    raw: Raw,
    machine: Machine,
    members: Vec<Member>,
    share: Cpus,
    shape: Shape,
    options: Options,
}

impl Case {
    fn draw(tape: &mut Tape<'_>) -> Self {
        let ranks = 1 + tape.below(12);
        let shape = draw_shape(tape);
        let options = Options {
            root: tape.below(4) * tape.below(4),
            adopt: !tape.one_in(4),
            smt: if tape.one_in(4) { Smt::One } else { Smt::All },
            threads: if tape.one_in(4) { ThreadCount::Units } else { ThreadCount::Cores },
        };
        let kinds: Vec<u32> = (0..ranks).map(|_| tape.below(251)).collect();
        let (of_share, of_level) = (tape.below(6), tape.below(251));
        let picks: Vec<u32> = (0..8).map(|_| tape.below(251)).collect();
        let raw = Raw::draw(tape);
        let machine = raw.machine();
        let members: Vec<Member> =
            (0..).zip(&kinds).map(|(rank, &kind)| Member { rank: 2 * rank, home: home(&machine, kind) }).collect();
        let units = machine.whole().end;
        let share = match of_share {
            0 => Cpus::from(machine.whole()),
            1 => picks.iter().map(|pick| pick % units).collect(),
            2 => Cpus::from(picks[0] % units..units + 3),
            _ => share_of_homes(&machine, &members),
        };
        let shape = match shape {
            Shape::Level { each, .. } => {
                let mut names: Vec<String> = machine.names().iter().map(|name| canonical(name.as_str())).collect();
                names.extend(
                    machine.devices().flat_map(|(_, device)| device.names().iter().map(|name| canonical(name))),
                );
                let name = names[of_level as usize % names.len()].clone();
                Shape::Level { name, each }
            }
            other => other,
        };
        Self { raw, machine, members, share, shape, options }
    }

    fn node(&self) -> Node<'_> {
        Node { machine: &self.machine, share: &self.share, members: &self.members }
    }

    fn own_share(&self) -> Cpus {
        self.share.intersection(&Cpus::from(self.machine.whole()))
    }

    fn oracle(&self) -> Oracle<'_> {
        let share = self.own_share().iter().collect();
        Oracle { machine: &self.machine, share, members: &self.members, options: self.options }
    }
}

fn draw_shape(tape: &mut Tape<'_>) -> Shape {
    match tape.below(10) {
        0 => Shape::All,
        1 => Shape::Root,
        2..6 => {
            let workers = 1 + tape.below(8);
            Shape::Ratio { workers, threads: tape.one_in(3).then(|| 1 + tape.below(3)) }
        }
        // The level is drawn later, from those of the node.
        _ => Shape::Level { name: String::new(), each: 1 + tape.below(4) },
    }
}

/// A core, an object, the whole node, two units with a gap, or units that the node does not have.
fn home(machine: &Machine, kind: u32) -> Cpus {
    let units = machine.whole().end;
    let (kind, pick) = (kind % 8, kind / 8);
    match kind {
        0 => Cpus::from(machine.whole()),
        1 => Cpus::default(),
        2 => [pick % units, (pick * 7 + 3) % units].into_iter().collect(),
        3 => [pick % units, 5000].into_iter().collect(),
        4 => Cpus::from(7000..7002),
        5 | 6 => {
            let objects = machine.objects();
            Cpus::from(objects[pick as usize % objects.len()].units.clone())
        }
        _ => {
            let cores = machine.slots();
            Cpus::from(cores[pick as usize % cores.len()].clone())
        }
    }
}

fn cases() -> impl Strategy<Value = Case> {
    prop::collection::vec(any::<u8>(), 0..300).prop_map(|tape| Case::draw(&mut Tape(&tape)))
}

fn is_divided(shape: &Shape) -> bool {
    matches!(shape, Shape::Level { .. } | Shape::Ratio { threads: None, .. })
}

/// The number of cores with a unit in a set.
fn cores(machine: &Machine, cpus: &Cpus) -> usize {
    machine.slots().into_iter().filter(|core| cpus.intersects(&Cpus::from(core.clone()))).count()
}

proptest! {
    #[test]
    fn every_election_is_the_oracles(case in cases()) {
        let expected = case.oracle().elect(&case.shape);
        match elect(&case.node(), &case.shape, &case.options) {
            Ok(Election { workers }) => {
                let told = workers.iter().map(|worker| (worker.member, worker.cpus.iter().collect(), worker.threads));
                prop_assert_eq!(Some(Ok(told.collect())), expected);
            }
            Err(ElectionError::TooManyThreads { threads, cores, .. }) => {
                prop_assert_eq!(Some(Err((threads, cores))), expected);
            }
            Err(ElectionError::NoLevel(..)) => prop_assert_eq!(None, expected),
        }
    }

    #[test]
    fn each_core_of_the_share_is_in_one_part(case in cases()) {
        let options = Options { smt: Smt::All, ..case.options };
        if !is_divided(&case.shape) {
            return Ok(());
        }
        let Election { workers } = elect(&case.node(), &case.shape, &options).expect("workers");
        let members: BTreeSet<usize> = workers.iter().map(|worker| worker.member).collect();
        prop_assert_eq!(members.len(), workers.len(), "a rank works twice");
        let mut given = Cpus::default();
        let is_level = |name: &str| case.machine.names().iter().any(|level| canonical(level.as_str()) == name);
        let is_of_device = matches!(&case.shape, Shape::Level { name, .. } if !is_level(name));
        for worker in &workers {
            // There may be more devices than processing units.
            let is_apart = !worker.cpus.intersects(&given) || is_of_device && worker.cpus.len() == 1;
            prop_assert!(!worker.cpus.is_empty() && is_apart, "{:?}", worker);
            given = given.union(&worker.cpus);
            let fits = match options.threads {
                ThreadCount::Cores => cores(&case.machine, &worker.cpus),
                ThreadCount::Units => worker.cpus.len(),
            };
            prop_assert_eq!(worker.threads as usize, fits);
        }
        let share = case.own_share();
        prop_assert!(given.is_subset(&share));
        if options.adopt && !workers.is_empty() {
            prop_assert_eq!(given, share);
        }
        for (at, worker) in workers.iter().enumerate() {
            let election = Election { workers: workers.clone() };
            prop_assert_eq!(election.of(worker.member), Some((at, worker)));
        }
    }

    /// Several workers of the whole node: the requested number, equal parts, each a run of the node's share.
    #[test]
    fn parts_are_connected_and_equal(case in cases(), each in 1u32..20) {
        let options = Options { smt: Smt::All, threads: ThreadCount::Cores, ..case.options };
        let shape = Shape::Level { name: "machine".to_owned(), each };
        let Election { workers } = elect(&case.node(), &shape, &options).expect("workers");
        let share = case.own_share();
        prop_assert_eq!(workers.len(), case.members.len().min(each as usize).min(share.len()));
        for worker in &workers {
            let (Some(first), Some(last)) = (worker.cpus.first(), worker.cpus.last()) else { continue };
            prop_assert_eq!(&share.intersection(&Cpus::from(first..last + 1)), &worker.cpus);
        }
        let threads = workers.iter().map(|worker| worker.threads);
        if let (Some(fewest), Some(most)) = (threads.clone().min(), threads.max()) {
            prop_assert!(most - fewest <= 1, "{:?}", workers);
        }
        let available = cores(&case.machine, &share);
        if workers.len() <= available {
            let of_parts: usize = workers.iter().map(|worker| cores(&case.machine, &worker.cpus)).sum();
            prop_assert_eq!(of_parts, available, "a core is cut");
        }
    }

    /// All ranks of a node decode it from bytes that one of them has written.
    #[test]
    fn every_rank_has_one_result(case in cases()) {
        let machine = Machine::decode(&case.machine.encode()).expect("a machine");
        let node = Node { machine: &machine, ..case.node() };
        let share = Cpus::parse(&case.share.to_string()).expect("a list");
        let again = Node { share: &share, ..node };
        let shape = Shape::parse(&case.shape.to_string()).expect("a shape");
        prop_assert_eq!(&shape, &case.shape);
        prop_assert_eq!(
            elect(&again, &shape, &case.options),
            elect(&case.node(), &case.shape, &case.options),
            "{:?}", case.raw
        );
    }

    /// After a loss the same ranks work, only on allowed units, and with at most the threads that a worker's part
    /// takes.
    #[test]
    fn nothing_is_elected_beyond_what_is_left(case in cases(), kept in prop::collection::vec(any::<bool>(), 64)) {
        let node = case.node();
        let is_kept = |unit: &u32| kept.get(*unit as usize % kept.len()).is_some_and(|kept| *kept);
        let allowed: Cpus = case.machine.whole().filter(is_kept).collect();
        let remains = Remains::of(&node, &allowed);
        let before = elect(&node, &case.shape, &case.options);
        let after = elect_on_remains(&node, &remains, &case.shape, &case.options);
        let (Ok(before), Ok(after)) = (&before, &after) else {
            prop_assert_eq!(before, after);
            return Ok(());
        };
        let ranks = |election: &Election| election.workers.iter().map(|worker| worker.member).collect::<BTreeSet<_>>();
        prop_assert_eq!(ranks(before), ranks(after));
        if allowed.is_empty() {
            return Ok(());
        }
        for worker in &after.workers {
            prop_assert!(!worker.cpus.is_empty() && worker.cpus.is_subset(&allowed), "{:?} of {}", worker, allowed);
            prop_assert!(worker.threads as usize <= worker.cpus.len() && worker.threads > 0);
        }
    }
}
