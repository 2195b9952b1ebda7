// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc's I/O objects as devices with their localities.
//!
//! hwloc attaches a PCI device to the object whose processing units are near it, and the operating-system devices
//! (`cuda0`, `nvml0`, `card1`) to the PCI device: together they are one device here. High-bandwidth memory is
//! identified by the subtype of its NUMA node, and is a device of the object that the node is attached to.

use std::ops::Range;

use super::SourceError;
use crate::hwloc::{Builder, Export, Object};
use hsplit_core::device::{Device, HIGH_BANDWIDTH_MEMORY, Hardware, OsDevice, Pci, Use};

/// Components of hwloc that are slow and find nothing that is needed. Most query drivers and servers: loading CUDA or
/// querying an X server takes longer than the rest of the discovery, and wakes GPUs that the job may not use. `pci`
/// looks every device up in the list of all PCI devices; without it hwloc reads `/sys`, and finds all devices as well.
const SLOW: &[&str] = &["cuda", "gl", "levelzero", "nvml", "opencl", "pci", "rsmi"];
/// hwloc's subtypes of high-bandwidth memory: of Xeon Max and similar processors, and of Xeon Phi.
const FAST_SUBTYPES: &[&str] = &["HBM", "MCDRAM"];
/// The number of characters of an Ethernet address; InfiniBand addresses have 59.
const ETHERNET_ADDRESS: usize = 17;

/// Enables the discovery of devices, without the slow components unless the user has selected components.
///
/// Reading the configuration of PCI devices takes longer than the rest of hwloc's discovery (on a virtual machine with
/// five devices 10 ms instead of 2.4 ms), but is done once per node and job, and a machine discovered in two parts
/// would have to be shared twice.
///
/// All operating-system devices are kept, because hwloc's unimportant ones include `renderD128`, by which a GPU is
/// distinguished from the display of a management controller. Bridges are left out: they have the locality of the
/// devices below them.
pub(crate) fn discover(builder: Builder) -> Result<Builder, SourceError> {
    let builder = builder.with_devices()?;
    if std::env::var_os("HWLOC_COMPONENTS").is_some_and(|components| !components.is_empty()) {
        return Ok(builder);
    }
    Ok(SLOW.iter().try_fold(builder, |builder, component| builder.without(component))?)
}

/// Every device with the processing units of its locality; `units` are the operating system's numbers in logical order.
pub(crate) fn devices(export: &Export, units: &[u32]) -> Vec<(Range<u32>, Device)> {
    let pci = export.with_type("PCIDev").into_iter().map(|object| (object, pci_hardware(object)));
    let is_alone = |object: &Object<'_>| object.ancestors().all(|around| around.type_name() != "PCIDev");
    let alone = export.with_type("OSDev").into_iter().filter(is_alone);
    let alone = alone.map(|object| (object, Hardware { pci: None, os: os_device(object).into_iter().collect() }));
    let partitions = pci
        .chain(alone)
        .flat_map(|(object, hardware)| hardware.partitions().into_iter().map(move |hardware| (object, hardware)));
    let mut gpus = 0..;
    let mut all = vec![];
    for (object, hardware) in partitions.filter(|(_, hardware)| hardware.pci.is_some() || !hardware.os.is_empty()) {
        let gpu = if hardware.is_gpu() { gpus.next() } else { None };
        all.extend(object.first_non_io_ancestor().map(|around| (run_of(around, units), hardware.named(gpu))));
    }
    let fast = export.with_type("NUMANode").into_iter().filter(|object| is_fast(*object));
    all.extend(fast.map(|object| (run_of(object, units), Device::new(vec![HIGH_BANDWIDTH_MEMORY.to_owned()]))));
    all
}

/// True if a NUMA node has memory of high bandwidth.
pub(super) fn is_fast(memory: Object<'_>) -> bool {
    memory.get("subtype").is_some_and(|subtype| FAST_SUBTYPES.iter().any(|fast| subtype.eq_ignore_ascii_case(fast)))
}

/// The run of units that an object covers.
fn run_of(object: Object<'_>, units: &[u32]) -> Range<u32> {
    let Some(set) = object.cpuset() else { return 0..0 };
    let mut inside = (0u32..).zip(units).filter(|&(_, &os)| set.contains(os)).map(|(unit, _)| unit);
    let Some(first) = inside.next() else { return 0..0 };
    first..inside.last().unwrap_or(first) + 1
}

fn pci_hardware(object: Object<'_>) -> Hardware {
    Hardware { pci: pci(object), os: os_devices_below(object) }
}

/// The PCI device from texts such as `0000:3b:00.0` and `0302 [10de:1eb8] [10de:12a2] a1`.
fn pci(object: Object<'_>) -> Option<Pci> {
    let mut numbers = object.get("pci_busid")?.split([':', '.']).map(|number| u32::from_str_radix(number, 16).ok());
    let mut number = || numbers.next().flatten();
    let (domain, bus, device, function) = (number()?, number()?, number()?, number()?);
    let mut kind = object.get("pci_type")?.split([' ', '[', ':']);
    let class = kind.next()?;
    let vendor = kind.find(|word| !word.is_empty())?;
    Some(Pci {
        domain,
        bus: bus.try_into().ok()?,
        device: device.try_into().ok()?,
        function: function.try_into().ok()?,
        class: u16::from_str_radix(class, 16).ok()?,
        vendor: u16::from_str_radix(vendor, 16).ok()?,
    })
}

fn os_devices_below(object: Object<'_>) -> Vec<OsDevice> {
    object.io_children().flat_map(|child| os_device(child).into_iter().chain(os_devices_below(child))).collect()
}

/// The operating-system device; `None` for another object, and for OpenCL's view of the processors.
fn os_device(object: Object<'_>) -> Option<OsDevice> {
    if object.type_name() != "OSDev" || object.info("OpenCLDeviceType") == Some("CPU") {
        return None;
    }
    let name = object.get("name")?.to_owned();
    // hwloc's numbers in exports of version 2.
    let purpose = match object.get("osdev_type") {
        Some("1") => Use::Graphics,
        Some("2") if is_ethernet(object, &name) => Use::Ethernet,
        Some("2") => Use::Network,
        Some("3") => Use::OpenFabrics,
        Some("5") => Use::Computing,
        _ => Use::Other,
    };
    Some(OsDevice { name, purpose })
}

/// True for Ethernet, by the address; without an address by the name, which begins with `ib` for IP over InfiniBand.
fn is_ethernet(object: Object<'_>, name: &str) -> bool {
    object.info("Address").map_or(!name.starts_with("ib"), |address| address.len() == ETHERNET_ADDRESS)
}
