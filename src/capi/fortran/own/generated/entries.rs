// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from src/capi by `cargo run -p hsplit-generate`: change the declarations, not this file.

use super::super::prelude::*;

unsafe fn comm_hsplit_with_roots(oldcomm: In, info: In, newcomm: Out, rootscomm: Out, ierr: Out) {
    let mut newcomm_c = comm_null();
    let mut rootscomm_c = comm_null();
    let code = extensions::MPI_Comm_hsplit_with_roots(arguments::comm(oldcomm), arguments::info(info),
        arguments::wanted(newcomm, &mut newcomm_c), arguments::wanted(rootscomm, &mut rootscomm_c));
    arguments::put_comm(newcomm, newcomm_c);
    arguments::put_comm(rootscomm, rootscomm_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_hsplit_with_roots_(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_hsplit_with_roots(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_hsplit_with_roots__(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_hsplit_with_roots(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_HSPLIT_WITH_ROOTS(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_hsplit_with_roots(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_hsplit_with_roots_f08_(a: In, b: In, c: Out, d: Out,
    e: Out) {
    comm_hsplit_with_roots(a, b, c, d, e)
}

unsafe fn comm_get_hlevel_info(comm: In, num_comms: Out, index: Out, r#type: *mut c_char, ierr: Out,
    type_length: Length) {
    let mut type_c: *const c_char = std::ptr::null();
    let code = extensions::MPI_Comm_get_hlevel_info(arguments::comm(comm), num_comms, index, (&raw mut type_c).cast());
    arguments::put_text(r#type, type_length, type_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hlevel_info_(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hlevel_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hlevel_info__(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hlevel_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_GET_HLEVEL_INFO(a: In, b: Out, c: Out, d: *mut c_char, e: Out,
    f: Length) {
    comm_get_hlevel_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hlevel_info_f08_(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hlevel_info(a, b, c, d, e, f)
}

unsafe fn comm_get_hw_subdomain_info(comm: In, num_comms: Out, index: Out, r#type: *mut c_char, ierr: Out,
    type_length: Length) {
    let mut type_c = arguments::room(r#type, arguments::LONGEST);
    let code = extensions::MPI_Comm_get_hw_subdomain_info(arguments::comm(comm), num_comms, index,
        arguments::start(&mut type_c));
    arguments::put_written(r#type, type_length, code, &type_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hw_subdomain_info_(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hw_subdomain_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hw_subdomain_info__(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hw_subdomain_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_GET_HW_SUBDOMAIN_INFO(a: In, b: Out, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_hw_subdomain_info(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_hw_subdomain_info_f08_(a: In, b: Out, c: Out,
    d: *mut c_char, e: Out, f: Length) {
    comm_get_hw_subdomain_info(a, b, c, d, e, f)
}

unsafe fn comm_get_min_hlevel(comm: In, nranks: In, ranks: Out, r#type: *mut c_char, ierr: Out, type_length: Length) {
    let mut type_c: *const c_char = std::ptr::null();
    let code = extensions::MPI_Comm_get_min_hlevel(arguments::comm(comm), *nranks, ranks, (&raw mut type_c).cast());
    arguments::put_text(r#type, type_length, type_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_min_hlevel_(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Length) {
    comm_get_min_hlevel(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_min_hlevel__(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Length) {
    comm_get_min_hlevel(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_GET_MIN_HLEVEL(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Length) {
    comm_get_min_hlevel(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_get_min_hlevel_f08_(a: In, b: In, c: Out, d: *mut c_char,
    e: Out, f: Length) {
    comm_get_min_hlevel(a, b, c, d, e, f)
}

unsafe fn comm_hierarchy(comm: In, info: In, max: In, depth: Out, newcomms: Out, rootscomms: Out, ierr: Out) {
    let mut newcomms_c = arguments::places(newcomms, *max);
    let mut rootscomms_c = arguments::places(rootscomms, *max);
    let code = extensions::HSPLIT_Comm_hierarchy(arguments::comm(comm), arguments::info(info), *max, depth,
        arguments::array(&mut newcomms_c), arguments::array(&mut rootscomms_c));
    arguments::put_comms(newcomms, newcomms_c);
    arguments::put_comms(rootscomms, rootscomms_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy_(a: In, b: In, c: In, d: Out, e: Out, f: Out,
    g: Out) {
    comm_hierarchy(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy__(a: In, b: In, c: In, d: Out, e: Out, f: Out,
    g: Out) {
    comm_hierarchy(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_HIERARCHY(a: In, b: In, c: In, d: Out, e: Out, f: Out,
    g: Out) {
    comm_hierarchy(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy_f08_(a: In, b: In, c: In, d: Out, e: Out, f: Out,
    g: Out) {
    comm_hierarchy(a, b, c, d, e, f, g)
}

unsafe fn comm_hierarchy_free(depth: In, newcomms: Out, rootscomms: Out, ierr: Out) {
    let mut newcomms_c = arguments::comms(newcomms, *depth);
    let mut rootscomms_c = arguments::comms(rootscomms, *depth);
    let code = extensions::HSPLIT_Comm_hierarchy_free(*depth, arguments::array(&mut newcomms_c),
        arguments::array(&mut rootscomms_c));
    arguments::put_comms(newcomms, newcomms_c);
    arguments::put_comms(rootscomms, rootscomms_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy_free_(a: In, b: Out, c: Out, d: Out) {
    comm_hierarchy_free(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy_free__(a: In, b: Out, c: Out, d: Out) {
    comm_hierarchy_free(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_HIERARCHY_FREE(a: In, b: Out, c: Out, d: Out) {
    comm_hierarchy_free(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_hierarchy_free_f08_(a: In, b: Out, c: Out, d: Out) {
    comm_hierarchy_free(a, b, c, d)
}

unsafe fn get_version(major: Out, minor: Out, patch: Out, ierr: Out) {
    let code = extensions::HSPLIT_Get_version(major, minor, patch);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_version_(a: Out, b: Out, c: Out, d: Out) {
    get_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_version__(a: Out, b: Out, c: Out, d: Out) {
    get_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_GET_VERSION(a: Out, b: Out, c: Out, d: Out) {
    get_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_version_f08_(a: Out, b: Out, c: Out, d: Out) {
    get_version(a, b, c, d)
}

unsafe fn get_library_version(version: *mut c_char, resultlen: Out, ierr: Out, version_length: Length) {
    let mut version_c = arguments::room(version, arguments::LONGEST);
    let code = extensions::HSPLIT_Get_library_version(arguments::start(&mut version_c), resultlen);
    arguments::put_written(version, version_length, code, &version_c);
    arguments::limit(resultlen, version_length);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_library_version_(a: *mut c_char, b: Out, c: Out,
    d: Length) {
    get_library_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_library_version__(a: *mut c_char, b: Out, c: Out,
    d: Length) {
    get_library_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_GET_LIBRARY_VERSION(a: *mut c_char, b: Out, c: Out,
    d: Length) {
    get_library_version(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_library_version_f08_(a: *mut c_char, b: Out, c: Out,
    d: Length) {
    get_library_version(a, b, c, d)
}

unsafe fn comm_get_parent(comm: In, parent: Out, ierr: Out) {
    let mut parent_c = comm_null();
    let code = navigation::HSPLIT_Comm_get_parent(arguments::comm(comm), arguments::wanted(parent, &mut parent_c));
    arguments::put_comm(parent, parent_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_parent_(a: In, b: Out, c: Out) {
    comm_get_parent(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_parent__(a: In, b: Out, c: Out) {
    comm_get_parent(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_PARENT(a: In, b: Out, c: Out) {
    comm_get_parent(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_parent_f08_(a: In, b: Out, c: Out) {
    comm_get_parent(a, b, c)
}

unsafe fn comm_get_children(comm: In, max: In, count: Out, children: Out, ierr: Out) {
    let mut children_c = arguments::places(children, *max);
    let code = navigation::HSPLIT_Comm_get_children(arguments::comm(comm), *max, count,
        arguments::array(&mut children_c));
    arguments::put_comms(children, arguments::first(*count, children_c));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_children_(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_children(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_children__(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_children(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_CHILDREN(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_children(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_children_f08_(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_children(a, b, c, d, e)
}

unsafe fn comm_get_roots(comm: In, roots: Out, ierr: Out) {
    let mut roots_c = comm_null();
    let code = navigation::HSPLIT_Comm_get_roots(arguments::comm(comm), arguments::wanted(roots, &mut roots_c));
    arguments::put_comm(roots, roots_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_roots_(a: In, b: Out, c: Out) {
    comm_get_roots(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_roots__(a: In, b: Out, c: Out) {
    comm_get_roots(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_ROOTS(a: In, b: Out, c: Out) {
    comm_get_roots(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_roots_f08_(a: In, b: Out, c: Out) {
    comm_get_roots(a, b, c)
}

unsafe fn comm_get_depth(comm: In, depth: Out, r#type: *mut c_char, ierr: Out, type_length: Length) {
    let mut type_c: *const c_char = std::ptr::null();
    let code = navigation::HSPLIT_Comm_get_depth(arguments::comm(comm), depth, (&raw mut type_c).cast());
    arguments::put_text(r#type, type_length, type_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_depth_(a: In, b: Out, c: *mut c_char, d: Out,
    e: Length) {
    comm_get_depth(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_depth__(a: In, b: Out, c: *mut c_char, d: Out,
    e: Length) {
    comm_get_depth(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_DEPTH(a: In, b: Out, c: *mut c_char, d: Out,
    e: Length) {
    comm_get_depth(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_depth_f08_(a: In, b: Out, c: *mut c_char, d: Out,
    e: Length) {
    comm_get_depth(a, b, c, d, e)
}

unsafe fn comm_map(comm: In, ierr: Out) {
    let code = navigation::HSPLIT_Comm_map(arguments::comm(comm));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map_(a: In, b: Out) { comm_map(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map__(a: In, b: Out) { comm_map(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_MAP(a: In, b: Out) { comm_map(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map_f08_(a: In, b: Out) { comm_map(a, b) }

unsafe fn comm_map_update(comm: In, ierr: Out) {
    let code = navigation::HSPLIT_Comm_map_update(arguments::comm(comm));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map_update_(a: In, b: Out) { comm_map_update(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map_update__(a: In, b: Out) { comm_map_update(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_MAP_UPDATE(a: In, b: Out) { comm_map_update(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_map_update_f08_(a: In, b: Out) { comm_map_update(a, b) }

unsafe fn comm_get_levels(comm: In, max: In, count: Out, types: *mut c_char, instances: Out, ierr: Out,
    types_length: Length) {
    let mut types_c = arguments::room_for_names(*max);
    let code = navigation::HSPLIT_Comm_get_levels(arguments::comm(comm), *max, count, types_c.as_mut_ptr(), instances);
    arguments::put_texts(types, types_length, &types_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_levels_(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Out, g: Length) {
    comm_get_levels(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_levels__(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Out, g: Length) {
    comm_get_levels(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_LEVELS(a: In, b: In, c: Out, d: *mut c_char, e: Out,
    f: Out, g: Length) {
    comm_get_levels(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_levels_f08_(a: In, b: In, c: Out, d: *mut c_char,
    e: Out, f: Out, g: Length) {
    comm_get_levels(a, b, c, d, e, f, g)
}

unsafe fn comm_get_coords(comm: In, rank: In, max: In, count: Out, coords: Out, types: *mut c_char, ierr: Out,
    types_length: Length) {
    let mut types_c = arguments::room_for_names(*max);
    let code = navigation::HSPLIT_Comm_get_coords(arguments::comm(comm), *rank, *max, count, coords,
        types_c.as_mut_ptr());
    arguments::put_texts(types, types_length, &types_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_coords_(a: In, b: In, c: In, d: Out, e: Out,
    f: *mut c_char, g: Out, h: Length) {
    comm_get_coords(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_coords__(a: In, b: In, c: In, d: Out, e: Out,
    f: *mut c_char, g: Out, h: Length) {
    comm_get_coords(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_COORDS(a: In, b: In, c: In, d: Out, e: Out,
    f: *mut c_char, g: Out, h: Length) {
    comm_get_coords(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_coords_f08_(a: In, b: In, c: In, d: Out, e: Out,
    f: *mut c_char, g: Out, h: Length) {
    comm_get_coords(a, b, c, d, e, f, g, h)
}

unsafe fn comm_get_rank(comm: In, count: In, coords: In, max: In, nranks: Out, ranks: Out, ierr: Out) {
    let code = navigation::HSPLIT_Comm_get_rank(arguments::comm(comm), *count, coords, *max, nranks, ranks);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_rank_(a: In, b: In, c: In, d: In, e: Out, f: Out,
    g: Out) {
    comm_get_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_rank__(a: In, b: In, c: In, d: In, e: Out, f: Out,
    g: Out) {
    comm_get_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_RANK(a: In, b: In, c: In, d: In, e: Out, f: Out,
    g: Out) {
    comm_get_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_rank_f08_(a: In, b: In, c: In, d: In, e: Out, f: Out,
    g: Out) {
    comm_get_rank(a, b, c, d, e, f, g)
}

unsafe fn comm_get_colors(comm: In, max: In, depth: Out, colors: Out, ierr: Out) {
    let code = navigation::HSPLIT_Comm_get_colors(arguments::comm(comm), *max, depth, colors);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_colors_(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_colors(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_colors__(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_colors(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_COLORS(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_colors(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_colors_f08_(a: In, b: In, c: Out, d: Out, e: Out) {
    comm_get_colors(a, b, c, d, e)
}

unsafe fn comm_get_network_coords(comm: In, rank: In, max: In, count: Out, coords: Out, dims: Out, ierr: Out) {
    let code = navigation::HSPLIT_Comm_get_network_coords(arguments::comm(comm), *rank, *max, count, coords, dims);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_coords_(a: In, b: In, c: In, d: Out, e: Out,
    f: Out, g: Out) {
    comm_get_network_coords(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_coords__(a: In, b: In, c: In, d: Out, e: Out,
    f: Out, g: Out) {
    comm_get_network_coords(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_NETWORK_COORDS(a: In, b: In, c: In, d: Out, e: Out,
    f: Out, g: Out) {
    comm_get_network_coords(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_coords_f08_(a: In, b: In, c: In, d: Out,
    e: Out, f: Out, g: Out) {
    comm_get_network_coords(a, b, c, d, e, f, g)
}

unsafe fn comm_get_network_rank(comm: In, count: In, coords: In, max: In, nranks: Out, ranks: Out, ierr: Out) {
    let code = navigation::HSPLIT_Comm_get_network_rank(arguments::comm(comm), *count, coords, *max, nranks, ranks);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_rank_(a: In, b: In, c: In, d: In, e: Out,
    f: Out, g: Out) {
    comm_get_network_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_rank__(a: In, b: In, c: In, d: In, e: Out,
    f: Out, g: Out) {
    comm_get_network_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_NETWORK_RANK(a: In, b: In, c: In, d: In, e: Out,
    f: Out, g: Out) {
    comm_get_network_rank(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_network_rank_f08_(a: In, b: In, c: In, d: In, e: Out,
    f: Out, g: Out) {
    comm_get_network_rank(a, b, c, d, e, f, g)
}

unsafe fn comm_get_distance(comm: In, a: In, b: In, hops: Out, r#type: *mut c_char, ierr: Out, type_length: Length) {
    let mut type_c: *const c_char = std::ptr::null();
    let code = distances::HSPLIT_Comm_get_distance(arguments::comm(comm), *a, *b, hops, (&raw mut type_c).cast());
    arguments::put_text(r#type, type_length, type_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distance_(a: In, b: In, c: In, d: Out, e: *mut c_char,
    f: Out, g: Length) {
    comm_get_distance(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distance__(a: In, b: In, c: In, d: Out, e: *mut c_char,
    f: Out, g: Length) {
    comm_get_distance(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_DISTANCE(a: In, b: In, c: In, d: Out, e: *mut c_char,
    f: Out, g: Length) {
    comm_get_distance(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distance_f08_(a: In, b: In, c: In, d: Out,
    e: *mut c_char, f: Out, g: Length) {
    comm_get_distance(a, b, c, d, e, f, g)
}

unsafe fn comm_get_distances(comm: In, n: In, ranks: In, matrix: Out, ierr: Out) {
    let code = distances::HSPLIT_Comm_get_distances(arguments::comm(comm), *n, ranks, matrix);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distances_(a: In, b: In, c: In, d: Out, e: Out) {
    comm_get_distances(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distances__(a: In, b: In, c: In, d: Out, e: Out) {
    comm_get_distances(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_DISTANCES(a: In, b: In, c: In, d: Out, e: Out) {
    comm_get_distances(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_distances_f08_(a: In, b: In, c: In, d: Out, e: Out) {
    comm_get_distances(a, b, c, d, e)
}

unsafe fn comm_get_neighbours(comm: In, rank: In, r#type: *const c_char, max: In, nranks: Out, ranks: Out, ierr: Out,
    type_length: Length) {
    let type_c = arguments::text(r#type, type_length);
    let code = distances::HSPLIT_Comm_get_neighbours(arguments::comm(comm), *rank, arguments::address(&type_c), *max,
        nranks, ranks);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbours_(a: In, b: In, c: *const c_char, d: In,
    e: Out, f: Out, g: Out, h: Length) {
    comm_get_neighbours(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbours__(a: In, b: In, c: *const c_char, d: In,
    e: Out, f: Out, g: Out, h: Length) {
    comm_get_neighbours(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_NEIGHBOURS(a: In, b: In, c: *const c_char, d: In,
    e: Out, f: Out, g: Out, h: Length) {
    comm_get_neighbours(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbours_f08_(a: In, b: In, c: *const c_char, d: In,
    e: Out, f: Out, g: Out, h: Length) {
    comm_get_neighbours(a, b, c, d, e, f, g, h)
}

unsafe fn comm_get_neighbour_group(comm: In, hops: In, group: Out, ierr: Out) {
    let mut group_c = group_null();
    let code = distances::HSPLIT_Comm_get_neighbour_group(arguments::comm(comm), *hops, arguments::wanted(group,
        &mut group_c));
    arguments::put_group(group, group_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbour_group_(a: In, b: In, c: Out, d: Out) {
    comm_get_neighbour_group(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbour_group__(a: In, b: In, c: Out, d: Out) {
    comm_get_neighbour_group(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_GET_NEIGHBOUR_GROUP(a: In, b: In, c: Out, d: Out) {
    comm_get_neighbour_group(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_get_neighbour_group_f08_(a: In, b: In, c: Out, d: Out) {
    comm_get_neighbour_group(a, b, c, d)
}

unsafe fn get_devices(comm: In, r#type: *const c_char, max: In, count: Out, names: *mut c_char, busids: *mut c_char,
    distances: Out, ranks: Out, ierr: Out, type_length: Length, names_length: Length, busids_length: Length) {
    let type_c = arguments::text(r#type, type_length).unwrap_or_default();
    let mut names_c = arguments::room_for_names(*max);
    let mut busids_c = arguments::room_for_names(*max);
    let code = devices::HSPLIT_Get_devices(arguments::comm(comm), type_c.as_ptr(), *max, count, names_c.as_mut_ptr(),
        busids_c.as_mut_ptr(), distances, ranks);
    arguments::put_texts(names, names_length, &names_c);
    arguments::put_texts(busids, busids_length, &busids_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_devices_(a: In, b: *const c_char, c: In, d: Out,
    e: *mut c_char, f: *mut c_char, g: Out, h: Out, i: Out, j: Length, k: Length, l: Length) {
    get_devices(a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_devices__(a: In, b: *const c_char, c: In, d: Out,
    e: *mut c_char, f: *mut c_char, g: Out, h: Out, i: Out, j: Length, k: Length, l: Length) {
    get_devices(a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_GET_DEVICES(a: In, b: *const c_char, c: In, d: Out,
    e: *mut c_char, f: *mut c_char, g: Out, h: Out, i: Out, j: Length, k: Length, l: Length) {
    get_devices(a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_get_devices_f08_(a: In, b: *const c_char, c: In, d: Out,
    e: *mut c_char, f: *mut c_char, g: Out, h: Out, i: Out, j: Length, k: Length, l: Length) {
    get_devices(a, b, c, d, e, f, g, h, i, j, k, l)
}

unsafe fn bind_push(r#where: *const c_char, info: In, ierr: Out, where_length: Length) {
    let where_c = arguments::text(r#where, where_length).unwrap_or_default();
    let code = bind::HSPLIT_Bind_push(where_c.as_ptr(), arguments::info(info));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push_(a: *const c_char, b: In, c: Out, d: Length) {
    bind_push(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push__(a: *const c_char, b: In, c: Out, d: Length) {
    bind_push(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_BIND_PUSH(a: *const c_char, b: In, c: Out, d: Length) {
    bind_push(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push_f08_(a: *const c_char, b: In, c: Out, d: Length) {
    bind_push(a, b, c, d)
}

unsafe fn bind_push_comm(comm: In, info: In, ierr: Out) {
    let code = bind::HSPLIT_Bind_push_comm(arguments::comm(comm), arguments::info(info));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push_comm_(a: In, b: In, c: Out) {
    bind_push_comm(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push_comm__(a: In, b: In, c: Out) {
    bind_push_comm(a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_BIND_PUSH_COMM(a: In, b: In, c: Out) { bind_push_comm(a, b, c) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_push_comm_f08_(a: In, b: In, c: Out) {
    bind_push_comm(a, b, c)
}

unsafe fn bind_pop(ierr: Out) {
    let code = bind::HSPLIT_Bind_pop();
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_pop_(a: Out) { bind_pop(a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_pop__(a: Out) { bind_pop(a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_BIND_POP(a: Out) { bind_pop(a) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_pop_f08_(a: Out) { bind_pop(a) }

unsafe fn bind_get(text: *mut c_char, cores: Out, units: Out, pushed: Out, ierr: Out, text_length: Length) {
    let mut text_c = arguments::room(text, text_length.saturating_add(1));
    let code = bind::HSPLIT_Bind_get(arguments::start(&mut text_c), text_length.saturating_add(1), cores, units,
        pushed);
    arguments::put_written(text, text_length, code, &text_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_get_(a: *mut c_char, b: Out, c: Out, d: Out, e: Out,
    f: Length) {
    bind_get(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_get__(a: *mut c_char, b: Out, c: Out, d: Out, e: Out,
    f: Length) {
    bind_get(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_BIND_GET(a: *mut c_char, b: Out, c: Out, d: Out, e: Out,
    f: Length) {
    bind_get(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_bind_get_f08_(a: *mut c_char, b: Out, c: Out, d: Out, e: Out,
    f: Length) {
    bind_get(a, b, c, d, e, f)
}

unsafe fn placement_create(comm: In, info: In, p: Out, ierr: Out) {
    let code = placement::HSPLIT_Placement_create(arguments::comm(comm), arguments::info(info), p);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_create_(a: In, b: In, c: Out, d: Out) {
    placement_create(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_create__(a: In, b: In, c: Out, d: Out) {
    placement_create(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_CREATE(a: In, b: In, c: Out, d: Out) {
    placement_create(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_create_f08_(a: In, b: In, c: Out, d: Out) {
    placement_create(a, b, c, d)
}

unsafe fn placement_free(p: Out, ierr: Out) {
    let code = placement::HSPLIT_Placement_free(p);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_free_(a: Out, b: Out) { placement_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_free__(a: Out, b: Out) { placement_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_FREE(a: Out, b: Out) { placement_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_free_f08_(a: Out, b: Out) { placement_free(a, b) }

unsafe fn placement_elect(p: In, shape: *const c_char, info: In, worker: Out, threads: Out, index: Out, workers: Out,
    ierr: Out, shape_length: Length) {
    let shape_c = arguments::text(shape, shape_length).unwrap_or_default();
    let code = placement::HSPLIT_Placement_elect(*p, shape_c.as_ptr(), arguments::info(info), worker, threads, index,
        workers);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_elect_(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Out, h: Out, i: Length) {
    placement_elect(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_elect__(a: In, b: *const c_char, c: In, d: Out,
    e: Out, f: Out, g: Out, h: Out, i: Length) {
    placement_elect(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_ELECT(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Out, h: Out, i: Length) {
    placement_elect(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_elect_f08_(a: In, b: *const c_char, c: In, d: Out,
    e: Out, f: Out, g: Out, h: Out, i: Length) {
    placement_elect(a, b, c, d, e, f, g, h, i)
}

unsafe fn placement_comm(p: In, shape: *const c_char, info: In, workers: Out, ierr: Out, shape_length: Length) {
    let shape_c = arguments::text(shape, shape_length).unwrap_or_default();
    let mut workers_c = comm_null();
    let code = placement::HSPLIT_Placement_comm(*p, shape_c.as_ptr(), arguments::info(info), arguments::wanted(workers,
        &mut workers_c));
    arguments::put_comm(workers, workers_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_comm_(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Length) {
    placement_comm(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_comm__(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Length) {
    placement_comm(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_COMM(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Length) {
    placement_comm(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_comm_f08_(a: In, b: *const c_char, c: In, d: Out,
    e: Out, f: Length) {
    placement_comm(a, b, c, d, e, f)
}

unsafe fn node_barrier(p: In, ierr: Out) {
    let code = placement::HSPLIT_Node_barrier(*p);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_node_barrier_(a: In, b: Out) { node_barrier(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_node_barrier__(a: In, b: Out) { node_barrier(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_NODE_BARRIER(a: In, b: Out) { node_barrier(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_node_barrier_f08_(a: In, b: Out) { node_barrier(a, b) }

unsafe fn phase_begin(p: In, shape: *const c_char, info: In, worker: Out, comm: Out, ierr: Out, shape_length: Length) {
    let shape_c = arguments::text(shape, shape_length).unwrap_or_default();
    let mut comm_c = comm_null();
    let code = placement::HSPLIT_Phase_begin(*p, shape_c.as_ptr(), arguments::info(info), worker,
        arguments::wanted(comm, &mut comm_c));
    arguments::put_comm(comm, comm_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_begin_(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Length) {
    phase_begin(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_begin__(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Length) {
    phase_begin(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PHASE_BEGIN(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Length) {
    phase_begin(a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_begin_f08_(a: In, b: *const c_char, c: In, d: Out, e: Out,
    f: Out, g: Length) {
    phase_begin(a, b, c, d, e, f, g)
}

unsafe fn phase_end(p: In, ierr: Out) {
    let code = placement::HSPLIT_Phase_end(*p);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_end_(a: In, b: Out) { phase_end(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_end__(a: In, b: Out) { phase_end(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PHASE_END(a: In, b: Out) { phase_end(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_phase_end_f08_(a: In, b: Out) { phase_end(a, b) }

unsafe fn comm_reorder(comm: In, n: In, peers: In, weights: *const f64, info: In, newcomm: Out, receive_from: Out,
    send_to: Out, ierr: Out) {
    let mut newcomm_c = comm_null();
    let code = reorder::HSPLIT_Comm_reorder(arguments::comm(comm), *n, peers, weights, arguments::info(info),
        arguments::wanted(newcomm, &mut newcomm_c), receive_from, send_to);
    arguments::put_comm(newcomm, newcomm_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_reorder_(a: In, b: In, c: In, d: *const f64, e: In, f: Out,
    g: Out, h: Out, i: Out) {
    comm_reorder(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_reorder__(a: In, b: In, c: In, d: *const f64, e: In,
    f: Out, g: Out, h: Out, i: Out) {
    comm_reorder(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_REORDER(a: In, b: In, c: In, d: *const f64, e: In, f: Out,
    g: Out, h: Out, i: Out) {
    comm_reorder(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_reorder_f08_(a: In, b: In, c: In, d: *const f64, e: In,
    f: Out, g: Out, h: Out, i: Out) {
    comm_reorder(a, b, c, d, e, f, g, h, i)
}

unsafe fn comm_migrate(comm: In, newcomm: In, buf: *mut c_void, count: In, r#type: In, ierr: Out) {
    let code = reorder::HSPLIT_Comm_migrate(arguments::comm(comm), arguments::comm(newcomm), buffer_of(buf), *count,
        arguments::datatype(r#type));
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_migrate_(a: In, b: In, c: *mut c_void, d: In, e: In,
    f: Out) {
    comm_migrate(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_migrate__(a: In, b: In, c: *mut c_void, d: In, e: In,
    f: Out) {
    comm_migrate(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_COMM_MIGRATE(a: In, b: In, c: *mut c_void, d: In, e: In,
    f: Out) {
    comm_migrate(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_comm_migrate_f08_(a: In, b: In, c: *mut c_void, d: In, e: In,
    f: Out) {
    comm_migrate(a, b, c, d, e, f)
}

unsafe fn cart_create(comm_old: In, ndims: In, weights: *const f64, periods: In, info: In, dims: Out, comm_cart: Out,
    ierr: Out) {
    let mut comm_cart_c = comm_null();
    let code = reorder::HSPLIT_Cart_create(arguments::comm(comm_old), *ndims, weights, periods, arguments::info(info),
        dims, arguments::wanted(comm_cart, &mut comm_cart_c));
    arguments::put_comm(comm_cart, comm_cart_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_cart_create_(a: In, b: In, c: *const f64, d: In, e: In, f: Out,
    g: Out, h: Out) {
    cart_create(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_cart_create__(a: In, b: In, c: *const f64, d: In, e: In, f: Out,
    g: Out, h: Out) {
    cart_create(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_CART_CREATE(a: In, b: In, c: *const f64, d: In, e: In, f: Out,
    g: Out, h: Out) {
    cart_create(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_cart_create_f08_(a: In, b: In, c: *const f64, d: In, e: In,
    f: Out, g: Out, h: Out) {
    cart_create(a, b, c, d, e, f, g, h)
}

unsafe fn dims_create(comm: In, ndims: In, weights: *const f64, dims: Out, ierr: Out) {
    let code = reorder::HSPLIT_Dims_create(arguments::comm(comm), *ndims, weights, dims);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_dims_create_(a: In, b: In, c: *const f64, d: Out, e: Out) {
    dims_create(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_dims_create__(a: In, b: In, c: *const f64, d: Out, e: Out) {
    dims_create(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_DIMS_CREATE(a: In, b: In, c: *const f64, d: Out, e: Out) {
    dims_create(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_dims_create_f08_(a: In, b: In, c: *const f64, d: Out, e: Out) {
    dims_create(a, b, c, d, e)
}

unsafe fn monitor_start(comm: In, info: In, m: Out, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_start(arguments::comm(comm), arguments::info(info), m);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_start_(a: In, b: In, c: Out, d: Out) {
    monitor_start(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_start__(a: In, b: In, c: Out, d: Out) {
    monitor_start(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_START(a: In, b: In, c: Out, d: Out) {
    monitor_start(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_start_f08_(a: In, b: In, c: Out, d: Out) {
    monitor_start(a, b, c, d)
}

unsafe fn monitor_suspend(m: In, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_suspend(*m);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_suspend_(a: In, b: Out) { monitor_suspend(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_suspend__(a: In, b: Out) { monitor_suspend(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_SUSPEND(a: In, b: Out) { monitor_suspend(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_suspend_f08_(a: In, b: Out) { monitor_suspend(a, b) }

unsafe fn monitor_continue(m: In, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_continue(*m);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_continue_(a: In, b: Out) { monitor_continue(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_continue__(a: In, b: Out) { monitor_continue(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_CONTINUE(a: In, b: Out) { monitor_continue(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_continue_f08_(a: In, b: Out) { monitor_continue(a, b) }

unsafe fn monitor_reset(m: In, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_reset(*m);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reset_(a: In, b: Out) { monitor_reset(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reset__(a: In, b: Out) { monitor_reset(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_RESET(a: In, b: Out) { monitor_reset(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reset_f08_(a: In, b: Out) { monitor_reset(a, b) }

unsafe fn monitor_free(m: Out, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_free(m);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_free_(a: Out, b: Out) { monitor_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_free__(a: Out, b: Out) { monitor_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_FREE(a: Out, b: Out) { monitor_free(a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_free_f08_(a: Out, b: Out) { monitor_free(a, b) }

unsafe fn monitor_get(m: In, what: In, n: In, values: *mut c_longlong, ierr: Out) {
    let code = monitor::HSPLIT_Monitor_get(*m, *what, *n, values);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_get_(a: In, b: In, c: In, d: *mut c_longlong, e: Out) {
    monitor_get(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_get__(a: In, b: In, c: In, d: *mut c_longlong,
    e: Out) {
    monitor_get(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_GET(a: In, b: In, c: In, d: *mut c_longlong, e: Out) {
    monitor_get(a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_get_f08_(a: In, b: In, c: In, d: *mut c_longlong,
    e: Out) {
    monitor_get(a, b, c, d, e)
}

unsafe fn monitor_levels(m: In, what: In, max: In, depth: Out, inside: *mut c_longlong, types: *mut c_char, ierr: Out,
    types_length: Length) {
    let mut types_c = arguments::room_for_names(*max);
    let code = monitor::HSPLIT_Monitor_levels(*m, *what, *max, depth, inside, types_c.as_mut_ptr());
    arguments::put_texts(types, types_length, &types_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_levels_(a: In, b: In, c: In, d: Out, e: *mut c_longlong,
    f: *mut c_char, g: Out, h: Length) {
    monitor_levels(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_levels__(a: In, b: In, c: In, d: Out,
    e: *mut c_longlong, f: *mut c_char, g: Out, h: Length) {
    monitor_levels(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_LEVELS(a: In, b: In, c: In, d: Out, e: *mut c_longlong,
    f: *mut c_char, g: Out, h: Length) {
    monitor_levels(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_levels_f08_(a: In, b: In, c: In, d: Out,
    e: *mut c_longlong, f: *mut c_char, g: Out, h: Length) {
    monitor_levels(a, b, c, d, e, f, g, h)
}

unsafe fn monitor_flush(m: In, file: *const c_char, ierr: Out, file_length: Length) {
    let file_c = arguments::text(file, file_length).unwrap_or_default();
    let code = monitor::HSPLIT_Monitor_flush(*m, file_c.as_ptr());
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_flush_(a: In, b: *const c_char, c: Out, d: Length) {
    monitor_flush(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_flush__(a: In, b: *const c_char, c: Out, d: Length) {
    monitor_flush(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_FLUSH(a: In, b: *const c_char, c: Out, d: Length) {
    monitor_flush(a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_flush_f08_(a: In, b: *const c_char, c: Out,
    d: Length) {
    monitor_flush(a, b, c, d)
}

unsafe fn monitor_reorder(m: In, info: In, newcomm: Out, receive_from: Out, send_to: Out, ierr: Out) {
    let mut newcomm_c = comm_null();
    let code = monitor::HSPLIT_Monitor_reorder(*m, arguments::info(info), arguments::wanted(newcomm, &mut newcomm_c),
        receive_from, send_to);
    arguments::put_comm(newcomm, newcomm_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reorder_(a: In, b: In, c: Out, d: Out, e: Out,
    f: Out) {
    monitor_reorder(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reorder__(a: In, b: In, c: Out, d: Out, e: Out,
    f: Out) {
    monitor_reorder(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_REORDER(a: In, b: In, c: Out, d: Out, e: Out, f: Out) {
    monitor_reorder(a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_reorder_f08_(a: In, b: In, c: Out, d: Out, e: Out,
    f: Out) {
    monitor_reorder(a, b, c, d, e, f)
}

unsafe fn win_allocate_shared(level: *const c_char, size: *const MPI_Aint, disp_unit: In, info: In, comm: In,
    baseptr: *mut c_void, win: Out, ierr: Out, level_length: Length) {
    let level_c = arguments::text(level, level_length).unwrap_or_default();
    let mut win_c = win_null();
    let code = window::HSPLIT_Win_allocate_shared(level_c.as_ptr(), *size, *disp_unit, arguments::info(info),
        arguments::comm(comm), baseptr, arguments::wanted(win, &mut win_c));
    arguments::put_win(win, win_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_allocate_shared_(a: *const c_char, b: *const MPI_Aint,
    c: In, d: In, e: In, f: *mut c_void, g: Out, h: Out, i: Length) {
    win_allocate_shared(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_allocate_shared__(a: *const c_char, b: *const MPI_Aint,
    c: In, d: In, e: In, f: *mut c_void, g: Out, h: Out, i: Length) {
    win_allocate_shared(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_WIN_ALLOCATE_SHARED(a: *const c_char, b: *const MPI_Aint, c: In,
    d: In, e: In, f: *mut c_void, g: Out, h: Out, i: Length) {
    win_allocate_shared(a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_allocate_shared_f08_(a: *const c_char, b: *const MPI_Aint,
    c: In, d: In, e: In, f: *mut c_void, g: Out, h: Out, i: Length) {
    win_allocate_shared(a, b, c, d, e, f, g, h, i)
}

unsafe fn win_query_level(win: In, level: *mut c_char, memory: *mut c_char, pages: Out, placed: Out, ierr: Out,
    level_length: Length, memory_length: Length) {
    let mut level_c = arguments::room(level, arguments::LONGEST);
    let mut memory_c = arguments::room(memory, arguments::LONGEST);
    let code = window::HSPLIT_Win_query_level(arguments::win(win), arguments::start(&mut level_c),
        arguments::start(&mut memory_c), pages, placed);
    arguments::put_written(level, level_length, code, &level_c);
    arguments::put_written(memory, memory_length, code, &memory_c);
    arguments::put(ierr, code);
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_query_level_(a: In, b: *mut c_char, c: *mut c_char, d: Out,
    e: Out, f: Out, g: Length, h: Length) {
    win_query_level(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_query_level__(a: In, b: *mut c_char, c: *mut c_char, d: Out,
    e: Out, f: Out, g: Length, h: Length) {
    win_query_level(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_WIN_QUERY_LEVEL(a: In, b: *mut c_char, c: *mut c_char, d: Out,
    e: Out, f: Out, g: Length, h: Length) {
    win_query_level(a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_win_query_level_f08_(a: In, b: *mut c_char, c: *mut c_char,
    d: Out, e: Out, f: Out, g: Length, h: Length) {
    win_query_level(a, b, c, d, e, f, g, h)
}

#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_eq_(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_eq__(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_EQ(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_ne_(a: In, b: In) -> Fint { Fint::from(*a != *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_placement_ne__(a: In, b: In) -> Fint { Fint::from(*a != *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_PLACEMENT_NE(a: In, b: In) -> Fint { Fint::from(*a != *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_eq_(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_eq__(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_EQ(a: In, b: In) -> Fint { Fint::from(*a == *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_ne_(a: In, b: In) -> Fint { Fint::from(*a != *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn hsplit_monitor_ne__(a: In, b: In) -> Fint { Fint::from(*a != *b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn HSPLIT_MONITOR_NE(a: In, b: In) -> Fint { Fint::from(*a != *b) }
