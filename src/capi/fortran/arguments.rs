// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments as Fortran passes them: by reference, texts without a NUL, `ierror` optional.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;

use mpi_sys::{MPI_Comm, MPI_Datatype, MPI_Group, MPI_Info, MPI_Win};

use hsplit_calls::runtime;
use hsplit_calls::split_types::HSPLIT_MAX_LIBRARY_VERSION_STRING;
use hsplit_mpi::constants::{comm_null, datatype_null, info_null, win_null};
use hsplit_mpi::fortran::{Fint, comm_of, datatype_of, handle_of, info_of, number_of_group, number_of_win, win_of};
use hsplit_mpi::is_usable;

/// True if handles can be converted: not those of another MPI, and not before `MPI_Init` or after `MPI_Finalize`.
fn handles_count() -> bool {
    runtime::get().check_mpi().is_ok() && is_usable()
}

/// A communicator.
///
/// # Safety
/// The pointer is valid.
pub unsafe fn comm(handle: *const Fint) -> MPI_Comm {
    // SAFETY: the pointer is valid, by this function's contract.
    if handles_count() { comm_of(unsafe { *handle }) } else { comm_null() }
}

/// An info object.
///
/// # Safety
/// The pointer is valid.
pub unsafe fn info(handle: *const Fint) -> MPI_Info {
    // SAFETY: the pointer is valid, by this function's contract.
    if handles_count() { info_of(unsafe { *handle }) } else { info_null() }
}

/// A datatype.
///
/// # Safety
/// The pointer is valid.
pub unsafe fn datatype(handle: *const Fint) -> MPI_Datatype {
    // SAFETY: the pointer is valid, by this function's contract.
    if handles_count() { datatype_of(unsafe { *handle }) } else { datatype_null() }
}

/// A window.
///
/// # Safety
/// The pointer is valid.
pub unsafe fn win(handle: *const Fint) -> MPI_Win {
    // SAFETY: the pointer is valid, by this function's contract.
    if handles_count() { win_of(unsafe { *handle }) } else { win_null() }
}

/// Communicators; `None` for an array that is left out.
///
/// # Safety
/// The array is NULL or has `count` elements.
pub unsafe fn comms(handles: *const Fint, count: c_int) -> Option<Vec<MPI_Comm>> {
    if handles.is_null() {
        return None;
    }
    // SAFETY: `index` is below `count`, the length of the array by this function's contract.
    Some((0..count.max(0) as usize).map(|index| unsafe { comm(handles.add(index)) }).collect())
}

/// An array for `count` communicators; `None` for an array that is left out.
pub fn places(handles: *const Fint, count: c_int) -> Option<Vec<MPI_Comm>> {
    (!handles.is_null()).then(|| vec![comm_null(); count.max(0) as usize])
}

/// The array as C takes it.
pub fn array(comms: &mut Option<Vec<MPI_Comm>>) -> *mut MPI_Comm {
    comms.as_mut().map_or(std::ptr::null_mut(), Vec::as_mut_ptr)
}

/// The first `count` of them; the program's others stay as they are.
pub fn first(count: c_int, comms: Option<Vec<MPI_Comm>>) -> Option<Vec<MPI_Comm>> {
    comms.map(|comms| comms.into_iter().take(usize::try_from(count).unwrap_or(0)).collect())
}

/// The address of an output in C: NULL if the argument is left out.
pub fn wanted<T>(output: *mut Fint, local: &mut T) -> *mut T {
    if output.is_null() { ptr::null_mut() } else { local }
}

/// Writes a number to the program, unless the argument is left out.
///
/// # Safety
/// The pointer is NULL or valid.
pub unsafe fn put(output: *mut Fint, number: Fint) {
    if !output.is_null() {
        // SAFETY: not NULL, and valid then by this function's contract.
        unsafe { *output = number };
    }
}

/// Writes a communicator to the program.
///
/// # Safety
/// The pointer is NULL or valid.
pub unsafe fn put_comm(output: *mut Fint, comm: MPI_Comm) {
    if handles_count() {
        // SAFETY: `output` is NULL or valid, by this function's contract.
        unsafe { put(output, handle_of(comm)) };
    }
}

/// Writes a group to the program.
///
/// # Safety
/// The pointer is NULL or valid.
pub unsafe fn put_group(output: *mut Fint, group: MPI_Group) {
    if handles_count() {
        // SAFETY: `output` is NULL or valid, by this function's contract.
        unsafe { put(output, number_of_group(group)) };
    }
}

/// Writes a window to the program.
///
/// # Safety
/// The pointer is NULL or valid.
pub unsafe fn put_win(output: *mut Fint, win: MPI_Win) {
    if handles_count() {
        // SAFETY: `output` is NULL or valid, by this function's contract.
        unsafe { put(output, number_of_win(win)) };
    }
}

/// Writes communicators to the program.
///
/// # Safety
/// The array has as many elements as `comms`.
pub unsafe fn put_comms(outputs: *mut Fint, comms: Option<Vec<MPI_Comm>>) {
    for (index, comm) in comms.into_iter().flatten().enumerate() {
        // SAFETY: `index` is below the number of `comms`, and the array has as many elements by this function's
        // contract. `comms` is `None` for an array that is left out.
        unsafe { put_comm(outputs.add(index), comm) };
    }
}

/// Writes a text to the program, truncated or padded with blanks to the length of its variable.
///
/// # Safety
/// `output` is NULL or has room for `length` characters; `text` is NULL or ends with NUL.
pub unsafe fn put_text(output: *mut c_char, length: Length, text: *const c_char) {
    if text.is_null() || output.is_null() {
        return;
    }
    // SAFETY: `text` is not NULL and ends with NUL; `output` has `length` characters. Both are this function's
    // contract. They do not overlap: the text is the library's.
    let (text, buffer) = unsafe {
        (CStr::from_ptr(text).to_bytes(), std::slice::from_raw_parts_mut(output.cast::<u8>(), length.max(0) as usize))
    };
    let cut = &text[..text.len().min(buffer.len())];
    buffer.fill(b' ');
    buffer[..cut.len()].copy_from_slice(cut);
}

/// The maximum length of a text that a call writes to a buffer without a size argument.
pub const LONGEST: c_int = HSPLIT_MAX_LIBRARY_VERSION_STRING;

/// A buffer for a text that C writes; empty if the argument is left out.
pub fn room(output: *const c_char, size: c_int) -> Vec<c_char> {
    if output.is_null() { vec![] } else { vec![0; usize::try_from(size).unwrap_or(0)] }
}

/// The buffer as C takes it.
pub fn start(room: &mut Vec<c_char>) -> *mut c_char {
    if room.is_empty() { ptr::null_mut() } else { room.as_mut_ptr() }
}

/// Writes a text that C has written into `room` to the program; nothing after an error.
///
/// # Safety
/// `output` is NULL or has room for `length` characters. Where `code` is 0 and `room` is not empty, `room` has a NUL.
pub unsafe fn put_written(output: *mut c_char, length: Length, code: c_int, room: &[c_char]) {
    if code == 0 && !room.is_empty() {
        // SAFETY: `room` ends with NUL, and `output` has `length` characters or is NULL, by this function's contract.
        unsafe { put_text(output, length, room.as_ptr()) };
    }
}

/// Limits a number of characters to the length of a variable.
///
/// # Safety
/// The pointer is NULL or valid.
pub unsafe fn limit(number: *mut Fint, length: Length) {
    if !number.is_null() {
        // SAFETY: not NULL, and valid then by this function's contract.
        unsafe { *number = (*number).min(length) };
    }
}

/// An array for `max` names, each NULL before the call.
pub fn room_for_names(max: c_int) -> Vec<*const c_char> {
    vec![ptr::null(); usize::try_from(max).unwrap_or(0)]
}

/// Writes texts to the program, each as [`put_text`] does; NULL leaves its element as it is.
///
/// # Safety
/// `output` is NULL or has as many elements as `texts`, of `length` characters each. Each text is NULL or ends with
/// NUL.
pub unsafe fn put_texts(output: *mut c_char, length: Length, texts: &[*const c_char]) {
    if output.is_null() {
        return;
    }
    for (index, &text) in texts.iter().enumerate() {
        // SAFETY: `index` is below the number of elements, and each has `length` characters, by this function's
        // contract.
        unsafe { put_text(output.add(index * length.max(0) as usize), length, text) };
    }
}

/// A text of the program without trailing blanks; `None` for a blank text, and if the argument is left out.
///
/// # Safety
/// `text` is NULL or has `length` characters.
pub unsafe fn text(text: *const c_char, length: Length) -> Option<CString> {
    if text.is_null() {
        return None;
    }
    // SAFETY: not NULL, and `length` characters long by this function's contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length.max(0) as usize) };
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let kept = bytes[..end].trim_ascii_end();
    if kept.is_empty() { None } else { CString::new(kept).ok() }
}

/// A text as C takes it; NULL where there is none.
pub fn address(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
}

/// The length of a text, which compilers pass behind all other arguments. Some pass an int and some a `size_t`; the low
/// half of a register or a stack slot is the length for both.
pub type Length = c_int;
