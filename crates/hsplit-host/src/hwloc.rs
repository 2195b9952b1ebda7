// SPDX-License-Identifier: MIT OR Apache-2.0
//! hwloc, version 2 or 3, whichever this process has ([`library`]), called through hwlocality.
//!
//! The objects of a topology are read from its export in the XML format of version 2, which hwloc 3 can also write. So
//! both versions use the same code and give the same results.

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

/// A topology that hwloc has not loaded yet.
pub(crate) struct Builder(TopologyBuilder);

pub(crate) struct Topology(hwlocality::Topology);

impl Builder {
    /// The machine of this process, unless another method or an hwloc variable selects another one.
    pub(crate) fn new() -> Result<Self, String> {
        Library::find().map(|_| Self(TopologyBuilder::new()))
    }

    /// Includes resources that a cgroup disallows this process.
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

    /// Leaves out a component of hwloc, if it exists.
    ///
    /// # Errors
    /// hwloc refuses to leave out an existing component.
    pub(crate) fn without(self, component: &str) -> Result<Self, String> {
        // hwloc returns an error for an unknown component, so a temporary builder tries it first.
        if TopologyBuilder::new().without_component(component).is_err() {
            return Ok(self);
        }
        let without = self.0.without_component(component);
        without.map(Self).map_err(|error| format!("hwloc cannot leave out its component {component}: {error}"))
    }

    /// Uses a synthetic description; `None` if hwloc cannot parse it.
    pub(crate) fn synthetic(self, words: &str) -> Option<Self> {
        self.0.from_synthetic(words).ok().map(Self)
    }

    /// Uses an XML export; `None` if hwloc cannot parse it.
    pub(crate) fn xml(self, document: &str) -> Option<Self> {
        // hwloc's own parser, used without libxml2, does not accept comments.
        let document = xml::without_comments(document);
        locale::of_c(|| self.0.from_xml(&document).ok().map(Self))
    }

    /// Loads the topology; `None` if hwloc cannot.
    pub(crate) fn load(self) -> Option<Topology> {
        locale::of_c(|| self.0.build().ok().map(Topology))
    }
}

impl Topology {
    /// True if the topology is that of this process's machine.
    pub(crate) fn is_this_system(&self) -> bool {
        self.0.is_this_system()
    }

    /// The objects, the kinds of cores, and the matrices.
    pub(crate) fn export(&self) -> Result<Export, String> {
        let document = locale::of_c(|| {
            self.0.export_xml(XMLExportFlags::empty()).ok().map(|document| document.as_str().to_owned())
        });
        Export::read(&document.ok_or("hwloc cannot export the topology")?)
            .map_err(|why| format!("the export of hwloc {why}"))
    }

    /// True if hwloc ranks the cores of a kind by efficiency. Exports do not contain this.
    pub(crate) fn is_ranked(&self, kind: usize) -> bool {
        let kind = self.0.cpu_kinds().ok().and_then(|mut kinds| kinds.nth(kind));
        kind.is_some_and(|kind| kind.efficiency.is_some())
    }

    /// The union of the bindings of this process's threads; `None` if hwloc does not know it.
    pub(crate) fn binding_of_process(&self) -> Option<Mask> {
        let set = self.0.cpu_binding(CpuBindingFlags::PROCESS).ok()?;
        // hwloc returns an infinite set if the binding is unknown.
        set.weight().map(|_| set.iter_set().map(usize::from).collect())
    }
}
