// SPDX-License-Identifier: MIT OR Apache-2.0
//! Options of a push, in addition to the binding of the caller: the info keys of `HSPLIT_Bind_push`.

use mpi_sys::MPI_Info;

use crate::error::Error;
use crate::info_value;
use hsplit_core::units::{YES_OR_NO, yes_or_no};
use hsplit_host::openmp::MOST_THREADS;
use hsplit_host::rebind::Which;
use hsplit_mpi::info;

/// Options of a push, in addition to the binding of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushOptions {
    /// `hsplit_bind_threads`: the threads that are bound.
    pub which: Which,
    /// `hsplit_omp`: whether OpenMP's number of threads is set.
    pub sets_number: bool,
    /// `hsplit_threads`: that number; `None`: one thread for each core.
    pub threads: Option<u32>,
    /// `hsplit_spread`: whether each thread of the team gets its own core.
    pub spread: bool,
    /// `hsplit_blas`: whether the number is also set in BLAS libraries.
    pub blas: bool,
}

impl Default for PushOptions {
    fn default() -> Self {
        Self { which: Which::default(), sets_number: true, threads: None, spread: false, blas: false }
    }
}

impl PushOptions {
    /// Returns the options with this number of threads, if they set none.
    pub fn with_threads(&self, threads: u32) -> Self {
        Self { threads: self.threads.or(Some(threads)), ..self.clone() }
    }

    /// Reads the options of an info object.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn read(info: MPI_Info) -> Result<Self, Error> {
        let default = Self::default();
        if info::is_null(info) {
            return Ok(default);
        }
        info::warn_of_unknown(info).map_err(Error::of_info)?;
        let threads = format!("a number from 1 to {MOST_THREADS}");
        Ok(Self {
            which: info_value(info, c"hsplit_bind_threads", "team, process or caller", which)?.unwrap_or_default(),
            sets_number: info_value(info, c"hsplit_omp", "set or keep", omp)?.unwrap_or(default.sets_number),
            threads: info_value(info, c"hsplit_threads", &threads, number)?,
            spread: info_value(info, c"hsplit_spread", YES_OR_NO, yes_or_no)?.unwrap_or(default.spread),
            blas: info_value(info, c"hsplit_blas", YES_OR_NO, yes_or_no)?.unwrap_or(default.blas),
        })
    }
}

fn which(text: &str) -> Option<Which> {
    match text {
        "team" => Some(Which::Team),
        "process" => Some(Which::Process),
        "caller" => Some(Which::Caller),
        _ => None,
    }
}

fn omp(text: &str) -> Option<bool> {
    match text {
        "set" => Some(true),
        "keep" => Some(false),
        _ => None,
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=MOST_THREADS).contains(number))
}
