// SPDX-License-Identifier: MIT OR Apache-2.0
//! The info keys of placements and phases.

use std::time::Duration;

use mpi_sys::MPI_Info;

use crate::bind::PushOptions;
use crate::error::Error;
use crate::info_value;
use hsplit_core::cpus::Cpus;
use hsplit_core::election;
use hsplit_core::hash::hash_parts;
use hsplit_mpi::info;

/// The processing units of a node that a placement may give to workers: `hsplit_cpus`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// The units to which its ranks are bound.
    #[default]
    Job,
    /// The units to which its ranks may be bound.
    Allowed,
    /// These units, by the operating system's numbers.
    Listed(Cpus),
}

/// The options of `HSPLIT_Placement_create`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateOptions {
    /// The units that may be given to workers.
    pub share: Share,
    /// `hsplit_progress`: interval at which a sleeping rank makes progress on messages; `None`: never.
    pub progress: Option<Duration>,
}

impl CreateOptions {
    /// Reads the options of an info object.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn read(info: MPI_Info) -> Result<Self, Error> {
        info::warn_of_unknown(info).map_err(Error::of_info)?;
        let micros = info_value(info, c"hsplit_progress", "a number of microseconds", |text| text.parse().ok())?;
        Ok(Self {
            share: info_value(info, c"hsplit_cpus", "job, allowed or a list such as 0-3,8", share)?.unwrap_or_default(),
            progress: micros.filter(|&micros| micros > 0).map(Duration::from_micros),
        })
    }

    /// Returns a number that differs if ranks request different placements.
    pub fn hash(&self) -> u64 {
        hash_parts(&[format!("{self:?}").as_bytes()])
    }
}

fn share(text: &str) -> Option<Share> {
    match text {
        "job" => Some(Share::Job),
        "allowed" => Some(Share::Allowed),
        list => Cpus::parse(list).ok().filter(|cpus| !cpus.is_empty()).map(Share::Listed),
    }
}

/// Reads the options of an election, in a communicator of `ranks` ranks.
///
/// # Errors
/// The value is invalid.
pub fn election(info: MPI_Info, ranks: u32) -> Result<election::Options, Error> {
    info::warn_of_unknown(info).map_err(Error::of_info)?;
    let mut options = election::Options::default();
    for key in election::Options::KEYS {
        let Some(value) = info::value(info, key).map_err(Error::of_info)? else { continue };
        let key = key.to_string_lossy();
        let set = options.set(&key, &value).map_err(|error| error.values);
        let set = if options.root < ranks { set } else { Err("a rank of the communicator") };
        set.map_err(|values| Error::InfoValue { key: key.into_owned(), value, values: values.to_owned() })?;
    }
    Ok(options)
}

/// The options of a phase, in addition to its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseOptions {
    /// True if begin and end wait for all ranks of the node: `hsplit_barrier`.
    pub waits_for_all: bool,
    /// The options for binding a worker.
    pub push: PushOptions,
}

impl PhaseOptions {
    /// Reads the options of an info object.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn read(info: MPI_Info) -> Result<Self, Error> {
        let all = info_value(info, c"hsplit_barrier", "node or part", |text| match text {
            "node" => Some(true),
            "part" => Some(false),
            _ => None,
        })?;
        Ok(Self { waits_for_all: all.unwrap_or(false), push: PushOptions::read(info)? })
    }
}
