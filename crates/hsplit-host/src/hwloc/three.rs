// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions with the arguments of hwloc 2 that call those of hwloc 3. All other functions are the same in both.

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulong, c_void};
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// `HWLOC_OBJ_BRIDGE`, `HWLOC_OBJ_PCI_DEVICE` and `HWLOC_OBJ_OS_DEVICE` of version 2.
const BRIDGE: c_int = 14;
const PCI_DEVICE: c_int = 15;
const OS_DEVICE: c_int = 16;
/// `HWLOC_TOPOLOGY_EXPORT_XML_FLAG_V2`.
const EXPORT_VERSION_2: c_ulong = 2;

struct Function(AtomicPtr<c_void>);

static SET_TYPE_FILTER: Function = Function::unknown();
static TYPE_SSCANF: Function = Function::unknown();
static EXPORT_XMLBUFFER: Function = Function::unknown();
static CPUKINDS_GET_INFO: Function = Function::unknown();

impl Function {
    const fn unknown() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    fn is(&self, address: *mut c_void) {
        self.0.store(address, Ordering::Relaxed);
    }

    fn address(&self) -> *mut c_void {
        self.0.load(Ordering::Relaxed)
    }
}

/// The replacement of a function of hwloc 3 whose arguments differ from those of version 2.
pub(super) fn adapted(name: &CStr, found: *mut c_void, find: impl Fn(&CStr) -> *mut c_void) -> Option<*mut c_void> {
    let (function, adapted) = match name.to_bytes() {
        b"hwloc_topology_set_type_filter" => (&SET_TYPE_FILTER, set_type_filter as *mut c_void),
        b"hwloc_topology_export_xmlbuffer" => (&EXPORT_XMLBUFFER, export_xmlbuffer as *mut c_void),
        b"hwloc_cpukinds_get_info" => (&CPUKINDS_GET_INFO, cpukinds_get_info as *mut c_void),
        b"hwloc_obj_type_is_io" => return Some(obj_type_is_io as *mut c_void),
        _ => return None,
    };
    function.is(found);
    TYPE_SSCANF.is(find(c"hwloc_type_sscanf"));
    Some(adapted)
}

/// Types have other numbers in hwloc 3.
///
/// # Safety
/// The contract of the function in hwloc 2. [`adapted`] has stored its address.
unsafe extern "C" fn set_type_filter(topology: *mut c_void, kind: c_int, filter: c_int) -> c_int {
    type ByName = unsafe extern "C" fn(*const c_char, *mut c_int, *mut c_void, usize) -> c_int;
    type Set = unsafe extern "C" fn(*mut c_void, c_int, c_int) -> c_int;
    let name = match kind {
        PCI_DEVICE => c"PCIDev",
        OS_DEVICE => c"OSDev",
        _ => return -1,
    };
    // SAFETY: the function has this type in hwloc 3; a NULL address becomes `None`.
    let Some(number_of) = (unsafe { transmute::<*mut c_void, Option<ByName>>(TYPE_SSCANF.address()) }) else {
        return -1;
    };
    let mut number = 0;
    // SAFETY: the name is a C string, hwloc writes an `int`, and no attributes are requested.
    if unsafe { number_of(name.as_ptr(), &raw mut number, ptr::null_mut(), 0) } != 0 {
        return -1;
    }
    // SAFETY: the function has this type in hwloc 3, its address is known, and the type number is from hwloc.
    unsafe { transmute::<*mut c_void, Set>(SET_TYPE_FILTER.address())(topology, number, filter) }
}

extern "C" fn obj_type_is_io(kind: c_int) -> c_int {
    c_int::from(matches!(kind, BRIDGE | PCI_DEVICE | OS_DEVICE))
}

/// hwloc 3 writes exports of version 3 by default.
///
/// # Safety
/// The contract of the function in hwloc 2. [`adapted`] has stored its address.
unsafe extern "C" fn export_xmlbuffer(
    topology: *mut c_void,
    text: *mut *mut c_char,
    size: *mut c_int,
    flags: c_ulong,
) -> c_int {
    type Export = unsafe extern "C" fn(*mut c_void, *mut *mut c_char, *mut c_int, c_ulong) -> c_int;
    let address = EXPORT_XMLBUFFER.address();
    // SAFETY: the function has this type in hwloc 3, and its address is known. The arguments are the caller's.
    unsafe { transmute::<*mut c_void, Export>(address)(topology, text, size, flags | EXPORT_VERSION_2) }
}

/// Info texts have another structure in hwloc 3; none are returned.
///
/// # Safety
/// The contract of the function in hwloc 2. [`adapted`] has stored its address.
unsafe extern "C" fn cpukinds_get_info(
    topology: *mut c_void,
    kind: c_uint,
    set: *mut c_void,
    efficiency: *mut c_int,
    count: *mut c_uint,
    texts: *mut *mut c_void,
    flags: c_ulong,
) -> c_int {
    type Info = unsafe extern "C" fn(*mut c_void, c_uint, *mut c_void, *mut c_int, *mut c_void, c_ulong) -> c_int;
    // SAFETY: hwlocality passes pointers to variables.
    unsafe { (*count, *texts) = (0, ptr::null_mut()) };
    let address = CPUKINDS_GET_INFO.address();
    // SAFETY: the function has this type in hwloc 3, and its address is known. The arguments are the caller's; NULL
    // requests no texts.
    unsafe { transmute::<*mut c_void, Info>(address)(topology, kind, set, efficiency, ptr::null_mut(), flags) }
}
