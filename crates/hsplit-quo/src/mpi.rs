// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls of MPI and of libhsplit, by their C names. Only `PMPI_` names are called, on this library's own
//! communicators, which return errors.

mod raw;

use std::ffi::{CString, c_int};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::codes::Code;
pub(crate) use raw::Handle;
use raw::*;

/// The type `MPI_Fint`.
pub(crate) type Fint = c_int;

fn constants() -> &'static Constants {
    /// Handles are addresses in some MPIs; none is ever dereferenced.
    struct Shared(Constants);
    // SAFETY: the values are final, and any thread may use handles of MPI.
    unsafe impl Send for Shared {}
    // SAFETY: nothing writes the values after `CONSTANTS` has them, so threads may read them at the same time.
    unsafe impl Sync for Shared {}
    static CONSTANTS: OnceLock<Shared> = OnceLock::new();
    let shared = CONSTANTS.get_or_init(|| {
        let mut constants = std::mem::MaybeUninit::uninit();
        // SAFETY: the C function writes the whole struct, which is declared identically there.
        Shared(unsafe {
            hsplit_quo_constants(constants.as_mut_ptr());
            constants.assume_init()
        })
    });
    &shared.0
}

/// `MPI_COMM_NULL`.
pub(crate) fn comm_null() -> Handle {
    constants().comm_null
}

/// Returns the communicator of a Fortran handle; without MPI, whose call would abort the program, `MPI_COMM_NULL`.
pub(crate) fn comm_of(handle: Fint) -> Handle {
    if !is_running() {
        return comm_null();
    }
    // SAFETY: MPI is running, and accepts any number.
    unsafe { hsplit_quo_comm_f2c(handle) }
}

/// The Fortran handle of a communicator; `None` without MPI.
pub(crate) fn number_of(comm: Handle) -> Option<Fint> {
    // SAFETY: MPI is running, and the communicator is `MPI_COMM_NULL`, or one that this library has made.
    is_running().then(|| unsafe { hsplit_quo_comm_c2f(comm) })
}

/// Fails if MPI is not initialised: its calls would abort the program.
pub(crate) fn needed() -> Result<(), Code> {
    if is_running() { Ok(()) } else { Err(Code::Mpi) }
}

/// True if MPI has been initialised and not finalised.
pub(crate) fn is_running() -> bool {
    let (mut begun, mut ended) = (0, 0);
    // SAFETY: both may be called at any time, and write one int.
    unsafe { PMPI_Initialized(&mut begun) == 0 && PMPI_Finalized(&mut ended) == 0 && begun != 0 && ended == 0 }
}

fn checked(code: c_int) -> Result<(), Code> {
    if code == 0 { Ok(()) } else { Err(Code::Mpi) }
}

fn number(call: impl FnOnce(&mut c_int) -> c_int) -> Result<c_int, Code> {
    let mut value = 0;
    checked(call(&mut value)).map(|()| value)
}

/// Returns this process's rank and the number of all, in `MPI_COMM_WORLD`.
pub(crate) fn in_world() -> Result<(u64, u64), Code> {
    let world = constants().comm_world;
    // SAFETY: MPI is initialised, and the communicator predefined; both calls write one int.
    let (rank, size) =
        unsafe { (number(|value| PMPI_Comm_rank(world, value))?, number(|value| PMPI_Comm_size(world, value))?) };
    Ok((rank as u64, size as u64))
}

/// Reduction operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Combine {
    Max,
    Sum,
}

/// A communicator of this library. It returns errors.
pub(crate) struct Comm(Handle);

// SAFETY: any thread may use a handle of MPI; the program is responsible for concurrent calls, as with libquo.
unsafe impl Send for Comm {}
// SAFETY: `self` gives other threads only a copy of the handle, and MPI accepts a handle from any thread.
unsafe impl Sync for Comm {}

impl Comm {
    /// Duplicates a program's intracommunicator; returns it with its error handler. Collective over it.
    ///
    /// # Safety
    /// The handle is a communicator, or `MPI_COMM_NULL`.
    pub(crate) unsafe fn duplicate(comm: Handle) -> Result<(Self, Handler), Code> {
        if comm == comm_null() {
            return Err(Code::InvalidArgument);
        }
        // SAFETY: the handle is a communicator, because it is not `MPI_COMM_NULL`; MPI writes one int.
        if unsafe { number(|inter| PMPI_Comm_test_inter(comm, inter)) }? != 0 {
            return Err(Code::InvalidArgument);
        }
        let mut own = comm_null();
        // SAFETY: the communicator is not `MPI_COMM_NULL` and no intercommunicator; MPI writes one handle, to a local.
        checked(unsafe { PMPI_Comm_dup(comm, &mut own) })?;
        let handler = Handler::of(own);
        // The duplicate is freed if its handler cannot be read.
        let own = Self::returning(own)?;
        Ok((own, handler?))
    }

    /// Makes a communicator return errors.
    fn returning(comm: Handle) -> Result<Self, Code> {
        let own = Self(comm);
        // SAFETY: the handle is a communicator that this library has made.
        checked(unsafe { PMPI_Comm_set_errhandler(own.0, constants().errors_return) }).map(|()| own)
    }

    /// The rank of this process.
    pub(crate) fn rank(&self) -> Result<usize, Code> {
        // SAFETY: the handle is valid as long as `self` lives; MPI writes one int.
        unsafe { number(|value| PMPI_Comm_rank(self.0, value)) }.map(|rank| rank as usize)
    }

    /// Returns the number of processes.
    pub(crate) fn size(&self) -> Result<usize, Code> {
        // SAFETY: the handle is valid as long as `self` lives; MPI writes one int.
        unsafe { number(|value| PMPI_Comm_size(self.0, value)) }.map(|size| size as usize)
    }

    /// Reduces the values of all processes, one by one. Collective.
    pub(crate) fn combine<const N: usize>(&self, mut values: [c_int; N], how: Combine) -> Result<[c_int; N], Code> {
        let all = constants();
        let operation = match how {
            Combine::Max => all.max,
            Combine::Sum => all.sum,
        };
        let buffer = values.as_mut_ptr().cast();
        // SAFETY: the buffer has N ints, and nothing else uses it meanwhile.
        checked(unsafe { PMPI_Allreduce(all.in_place, buffer, N as c_int, all.int, operation, self.0) })?;
        Ok(values)
    }

    /// Returns the bytes of rank 0. Collective.
    pub(crate) fn of_first<const N: usize>(&self, mut bytes: [u8; N]) -> Result<[u8; N], Code> {
        let buffer = bytes.as_mut_ptr().cast();
        // SAFETY: the buffer has N bytes, and nothing else uses it meanwhile.
        checked(unsafe { PMPI_Bcast(buffer, N as c_int, constants().byte, 0, self.0) })?;
        Ok(bytes)
    }

    /// Returns the bytes of all processes, in the order of ranks. All pass the same number. Collective.
    pub(crate) fn gather(&self, own: &[u8]) -> Result<Vec<u8>, Code> {
        let (length, byte) = (own.len() as c_int, constants().byte);
        let mut all = vec![0; own.len() * self.size()?];
        let buffer = all.as_mut_ptr().cast();
        // SAFETY: the buffers have `length` bytes, and as many for each process.
        checked(unsafe { PMPI_Allgather(own.as_ptr().cast(), length, byte, buffer, length, byte, self.0) })?;
        Ok(all)
    }

    /// Returns `own` if no process has failed. Otherwise each returns its own error, or one for the failure of another.
    /// Collective.
    pub(crate) fn whole<T>(&self, own: Result<T, Code>) -> Result<T, Code> {
        let [failures] = self.combine([c_int::from(own.is_err())], Combine::Max)?;
        own.and_then(|own| if failures == 0 { Ok(own) } else { Err(Code::Err) })
    }

    /// Fails at all processes if one has invalid arguments, or arguments that differ from those of others. Collective.
    pub(crate) fn agree(&self, own: Result<[c_int; 2], Code>) -> Result<(), Code> {
        let [a, b] = own.unwrap_or_default();
        let [failures, most_a, least_a, most_b, least_b] =
            self.combine([c_int::from(own.is_err()), a, -a, b, -b], Combine::Max)?;
        match own {
            Err(code) => Err(code),
            Ok(_) if failures != 0 => Err(Code::Err),
            Ok(_) if (most_a, most_b) == (-least_a, -least_b) => Ok(()),
            Ok(_) => Err(Code::InvalidArgument),
        }
    }

    /// Returns a communicator of the processes inside the same instance of a level, which returns errors; `None` at a
    /// process that is inside none. Collective.
    pub(crate) fn split(&self, level: &str) -> Result<Option<Self>, Code> {
        let info = Info::new(&[("mpi_hw_resource_type", level)])?;
        let (mut inside, mut roots) = (comm_null(), comm_null());
        // SAFETY: the communicator and the info object belong to this library and live as long as the call; the outputs
        // are locals for one handle each.
        checked(unsafe { MPI_Comm_hsplit_with_roots(self.0, info.0, &mut inside, &mut roots) })?;
        if roots != comm_null() {
            drop(Self(roots));
        }
        if inside == comm_null() { Ok(None) } else { Self::returning(inside).map(Some) }
    }

    /// Returns the communicator to the program, which frees it.
    pub(crate) fn give_away(self, handler: &Handler) -> Result<Handle, Code> {
        // SAFETY: the communicator is this value's and the handler is borrowed, so both live as long as the call.
        checked(unsafe { PMPI_Comm_set_errhandler(self.0, handler.0) })?;
        let handle = self.0;
        std::mem::forget(self);
        Ok(handle)
    }
}

impl Drop for Comm {
    fn drop(&mut self) {
        if is_running() {
            // SAFETY: this library has created the communicator, and does not use it any more.
            unsafe { PMPI_Comm_free(&mut self.0) };
        }
    }
}

/// An error handler of MPI.
pub(crate) struct Handler(Handle);

// SAFETY: a handle of MPI may be used by any thread.
unsafe impl Send for Handler {}
// SAFETY: the handler is never changed after `of`, and MPI takes its handle from any thread.
unsafe impl Sync for Handler {}

impl Handler {
    /// Returns the handler of a communicator, which is valid.
    fn of(comm: Handle) -> Result<Self, Code> {
        let mut handler = Self(constants().errors_return);
        // SAFETY: MPI writes one handle.
        checked(unsafe { PMPI_Comm_get_errhandler(comm, &mut handler.0) }).map(|()| handler)
    }
}

impl Drop for Handler {
    fn drop(&mut self) {
        if is_running() {
            // SAFETY: a handler that a call has returned is freed once, also a predefined one.
            unsafe { PMPI_Errhandler_free(&mut self.0) };
        }
    }
}

/// An info object with keys and values for a call.
pub(crate) struct Info(Handle);

// SAFETY: the object is never changed, and a handle of MPI may be used by any thread.
unsafe impl Send for Info {}
// SAFETY: after `new` the object is only read, which MPI does for several threads at once.
unsafe impl Sync for Info {}

impl Info {
    /// An object with these pairs.
    pub(crate) fn new(pairs: &[(&str, &str)]) -> Result<Self, Code> {
        let mut info = Self(constants().info_null);
        // SAFETY: MPI writes one handle.
        checked(unsafe { PMPI_Info_create(&mut info.0) })?;
        for (key, value) in pairs {
            let (key, value) = (text(key)?, text(value)?);
            // SAFETY: the object is this library's, and both texts end with NUL.
            checked(unsafe { PMPI_Info_set(info.0, key.as_ptr(), value.as_ptr()) })?;
        }
        Ok(info)
    }
}

impl Drop for Info {
    fn drop(&mut self) {
        if self.0 != constants().info_null && is_running() {
            // SAFETY: this library has created the object, and does not use it any more.
            unsafe { PMPI_Info_free(&mut self.0) };
        }
    }
}

fn text(text: &str) -> Result<CString, Code> {
    CString::new(text).map_err(|_| Code::InvalidArgument)
}

/// Makes a call that has no communicator, while MPI_COMM_WORLD returns errors. One thread at a time: another one would
/// take this handler for the program's. After the end of MPI, libhsplit calls no handler.
fn without_handler(call: impl FnOnce() -> c_int) -> Result<(), Code> {
    static ONE: Mutex<()> = Mutex::new(());
    if !is_running() {
        return checked(call());
    }
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (all, before) = (constants(), Handler::of(constants().comm_world)?);
    // SAFETY: MPI is initialised, the communicator predefined, and the handlers are valid.
    unsafe {
        checked(PMPI_Comm_set_errhandler(all.comm_world, all.errors_return))?;
        let code = call();
        checked(PMPI_Comm_set_errhandler(all.comm_world, before.0))?;
        checked(code)
    }
}

/// Binds the process to a list of units, by the operating system's numbers.
pub(crate) fn bind_push(units: &str, info: &Info) -> Result<(), Code> {
    needed()?;
    let place = text(&format!("cpus:{units}"))?;
    // SAFETY: the text ends with NUL, and the object is valid.
    without_handler(|| unsafe { HSPLIT_Bind_push(place.as_ptr(), info.0) }).map_err(|_| Code::NotSupported)
}

/// Returns to the binding before, also after MPI_Finalize.
pub(crate) fn bind_pop() -> Result<(), Code> {
    // SAFETY: it has no arguments.
    without_handler(|| unsafe { HSPLIT_Bind_pop() }).map_err(|_| Code::NotSupported)
}

/// Returns the binding in the format of `HSPLIT_Bind_get`, and the number of pushed ones.
pub(crate) fn binding() -> Result<(String, c_int), Code> {
    needed()?;
    let mut buffer = vec![0u8; 1 << 14];
    let (start, size) = (buffer.as_mut_ptr(), buffer.len() as c_int);
    let mut numbers = [0 as c_int; 3];
    let [cores, units, pushed] = &mut numbers;
    // SAFETY: the buffer has `size` bytes, and each number is the address of an int.
    without_handler(|| unsafe { HSPLIT_Bind_get(start.cast(), size, cores, units, pushed) })
        .map_err(|_| Code::NotSupported)?;
    buffer.truncate(buffer.iter().position(|byte| *byte == 0).unwrap_or(buffer.len()));
    Ok((String::from_utf8(buffer).map_err(|_| Code::Topology)?, numbers[2]))
}

/// A placement of libhsplit on a communicator of one node, for its barrier.
pub(crate) struct Placement(c_int);

impl Placement {
    /// Collective over the communicator.
    pub(crate) fn new(comm: &Comm) -> Result<Self, Code> {
        let mut placement = Self(0);
        // SAFETY: the communicator is valid, and so is MPI_INFO_NULL; one int is written.
        checked(unsafe { HSPLIT_Placement_create(comm.0, constants().info_null, &mut placement.0) })?;
        Ok(placement)
    }

    /// Waits for all processes.
    pub(crate) fn wait(&self) -> Result<(), Code> {
        // SAFETY: the number is that of a placement, or one that the call rejects.
        checked(unsafe { HSPLIT_Node_barrier(self.0) }).map_err(|_| Code::Sys)
    }
}

impl Drop for Placement {
    fn drop(&mut self) {
        if self.0 != 0 && is_running() {
            // SAFETY: the number is that of a placement, which is not used any more.
            unsafe { HSPLIT_Placement_free(&mut self.0) };
        }
    }
}
