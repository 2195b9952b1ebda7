// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment variables that restrict a program to some devices of its node.
//!
//! GPUs have the numbers of their runtime in the order of the PCI bus, among the GPUs of their maker. CUDA and Level
//! Zero have another order by default, so the variable that selects this order is set with the list. A network
//! interface is selected for UCX; with a GPU, the nearest interface is selected. An existing list is narrowed and never
//! widened, because the user or resource manager has set it to the job's devices.
//!
//! If Slurm hides the GPUs of other jobs (`ConstrainDevices`), runtimes number only those of the job, and
//! `SLURM_STEP_GPUS` has their numbers on the node.

use std::ops::Range;

use crate::device::{Device, OPENFABRICS};
use crate::machine::Machine;

/// A runtime with a variable for its visible devices.
struct Runtime {
    devices: &'static str,
    variable: &'static str,
    /// The variable, with its value, that selects the order of the PCI bus.
    order: Option<(&'static str, &'static str)>,
}

const CUDA: Runtime =
    Runtime { devices: "nvidia", variable: "CUDA_VISIBLE_DEVICES", order: Some(("CUDA_DEVICE_ORDER", "PCI_BUS_ID")) };
const ROCM: Runtime = Runtime { devices: "amd", variable: "ROCR_VISIBLE_DEVICES", order: None };
const LEVEL_ZERO: Runtime =
    Runtime { devices: "intel", variable: "ZE_AFFINITY_MASK", order: Some(("ZE_ENABLE_PCI_ID_DEVICE_ORDER", "1")) };
const UCX: Runtime = Runtime { devices: OPENFABRICS, variable: "UCX_NET_DEVICES", order: None };

/// The change of one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The variable gets this value.
    Set(&'static str, String),
    /// The variable had the first value, and gets the second, a part of it.
    Narrowed(&'static str, String, String),
    /// The variable keeps the first value, which does not contain the second.
    Kept(&'static str, String, String),
}

/// The settings that restrict a program to these devices, given the present variables.
pub fn settings(machine: &Machine, devices: &[&Device], variable: impl Fn(&str) -> Option<String>) -> Vec<Setting> {
    let mut all = vec![];
    for runtime in [CUDA, ROCM, LEVEL_ZERO] {
        let own: Vec<&Device> = devices.iter().copied().filter(|device| device.answers_to(runtime.devices)).collect();
        add(&mut all, machine, &runtime, &own, &variable);
    }
    let mut nics: Vec<&Device> = devices.iter().filter_map(|device| near(machine, device)).collect();
    nics.dedup();
    add(&mut all, machine, &UCX, &nics, &variable);
    all
}

/// True if there is a variable that shows this device.
pub fn has_variable(device: &Device) -> bool {
    [CUDA, ROCM, LEVEL_ZERO, UCX].iter().any(|runtime| device.answers_to(runtime.devices))
}

/// True if the existing lists contain this device; only lists of numbers count.
pub fn is_listed(machine: &Machine, device: &Device, variable: impl Fn(&str) -> Option<String>) -> bool {
    let listed = |runtime: &Runtime| {
        let list = variable(runtime.variable).filter(|_| device.answers_to(runtime.devices));
        let list = list.filter(|list| words(list).all(|word| word.parse::<u32>().is_ok()));
        list.is_none_or(|list| has(&list, &[word_of(machine, runtime, device, &variable)]))
    };
    [CUDA, ROCM, LEVEL_ZERO].iter().all(listed)
}

fn add(
    all: &mut Vec<Setting>,
    machine: &Machine,
    runtime: &Runtime,
    devices: &[&Device],
    variable: impl Fn(&str) -> Option<String>,
) {
    if devices.is_empty() {
        return;
    }
    let (name, wanted) = (runtime.variable, devices.iter().map(|device| word_of(machine, runtime, device, &variable)));
    let wanted: Vec<String> = wanted.collect();
    let value = wanted.join(",");
    let (setting, orders) = match variable(name) {
        None => (Some(Setting::Set(name, value)), true),
        Some(old) if old.trim() == value => (None, true),
        Some(old) if has(&old, &wanted) => (Some(Setting::Narrowed(name, old, value)), true),
        Some(old) => (Some(Setting::Kept(name, old, value)), false),
    };
    all.extend(setting);
    if let Some((name, value)) = runtime.order.filter(|_| orders) {
        match variable(name) {
            Some(old) if old != value => all.push(Setting::Kept(name, old, value.to_owned())),
            Some(_) => {}
            None => all.push(Setting::Set(name, value.to_owned())),
        }
    }
}

fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim)
}

/// True if a list contains all of these words. UCX accepts `all` for every device.
fn has(list: &str, wanted: &[String]) -> bool {
    list.trim() == "all" || wanted.iter().all(|word| words(list).any(|own| own == word))
}

/// The runtime's name of a device: its number in the order of the PCI bus, or UCX's name and port.
fn word_of(machine: &Machine, runtime: &Runtime, device: &Device, variable: impl Fn(&str) -> Option<String>) -> String {
    if runtime.variable == UCX.variable {
        return format!("{}:1", device.name());
    }
    let all = in_order(machine.devices().map(|(_, device)| device), runtime.devices);
    let number = all.iter().position(|other| *other == device).unwrap_or(0) as u32;
    match renumbered(runtime, variable).map(|of_job| of_job.iter().position(|other| *other == number)) {
        None => number.to_string(),
        Some(Some(of_job)) => of_job.to_string(),
        Some(None) => format!("number {number} of the node"),
    }
}

/// The numbers on the node of the job's GPUs, if the runtime numbers only these, from 0.
fn renumbered(runtime: &Runtime, variable: impl Fn(&str) -> Option<String>) -> Option<Vec<u32>> {
    let numbers = |list: String| words(&list).map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>();
    let visible = variable(runtime.variable).and_then(numbers)?;
    let mut of_job =
        ["SLURM_STEP_GPUS", "SLURM_JOB_GPUS"].into_iter().find_map(|name| variable(name).and_then(numbers))?;
    of_job.sort_unstable();
    // Numbers on the node are those of the job.
    let are_of_node = visible.iter().all(|number| of_job.contains(number));
    let are_of_job = visible.iter().all(|&number| number < of_job.len() as u32);
    (are_of_job && !are_of_node).then_some(of_job)
}

/// The devices of a name in the order of the PCI bus; partitions of one device by their numbers.
fn in_order<'a>(devices: impl Iterator<Item = &'a Device>, name: &str) -> Vec<&'a Device> {
    let mut all: Vec<&Device> = devices.filter(|device| device.answers_to(name)).collect();
    all.sort_by_key(|device| (device.bus_id(), device.number()));
    all
}

/// The interface near a device: itself, or else an interface that shares the narrowest object with it. If there are
/// several, the devices near that object get them in turn, in the order of the PCI bus.
fn near<'a>(machine: &'a Machine, device: &'a Device) -> Option<&'a Device> {
    if device.answers_to(UCX.devices) {
        return Some(device);
    }
    let device_at = machine.devices().find(|(_, other)| *other == device).filter(|_| device.number().is_some())?.0;
    let is_inside = |inner: &Range<u32>, outer: &Range<u32>| outer.start <= inner.start && inner.end <= outer.end;
    let around = machine.objects().iter().rev().filter(|object| is_inside(&device_at, &object.units));
    around.into_iter().find_map(|object| {
        let inside = |name| {
            let inside = machine.devices().filter(|(at, _)| is_inside(at, &object.units));
            in_order(inside.map(|(_, device)| device), name)
        };
        let (nics, gpus) = (inside(UCX.devices), inside("gpu"));
        let turn = gpus.iter().position(|gpu| *gpu == device)?;
        nics.get(turn * nics.len() / gpus.len()).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::RawObject;
    use crate::name::Name;

    /// Two packages. The first has two NVIDIA GPUs, the second of which is first on the bus, and an interface; the
    /// second has two AMD GPUs and two interfaces.
    fn machine() -> Machine {
        let object = |name: &str, units, children| RawObject { name: Name::new(name), units, children, memory: vec![] };
        let packages = vec![object("Package", 0..4, vec![]), object("Package", 4..8, vec![])];
        let near = [
            (0..4, "gpu0 pci:0000:20:00.0 gpu nvidia"),
            (0..4, "gpu1 pci:0000:10:00.0 gpu nvidia"),
            (0..4, "mlx5_0 ib0 pci:0000:30:00.0 nic ib verbs"),
            (4..8, "gpu2 rsmi0 pci:0000:40:00.0 gpu amd"),
            (4..8, "gpu3 rsmi1 pci:0000:40:00.0 gpu amd"),
            (4..8, "mlx5_1 pci:0000:50:00.0 nic ib verbs"),
            (4..8, "mlx5_2 pci:0000:60:00.0 nic ib verbs"),
            (0..8, "nvme0n1 pci:0000:70:00.0 nvme"),
        ];
        let device = |names: &str| Device::new(names.split(' ').map(str::to_owned).collect());
        Machine::new(&object("Machine", 0..8, packages), (0..8).collect(), false)
            .with_devices(near.into_iter().map(|(units, names)| (units, device(names))).collect())
    }

    /// The settings for the devices of a name, as text, given these variables.
    fn told(name: &str, set: &[(&str, &str)]) -> String {
        let machine = machine();
        let devices: Vec<&Device> =
            machine.devices().map(|(_, device)| device).filter(|device| device.answers_to(name)).collect();
        let variable = |name: &str| set.iter().find(|(own, _)| *own == name).map(|(_, value)| value.to_string());
        let word = |setting| match setting {
            Setting::Set(name, value) => format!("{name}={value}"),
            Setting::Narrowed(name, old, value) => format!("{name}={old}>{value}"),
            Setting::Kept(name, old, value) => format!("{name}={old}!{value}"),
        };
        settings(&machine, &devices, variable).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn gpus_have_the_numbers_of_the_bus() {
        for (name, words) in [
            ("gpu0", "CUDA_VISIBLE_DEVICES=1 CUDA_DEVICE_ORDER=PCI_BUS_ID UCX_NET_DEVICES=mlx5_0:1"),
            ("gpu1", "CUDA_VISIBLE_DEVICES=0 CUDA_DEVICE_ORDER=PCI_BUS_ID UCX_NET_DEVICES=mlx5_0:1"),
            // Partitions of one device divide the interfaces.
            ("gpu2", "ROCR_VISIBLE_DEVICES=0 UCX_NET_DEVICES=mlx5_1:1"),
            ("gpu3", "ROCR_VISIBLE_DEVICES=1 UCX_NET_DEVICES=mlx5_2:1"),
            ("nvidia", "CUDA_VISIBLE_DEVICES=1,0 CUDA_DEVICE_ORDER=PCI_BUS_ID UCX_NET_DEVICES=mlx5_0:1"),
            ("mlx5_2", "UCX_NET_DEVICES=mlx5_2:1"),
            ("nvme", ""),
        ] {
            assert_eq!(told(name, &[]), words, "{name}");
        }
    }

    #[test]
    fn variables_that_are_set_are_narrowed_or_kept() {
        let order = ("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        for (list, nics, words) in [
            ("0,1", "all", "CUDA_VISIBLE_DEVICES=0,1>1 UCX_NET_DEVICES=all>mlx5_0:1"),
            ("1", "mlx5_0:1", ""),
            ("0", "eth0", "CUDA_VISIBLE_DEVICES=0!1 UCX_NET_DEVICES=eth0!mlx5_0:1"),
            ("GPU-1234", "mlx5_0:1", "CUDA_VISIBLE_DEVICES=GPU-1234!1"),
            ("", "mlx5_0:1", "CUDA_VISIBLE_DEVICES=!1"),
        ] {
            let set = [order, ("CUDA_VISIBLE_DEVICES", list), ("UCX_NET_DEVICES", nics)];
            assert_eq!(told("gpu0", &set), words, "{list}");
        }
        let other = [("CUDA_DEVICE_ORDER", "FASTEST_FIRST"), ("UCX_NET_DEVICES", "mlx5_0:1")];
        assert_eq!(told("gpu0", &other), "CUDA_VISIBLE_DEVICES=1 CUDA_DEVICE_ORDER=FASTEST_FIRST!PCI_BUS_ID");
    }

    #[test]
    fn gpus_of_a_slurm_job_may_be_numbered_from_0() {
        let ucx = ("UCX_NET_DEVICES", "mlx5_0:1");
        let order = ("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        // GPU 0 of the job is GPU 1 of the node, which is gpu0.
        for (list, step, gpu, words) in [
            ("0", "1", "gpu0", ""),
            ("0", "1", "gpu1", "CUDA_VISIBLE_DEVICES=0!number 0 of the node"),
            ("1", "1", "gpu0", ""),
            ("0,1", "1,3", "gpu0", "CUDA_VISIBLE_DEVICES=0,1>0"),
            ("0,1", "1,0", "gpu0", "CUDA_VISIBLE_DEVICES=0,1>1"),
        ] {
            let set = [order, ucx, ("CUDA_VISIBLE_DEVICES", list), ("SLURM_STEP_GPUS", step)];
            assert_eq!(told(gpu, &set), words, "{list} of {step}");
        }
        let machine = machine();
        let is = |device: &Device| {
            is_listed(&machine, device, |name| match name {
                "CUDA_VISIBLE_DEVICES" => Some("0".to_owned()),
                "SLURM_JOB_GPUS" => Some("1".to_owned()),
                _ => None,
            })
        };
        let listed = machine.devices().map(|(_, device)| device).filter(|device| device.answers_to("nvidia"));
        assert_eq!(listed.filter(|device| is(device)).map(Device::name).collect::<Vec<_>>(), ["gpu0"]);
    }

    #[test]
    fn lists_of_numbers_count_for_the_choice() {
        let machine = machine();
        let listed = |list: &'static str| {
            let all = machine.devices().map(|(_, device)| device).filter(|device| device.number().is_some());
            let is = |device: &&Device| {
                is_listed(&machine, device, |name| (name == "CUDA_VISIBLE_DEVICES").then(|| list.to_owned()))
            };
            all.filter(is).map(Device::name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(listed("0"), "gpu1 gpu2 gpu3");
        assert_eq!(listed("1,0"), "gpu0 gpu1 gpu2 gpu3");
        assert_eq!(listed("GPU-12,0"), "gpu0 gpu1 gpu2 gpu3");
    }
}
