// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shapes of phases, and lists of processing units.

use super::emulation::MACHINES;
use super::text;
use hsplit_core::cpus::Cpus;
use hsplit_core::election::{Member, Node, Options, elect, share_of_homes};
use hsplit_core::level::canonical;
use hsplit_core::shape::Shape;

/// A shape, and what it elects of four ranks: one unbound, two bound, one that spans cores.
pub fn shape(input: &[u8]) {
    let text = text(input);
    let shape = match Shape::parse(&text) {
        Ok(shape) => shape,
        Err(why) => {
            assert!(!why.to_string().is_empty());
            return;
        }
    };
    assert_eq!(Shape::parse(&shape.to_string()).as_ref(), Ok(&shape));
    if let Shape::Level { name, .. } = &shape {
        assert_eq!(&canonical(name), name);
    }
    let homes = [Cpus::default(), Cpus::from(0..2), Cpus::from(4..5), Cpus::from(1..3)];
    let members: Vec<Member> = (0..).zip(homes).map(|(rank, home)| Member { rank, home }).collect();
    for machine in &*MACHINES {
        let share = share_of_homes(machine, &members);
        let node = Node { machine, share: &share, members: &members };
        match elect(&node, &shape, &Options::default()) {
            Ok(election) => {
                assert!(election.workers.len() <= members.len());
                for worker in &election.workers {
                    assert!(
                        worker.cpus.is_subset(&share) && (1..=worker.cpus.len()).contains(&(worker.threads as usize))
                    );
                }
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}

/// Two lists of processing units, one on each line.
pub fn cpus(input: &[u8]) {
    let text = text(input);
    let (first, second) = text.split_once('\n').unwrap_or((&text, ""));
    let (Ok(a), Ok(b)) = (Cpus::parse(first), Cpus::parse(second)) else { return };
    for set in [&a, &b] {
        assert_eq!(Cpus::parse(&set.to_string()).as_ref(), Ok(set));
        assert_eq!(set.is_empty(), set.first().is_none());
        assert!(set.first().is_none_or(|unit| set.contains(unit)) && set.last().is_none_or(|unit| set.contains(unit)));
    }
    let (both, either, without) = (a.intersection(&b), a.union(&b), a.difference(&b));
    assert_eq!(both.len() + either.len(), a.len() + b.len());
    assert_eq!(without.len() + both.len(), a.len());
    assert_eq!(without.union(&both), a);
    assert_eq!(a.intersects(&b), !both.is_empty());
    assert_eq!(a.is_subset(&b), without.is_empty());
    assert!(both.is_subset(&a) && both.is_subset(&b) && a.is_subset(&either) && !without.intersects(&b));
}
