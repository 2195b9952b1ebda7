// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Monitor_reorder`: reorders the ranks according to their counted traffic (thesis, section 3.3.4).

use std::ffi::c_int;

use mpi_sys::MPI_Info;

use super::session::{self, Session};
use super::what::What;
use crate::error::Error;
use crate::reorder::options::Options;
use crate::reorder::{Arc, Outputs, Pattern, ReorderRequest};
use crate::split_types::Compared;

/// Creates a communicator of the same ranks in the order in which the traffic of a session costs least. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn reorder(handle: c_int, info: MPI_Info, outputs: Outputs) -> Result<(), Error> {
    // SAFETY: the outputs are NULL or valid, by this function's contract.
    unsafe { outputs.clear() };
    let session = session::find(handle)?;
    let comm = session.comm()?;
    let wanted = Options::read(info).map(|options| (row_of(&session), options));
    let request =
        ReorderRequest { call: "HSPLIT_Monitor_reorder", compared: Compared::MonitorReorder, comm: &comm, wanted };
    // SAFETY: each output is NULL or a place of the program until this call returns, by this function's contract.
    unsafe { request.carry_out(outputs) }
}

/// Returns the row that the session has counted.
fn row_of(session: &Session) -> Pattern {
    let row = |messages| -> Vec<Arc> {
        let row = session.row(What::all(messages));
        row.into_iter().map(|(rank, number)| (session.own(), rank, number as f64)).collect()
    };
    Pattern::Counted { bytes: row(false), messages: row(true) }
}
