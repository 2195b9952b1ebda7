// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists as outputs: the caller's array, its length, and the number of all elements, which may be greater.

use std::ffi::c_int;

use super::not_null;
use crate::error::Error;

/// The output arguments for a list.
#[derive(Clone, Copy)]
pub struct ListOutput<T> {
    /// The length of the array.
    pub max: c_int,
    /// The number of elements, with the name of this argument.
    pub count: (&'static str, *mut c_int),
    /// The array, with the name of this argument.
    pub array: (&'static str, *mut T),
}

impl<T> ListOutput<T> {
    /// Sets the number of elements to 0, if possible, and checks the arguments.
    ///
    /// # Errors
    /// `max` is negative, `count` is NULL, or the array is NULL and should have elements.
    ///
    /// # Safety
    /// `count` is NULL or valid.
    pub unsafe fn clear(&self) -> Result<(), Error> {
        let (name, count) = self.count;
        not_null(count, name)?;
        // SAFETY: not NULL by the check above, and therefore valid by this function's contract.
        unsafe { *count = 0 };
        if self.max < 0 {
            return Err(Error::Negative("max", self.max));
        }
        if self.max == 0 { Ok(()) } else { not_null(self.array.1, self.array.0) }
    }

    /// Writes as many elements of a list as fit, and the number of all.
    ///
    /// # Safety
    /// `clear` has found no error. The array has `max` elements.
    pub unsafe fn put(&self, list: impl ExactSizeIterator<Item = T>) {
        // SAFETY: `count` is valid, by this function's contract.
        unsafe { *self.count.1 = number(list.len() as u64) };
        // SAFETY: the array has `max` elements, by this function's contract.
        unsafe { put_some(self.array.1, self.max, list) };
    }
}

/// Writes at most `max` elements to an array; none if it is NULL.
///
/// # Safety
/// The array is NULL or has `max` elements.
pub unsafe fn put_some<T>(array: *mut T, max: c_int, list: impl Iterator<Item = T>) {
    if array.is_null() {
        return;
    }
    for (index, element) in list.take(max.max(0) as usize).enumerate() {
        // SAFETY: not NULL, and `index` is less than `max`, its length by this function's contract.
        unsafe { array.add(index).write(element) };
    }
}

/// Returns the elements of a caller's list.
///
/// # Errors
/// The length is negative, or the array is NULL and should have elements.
///
/// # Safety
/// The array is NULL or has `length` elements, which nothing writes during the call.
pub unsafe fn list<'a>(
    (length_name, length): (&'static str, c_int),
    (name, array): (&'static str, *const c_int),
) -> Result<&'a [c_int], Error> {
    if length < 0 {
        return Err(Error::Negative(length_name, length));
    }
    if length == 0 {
        return Ok(&[]);
    }
    not_null(array, name)?;
    // SAFETY: not NULL by the check above. By this function's contract there are `length` elements, which nothing
    // writes.
    Ok(unsafe { std::slice::from_raw_parts(array, length as usize) })
}

/// Converts a number to an `int`; a larger number becomes the largest `int`.
pub fn number(number: u64) -> c_int {
    c_int::try_from(number).unwrap_or(c_int::MAX)
}
