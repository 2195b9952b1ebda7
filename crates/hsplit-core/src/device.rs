// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of devices (GPUs, network interfaces and others) that a guided split accepts.
//!
//! A device is not a level. It is attached to its *locality*, the object that hwloc puts it under, and a process
//! belongs to it if its binding lies inside that object. A split needs only the names that are attached to each
//! instance of a level: a name means the narrowest such instance on a process's path, and devices attached to one
//! instance count as one. New communicators therefore never overlap. Only this module has kinds of devices.

/// The prefix of a PCI bus id.
pub const PCI_PREFIX: &str = "pci:";
/// Memory of high bandwidth (MPICH's name), attached like a device.
pub const HIGH_BANDWIDTH_MEMORY: &str = "hbm";

/// The PCI class of non-volatile memory: NVMe drives.
const NVME_CLASS: u16 = 0x0108;

/// The name that all OpenFabrics devices have in common. A device's own OpenFabrics name comes before it.
pub const OPENFABRICS: &str = "verbs";

/// A device with all its names, its own names before the names shared with other devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    names: Vec<String>,
}

impl Device {
    /// A device from its names.
    pub fn new(names: Vec<String>) -> Self {
        Self { names }
    }

    /// All its names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Its first name.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Its PCI bus id, if it has one.
    pub fn bus_id(&self) -> Option<&str> {
        self.names.iter().find_map(|name| name.strip_prefix(PCI_PREFIX))
    }

    /// Its number among the node's GPUs, if it is one.
    pub fn number(&self) -> Option<u32> {
        self.names.first()?.strip_prefix("gpu")?.parse().ok()
    }

    /// True if `canonical_name`, in the form of [`crate::level::canonical`], is a name of this device.
    pub(crate) fn answers_to(&self, canonical_name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(canonical_name))
    }
}

/// A PCI address, with the class and vendor that the device reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pci {
    /// The domain, mostly 0.
    pub domain: u32,
    /// The bus.
    pub bus: u8,
    /// The device on the bus.
    pub device: u8,
    /// The function of the device.
    pub function: u8,
    /// The class: base class and subclass.
    pub class: u16,
    /// The vendor number.
    pub vendor: u16,
}

/// The purpose of an operating-system device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Computing: hwloc's co-processors (CUDA, OpenCL, Level Zero).
    Computing,
    /// Display or rendering: hwloc's GPUs (NVML, ROCm SMI, the kernel's DRM).
    Graphics,
    /// A network interface of Ethernet.
    Ethernet,
    /// Another network interface, such as IP over InfiniBand.
    Network,
    /// InfiniBand, Omni-Path and other devices with the OpenFabrics interface.
    OpenFabrics,
    /// Anything else, known by its name alone.
    Other,
}

/// A device as the operating system names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OsDevice {
    /// Its name: `cuda0`, `mlx5_0`, `eth0`.
    pub name: String,
    /// Its purpose.
    pub purpose: Use,
}

/// One piece of hardware: a PCI device with its operating-system devices, or an operating-system device without PCI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// Its PCI address.
    pub pci: Option<Pci>,
    /// Its operating-system devices.
    pub os: Vec<OsDevice>,
}

impl Hardware {
    /// True if this is a GPU, however many names its drivers give it.
    ///
    /// A VGA controller alone is not a GPU: nearly every server has one on its management controller (ASPEED, Matrox),
    /// with the kernel's `card0`. A GPU has an operating-system device that renders or computes, or a class that such
    /// controllers do not have: 3D controllers (0302), displays other than VGA (0380), processing accelerators (12xx).
    /// The latter count also if no driver is loaded.
    pub fn is_gpu(&self) -> bool {
        let computes = self.os.iter().any(|os| match os.purpose {
            Use::Computing => true,
            Use::Graphics => !is_plain_display(&os.name),
            _ => false,
        });
        computes || self.pci.is_some_and(|pci| matches!(pci.class, 0x0302 | 0x0380 | 0x1200..=0x12ff))
    }

    /// Its partitions, each a device: in the modes that divide a PCI device (CPX, TPX), AMD's driver gives it several
    /// names `rsmi0`, `rsmi1`, ... The first partition keeps all other names.
    pub fn partitions(self) -> Vec<Self> {
        let (partitions, others): (Vec<_>, Vec<_>) =
            self.os.into_iter().partition(|os| os.purpose == Use::Graphics && os.name.starts_with("rsmi"));
        let mut all: Vec<Self> = partitions.into_iter().map(|os| Self { pci: self.pci, os: vec![os] }).collect();
        match all.first_mut() {
            Some(first) => first.os.splice(0..0, others).for_each(drop),
            None => all.push(Self { pci: self.pci, os: others }),
        }
        all
    }

    /// The maker of a GPU: by the PCI vendor, or else by the names from drivers.
    fn maker(&self) -> Option<&'static str> {
        let of_driver = |os: &OsDevice| match os.name.split(|c: char| !c.is_ascii_alphabetic()).next() {
            Some("cuda" | "nvml") => Some("nvidia"),
            Some("rsmi") => Some("amd"),
            Some("ze") => Some("intel"),
            _ => None,
        };
        match self.pci.map(|pci| pci.vendor) {
            Some(0x10de) => Some("nvidia"),
            Some(0x1002) => Some("amd"),
            Some(0x8086) => Some("intel"),
            _ => self.os.iter().find_map(of_driver),
        }
    }

    /// The device with its names. `gpu` is its number among the node's GPUs, if it is one.
    pub fn named(&self, gpu: Option<usize>) -> Device {
        let mut names: Vec<String> = gpu.map(|number| format!("gpu{number}")).into_iter().collect();
        let (verbs, others): (Vec<_>, Vec<_>) = self.os.iter().partition(|os| has_verbs(os));
        names.extend(verbs.into_iter().chain(others).map(|os| os.name.clone()));
        names.extend(self.pci.map(|pci| pci_name(pci.domain, pci.bus, pci.device, pci.function)));
        names.extend(gpu.map(|_| "gpu".to_owned()));
        names.extend(gpu.and_then(|_| self.maker()).map(str::to_owned));
        names.extend(self.os.iter().flat_map(common_names));
        names.extend(self.pci.filter(|pci| pci.class == NVME_CLASS).map(|_| "nvme".to_owned()));
        let mut known: Vec<String> = vec![];
        names.retain(|name| {
            let new = !name.is_empty() && !known.iter().any(|other| other.eq_ignore_ascii_case(name));
            known.extend(new.then(|| name.clone()));
            new
        });
        Device::new(names)
    }
}

/// True if OpenFabrics verbs work on a device. hwloc counts Slingshot's interfaces (`cxi0`) as OpenFabrics, too.
fn has_verbs(os: &OsDevice) -> bool {
    os.purpose == Use::OpenFabrics && !os.name.starts_with("cxi")
}

/// True for the kernel's DRM nodes that every display has. A device that renders also has a `renderD` node.
fn is_plain_display(name: &str) -> bool {
    name.starts_with("card") || name.starts_with("controlD")
}

/// The names that a device shares with devices of its kind.
///
/// These include its own name up to the first digit, because MPICH accepts `ib`, `hfi`, `eth` and `en` as prefixes.
fn common_names(os: &OsDevice) -> Vec<String> {
    let mut kinds = match os.purpose {
        Use::OpenFabrics if has_verbs(os) => vec!["nic", "ib", OPENFABRICS],
        Use::OpenFabrics => vec!["nic", "ib"],
        Use::Ethernet => vec!["nic", "eth"],
        Use::Network => vec!["nic"],
        _ => vec![],
    };
    if os.purpose == Use::Ethernet && os.name.starts_with("en") {
        kinds.push("en");
    }
    let letters = os.name.split(|c: char| !c.is_ascii_alphabetic()).next();
    kinds.into_iter().chain(letters).map(str::to_owned).collect()
}

/// The canonical spelling of a PCI bus id: `pci:0000:01:00.0`.
pub(crate) fn pci_name(domain: u32, bus: u8, device: u8, function: u8) -> String {
    format!("{PCI_PREFIX}{domain:04x}:{bus:02x}:{device:02x}.{function:x}")
}

/// The canonical spelling of a bus id with or without the domain; `None` if the text is no bus id.
pub(crate) fn canonical_bus_id(text: &str) -> Option<String> {
    let (path, function) = text.rsplit_once('.')?;
    let mut parts = path.rsplit(':');
    let (device, bus) = (hexadecimal(parts.next()?)?, hexadecimal(parts.next()?)?);
    let domain = parts.next().map_or(Some(0), hexadecimal)?;
    let narrow = |number: u32| u8::try_from(number).ok();
    let name = pci_name(domain, narrow(bus)?, narrow(device)?, narrow(hexadecimal(function)?)?);
    parts.next().is_none().then_some(name)
}

fn hexadecimal(text: &str) -> Option<u32> {
    // `from_str_radix` alone would accept a sign.
    text.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn os(name: &str, purpose: Use) -> OsDevice {
        OsDevice { name: name.to_owned(), purpose }
    }

    fn at(class: u16, os: Vec<OsDevice>) -> Hardware {
        Hardware { pci: Some(Pci { domain: 0, bus: 0xc1, device: 0, function: 0, class, vendor: 0x10de }), os }
    }

    #[test]
    fn a_gpu_is_one_under_all_its_names() {
        let all = vec![
            os("card1", Use::Graphics),
            os("renderD128", Use::Graphics),
            os("nvml0", Use::Graphics),
            os("cuda0", Use::Computing),
        ];
        let gpu = at(0x0300, all);
        assert!(gpu.is_gpu());
        let expected = [
            "gpu2",
            "card1",
            "renderD128",
            "nvml0",
            "cuda0",
            "pci:0000:c1:00.0",
            "gpu",
            "nvidia",
            "card",
            "renderD",
            "nvml",
            "cuda",
        ];
        assert_eq!(gpu.named(Some(2)).names(), expected);
        assert!(gpu.named(Some(2)).answers_to("renderd128") && !gpu.named(Some(2)).answers_to("gpu0"));
    }

    #[test]
    fn a_management_controller_has_no_gpu() {
        assert!(!at(0x0300, vec![]).is_gpu());
        assert!(!at(0x0300, vec![os("card0", Use::Graphics), os("controlD64", Use::Graphics)]).is_gpu());
        assert_eq!(
            at(0x0300, vec![os("card0", Use::Graphics)]).named(None).names(),
            ["card0", "pci:0000:c1:00.0", "card"]
        );
    }

    #[test]
    fn the_class_is_enough_where_no_driver_is_loaded() {
        for (class, expected) in
            [(0x0302, true), (0x0380, true), (0x1200, true), (0x1180, false), (0x0200, false), (0x0604, false)]
        {
            assert_eq!(at(class, vec![]).is_gpu(), expected, "{class:#x}");
        }
        assert!(Hardware { pci: None, os: vec![os("opencl0d0", Use::Computing)] }.is_gpu());
    }

    #[test]
    fn partitions_are_devices() {
        let of = |names: &[&str]| {
            let all = at(0x0380, names.iter().map(|name| os(name, Use::Graphics)).collect()).partitions();
            all.iter().map(|one| one.os.iter().map(|os| os.name.as_str()).collect::<Vec<_>>().join(" ")).collect()
        };
        let told: Vec<String> = of(&["card1", "rsmi0", "renderD128", "rsmi1"]);
        assert_eq!(told, ["card1 renderD128 rsmi0", "rsmi1"]);
        let told: Vec<String> = of(&["rsmi0", "card1"]);
        assert_eq!(told, ["card1 rsmi0"]);
        let told: Vec<String> = of(&[]);
        assert_eq!(told, [""]);
    }

    #[test]
    fn drives_go_by_class_where_no_driver_is_loaded() {
        assert_eq!(at(0x0108, vec![]).named(None).names(), ["pci:0000:c1:00.0", "nvme"]);
    }

    #[test]
    fn networks_go_by_kind_by_name_and_by_the_beginning_of_it() {
        let names = |purpose, name| at(0x0200, vec![os(name, purpose)]).named(None).names().join(" ");
        assert_eq!(names(Use::Ethernet, "eth0"), "eth0 pci:0000:c1:00.0 nic eth");
        assert_eq!(names(Use::Ethernet, "enp1s0"), "enp1s0 pci:0000:c1:00.0 nic eth en enp");
        assert_eq!(names(Use::Ethernet, "hsn0"), "hsn0 pci:0000:c1:00.0 nic eth hsn");
        assert_eq!(names(Use::Network, "ib0"), "ib0 pci:0000:c1:00.0 nic ib");
        assert_eq!(names(Use::OpenFabrics, "mlx5_0"), "mlx5_0 pci:0000:c1:00.0 nic ib verbs mlx");
        assert_eq!(names(Use::OpenFabrics, "cxi0"), "cxi0 pci:0000:c1:00.0 nic ib cxi");
        assert_eq!(names(Use::OpenFabrics, "hfi1_0"), "hfi1_0 pci:0000:c1:00.0 nic ib verbs hfi");
        assert_eq!(names(Use::Other, "nvme0n1"), "nvme0n1 pci:0000:c1:00.0 nvme");
        assert_eq!(names(Use::Graphics, ":0.0"), ":0.0 pci:0000:c1:00.0");
    }

    #[test]
    fn bus_ids_have_one_spelling() {
        for spelling in ["0000:c1:00.0", "c1:00.0", "C1:00.0", "0:C1:0.0", "000:c1:00.0"] {
            assert_eq!(canonical_bus_id(spelling).as_deref(), Some("pci:0000:c1:00.0"), "{spelling}");
        }
        assert_eq!(canonical_bus_id("10000:e1:1f.7").as_deref(), Some("pci:10000:e1:1f.7"));
        for wrong in ["", "c1", "c1:00", "c1.0", "0:0:c1:00.0", "c1:00.x", "1c1:00.0", "+1:00.0", ":00.0", "c1:00."] {
            assert_eq!(canonical_bus_id(wrong), None, "{wrong}");
        }
    }
}
