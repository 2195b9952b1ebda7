// SPDX-License-Identifier: MIT OR Apache-2.0
//! Settings on which all processes of a job must agree before the first message of the library.
//!
//! Variables do not reach every host by themselves: Open MPI's launcher passes on over ssh only what `-x` names. A
//! setting that decides which messages are sent must not differ, or ranks wait for messages that never come. So all
//! processes compare a number for each such setting after `MPI_Init`, in one small reduction. Where they differ, all
//! take a cautious common value. A later call could not do this: a rank whose collective calls stay native has no
//! reason to exchange anything, and does not know of the others' reasons.

use std::collections::BTreeMap;
use std::sync::Once;
use std::time::Duration;

use super::latency_probe;
use super::monitor;
use super::runtime::{self, Runtime};
use crate::pmpi::strangers::{self, ADVICE, OVERDUE};
use crate::pmpi::threads::{MULTIPLE, thread_level};
use crate::pmpi::{Comm, Failure, channel, is_usable, probe};
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

/// A variable, and a number that differs where its setting does.
type Number = (&'static str, u64);

fn compare(runtime: &Runtime) -> Result<(), Failure> {
    runtime.process()?;
    let world = Comm::world()?;
    let process = u64::from(std::process::id());
    if world.size() == 1 {
        strangers::none_in_world();
        monitor::finalize::agree(runtime, process);
        return Ok(());
    }
    let own = runtime.settings.own().decisive();
    // Where rank 0 gathers counts is decided again in MPI_Finalize, so that variable keeps no process here.
    let matters = |(own, default): (&Number, Number)| own.0 != "HSPLIT_MONITOR" && *own != default;
    let is_default = !own.iter().zip(Settings::read([]).0.decisive()).any(matters);
    let numbers = numbers(&own, if world.rank() == 0 { process } else { NOTHING });
    let Some(smallest) = world.smallest_unless_overdue(numbers, |passed| wait_no_longer(passed, is_default))? else {
        // This process has the cautious settings already.
        return Ok(());
    };
    strangers::none_in_world();
    let differs = |index: &usize| smallest[2 * index] != !smallest[2 * index + 1];
    let differing: Vec<&'static str> = (0..DECISIVE).filter(differs).map(|index| own[index].0).collect();
    let differing = runtime.settings.own().that_matter(differing);
    if !differing.is_empty() {
        runtime.settings.agree_on(&differing);
        for name in differing {
            tell(&world, name)?;
        }
    }
    monitor::finalize::agree(runtime, smallest[2 * DECISIVE]);
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

/// Each number and its complement: the smallest complement is that of the greatest number. Behind them another number,
/// which rank 0 tells the others: they have [`NOTHING`] there.
fn numbers(settings: &[Number; DECISIVE], told: u64) -> [u64; 2 * DECISIVE + 1] {
    let mut numbers = [told; 2 * DECISIVE + 1];
    for (index, (_, number)) in settings.iter().enumerate() {
        (numbers[2 * index], numbers[2 * index + 1]) = (*number, !*number);
    }
    numbers
}

/// Says once that processes are missing. A process without a setting of its own goes on then: its settings are the
/// cautious ones, whatever the others have.
fn wait_no_longer(passed: Duration, is_default: bool) -> bool {
    static SAID: Once = Once::new();
    if passed < OVERDUE {
        return false;
    }
    SAID.call_once(|| {
        let more = if is_default { "; it goes on without libhsplit's collective calls" } else { "" };
        log::warn!(
            target: NODE,
            "MPI_Init: this process has waited {} s for processes that have not loaded libhsplit; {ADVICE}{more}",
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
        log::warn!(
            "{name} is not the same in all processes: {}; {}. Give all hosts the same variables (Open MPI: mpiexec -x \
             {name})",
            by_value(&all),
            consequence(name)
        );
    }
    Ok(())
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
        let numbers = numbers(&settings, 7);
        assert_eq!(numbers[2 * DECISIVE], 7);
        assert!((0..DECISIVE).all(|index| numbers[2 * index] == !numbers[2 * index + 1]));
    }
}
