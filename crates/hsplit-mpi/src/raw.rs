// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI that the program would call without this library, for arguments of any MPI that is loaded. An
//! intercepted call that is not changed goes on to them. So a tool behind this library sees what it would see alone.

use std::ffi::{c_char, c_int, c_void};
use std::num::TryFromIntError;

use super::handle::number;
use super::symbol::{Optional, Symbol, c_name};

/// A handle as a program passes it: as wide as the widest of any MPI.
///
/// A library preloaded into the program of another MPI gets that MPI's handles. They must reach the native call
/// unchanged. So an intercepted call takes the whole register, and reads its own MPI's part of it only later.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct RawHandle(usize);

impl RawHandle {
    /// A handle of the MPI that this library was built for.
    pub fn of<T: Copy>(handle: T) -> Self {
        Self(number(handle))
    }

    /// The register as a handle of the MPI that this library was built for.
    ///
    /// # Safety
    /// `T` is that MPI's handle type.
    #[inline]
    pub unsafe fn get<T: Copy>(self) -> T {
        const { assert!(size_of::<T>() <= size_of::<usize>() && cfg!(target_endian = "little")) };
        // SAFETY: `T` is no wider than the register, and its bytes are the low ones: the assertion above says both.
        unsafe { std::mem::transmute_copy(&self.0) }
    }
}

macro_rules! raw_functions {
    ($(fn $name:ident = $symbol:ident($($argument:ident: $type:ty),*);)+) => { $(
        #[doc = concat!("The next `", stringify!($symbol), "` in the process: a tool's, or that of the MPI.")]
        ///
        /// # Safety
        /// The arguments are those of a call that the program makes of this function, as they came.
        #[allow(clippy::too_many_arguments)]
        #[inline]
        pub unsafe fn $name($($argument: $type),*) -> c_int {
            type Function = unsafe extern "C-unwind" fn($($type),*) -> c_int;
            static SYMBOL: Symbol = Symbol::next(c_name!($symbol));

            /// Looks for the function first. Apart, so that a call of a known one saves no register.
            #[cold]
            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C-unwind" fn unknown($($argument: $type),*) -> c_int {
                // SAFETY: as below. Where no MPI has the function, the address is that of `absent`, which reads no
                // argument.
                let function = unsafe { std::mem::transmute::<*mut c_void, Function>(SYMBOL.function()) };
                // SAFETY: `function` is the native function of this name, and gets the program's arguments unchanged.
                unsafe { function($($argument),*) }
            }

            // SAFETY: the function of this name takes these parameters under every MPI, but for the width of a handle.
            // Every ABI that Rust and MPI share passes a narrow argument in a whole register, or in a whole place of
            // the stack. A NULL address becomes `None`.
            let known = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(SYMBOL.known()) };
            let function: Function = known.unwrap_or(unknown);
            // SAFETY: `function` is the native function of this name, and gets the arguments with which the program has
            // called it.
            unsafe { function($($argument),*) }
        }
    )+ };
}

/// `MPI_Count`, of 64 bits in every MPI that has it in its calls.
pub type Count = i64;

/// An array of large counts as the function for small counts takes it: there is no way.
#[cfg(not(mpi_family = "openmpi"))]
fn narrowed(_: *const Count) -> Result<*const c_int, TryFromIntError> {
    c_int::try_from(Count::MAX).map(|_| std::ptr::null())
}

/// Functions for large counts (MPI 4.0), which not every MPI has. A program under an MPI without them may still find
/// this library's by name. Then the function for small counts is called, where the counts fit.
macro_rules! large_functions {
    ($(
        $(#[$condition:meta])?
        fn $name:ident = $symbol:ident($($argument:ident: $type:ty),*) or $small:ident($($narrowed:expr),*);
    )+) => { $(
        $(#[$condition])?
        #[doc = concat!("The next `", stringify!($symbol), "` in the process: a tool's, or that of the MPI.")]
        ///
        /// # Safety
        /// The arguments are those of a call that the program makes of this function, as they came.
        #[allow(clippy::too_many_arguments)]
        #[inline]
        pub unsafe fn $name($($argument: $type),*) -> c_int {
            type Function = unsafe extern "C-unwind" fn($($type),*) -> c_int;
            static SYMBOL: Optional = Optional::next_of_the_mpi(c_name!($symbol));
            // SAFETY: MPI 4.0 gives the function of this name these parameters. A narrow handle is passed in a whole
            // register or place of the stack, whatever its width. A NULL address becomes `None`.
            let function = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(SYMBOL.function()) };
            match function {
                // SAFETY: `function` is the native function of this name, and gets the arguments with which the program
                // has called it.
                Some(function) => unsafe { function($($argument),*) },
                None => {
                    // SAFETY: the function for small counts takes the program's arguments for large ones, once each
                    // count fits into an int. One that does not has returned before.
                    let small = || -> Result<c_int, TryFromIntError> { Ok(unsafe { $small($($narrowed),*) }) };
                    small().unwrap_or(mpi_sys::MPI_ERR_COUNT as c_int)
                }
            }
        }
    )+ };
}

raw_functions! {
    fn allgather = MPI_Allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    );
    fn allgatherv = MPI_Allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    );
    fn allreduce = MPI_Allreduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    );
    fn alltoall = MPI_Alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    );
    fn alltoallv = MPI_Alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    );
    fn alltoallw = MPI_Alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    );
    fn barrier = MPI_Barrier(comm: RawHandle);
    fn bcast = MPI_Bcast(buffer: *mut c_void, count: c_int, datatype: RawHandle, root: c_int, comm: RawHandle);
    fn cart_create = MPI_Cart_create(
        comm_old: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int,
        comm_cart: *mut c_void
    );
    fn cart_map = MPI_Cart_map(
        comm: RawHandle, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int
    );
    fn dist_graph_create = MPI_Dist_graph_create(
        comm_old: RawHandle, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int,
        weights: *const c_int, info: RawHandle, reorder: c_int, comm_dist_graph: *mut c_void
    );
    fn dist_graph_create_adjacent = MPI_Dist_graph_create_adjacent(
        comm_old: RawHandle, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int,
        destinations: *const c_int, destweights: *const c_int, info: RawHandle, reorder: c_int,
        comm_dist_graph: *mut c_void
    );
    fn exscan = MPI_Exscan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    );
    fn gather = MPI_Gather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    );
    fn graph_create = MPI_Graph_create(
        comm_old: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int,
        comm_graph: *mut c_void
    );
    fn graph_map = MPI_Graph_map(
        comm: RawHandle, nnodes: c_int, index: *const c_int, edges: *const c_int, newrank: *mut c_int
    );
    fn finalize = MPI_Finalize();
    fn init = MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char);
    fn init_thread = MPI_Init_thread(
        argc: *mut c_int, argv: *mut *mut *mut c_char, required: c_int, provided: *mut c_int
    );
    fn neighbor_allgather = MPI_Neighbor_allgather(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    );
    fn neighbor_allgatherv = MPI_Neighbor_allgatherv(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const c_int,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    );
    fn neighbor_alltoall = MPI_Neighbor_alltoall(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, comm: RawHandle
    );
    fn neighbor_alltoallv = MPI_Neighbor_alltoallv(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    );
    fn neighbor_alltoallw = MPI_Neighbor_alltoallw(
        sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    );
    fn reduce = MPI_Reduce(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, root: c_int,
        comm: RawHandle
    );
    fn reduce_scatter = MPI_Reduce_scatter(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    );
    fn reduce_scatter_block = MPI_Reduce_scatter_block(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    );
    fn scan = MPI_Scan(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: RawHandle, op: RawHandle, comm: RawHandle
    );
    fn scatter = MPI_Scatter(
        sendbuf: *const c_void, sendcount: c_int, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: c_int,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    );
    fn comm_create_from_group = MPI_Comm_create_from_group(
        group: RawHandle, stringtag: *const c_char, info: RawHandle, errhandler: RawHandle, newcomm: *mut c_void
    );
    fn comm_disconnect = MPI_Comm_disconnect(comm: *mut c_void);
    fn comm_free = MPI_Comm_free(comm: *mut c_void);
    fn intercomm_merge = MPI_Intercomm_merge(intercomm: RawHandle, high: c_int, newintracomm: *mut c_void);
    fn session_finalize = MPI_Session_finalize(session: *mut c_void);
    fn session_init = MPI_Session_init(info: RawHandle, errhandler: RawHandle, session: *mut c_void);
    fn split_type = MPI_Comm_split_type(
        comm: RawHandle, split_type: c_int, key: c_int, info: RawHandle, newcomm: *mut c_void
    );
}

large_functions! {
    fn allgather_c = MPI_Allgather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    )
        or allgather(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, comm);
    #[cfg(not(mpi_family = "openmpi"))]
    fn allgatherv_c = MPI_Allgatherv_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    )
        or allgatherv(
            sendbuf, sendcount.try_into()?, sendtype, recvbuf, narrowed(recvcounts)?, displs, recvtype, comm
        );
    fn allreduce_c = MPI_Allreduce_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    )
        or allreduce(sendbuf, recvbuf, count.try_into()?, datatype, op, comm);
    fn alltoall_c = MPI_Alltoall_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    )
        or alltoall(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, comm);
    #[cfg(not(mpi_family = "openmpi"))]
    fn alltoallv_c = MPI_Alltoallv_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    )
        or alltoallv(
            sendbuf, narrowed(sendcounts)?, sdispls, sendtype, recvbuf, narrowed(recvcounts)?, rdispls, recvtype, comm
        );
    #[cfg(not(mpi_family = "openmpi"))]
    fn alltoallw_c = MPI_Alltoallw_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    )
        or alltoallw(
            sendbuf, narrowed(sendcounts)?, sdispls, sendtypes, recvbuf, narrowed(recvcounts)?, rdispls, recvtypes,
            comm
        );
    fn bcast_c = MPI_Bcast_c(buffer: *mut c_void, count: Count, datatype: RawHandle, root: c_int, comm: RawHandle)
        or bcast(buffer, count.try_into()?, datatype, root, comm);
    fn exscan_c = MPI_Exscan_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    )
        or exscan(sendbuf, recvbuf, count.try_into()?, datatype, op, comm);
    fn gather_c = MPI_Gather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    )
        or gather(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, root, comm);
    fn neighbor_allgather_c = MPI_Neighbor_allgather_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    )
        or neighbor_allgather(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, comm);
    #[cfg(not(mpi_family = "openmpi"))]
    fn neighbor_allgatherv_c = MPI_Neighbor_allgatherv_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const c_void, recvtype: RawHandle, comm: RawHandle
    )
        or neighbor_allgatherv(
            sendbuf, sendcount.try_into()?, sendtype, recvbuf, narrowed(recvcounts)?, displs, recvtype, comm
        );
    fn neighbor_alltoall_c = MPI_Neighbor_alltoall_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, comm: RawHandle
    )
        or neighbor_alltoall(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, comm);
    #[cfg(not(mpi_family = "openmpi"))]
    fn neighbor_alltoallv_c = MPI_Neighbor_alltoallv_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtype: RawHandle,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtype: RawHandle, comm: RawHandle
    )
        or neighbor_alltoallv(
            sendbuf, narrowed(sendcounts)?, sdispls, sendtype, recvbuf, narrowed(recvcounts)?, rdispls, recvtype, comm
        );
    #[cfg(not(mpi_family = "openmpi"))]
    fn neighbor_alltoallw_c = MPI_Neighbor_alltoallw_c(
        sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const c_void, sendtypes: *const c_void,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const c_void, recvtypes: *const c_void,
        comm: RawHandle
    )
        or neighbor_alltoallw(
            sendbuf, narrowed(sendcounts)?, sdispls, sendtypes, recvbuf, narrowed(recvcounts)?, rdispls, recvtypes,
            comm
        );
    fn reduce_c = MPI_Reduce_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, root: c_int,
        comm: RawHandle
    )
        or reduce(sendbuf, recvbuf, count.try_into()?, datatype, op, root, comm);
    #[cfg(not(mpi_family = "openmpi"))]
    fn reduce_scatter_c = MPI_Reduce_scatter_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    )
        or reduce_scatter(sendbuf, recvbuf, narrowed(recvcounts)?, datatype, op, comm);
    fn reduce_scatter_block_c = MPI_Reduce_scatter_block_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: Count, datatype: RawHandle, op: RawHandle,
        comm: RawHandle
    )
        or reduce_scatter_block(sendbuf, recvbuf, recvcount.try_into()?, datatype, op, comm);
    fn scan_c = MPI_Scan_c(
        sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: RawHandle, op: RawHandle, comm: RawHandle
    )
        or scan(sendbuf, recvbuf, count.try_into()?, datatype, op, comm);
    fn scatter_c = MPI_Scatter_c(
        sendbuf: *const c_void, sendcount: Count, sendtype: RawHandle, recvbuf: *mut c_void, recvcount: Count,
        recvtype: RawHandle, root: c_int, comm: RawHandle
    )
        or scatter(sendbuf, sendcount.try_into()?, sendtype, recvbuf, recvcount.try_into()?, recvtype, root, comm);
}
