// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tells Open MPI which algorithm its collectives are to use.
//!
//! coll/tuned reads its control variables whenever a communicator is made, provided that `use_dynamic_rules` was set at
//! the start. So a run goes through all algorithms, with new communicators for each.

use hsplit_experiments::algorithm::{Algorithm, Operation};

use crate::mpi::Cvar;

const DYNAMIC_RULES: &str = "OMPI_MCA_coll_tuned_use_dynamic_rules";
const HAN_PRIORITY: &str = "OMPI_MCA_coll_han_priority";
/// Above that of every other component.
const HIGHEST: i32 = 100;

/// Sets what Open MPI reads at `MPI_Init`. What the user has set stays.
pub(crate) fn prepare(algorithms: &[Algorithm]) {
    let set = |name: &str, value: &str| {
        if std::env::var_os(name).is_none() {
            // SAFETY: `run` calls this before MPI_Init, and nothing before that starts a thread: no other thread reads
            // the environment.
            unsafe { std::env::set_var(name, value) };
        }
    };
    if algorithms.is_empty() || algorithms.iter().any(|algorithm| algorithm.is_forced()) {
        set(DYNAMIC_RULES, "1");
    }
    if algorithms == [Algorithm::Han] {
        set(HAN_PRIORITY, &HIGHEST.to_string());
    }
}

/// The control variables of Open MPI's collectives.
pub(crate) struct ForcedAlgorithm {
    rules: Cvar,
    bcast: Cvar,
    reduce: Cvar,
    bcast_segment: Cvar,
    reduce_segment: Cvar,
    /// coll/han's priority, and what it was at the start.
    han: Option<(Cvar, i32)>,
}

impl ForcedAlgorithm {
    /// `None` where the MPI is not Open MPI.
    pub(crate) fn new() -> Option<Self> {
        let han = Cvar::named("coll_han_priority").map(|priority| {
            let at_start = priority.get();
            (priority, at_start)
        });
        Some(Self {
            rules: Cvar::named("coll_tuned_use_dynamic_rules")?,
            bcast: Cvar::named("coll_tuned_bcast_algorithm")?,
            reduce: Cvar::named("coll_tuned_reduce_algorithm")?,
            bcast_segment: Cvar::named("coll_tuned_bcast_algorithm_segmentsize")?,
            reduce_segment: Cvar::named("coll_tuned_reduce_algorithm_segmentsize")?,
            han,
        })
    }

    /// coll/han's priority at the start: what 'default' means depends on it.
    pub(crate) fn han_priority(&self) -> Option<i32> {
        self.han.as_ref().map(|(_, at_start)| *at_start)
    }

    /// All algorithms of this run: those of the papers' figures, and what the MPI does otherwise.
    pub(crate) fn possible(open_mpi: Option<&Self>) -> Vec<Algorithm> {
        let mut possible = vec![Algorithm::Default];
        if let Some(open_mpi) = open_mpi {
            if open_mpi.can_change_han() {
                possible.extend([Algorithm::Tuned, Algorithm::Han]);
            }
            possible.extend(Algorithm::FORCED);
        }
        possible
    }

    fn can_change_han(&self) -> bool {
        self.han.as_ref().is_some_and(|(priority, at_start)| priority.set(*at_start))
    }

    /// Communicators made from now on use this algorithm for the operation.
    ///
    /// # Errors
    /// Open MPI does not have it, or does not let it be forced, in words.
    pub(crate) fn force(&self, algorithm: Algorithm, operation: Operation, segment: u64) -> Result<(), String> {
        let number =
            algorithm.number(operation).ok_or_else(|| format!("Open MPI has no {operation} called {algorithm}"))?;
        if algorithm.is_forced() && self.rules.get() & 1 == 0 {
            return Err(format!("{DYNAMIC_RULES} is 0 here: nothing can be forced"));
        }
        self.prefer_han(algorithm)?;
        let (variable, other, segments) = match operation {
            Operation::Bcast => (&self.bcast, &self.reduce, &self.bcast_segment),
            Operation::Reduce => (&self.reduce, &self.bcast, &self.reduce_segment),
        };
        let set = variable.set(number) && other.set(0) && segments.set(i32::try_from(segment).unwrap_or(i32::MAX));
        if set { Ok(()) } else { Err(format!("this Open MPI does not let {algorithm} be forced while it runs")) }
    }

    fn prefer_han(&self, algorithm: Algorithm) -> Result<(), String> {
        let Some((priority, at_start)) = &self.han else {
            return if algorithm == Algorithm::Han { Err("this Open MPI has no coll/han".into()) } else { Ok(()) };
        };
        let wanted = match algorithm {
            Algorithm::Default => *at_start,
            Algorithm::Han => HIGHEST.max(*at_start),
            _ => 0,
        };
        let is = priority.get();
        if is == wanted || priority.set(wanted) {
            Ok(())
        } else if algorithm == Algorithm::Han {
            Err("this Open MPI takes coll/han only from its start on: run '--algorithms han' alone".into())
        } else {
            Err(format!(
                "this Open MPI keeps coll/han, whose priority is {is}: \
                 {algorithm} needs a run of its own without {HAN_PRIORITY}"
            ))
        }
    }
}
