// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment: every variable of the library, and those of launchers.

use super::text;
use hsplit_collectives::adaptive::strategy::FixedStrategy;
use hsplit_core::units::size;
use hsplit_host::launcher;
use hsplit_host::roster::Entry;
use hsplit_settings::{Settings, VARIABLES};

/// Reads an environment: `NAME=VALUE` parts, each ended by a NUL byte, as the kernel keeps them. The first part, where
/// it has no name, is the value of every variable that the others do not name.
pub fn settings(input: &[u8]) {
    let text = text(input);
    let pair = |part: &str| part.split_once('=').map(|(name, value)| (format!("HSPLIT_{name}"), value.to_owned()));
    let mut parts: Vec<(String, String)> = text.split('\0').filter_map(pair).collect();
    let first = text.split('\0').next().filter(|first| !first.contains('='));
    let of_all =
        |value: &str| VARIABLES.iter().map(|variable| (variable.name.to_owned(), value.to_owned())).collect::<Vec<_>>();
    parts.extend(first.into_iter().flat_map(of_all));
    let given = parts.len();
    let (settings, warnings) = Settings::read(parts);
    // An unknown name, or a wrong value, each at most once for a variable and for each of its options.
    let options = VARIABLES.iter().map(|variable| variable.options.len()).sum::<usize>();
    assert!(warnings.len() <= given + VARIABLES.len() + options);
    assert!(warnings.iter().all(|warning| warning.contains("HSPLIT_")));
    assert!((1..=1 << 30).contains(&settings.segment));
    assert!((0.0..=1.0).contains(&settings.tolerance.fraction()));
    assert_eq!(FixedStrategy::parse(&settings.strategy.to_string()), Some(settings.strategy));
    let names = settings.decisive().map(|(name, _)| name);
    let cautious = settings.clone().without(&names);
    assert!(cautious.places.partition.is_none() && cautious.places.sources.iter().all(|source| source != "measured"));
    published(&settings, &text);
    size(&text);
    launched(&text);
}

/// The published text of a process's settings is short, and read as written; any other text is an entry or none.
fn published(settings: &Settings, text: &str) {
    let values = settings.published().into_iter().map(|(name, number)| (name, number, text.to_owned()));
    let entry = Entry::new(text.to_owned(), values, settings.disable);
    let encoded = entry.encode();
    assert!(encoded.len() <= 1000 || text.len() > 64);
    if let Some(read) = Entry::decode(&encoded) {
        assert!(read.variables().eq(entry.variables()) && read.variables().all(|name| read.has_same(&entry, name)));
    } else {
        assert!(entry.is_disabled);
    }
    Entry::decode(text);
}

/// The variables of launchers all have one value or another.
fn launched(text: &str) {
    let mut values = text.split('\0').cycle();
    for is_open_mpi in [true, false] {
        let value = std::cell::RefCell::new(&mut values);
        let process = launcher::process(is_open_mpi, |_| value.borrow_mut().next().map(str::to_owned));
        assert!(process.is_none_or(|process| process.rank < process.ranks));
    }
}
