// SPDX-License-Identifier: MIT OR Apache-2.0
//! `HSPLIT_Win_allocate_shared` and `HSPLIT_Win_query_level`: a shared window for each instance of a level, in the
//! memory of the level.
//!
//! The ranks of a node agree on the instance as for `HSPLIT_SHARED`, and the native MPI creates the window. The first
//! rank of the instance determines the NUMA nodes of its memory; then each rank binds its own segment, before the
//! program has its address, and touches the pages.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use mpi_sys::{MPI_Aint, MPI_Comm, MPI_Info, MPI_Win};

use super::level_info::copy_name;
use super::nowhere::Whole;
use super::runtime::{self, Runtime};
use super::seemingly_local::node_that_agrees;
use super::shared_level::part;
use super::{info_value, intracommunicator, latency_probe, list_output, not_null, peers};
use crate::error::Error;
use crate::split_types::Compared;
use hsplit_core::communicator::Communicator;
use hsplit_core::cpus::Cpus;
use hsplit_core::device::HIGH_BANDWIDTH_MEMORY;
use hsplit_core::hash::hash;
use hsplit_core::level::{MACHINE, SHARED_MEMORY, canonical, is_named};
use hsplit_core::memory::{MemoryKind, near};
use hsplit_core::name::Name;
use hsplit_core::place::Place;
use hsplit_core::table::UNKNOWN;
use hsplit_host::logger::NODE;
use hsplit_host::numa_memory::{Pages, Segment};
use hsplit_mpi::constants::win_null;
use hsplit_mpi::window::{self, Keyval, Mark};
use hsplit_mpi::{Comm, Failure, OwnedComm, info, is_usable};

/// The arguments of `HSPLIT_Win_allocate_shared`.
#[derive(Clone, Copy)]
pub struct Arguments {
    /// The level's name.
    pub level: *const c_char,
    /// The length of this rank's segment.
    pub size: MPI_Aint,
    /// The unit of displacements.
    pub disp_unit: c_int,
    /// The kind of memory, and keys of the native MPI.
    pub info: MPI_Info,
    /// The ranks that make the call.
    pub comm: MPI_Comm,
    /// The output for the address of the segment.
    pub baseptr: *mut c_void,
    /// The output for the window.
    pub win: *mut MPI_Win,
}

/// The mark on a window of this call.
struct Kept {
    level: Name,
    /// The NUMA nodes, by the operating system's numbers.
    memory: Name,
    pages: Pages,
    /// Freed after the window.
    _ranks: Option<Outliving>,
}

/// A communicator that outlives its window: Intel MPI (2021.18) crashes in `MPI_Win_lock_all` and `MPI_Win_free` if the
/// communicator of a shared window has been freed. It frees communicators without messages.
struct Outliving(Option<OwnedComm>);

/// Communicators whose windows are freed.
static OUTLIVED: Mutex<Vec<OwnedComm>> = Mutex::new(vec![]);

impl Drop for Outliving {
    fn drop(&mut self) {
        OUTLIVED.lock().unwrap_or_else(PoisonError::into_inner).extend(self.0.take());
    }
}

fn free_outlived() {
    OUTLIVED.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

static KEYVAL: Keyval = Keyval::declare();

impl Mark for Kept {
    const IS_OWNED: bool = true;

    fn keyval() -> &'static Keyval {
        &KEYVAL
    }
}

/// Frees the objects in the native MPI. Called before `MPI_Finalize`.
pub fn release() {
    free_outlived();
    KEYVAL.release();
}

/// The request of a rank.
struct Wish {
    level: String,
    kind: Option<MemoryKind>,
    /// True if the first rank of an instance has the only segment.
    is_one: bool,
}

impl Wish {
    /// # Safety
    /// The level is NULL or a string.
    unsafe fn read(arguments: &Arguments) -> Result<Self, Error> {
        not_null(arguments.level, "level")?;
        not_null(arguments.baseptr, "baseptr")?;
        not_null(arguments.win, "win")?;
        if arguments.disp_unit < 1 {
            return Err(Error::WindowUnit(arguments.disp_unit));
        }
        if arguments.size < 0 {
            return Err(Error::WindowSize(arguments.size.to_string()));
        }
        info::warn_of_unknown(arguments.info).map_err(Error::of_info)?;
        // SAFETY: not NULL, and therefore a string by this function's contract.
        let level = unsafe { CStr::from_ptr(arguments.level) }.to_string_lossy().trim().to_owned();
        let level = if canonical(&level) == SHARED_MEMORY { MACHINE.to_owned() } else { level };
        let kind = info_value(arguments.info, c"hsplit_memory", "dram or hbm", |word| match word {
            "dram" => Some(MemoryKind::Ordinary),
            "hbm" => Some(MemoryKind::HighBandwidth),
            _ => None,
        })?;
        let of_level = (canonical(&level) == HIGH_BANDWIDTH_MEMORY).then_some(MemoryKind::HighBandwidth);
        let is_one = info_value(arguments.info, c"hsplit_segment", "each or first", |word| match word {
            "each" => Some(false),
            "first" => Some(true),
            _ => None,
        })?;
        Ok(Self { level, kind: kind.or(of_level), is_one: is_one.unwrap_or(false) })
    }

    fn hash(&self) -> u64 {
        hash(format!("{} {:?} {}", canonical(&self.level), self.kind, self.is_one).as_bytes())
    }
}

/// The memory of an instance, determined by its first rank.
#[derive(Default)]
struct Target {
    /// NUMA nodes, by the operating system's numbers.
    nodes: Cpus,
    /// Their memory, in bytes.
    bytes: u64,
    /// True if they are nodes of the real machine.
    is_real: bool,
}

/// Number of words for the numbers of NUMA nodes: Linux has at most 1,024.
const WORDS: usize = 16;

impl Target {
    /// Returns the memory of this process's instance of a level; `None` if it is in none.
    fn find(runtime: &Runtime, wish: &Wish) -> Option<Self> {
        let node = runtime.own_node().ok()?;
        let machine = node.machine();
        let own = runtime.cpus_of_sources().ok()?.unwrap_or_else(|| node.whole());
        let instances = machine.sets(&canonical(&wish.level));
        let instance = instances.into_iter().rev().find(|units| own.is_subset(units)).unwrap_or(own);
        let found = near(machine.memory(), &instance, wish.kind);
        let bytes = found.iter().fold(0u64, |all, memory| all.saturating_add(memory.bytes));
        Some(Self { nodes: found.into_iter().map(|memory| memory.number).collect(), bytes, is_real: node.is_real() })
    }

    /// Returns the memory of the first rank. Collective.
    fn agreed(self, comm: &Comm) -> Result<Self, Failure> {
        let mut words = [0; WORDS + 2];
        let known = self.nodes.iter().filter(|node| (*node as usize) < WORDS * 64);
        known.for_each(|node| words[node as usize / 64] |= 1 << (node % 64));
        (words[WORDS], words[WORDS + 1]) = (self.bytes, u64::from(self.is_real));
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        comm.broadcast(&mut bytes)?;
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(size_of::<u64>())) {
            *word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        }
        let nodes = (0..WORDS as u32 * 64).filter(|node| words[*node as usize / 64] >> (node % 64) & 1 == 1).collect();
        Ok(Self { nodes, bytes: words[WORDS], is_real: words[WORDS + 1] == 1 })
    }

    /// Returns why no segment is bound to it; `None` if they are. `wanted`: the length of all segments.
    fn refusal(&self, wish: &Wish, wanted: u64) -> Option<String> {
        let kind = match wish.kind {
            Some(MemoryKind::HighBandwidth) => " of high bandwidth",
            Some(MemoryKind::Ordinary) => " of the ordinary kind",
            _ => "",
        };
        if self.nodes.is_empty() {
            return Some(format!("{} has no memory{kind} here", wish.level));
        }
        (self.is_real && wanted > self.bytes).then(|| {
            format!("the NUMA nodes {} of {} have {} bytes, fewer than {wanted}", self.nodes, wish.level, self.bytes)
        })
    }
}

/// Creates a window. Collective.
///
/// # Errors
/// An argument is invalid (on every rank), or a native call fails.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn allocate(arguments: Arguments) -> Result<(), Error> {
    if !arguments.win.is_null() {
        // SAFETY: not NULL, and a place for a handle by the contract of HSPLIT_Win_allocate_shared.
        unsafe { *arguments.win = win_null() };
    }
    intracommunicator(arguments.comm, "comm")?;
    free_outlived();
    let runtime = runtime::get();
    // SAFETY: the handle is that of this call of the program, and `intracommunicator` has checked it.
    let comm = unsafe { Comm::new(arguments.comm) }?;
    peers::complete(&comm)?;
    latency_probe::before(runtime, arguments.comm)?;
    // SAFETY: the level is NULL or a string by the contract of HSPLIT_Win_allocate_shared.
    let wish = unsafe { Wish::read(&arguments) };
    let (hash, fault) = (wish.as_ref().map_or(0, Wish::hash), wish.as_ref().err().map(Error::class));
    let node = node_that_agrees(runtime, &comm, Compared::SharedWindow, hash, fault).map_err(|error| match error {
        Error::LevelsDiffer { first, other } => {
            Error::ArgumentsDiffer { first, other, what: "level, hsplit_memory or hsplit_segment" }
        }
        error => error,
    });
    let wish = wish?;
    let (ranks, level, target) = instance(runtime, node?.kept()?, &wish)?;
    let target = target.map(|target| target.agreed(&ranks)).transpose().map_err(Error::Inner)?;
    // SAFETY: `Wish::read` has checked for NULL, on every rank. The arguments are those of the program's call.
    let (win, segment) = unsafe { native(&arguments, &ranks, wish.is_one) }.map_err(Error::Inner)?;
    let pages = place(&segment, &ranks, &wish, target.as_ref()).map_err(Error::Inner)?;
    let memory = target.map_or_else(String::new, |target| target.nodes.to_string());
    let _ranks = runtime.native.description.contains("Intel").then(|| Outliving(Some(ranks)));
    window::keep(win, Kept { level, memory: Name::new(&memory), pages, _ranks }).map_err(Error::Inner)
}

/// Returns the ranks of the caller's instance of the level, the name of the level, and its memory. If one rank of the
/// node is in no instance, they are all ranks of the node, and no memory is selected. Collective over the node.
fn instance(runtime: &Runtime, node: OwnedComm, wish: &Wish) -> Result<(OwnedComm, Name, Option<Target>), Error> {
    let part = match runtime.is_disabled() {
        true => None,
        false => part(runtime, &node, &wish.level, Whole::Window).map_err(Error::Inner)?,
    };
    match part {
        Some((ranks, place)) => {
            let target = Target::find(runtime, wish).unwrap_or_default();
            Ok((ranks.kept().map_err(Error::Inner)?, level_of(&place, &wish.level), Some(target)))
        }
        None => Ok((node, Name::new(MACHINE), None)),
    }
}

/// Returns the usual name of a level that the program may have named differently, such as `numa`; a device keeps its
/// name.
fn level_of(place: &Place, wanted: &str) -> Name {
    let wanted_name = canonical(wanted);
    let mut names = place.steps().iter().rev().flat_map(|step| step.level.names());
    let found = names.find(|name| is_named(&[canonical(name.as_str())], &wanted_name));
    found.copied().unwrap_or_else(|| Name::new(wanted))
}

/// Creates the native window of these ranks, with this rank's segment. Collective.
///
/// # Safety
/// The arguments are those of the program's call, and the outputs are not NULL.
unsafe fn native(arguments: &Arguments, ranks: &Comm, is_one: bool) -> Result<(MPI_Win, Segment), Failure> {
    let size = if is_one && ranks.rank() > 0 { 0 } else { arguments.size };
    let (base, win) = window::allocate_shared(size, arguments.disp_unit, arguments.info, ranks)?;
    let shown = if is_one { window::first_segment(win)? } else { base };
    // SAFETY: places for an address and a handle, by this function's contract. (An address in a program's structure may
    // be unaligned.)
    unsafe {
        arguments.baseptr.cast::<*mut c_void>().write_unaligned(shown);
        *arguments.win = win;
    }
    // SAFETY: MPI has just allocated it for this rank, and nothing else has its address before this call returns.
    Ok((win, unsafe { Segment::new(base, usize::try_from(size).unwrap_or(0)) }))
}

/// Binds the segments of an instance, and counts the pages of all. Collective.
fn place(segment: &Segment, ranks: &Comm, wish: &Wish, target: Option<&Target>) -> Result<Pages, Failure> {
    let wanted = ranks.sum(segment.length() as u64)?;
    let refusal = target.and_then(|target| target.refusal(wish, wanted));
    let mut pages = segment.pages();
    let mut failed = false;
    if let Some(target) = target.filter(|target| target.is_real && refusal.is_none()) {
        let nodes: Vec<u32> = target.nodes.iter().collect();
        // MPIs allocate the window of one rank on the heap, where other memory follows it.
        let unbind = || if ranks.size() == 1 { segment.unbind() } else { Ok(()) };
        match segment.bind(&nodes).and_then(|()| unbind()).and_then(|()| segment.find(&nodes)) {
            Ok(found) => pages = found,
            Err(why) => {
                failed = true;
                let nodes = &target.nodes;
                log::warn!(target: NODE, "HSPLIT_Win_allocate_shared: cannot bind to the NUMA nodes {nodes}: {why}");
            }
        }
    }
    let sums = ranks.sums(&[pages.all, pages.placed, u64::from(failed)])?;
    let pages = Pages { all: sums[0], placed: sums[1] };
    if let (0, Some(target)) = (ranks.rank(), target) {
        tell(wish, target, refusal, pages, sums[2]);
    }
    Ok(pages)
}

/// Logs the result.
fn tell(wish: &Wish, target: &Target, refusal: Option<String>, pages: Pages, failed: u64) {
    let Pages { all, placed } = pages;
    match refusal {
        Some(why) => log::warn!(target: NODE, "HSPLIT_Win_allocate_shared: the window is not bound: {why}"),
        None if !target.is_real => log::debug!("a window is not bound: the machine is emulated"),
        None if placed < all && failed == 0 => log::warn!(
            target: NODE,
            "HSPLIT_Win_allocate_shared: {placed} of {all} pages are on the NUMA nodes {} of {}",
            target.nodes,
            wish.level
        ),
        None => log::debug!("a window has {placed} of {all} pages on the NUMA nodes {}", target.nodes),
    }
}

/// The outputs of `HSPLIT_Win_query_level`; NULL if they are not wanted.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The name of the level.
    pub level: *mut c_char,
    /// The NUMA nodes.
    pub memory: *mut c_char,
    /// The number of pages.
    pub pages: *mut c_int,
    /// The number of pages on these nodes.
    pub placed: *mut c_int,
}

/// Returns the level of a window, and the placement of its memory.
///
/// # Errors
/// The native MPI rejects the handle.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn query(win: MPI_Win, outputs: Outputs) -> Result<(), Error> {
    if !is_usable() {
        return Err(Error::NotUsable);
    }
    let kept = window::found::<Kept>(win)?;
    let (level, memory) = kept.map_or((UNKNOWN, Name::new("")), |kept| (kept.level, kept.memory));
    let pages = kept.map_or(Pages::default(), |kept| kept.pages);
    for (output, name) in [(outputs.level, level), (outputs.memory, memory)] {
        if !output.is_null() {
            // SAFETY: not NULL, and MPI_MAX_OBJECT_NAME characters long by the contract of HSPLIT_Win_query_level.
            unsafe { copy_name(name, output) };
        }
    }
    for (output, number) in [(outputs.pages, pages.all), (outputs.placed, pages.placed)] {
        // SAFETY: NULL or a place for an int, by the contract of HSPLIT_Win_query_level.
        unsafe { list_output::put_some(output, 1, [list_output::number(number)].into_iter()) };
    }
    Ok(())
}
