// SPDX-License-Identifier: MIT OR Apache-2.0
//! The binding stack: `HSPLIT_Bind_push`, `_push_comm`, `_pop` and `_get`.
//!
//! The process has one stack, protected by a lock. The binding before the first push is the home of the process. While
//! a binding is pushed, explicit splits use the pushed one, and the library's own data (the hierarchies of collective
//! calls, the map of a communicator) use the home.
//!
//! A push does not query hwloc: the node is known from the first one on ([`OwnNode`]). On an emulated machine
//! (`HSPLIT_EMULATE`), a push changes only the results of the sources, and neither a mask nor OpenMP.

use std::ffi::{CStr, c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::runtime::{self, Runtime};
use super::{cached_level, not_null, usable};
use crate::error::Error;
use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use hsplit_core::target::{self, Target};
use hsplit_host::affinity::{CALLER, Mask};
use hsplit_host::openmp;
use hsplit_host::own_node::{Binding, OwnNode};
use hsplit_host::rebind::{self, Change, RebindError, RebindRequest, Which};
use hsplit_host::source;
use hsplit_mpi::is_usable;

mod known;
mod options;

use known::Known;
pub use options::PushOptions;

/// The pushed bindings, and the state before them.
struct Stack {
    home: Option<Home>,
    frames: Vec<Frame>,
    known: Known,
}

/// The binding of the process when it was last read without a pushed one.
struct Home {
    /// The mask of the thread that read it, on a real machine.
    caller: Option<Mask>,
    cpus: Cpus,
}

/// A pushed binding.
struct Frame {
    binding: Arc<Binding>,
    /// The changes that were made for it; none on an emulated machine.
    change: Option<Change>,
}

static STACK: Mutex<Stack> = Mutex::new(Stack { home: None, frames: vec![], known: Known::nothing_yet() });

fn stack() -> MutexGuard<'static, Stack> {
    STACK.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stack {
    /// Returns the binding before the first push or, if none is pushed, the current one. The latter is read every time:
    /// other threads may have been started, have ended or been bound since.
    fn home(&mut self, runtime: &Runtime, node: &OwnNode) -> Result<Cpus, Error> {
        if let Some(home) = self.home.as_ref().filter(|_| !self.frames.is_empty()) {
            return Ok(home.cpus.clone());
        }
        let caller = if node.is_real() { Mask::of(CALLER).ok() } else { None };
        let cpus = runtime.cpus_of_sources()?.unwrap_or_else(|| node.whole());
        Ok(self.home.insert(Home { caller, cpus }).cpus.clone())
    }

    /// Returns the current binding; `home` if none is pushed.
    fn top<'a>(&'a self, home: &'a Cpus) -> &'a Cpus {
        top_of(&self.frames, home)
    }

    /// Parses a target for a process with this home.
    fn resolve(&mut self, node: &OwnNode, words: &CStr, home: &Cpus) -> Result<Arc<Binding>, Error> {
        let Self { frames, known, .. } = self;
        let top = top_of(frames, home);
        known.of_words(words, home, top, || {
            let target = Target::parse(&words.to_string_lossy())?;
            let (machine, allowed) = (node.machine(), node.allowed());
            let on = target::Ground { machine, home, top, allowed, local_rank: None };
            Ok(node.binding_of(target.resolve(&on)?))
        })
    }

    /// Pushes a binding, some of whose units are allowed. `home` is the last result of [`Self::home`].
    fn push(
        &mut self,
        runtime: &Runtime,
        home: Cpus,
        binding: Arc<Binding>,
        options: &PushOptions,
    ) -> Result<(), Error> {
        let node = runtime.own_node()?;
        let looked = self.home.as_ref().filter(|_| self.frames.is_empty());
        let before = looked.and_then(|home| home.caller.as_ref());
        let frame =
            if node.is_real() { bind(node, before, binding, options)? } else { Frame { binding, change: None } };
        let emulated = frame.change.is_none().then(|| frame.binding.cpus.clone());
        if self.frames.is_empty() || emulated.is_some() {
            source::push(home, emulated);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Pops all pushes after the first `depth` ones.
    fn pop_to(&mut self, depth: usize) -> Result<(), Error> {
        let mut first = Ok(());
        while self.frames.len() > depth {
            match self.pop() {
                // The push remains.
                Err(error @ Error::Rebind(RebindError::InParallel)) => return Err(error),
                ended => first = first.and(ended),
            }
        }
        first
    }

    /// Pops the last push.
    fn pop(&mut self) -> Result<(), Error> {
        let Some(frame) = self.frames.last() else { return Err(Error::NothingPushed) };
        if frame.change.is_some() && rebind::in_parallel() {
            return Err(RebindError::InParallel.into());
        }
        let frame = self.frames.pop();
        match (self.frames.last(), self.home.as_ref()) {
            (Some(Frame { binding, change: None }), Some(home)) => {
                source::push(home.cpus.clone(), Some(binding.cpus.clone()));
            }
            (Some(_), _) => {}
            (None, _) => source::pop_last(),
        }
        let Some(change) = frame.and_then(|frame| frame.change) else { return Ok(()) };
        let changed = change.undo(log::log_enabled!(log::Level::Info)).map_err(RebindError::from)?;
        if changed {
            log::info!("the program has changed the binding after a push; the pop restores the one of before the push");
        }
        Ok(())
    }
}

fn top_of<'a>(frames: &'a [Frame], home: &'a Cpus) -> &'a Cpus {
    frames.last().map_or(home, |frame| &frame.binding.cpus)
}

/// Binds the process on a real machine. `before` is the caller's mask, if it is known.
fn bind(node: &OwnNode, before: Option<&Mask>, binding: Arc<Binding>, options: &PushOptions) -> Result<Frame, Error> {
    if options.which != Which::Caller && openmp::runtimes().is_empty() {
        say_without_openmp();
    }
    let threads = options.threads.unwrap_or(binding.cores).max(1);
    let cores = if options.spread { node.parts_of(&binding.cpus) } else { vec![] };
    let request = RebindRequest {
        mask: &binding.mask,
        before,
        cores: cores.iter().map(|core| node.mask_of(core)).collect(),
        threads: options.sets_number.then_some(threads),
        blas: options.blas.then_some(threads),
        which: options.which,
    };
    let change = Change::make(&request)?;
    if options.spread || *change.given() == binding.mask {
        return Ok(Frame { binding, change: Some(change) });
    }
    let given = node.binding_of(node.cpus_of(change.given()));
    warn_of_less(node, &binding.cpus, &given.cpus);
    let fewer = threads_of_less(threads, binding.cores, given.cores);
    let change = if options.sets_number && fewer < threads {
        change.undo(false).map_err(RebindError::from)?;
        let blas = options.blas.then_some(fewer);
        Change::make(&RebindRequest { mask: &given.mask, threads: Some(fewer), blas, ..request })?
    } else {
        change
    };
    Ok(Frame { binding: Arc::new(given), change: Some(change) })
}

/// Returns the number of threads for the cores that the operating system has granted: at most as many per core as for
/// the requested cores.
fn threads_of_less(threads: u32, asked: u32, given: u32) -> u32 {
    threads.min(threads.div_ceil(asked.max(1)) * given.max(1))
}

/// A statically linked runtime cannot be found.
fn say_without_openmp() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        log::info!(
            "a binding is pushed and no OpenMP runtime is found: only masks of threads change (a runtime that is \
             linked statically keeps its number of threads)"
        );
    });
}

/// The allowed units may shrink at run time.
fn warn_of_less(node: &OwnNode, wanted: &Cpus, given: &Cpus) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        log::warn!(
            "the operating system gives {} of {}, the processing units that are pushed (its own numbers)",
            node.in_words(given),
            node.in_words(wanted)
        );
    });
}

impl Runtime {
    /// Returns the node of this process, which is determined at the first call.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub(crate) fn own_node(&self) -> Result<&'static OwnNode, Error> {
        static NODE: OnceLock<OwnNode> = OnceLock::new();
        if let Some(node) = NODE.get() {
            return Ok(node);
        }
        let machine = self.machine_of_sources()?.ok_or(Error::UnknownNode)?;
        Ok(NODE.get_or_init(|| OwnNode::new(machine)))
    }

    /// Returns the topology of this process's node.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub fn machine(&self) -> Result<Arc<Machine>, Error> {
        Ok(self.own_node()?.machine().clone())
    }

    /// Returns the binding before the first push or, if none is pushed, the current one.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub fn home(&self) -> Result<Cpus, Error> {
        stack().home(self, self.own_node()?)
    }

    /// Returns the current binding.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub fn top(&self) -> Result<Cpus, Error> {
        let home = self.home()?;
        Ok(stack().top(&home).clone())
    }

    /// Returns the units that the operating system allows now; `None` if it does not report them, and on an emulated
    /// machine, where they never change.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub fn allowed_now(&self) -> Result<Option<Cpus>, Error> {
        let node = self.own_node()?;
        Ok(node.look_at_allowed().map(|mask| node.cpus_of(&mask)))
    }

    /// Returns the units that the operating system allows now or, if it does not report them, allowed at the start.
    ///
    /// # Errors
    /// A native call fails, or nothing is known of the node.
    pub fn allowed(&self) -> Result<Cpus, Error> {
        Ok(self.allowed_now()?.unwrap_or(self.own_node()?.allowed().clone()))
    }
}

/// Pushes processing units, as far as they are allowed. Returns the number of bindings pushed before.
///
/// # Errors
/// None of the units is allowed, the operating system refuses, or the caller is in a parallel region.
pub fn push_cpus(runtime: &Runtime, cpus: &Cpus, options: &PushOptions) -> Result<usize, Error> {
    let node = runtime.own_node()?;
    let cpus = cpus.intersection(node.allowed());
    if cpus.is_empty() {
        return Err(Error::NotAllowed(node.in_words(node.allowed())));
    }
    let mut stack = stack();
    let home = stack.home(runtime, node)?;
    let (binding, depth) = (stack.known.of_units(cpus, |cpus| node.binding_of(cpus)), stack.frames.len());
    stack.push(runtime, home, binding, options)?;
    Ok(depth)
}

/// Pops all pushes after the first `depth` ones.
///
/// # Errors
/// The operating system refuses, or the caller is in a parallel region; then no further push is popped.
pub fn pop_to(depth: usize) -> Result<(), Error> {
    stack().pop_to(depth)
}

/// `HSPLIT_Bind_push`.
///
/// # Errors
/// An argument is invalid, or the operating system refuses.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn push_target(target: *const c_char, info: MPI_Info) -> Result<(), Error> {
    not_null(target, "where")?;
    let Some(runtime) = at_work()? else { return Ok(()) };
    // SAFETY: not NULL by the check above, and a string by this function's contract.
    let words = unsafe { CStr::from_ptr(target) };
    let node = runtime.own_node()?;
    let mut stack = stack();
    let home = stack.home(runtime, node)?;
    let binding = stack.resolve(node, words, &home)?;
    let options = PushOptions::read(info)?;
    stack.push(runtime, home, binding, &options)
}

/// `HSPLIT_Bind_push_comm`.
///
/// # Errors
/// An argument is invalid, or the operating system refuses.
pub fn push_comm(handle: MPI_Comm, info: MPI_Info) -> Result<(), Error> {
    let Some(runtime) = at_work()? else { return Ok(()) };
    usable(handle, "comm")?;
    let options = PushOptions::read(info)?;
    let machine = runtime.machine()?;
    let instance = cached_level::instance(handle)?.and_then(|path| machine.object_at(path));
    let units = instance.ok_or(Error::NoInstance("comm"))?.units.clone();
    push_cpus(runtime, &Cpus::from(units), &options).map(drop)
}

/// `HSPLIT_Bind_pop`. It makes no MPI call, so a program may clean up after `MPI_Finalize`.
///
/// # Errors
/// No binding is pushed, the operating system refuses, or the caller is in a parallel region.
pub fn pop_last() -> Result<(), Error> {
    if runtime::get().is_disabled() { Ok(()) } else { stack().pop() }
}

/// The outputs of `HSPLIT_Bind_get`; NULL if they are not requested.
#[derive(Clone, Copy)]
pub struct Outputs {
    /// The binding as text, cut to `size` characters including the NUL.
    pub text: *mut c_char,
    /// The capacity of the text.
    pub size: c_int,
    /// The number of cores.
    pub cores: *mut c_int,
    /// The number of processing units.
    pub units: *mut c_int,
    /// The number of pushed bindings.
    pub pushed: *mut c_int,
}

impl Outputs {
    /// # Safety
    /// The outputs are NULL or as long as stated.
    unsafe fn put(&self, words: &str, numbers: [usize; 3]) {
        for (output, number) in [self.cores, self.units, self.pushed].into_iter().zip(numbers) {
            if !output.is_null() {
                // SAFETY: not NULL, and therefore a place for an int, by this function's contract.
                unsafe { *output = c_int::try_from(number).unwrap_or(c_int::MAX) };
            }
        }
        let Some(room) = usize::try_from(self.size).ok().filter(|room| *room > 0 && !self.text.is_null()) else {
            return;
        };
        let length = words.len().min(room - 1);
        // SAFETY: `text` has `size` characters by this function's contract, and `length` is less, so the NUL fits. The
        // source is the library's own memory.
        unsafe {
            self.text.cast::<u8>().copy_from_nonoverlapping(words.as_ptr(), length);
            *self.text.add(length) = 0;
        }
    }
}

/// `HSPLIT_Bind_get`.
///
/// # Errors
/// An argument is invalid.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn get(outputs: Outputs) -> Result<(), Error> {
    if outputs.size < 0 {
        return Err(Error::Negative("size", outputs.size));
    }
    // SAFETY: each output is NULL or the program's until this call returns, and as long as `outputs` says.
    let put = |words: &str, numbers| unsafe { outputs.put(words, numbers) };
    put("", [0; 3]);
    let Some(runtime) = at_work()? else { return Ok(()) };
    let node = runtime.own_node()?;
    let top = runtime.top()?;
    let numbers = [node.cores_in(&top) as usize, top.len(), stack().frames.len()];
    put(&node.describe(&top), numbers);
    Ok(())
}

/// Returns the library's state, unless the library is disabled.
fn at_work() -> Result<Option<&'static Runtime>, Error> {
    let runtime = runtime::get();
    match runtime.is_disabled() {
        true => Ok(None),
        false if is_usable() => Ok(Some(runtime)),
        false => Err(Error::NotUsable),
    }
}
