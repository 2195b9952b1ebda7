// SPDX-License-Identifier: MIT OR Apache-2.0
//! Times on the clock of the messages: the system's clock, or SMPI's simulated one.

use std::time::{Duration, Instant};

use super::native::{BUILT_FOR, Family};
use super::symbol::Symbol;

/// True if time is simulated: it passes only while a rank is inside a waiting MPI call, so a rank that polls stops the
/// time of all ranks.
pub const IS_SIMULATED: bool = matches!(BUILT_FOR, Family::Smpi);

/// A moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    real: Instant,
    /// Seconds, if time is simulated.
    simulated: f64,
}

impl Moment {
    /// This moment.
    pub fn now() -> Self {
        Self { real: Instant::now(), simulated: if IS_SIMULATED { wtime() } else { 0.0 } }
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        if IS_SIMULATED { Duration::from_secs_f64((wtime() - self.simulated).max(0.0)) } else { self.real.elapsed() }
    }
}

/// `MPI_Wtime`.
fn wtime() -> f64 {
    type Function = unsafe extern "C" fn() -> f64;
    const _: Function = mpi_sys::PMPI_Wtime;
    static SYMBOL: Symbol = Symbol::new(c"PMPI_Wtime");
    // SAFETY: `Function` is the type of `mpi_sys::PMPI_Wtime`, which the constant above compares. This code runs only
    // under SMPI, which has the function.
    let function = unsafe { SYMBOL.get::<Function>() };
    // SAFETY: the function has no argument, and MPI is initialised when times are taken.
    unsafe { function() }
}
