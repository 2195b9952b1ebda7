// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc's I/O objects as devices with their localities.
//!
//! hwloc attaches a PCI device to the object whose processing units are near it, and to the PCI device the devices of
//! the operating system that it stands for (`cuda0`, `nvml0`, `card1`): together they are one device here. Memory of
//! high bandwidth is found by the subtype of its NUMA node, and is a device of the object that the node is attached to.

use std::ops::Range;

use hwlocality::Topology;
use hwlocality::object::TopologyObject;
use hwlocality::object::attributes::ObjectAttributes;
use hwlocality::object::types::{OSDeviceType, ObjectType};
use hwlocality::topology::builder::{TopologyBuilder, TypeFilter};

use super::SourceError;
use hsplit_core::device::{Device, HIGH_BANDWIDTH_MEMORY, Hardware, OsDevice, Pci, Use};

/// Components of hwloc that are slow and find nothing that is needed. Most ask drivers and servers: loading CUDA or
/// asking an X server takes longer than all the rest, and wakes GPUs that the job may not even use. `pci` looks every
/// device up in the list of all PCI devices there are; without it hwloc reads `/sys`, and finds all of them as well.
const SLOW: &[&str] = &["cuda", "gl", "levelzero", "nvml", "opencl", "pci", "rsmi"];
/// The subtypes that hwloc gives to memory of high bandwidth: of Xeon Max and its like, and of Xeon Phi.
const FAST_SUBTYPES: &[&str] = &["HBM", "MCDRAM"];
/// The characters of an Ethernet address; those of InfiniBand have 59.
const ETHERNET_ADDRESS: usize = 17;

/// Switches the discovery of devices on, without the slow components, unless the user has chosen components.
///
/// Reading the configuration of PCI devices takes longer than all else that hwloc reads (on a virtual machine 10 ms
/// instead of 2.4 ms for five of them), but it is done once per node and job, and a machine that is discovered in two
/// parts would have to be shared twice.
///
/// All operating-system devices are kept, because what hwloc calls unimportant includes `renderD128`, by which a GPU is
/// told from the display of a management controller. Bridges are left out: they have the locality of what they lead to.
pub(crate) fn discover(builder: TopologyBuilder) -> Result<TopologyBuilder, SourceError> {
    let filtered = builder.with_type_filter(ObjectType::PCIDevice, TypeFilter::KeepImportant);
    let filtered = filtered.and_then(|builder| builder.with_type_filter(ObjectType::OSDevice, TypeFilter::KeepAll));
    let mut builder = filtered.map_err(|error| format!("hwloc refuses its filters: {error}"))?;
    if std::env::var_os("HWLOC_COMPONENTS").is_some_and(|components| !components.is_empty()) {
        return Ok(builder);
    }
    for name in SLOW {
        // hwloc refuses to leave out what it does not have, so a builder that is thrown away tries it first.
        if TopologyBuilder::new().without_component(name).is_ok() {
            builder = builder
                .without_component(name)
                .map_err(|error| format!("hwloc cannot leave out its component {name}: {error}"))?;
        }
    }
    Ok(builder)
}

/// Every device with the processing units of its locality; `units` are the operating system's numbers in logical order.
pub(crate) fn devices(topology: &Topology, units: &[u32]) -> Vec<(Range<u32>, Device)> {
    let pci = topology.objects_with_type(ObjectType::PCIDevice).map(|object| (object, pci_hardware(object)));
    let is_alone = |object: &&TopologyObject| object.first_ancestor_with_type(ObjectType::PCIDevice).is_none();
    let alone = topology.objects_with_type(ObjectType::OSDevice).filter(is_alone);
    let alone = alone.map(|object| (object, Hardware { pci: None, os: os_device(object).into_iter().collect() }));
    let mut gpus = 0..;
    let mut all = vec![];
    for (object, hardware) in pci.chain(alone).filter(|(_, hardware)| hardware.pci.is_some() || !hardware.os.is_empty())
    {
        let gpu = if hardware.is_gpu() { gpus.next() } else { None };
        all.extend(object.first_non_io_ancestor().map(|around| (run_of(around, units), hardware.named(gpu))));
    }
    let fast = topology.objects_with_type(ObjectType::NUMANode).filter(|object| is_fast(object));
    all.extend(fast.map(|object| (run_of(object, units), Device::new(vec![HIGH_BANDWIDTH_MEMORY.to_owned()]))));
    all
}

fn is_fast(memory: &TopologyObject) -> bool {
    memory
        .subtype()
        .is_some_and(|subtype| FAST_SUBTYPES.iter().any(|fast| subtype.to_string_lossy().eq_ignore_ascii_case(fast)))
}

/// The run of units that an object covers.
fn run_of(object: &TopologyObject, units: &[u32]) -> Range<u32> {
    let Some(set) = object.cpuset() else { return 0..0 };
    let mut inside = (0u32..).zip(units).filter(|&(_, &os)| set.is_set(os as usize)).map(|(unit, _)| unit);
    let Some(first) = inside.next() else { return 0..0 };
    first..inside.last().unwrap_or(first) + 1
}

fn pci_hardware(object: &TopologyObject) -> Hardware {
    let pci = match object.attributes() {
        Some(ObjectAttributes::PCIDevice(pci)) => Some(Pci {
            domain: u32::from(pci.domain()),
            bus: pci.bus_id(),
            device: pci.bus_device(),
            function: pci.function(),
            class: pci.class_id(),
        }),
        _ => None,
    };
    Hardware { pci, os: os_devices_below(object) }
}

fn os_devices_below(object: &TopologyObject) -> Vec<OsDevice> {
    object.io_children().flat_map(|child| os_device(child).into_iter().chain(os_devices_below(child))).collect()
}

/// `None` where the object is no such device, or is OpenCL's view of the processors themselves.
fn os_device(object: &TopologyObject) -> Option<OsDevice> {
    let Some(ObjectAttributes::OSDevice(attributes)) = object.attributes() else { return None };
    if object.info("OpenCLDeviceType").is_some_and(|kind| kind.to_bytes() == b"CPU") {
        return None;
    }
    let name = object.name()?.to_string_lossy().into_owned();
    let purpose = match attributes.device_type() {
        OSDeviceType::CoProcessor => Use::Computing,
        OSDeviceType::GPU => Use::Graphics,
        OSDeviceType::OpenFabrics => Use::OpenFabrics,
        OSDeviceType::Network if is_ethernet(object, &name) => Use::Ethernet,
        OSDeviceType::Network => Use::Network,
        _ => Use::Other,
    };
    Some(OsDevice { name, purpose })
}

/// By its address; where there is none, by its name, which the kernel begins with `ib` for IP over InfiniBand.
fn is_ethernet(object: &TopologyObject, name: &str) -> bool {
    object.info("Address").map_or(!name.starts_with("ib"), |address| address.to_bytes().len() == ETHERNET_ADDRESS)
}
