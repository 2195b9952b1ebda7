// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists that calls give: the caller's array, its length, and how many elements there are in all, which may be more.

use std::ffi::c_int;

use super::not_null;
use crate::error::Error;

/// Where a list goes: the arguments of a caller.
#[derive(Clone, Copy)]
pub struct ListOutput<T> {
    /// The length of the array.
    pub max: c_int,
    /// Where the number of elements goes, and what this argument is called.
    pub count: (&'static str, *mut c_int),
    /// The array, and what this argument is called.
    pub array: (&'static str, *mut T),
}

impl<T> ListOutput<T> {
    /// Says that the list is empty, as far as there is a place to say so, and what is wrong with the arguments.
    ///
    /// # Errors
    /// A negative `max`, a `count` that is NULL, an array that is NULL and should have elements.
    ///
    /// # Safety
    /// `count` is NULL or valid.
    pub unsafe fn clear(&self) -> Result<(), Error> {
        let (name, count) = self.count;
        not_null(count, name)?;
        // SAFETY: not NULL by the line above, and valid then by this function's contract.
        unsafe { *count = 0 };
        if self.max < 0 {
            return Err(Error::Negative("max", self.max));
        }
        if self.max == 0 { Ok(()) } else { not_null(self.array.1, self.array.0) }
    }

    /// Writes a list: as many elements as there is room for, and how many there are.
    ///
    /// # Safety
    /// `clear` has found nothing wrong. The array has `max` elements.
    pub unsafe fn put(&self, list: impl ExactSizeIterator<Item = T>) {
        // SAFETY: `count` is valid, by this function's contract.
        unsafe { *self.count.1 = number(list.len() as u64) };
        // SAFETY: the array has `max` elements, by this function's contract.
        unsafe { put_some(self.array.1, self.max, list) };
    }
}

/// Writes at most `max` elements to an array; none where it is NULL.
///
/// # Safety
/// The array is NULL or has `max` elements.
pub unsafe fn put_some<T>(array: *mut T, max: c_int, list: impl Iterator<Item = T>) {
    if array.is_null() {
        return;
    }
    for (index, element) in list.take(max.max(0) as usize).enumerate() {
        // SAFETY: not NULL, and `index` is below `max`, its length by this function's contract.
        unsafe { array.add(index).write(element) };
    }
}

/// The elements of a caller's list.
///
/// # Errors
/// A negative length, an array that is NULL and should have elements.
///
/// # Safety
/// The array is NULL or has `length` elements, which nothing writes while the call runs.
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
    // SAFETY: not NULL by the line above. The caller promises `length` elements, and that nothing writes them.
    Ok(unsafe { std::slice::from_raw_parts(array, length as usize) })
}

/// A number as the program takes it; the largest `int` stands for any that is larger.
pub fn number(number: u64) -> c_int {
    c_int::try_from(number).unwrap_or(c_int::MAX)
}
