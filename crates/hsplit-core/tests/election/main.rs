// SPDX-License-Identifier: MIT OR Apache-2.0
//! Elections: exact results for the papers' machines, tables for unusual nodes, and random nodes compared with an
//! oracle.

mod golden;
mod loss;
mod oracle;
mod properties;
mod tables;

use hsplit_core::cpus::Cpus;
use hsplit_core::election::{Election, ElectionError, Member, Node, Options, elect, share_of_homes};
use hsplit_core::emulation::Description;
use hsplit_core::machine::Machine;
use hsplit_core::shape::Shape;
use hsplit_host::source::topology::load_emulated;

/// A node from its description.
fn machine(description: &str) -> Machine {
    let description = Description::read(description).expect("a description");
    (**load_emulated(&description).expect("hwloc builds it").machine_of(0)).clone()
}

/// Ranks from `first` on, each with a list of units as its home.
fn members<'a>(first: u32, homes: impl IntoIterator<Item = &'a str>) -> Vec<Member> {
    let member = |(rank, home)| Member { rank, home: Cpus::parse(home).expect("a list") };
    (first..).zip(homes).map(member).collect()
}

/// Ranks 0, 1, …, each on a core of its own.
fn on_cores(machine: &Machine) -> Vec<Member> {
    (0..).zip(machine.slots()).map(|(rank, core)| Member { rank, home: Cpus::from(core) }).collect()
}

/// An election. The share is the union of the homes, unless a list of units is given.
fn run(
    machine: &Machine,
    members: &[Member],
    share: Option<&str>,
    shape: &str,
    options: &Options,
) -> Result<Election, ElectionError> {
    let job = share_of_homes(machine, members);
    let share = share.map_or(job, |list| Cpus::parse(list).expect("a list"));
    let shape = Shape::parse(shape).expect("a shape");
    elect(&Node { machine, share: &share, members }, &shape, options)
}

/// An election as text: `0:0-3/4 4:4-7/4`, the rank, the units and the threads of each worker.
fn words(members: &[Member], election: &Election) -> String {
    let word = |worker: &hsplit_core::election::Worker| {
        format!("{}:{}/{}", members[worker.member].rank, worker.cpus, worker.threads)
    };
    election.workers.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The result of a shape, as text.
fn told(machine: &Machine, members: &[Member], shape: &str) -> String {
    told_with(machine, members, None, shape, &Options::default())
}

fn told_with(machine: &Machine, members: &[Member], share: Option<&str>, shape: &str, options: &Options) -> String {
    match run(machine, members, share, shape, options) {
        Ok(election) => words(members, &election),
        Err(error) => error.to_string(),
    }
}
