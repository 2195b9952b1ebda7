// SPDX-License-Identifier: MIT OR Apache-2.0
//! The processes of a job that have the library, and their settings.
//!
//! A process without the library sends none of its messages, and two processes with different settings send different
//! ones. A process must therefore know both for all ranks of a communicator before it sends a message of the library.
//! Messages cannot carry this information: at a process without the library they would match the program's receives.
//! Each process therefore publishes an [`Entry`] in the key-value space of its launcher, before or inside the native
//! `MPI_Init`, which makes the space available to all processes, as it does with the MPI's addresses. Reading it later
//! needs no action of any process of the program.
//!
//! The space is PMIx's under Open MPI ([`pmix`]), and that of Hydra's PMI under MPICH and Intel MPI ([`hydra`]).

mod entry;
mod hydra;
mod pmix;

pub use entry::{Entry, Standing};

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::source::share;
use hsplit_core::hash::hash_parts;
use hsplit_core::ranks::Ranks;

/// In jobs with more ranks than this, one process of each node reads the entries for all.
const READ_BY_EACH: u32 = 64;

/// The published entry of this process; unset before that.
static PUBLISHED: OnceLock<Arc<Entry>> = OnceLock::new();
/// True if the launcher has accepted it.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Publishes the entry of this process before the native `MPI_Init`, if its launcher is Hydra.
pub fn publish(entry: impl FnOnce() -> Entry) {
    if let Some(space) = hydra::Space::of_this_process() {
        publish_with(entry, |text| space.put(text));
    }
}

/// Publishes the entry of this process by PMIx and commits it. Called in place of `PMIx_Commit`, which Open MPI calls
/// inside its `MPI_Init`.
pub fn commit(entry: impl FnOnce() -> Option<Entry>) -> c_int {
    pmix::commit(|put| {
        if let Some(entry) = entry() {
            publish_with(|| entry, put);
        }
    })
}

fn publish_with(entry: impl FnOnce() -> Entry, put: impl FnOnce(&str) -> bool) {
    let entry = PUBLISHED.get_or_init(|| Arc::new(entry()));
    if !TAKEN.load(Ordering::Relaxed) && put(&entry.encode()) {
        TAKEN.store(true, Ordering::Relaxed);
    }
}

/// True if other processes can read this process's entry. False if the library was loaded after `MPI_Init`, and under
/// other launchers.
pub fn is_published() -> bool {
    TAKEN.load(Ordering::Relaxed)
}

/// The entries of all processes of `MPI_COMM_WORLD`, by rank.
pub struct Roster(Vec<Standing>);

impl Roster {
    /// Reads the entries of all processes, which have published them by the end of `MPI_Init`; `None` if this launcher
    /// has no key-value space, or cannot answer so many requests. No MPI message is sent. With `they_share`, one
    /// process of each node reads the entries, and the others get them from a memory file.
    pub fn read(ranks: u32, they_share: bool) -> Option<Self> {
        if !is_published() {
            return None;
        }
        if ranks <= READ_BY_EACH || !they_share {
            return Some(Self::of_texts(texts(ranks)?));
        }
        let key = hash_parts(&[b"roster", job()?.as_bytes(), &ranks.to_le_bytes()]);
        let read = || texts(ranks).map_or_else(Vec::new, |texts| joined(&texts));
        let shared = share::get_or_make_in_job(key, read).and_then(|shared| parted(&shared.bytes, ranks));
        // Another process may share what this one cannot read. All processes must know the same.
        Some(Self::of_texts(shared.or_else(|| texts(ranks))?))
    }

    /// The roster of texts from [`Entry::encode`]; an empty text for a process that published nothing.
    pub fn of_texts(texts: impl IntoIterator<Item = String>) -> Self {
        // Most processes of a node have equal texts.
        let mut known: HashMap<String, Standing> = HashMap::new();
        let standing = |text: String| known.entry(text).or_insert_with_key(|text| Standing::decode(text)).clone();
        Self(texts.into_iter().map(standing).collect())
    }

    /// The standing of a rank.
    pub fn of(&self, rank: u32) -> &Standing {
        self.0.get(rank as usize).unwrap_or(&Standing::Absent)
    }

    /// All ranks with their standings.
    pub fn ranks(&self) -> impl Iterator<Item = (u32, &Standing)> {
        (0..).zip(&self.0)
    }

    /// The ranks for whose standing `is_so` is true.
    pub fn which(&self, is_so: impl Fn(&Standing) -> bool) -> Vec<u32> {
        self.ranks().filter(|(_, standing)| is_so(standing)).map(|(rank, _)| rank).collect()
    }

    /// The values of a variable in the processes that have the library: `'all' in ranks 0-1 (n0), not set in ranks 2-3
    /// (n1)`.
    pub fn by_value(&self, variable: &str) -> String {
        let values = self.alike(|entry| entry.value(variable));
        let words = values.iter().map(|(value, (ranks, hosts))| format!("{value} in {}", in_words(ranks, hosts)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// The processes of each version of the library: `ranks 0-1 (n0); ranks 2-3 (n1)`. `None` if all have one version.
    pub fn by_version(&self) -> Option<String> {
        let versions = self.alike(|entry| entry.version);
        let words = versions.values().map(|(ranks, hosts)| in_words(ranks, hosts));
        (versions.len() > 1).then(|| words.collect::<Vec<_>>().join("; "))
    }

    /// The ranks that have the library, with their hosts, by a property.
    fn alike<K: Ord>(&self, property: impl Fn(&Entry) -> K) -> BTreeMap<K, (Vec<u32>, Vec<&str>)> {
        let mut all: BTreeMap<K, (Vec<u32>, Vec<&str>)> = BTreeMap::new();
        for (rank, entry) in self.ranks().filter_map(|(rank, standing)| Some((rank, standing.entry()?))) {
            let (ranks, hosts) = all.entry(property(entry)).or_default();
            ranks.push(rank);
            if !hosts.contains(&entry.host.as_str()) {
                hosts.push(&entry.host);
            }
        }
        all
    }
}

/// `ranks 0-1 (n0)`.
fn in_words(ranks: &[u32], hosts: &[&str]) -> String {
    const MOST: usize = 4;
    let more = if hosts.len() > MOST { format!(" and {} more hosts", hosts.len() - MOST) } else { String::new() };
    let hosts = hosts[..hosts.len().min(MOST)].join(", ");
    format!("ranks {} ({hosts}{more})", Ranks::from_sorted(ranks).brief(8))
}

/// The texts of all ranks, empty for ranks that published nothing; `None` if they cannot be read.
fn texts(ranks: u32) -> Option<Vec<String>> {
    if let Some(space) = hydra::Space::of_this_process() {
        return (0..ranks).map(|rank| space.get(rank)).collect();
    }
    pmix::Space::of_this_process()?.all(ranks)
}

fn joined(texts: &[String]) -> Vec<u8> {
    texts.join("\n").into_bytes()
}

/// Returns the texts of [`joined`], if there is one for each rank.
fn parted(bytes: &[u8], ranks: u32) -> Option<Vec<String>> {
    let texts: Vec<String> = std::str::from_utf8(bytes).ok()?.split('\n').map(str::to_owned).collect();
    (texts.len() == ranks as usize).then_some(texts)
}

/// A name that distinguishes this job from others on the node.
pub(crate) fn job() -> Option<String> {
    hydra::Space::of_this_process().map(|space| space.name().to_owned()).or_else(pmix::job)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(host: &str, values: &[(&'static str, &'static str)]) -> String {
        let settings = values.iter().map(|(name, value)| (*name, 1, (*value).to_owned()));
        Entry::new(host.to_owned(), settings, false).encode()
    }

    #[test]
    fn versions_are_named_if_they_differ() {
        let own = entry("n0", &[]);
        assert_eq!(Roster::of_texts([own.clone(), entry("n1", &[])]).by_version(), None);
        let version = format!(",{:x}", hsplit_core::hash::hash(env!("CARGO_PKG_VERSION").as_bytes()));
        let other = entry("n1", &[]).replace(&version, ",1");
        let roster = Roster::of_texts([other.clone(), own, String::new(), other]);
        assert_eq!(roster.by_version().as_deref(), Some("ranks 0,3 (n1); ranks 1 (n0)"));
    }

    #[test]
    fn values_are_named_with_their_ranks_and_hosts() {
        let with = |host| entry(host, &[("HSPLIT_COLLECTIVES", "all")]);
        let texts = [with("n0"), with("n0"), entry("n1", &[]), String::new(), entry("n2", &[]), "0".to_owned()];
        let roster = Roster::of_texts(texts);
        assert_eq!(roster.by_value("HSPLIT_COLLECTIVES"), "'all' in ranks 0-1 (n0), not set in ranks 2,4 (n1, n2)");
        assert_eq!(roster.which(|standing| matches!(standing, Standing::Absent)), [3]);
        assert_eq!(roster.which(|standing| matches!(standing, Standing::Disabled)), [5]);
        assert!(matches!(roster.of(9), Standing::Absent));
    }
}
