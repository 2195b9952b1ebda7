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

/// The processing units of a node that a placement may hand out: `hsplit_cpus`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// Those that its ranks are bound to.
    #[default]
    Job,
    /// Those that its ranks may be bound to.
    Allowed,
    /// These, by the operating system's numbers.
    Listed(Cpus),
}

/// What `HSPLIT_Placement_create` is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateOptions {
    /// What may be handed out.
    pub share: Share,
    /// `hsplit_progress`: how often a rank that sleeps makes progress on messages; `None`: never.
    pub progress: Option<Duration>,
}

impl CreateOptions {
    /// The options that an info object has.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn read(info: MPI_Info) -> Result<Self, Error> {
        info::warn_of_unknown(info).map_err(|_| Error::Info)?;
        let micros = info_value(info, c"hsplit_progress", "a number of microseconds", |text| text.parse().ok())?;
        Ok(Self {
            share: info_value(info, c"hsplit_cpus", "job, allowed or a list such as 0-3,8", share)?.unwrap_or_default(),
            progress: micros.filter(|&micros| micros > 0).map(Duration::from_micros),
        })
    }

    /// A number that differs where ranks want different placements.
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

/// How a shape is meant, in a communicator of `ranks` ranks.
///
/// # Errors
/// The value is invalid.
pub fn election(info: MPI_Info, ranks: u32) -> Result<election::Options, Error> {
    info::warn_of_unknown(info).map_err(|_| Error::Info)?;
    let mut options = election::Options::default();
    for key in election::Options::KEYS {
        let Some(value) = info::value(info, key).map_err(|_| Error::Info)? else { continue };
        let key = key.to_string_lossy();
        let set = options.set(&key, &value).map_err(|error| error.values);
        let set = if options.root < ranks { set } else { Err("a rank of the communicator") };
        set.map_err(|values| Error::InfoValue { key: key.into_owned(), value, values: values.to_owned() })?;
    }
    Ok(options)
}

/// What a phase is told beside its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseOptions {
    /// Whether begin and end wait for all ranks of the node: `hsplit_barrier`.
    pub waits_for_all: bool,
    /// How a worker is bound.
    pub push: PushOptions,
}

impl PhaseOptions {
    /// The options that an info object has.
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
