// SPDX-License-Identifier: MIT OR Apache-2.0
//! The devices near a rank, nearest first; all ranks of a node compute the same result.
//!
//! The distance is the number of levels from the narrowest object around the rank's binding up to the first one that
//! contains the device's locality. Among equally near devices, ranks get different first ones as far as possible: ranks
//! with the fewest nearest devices choose first, and each takes the device that the fewest ranks have. The sets of
//! nearest devices of two ranks are equal, disjoint or nested, so no other choice puts fewer ranks on the most used
//! device.

use crate::cpus::Cpus;
use crate::device::Device;
use crate::election::devices_named;
use crate::machine::Machine;

/// A device near a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearDevice<'a> {
    /// The device.
    pub device: &'a Device,
    /// Its distance, in levels up from the rank's binding.
    pub distance: u32,
    /// The number of ranks of the node that have it first.
    pub ranks: u32,
}

/// The devices of a name, in the order of rank `own`. `homes` contains the binding of each rank of the node, by logical
/// index; a rank without a unit of the node counts as bound to all of it.
pub fn devices_near<'a>(machine: &'a Machine, name: &str, homes: &[Cpus], own: usize) -> Vec<NearDevice<'a>> {
    let devices = devices_named(machine, name);
    let distances: Vec<Vec<u32>> =
        homes.iter().map(|home| devices.iter().map(|(at, _)| distance(machine, home, at)).collect()).collect();
    let nearest = |rank: usize| {
        let of_rank: &[u32] = &distances[rank];
        let least = of_rank.iter().min();
        (0..of_rank.len()).filter(move |&device| Some(&of_rank[device]) == least)
    };
    let mut ranks = vec![0; devices.len()];
    let mut first = vec![0; homes.len()];
    let mut order: Vec<usize> = (0..homes.len()).collect();
    order.sort_by_key(|&rank| (nearest(rank).count(), rank));
    for rank in order {
        if let Some(device) = nearest(rank).min_by_key(|&device| (ranks[device], device)) {
            ranks[device] += 1;
            first[rank] = device;
        }
    }
    let Some(own_first) = first.get(own) else { return vec![] };
    let mut list: Vec<usize> = (0..devices.len()).collect();
    // Rotated to begin with its first device, so that the second choices of ranks differ, too.
    list.sort_by_key(|&device| (distances[own][device], (device + devices.len() - own_first) % devices.len()));
    let near = |device: usize| {
        let (distance, ranks) = (distances[own][device], ranks[device]);
        NearDevice { device: devices[device].1, distance, ranks }
    };
    list.into_iter().map(near).collect()
}

/// The number of levels from a binding up to the object that also contains a locality.
fn distance(machine: &Machine, home: &Cpus, locality: &std::ops::Range<u32>) -> u32 {
    let own = home.intersection(&Cpus::from(machine.whole()));
    let own = own.first().zip(own.last()).map_or(machine.whole(), |(first, last)| first..last + 1);
    let both = own.start.min(locality.start)..own.end.max(locality.end);
    (machine.path_to(&own).len() - machine.path_to(&both).len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::RawObject;
    use crate::name::Name;

    /// Two packages of two caches of two cores. Two GPUs at the first package, one at the third cache, one at the node.
    fn machine() -> Machine {
        let object = |name: &str, units, children| RawObject { name: Name::new(name), units, children, memory: vec![] };
        let core = |u| object("Core", u..u + 1, vec![]);
        let cache = |u| object("L3Cache", u..u + 2, vec![core(u), core(u + 1)]);
        let package = |u| object("Package", u..u + 4, vec![cache(u), cache(u + 2)]);
        let near = [(0..4, 0), (0..4, 1), (4..6, 2), (0..8, 3)];
        let device = |number| Device::new(vec![format!("gpu{number}"), "gpu".to_owned()]);
        Machine::new(&object("Machine", 0..8, vec![package(0), package(4)]), (0..8).collect(), false)
            .with_devices(near.into_iter().map(|(units, number)| (units, device(number))).collect())
    }

    /// `gpu0@2/1 ...`: the name, the distance, and the number of ranks that have it first.
    fn told(homes: &[&str], own: usize) -> String {
        let homes: Vec<Cpus> = homes.iter().map(|home| Cpus::parse(home).unwrap()).collect();
        let machine = machine();
        let all = devices_near(&machine, "gpu", &homes, own);
        let word = |near: NearDevice<'_>| format!("{}@{}/{}", near.device.name(), near.distance, near.ranks);
        all.into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nearest_first() {
        // A core, a cache, a package, no common object below the node.
        assert_eq!(told(&["0"], 0), "gpu0@2/1 gpu1@2/0 gpu2@3/0 gpu3@3/0");
        assert_eq!(told(&["4"], 0), "gpu2@1/1 gpu3@3/0 gpu0@3/0 gpu1@3/0");
        assert_eq!(told(&["6-7"], 0), "gpu2@1/1 gpu3@2/0 gpu0@2/0 gpu1@2/0");
        assert_eq!(told(&["4-7"], 0), "gpu2@0/1 gpu3@1/0 gpu0@1/0 gpu1@1/0");
        assert_eq!(told(&["77"], 0), "gpu0@0/1 gpu1@0/0 gpu2@0/0 gpu3@0/0");
    }

    #[test]
    fn equally_near_ranks_have_different_ones() {
        let cores = ["0", "1", "2", "3"];
        let firsts: Vec<String> = (0..4).map(|own| told(&cores, own)[..8].to_owned()).collect();
        assert_eq!(firsts, ["gpu0@2/2", "gpu1@2/2", "gpu0@2/2", "gpu1@2/2"]);
        // The unbound rank is rank 0, and still gets the device that the bound ranks leave.
        assert_eq!(told(&["0-7", "0", "1", "4"], 0), "gpu3@0/1 gpu0@0/1 gpu1@0/1 gpu2@0/1");
    }

    #[test]
    fn no_device_is_an_empty_list() {
        let machine = machine();
        assert_eq!(devices_near(&machine, "nic", &[Cpus::default()], 0), []);
        assert_eq!(devices_near(&machine, "package", &[Cpus::default()], 0), []);
    }
}
