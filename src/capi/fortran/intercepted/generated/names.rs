// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::*;

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_finalize_(a: Out) { finalize(c"mpi_finalize_", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_finalize__(a: Out) { finalize(c"mpi_finalize__", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_FINALIZE(a: Out) { finalize(c"MPI_FINALIZE", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_finalize_f08_(a: Out) { finalize(c"mpi_finalize_f08_", a) }

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init_(a: Out) { init(c"mpi_init_", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init__(a: Out) { init(c"mpi_init__", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INIT(a: Out) { init(c"MPI_INIT", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init_f08_(a: Out) { init(c"mpi_init_f08_", a) }

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init_thread_(a: In, b: Out, c: Out) {
    init_thread(c"mpi_init_thread_", a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init_thread__(a: In, b: Out, c: Out) {
    init_thread(c"mpi_init_thread__", a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INIT_THREAD(a: In, b: Out, c: Out) {
    init_thread(c"MPI_INIT_THREAD", a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_init_thread_f08_(a: In, b: Out, c: Out) {
    init_thread(c"mpi_init_thread_f08_", a, b, c)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_disconnect_(a: Out, b: Out) {
    comm_disconnect(c"mpi_comm_disconnect_", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_disconnect__(a: Out, b: Out) {
    comm_disconnect(c"mpi_comm_disconnect__", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_DISCONNECT(a: Out, b: Out) {
    comm_disconnect(c"MPI_COMM_DISCONNECT", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_disconnect_f08_(a: Out, b: Out) {
    comm_disconnect(c"mpi_comm_disconnect_f08_", a, b)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_free_(a: Out, b: Out) { comm_free(c"mpi_comm_free_", a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_free__(a: Out, b: Out) { comm_free(c"mpi_comm_free__", a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_FREE(a: Out, b: Out) { comm_free(c"MPI_COMM_FREE", a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_free_f08_(a: Out, b: Out) {
    comm_free(c"mpi_comm_free_f08_", a, b)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_merge_(a: In, b: In, c: Out, d: Out) {
    intercomm_merge(c"mpi_intercomm_merge_", a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_merge__(a: In, b: In, c: Out, d: Out) {
    intercomm_merge(c"mpi_intercomm_merge__", a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INTERCOMM_MERGE(a: In, b: In, c: Out, d: Out) {
    intercomm_merge(c"MPI_INTERCOMM_MERGE", a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_merge_f08_(a: In, b: In, c: Out, d: Out) {
    intercomm_merge(c"mpi_intercomm_merge_f08_", a, b, c, d)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split_type_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    comm_split_type(c"mpi_comm_split_type_", a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split_type__(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    comm_split_type(c"mpi_comm_split_type__", a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_SPLIT_TYPE(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    comm_split_type(c"MPI_COMM_SPLIT_TYPE", a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split_type_f08_(a: In, b: In, c: In, d: In, e: Out, f: Out) {
    comm_split_type(c"mpi_comm_split_type_f08_", a, b, c, d, e, f)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_hw_resource_info_(a: Out, b: Out) {
    get_hw_resource_info(c"mpi_get_hw_resource_info_", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_hw_resource_info__(a: Out, b: Out) {
    get_hw_resource_info(c"mpi_get_hw_resource_info__", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GET_HW_RESOURCE_INFO(a: Out, b: Out) {
    get_hw_resource_info(c"MPI_GET_HW_RESOURCE_INFO", a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_hw_resource_info_f08_(a: Out, b: Out) {
    get_hw_resource_info(c"mpi_get_hw_resource_info_f08_", a, b)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_pcontrol_(a: In) { pcontrol(c"mpi_pcontrol_", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_pcontrol__(a: In) { pcontrol(c"mpi_pcontrol__", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_PCONTROL(a: In) { pcontrol(c"MPI_PCONTROL", a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_pcontrol_f08_(a: In) { pcontrol(c"mpi_pcontrol_f08_", a) }
