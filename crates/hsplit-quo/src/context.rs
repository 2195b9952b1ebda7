// SPDX-License-Identifier: MIT OR Apache-2.0
//! Contexts: the node, its processes and their bindings.

use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hsplit_core::cpus::Cpus;
use hsplit_core::machine::Machine;
use hsplit_host::launcher::Process;
use hsplit_host::own_node::OwnNode;
use hsplit_host::preload;
use hsplit_host::source::Sources;
use hsplit_settings::Settings;

use crate::bindings::Bindings;
use crate::choice;
use crate::codes::{Code, Kind, Policy, Units};
use crate::mpi::{self, Combine, Comm, Handle, Handler, Info, Placement};
use crate::objects::Objects;

/// Info keys of a push: it binds all threads that had the same binding, as libquo binds the whole process. The program
/// itself sets its number of threads.
const PUSH: &[(&str, &str)] = &[("hsplit_bind_threads", "process"), ("hsplit_omp", "keep")];

/// A context.
pub(crate) struct Context {
    /// Freed before its communicator, `node`.
    barrier: Placement,
    /// The processes of this node.
    node: Comm,
    /// The error handler for the program's communicators.
    handler: Handler,
    /// The number of this process on its node, and the number of processes there.
    pub(crate) id: usize,
    pub(crate) processes: usize,
    pub(crate) nodes: usize,
    pub(crate) objects: Objects,
    bindings: Bindings,
    /// The units that the operating system allows to this process.
    allowed: Cpus,
    push: Info,
    /// Number of bindings that this context has pushed.
    pushed: Mutex<usize>,
}

impl Context {
    /// Creates a context. Collective over the communicator: if one process has invalid arguments, all fail.
    ///
    /// # Safety
    /// The handle is a communicator, or `MPI_COMM_NULL`.
    pub(crate) unsafe fn new(comm: Handle, arguments: Result<Units, Code>) -> Result<Self, Code> {
        mpi::needed()?;
        // SAFETY: `comm` is a communicator or `MPI_COMM_NULL`, by this function's contract, and MPI is initialised.
        let (all, handler) = unsafe { Comm::duplicate(comm) }?;
        all.agree(arguments.map(|units| [units as c_int, 0]))?;
        // If libhsplit is disabled, no process gets a communicator.
        let node = all.split(Kind::Machine.level())?.ok_or(Code::NotSupported)?;
        let [nodes] = all.combine([c_int::from(node.rank()? == 0)], Combine::Sum)?;
        let mut context = all.whole(Self::on(node, handler, arguments?, nodes as usize))?;
        context.bindings.close();
        Ok(context)
    }

    /// Creates the context of this process. Collective over the processes of the node.
    fn on(node: Comm, handler: Handler, units: Units, nodes: usize) -> Result<Self, Code> {
        let (rank, ranks) = mpi::in_world()?;
        // libhsplit itself warns of invalid settings. It has removed the settings of `hsplit run` from the environment.
        preload::recall();
        let (settings, _) = Settings::of_environment();
        let machine = Sources::new(&settings.places).machine(Process { rank, ranks });
        let machine = node.whole(machine.ok_or(Code::Topology))?;
        let bindings = node.whole(Bindings::new(&node, &machine))?;
        // After this, the other processes may read the binding.
        node.whole(bindings.own(&machine))?;
        let push = node.whole(Info::new(PUSH))?;
        let (id, processes) = (node.rank()?, node.size()?);
        // The last step that may fail, because freeing is also collective.
        let barrier = node.whole(Placement::new(&node))?;
        let (allowed, objects) = (OwnNode::new(machine.clone()).allowed().clone(), Objects::new(machine, units));
        let pushed = Mutex::new(0);
        Ok(Self { barrier, node, handler, id, processes, nodes, objects, bindings, allowed, push, pushed })
    }

    fn machine(&self) -> &Machine {
        self.objects.machine()
    }

    /// The binding of this process.
    fn binding(&self) -> Result<Cpus, Code> {
        self.bindings.own(self.machine())
    }

    /// The same, in counted units.
    fn counted(&self) -> Result<Cpus, Code> {
        self.binding().map(|binding| self.objects.counted(&binding))
    }

    /// True if this process has a unit of an object.
    pub(crate) fn has_units_of(&self, kind: Kind, index: c_int) -> Result<bool, Code> {
        let object = self.objects.one(kind, index)?;
        Ok(object.intersects(&self.counted()?))
    }

    /// Returns the processes of the node that have a unit of an object.
    pub(crate) fn ids_in(&self, kind: Kind, index: c_int) -> Result<Vec<c_int>, Code> {
        let object = self.objects.one(kind, index)?;
        let bindings = self.bindings.all(self.machine())?;
        let is_in = |binding: &Cpus| object.intersects(&self.objects.counted(binding));
        Ok((0..).zip(bindings).filter(|(_, binding)| is_in(binding)).map(|(id, _)| id).collect())
    }

    /// True if this process is bound to fewer units than the operating system allows.
    pub(crate) fn is_bound(&self) -> Result<bool, Code> {
        Ok(!self.objects.counted(&self.allowed).is_subset(&self.counted()?))
    }

    /// Returns the binding of this process as a list of the operating system's numbers.
    pub(crate) fn binding_in_words(&self) -> Result<String, Code> {
        Ok(self.list_of(&self.binding()?))
    }

    fn list_of(&self, units: &Cpus) -> String {
        self.machine().to_os(units).to_string()
    }

    /// Binds this process to an object.
    pub(crate) fn push(&self, policy: Policy, kind: Kind, index: c_int) -> Result<(), Code> {
        let object = match policy {
            Policy::Provided => self.objects.one(kind, index)?,
            Policy::First => self.objects.first_of(kind, &self.binding()?)?,
        };
        let mut pushed = self.pushed();
        mpi::bind_push(&self.list_of(&object), &self.push)?;
        *pushed += 1;
        self.binding().map(drop)
    }

    /// Undoes the last push of this context.
    pub(crate) fn pop(&self) -> Result<(), Code> {
        let mut pushed = self.pushed();
        let left = pushed.checked_sub(1).ok_or(Code::Pop)?;
        mpi::bind_pop()?;
        *pushed = left;
        // After the end of MPI no process reads it any more.
        if mpi::is_running() { self.binding().map(drop) } else { Ok(()) }
    }

    fn pushed(&self) -> MutexGuard<'_, usize> {
        self.pushed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for all processes of the node.
    pub(crate) fn barrier(&self) -> Result<(), Code> {
        mpi::needed()?;
        self.barrier.wait()
    }

    /// True if this process is one of the working ones. Collective over the processes of the node: if one process has
    /// invalid arguments, all fail.
    pub(crate) fn is_selected(&self, arguments: Result<(Kind, c_int), Code>) -> Result<bool, Code> {
        mpi::needed()?;
        self.node.agree(arguments.map(|(kind, most)| [kind as c_int, most]))?;
        let bindings: Vec<_> = self.gathered()?.iter().map(|binding| self.objects.counted(binding)).collect();
        let (kind, most) = arguments?;
        choice::is_selected(&self.objects, kind, most as usize, &bindings, self.id)
    }

    /// Returns the bindings of all processes of the node at this call, the same list at each of them.
    fn gathered(&self) -> Result<Vec<Cpus>, Code> {
        let mut own = vec![0; self.machine().units().len().div_ceil(8)];
        self.node.whole(self.binding())?.iter().for_each(|unit| own[unit as usize / 8] |= 1 << (unit % 8));
        let all = self.node.gather(&own)?;
        let has = |bits: &[u8], unit: u32| bits[unit as usize / 8] & 1 << (unit % 8) != 0;
        Ok(all.chunks(own.len()).map(|bits| self.machine().whole().filter(|unit| has(bits, *unit)).collect()).collect())
    }

    /// Returns a communicator of the processes that are bound inside the same object as this one; `None` if this one is
    /// bound inside none. Collective over the processes of the node: if one process has invalid arguments, all fail.
    pub(crate) fn comm_of(&self, arguments: Result<Kind, Code>) -> Result<Option<Handle>, Code> {
        mpi::needed()?;
        self.node.agree(arguments.map(|kind| [kind as c_int, 0]))?;
        let inside = self.node.split(arguments?.level())?;
        inside.map(|inside| inside.give_away(&self.handler)).transpose()
    }
}
