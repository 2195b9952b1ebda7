// SPDX-License-Identifier: MIT OR Apache-2.0
//! The source `pmix`: the coordinates of this node in a torus, as a launcher gives them by PMIx.
//!
//! It is asked only where it is named. PMIx does not say whether coordinates are those of a torus or of switches; who
//! names the source means a torus, whose lengths PMIx gives as its shape. The MPI has loaded and initialised PMIx, and
//! this process asks what its launcher has told it, without a message (`PMIX_OPTIONAL`). Nothing is linked or loaded.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, OnceLock};

use super::{Source, SourceError, Steps};
use crate::launcher::Process;
use crate::pmix::{self, Library, STRING, Value, WILDCARD, text_of};
use hsplit_core::network::{Network, NetworkPosition};

/// The name in `HSPLIT_SOURCES`.
pub(super) const NAME: &str = "pmix";

/// Coordinates of all devices of a node, and the lengths of the dimensions: as numbers, or as a text.
const COORDINATES: &CStr = c"pmix.fab.coord";
const SHAPE: &CStr = c"pmix.fab.shape";
const SHAPE_STRING: &CStr = c"pmix.fab.shapestr";

/// The numbers of PMIx's types of values.
const UINT32: u16 = 14;
const DATA_ARRAY: u16 = 39;
const GEOMETRY: u16 = 53;

/// Coordinates by the placement of switches, and not by that of racks.
const LOGICAL_VIEW: u8 = 1;
/// More dimensions than any torus has; a longer list is no list.
const MOST_DIMENSIONS: usize = 64;

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

/// The elements of an array of a kind.
///
/// # Safety
/// The value comes from PMIx, and `T` is the structure of that kind.
unsafe fn elements<T>(value: &Value, kind: u16) -> Option<&[T]> {
    if value.kind != DATA_ARRAY {
        return None;
    }
    // SAFETY: the kind says that the value has the address of an array, or NULL.
    let array = unsafe { value.data.array.cast::<DataArray>().as_ref() }?;
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
        let library = Library::find().filter(Library::is_initialized)?;
        self.told.get_or_init(|| ask(&library)).as_ref()
    }
}

fn ask(library: &Library) -> Option<Result<Network, String>> {
    let version = &library.version;
    let namespace = pmix::namespace()?;
    let value = |key| library.value(&namespace, WILDCARD, key, &[c"pmix.node.info", c"pmix.optional"]);
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
    use crate::pmix::Data;

    fn array<T>(kind: u16, elements: &[T]) -> DataArray {
        DataArray { kind, size: elements.len(), array: elements.as_ptr().cast() }
    }

    fn of_array(array: &DataArray) -> Value {
        Value { kind: DATA_ARRAY, data: Data { array: std::ptr::from_ref(array).cast() } }
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
