// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's call for the devices near a rank.

use std::ffi::c_char;

use hsplit_mpi::fortran::Fint;

use super::arguments::{Length, comm, put, put_texts, room_for_names, text};
use super::fortran_names;
use crate::capi::devices;

fortran_names! { near:
hsplit_get_devices hsplit_get_devices_ hsplit_get_devices__ HSPLIT_GET_DEVICES hsplit_get_devices_f08_;
(comm_: *const Fint, name: *const c_char, max: *const Fint, count: *mut Fint, names: *mut c_char, busids: *mut c_char,
 distances: *mut Fint, ranks: *mut Fint, ierr: *mut Fint, length: Length, of_names: Length, of_busids: Length) }

#[allow(clippy::too_many_arguments)]
unsafe fn near(
    comm_: *const Fint,
    name: *const c_char,
    max: *const Fint,
    count: *mut Fint,
    names: *mut c_char,
    busids: *mut c_char,
    distances: *mut Fint,
    ranks: *mut Fint,
    ierr: *mut Fint,
    length: Length,
    of_names: Length,
    of_busids: Length,
) {
    // SAFETY: `name` has `length` characters, the arrays have `max` elements, those of texts with as many characters
    // each as their length says, and the rest are references to one (the program's contract, `capi`). `kind` lives
    // until the call has returned.
    unsafe {
        let kind = text(name, length);
        let kind = kind.as_ref().map_or(std::ptr::null(), |kind| kind.as_ptr());
        let (mut first, mut places) = (room_for_names(*max), room_for_names(*max));
        let (first_at, places_at) = (first.as_mut_ptr(), places.as_mut_ptr());
        let code = devices::HSPLIT_Get_devices(comm(comm_), kind, *max, count, first_at, places_at, distances, ranks);
        put_texts(names, of_names, &first);
        put_texts(busids, of_busids, &places);
        put(ierr, code);
    }
}
