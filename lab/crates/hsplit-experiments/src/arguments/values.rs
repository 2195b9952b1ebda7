// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values of options.

use hsplit_collectives::Operation;
use hsplit_collectives::adaptive::strategy::Across;
use hsplit_collectives::tree::Spread;
use hsplit_program::units;

/// The largest size that an option takes.
const LARGEST: u64 = 1 << 30;
/// A size that an MPI count can hold.
pub(super) fn size(text: &str) -> Result<u64, String> {
    match units::size(text)? as u64 {
        bytes if bytes <= LARGEST => Ok(bytes),
        _ => Err("larger than 1GiB".to_owned()),
    }
}

/// A collective operation by the name that HSPLIT_COLLECTIVES knows.
pub(super) fn operation(text: &str) -> Result<Operation, String> {
    Operation::of_name(text).ok_or_else(|| format!("none of {}", Operation::ALL.map(Operation::name).join(", ")))
}

/// A tree of groups by the name that `strategy=` of HSPLIT_COLLECTIVES knows.
pub(super) fn across(text: &str) -> Result<Across, String> {
    Across::ALL
        .into_iter()
        .find(|across| across.name() == text)
        .ok_or_else(|| format!("none of {}", Across::ALL.map(Across::name).join(", ")))
}

pub(super) fn spread(text: &str) -> Result<Spread, String> {
    Spread::named(text)
        .ok_or_else(|| format!("none of {}", Spread::every().map(Spread::name).collect::<Vec<_>>().join(", ")))
}
