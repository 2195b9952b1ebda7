// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of MPI whose messages are counted: all names come from the table here, in C (small and large counts)
//! and in Fortran (`fortran::monitored`). Where nothing is counted, a call reads one number and makes the native call.
//!
//! Blocking collectives that may also go along the hierarchy are in `collectives`: a function has one entry.

use std::ffi::{c_int, c_void};
use std::num::TryFromIntError;

use super::active;
use crate::calls::monitor::{self, Counts, Datatypes, Requests};
use crate::pmpi::constants::SUCCESS;
use crate::pmpi::raw::{Count, RawHandle};
use crate::pmpi::symbol::{Optional, Symbol, c_text};

/// The table. A row: how often a call passes its data, in which forms the function exists, what asks for it, its
/// arguments, and what is counted. The functions follow, as C, FORTRAN and Fortran write their names.
///
/// | word | meaning |
/// |---|---|
/// | `once` | the call itself passes the data |
/// | `kept` | it makes a persistent request, whose starts do |
/// | `before` | what is to be done comes before the native call |
/// | `thrice` | `once`; the same with a request; `kept`, with an info object and a request |
/// | `twice` | `thrice` without the first |
/// | `both` | in C with small and with large counts |
/// | `arrays` | as `both`, but not under an MPI that lacks large counts: an array of them cannot be narrowed |
/// | `small` | without a form for large counts |
/// | `plain` | neither that nor a buffer, so that mpi_f08 of MPICH does not make the C call |
///
/// The name of an argument says what type it has: see [`argument`].
macro_rules! monitored {
    ($make:ident) => {
        $make! {
            // Point-to-point messages.
            once both P2P (buf, count, datatype, dest, tag, comm) => sent(dest, count, datatype, comm) {
                MPI_Send MPI_SEND mpi_send;
                MPI_Bsend MPI_BSEND mpi_bsend;
                MPI_Ssend MPI_SSEND mpi_ssend;
                MPI_Rsend MPI_RSEND mpi_rsend;
            }
            once both P2P (buf, count, datatype, dest, tag, comm, request) => sent(dest, count, datatype, comm) {
                MPI_Isend MPI_ISEND mpi_isend;
                MPI_Ibsend MPI_IBSEND mpi_ibsend;
                MPI_Issend MPI_ISSEND mpi_issend;
                MPI_Irsend MPI_IRSEND mpi_irsend;
            }
            once both P2P (
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status
            ) => sent(dest, sendcount, sendtype, comm) {
                MPI_Sendrecv MPI_SENDRECV mpi_sendrecv;
            }
            once both P2P (
                sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm,
                request
            ) => sent(dest, sendcount, sendtype, comm) {
                MPI_Isendrecv MPI_ISENDRECV mpi_isendrecv;
            }
            once both P2P (
                buf, count, datatype, dest, sendtag, source, recvtag, comm, status
            ) => sent(dest, count, datatype, comm) {
                MPI_Sendrecv_replace MPI_SENDRECV_REPLACE mpi_sendrecv_replace;
            }
            once both P2P (
                buf, count, datatype, dest, sendtag, source, recvtag, comm, request
            ) => sent(dest, count, datatype, comm) {
                MPI_Isendrecv_replace MPI_ISENDRECV_REPLACE mpi_isendrecv_replace;
            }

            // Persistent ones, and the starts of all persistent requests.
            kept both P2P (buf, count, datatype, dest, tag, comm, request) => message(dest, count, datatype, comm) {
                MPI_Send_init MPI_SEND_INIT mpi_send_init;
                MPI_Bsend_init MPI_BSEND_INIT mpi_bsend_init;
                MPI_Ssend_init MPI_SSEND_INIT mpi_ssend_init;
                MPI_Rsend_init MPI_RSEND_INIT mpi_rsend_init;
            }
            kept small P2P (
                buf, partitions, elements, datatype, dest, tag, comm, info, request
            ) => partitioned(dest, partitions, elements, datatype, comm) {
                MPI_Psend_init MPI_PSEND_INIT mpi_psend_init;
            }
            once plain STARTS (request) => started(request) {
                MPI_Start MPI_START mpi_start;
            }
            once plain STARTS (number, requests) => all_started(number, requests) {
                MPI_Startall MPI_STARTALL mpi_startall;
            }
            before plain STARTS (request) => released(request) {
                MPI_Request_free MPI_REQUEST_FREE mpi_request_free;
            }

            // Irregular and neighbourhood collectives, pair by pair: blocking, nonblocking, persistent.
            thrice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm
            ) => alltoallv(sendbuf, sendcounts, sendtype, recvcounts, recvtype, comm) {
                MPI_Alltoallv MPI_ALLTOALLV mpi_alltoallv;
                MPI_Ialltoallv MPI_IALLTOALLV mpi_ialltoallv;
                MPI_Alltoallv_init MPI_ALLTOALLV_INIT mpi_alltoallv_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm
            ) => alltoallw(sendbuf, sendcounts, sendtypes, recvcounts, recvtypes, comm) {
                MPI_Alltoallw MPI_ALLTOALLW mpi_alltoallw;
                MPI_Ialltoallw MPI_IALLTOALLW mpi_ialltoallw;
                MPI_Alltoallw_init MPI_ALLTOALLW_INIT mpi_alltoallw_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm
            ) => gatherv(sendbuf, sendcount, sendtype, root, comm) {
                MPI_Gatherv MPI_GATHERV mpi_gatherv;
                MPI_Igatherv MPI_IGATHERV mpi_igatherv;
                MPI_Gatherv_init MPI_GATHERV_INIT mpi_gatherv_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => scatterv(sendcounts, sendtype, recvbuf, root, comm) {
                MPI_Scatterv MPI_SCATTERV mpi_scatterv;
                MPI_Iscatterv MPI_ISCATTERV mpi_iscatterv;
                MPI_Scatterv_init MPI_SCATTERV_INIT mpi_scatterv_init;
            }
            thrice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Neighbor_allgather MPI_NEIGHBOR_ALLGATHER mpi_neighbor_allgather;
                MPI_Ineighbor_allgather MPI_INEIGHBOR_ALLGATHER mpi_ineighbor_allgather;
                MPI_Neighbor_allgather_init MPI_NEIGHBOR_ALLGATHER_INIT mpi_neighbor_allgather_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Neighbor_allgatherv MPI_NEIGHBOR_ALLGATHERV mpi_neighbor_allgatherv;
                MPI_Ineighbor_allgatherv MPI_INEIGHBOR_ALLGATHERV mpi_ineighbor_allgatherv;
                MPI_Neighbor_allgatherv_init MPI_NEIGHBOR_ALLGATHERV_INIT mpi_neighbor_allgatherv_init;
            }
            thrice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => neighbours(sendcount, sendtype, comm) {
                MPI_Neighbor_alltoall MPI_NEIGHBOR_ALLTOALL mpi_neighbor_alltoall;
                MPI_Ineighbor_alltoall MPI_INEIGHBOR_ALLTOALL mpi_ineighbor_alltoall;
                MPI_Neighbor_alltoall_init MPI_NEIGHBOR_ALLTOALL_INIT mpi_neighbor_alltoall_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm
            ) => neighbours_v(sendcounts, sendtype, comm) {
                MPI_Neighbor_alltoallv MPI_NEIGHBOR_ALLTOALLV mpi_neighbor_alltoallv;
                MPI_Ineighbor_alltoallv MPI_INEIGHBOR_ALLTOALLV mpi_ineighbor_alltoallv;
                MPI_Neighbor_alltoallv_init MPI_NEIGHBOR_ALLTOALLV_INIT mpi_neighbor_alltoallv_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm
            ) => neighbours_w(sendcounts, sendtypes, comm) {
                MPI_Neighbor_alltoallw MPI_NEIGHBOR_ALLTOALLW mpi_neighbor_alltoallw;
                MPI_Ineighbor_alltoallw MPI_INEIGHBOR_ALLTOALLW mpi_ineighbor_alltoallw;
                MPI_Neighbor_alltoallw_init MPI_NEIGHBOR_ALLTOALLW_INIT mpi_neighbor_alltoallw_init;
            }

            // Other collectives, by calls.
            thrice arrays COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm
            ) => allgatherv(sendbuf, sendcount, sendtype, recvcounts, recvtype, comm) {
                MPI_Allgatherv MPI_ALLGATHERV mpi_allgatherv;
                MPI_Iallgatherv MPI_IALLGATHERV mpi_iallgatherv;
                MPI_Allgatherv_init MPI_ALLGATHERV_INIT mpi_allgatherv_init;
            }
            thrice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => alltoall(sendbuf, sendcount, sendtype, recvcount, recvtype, comm) {
                MPI_Alltoall MPI_ALLTOALL mpi_alltoall;
                MPI_Ialltoall MPI_IALLTOALL mpi_ialltoall;
                MPI_Alltoall_init MPI_ALLTOALL_INIT mpi_alltoall_init;
            }
            thrice arrays COLLECTIVES (
                sendbuf, recvbuf, recvcounts, datatype, op, comm
            ) => reduce_scatter(recvcounts, datatype, comm) {
                MPI_Reduce_scatter MPI_REDUCE_SCATTER mpi_reduce_scatter;
                MPI_Ireduce_scatter MPI_IREDUCE_SCATTER mpi_ireduce_scatter;
                MPI_Reduce_scatter_init MPI_REDUCE_SCATTER_INIT mpi_reduce_scatter_init;
            }
            thrice both COLLECTIVES (
                sendbuf, recvbuf, recvcount, datatype, op, comm
            ) => reduce_scatter_block(recvcount, datatype, comm) {
                MPI_Reduce_scatter_block MPI_REDUCE_SCATTER_BLOCK mpi_reduce_scatter_block;
                MPI_Ireduce_scatter_block MPI_IREDUCE_SCATTER_BLOCK mpi_ireduce_scatter_block;
                MPI_Reduce_scatter_block_init MPI_REDUCE_SCATTER_BLOCK_INIT mpi_reduce_scatter_block_init;
            }
            thrice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => scan(count, datatype, comm) {
                MPI_Scan MPI_SCAN mpi_scan;
                MPI_Iscan MPI_ISCAN mpi_iscan;
                MPI_Scan_init MPI_SCAN_INIT mpi_scan_init;
            }
            thrice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => exscan(count, datatype, comm) {
                MPI_Exscan MPI_EXSCAN mpi_exscan;
                MPI_Iexscan MPI_IEXSCAN mpi_iexscan;
                MPI_Exscan_init MPI_EXSCAN_INIT mpi_exscan_init;
            }

            // Their blocking forms are in `collectives`.
            twice plain COLLECTIVES (comm) => barrier(comm) {
                MPI_Ibarrier MPI_IBARRIER mpi_ibarrier;
                MPI_Barrier_init MPI_BARRIER_INIT mpi_barrier_init;
            }
            twice both COLLECTIVES (buf, count, datatype, root, comm) => bcast(count, datatype, root, comm) {
                MPI_Ibcast MPI_IBCAST mpi_ibcast;
                MPI_Bcast_init MPI_BCAST_INIT mpi_bcast_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => gather(sendbuf, sendcount, sendtype, recvcount, recvtype, root, comm) {
                MPI_Igather MPI_IGATHER mpi_igather;
                MPI_Gather_init MPI_GATHER_INIT mpi_gather_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm
            ) => scatter(sendcount, sendtype, recvcount, recvtype, root, comm) {
                MPI_Iscatter MPI_ISCATTER mpi_iscatter;
                MPI_Scatter_init MPI_SCATTER_INIT mpi_scatter_init;
            }
            twice both COLLECTIVES (
                sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm
            ) => allgather(sendbuf, sendcount, sendtype, recvcount, recvtype, comm) {
                MPI_Iallgather MPI_IALLGATHER mpi_iallgather;
                MPI_Allgather_init MPI_ALLGATHER_INIT mpi_allgather_init;
            }
            twice both COLLECTIVES (
                sendbuf, recvbuf, count, datatype, op, root, comm
            ) => reduce(count, datatype, root, comm) {
                MPI_Ireduce MPI_IREDUCE mpi_ireduce;
                MPI_Reduce_init MPI_REDUCE_INIT mpi_reduce_init;
            }
            twice both COLLECTIVES (sendbuf, recvbuf, count, datatype, op, comm) => allreduce(count, datatype, comm) {
                MPI_Iallreduce MPI_IALLREDUCE mpi_iallreduce;
                MPI_Allreduce_init MPI_ALLREDUCE_INIT mpi_allreduce_init;
            }

            // One-sided accesses.
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win
            ) => put(target, origin_count, origin_type, win) {
                MPI_Put MPI_PUT mpi_put;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win, request
            ) => put(target, origin_count, origin_type, win) {
                MPI_Rput MPI_RPUT mpi_rput;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win
            ) => get(target, origin_count, origin_type, win) {
                MPI_Get MPI_GET mpi_get;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, win, request
            ) => get(target, origin_count, origin_type, win) {
                MPI_Rget MPI_RGET mpi_rget;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, op, win
            ) => put(target, origin_count, origin_type, win) {
                MPI_Accumulate MPI_ACCUMULATE mpi_accumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, target, disp, target_count, target_type, op, win, request
            ) => put(target, origin_count, origin_type, win) {
                MPI_Raccumulate MPI_RACCUMULATE mpi_raccumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, result, result_count, result_type, target, disp, target_count,
                target_type, op, win
            ) => exchange(target, origin_count, origin_type, result_count, result_type, op, win) {
                MPI_Get_accumulate MPI_GET_ACCUMULATE mpi_get_accumulate;
            }
            once both RMA (
                origin, origin_count, origin_type, result, result_count, result_type, target, disp, target_count,
                target_type, op, win, request
            ) => exchange(target, origin_count, origin_type, result_count, result_type, op, win) {
                MPI_Rget_accumulate MPI_RGET_ACCUMULATE mpi_rget_accumulate;
            }
            once small RMA (origin, result, datatype, target, disp, op, win) => fetch(target, datatype, op, win) {
                MPI_Fetch_and_op MPI_FETCH_AND_OP mpi_fetch_and_op;
            }
            once small RMA (origin, compare, result, datatype, target, disp, win) => swap(target, datatype, win) {
                MPI_Compare_and_swap MPI_COMPARE_AND_SWAP mpi_compare_and_swap;
            }
        }
    };
}
pub(super) use monitored;

/// Hands the kind of an argument on to another macro.
macro_rules! argument {
    (buf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (sendbuf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (recvbuf $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (origin $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (result $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (compare $($then:tt)+) => { argument! { @buffer $($then)+ } };
    (count $($then:tt)+) => { argument! { @count $($then)+ } };
    (sendcount $($then:tt)+) => { argument! { @count $($then)+ } };
    (recvcount $($then:tt)+) => { argument! { @count $($then)+ } };
    (origin_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (result_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (target_count $($then:tt)+) => { argument! { @count $($then)+ } };
    (sendcounts $($then:tt)+) => { argument! { @counts $($then)+ } };
    (recvcounts $($then:tt)+) => { argument! { @counts $($then)+ } };
    (displs $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (sdispls $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (rdispls $($then:tt)+) => { argument! { @displacements $($then)+ } };
    (datatype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (sendtype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (recvtype $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (origin_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (result_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (target_type $($then:tt)+) => { argument! { @datatype $($then)+ } };
    (sendtypes $($then:tt)+) => { argument! { @datatypes $($then)+ } };
    (recvtypes $($then:tt)+) => { argument! { @datatypes $($then)+ } };
    (dest $($then:tt)+) => { argument! { @number $($then)+ } };
    (source $($then:tt)+) => { argument! { @number $($then)+ } };
    (root $($then:tt)+) => { argument! { @number $($then)+ } };
    (target $($then:tt)+) => { argument! { @number $($then)+ } };
    (tag $($then:tt)+) => { argument! { @number $($then)+ } };
    (sendtag $($then:tt)+) => { argument! { @number $($then)+ } };
    (recvtag $($then:tt)+) => { argument! { @number $($then)+ } };
    (partitions $($then:tt)+) => { argument! { @number $($then)+ } };
    (number $($then:tt)+) => { argument! { @number $($then)+ } };
    (elements $($then:tt)+) => { argument! { @elements $($then)+ } };
    (disp $($then:tt)+) => { argument! { @displacement $($then)+ } };
    (comm $($then:tt)+) => { argument! { @comm $($then)+ } };
    (win $($then:tt)+) => { argument! { @win $($then)+ } };
    (op $($then:tt)+) => { argument! { @op $($then)+ } };
    (info $($then:tt)+) => { argument! { @info $($then)+ } };
    (request $($then:tt)+) => { argument! { @request $($then)+ } };
    (requests $($then:tt)+) => { argument! { @requests $($then)+ } };
    (status $($then:tt)+) => { argument! { @status $($then)+ } };
    (@$kind:ident $macro:ident $($more:tt)*) => { $macro! { $kind $($more)* } };
}
pub(super) use argument;

/// The type of an argument in C.
macro_rules! c_type {
    (buffer $counts:ident) => { *mut c_void };
    (count small) => { c_int };
    (count large) => { Count };
    (counts small) => { *const c_int };
    (counts large) => { *const Count };
    (displacements $counts:ident) => { *const c_void };
    (datatypes $counts:ident) => { *const c_void };
    (number $counts:ident) => { c_int };
    (elements $counts:ident) => { Count };
    (displacement $counts:ident) => { isize };
    (request $counts:ident) => { *mut c_void };
    (requests $counts:ident) => { *mut c_void };
    (status $counts:ident) => { *mut c_void };
    ($handle:ident $counts:ident) => { RawHandle };
}

/// An argument of C as the code that counts takes it.
macro_rules! c_value {
    (buffer $counts:ident $value:ident) => {
        $value
    };
    (count $counts:ident $value:ident) => {
        Count::from($value)
    };
    (counts small $value:ident) => {
        Counts::Small($value)
    };
    (counts large $value:ident) => {
        Counts::Large($value)
    };
    (datatypes $counts:ident $value:ident) => {
        Datatypes::C($value.cast())
    };
    (number $counts:ident $value:ident) => {
        $value
    };
    (elements $counts:ident $value:ident) => {
        $value
    };
    (request $counts:ident $value:ident) => {
        Requests::C($value.cast())
    };
    (requests $counts:ident $value:ident) => {
        Requests::C($value.cast())
    };
    ($handle:ident $counts:ident $value:ident) => {
        $value.get()
    };
}

/// An argument of the function for large counts as the one for small counts takes it, where that is possible.
macro_rules! narrowed {
    (count $value:ident) => {
        $value.try_into()?
    };
    (counts $value:ident) => {{
        let _ = $value;
        c_int::try_from(Count::MAX)?;
        std::ptr::null()
    }};
    ($kind:ident $value:ident) => {
        $value
    };
}

/// The native function of a name, with the arguments as they came.
macro_rules! native {
    (small $name:ident $symbol:ident $($argument:ident)*) => { {
        type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type small)),*) -> c_int;
        // SAFETY: the function of this name takes these parameters under every MPI, but for the width of a handle.
        // Every ABI that Rust and MPI share passes a narrow argument in a whole register, or in a whole place of the
        // stack. Where no MPI has the function, the address is that of `absent`, which reads no argument.
        let function = unsafe { std::mem::transmute::<*mut c_void, Function>($symbol.function()) };
        // SAFETY: the arguments go on as they came, to the function of this name that the program meant (the program's
        // contract, `capi`).
        unsafe { function($($argument),*) }
    } };
    (large $name:ident $symbol:ident $($argument:ident)*) => { {
        type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type large)),*) -> c_int;
        // SAFETY: MPI 4.0 gives the function of this name these parameters, and narrow handles are passed whole, as
        // above. A NULL address becomes `None`.
        let function = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>($symbol.function()) };
        match function {
            // SAFETY: the arguments go on as they came, as above.
            Some(function) => unsafe { function($($argument),*) },
            None => {
                static SMALL: Symbol = symbol!(small $name);
                // A program under an MPI without the function may still find this one by name. Then the function for
                // small counts is called, where each count fits into an int and there is no array of counts.
                let small = || -> Result<c_int, TryFromIntError> {
                    $(let $argument = argument!($argument narrowed $argument);)*
                    Ok(native!(small $name SMALL $($argument)*))
                };
                small().unwrap_or(mpi_sys::MPI_ERR_COUNT as c_int)
            }
        }
    } };
}

/// The name of a native function.
macro_rules! symbol {
    (small $name:ident) => {
        Symbol::new(c_text(concat!("P", stringify!($name), "\0")))
    };
    (large $name:ident) => {
        Optional::of_the_mpi(c_text(concat!("P", stringify!($name), "_c\0")))
    };
}

macro_rules! symbol_type {
    (small) => {
        Symbol
    };
    (large) => {
        Optional
    };
}

/// A function in C. Where nothing is counted and the native function is known, the call goes straight on to it: no
/// register is saved, and no argument is touched. All else is in a function of its own.
macro_rules! c_function {
    (
        $counts:ident $kind:ident $name:ident $exported:expr, ($($argument:ident),*), $how:ident $count:tt $counted:tt
    ) => {
        const _: () = {
            static SYMBOL: symbol_type!($counts) = symbol!($counts $name);

            // SAFETY: the name is a function's of MPI, which has this type (see `native`).
            #[unsafe(export_name = $exported)]
            unsafe extern "C-unwind" fn entry($($argument: argument!($argument c_type $counts)),*) -> c_int {
                type Function = unsafe extern "C-unwind" fn($(argument!($argument c_type $counts)),*) -> c_int;
                // SAFETY: as in `native`. A NULL address becomes `None`.
                let known = unsafe { std::mem::transmute::<*mut c_void, Option<Function>>(SYMBOL.known()) };
                match known {
                    // SAFETY: the arguments go on as they came, as in `native`.
                    Some(function) if !active::may_ask(active::$kind) => unsafe { function($($argument),*) },
                    // SAFETY: the arguments go on as they came.
                    _ => unsafe { made($($argument),*) },
                }
            }

            #[inline(never)]
            #[allow(clippy::too_many_arguments)]
            unsafe extern "C-unwind" fn made($($argument: argument!($argument c_type $counts)),*) -> c_int {
                let native = || native!($counts $name SYMBOL $($argument)*);
                if !active::asks(active::$kind) {
                    return native();
                }
                c_counted!($how $counts native $count $counted)
            }
        };
    };
}

/// A native call and what is counted of it.
macro_rules! c_counted {
    (once $counts:ident $native:ident $count:ident ($($counted:ident),*)) => { {
        let code = $native();
        if code == SUCCESS {
            // SAFETY: the program's contract (`capi`) holds for the arguments. `active::asks` is true only where
            // `steps_aside` is not, so the handles are of the MPI that this library was built for.
            unsafe { monitor::$count($(argument!($counted c_value $counts $counted)),*) };
        }
        code
    } };
    (before $counts:ident $native:ident $count:ident ($($counted:ident),*)) => { {
        // SAFETY: as above.
        unsafe { monitor::$count($(argument!($counted c_value $counts $counted)),*) };
        $native()
    } };
    (now $counts:ident $native:ident $count:ident ($($counted:ident),*)) => { {
        let code = $native();
        if code == SUCCESS {
            // SAFETY: as above.
            monitor::now(|| unsafe { monitor::$count($(argument!($counted c_value $counts $counted)),*) });
        }
        code
    } };
    (later $counts:ident $native:ident ($request:ident $count:ident) ($($counted:ident),*)) => { {
        let code = $native();
        if code == SUCCESS {
            // SAFETY: as above.
            let amount = || unsafe { monitor::$count($(argument!($counted c_value $counts $counted)),*) };
            // SAFETY: as above; the native call has written the request.
            unsafe { monitor::at_starts(Requests::C($request.cast()), amount) };
        }
        code
    } };
}

/// Hands each function of a row on to a macro, with its arguments and with how it is counted.
macro_rules! row {
    (
        once $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt
        $($name:ident $fortran:ident)+
    ) => {
        $($make! { $forms $kind $name $fortran $arguments once $count $counted })+
    };
    (before $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt $name:ident $fortran:ident) => {
        $make! { $forms $kind $name $fortran $arguments before $count $counted }
    };
    (
        kept $make:ident $forms:ident $kind:ident $arguments:tt $count:ident $counted:tt
        $($name:ident $fortran:ident)+
    ) => {
        $(row! { @kept $make $forms $kind $arguments $count $counted $name $fortran })+
    };
    (
        @kept $make:ident $forms:ident $kind:ident ($($argument:ident),*) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        row! { @last $make $forms $kind ($($argument),*) ($($argument)*) $count $counted $name $fortran }
    };
    (
        @last $make:ident $forms:ident $kind:ident $arguments:tt ($request:ident) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        $make! { $forms $kind $name $fortran $arguments later ($request $count) $counted }
    };
    (
        @last $make:ident $forms:ident $kind:ident $arguments:tt ($first:ident $($rest:ident)+) $count:ident $counted:tt
        $name:ident $fortran:ident
    ) => {
        row! { @last $make $forms $kind $arguments ($($rest)+) $count $counted $name $fortran }
    };
    (
        thrice $make:ident $forms:ident $kind:ident ($($argument:ident),*) $count:ident $counted:tt
        $name:ident $fortran:ident $($others:ident)+
    ) => {
        $make! { $forms $kind $name $fortran ($($argument),*) now $count $counted }
        row! { twice $make $forms $kind ($($argument),*) $count $counted $($others)+ }
    };
    (
        twice $make:ident $forms:ident $kind:ident ($($argument:ident),*) $count:ident $counted:tt
        $nonblocking:ident $nonblocking_fortran:ident $persistent:ident $persistent_fortran:ident
    ) => {
        $make! {
            $forms $kind $nonblocking $nonblocking_fortran ($($argument,)* request) now $count $counted
        }
        $make! {
            $forms $kind $persistent $persistent_fortran ($($argument,)* info, request) later (request $count) $counted
        }
    };
}
pub(super) use row;

/// The forms of a function in C.
macro_rules! forms {
    (both $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
        c_function! { large $kind $name concat!(stringify!($name), "_c"), $arguments, $how $count $counted }
    };
    (arrays $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
        // mpi4py takes a name that it finds for the MPI's own.
        #[cfg(not(mpi_family = "openmpi"))]
        c_function! { large $kind $name concat!(stringify!($name), "_c"), $arguments, $how $count $counted }
    };
    ($one:ident $kind:ident $name:ident $capitals:ident $arguments:tt $how:ident $count:tt $counted:tt) => {
        c_function! { small $kind $name stringify!($name), $arguments, $how $count $counted }
    };
}

macro_rules! export {
    ($(
        $often:ident $forms:ident $kind:ident $arguments:tt => $count:ident $counted:tt {
            $($name:ident $capitals:ident $fortran:ident;)+
        }
    )+) => { $(row! { $often forms $forms $kind $arguments $count $counted $($name $capitals)+ })+ };
}

monitored! { export }
