// SPDX-License-Identifier: MIT OR Apache-2.0
// Generated from crates/hsplit-generate/mpi.txt by `cargo run -p hsplit-generate`: change the table, not this file.

use super::super::prelude::*;
use super::buffers::*;
use super::plain::*;

static SEND: Spelled<Send, P2p> = spelled([c"mpi_send_", c"mpi_send__", c"MPI_SEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    send(&SEND[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    send(&SEND[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    send(&SEND[2], a, b, c, d, e, f, g)
}

static BSEND: Spelled<Bsend, P2p> = spelled([c"mpi_bsend_", c"mpi_bsend__", c"MPI_BSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    bsend(&BSEND[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    bsend(&BSEND[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    bsend(&BSEND[2], a, b, c, d, e, f, g)
}

static SSEND: Spelled<Ssend, P2p> = spelled([c"mpi_ssend_", c"mpi_ssend__", c"MPI_SSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    ssend(&SSEND[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    ssend(&SSEND[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    ssend(&SSEND[2], a, b, c, d, e, f, g)
}

static RSEND: Spelled<Rsend, P2p> = spelled([c"mpi_rsend_", c"mpi_rsend__", c"MPI_RSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    rsend(&RSEND[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    rsend(&RSEND[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out) {
    rsend(&RSEND[2], a, b, c, d, e, f, g)
}

static ISEND: Spelled<Isend, P2p> = spelled([c"mpi_isend_", c"mpi_isend__", c"MPI_ISEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    isend(&ISEND[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    isend(&ISEND[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    isend(&ISEND[2], a, b, c, d, e, f, g, h)
}

static IBSEND: Spelled<Ibsend, P2p> = spelled([c"mpi_ibsend_", c"mpi_ibsend__", c"MPI_IBSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibsend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ibsend(&IBSEND[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibsend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ibsend(&IBSEND[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IBSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ibsend(&IBSEND[2], a, b, c, d, e, f, g, h)
}

static ISSEND: Spelled<Issend, P2p> = spelled([c"mpi_issend_", c"mpi_issend__", c"MPI_ISSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_issend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    issend(&ISSEND[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_issend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    issend(&ISSEND[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    issend(&ISSEND[2], a, b, c, d, e, f, g, h)
}

static IRSEND: Spelled<Irsend, P2p> = spelled([c"mpi_irsend_", c"mpi_irsend__", c"MPI_IRSEND"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irsend_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irsend(&IRSEND[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irsend__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irsend(&IRSEND[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IRSEND(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irsend(&IRSEND[2], a, b, c, d, e, f, g, h)
}

static SENDRECV: Spelled<Sendrecv, P2p> = spelled([c"mpi_sendrecv_", c"mpi_sendrecv__", c"MPI_SENDRECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv_(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Data, m: Out) {
    sendrecv(&SENDRECV[0], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv__(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Data, m: Out) {
    sendrecv(&SENDRECV[1], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SENDRECV(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Data, m: Out) {
    sendrecv(&SENDRECV[2], a, b, c, d, e, f, g, h, i, j, k, l, m)
}

static ISENDRECV: Spelled<Isendrecv, P2p> = spelled([c"mpi_isendrecv_", c"mpi_isendrecv__", c"MPI_ISENDRECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv_(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Out, m: Out) {
    isendrecv(&ISENDRECV[0], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv__(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Out, m: Out) {
    isendrecv(&ISENDRECV[1], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISENDRECV(a: Data, b: In, c: In, d: In, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: In, l: Out, m: Out) {
    isendrecv(&ISENDRECV[2], a, b, c, d, e, f, g, h, i, j, k, l, m)
}

static SENDRECV_REPLACE: Spelled<SendrecvReplace, P2p> = spelled([c"mpi_sendrecv_replace_", c"mpi_sendrecv_replace__",
    c"MPI_SENDRECV_REPLACE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv_replace_(a: Data, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Data, j: Out) {
    sendrecv_replace(&SENDRECV_REPLACE[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_sendrecv_replace__(a: Data, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Data, j: Out) {
    sendrecv_replace(&SENDRECV_REPLACE[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SENDRECV_REPLACE(a: Data, b: In, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Data, j: Out) {
    sendrecv_replace(&SENDRECV_REPLACE[2], a, b, c, d, e, f, g, h, i, j)
}

static ISENDRECV_REPLACE: Spelled<IsendrecvReplace, P2p> = spelled([c"mpi_isendrecv_replace_",
    c"mpi_isendrecv_replace__", c"MPI_ISENDRECV_REPLACE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv_replace_(a: Data, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    isendrecv_replace(&ISENDRECV_REPLACE[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_isendrecv_replace__(a: Data, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    isendrecv_replace(&ISENDRECV_REPLACE[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISENDRECV_REPLACE(a: Data, b: In, c: In, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    isendrecv_replace(&ISENDRECV_REPLACE[2], a, b, c, d, e, f, g, h, i, j)
}

static SEND_INIT: Spelled<SendInit, P2p> = spelled([c"mpi_send_init_", c"mpi_send_init__", c"MPI_SEND_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    send_init(&SEND_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_send_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    send_init(&SEND_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SEND_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    send_init(&SEND_INIT[2], a, b, c, d, e, f, g, h)
}

static BSEND_INIT: Spelled<BsendInit, P2p> = spelled([c"mpi_bsend_init_", c"mpi_bsend_init__", c"MPI_BSEND_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bsend_init(&BSEND_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bsend_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bsend_init(&BSEND_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BSEND_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bsend_init(&BSEND_INIT[2], a, b, c, d, e, f, g, h)
}

static SSEND_INIT: Spelled<SsendInit, P2p> = spelled([c"mpi_ssend_init_", c"mpi_ssend_init__", c"MPI_SSEND_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ssend_init(&SSEND_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ssend_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ssend_init(&SSEND_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SSEND_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    ssend_init(&SSEND_INIT[2], a, b, c, d, e, f, g, h)
}

static RSEND_INIT: Spelled<RsendInit, P2p> = spelled([c"mpi_rsend_init_", c"mpi_rsend_init__", c"MPI_RSEND_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    rsend_init(&RSEND_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rsend_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    rsend_init(&RSEND_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RSEND_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    rsend_init(&RSEND_INIT[2], a, b, c, d, e, f, g, h)
}

static PSEND_INIT: Spelled<PsendInit, P2p> = spelled([c"mpi_psend_init_", c"mpi_psend_init__", c"MPI_PSEND_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_psend_init_(a: Data, b: In, c: *const Count, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    psend_init(&PSEND_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_psend_init__(a: Data, b: In, c: *const Count, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    psend_init(&PSEND_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_PSEND_INIT(a: Data, b: In, c: *const Count, d: In, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    psend_init(&PSEND_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static START: Spelled<Start, Starts> = spelled([c"mpi_start_", c"mpi_start__", c"MPI_START"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_start_(a: Out, b: Out) { start(&START[0], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_start__(a: Out, b: Out) { start(&START[1], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_START(a: Out, b: Out) { start(&START[2], a, b) }

static STARTALL: Spelled<Startall, Starts> = spelled([c"mpi_startall_", c"mpi_startall__", c"MPI_STARTALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_startall_(a: In, b: Out, c: Out) {
    startall(&STARTALL[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_startall__(a: In, b: Out, c: Out) {
    startall(&STARTALL[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_STARTALL(a: In, b: Out, c: Out) { startall(&STARTALL[2], a, b, c) }

static REQUEST_FREE: Spelled<RequestFree, Frees> = spelled([c"mpi_request_free_", c"mpi_request_free__",
    c"MPI_REQUEST_FREE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_request_free_(a: Out, b: Out) {
    request_free(&REQUEST_FREE[0], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_request_free__(a: Out, b: Out) {
    request_free(&REQUEST_FREE[1], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REQUEST_FREE(a: Out, b: Out) {
    request_free(&REQUEST_FREE[2], a, b)
}

static GATHERV: Spelled<Gatherv, Collectives> = spelled([c"mpi_gatherv_", c"mpi_gatherv__", c"MPI_GATHERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv_(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out) {
    gatherv(&GATHERV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv__(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out) {
    gatherv(&GATHERV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GATHERV(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out) {
    gatherv(&GATHERV[2], a, b, c, d, e, f, g, h, i, j)
}

static SCATTERV: Spelled<Scatterv, Collectives> = spelled([c"mpi_scatterv_", c"mpi_scatterv__", c"MPI_SCATTERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv_(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out) {
    scatterv(&SCATTERV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv__(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out) {
    scatterv(&SCATTERV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCATTERV(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out) {
    scatterv(&SCATTERV[2], a, b, c, d, e, f, g, h, i, j)
}

static INEIGHBOR_ALLGATHER: Spelled<IneighborAllgather, Collectives> = spelled([c"mpi_ineighbor_allgather_",
    c"mpi_ineighbor_allgather__", c"MPI_INEIGHBOR_ALLGATHER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgather_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_allgather(&INEIGHBOR_ALLGATHER[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgather__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_allgather(&INEIGHBOR_ALLGATHER[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INEIGHBOR_ALLGATHER(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_allgather(&INEIGHBOR_ALLGATHER[2], a, b, c, d, e, f, g, h, i)
}

static NEIGHBOR_ALLGATHER_INIT: Spelled<NeighborAllgatherInit, Collectives> = spelled([c"mpi_neighbor_allgather_init_",
    c"mpi_neighbor_allgather_init__", c"MPI_NEIGHBOR_ALLGATHER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather_init_(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_allgather_init(&NEIGHBOR_ALLGATHER_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgather_init__(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_allgather_init(&NEIGHBOR_ALLGATHER_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLGATHER_INIT(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_allgather_init(&NEIGHBOR_ALLGATHER_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static INEIGHBOR_ALLGATHERV: Spelled<IneighborAllgatherv, Collectives> = spelled([c"mpi_ineighbor_allgatherv_",
    c"mpi_ineighbor_allgatherv__", c"MPI_INEIGHBOR_ALLGATHERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgatherv_(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out, j: Out) {
    ineighbor_allgatherv(&INEIGHBOR_ALLGATHERV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_allgatherv__(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out, j: Out) {
    ineighbor_allgatherv(&INEIGHBOR_ALLGATHERV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INEIGHBOR_ALLGATHERV(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: Out, j: Out) {
    ineighbor_allgatherv(&INEIGHBOR_ALLGATHERV[2], a, b, c, d, e, f, g, h, i, j)
}

static NEIGHBOR_ALLGATHERV_INIT: Spelled<NeighborAllgathervInit, Collectives> =
    spelled([c"mpi_neighbor_allgatherv_init_", c"mpi_neighbor_allgatherv_init__", c"MPI_NEIGHBOR_ALLGATHERV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv_init_(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: In, j: Out, k: Out) {
    neighbor_allgatherv_init(&NEIGHBOR_ALLGATHERV_INIT[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_allgatherv_init__(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: In, j: Out, k: Out) {
    neighbor_allgatherv_init(&NEIGHBOR_ALLGATHERV_INIT[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLGATHERV_INIT(a: Data, b: In, c: In, d: Data, e: In,
    f: Data, g: In, h: In, i: In, j: Out, k: Out) {
    neighbor_allgatherv_init(&NEIGHBOR_ALLGATHERV_INIT[2], a, b, c, d, e, f, g, h, i, j, k)
}

static INEIGHBOR_ALLTOALL: Spelled<IneighborAlltoall, Collectives> = spelled([c"mpi_ineighbor_alltoall_",
    c"mpi_ineighbor_alltoall__", c"MPI_INEIGHBOR_ALLTOALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoall_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_alltoall(&INEIGHBOR_ALLTOALL[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoall__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_alltoall(&INEIGHBOR_ALLTOALL[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INEIGHBOR_ALLTOALL(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: Out, i: Out) {
    ineighbor_alltoall(&INEIGHBOR_ALLTOALL[2], a, b, c, d, e, f, g, h, i)
}

static NEIGHBOR_ALLTOALL_INIT: Spelled<NeighborAlltoallInit, Collectives> = spelled([c"mpi_neighbor_alltoall_init_",
    c"mpi_neighbor_alltoall_init__", c"MPI_NEIGHBOR_ALLTOALL_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall_init_(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_alltoall_init(&NEIGHBOR_ALLTOALL_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoall_init__(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_alltoall_init(&NEIGHBOR_ALLTOALL_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALL_INIT(a: Data, b: In, c: In, d: Data, e: In,
    f: In, g: In, h: In, i: Out, j: Out) {
    neighbor_alltoall_init(&NEIGHBOR_ALLTOALL_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static INEIGHBOR_ALLTOALLV: Spelled<IneighborAlltoallv, Collectives> = spelled([c"mpi_ineighbor_alltoallv_",
    c"mpi_ineighbor_alltoallv__", c"MPI_INEIGHBOR_ALLTOALLV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallv_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallv(&INEIGHBOR_ALLTOALLV[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallv__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallv(&INEIGHBOR_ALLTOALLV[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INEIGHBOR_ALLTOALLV(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallv(&INEIGHBOR_ALLTOALLV[2], a, b, c, d, e, f, g, h, i, j, k)
}

static NEIGHBOR_ALLTOALLV_INIT: Spelled<NeighborAlltoallvInit, Collectives> = spelled([c"mpi_neighbor_alltoallv_init_",
    c"mpi_neighbor_alltoallv_init__", c"MPI_NEIGHBOR_ALLTOALLV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv_init_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallv_init(&NEIGHBOR_ALLTOALLV_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallv_init__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallv_init(&NEIGHBOR_ALLTOALLV_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALLV_INIT(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallv_init(&NEIGHBOR_ALLTOALLV_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static INEIGHBOR_ALLTOALLW: Spelled<IneighborAlltoallw, Collectives> = spelled([c"mpi_ineighbor_alltoallw_",
    c"mpi_ineighbor_alltoallw__", c"MPI_INEIGHBOR_ALLTOALLW"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallw_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallw(&INEIGHBOR_ALLTOALLW[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ineighbor_alltoallw__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallw(&INEIGHBOR_ALLTOALLW[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INEIGHBOR_ALLTOALLW(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ineighbor_alltoallw(&INEIGHBOR_ALLTOALLW[2], a, b, c, d, e, f, g, h, i, j, k)
}

static NEIGHBOR_ALLTOALLW_INIT: Spelled<NeighborAlltoallwInit, Collectives> = spelled([c"mpi_neighbor_alltoallw_init_",
    c"mpi_neighbor_alltoallw_init__", c"MPI_NEIGHBOR_ALLTOALLW_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw_init_(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallw_init(&NEIGHBOR_ALLTOALLW_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_neighbor_alltoallw_init__(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallw_init(&NEIGHBOR_ALLTOALLW_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_NEIGHBOR_ALLTOALLW_INIT(a: Data, b: In, c: Data, d: In, e: Data,
    f: In, g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    neighbor_alltoallw_init(&NEIGHBOR_ALLTOALLW_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static IREDUCE_SCATTER: Spelled<IreduceScatter, Collectives> = spelled([c"mpi_ireduce_scatter_",
    c"mpi_ireduce_scatter__", c"MPI_IREDUCE_SCATTER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out, h: Out) {
    ireduce_scatter(&IREDUCE_SCATTER[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter__(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out, h: Out) {
    ireduce_scatter(&IREDUCE_SCATTER[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IREDUCE_SCATTER(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out, h: Out) {
    ireduce_scatter(&IREDUCE_SCATTER[2], a, b, c, d, e, f, g, h)
}

static REDUCE_SCATTER_INIT: Spelled<ReduceScatterInit, Collectives> = spelled([c"mpi_reduce_scatter_init_",
    c"mpi_reduce_scatter_init__", c"MPI_REDUCE_SCATTER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_init_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: In, h: Out, i: Out) {
    reduce_scatter_init(&REDUCE_SCATTER_INIT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_init__(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: In, h: Out, i: Out) {
    reduce_scatter_init(&REDUCE_SCATTER_INIT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE_SCATTER_INIT(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: In, h: Out, i: Out) {
    reduce_scatter_init(&REDUCE_SCATTER_INIT[2], a, b, c, d, e, f, g, h, i)
}

static IREDUCE_SCATTER_BLOCK: Spelled<IreduceScatterBlock, Collectives> = spelled([c"mpi_ireduce_scatter_block_",
    c"mpi_ireduce_scatter_block__", c"MPI_IREDUCE_SCATTER_BLOCK"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter_block_(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: Out, h: Out) {
    ireduce_scatter_block(&IREDUCE_SCATTER_BLOCK[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_scatter_block__(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: Out, h: Out) {
    ireduce_scatter_block(&IREDUCE_SCATTER_BLOCK[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IREDUCE_SCATTER_BLOCK(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: Out, h: Out) {
    ireduce_scatter_block(&IREDUCE_SCATTER_BLOCK[2], a, b, c, d, e, f, g, h)
}

static REDUCE_SCATTER_BLOCK_INIT: Spelled<ReduceScatterBlockInit, Collectives> =
    spelled([c"mpi_reduce_scatter_block_init_", c"mpi_reduce_scatter_block_init__", c"MPI_REDUCE_SCATTER_BLOCK_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block_init_(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: In, h: Out, i: Out) {
    reduce_scatter_block_init(&REDUCE_SCATTER_BLOCK_INIT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_scatter_block_init__(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: In, h: Out, i: Out) {
    reduce_scatter_block_init(&REDUCE_SCATTER_BLOCK_INIT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE_SCATTER_BLOCK_INIT(a: Data, b: Data, c: In, d: In, e: In,
    f: In, g: In, h: Out, i: Out) {
    reduce_scatter_block_init(&REDUCE_SCATTER_BLOCK_INIT[2], a, b, c, d, e, f, g, h, i)
}

static ISCAN: Spelled<Iscan, Collectives> = spelled([c"mpi_iscan_", c"mpi_iscan__", c"MPI_ISCAN"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscan_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iscan(&ISCAN[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscan__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iscan(&ISCAN[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISCAN(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iscan(&ISCAN[2], a, b, c, d, e, f, g, h)
}

static SCAN_INIT: Spelled<ScanInit, Collectives> = spelled([c"mpi_scan_init_", c"mpi_scan_init__", c"MPI_SCAN_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan_init_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    scan_init(&SCAN_INIT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scan_init__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    scan_init(&SCAN_INIT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCAN_INIT(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    scan_init(&SCAN_INIT[2], a, b, c, d, e, f, g, h, i)
}

static IEXSCAN: Spelled<Iexscan, Collectives> = spelled([c"mpi_iexscan_", c"mpi_iexscan__", c"MPI_IEXSCAN"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iexscan_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iexscan(&IEXSCAN[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iexscan__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iexscan(&IEXSCAN[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IEXSCAN(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iexscan(&IEXSCAN[2], a, b, c, d, e, f, g, h)
}

static EXSCAN_INIT: Spelled<ExscanInit, Collectives> = spelled([c"mpi_exscan_init_", c"mpi_exscan_init__",
    c"MPI_EXSCAN_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan_init_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    exscan_init(&EXSCAN_INIT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_exscan_init__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    exscan_init(&EXSCAN_INIT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_EXSCAN_INIT(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    exscan_init(&EXSCAN_INIT[2], a, b, c, d, e, f, g, h, i)
}

static IBARRIER: Spelled<Ibarrier, Collectives> = spelled([c"mpi_ibarrier_", c"mpi_ibarrier__", c"MPI_IBARRIER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibarrier_(a: In, b: Out, c: Out) {
    ibarrier(&IBARRIER[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibarrier__(a: In, b: Out, c: Out) {
    ibarrier(&IBARRIER[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IBARRIER(a: In, b: Out, c: Out) { ibarrier(&IBARRIER[2], a, b, c) }

static BARRIER_INIT: Spelled<BarrierInit, Collectives> = spelled([c"mpi_barrier_init_", c"mpi_barrier_init__",
    c"MPI_BARRIER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier_init_(a: In, b: In, c: Out, d: Out) {
    barrier_init(&BARRIER_INIT[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_barrier_init__(a: In, b: In, c: Out, d: Out) {
    barrier_init(&BARRIER_INIT[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BARRIER_INIT(a: In, b: In, c: Out, d: Out) {
    barrier_init(&BARRIER_INIT[2], a, b, c, d)
}

static IBCAST: Spelled<Ibcast, Collectives> = spelled([c"mpi_ibcast_", c"mpi_ibcast__", c"MPI_IBCAST"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibcast_(a: Data, b: In, c: In, d: In, e: In, f: Out, g: Out) {
    ibcast(&IBCAST[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ibcast__(a: Data, b: In, c: In, d: In, e: In, f: Out, g: Out) {
    ibcast(&IBCAST[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IBCAST(a: Data, b: In, c: In, d: In, e: In, f: Out, g: Out) {
    ibcast(&IBCAST[2], a, b, c, d, e, f, g)
}

static BCAST_INIT: Spelled<BcastInit, Collectives> = spelled([c"mpi_bcast_init_", c"mpi_bcast_init__",
    c"MPI_BCAST_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bcast_init(&BCAST_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_bcast_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bcast_init(&BCAST_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_BCAST_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    bcast_init(&BCAST_INIT[2], a, b, c, d, e, f, g, h)
}

static IGATHER: Spelled<Igather, Collectives> = spelled([c"mpi_igather_", c"mpi_igather__", c"MPI_IGATHER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igather_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    igather(&IGATHER[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igather__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    igather(&IGATHER[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IGATHER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In, h: In,
    i: Out, j: Out) {
    igather(&IGATHER[2], a, b, c, d, e, f, g, h, i, j)
}

static GATHER_INIT: Spelled<GatherInit, Collectives> = spelled([c"mpi_gather_init_", c"mpi_gather_init__",
    c"MPI_GATHER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather_init_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    gather_init(&GATHER_INIT[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gather_init__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    gather_init(&GATHER_INIT[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GATHER_INIT(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    gather_init(&GATHER_INIT[2], a, b, c, d, e, f, g, h, i, j, k)
}

static ISCATTER: Spelled<Iscatter, Collectives> = spelled([c"mpi_iscatter_", c"mpi_iscatter__", c"MPI_ISCATTER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatter_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    iscatter(&ISCATTER[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatter__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    iscatter(&ISCATTER[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISCATTER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    iscatter(&ISCATTER[2], a, b, c, d, e, f, g, h, i, j)
}

static SCATTER_INIT: Spelled<ScatterInit, Collectives> = spelled([c"mpi_scatter_init_", c"mpi_scatter_init__",
    c"MPI_SCATTER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter_init_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    scatter_init(&SCATTER_INIT[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatter_init__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    scatter_init(&SCATTER_INIT[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCATTER_INIT(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    scatter_init(&SCATTER_INIT[2], a, b, c, d, e, f, g, h, i, j, k)
}

static IALLGATHER: Spelled<Iallgather, Collectives> = spelled([c"mpi_iallgather_", c"mpi_iallgather__",
    c"MPI_IALLGATHER"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgather_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    iallgather(&IALLGATHER[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgather__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    iallgather(&IALLGATHER[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLGATHER(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    iallgather(&IALLGATHER[2], a, b, c, d, e, f, g, h, i)
}

static ALLGATHER_INIT: Spelled<AllgatherInit, Collectives> = spelled([c"mpi_allgather_init_", c"mpi_allgather_init__",
    c"MPI_ALLGATHER_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather_init_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    allgather_init(&ALLGATHER_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgather_init__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    allgather_init(&ALLGATHER_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLGATHER_INIT(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    allgather_init(&ALLGATHER_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static IALLTOALL: Spelled<Ialltoall, Collectives> = spelled([c"mpi_ialltoall_", c"mpi_ialltoall__", c"MPI_IALLTOALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoall_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    ialltoall(&IALLTOALL[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoall__(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    ialltoall(&IALLTOALL[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLTOALL(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: Out, i: Out) {
    ialltoall(&IALLTOALL[2], a, b, c, d, e, f, g, h, i)
}

static ALLTOALL_INIT: Spelled<AlltoallInit, Collectives> = spelled([c"mpi_alltoall_init_", c"mpi_alltoall_init__",
    c"MPI_ALLTOALL_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall_init_(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    alltoall_init(&ALLTOALL_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoall_init__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: In, i: Out, j: Out) {
    alltoall_init(&ALLTOALL_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALL_INIT(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    alltoall_init(&ALLTOALL_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static IALLTOALLV: Spelled<Ialltoallv, Collectives> = spelled([c"mpi_ialltoallv_", c"mpi_ialltoallv__",
    c"MPI_IALLTOALLV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallv_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ialltoallv(&IALLTOALLV[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallv__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ialltoallv(&IALLTOALLV[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLTOALLV(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out, k: Out) {
    ialltoallv(&IALLTOALLV[2], a, b, c, d, e, f, g, h, i, j, k)
}

static ALLTOALLV_INIT: Spelled<AlltoallvInit, Collectives> = spelled([c"mpi_alltoallv_init_", c"mpi_alltoallv_init__",
    c"MPI_ALLTOALLV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv_init_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallv_init(&ALLTOALLV_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallv_init__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallv_init(&ALLTOALLV_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALLV_INIT(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallv_init(&ALLTOALLV_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static IALLTOALLW: Spelled<Ialltoallw, Collectives> = spelled([c"mpi_ialltoallw_", c"mpi_ialltoallw__",
    c"MPI_IALLTOALLW"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallw_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ialltoallw(&IALLTOALLW[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ialltoallw__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: Out, k: Out) {
    ialltoallw(&IALLTOALLW[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLTOALLW(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: Data,
    h: In, i: In, j: Out, k: Out) {
    ialltoallw(&IALLTOALLW[2], a, b, c, d, e, f, g, h, i, j, k)
}

static ALLTOALLW_INIT: Spelled<AlltoallwInit, Collectives> = spelled([c"mpi_alltoallw_init_", c"mpi_alltoallw_init__",
    c"MPI_ALLTOALLW_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw_init_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallw_init(&ALLTOALLW_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_alltoallw_init__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallw_init(&ALLTOALLW_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLTOALLW_INIT(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: Data, h: In, i: In, j: In, k: Out, l: Out) {
    alltoallw_init(&ALLTOALLW_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static IALLGATHERV: Spelled<Iallgatherv, Collectives> = spelled([c"mpi_iallgatherv_", c"mpi_iallgatherv__",
    c"MPI_IALLGATHERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgatherv_(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: Out, j: Out) {
    iallgatherv(&IALLGATHERV[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallgatherv__(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: Out, j: Out) {
    iallgatherv(&IALLGATHERV[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLGATHERV(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: Out, j: Out) {
    iallgatherv(&IALLGATHERV[2], a, b, c, d, e, f, g, h, i, j)
}

static ALLGATHERV_INIT: Spelled<AllgathervInit, Collectives> = spelled([c"mpi_allgatherv_init_",
    c"mpi_allgatherv_init__", c"MPI_ALLGATHERV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv_init_(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: In, j: Out, k: Out) {
    allgatherv_init(&ALLGATHERV_INIT[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allgatherv_init__(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: In, j: Out, k: Out) {
    allgatherv_init(&ALLGATHERV_INIT[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLGATHERV_INIT(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: In, j: Out, k: Out) {
    allgatherv_init(&ALLGATHERV_INIT[2], a, b, c, d, e, f, g, h, i, j, k)
}

static IGATHERV: Spelled<Igatherv, Collectives> = spelled([c"mpi_igatherv_", c"mpi_igatherv__", c"MPI_IGATHERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igatherv_(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out, k: Out) {
    igatherv(&IGATHERV[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_igatherv__(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out, k: Out) {
    igatherv(&IGATHERV[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IGATHERV(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: Out, k: Out) {
    igatherv(&IGATHERV[2], a, b, c, d, e, f, g, h, i, j, k)
}

static GATHERV_INIT: Spelled<GathervInit, Collectives> = spelled([c"mpi_gatherv_init_", c"mpi_gatherv_init__",
    c"MPI_GATHERV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv_init_(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: In, j: In, k: Out, l: Out) {
    gatherv_init(&GATHERV_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_gatherv_init__(a: Data, b: In, c: In, d: Data, e: In, f: Data,
    g: In, h: In, i: In, j: In, k: Out, l: Out) {
    gatherv_init(&GATHERV_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GATHERV_INIT(a: Data, b: In, c: In, d: Data, e: In, f: Data, g: In,
    h: In, i: In, j: In, k: Out, l: Out) {
    gatherv_init(&GATHERV_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static ISCATTERV: Spelled<Iscatterv, Collectives> = spelled([c"mpi_iscatterv_", c"mpi_iscatterv__", c"MPI_ISCATTERV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatterv_(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    iscatterv(&ISCATTERV[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iscatterv__(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    iscatterv(&ISCATTERV[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ISCATTERV(a: Data, b: In, c: Data, d: In, e: Data, f: In, g: In,
    h: In, i: In, j: Out, k: Out) {
    iscatterv(&ISCATTERV[2], a, b, c, d, e, f, g, h, i, j, k)
}

static SCATTERV_INIT: Spelled<ScattervInit, Collectives> = spelled([c"mpi_scatterv_init_", c"mpi_scatterv_init__",
    c"MPI_SCATTERV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv_init_(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: In, h: In, i: In, j: In, k: Out, l: Out) {
    scatterv_init(&SCATTERV_INIT[0], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_scatterv_init__(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: In, h: In, i: In, j: In, k: Out, l: Out) {
    scatterv_init(&SCATTERV_INIT[1], a, b, c, d, e, f, g, h, i, j, k, l)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_SCATTERV_INIT(a: Data, b: In, c: Data, d: In, e: Data, f: In,
    g: In, h: In, i: In, j: In, k: Out, l: Out) {
    scatterv_init(&SCATTERV_INIT[2], a, b, c, d, e, f, g, h, i, j, k, l)
}

static IREDUCE: Spelled<Ireduce, Collectives> = spelled([c"mpi_ireduce_", c"mpi_ireduce__", c"MPI_IREDUCE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    ireduce(&IREDUCE[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_ireduce__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    ireduce(&IREDUCE[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IREDUCE(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    ireduce(&IREDUCE[2], a, b, c, d, e, f, g, h, i)
}

static REDUCE_INIT: Spelled<ReduceInit, Collectives> = spelled([c"mpi_reduce_init_", c"mpi_reduce_init__",
    c"MPI_REDUCE_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_init_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    reduce_init(&REDUCE_INIT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_reduce_init__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    reduce_init(&REDUCE_INIT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_REDUCE_INIT(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: In, i: Out, j: Out) {
    reduce_init(&REDUCE_INIT[2], a, b, c, d, e, f, g, h, i, j)
}

static IALLREDUCE: Spelled<Iallreduce, Collectives> = spelled([c"mpi_iallreduce_", c"mpi_iallreduce__",
    c"MPI_IALLREDUCE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallreduce_(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iallreduce(&IALLREDUCE[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iallreduce__(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iallreduce(&IALLREDUCE[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IALLREDUCE(a: Data, b: Data, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    iallreduce(&IALLREDUCE[2], a, b, c, d, e, f, g, h)
}

static ALLREDUCE_INIT: Spelled<AllreduceInit, Collectives> = spelled([c"mpi_allreduce_init_", c"mpi_allreduce_init__",
    c"MPI_ALLREDUCE_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce_init_(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: In, h: Out, i: Out) {
    allreduce_init(&ALLREDUCE_INIT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_allreduce_init__(a: Data, b: Data, c: In, d: In, e: In, f: In,
    g: In, h: Out, i: Out) {
    allreduce_init(&ALLREDUCE_INIT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ALLREDUCE_INIT(a: Data, b: Data, c: In, d: In, e: In, f: In, g: In,
    h: Out, i: Out) {
    allreduce_init(&ALLREDUCE_INIT[2], a, b, c, d, e, f, g, h, i)
}

static PUT: Spelled<Put, Rma> = spelled([c"mpi_put_", c"mpi_put__", c"MPI_PUT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_put_(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    put(&PUT[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_put__(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    put(&PUT[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_PUT(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    put(&PUT[2], a, b, c, d, e, f, g, h, i)
}

static RPUT: Spelled<Rput, Rma> = spelled([c"mpi_rput_", c"mpi_rput__", c"MPI_RPUT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rput_(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rput(&RPUT[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rput__(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rput(&RPUT[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RPUT(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rput(&RPUT[2], a, b, c, d, e, f, g, h, i, j)
}

static GET: Spelled<Get, Rma> = spelled([c"mpi_get_", c"mpi_get__", c"MPI_GET"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    get(&GET[0], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get__(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    get(&GET[1], a, b, c, d, e, f, g, h, i)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GET(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out) {
    get(&GET[2], a, b, c, d, e, f, g, h, i)
}

static RGET: Spelled<Rget, Rma> = spelled([c"mpi_rget_", c"mpi_rget__", c"MPI_RGET"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget_(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rget(&RGET[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget__(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rget(&RGET[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RGET(a: Data, b: In, c: In, d: In, e: *const isize, f: In, g: In,
    h: In, i: Out, j: Out) {
    rget(&RGET[2], a, b, c, d, e, f, g, h, i, j)
}

static ACCUMULATE: Spelled<Accumulate, Rma> = spelled([c"mpi_accumulate_", c"mpi_accumulate__", c"MPI_ACCUMULATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_accumulate_(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out) {
    accumulate(&ACCUMULATE[0], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_accumulate__(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out) {
    accumulate(&ACCUMULATE[1], a, b, c, d, e, f, g, h, i, j)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_ACCUMULATE(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out) {
    accumulate(&ACCUMULATE[2], a, b, c, d, e, f, g, h, i, j)
}

static RACCUMULATE: Spelled<Raccumulate, Rma> = spelled([c"mpi_raccumulate_", c"mpi_raccumulate__",
    c"MPI_RACCUMULATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_raccumulate_(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out, k: Out) {
    raccumulate(&RACCUMULATE[0], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_raccumulate__(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out, k: Out) {
    raccumulate(&RACCUMULATE[1], a, b, c, d, e, f, g, h, i, j, k)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RACCUMULATE(a: Data, b: In, c: In, d: In, e: *const isize, f: In,
    g: In, h: In, i: In, j: Out, k: Out) {
    raccumulate(&RACCUMULATE[2], a, b, c, d, e, f, g, h, i, j, k)
}

static GET_ACCUMULATE: Spelled<GetAccumulate, Rma> = spelled([c"mpi_get_accumulate_", c"mpi_get_accumulate__",
    c"MPI_GET_ACCUMULATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_accumulate_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: *const isize, i: In, j: In, k: In, l: In, m: Out) {
    get_accumulate(&GET_ACCUMULATE[0], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_get_accumulate__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: *const isize, i: In, j: In, k: In, l: In, m: Out) {
    get_accumulate(&GET_ACCUMULATE[1], a, b, c, d, e, f, g, h, i, j, k, l, m)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_GET_ACCUMULATE(a: Data, b: In, c: In, d: Data, e: In, f: In, g: In,
    h: *const isize, i: In, j: In, k: In, l: In, m: Out) {
    get_accumulate(&GET_ACCUMULATE[2], a, b, c, d, e, f, g, h, i, j, k, l, m)
}

static RGET_ACCUMULATE: Spelled<RgetAccumulate, Rma> = spelled([c"mpi_rget_accumulate_", c"mpi_rget_accumulate__",
    c"MPI_RGET_ACCUMULATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget_accumulate_(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: *const isize, i: In, j: In, k: In, l: In, m: Out, n: Out) {
    rget_accumulate(&RGET_ACCUMULATE[0], a, b, c, d, e, f, g, h, i, j, k, l, m, n)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_rget_accumulate__(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: *const isize, i: In, j: In, k: In, l: In, m: Out, n: Out) {
    rget_accumulate(&RGET_ACCUMULATE[1], a, b, c, d, e, f, g, h, i, j, k, l, m, n)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RGET_ACCUMULATE(a: Data, b: In, c: In, d: Data, e: In, f: In,
    g: In, h: *const isize, i: In, j: In, k: In, l: In, m: Out, n: Out) {
    rget_accumulate(&RGET_ACCUMULATE[2], a, b, c, d, e, f, g, h, i, j, k, l, m, n)
}

static FETCH_AND_OP: Spelled<FetchAndOp, Rma> = spelled([c"mpi_fetch_and_op_", c"mpi_fetch_and_op__",
    c"MPI_FETCH_AND_OP"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_fetch_and_op_(a: Data, b: Data, c: In, d: In, e: *const isize,
    f: In, g: In, h: Out) {
    fetch_and_op(&FETCH_AND_OP[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_fetch_and_op__(a: Data, b: Data, c: In, d: In, e: *const isize,
    f: In, g: In, h: Out) {
    fetch_and_op(&FETCH_AND_OP[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_FETCH_AND_OP(a: Data, b: Data, c: In, d: In, e: *const isize,
    f: In, g: In, h: Out) {
    fetch_and_op(&FETCH_AND_OP[2], a, b, c, d, e, f, g, h)
}

static COMPARE_AND_SWAP: Spelled<CompareAndSwap, Rma> = spelled([c"mpi_compare_and_swap_", c"mpi_compare_and_swap__",
    c"MPI_COMPARE_AND_SWAP"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_compare_and_swap_(a: Data, b: Data, c: Data, d: In, e: In,
    f: *const isize, g: In, h: Out) {
    compare_and_swap(&COMPARE_AND_SWAP[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_compare_and_swap__(a: Data, b: Data, c: Data, d: In, e: In,
    f: *const isize, g: In, h: Out) {
    compare_and_swap(&COMPARE_AND_SWAP[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMPARE_AND_SWAP(a: Data, b: Data, c: Data, d: In, e: In,
    f: *const isize, g: In, h: Out) {
    compare_and_swap(&COMPARE_AND_SWAP[2], a, b, c, d, e, f, g, h)
}

static RECV: Spelled<Recv, Receives> = spelled([c"mpi_recv_", c"mpi_recv__", c"MPI_RECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Data,
    h: Out) {
    recv(&RECV[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Data,
    h: Out) {
    recv(&RECV[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RECV(a: Data, b: In, c: In, d: In, e: In, f: In, g: Data,
    h: Out) {
    recv(&RECV[2], a, b, c, d, e, f, g, h)
}

static IRECV: Spelled<Irecv, Receives> = spelled([c"mpi_irecv_", c"mpi_irecv__", c"MPI_IRECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irecv_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irecv(&IRECV[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_irecv__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irecv(&IRECV[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IRECV(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    irecv(&IRECV[2], a, b, c, d, e, f, g, h)
}

static RECV_INIT: Spelled<RecvInit, Receives> = spelled([c"mpi_recv_init_", c"mpi_recv_init__", c"MPI_RECV_INIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv_init_(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    recv_init(&RECV_INIT[0], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_recv_init__(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    recv_init(&RECV_INIT[1], a, b, c, d, e, f, g, h)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_RECV_INIT(a: Data, b: In, c: In, d: In, e: In, f: In, g: Out,
    h: Out) {
    recv_init(&RECV_INIT[2], a, b, c, d, e, f, g, h)
}

static MRECV: Spelled<Mrecv, Receives> = spelled([c"mpi_mrecv_", c"mpi_mrecv__", c"MPI_MRECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mrecv_(a: Data, b: In, c: In, d: Data, e: Data, f: Out) {
    mrecv(&MRECV[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mrecv__(a: Data, b: In, c: In, d: Data, e: Data, f: Out) {
    mrecv(&MRECV[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_MRECV(a: Data, b: In, c: In, d: Data, e: Data, f: Out) {
    mrecv(&MRECV[2], a, b, c, d, e, f)
}

static IMRECV: Spelled<Imrecv, Receives> = spelled([c"mpi_imrecv_", c"mpi_imrecv__", c"MPI_IMRECV"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_imrecv_(a: Data, b: In, c: In, d: Data, e: Out, f: Out) {
    imrecv(&IMRECV[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_imrecv__(a: Data, b: In, c: In, d: Data, e: Out, f: Out) {
    imrecv(&IMRECV[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IMRECV(a: Data, b: In, c: In, d: Data, e: Out, f: Out) {
    imrecv(&IMRECV[2], a, b, c, d, e, f)
}

static PROBE: Spelled<Probe, Waits> = spelled([c"mpi_probe_", c"mpi_probe__", c"MPI_PROBE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_probe_(a: In, b: In, c: In, d: Data, e: Out) {
    probe(&PROBE[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_probe__(a: In, b: In, c: In, d: Data, e: Out) {
    probe(&PROBE[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_PROBE(a: In, b: In, c: In, d: Data, e: Out) {
    probe(&PROBE[2], a, b, c, d, e)
}

static IPROBE: Spelled<Iprobe, Waits> = spelled([c"mpi_iprobe_", c"mpi_iprobe__", c"MPI_IPROBE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iprobe_(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    iprobe(&IPROBE[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_iprobe__(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    iprobe(&IPROBE[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IPROBE(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    iprobe(&IPROBE[2], a, b, c, d, e, f)
}

static MPROBE: Spelled<Mprobe, Waits> = spelled([c"mpi_mprobe_", c"mpi_mprobe__", c"MPI_MPROBE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mprobe_(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    mprobe(&MPROBE[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_mprobe__(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    mprobe(&MPROBE[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_MPROBE(a: In, b: In, c: In, d: Data, e: Data, f: Out) {
    mprobe(&MPROBE[2], a, b, c, d, e, f)
}

static IMPROBE: Spelled<Improbe, Waits> = spelled([c"mpi_improbe_", c"mpi_improbe__", c"MPI_IMPROBE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_improbe_(a: In, b: In, c: In, d: Data, e: Data, f: Data, g: Out) {
    improbe(&IMPROBE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_improbe__(a: In, b: In, c: In, d: Data, e: Data, f: Data,
    g: Out) {
    improbe(&IMPROBE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_IMPROBE(a: In, b: In, c: In, d: Data, e: Data, f: Data, g: Out) {
    improbe(&IMPROBE[2], a, b, c, d, e, f, g)
}

static WAIT: Spelled<Wait, Waits> = spelled([c"mpi_wait_", c"mpi_wait__", c"MPI_WAIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_wait_(a: Out, b: Data, c: Out) { wait(&WAIT[0], a, b, c) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_wait__(a: Out, b: Data, c: Out) { wait(&WAIT[1], a, b, c) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WAIT(a: Out, b: Data, c: Out) { wait(&WAIT[2], a, b, c) }

static TEST: Spelled<Test, Waits> = spelled([c"mpi_test_", c"mpi_test__", c"MPI_TEST"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_test_(a: Out, b: Data, c: Data, d: Out) {
    test(&TEST[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_test__(a: Out, b: Data, c: Data, d: Out) {
    test(&TEST[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_TEST(a: Out, b: Data, c: Data, d: Out) {
    test(&TEST[2], a, b, c, d)
}

static WAITALL: Spelled<Waitall, Waits> = spelled([c"mpi_waitall_", c"mpi_waitall__", c"MPI_WAITALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitall_(a: In, b: Out, c: Data, d: Out) {
    waitall(&WAITALL[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitall__(a: In, b: Out, c: Data, d: Out) {
    waitall(&WAITALL[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WAITALL(a: In, b: Out, c: Data, d: Out) {
    waitall(&WAITALL[2], a, b, c, d)
}

static TESTALL: Spelled<Testall, Waits> = spelled([c"mpi_testall_", c"mpi_testall__", c"MPI_TESTALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testall_(a: In, b: Out, c: Data, d: Data, e: Out) {
    testall(&TESTALL[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testall__(a: In, b: Out, c: Data, d: Data, e: Out) {
    testall(&TESTALL[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_TESTALL(a: In, b: Out, c: Data, d: Data, e: Out) {
    testall(&TESTALL[2], a, b, c, d, e)
}

static WAITANY: Spelled<Waitany, Waits> = spelled([c"mpi_waitany_", c"mpi_waitany__", c"MPI_WAITANY"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitany_(a: In, b: Out, c: Data, d: Data, e: Out) {
    waitany(&WAITANY[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitany__(a: In, b: Out, c: Data, d: Data, e: Out) {
    waitany(&WAITANY[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WAITANY(a: In, b: Out, c: Data, d: Data, e: Out) {
    waitany(&WAITANY[2], a, b, c, d, e)
}

static TESTANY: Spelled<Testany, Waits> = spelled([c"mpi_testany_", c"mpi_testany__", c"MPI_TESTANY"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testany_(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testany(&TESTANY[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testany__(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testany(&TESTANY[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_TESTANY(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testany(&TESTANY[2], a, b, c, d, e, f)
}

static WAITSOME: Spelled<Waitsome, Waits> = spelled([c"mpi_waitsome_", c"mpi_waitsome__", c"MPI_WAITSOME"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitsome_(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    waitsome(&WAITSOME[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_waitsome__(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    waitsome(&WAITSOME[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WAITSOME(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    waitsome(&WAITSOME[2], a, b, c, d, e, f)
}

static TESTSOME: Spelled<Testsome, Waits> = spelled([c"mpi_testsome_", c"mpi_testsome__", c"MPI_TESTSOME"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testsome_(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testsome(&TESTSOME[0], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_testsome__(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testsome(&TESTSOME[1], a, b, c, d, e, f)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_TESTSOME(a: In, b: Out, c: Data, d: Data, e: Data, f: Out) {
    testsome(&TESTSOME[2], a, b, c, d, e, f)
}

static WIN_FENCE: Spelled<WinFence, Windows> = spelled([c"mpi_win_fence_", c"mpi_win_fence__", c"MPI_WIN_FENCE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_fence_(a: In, b: In, c: Out) {
    win_fence(&WIN_FENCE[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_fence__(a: In, b: In, c: Out) {
    win_fence(&WIN_FENCE[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FENCE(a: In, b: In, c: Out) {
    win_fence(&WIN_FENCE[2], a, b, c)
}

static WIN_LOCK_ALL: Spelled<WinLockAll, Windows> = spelled([c"mpi_win_lock_all_", c"mpi_win_lock_all__",
    c"MPI_WIN_LOCK_ALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock_all_(a: In, b: In, c: Out) {
    win_lock_all(&WIN_LOCK_ALL[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock_all__(a: In, b: In, c: Out) {
    win_lock_all(&WIN_LOCK_ALL[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_LOCK_ALL(a: In, b: In, c: Out) {
    win_lock_all(&WIN_LOCK_ALL[2], a, b, c)
}

static WIN_LOCK: Spelled<WinLock, Windows> = spelled([c"mpi_win_lock_", c"mpi_win_lock__", c"MPI_WIN_LOCK"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock_(a: In, b: In, c: In, d: In, e: Out) {
    win_lock(&WIN_LOCK[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_lock__(a: In, b: In, c: In, d: In, e: Out) {
    win_lock(&WIN_LOCK[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_LOCK(a: In, b: In, c: In, d: In, e: Out) {
    win_lock(&WIN_LOCK[2], a, b, c, d, e)
}

static WIN_UNLOCK: Spelled<WinUnlock, Windows> = spelled([c"mpi_win_unlock_", c"mpi_win_unlock__", c"MPI_WIN_UNLOCK"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock_(a: In, b: In, c: Out) {
    win_unlock(&WIN_UNLOCK[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock__(a: In, b: In, c: Out) {
    win_unlock(&WIN_UNLOCK[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_UNLOCK(a: In, b: In, c: Out) {
    win_unlock(&WIN_UNLOCK[2], a, b, c)
}

static WIN_FLUSH: Spelled<WinFlush, Windows> = spelled([c"mpi_win_flush_", c"mpi_win_flush__", c"MPI_WIN_FLUSH"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_(a: In, b: In, c: Out) {
    win_flush(&WIN_FLUSH[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush__(a: In, b: In, c: Out) {
    win_flush(&WIN_FLUSH[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FLUSH(a: In, b: In, c: Out) {
    win_flush(&WIN_FLUSH[2], a, b, c)
}

static WIN_FLUSH_LOCAL: Spelled<WinFlushLocal, Windows> = spelled([c"mpi_win_flush_local_", c"mpi_win_flush_local__",
    c"MPI_WIN_FLUSH_LOCAL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local_(a: In, b: In, c: Out) {
    win_flush_local(&WIN_FLUSH_LOCAL[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local__(a: In, b: In, c: Out) {
    win_flush_local(&WIN_FLUSH_LOCAL[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FLUSH_LOCAL(a: In, b: In, c: Out) {
    win_flush_local(&WIN_FLUSH_LOCAL[2], a, b, c)
}

static WIN_UNLOCK_ALL: Spelled<WinUnlockAll, Windows> = spelled([c"mpi_win_unlock_all_", c"mpi_win_unlock_all__",
    c"MPI_WIN_UNLOCK_ALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock_all_(a: In, b: Out) {
    win_unlock_all(&WIN_UNLOCK_ALL[0], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_unlock_all__(a: In, b: Out) {
    win_unlock_all(&WIN_UNLOCK_ALL[1], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_UNLOCK_ALL(a: In, b: Out) {
    win_unlock_all(&WIN_UNLOCK_ALL[2], a, b)
}

static WIN_FLUSH_ALL: Spelled<WinFlushAll, Windows> = spelled([c"mpi_win_flush_all_", c"mpi_win_flush_all__",
    c"MPI_WIN_FLUSH_ALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_all_(a: In, b: Out) {
    win_flush_all(&WIN_FLUSH_ALL[0], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_all__(a: In, b: Out) {
    win_flush_all(&WIN_FLUSH_ALL[1], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FLUSH_ALL(a: In, b: Out) {
    win_flush_all(&WIN_FLUSH_ALL[2], a, b)
}

static WIN_FLUSH_LOCAL_ALL: Spelled<WinFlushLocalAll, Windows> = spelled([c"mpi_win_flush_local_all_",
    c"mpi_win_flush_local_all__", c"MPI_WIN_FLUSH_LOCAL_ALL"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local_all_(a: In, b: Out) {
    win_flush_local_all(&WIN_FLUSH_LOCAL_ALL[0], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_flush_local_all__(a: In, b: Out) {
    win_flush_local_all(&WIN_FLUSH_LOCAL_ALL[1], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FLUSH_LOCAL_ALL(a: In, b: Out) {
    win_flush_local_all(&WIN_FLUSH_LOCAL_ALL[2], a, b)
}

static WIN_COMPLETE: Spelled<WinComplete, Windows> = spelled([c"mpi_win_complete_", c"mpi_win_complete__",
    c"MPI_WIN_COMPLETE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_complete_(a: In, b: Out) {
    win_complete(&WIN_COMPLETE[0], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_complete__(a: In, b: Out) {
    win_complete(&WIN_COMPLETE[1], a, b)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_COMPLETE(a: In, b: Out) {
    win_complete(&WIN_COMPLETE[2], a, b)
}

static WIN_WAIT: Spelled<WinWait, Windows> = spelled([c"mpi_win_wait_", c"mpi_win_wait__", c"MPI_WIN_WAIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_wait_(a: In, b: Out) { win_wait(&WIN_WAIT[0], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_wait__(a: In, b: Out) { win_wait(&WIN_WAIT[1], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_WAIT(a: In, b: Out) { win_wait(&WIN_WAIT[2], a, b) }

static WIN_SYNC: Spelled<WinSync, Windows> = spelled([c"mpi_win_sync_", c"mpi_win_sync__", c"MPI_WIN_SYNC"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_sync_(a: In, b: Out) { win_sync(&WIN_SYNC[0], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_sync__(a: In, b: Out) { win_sync(&WIN_SYNC[1], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_SYNC(a: In, b: Out) { win_sync(&WIN_SYNC[2], a, b) }

static WIN_TEST: Spelled<WinTest, Windows> = spelled([c"mpi_win_test_", c"mpi_win_test__", c"MPI_WIN_TEST"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_test_(a: In, b: Data, c: Out) {
    win_test(&WIN_TEST[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_test__(a: In, b: Data, c: Out) {
    win_test(&WIN_TEST[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_TEST(a: In, b: Data, c: Out) {
    win_test(&WIN_TEST[2], a, b, c)
}

static WIN_START: Spelled<WinStart, Windows> = spelled([c"mpi_win_start_", c"mpi_win_start__", c"MPI_WIN_START"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_start_(a: In, b: In, c: In, d: Out) {
    win_start(&WIN_START[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_start__(a: In, b: In, c: In, d: Out) {
    win_start(&WIN_START[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_START(a: In, b: In, c: In, d: Out) {
    win_start(&WIN_START[2], a, b, c, d)
}

static WIN_POST: Spelled<WinPost, Windows> = spelled([c"mpi_win_post_", c"mpi_win_post__", c"MPI_WIN_POST"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_post_(a: In, b: In, c: In, d: Out) {
    win_post(&WIN_POST[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_post__(a: In, b: In, c: In, d: Out) {
    win_post(&WIN_POST[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_POST(a: In, b: In, c: In, d: Out) {
    win_post(&WIN_POST[2], a, b, c, d)
}

static WIN_CREATE: Spelled<WinCreate, Windows> = spelled([c"mpi_win_create_", c"mpi_win_create__", c"MPI_WIN_CREATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create_(a: Data, b: *const isize, c: In, d: In, e: In, f: Data,
    g: Out) {
    win_create(&WIN_CREATE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create__(a: Data, b: *const isize, c: In, d: In, e: In,
    f: Data, g: Out) {
    win_create(&WIN_CREATE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_CREATE(a: Data, b: *const isize, c: In, d: In, e: In, f: Data,
    g: Out) {
    win_create(&WIN_CREATE[2], a, b, c, d, e, f, g)
}

static WIN_ALLOCATE: Spelled<WinAllocate, Windows> = spelled([c"mpi_win_allocate_", c"mpi_win_allocate__",
    c"MPI_WIN_ALLOCATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate_(a: *const isize, b: In, c: In, d: In, e: Data,
    f: Data, g: Out) {
    win_allocate(&WIN_ALLOCATE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate__(a: *const isize, b: In, c: In, d: In, e: Data,
    f: Data, g: Out) {
    win_allocate(&WIN_ALLOCATE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_ALLOCATE(a: *const isize, b: In, c: In, d: In, e: Data,
    f: Data, g: Out) {
    win_allocate(&WIN_ALLOCATE[2], a, b, c, d, e, f, g)
}

static WIN_ALLOCATE_SHARED: Spelled<WinAllocateShared, Windows> = spelled([c"mpi_win_allocate_shared_",
    c"mpi_win_allocate_shared__", c"MPI_WIN_ALLOCATE_SHARED"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate_shared_(a: *const isize, b: In, c: In, d: In, e: Data,
    f: Data, g: Out) {
    win_allocate_shared(&WIN_ALLOCATE_SHARED[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_allocate_shared__(a: *const isize, b: In, c: In, d: In,
    e: Data, f: Data, g: Out) {
    win_allocate_shared(&WIN_ALLOCATE_SHARED[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_ALLOCATE_SHARED(a: *const isize, b: In, c: In, d: In, e: Data,
    f: Data, g: Out) {
    win_allocate_shared(&WIN_ALLOCATE_SHARED[2], a, b, c, d, e, f, g)
}

static WIN_CREATE_DYNAMIC: Spelled<WinCreateDynamic, Windows> = spelled([c"mpi_win_create_dynamic_",
    c"mpi_win_create_dynamic__", c"MPI_WIN_CREATE_DYNAMIC"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create_dynamic_(a: In, b: In, c: Data, d: Out) {
    win_create_dynamic(&WIN_CREATE_DYNAMIC[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_create_dynamic__(a: In, b: In, c: Data, d: Out) {
    win_create_dynamic(&WIN_CREATE_DYNAMIC[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_CREATE_DYNAMIC(a: In, b: In, c: Data, d: Out) {
    win_create_dynamic(&WIN_CREATE_DYNAMIC[2], a, b, c, d)
}

static WIN_FREE: Spelled<WinFree, Windows> = spelled([c"mpi_win_free_", c"mpi_win_free__", c"MPI_WIN_FREE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_free_(a: Data, b: Out) { win_free(&WIN_FREE[0], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_win_free__(a: Data, b: Out) { win_free(&WIN_FREE[1], a, b) }
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_WIN_FREE(a: Data, b: Out) { win_free(&WIN_FREE[2], a, b) }

static COMM_DUP: Spelled<CommDup, Communicators> = spelled([c"mpi_comm_dup_", c"mpi_comm_dup__", c"MPI_COMM_DUP"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup_(a: In, b: Data, c: Out) {
    comm_dup(&COMM_DUP[0], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup__(a: In, b: Data, c: Out) {
    comm_dup(&COMM_DUP[1], a, b, c)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_DUP(a: In, b: Data, c: Out) {
    comm_dup(&COMM_DUP[2], a, b, c)
}

static COMM_IDUP: Spelled<CommIdup, Communicators> = spelled([c"mpi_comm_idup_", c"mpi_comm_idup__",
    c"MPI_COMM_IDUP"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_idup_(a: In, b: Data, c: Out, d: Out) {
    comm_idup(&COMM_IDUP[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_idup__(a: In, b: Data, c: Out, d: Out) {
    comm_idup(&COMM_IDUP[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_IDUP(a: In, b: Data, c: Out, d: Out) {
    comm_idup(&COMM_IDUP[2], a, b, c, d)
}

static COMM_DUP_WITH_INFO: Spelled<CommDupWithInfo, Communicators> = spelled([c"mpi_comm_dup_with_info_",
    c"mpi_comm_dup_with_info__", c"MPI_COMM_DUP_WITH_INFO"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup_with_info_(a: In, b: In, c: Data, d: Out) {
    comm_dup_with_info(&COMM_DUP_WITH_INFO[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_dup_with_info__(a: In, b: In, c: Data, d: Out) {
    comm_dup_with_info(&COMM_DUP_WITH_INFO[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_DUP_WITH_INFO(a: In, b: In, c: Data, d: Out) {
    comm_dup_with_info(&COMM_DUP_WITH_INFO[2], a, b, c, d)
}

static INTERCOMM_CREATE: Spelled<IntercommCreate, Communicators> = spelled([c"mpi_intercomm_create_",
    c"mpi_intercomm_create__", c"MPI_INTERCOMM_CREATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_create_(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    intercomm_create(&INTERCOMM_CREATE[0], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_intercomm_create__(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    intercomm_create(&INTERCOMM_CREATE[1], a, b, c, d, e, f, g)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_INTERCOMM_CREATE(a: In, b: In, c: In, d: In, e: In, f: Data,
    g: Out) {
    intercomm_create(&INTERCOMM_CREATE[2], a, b, c, d, e, f, g)
}

static COMM_SPLIT: Spelled<CommSplit, Communicators> = spelled([c"mpi_comm_split_", c"mpi_comm_split__",
    c"MPI_COMM_SPLIT"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split_(a: In, b: In, c: In, d: Data, e: Out) {
    comm_split(&COMM_SPLIT[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_split__(a: In, b: In, c: In, d: Data, e: Out) {
    comm_split(&COMM_SPLIT[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_SPLIT(a: In, b: In, c: In, d: Data, e: Out) {
    comm_split(&COMM_SPLIT[2], a, b, c, d, e)
}

static COMM_CREATE: Spelled<CommCreate, Communicators> = spelled([c"mpi_comm_create_", c"mpi_comm_create__",
    c"MPI_COMM_CREATE"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create_(a: In, b: In, c: Data, d: Out) {
    comm_create(&COMM_CREATE[0], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create__(a: In, b: In, c: Data, d: Out) {
    comm_create(&COMM_CREATE[1], a, b, c, d)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_CREATE(a: In, b: In, c: Data, d: Out) {
    comm_create(&COMM_CREATE[2], a, b, c, d)
}

static COMM_CREATE_GROUP: Spelled<CommCreateGroup, Communicators> = spelled([c"mpi_comm_create_group_",
    c"mpi_comm_create_group__", c"MPI_COMM_CREATE_GROUP"]);
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create_group_(a: In, b: In, c: In, d: Data, e: Out) {
    comm_create_group(&COMM_CREATE_GROUP[0], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn mpi_comm_create_group__(a: In, b: In, c: In, d: Data, e: Out) {
    comm_create_group(&COMM_CREATE_GROUP[1], a, b, c, d, e)
}
#[unsafe(no_mangle)] unsafe extern "C-unwind" fn MPI_COMM_CREATE_GROUP(a: In, b: In, c: In, d: Data, e: Out) {
    comm_create_group(&COMM_CREATE_GROUP[2], a, b, c, d, e)
}
