// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc, version 2 or 3, whichever serves this process.
//!
//! hwloc 2 is called through hwlocality, hwloc 3 by what [`library`] finds. Of a topology of either, the objects are
//! read from its export in hwloc's XML of version 2, which hwloc 3 writes, too. One path for both also means one result
//! for both.

use hwlocality::cpu::binding::CpuBindingFlags;
use hwlocality::object::types::ObjectType;
use hwlocality::topology::builder::{BuildFlags, TopologyBuilder, TypeFilter};
use hwlocality::topology::export::xml::XMLExportFlags;

mod export;
mod library;
mod three;
mod xml;

pub(crate) use export::{Export, MOST_UNIT, Matrix, Object};
pub use library::Library;

use crate::affinity::Mask;
use crate::locale;

/// A topology before hwloc loads it.
pub(crate) enum Builder {
    Two(TopologyBuilder),
    Three(three::Builder),
}

/// A topology of hwloc's.
pub(crate) enum Topology {
    Two(hwlocality::Topology),
    Three(three::Topology),
}

impl Builder {
    /// The machine that this process runs on, unless this or a variable of hwloc says otherwise.
    ///
    /// # Errors
    /// Why hwloc cannot be called.
    pub(crate) fn new() -> Result<Self, String> {
        Ok(match Library::find()?.functions()? {
            None => Self::Two(TopologyBuilder::new()),
            Some(functions) => Self::Three(three::Builder::new(functions)?),
        })
    }

    /// Includes what a cgroup keeps from this process.
    pub(crate) fn with_disallowed(self) -> Result<Self, String> {
        match self {
            Self::Two(builder) => builder
                .with_flags(BuildFlags::INCLUDE_DISALLOWED)
                .map(Self::Two)
                .map_err(|error| format!("hwloc refuses its flags: {error}")),
            Self::Three(builder) => builder.with_disallowed().map(Self::Three),
        }
    }

    /// Keeps important PCI devices and all operating-system devices.
    pub(crate) fn with_devices(self) -> Result<Self, String> {
        match self {
            Self::Two(builder) => builder
                .with_type_filter(ObjectType::PCIDevice, TypeFilter::KeepImportant)
                .and_then(|builder| builder.with_type_filter(ObjectType::OSDevice, TypeFilter::KeepAll))
                .map(Self::Two)
                .map_err(|error| format!("hwloc refuses its filters: {error}")),
            Self::Three(builder) => builder.with_devices().map(Self::Three),
        }
    }

    /// Leaves out a component of hwloc's. One that it does not have is left out anyway.
    ///
    /// # Errors
    /// That hwloc refuses one that it has.
    pub(crate) fn without(self, component: &str) -> Result<Self, String> {
        match self {
            // hwloc refuses to leave out what it does not have, so a builder that is thrown away tries it first.
            Self::Two(builder) if TopologyBuilder::new().without_component(component).is_ok() => builder
                .without_component(component)
                .map(Self::Two)
                .map_err(|error| format!("hwloc cannot leave out its component {component}: {error}")),
            Self::Two(_) => Ok(self),
            Self::Three(builder) => Ok(Self::Three(builder.without(component))),
        }
    }

    /// Takes a synthetic description; `None` where hwloc does not understand it.
    pub(crate) fn synthetic(self, words: &str) -> Option<Self> {
        match self {
            Self::Two(builder) => builder.from_synthetic(words).ok().map(Self::Two),
            Self::Three(builder) => builder.synthetic(words).map(Self::Three),
        }
    }

    /// Takes an export; `None` where hwloc does not understand it.
    pub(crate) fn xml(self, document: &str) -> Option<Self> {
        // The reader in hwloc, without libxml2, knows no comments.
        let document = xml::without_comments(document);
        locale::of_c(|| match self {
            Self::Two(builder) => builder.from_xml(&document).ok().map(Self::Two),
            Self::Three(builder) => builder.xml(&document).map(Self::Three),
        })
    }

    /// Loads the topology; `None` where hwloc cannot.
    pub(crate) fn load(self) -> Option<Topology> {
        locale::of_c(|| match self {
            Self::Two(builder) => builder.build().ok().map(Topology::Two),
            Self::Three(builder) => builder.load().map(Topology::Three),
        })
    }
}

impl Topology {
    /// Whether it describes the machine that this process runs on.
    pub(crate) fn is_this_system(&self) -> bool {
        match self {
            Self::Two(topology) => topology.is_this_system(),
            Self::Three(topology) => topology.is_this_system(),
        }
    }

    /// The objects, the kinds of cores, and the matrices.
    ///
    /// # Errors
    /// Why there is no export, or why it cannot be read.
    pub(crate) fn export(&self) -> Result<Export, String> {
        let document = locale::of_c(|| match self {
            Self::Two(topology) => {
                topology.export_xml(XMLExportFlags::empty()).ok().map(|document| document.as_str().to_owned())
            }
            Self::Three(topology) => topology.export_xml(),
        });
        Export::read(&document.ok_or("hwloc cannot export the topology")?)
            .map_err(|why| format!("the export of hwloc {why}"))
    }

    /// Whether hwloc can rank the cores of a kind among the others, from the thriftiest. Exports do not say it.
    pub(crate) fn is_ranked(&self, kind: usize) -> bool {
        match self {
            Self::Two(topology) => topology
                .cpu_kinds()
                .ok()
                .and_then(|mut kinds| kinds.nth(kind))
                .is_some_and(|kind| kind.efficiency.is_some()),
            Self::Three(topology) => topology.is_ranked(kind),
        }
    }

    /// The union of the bindings of this process's threads; `None` where hwloc does not know it.
    pub(crate) fn binding_of_process(&self) -> Option<Mask> {
        match self {
            Self::Two(topology) => {
                let set = topology.cpu_binding(CpuBindingFlags::PROCESS).ok()?;
                // An infinite set means that nothing is known.
                set.weight().map(|_| set.iter_set().map(usize::from).collect())
            }
            Self::Three(topology) => topology.binding_of_process(),
        }
    }
}
