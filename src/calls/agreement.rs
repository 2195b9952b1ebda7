// SPDX-License-Identifier: MIT OR Apache-2.0
//! Settings on which all processes of a job must agree before the first message of the library.
//!
//! Variables do not reach every host by themselves: Open MPI's launcher passes on over ssh only what `-x` names. A
//! setting that decides which messages are sent must not differ, or ranks wait for messages that never come. So all
//! processes compare a number for each such setting after `MPI_Init`, in one small reduction. Where they differ, all
//! take a cautious common value. A later call could not do this: a rank whose collective calls stay native has no
//! reason to exchange anything, and does not know of the others' reasons.
//!
//! A program that has sessions alone has no such moment. Its processes compare their settings where they make a
//! communicator of all of them from a group. They do so each time, because threads may make several at once, which
//! other processes come to in another order. The first time, the library makes a communicator of its own there, where a
//! variable asks for what is gathered in the end.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mpi_sys::MPI_Comm;

use super::runtime::{self, Runtime};
use super::{active, has_all_ranks, latency_probe, monitor};
use crate::pmpi::strangers::{self, ADVICE, OVERDUE};
use crate::pmpi::threads::{MULTIPLE, thread_level};
use crate::pmpi::world::Everyone;
use crate::pmpi::{Comm, Failure, channel, has_sessions_alone, is_usable, probe, session};
use hsplit_core::communicator::Communicator;
use hsplit_core::ranks::Ranks;
use hsplit_host::logger::NODE;
use hsplit_host::preload;
use hsplit_host::settings::{DECISIVE, Settings, consequence};
use hsplit_host::source::identity::{self, host_names};

/// What ranks say that have nothing to tell: greater than any number of a process. MPICH 4.0 compares unsigned numbers
/// as signed ones, so the greatest of all would be the smallest there. (Where settings are compared, that does not
/// matter: the complement of the greatest number is the smallest complement in both orders.)
const NOTHING: u64 = i64::MAX as u64;
/// How many numbers a process tells: two for each setting, and those of [`Told`].
const NUMBERS: usize = 2 * DECISIVE + 7;
/// Where processes have come so far apart, one may have given up. (Less than [`OVERDUE`], as clocks may differ between
/// hosts.)
const APART: Duration = Duration::from_secs(5);
/// How many characters of a variable's value a message shows.
const LONGEST_VALUE: usize = 60;

/// Compares the settings of all processes of `MPI_COMM_WORLD`. Called once, after the native `MPI_Init`.
pub fn reach() {
    static REACHED: Once = Once::new();
    REACHED.call_once(|| {
        let runtime = runtime::get();
        if runtime.check_mpi().is_err() || !is_usable() {
            return;
        }
        if runtime.settings.emulate.is_none() && !runtime.steps_aside() {
            identity::learn();
        }
        if let Err(failure) = compare(runtime) {
            log::warn!("the settings of all processes cannot be compared: {failure}");
        }
    });
}

/// Whether the processes of a program that has sessions alone have compared their settings.
static COMPARED: AtomicBool = AtomicBool::new(false);
/// Whether this process has given up waiting for others there.
static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// Compares the settings of all processes of a program that has sessions alone, where `handle` is a communicator of all
/// of them. `tag` is the text with which the program has made it from a group.
///
/// # Safety
/// The handle is what a native call has just written for the program.
pub unsafe fn reach_in_session(handle: MPI_Comm, tag: &CStr) {
    let runtime = runtime::get();
    if runtime.check_mpi().is_err() || !has_sessions_alone() {
        return;
    }
    // SAFETY: MPI_Comm_create_from_group makes intracommunicators, and the program has not freed this one yet.
    let compared = unsafe { Comm::new(handle) }
        .and_then(|comm| if has_all_ranks(&comm)? { compare_in_session(runtime, &comm, tag) } else { Ok(()) });
    if let Err(failure) = compared {
        log::warn!("the settings of all processes cannot be compared: {failure}");
    }
    active::look_again();
}

/// Forgets that settings were compared: the communicators that were made then are gone.
pub fn release() {
    COMPARED.store(false, Ordering::Relaxed);
    GIVEN_UP.store(false, Ordering::Relaxed);
}

fn compare_in_session(runtime: &Runtime, comm: &Comm, tag: &CStr) -> Result<(), Failure> {
    let process = runtime.process()?;
    let own = runtime.settings.own();
    // Others may wait for this process, which takes part without waiting once it has given up.
    let has_given_up = GIVEN_UP.load(Ordering::Relaxed);
    let may_give_up = is_default(own);
    let told = Told {
        is_first: !COMPARED.load(Ordering::Relaxed),
        gathers: own.show || own.summary.is_some() || own.gathers(),
        came: if has_given_up { Came::long_ago() } else { Came::now() },
        ..Told::of(process.rank, may_give_up)
    };
    if runtime.settings.emulate.is_none() && !runtime.steps_aside() {
        identity::learn();
    }
    let Some(heard) = exchange(runtime, comm, &told, |passed| {
        has_given_up || wait_no_longer("MPI_Comm_create_from_group", passed, may_give_up)
    })?
    else {
        GIVEN_UP.store(true, Ordering::Relaxed);
        return Ok(());
    };
    if !heard.told.is_first {
        return Ok(());
    }
    strangers::none_in_world();
    if !heard.may_be_without_some() && (heard.told.gathers || !heard.differing.is_empty()) {
        // The program's own tag and another word: two threads that are here at once have two tags.
        let tag = [b"libhsplit ", tag.to_bytes()].concat();
        session::make_all(&CString::new(tag).unwrap_or_default())?;
    }
    COMPARED.store(true, Ordering::Relaxed);
    agree(runtime, &heard)
}

/// A variable, and a number that differs where its setting does.
type Number = (&'static str, u64);

/// What a process tells beside its settings, and what is known of all then.
struct Told {
    /// The number of rank 0's process; [`NOTHING`] elsewhere.
    process: u64,
    /// Whether it compares its settings for the first time; then, whether one of them does.
    is_first: bool,
    /// Whether it has settings for which something is gathered in the end; then, whether one of them has.
    gathers: bool,
    /// Whether it goes on where others do not come; then, whether one of them would.
    may_give_up: bool,
    /// Its rank where it does not; then, the lowest such rank. [`NOTHING`]: there is none.
    stays: u64,
    /// When it has come here; then, when the first and the last one have.
    came: Came,
}

impl Told {
    /// Of the process of this rank, which has come now, for the first time, and gathers nothing.
    fn of(rank: u64, may_give_up: bool) -> Self {
        Self {
            process: if rank == 0 { u64::from(std::process::id()) } else { NOTHING },
            is_first: true,
            gathers: false,
            may_give_up,
            stays: if may_give_up { NOTHING } else { rank },
            came: Came::now(),
        }
    }
}

/// When the first and the last process have come, in milliseconds of the time of day.
#[derive(Clone, Copy)]
struct Came {
    first: u64,
    last: u64,
}

impl Came {
    fn now() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Self { first: now, last: now }
    }

    /// Of a process that waits for no other one.
    fn long_ago() -> Self {
        Self { first: 0, last: 0 }
    }

    fn apart(self) -> Duration {
        Duration::from_millis(self.last.saturating_sub(self.first))
    }
}

/// What a process knows of all.
struct Heard {
    told: Told,
    /// The variables whose settings differ.
    differing: Vec<&'static str>,
}

impl Heard {
    /// Whether a process may have given up and gone on: then no further message may wait for all. All that have heard
    /// the same say the same.
    fn may_be_without_some(&self) -> bool {
        self.told.may_give_up && self.told.came.apart() >= APART
    }
}

fn compare(runtime: &Runtime) -> Result<(), Failure> {
    runtime.process()?;
    let world = Comm::world()?;
    let may_give_up = is_default(runtime.settings.own());
    let told = Told::of(u64::from(world.rank()), may_give_up);
    let Some(heard) = exchange(runtime, &world, &told, |passed| wait_no_longer("MPI_Init", passed, may_give_up))?
    else {
        // This process has the cautious settings already.
        return Ok(());
    };
    strangers::none_in_world();
    agree(runtime, &heard)?;
    if world.size() == 1 {
        return Ok(());
    }
    // Where threads may split several communicators at one time, which of these are split before the latencies are
    // known would differ from rank to rank.
    if runtime.measured().is_some() && !runtime.steps_aside() {
        let is_multiple = thread_level()? >= MULTIPLE;
        if world.largest([u64::from(is_multiple)])? != [0] {
            latency_probe::settle(runtime, &world)?;
        }
    }
    // All processes are here, and know from now on whether collective calls go along the hierarchy.
    let choices = &runtime.settings.collectives;
    if choices.any() && !runtime.steps_aside() {
        channel::open(&world)?;
        probe::comm()?;
        probe::neighbours::settle(choices.along())?;
    }
    Ok(())
}

/// Whether a process has no setting of its own: then those are the cautious ones, whatever the others have, but for
/// `HSPLIT_DISABLE`, by which the others may have stepped aside.
fn is_default(own: &Settings) -> bool {
    // Where rank 0 gathers counts is decided again in MPI_Finalize, so that variable keeps no process here.
    let matters = |(own, default): (&Number, Number)| own.0 != "HSPLIT_MONITOR" && *own != default;
    !own.decisive().iter().zip(Settings::read([]).0.decisive()).any(matters)
}

/// Compares numbers for all settings. Collective. `overdue` is asked as long as others are missing: it gets the elapsed
/// time. `None`: this process has given up.
fn exchange(
    runtime: &Runtime,
    comm: &Comm,
    told: &Told,
    overdue: impl Fn(Duration) -> bool,
) -> Result<Option<Heard>, Failure> {
    let own = runtime.settings.own().decisive();
    let numbers = numbers(&own, told);
    let smallest = if comm.size() == 1 {
        numbers
    } else {
        let Some(smallest) = comm.smallest_unless_overdue(numbers, overdue)? else {
            return Ok(None);
        };
        smallest
    };
    let differs = |index: &usize| smallest[2 * index] != !smallest[2 * index + 1];
    let differing: Vec<&'static str> = (0..DECISIVE).filter(differs).map(|index| own[index].0).collect();
    let differing = runtime.settings.own().that_matter(differing);
    let [process, is_first, gathers, may_give_up, stays, first, last] = smallest[2 * DECISIVE..] else {
        return Ok(None);
    };
    let told = Told {
        process,
        is_first: is_first == 0,
        gathers: gathers == 0,
        may_give_up: may_give_up == 0,
        stays,
        came: Came { first, last: !last },
    };
    Ok(Some(Heard { told, differing }))
}

/// Takes the settings that all processes have in common. Collective where some differ, and all are here.
fn agree(runtime: &Runtime, heard: &Heard) -> Result<(), Failure> {
    if !heard.differing.is_empty() {
        runtime.settings.agree_on(&heard.differing);
        if heard.may_be_without_some() {
            if heard.told.stays == runtime.process()?.rank {
                heard.differing.iter().for_each(|name| log::warn!("{}", in_words(name, "")));
            }
        } else if let Some(everyone) = Everyone::find()? {
            heard.differing.iter().try_for_each(|name| tell(&everyone, name))?;
        }
    }
    monitor::finalize::agree(runtime, heard.told.process);
    Ok(())
}

/// Each number and its complement: the smallest complement is that of the greatest number. Behind them those of
/// [`Told`], where 0 is yes: the smallest is 0 where one process says so. The last is a complement again.
fn numbers(settings: &[Number; DECISIVE], told: &Told) -> [u64; NUMBERS] {
    let mut numbers = [0; NUMBERS];
    for (index, (_, number)) in settings.iter().enumerate() {
        (numbers[2 * index], numbers[2 * index + 1]) = (*number, !*number);
    }
    let Told { process, is_first, gathers, may_give_up, stays, came } = *told;
    let [is_first, gathers, may_give_up] = [is_first, gathers, may_give_up].map(|is_so| u64::from(!is_so));
    numbers[2 * DECISIVE..].copy_from_slice(&[process, is_first, gathers, may_give_up, stays, came.first, !came.last]);
    numbers
}

/// Says once that processes are missing. A process without a setting of its own goes on then: its settings are the
/// cautious ones, whatever the others have.
fn wait_no_longer(call: &str, passed: Duration, is_default: bool) -> bool {
    static SAID: Once = Once::new();
    if passed < OVERDUE {
        return false;
    }
    SAID.call_once(|| {
        let more = if is_default { "; it goes on without libhsplit's collective calls" } else { "" };
        log::warn!(
            target: NODE,
            "{call}: this process has waited {} s for processes that have not loaded libhsplit; {ADVICE}{more}",
            OVERDUE.as_secs()
        );
    });
    is_default
}

/// Rank 0 says which processes have which value, and the consequence.
fn tell(world: &Comm, name: &str) -> Result<(), Failure> {
    let value = preload::variable(name).map(|value| value.to_string_lossy().chars().take(LONGEST_VALUE).collect());
    let value: Option<String> = value;
    let host = host_names().into_iter().next().unwrap_or_default();
    let mine = [host, value.map_or_else(|| "not set".to_owned(), |value| format!("'{value}'"))].join("\0");
    let all = world.gather_to_first(mine.as_bytes())?;
    if world.rank() == 0 {
        log::warn!("{}", in_words(name, &format!(": {}", by_value(&all))));
    }
    Ok(())
}

/// That processes have different values of a variable, which ones, and what follows.
fn in_words(name: &str, values: &str) -> String {
    format!(
        "{name} is not the same in all processes{values}; {}. Give all hosts the same variables (Open MPI: mpiexec -x \
         {name})",
        consequence(name)
    )
}

/// `'all' in ranks 0-1 (n0), not set in ranks 2-3 (n1)`.
fn by_value(all: &[Vec<u8>]) -> String {
    let mut values: BTreeMap<&str, (Vec<u32>, Vec<&str>)> = BTreeMap::new();
    for (rank, told) in (0u32..).zip(all) {
        let (host, value) = std::str::from_utf8(told).ok().and_then(|told| told.split_once('\0')).unwrap_or(("?", "?"));
        let (ranks, hosts) = values.entry(value).or_default();
        ranks.push(rank);
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    let words = values.iter().map(|(value, (ranks, hosts))| {
        let more = if hosts.len() > 4 { format!(" and {} more hosts", hosts.len() - 4) } else { String::new() };
        let hosts = hosts[..hosts.len().min(4)].join(", ");
        format!("{value} in ranks {} ({hosts}{more})", Ranks::from_sorted(ranks).brief(8))
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_with_their_ranks_and_hosts() {
        let told = |host: &str, value: &str| format!("{host}\0{value}").into_bytes();
        let all = [told("n0", "'all'"), told("n0", "'all'"), told("n1", "not set"), told("n2", "not set")];
        assert_eq!(by_value(&all), "'all' in ranks 0-1 (n0), not set in ranks 2-3 (n1, n2)");
    }

    #[test]
    fn a_number_differs_where_the_smallest_and_the_greatest_do() {
        let settings = Settings::read([]).0.decisive();
        let came = Came { first: 5, last: 6 };
        let told = Told { process: 7, is_first: true, gathers: false, may_give_up: true, stays: NOTHING, came };
        let numbers = numbers(&settings, &told);
        assert_eq!(numbers[2 * DECISIVE..], [7, 0, 1, 0, NOTHING, 5, !6]);
        assert!((0..DECISIVE).all(|index| numbers[2 * index] == !numbers[2 * index + 1]));
    }
}
