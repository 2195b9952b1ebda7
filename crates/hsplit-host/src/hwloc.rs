// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc, version 2 or 3, whichever serves this process ([`library`]), called through hwlocality.
//!
//! Of a topology, the objects are read from its export in hwloc's XML of version 2, which hwloc 3 writes, too. One path
//! for both also means one result for both.

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
pub(crate) struct Builder(TopologyBuilder);

/// A topology of hwloc's.
pub(crate) struct Topology(hwlocality::Topology);

impl Builder {
    /// The machine that this process runs on, unless this or a variable of hwloc says otherwise.
    ///
    /// # Errors
    /// Why hwloc cannot be called.
    pub(crate) fn new() -> Result<Self, String> {
        Library::find().map(|_| Self(TopologyBuilder::new()))
    }

    /// Includes what a cgroup keeps from this process.
    pub(crate) fn with_disallowed(self) -> Result<Self, String> {
        let with_flags = self.0.with_flags(BuildFlags::INCLUDE_DISALLOWED);
        with_flags.map(Self).map_err(|error| format!("hwloc refuses its flags: {error}"))
    }

    /// Keeps important PCI devices and all operating-system devices.
    pub(crate) fn with_devices(self) -> Result<Self, String> {
        self.0
            .with_type_filter(ObjectType::PCIDevice, TypeFilter::KeepImportant)
            .and_then(|builder| builder.with_type_filter(ObjectType::OSDevice, TypeFilter::KeepAll))
            .map(Self)
            .map_err(|error| format!("hwloc refuses its filters: {error}"))
    }

    /// Leaves out a component of hwloc's. One that it does not have is left out anyway.
    ///
    /// # Errors
    /// That hwloc refuses one that it has.
    pub(crate) fn without(self, component: &str) -> Result<Self, String> {
        // hwloc refuses to leave out what it does not have, so a builder that is thrown away tries it first.
        if TopologyBuilder::new().without_component(component).is_err() {
            return Ok(self);
        }
        let without = self.0.without_component(component);
        without.map(Self).map_err(|error| format!("hwloc cannot leave out its component {component}: {error}"))
    }

    /// Takes a synthetic description; `None` where hwloc does not understand it.
    pub(crate) fn synthetic(self, words: &str) -> Option<Self> {
        self.0.from_synthetic(words).ok().map(Self)
    }

    /// Takes an export; `None` where hwloc does not understand it.
    pub(crate) fn xml(self, document: &str) -> Option<Self> {
        // The reader in hwloc, without libxml2, knows no comments.
        let document = xml::without_comments(document);
        locale::of_c(|| self.0.from_xml(&document).ok().map(Self))
    }

    /// Loads the topology; `None` where hwloc cannot.
    pub(crate) fn load(self) -> Option<Topology> {
        locale::of_c(|| self.0.build().ok().map(Topology))
    }
}

impl Topology {
    /// Whether it describes the machine that this process runs on.
    pub(crate) fn is_this_system(&self) -> bool {
        self.0.is_this_system()
    }

    /// The objects, the kinds of cores, and the matrices.
    ///
    /// # Errors
    /// Why there is no export, or why it cannot be read.
    pub(crate) fn export(&self) -> Result<Export, String> {
        let document = locale::of_c(|| {
            self.0.export_xml(XMLExportFlags::empty()).ok().map(|document| document.as_str().to_owned())
        });
        Export::read(&document.ok_or("hwloc cannot export the topology")?)
            .map_err(|why| format!("the export of hwloc {why}"))
    }

    /// Whether hwloc can rank the cores of a kind among the others, from the thriftiest. Exports do not say it.
    pub(crate) fn is_ranked(&self, kind: usize) -> bool {
        let kind = self.0.cpu_kinds().ok().and_then(|mut kinds| kinds.nth(kind));
        kind.is_some_and(|kind| kind.efficiency.is_some())
    }

    /// The union of the bindings of this process's threads; `None` where hwloc does not know it.
    pub(crate) fn binding_of_process(&self) -> Option<Mask> {
        let set = self.0.cpu_binding(CpuBindingFlags::PROCESS).ok()?;
        // An infinite set means that nothing is known.
        set.weight().map(|_| set.iter_set().map(usize::from).collect())
    }
}
