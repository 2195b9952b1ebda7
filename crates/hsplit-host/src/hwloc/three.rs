// SPDX-License-Identifier: MIT OR Apache-2.0
//! Topologies of hwloc 3, which hwlocality cannot call.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;

use super::export;
use super::library::{Functions, Opaque};
use crate::affinity::Mask;

/// `HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED`.
const INCLUDE_DISALLOWED: u64 = 1;
/// `HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST`.
const LEAVE_OUT: u64 = 1;
/// `HWLOC_TOPOLOGY_EXPORT_XML_FLAG_V2`.
const EXPORT_VERSION_2: u64 = 2;
/// `HWLOC_CPUBIND_PROCESS`.
const PROCESS: c_int = 1;
/// `HWLOC_TYPE_FILTER_KEEP_ALL`.
const KEEP_ALL: c_int = 0;
/// `HWLOC_TYPE_FILTER_KEEP_IMPORTANT`.
const KEEP_IMPORTANT: c_int = 3;

/// A topology.
pub(crate) struct Topology {
    topology: *mut Opaque,
    functions: Functions,
}

// SAFETY: hwloc lets one thread at a time change a topology, which takes `self` by value here, and any number read it.
unsafe impl Send for Topology {}
// SAFETY: as above.
unsafe impl Sync for Topology {}

/// A topology before it is loaded.
pub(crate) struct Builder(Topology);

impl Builder {
    pub(super) fn new(functions: Functions) -> Result<Self, String> {
        let mut topology = ptr::null_mut();
        // SAFETY: hwloc writes a pointer into the variable.
        let code = unsafe { (functions.topology_init)(&raw mut topology) };
        if code != 0 || topology.is_null() {
            return Err("hwloc cannot make a topology".to_owned());
        }
        Ok(Self(Topology { topology, functions }))
    }

    pub(super) fn with_disallowed(self) -> Result<Self, String> {
        // SAFETY: the topology is one that is not loaded yet.
        let code = unsafe { (self.0.functions.topology_set_flags)(self.0.topology, INCLUDE_DISALLOWED) };
        if code == 0 { Ok(self) } else { Err("hwloc refuses its flags".to_owned()) }
    }

    pub(super) fn with_devices(self) -> Result<Self, String> {
        self.keeping(c"PCIDev", KEEP_IMPORTANT)?.keeping(c"OSDev", KEEP_ALL)
    }

    fn keeping(self, type_name: &CStr, filter: c_int) -> Result<Self, String> {
        let (functions, mut number) = (&self.0.functions, 0);
        // SAFETY: the name ends with NUL, hwloc writes an `int`, and no attributes are asked for.
        let mut code = unsafe { (functions.type_sscanf)(type_name.as_ptr(), &raw mut number, ptr::null_mut(), 0) };
        if code == 0 {
            // SAFETY: the topology is one that is not loaded yet, and hwloc itself has given the number of the type.
            code = unsafe { (functions.topology_set_type_filter)(self.0.topology, number, filter) };
        }
        let refused = || format!("hwloc refuses its filter for {}", type_name.to_string_lossy());
        if code == 0 { Ok(self) } else { Err(refused()) }
    }

    pub(super) fn without(self, component: &str) -> Self {
        if let Ok(name) = CString::new(component) {
            // SAFETY: the topology is one that is not loaded yet, and the name ends with NUL.
            unsafe { (self.0.functions.topology_set_components)(self.0.topology, LEAVE_OUT, name.as_ptr()) };
        }
        self
    }

    pub(super) fn synthetic(self, words: &str) -> Option<Self> {
        let text = CString::new(words).ok()?;
        // SAFETY: the topology is one that is not loaded yet, and hwloc copies the text, which ends with NUL.
        let code = unsafe { (self.0.functions.topology_set_synthetic)(self.0.topology, text.as_ptr()) };
        (code == 0).then_some(self)
    }

    pub(super) fn xml(self, document: &str) -> Option<Self> {
        let text = CString::new(document).ok()?;
        let length = c_int::try_from(text.as_bytes_with_nul().len()).ok()?;
        // SAFETY: the topology is one that is not loaded yet. The text has this length with its NUL, as hwloc's own
        // exports have it, and is read before this call returns.
        let code = unsafe { (self.0.functions.topology_set_xmlbuffer)(self.0.topology, text.as_ptr(), length) };
        (code == 0).then_some(self)
    }

    pub(super) fn load(self) -> Option<Topology> {
        // SAFETY: the topology is one that is not loaded yet. After an error it may still be destroyed.
        let code = unsafe { (self.0.functions.topology_load)(self.0.topology) };
        (code == 0).then_some(self.0)
    }
}

impl Topology {
    pub(super) fn is_this_system(&self) -> bool {
        // SAFETY: the topology is loaded.
        unsafe { (self.functions.topology_is_thissystem)(self.topology) == 1 }
    }

    pub(super) fn export_xml(&self) -> Option<String> {
        let (mut text, mut length) = (ptr::null_mut::<c_char>(), 0);
        let export = self.functions.topology_export_xmlbuffer;
        // SAFETY: the topology is loaded, and hwloc writes into the two variables.
        let code = unsafe { export(self.topology, &raw mut text, &raw mut length, EXPORT_VERSION_2) };
        if code != 0 || text.is_null() {
            return None;
        }
        // SAFETY: hwloc has written a text of this length, the NUL at its end included, and frees it only below.
        let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), usize::try_from(length).unwrap_or(0)) };
        let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        let export = String::from_utf8_lossy(bytes).into_owned();
        // SAFETY: the text comes from the call above, and nothing refers to it any longer.
        unsafe { (self.functions.free_xmlbuffer)(self.topology, text) };
        Some(export)
    }

    pub(super) fn is_ranked(&self, kind: usize) -> bool {
        let (Ok(kind), none, mut efficiency) = (u32::try_from(kind), ptr::null_mut(), -1) else { return false };
        // SAFETY: the topology is loaded, and hwloc writes an `int`. NULL asks for no set and no texts.
        let code =
            unsafe { (self.functions.cpukinds_get_info)(self.topology, kind, none, &raw mut efficiency, none, 0) };
        code == 0 && efficiency >= 0
    }

    pub(super) fn binding_of_process(&self) -> Option<Mask> {
        let functions = &self.functions;
        let mut text = vec![0u8; MOST_SET];
        // SAFETY: the topology is loaded. The set is hwloc's own, is freed once, and is written as a text of at most as
        // many bytes as there are.
        let written = unsafe {
            let set = (functions.bitmap_alloc)();
            if set.is_null() {
                return None;
            }
            let code = (functions.get_cpubind)(self.topology, set, PROCESS);
            let length = (functions.bitmap_snprintf)(text.as_mut_ptr().cast(), text.len(), set);
            (functions.bitmap_free)(set);
            (code == 0).then_some(length)?
        };
        text.truncate(usize::try_from(written).ok().filter(|length| *length < MOST_SET)?);
        let set = export::set(std::str::from_utf8(&text).ok()?).ok()?;
        Some(set.iter().map(|unit| unit as usize).collect())
    }
}

/// The bytes of the text of a set: eleven for 32 units.
const MOST_SET: usize = 1 << 19;

impl Drop for Topology {
    fn drop(&mut self) {
        // SAFETY: the topology is one of hwloc's, and nothing uses it any longer.
        unsafe { (self.functions.topology_destroy)(self.topology) };
    }
}
