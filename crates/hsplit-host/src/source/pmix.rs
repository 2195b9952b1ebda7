// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `pmix`: the coordinates of this node in a torus, as a launcher gives them by PMIx.
//!
//! It is asked only where it is named. PMIx does not say whether coordinates are those of a torus or of switches; who
//! names the source means a torus, whose lengths PMIx gives as its shape. The MPI has loaded and initialised PMIx, and
//! this process asks what its launcher has told it, without a message (`PMIX_OPTIONAL`). Nothing is linked or loaded.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::{Arc, OnceLock};

use super::{Source, SourceError, Steps};
use crate::launcher::Process;
use crate::loader::Scope;
use hsplit_core::network::{Network, NetworkPosition};

/// The name in `HSPLIT_SOURCES`.
pub(super) const NAME: &str = "pmix";

/// Coordinates of all devices of a node, and the lengths of the dimensions: as numbers, or as a text.
const COORDINATES: &CStr = c"pmix.fab.coord";
const SHAPE: &CStr = c"pmix.fab.shape";
const SHAPE_STRING: &CStr = c"pmix.fab.shapestr";

/// The numbers of PMIx's types of values.
const BOOL: u16 = 1;
const STRING: u16 = 3;
const UINT32: u16 = 14;
const DATA_ARRAY: u16 = 39;
const GEOMETRY: u16 = 53;

/// Of all processes of the job.
const WILDCARD: u32 = u32::MAX - 1;
/// Coordinates by the placement of switches, and not by that of racks.
const LOGICAL_VIEW: u8 = 1;
/// More dimensions than any torus has; a longer list is no list.
const MOST_DIMENSIONS: usize = 64;

// The structures of PMIx 4 and 5, as its headers have them.

#[repr(C)]
struct Proc {
    nspace: [c_char; 256],
    rank: u32,
}

#[repr(C)]
struct Info {
    key: [c_char; 512],
    flags: u32,
    value: Value,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Value {
    kind: u16,
    data: Data,
}

/// The widest member of PMIx's union has three words.
#[repr(C)]
#[derive(Clone, Copy)]
union Data {
    flag: bool,
    text: *const c_char,
    array: *const DataArray,
    words: [usize; 3],
}

#[repr(C)]
struct DataArray {
    kind: u16,
    size: usize,
    array: *const c_void,
}

#[repr(C)]
struct Geometry {
    fabric: usize,
    uuid: *const c_char,
    osname: *const c_char,
    coordinates: *const Coord,
    count: usize,
}

#[repr(C)]
struct Coord {
    view: u8,
    coord: *const u32,
    dims: usize,
}

const _: () = assert!(size_of::<Value>() == 32 && size_of::<Info>() == 552 && size_of::<Proc>() == 260);

/// `PMIx_Get_version()`.
type GetVersion = unsafe extern "C" fn() -> *const c_char;
/// `PMIx_Initialized()`.
type Initialized = unsafe extern "C" fn() -> c_int;
/// `PMIx_Get(proc, key, info, ninfo, val)`.
type Get = unsafe extern "C" fn(*const Proc, *const c_char, *const Info, usize, *mut *const Value) -> c_int;

/// The functions of the PMIx that this process has loaded.
struct Library {
    version: String,
    initialized: Initialized,
    get: Get,
}

impl Library {
    fn find() -> Option<Self> {
        let scopes = [Some(Scope::Global), Scope::loaded(c"libpmix.so.2")].into_iter().flatten();
        scopes.into_iter().find_map(|scope| {
            // SAFETY: PMIx has had these functions with these parameters since its version 2. A NULL address becomes
            // `None`.
            let (version, initialized, get) = unsafe {
                (
                    std::mem::transmute::<*mut c_void, Option<GetVersion>>(scope.find(c"PMIx_Get_version"))?,
                    std::mem::transmute::<*mut c_void, Option<Initialized>>(scope.find(c"PMIx_Initialized"))?,
                    std::mem::transmute::<*mut c_void, Option<Get>>(scope.find(c"PMIx_Get"))?,
                )
            };
            // SAFETY: the function takes nothing, may be called at any time, and returns a text of its own or NULL.
            let version = unsafe { text_of(version()) }?;
            Some(Self { version, initialized, get })
        })
    }

    /// What is known of a key for the node of this process, without a message.
    fn value(&self, namespace: &CStr, key: &CStr) -> Option<Value> {
        let mut process = Proc { nspace: [0; 256], rank: WILDCARD };
        put(namespace, &mut process.nspace)?;
        let infos = [c"pmix.node.info", c"pmix.optional"].map(|key| {
            let value = Value { kind: BOOL, data: Data { words: [0; 3] } };
            let mut info = Info { key: [0; 512], flags: 0, value };
            info.value.data.flag = true;
            put(key, &mut info.key).map(|()| info)
        });
        let [Some(node), Some(optional)] = infos else { return None };
        let infos = [node, optional];
        let mut value = std::ptr::null();
        // SAFETY: the version is one whose structures these are (`is_known`), and PMIx is initialised. All addresses
        // are those of locals, and of texts that end with NUL.
        let code = unsafe { (self.get)(&raw const process, key.as_ptr(), infos.as_ptr(), infos.len(), &raw mut value) };
        // SAFETY: where the call succeeds it has written the address of a value, which is never given back: its
        // contents may be read as long as the process lives.
        if code == 0 && !value.is_null() { Some(unsafe { *value }) } else { None }
    }
}

/// Whether the structures above are those of a version.
fn is_known(version: &str) -> bool {
    let number = version.split_whitespace().nth(1).and_then(|number| number.split('.').next());
    version.starts_with("OpenPMIx ") && matches!(number, Some("4" | "5"))
}

/// Copies a text, and leaves a NUL behind it. `None`: it is too long.
fn put(text: &CStr, to: &mut [c_char]) -> Option<()> {
    let bytes = text.to_bytes();
    let to = to.get_mut(..bytes.len() + 1)?;
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte as c_char);
    Some(())
}

/// # Safety
/// NULL, or a text that ends with NUL.
unsafe fn text_of(text: *const c_char) -> Option<String> {
    // SAFETY: not NULL, so a text by this function's contract.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}

/// The elements of an array of a kind.
///
/// # Safety
/// The value comes from PMIx, and `T` is the structure of that kind.
unsafe fn elements<T>(value: &Value, kind: u16) -> Option<&[T]> {
    if value.kind != DATA_ARRAY {
        return None;
    }
    // SAFETY: the kind says that the value has the address of an array, or NULL.
    let array = unsafe { value.data.array.as_ref() }?;
    if array.kind != kind || array.array.is_null() {
        return None;
    }
    // SAFETY: PMIx says that there are `size` elements of this kind.
    Some(unsafe { std::slice::from_raw_parts(array.array.cast(), array.size) })
}

/// The coordinates of the first device that has some: by the logical view where there is one.
fn coordinates_in(value: &Value) -> Option<Vec<u32>> {
    // SAFETY: the value comes from PMIx, and `Geometry` is its structure.
    let devices = unsafe { elements::<Geometry>(value, GEOMETRY) }?;
    devices.iter().filter(|device| !device.coordinates.is_null()).find_map(|device| {
        // SAFETY: PMIx says that there are `count` of them.
        let views = unsafe { std::slice::from_raw_parts(device.coordinates, device.count) };
        let has_some = |coord: &&Coord| !coord.coord.is_null() && (1..=MOST_DIMENSIONS).contains(&coord.dims);
        let usable = || views.iter().filter(has_some);
        let coord = usable().find(|coord| coord.view == LOGICAL_VIEW).or_else(|| usable().next())?;
        // SAFETY: PMIx says that there are `dims` of them.
        Some(unsafe { std::slice::from_raw_parts(coord.coord, coord.dims) }.to_vec())
    })
}

/// The lengths of the dimensions.
fn shape_in(numbers: Option<&Value>, text: Option<&Value>) -> Option<Vec<u64>> {
    // SAFETY: the value comes from PMIx.
    if let Some(lengths) = numbers.and_then(|value| unsafe { elements::<u32>(value, UINT32) }) {
        return Some(lengths.iter().map(|&length| length.into()).collect());
    }
    // SAFETY: the kind says that the value has the address of a text, or NULL.
    let text = text.filter(|value| value.kind == STRING).and_then(|value| unsafe { text_of(value.data.text) })?;
    text.split('x').map(|length| length.trim().parse().ok()).collect()
}

/// The place in a torus.
///
/// # Errors
/// Why these numbers are none.
fn position(coordinates: &[u32], dims: &[u64]) -> Result<NetworkPosition, String> {
    if coordinates.len() != dims.len() {
        return Err(format!("{} coordinates in {} dimensions", coordinates.len(), dims.len()));
    }
    let mut number = 0_u64;
    for (&coordinate, &length) in coordinates.iter().zip(dims) {
        if u64::from(coordinate) >= length {
            return Err(format!("coordinate {coordinate} where there are {length}, counted from 0"));
        }
        let next = number.checked_mul(length).and_then(|number| number.checked_add(coordinate.into()));
        number = next.ok_or("more places than can be counted")?;
    }
    let size = dims.iter().try_fold(1_u64, |product, &length| product.checked_mul(length));
    size.ok_or("more places than can be counted")?;
    Ok(NetworkPosition { dims: dims.into(), position: number, is_torus: true })
}

/// What PMIx says, found once after the MPI has initialised it.
#[derive(Default)]
pub(super) struct Pmix {
    told: OnceLock<Option<Result<Network, String>>>,
}

impl Pmix {
    fn told(&self) -> Option<&Result<Network, String>> {
        if let Some(told) = self.told.get() {
            return told.as_ref();
        }
        let library = Library::find()?;
        // SAFETY: the function takes nothing, and may be called at any time.
        if unsafe { (library.initialized)() } == 0 {
            return None;
        }
        self.told.get_or_init(|| ask(&library)).as_ref()
    }
}

fn ask(library: &Library) -> Option<Result<Network, String>> {
    let version = &library.version;
    if !is_known(version) {
        log::debug!("PMIx: coordinates are not asked for, because '{version}' is no version that is known");
        return None;
    }
    let namespace = CString::new(std::env::var("PMIX_NAMESPACE").ok()?).ok()?;
    let value = |key| library.value(&namespace, key);
    let Some(coordinates) = value(COORDINATES).and_then(|value| coordinates_in(&value)) else {
        log::debug!("PMIx: the launcher gives no coordinates ({version})");
        return None;
    };
    let Some(dims) = shape_in(value(SHAPE).as_ref(), value(SHAPE_STRING).as_ref()) else {
        log::debug!("PMIx: the launcher gives coordinates without a shape ({version})");
        return None;
    };
    let network = position(&coordinates, &dims).map(|position| {
        log::debug!("PMIx: the launcher says {position} ({version})");
        let steps: Steps = Arc::from([]);
        Network { position: Some(position), ..Network::of(steps) }
    });
    Some(network.map_err(|why| format!("PMIx: {why}")))
}

impl Source for Pmix {
    fn name(&self) -> &'static str {
        NAME
    }

    fn network(&self, _: Process) -> Result<Option<Network>, SourceError> {
        self.told().cloned().transpose().map_err(Into::into)
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_known_or_not() {
        let known = ["OpenPMIx 4.2.2rc2 (PMIx Standard: 4.2, Stable ABI: 0.0)", "OpenPMIx 5.0.11rc1 (PMIx Standard)"];
        assert!(known.into_iter().all(is_known));
        let unknown = ["OpenPMIx 3.1.5", "OpenPMIx 6.0.0", "OpenPMIx", "PMIx 4.0", "", "OpenPMIx 40.1"];
        assert!(!unknown.into_iter().any(is_known));
    }

    fn array<T>(kind: u16, elements: &[T]) -> DataArray {
        DataArray { kind, size: elements.len(), array: elements.as_ptr().cast() }
    }

    fn of_array(array: &DataArray) -> Value {
        Value { kind: DATA_ARRAY, data: Data { array } }
    }

    #[test]
    fn coordinates_of_the_first_device_that_has_some() {
        let (physical, logical) = ([7, 8], [1, 2, 3]);
        let coord = |view, numbers: &[u32]| Coord { view, coord: numbers.as_ptr(), dims: numbers.len() };
        let views = [coord(2, &physical), coord(1, &logical)];
        let device = |coordinates: &[Coord]| Geometry {
            fabric: 0,
            uuid: std::ptr::null(),
            osname: std::ptr::null(),
            coordinates: coordinates.as_ptr(),
            count: coordinates.len(),
        };
        let devices = [device(&[]), device(&views)];
        let all = array(GEOMETRY, &devices);
        assert_eq!(coordinates_in(&of_array(&all)), Some(vec![1, 2, 3]));
        let one_view = [device(&views[..1])];
        let one = array(GEOMETRY, &one_view);
        assert_eq!(coordinates_in(&of_array(&one)), Some(vec![7, 8]));
        let other = array(UINT32, &logical);
        assert_eq!(coordinates_in(&of_array(&other)), None);
        assert_eq!(coordinates_in(&Value { kind: UINT32, data: Data { words: [1; 3] } }), None);
    }

    #[test]
    fn shapes_are_numbers_or_a_text() {
        let lengths = [4_u32, 4, 8];
        let numbers = array(UINT32, &lengths);
        let text = |text: &'static CStr| Value { kind: STRING, data: Data { text: text.as_ptr() } };
        assert_eq!(shape_in(Some(&of_array(&numbers)), None), Some(vec![4, 4, 8]));
        assert_eq!(shape_in(None, Some(&text(c"10x12x2"))), Some(vec![10, 12, 2]));
        assert_eq!(shape_in(None, Some(&text(c"10xax2"))), None);
        assert_eq!(shape_in(None, None), None);
    }

    #[test]
    fn a_place_is_inside_its_torus() {
        let told = |coordinates: &[u32], dims: &[u64]| position(coordinates, dims).map(|place| place.to_string());
        assert_eq!(told(&[1, 2, 5], &[4, 4, 8]), Ok("torus 4x4x8, at 1,2,5".to_owned()));
        assert_eq!(told(&[1, 4], &[4, 4]), Err("coordinate 4 where there are 4, counted from 0".to_owned()));
        assert_eq!(told(&[1], &[4, 4]), Err("1 coordinates in 2 dimensions".to_owned()));
        assert!(told(&[0, 0], &[1 << 40, 1 << 40]).is_err());
    }
}
