// SPDX-License-Identifier: MIT OR Apache-2.0
//! `MPI_Comm_split_type`, intercepted.
//!
//! The library's own types and the standard's hardware types are split here. Every other type gets the native result.
//! Every call on an intracommunicator begins with the same exchange, because a rank that passes `MPI_UNDEFINED` does
//! not know which of the two the others pass.

use std::ffi::c_int;
use std::sync::{Arc, Once};

use mpi_sys::{MPI_Comm, MPI_Info};

use super::cached_level::Beside;
use super::criteria::criteria;
use super::peers::{self, Company};
use super::runtime::{self, Runtime};
use super::{NativeCall, Next, cached_level, latency_probe, not_null, nowhere, report, shared_level, show};
use crate::error::Error;
use crate::split_types::{
    HSPLIT_COMM_TYPE_HW_GUIDED, HSPLIT_COMM_TYPE_HW_UNGUIDED, HSPLIT_COMM_TYPE_NEIGHBORHOOD,
    HSPLIT_COMM_TYPE_RESOURCE_GUIDED, MPI_COMM_TYPE_HW_SUBDOMAIN, MPI_COMM_TYPE_PHYSICAL_TOPOLOGY, is_ours,
    open_mpi_level,
};
use hsplit_core::communicator::Communicator;
use hsplit_core::criteria::Criteria;
use hsplit_core::level::{SHARED_MEMORY, canonical};
use hsplit_core::request::{Request, Resource, SplitSpec};
use hsplit_core::split::{self, Outcome, Split};
use hsplit_host::logger::NODE;
use hsplit_host::source::node::opaque_place;
use hsplit_mpi::constants::{SUCCESS, UNDEFINED, comm_null, comm_type_shared, info_null};
use hsplit_mpi::info::Neighbourhood;
use hsplit_mpi::native::StandardType;
use hsplit_mpi::raw::{self, RawHandle};
use hsplit_mpi::{Comm, Failure, OwnedComm, comm, info, is_usable, optional};
use hsplit_settings::Feature;

/// The arguments of a call.
#[derive(Clone, Copy)]
pub struct Arguments {
    /// The communicator to split.
    pub comm: MPI_Comm,
    /// The split type.
    pub split_type: c_int,
    /// The requested rank order.
    pub key: c_int,
    /// The requested level, or none.
    pub info: MPI_Info,
    /// The output.
    pub newcomm: *mut MPI_Comm,
}

/// The meaning of a split type's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SplitKind {
    Undefined,
    /// The next level, regardless of info.
    Unguided,
    /// The level that info names.
    Guided,
    /// The level or the process set that info names.
    ResourceGuided,
    /// The level or the process set that info names, or else the next level.
    UnguidedUnlessNamed,
    /// A level of this name (Open MPI).
    Level(&'static str),
    /// MPICH's neighbourhood keys in info.
    Neighbourhood,
    Native,
}

impl Arguments {
    /// Returns the arguments with which a rank takes part in the native call and gets `MPI_COMM_NULL`. (MPICH fails on
    /// hints then.)
    pub fn without_result(self) -> Self {
        Self { split_type: UNDEFINED, info: info_null(), ..self }
    }

    /// Makes the native call with these arguments.
    ///
    /// # Safety
    /// The program's contract (`capi`) of the C function.
    pub unsafe fn native(&self) -> c_int {
        let (comm, info) = (RawHandle::of(self.comm), RawHandle::of(self.info));
        // SAFETY: by this function's contract, the arguments are valid for MPI_Comm_split_type, and `capi` has
        // converted the handles to those of this MPI.
        unsafe { raw::comm_split_type(comm, self.split_type, self.key, info, self.newcomm.cast()) }
    }

    fn clear(&self) {
        if !self.newcomm.is_null() {
            // SAFETY: not NULL, and a place for a handle by the contract of MPI_Comm_split_type.
            unsafe { *self.newcomm = comm_null() };
        }
    }
}

/// A native call, with the library's steps for the new communicator.
pub struct NativeSplit {
    arguments: Arguments,
    after: After,
}

/// The steps after a native call.
enum After {
    Nothing,
    /// Compare the native result with the number of ranks of the communicator on this node.
    Compare(Option<u32>),
    /// The same, and the communicators get their level.
    Name(Option<u32>),
    /// The same, and each is divided by a level inside the node.
    Divide(Option<u32>),
}

impl NativeCall for NativeSplit {
    fn make(&self) -> c_int {
        // SAFETY: the arguments are the program's, with this call. `carry_out` may have replaced the type by
        // MPI_COMM_TYPE_SHARED if it has this meaning.
        unsafe { self.arguments.native() }
    }

    fn follow(self, code: c_int) -> Result<c_int, Error> {
        let (After::Compare(same_node) | After::Name(same_node) | After::Divide(same_node)) = self.after else {
            return Ok(code);
        };
        compare_nodes(runtime::get(), self.arguments, code, same_node);
        match self.after {
            // SAFETY: the exchange in `carry_out` compared every rank's errors, of which a NULL output is one. So it is
            // not NULL, and `make` has made the native call.
            After::Name(_) => unsafe { name_node(&parent(&self.arguments)?, self.arguments, code)? },
            // SAFETY: as above. The program does not use the output during its call.
            After::Divide(_) if code == SUCCESS => unsafe { divide(&mut *self.arguments.newcomm)? },
            _ => {}
        }
        Ok(code)
    }
}

/// A native call without further steps.
fn native(arguments: Arguments) -> Next<NativeSplit> {
    Next::Native(NativeSplit { arguments, after: After::Nothing })
}

/// Splits by the arguments, or returns the native call.
///
/// # Errors
/// An argument is invalid, on every rank.
///
/// # Safety
/// The program's contract (`capi`) of the C function.
pub unsafe fn split_type(arguments: Arguments) -> Result<Next<NativeSplit>, Error> {
    let runtime = runtime::get();
    let (kind, selector) = split_kind(runtime, arguments.split_type);
    let standard = runtime.native.standard_type(arguments.split_type);
    // Errors leave no other communicator there.
    if is_ours(arguments.split_type) {
        arguments.clear();
    }
    if !is_usable() || comm::is_null(arguments.comm) {
        return Ok(native(arguments));
    }
    if comm::is_inter(arguments.comm)? {
        // The MPI's own types have their meaning there, such as `mpi_shared_memory`, and ranks with MPI_UNDEFINED take
        // part in the native call.
        if !is_ours(arguments.split_type) {
            return Ok(native(arguments));
        }
        return Err(Error::Intercommunicator("comm"));
    }
    let comm = parent(&arguments)?;
    if runtime.hands_back(arguments.split_type, standard) && peers::share(&comm, Feature::Native)? {
        return Ok(native(arguments));
    }
    match peers::company(&comm)? {
        Company::Complete => {}
        // Processes of another world may lack the library: a split by node needs no exchange with them. After the first
        // exchange all take part, because others may pass a type of the library.
        Company::Foreign if matches!(kind, SplitKind::Native | SplitKind::Undefined) && !comm.has_met()? => {
            return Ok(native(arguments));
        }
        Company::Foreign => {}
        Company::Incomplete if is_ours(arguments.split_type) => return without_some(arguments, &comm),
        // Processes without the library make the native call, whatever their type is.
        Company::Incomplete => return Ok(native(arguments)),
    }
    latency_probe::before(runtime, arguments.comm)?;
    let local = local_request(runtime, &arguments, kind, selector)?;
    // SAFETY: the arguments are those of the program's call, with an intracommunicator that is not MPI_COMM_NULL, and a
    // place for the result.
    unsafe { carry_out(runtime, arguments, local) }
}

/// Performs a split along the hardware for which some processes lack the library: all get `MPI_COMM_NULL`, by a native
/// call in which these processes take part, too.
fn without_some(arguments: Arguments, comm: &Comm) -> Result<Next<NativeSplit>, Error> {
    static SAID: Once = Once::new();
    let lacking = peers::lacking(comm)?;
    SAID.call_once(|| {
        log::warn!(target: NODE, "MPI_Comm_split_type: {lacking}; all ranks get MPI_COMM_NULL");
    });
    Ok(native(arguments.without_result()))
}

/// A request, with data that stays on this rank.
struct LocalRequest {
    request: Request,
    /// This rank's own error.
    own_error: Option<Error>,
    /// The type for the native call, if it is made.
    native_type: c_int,
    /// The named level or process set, if there is one.
    wanted: Option<Resource>,
    /// True if the resulting level is written into the info object.
    answers: bool,
}

/// The request of a rank, after reading its info object.
enum Selector {
    /// No communicator.
    Nothing,
    /// The native MPI's result for this type.
    Native(c_int),
    /// `MPI_COMM_TYPE_SHARED` of the native MPI, by its name.
    SharedMemory,
    /// The next level, or the one that these criteria select.
    Next(Criteria),
    Level(String),
    ProcessSet(String),
    /// A guided split without a name.
    Nameless,
}

fn selector_of(runtime: &Runtime, kind: SplitKind, arguments: &Arguments) -> Result<Selector, Error> {
    let info = arguments.info;
    let wanted = match kind {
        SplitKind::Undefined => Selector::Nothing,
        SplitKind::Native => Selector::Native(arguments.split_type),
        SplitKind::Unguided => Selector::Next(criteria(info)?),
        SplitKind::Level(name) => Selector::Level(name.to_owned()),
        SplitKind::Guided => {
            info::levels(info).map_err(Error::of_info)?.any().map_or(Selector::Nameless, Selector::Level)
        }
        SplitKind::ResourceGuided => {
            let levels = info::levels(info).map_err(Error::of_info)?;
            match (&levels.wanted, info::process_set(info).map_err(Error::of_info)?) {
                // MPI 4.1 §7.4.2: use of more than one of the keys is erroneous.
                (Some(_), Some(_)) => return Err(Error::TwoResources),
                (None, Some(Resource::ProcessSet(name))) => Selector::ProcessSet(name),
                (None, Some(Resource::Level(name))) => Selector::Level(name),
                (_, None) => levels.any().map_or(Selector::Nameless, Selector::Level),
            }
        }
        SplitKind::UnguidedUnlessNamed => match super::named_resource(info)? {
            Some(Resource::Level(name)) => Selector::Level(name),
            Some(Resource::ProcessSet(name)) => Selector::ProcessSet(name),
            None => Selector::Next(criteria(info)?),
        },
        SplitKind::Neighbourhood => match info::neighbourhood(info).map_err(Error::of_info)? {
            Some(Neighbourhood::Level(name)) => Selector::Level(name),
            Some(Neighbourhood::Directory) => directory(runtime),
            None => Selector::Nameless,
        },
    };
    Ok(match wanted {
        Selector::Level(name) if canonical(&name) == SHARED_MEMORY => Selector::SharedMemory,
        other => other,
    })
}

/// Only MPICH's own type knows which processes share a file system.
fn directory(runtime: &Runtime) -> Selector {
    static SAID: Once = Once::new();
    runtime.native.neighbourhood().map_or_else(
        || {
            SAID.call_once(|| {
                log::warn!(
                    target: NODE,
                    "nbhd_common_dirname: only MPICH reports which processes share a directory; all get MPI_COMM_NULL"
                );
            });
            Selector::Nameless
        },
        Selector::Native,
    )
}

fn local_request(
    runtime: &Runtime,
    arguments: &Arguments,
    kind: SplitKind,
    selector: c_int,
) -> Result<LocalRequest, Error> {
    runtime.process()?;
    let mut own_error = not_null(arguments.newcomm, "newcomm").err();
    let wanted = selector_of(runtime, kind, arguments).unwrap_or_else(|error| {
        own_error.get_or_insert(error);
        Selector::Nameless
    });
    let key = arguments.key;
    let native_type = match wanted {
        Selector::Native(number) => number,
        Selector::SharedMemory => comm_type_shared(),
        _ => arguments.split_type,
    };
    let named = match &wanted {
        Selector::Level(name) => Some(Resource::Level(name.clone())),
        Selector::ProcessSet(name) => Some(Resource::ProcessSet(name.clone())),
        _ => None,
    };
    let answers = matches!(wanted, Selector::Next(_));
    let request = match wanted {
        // From its place, the rank knows which parts the others divide.
        Selector::Nothing => {
            Request { place: runtime.place().unwrap_or_default(), ..Request::new(SplitSpec::UNDEFINED) }
        }
        Selector::Native(_) => request_native(SplitSpec::native(selector)),
        Selector::SharedMemory => request_native(SplitSpec::shared_memory(selector)),
        Selector::Next(criteria) => Request::unguided(selector, key, runtime.place()?).by(criteria),
        Selector::Level(name) => Request::guided(selector, key, runtime.place_for(&name)?, &name),
        Selector::ProcessSet(name) => {
            let set = optional::process_set_in(&parent(arguments)?, &name).unwrap_or_else(|failure| {
                own_error.get_or_insert(failure.into());
                None
            });
            Request::process_set(selector, key, &name, set)
        }
        Selector::Nameless => Request::new(SplitSpec::nameless(selector)),
    };
    let known = cached_level::known(arguments.comm)?;
    let fault = own_error.as_ref().map(Error::class);
    let request = Request { fault, show: runtime.settings.show, ..request.beyond(known) };
    Ok(LocalRequest { request, own_error, native_type, wanted: named, answers })
}

/// Creates a request for a native split. It contains this node's number, for a comparison with the native MPI's result.
fn request_native(spec: SplitSpec) -> Request {
    Request { place: opaque_place(), ..Request::new(spec) }
}

/// The communicator to split.
fn parent(arguments: &Arguments) -> Result<Comm, Failure> {
    // SAFETY: the program has passed the handle in this call. `split_type` has excluded MPI_COMM_NULL and
    // intercommunicators before all callers of this function.
    unsafe { Comm::new(arguments.comm) }
}

unsafe fn carry_out(runtime: &Runtime, arguments: Arguments, local: LocalRequest) -> Result<Next<NativeSplit>, Error> {
    let parent = parent(&arguments)?;
    let agree = |all| show::agree(&parent, all);
    let outcome = split::split_and_tell(&parent, &local.request, peers::exchange(&parent)?, agree);
    match outcome {
        Ok(Outcome::Native { selector, at_shared_memory, same_node }) => {
            report::native_split(parent.size());
            let after = match selector {
                _ if at_shared_memory => After::Name(same_node),
                selector if shared_level::is_wanted(runtime, &parent, selector)? => After::Divide(same_node),
                _ => After::Compare(same_node),
            };
            let arguments = Arguments { split_type: local.native_type, ..arguments };
            Ok(Next::Native(NativeSplit { arguments, after }))
        }
        Ok(Outcome::Split(split)) if split.unanswered.is_some_and(|selector| runtime.has_neighbourhood(selector)) => {
            report::native_split(parent.size());
            // Every rank makes this call, and no rank has received a communicator from this library.
            Ok(native(arguments))
        }
        Ok(Outcome::Split(split)) => {
            let made = split.member.as_ref().map(|member| report::New { member, size: member.comm.size() });
            report::split(parent.size(), &local.request, local.wanted.as_ref(), made.as_ref());
            if let (Some(_), 0, Some(Resource::Level(name))) = (split.unanswered, parent.rank(), &local.wanted) {
                nowhere::tell("MPI_Comm_split_type", name, &local.request.place);
            }
            arguments.clear();
            finish(&arguments, &local, &parent, split).map(|()| Next::Done(SUCCESS))
        }
        Err(error) => {
            arguments.clear();
            Err(local.own_error.unwrap_or_else(|| error.into()))
        }
    }
}

fn finish(arguments: &Arguments, local: &LocalRequest, parent: &Comm, split: Split<OwnedComm>) -> Result<(), Error> {
    let Some(member) = split.member else { return Ok(()) };
    let beside = Beside { parent, roots: None };
    let place = &local.request.place;
    let level = place.level_at(member.depth).filter(|_| member.whole);
    let newcomm = cached_level::remember(member, place, beside)?;
    if local.answers {
        cached_level::tell(arguments.info, level.map(Arc::as_ref))?;
    }
    // SAFETY: a NULL output is an error in `LocalRequest`, with which `split::split` would have failed on every rank.
    unsafe { *arguments.newcomm = newcomm.give_away() };
    Ok(())
}

/// Sets the level and the numbers of the communicators of a native split by node. Collective: a rank whose native call
/// has failed takes part, too.
///
/// # Safety
/// The output argument is valid and written by the native call.
unsafe fn name_node(parent: &Comm, native: Arguments, code: c_int) -> Result<(), Error> {
    // SAFETY: the output is valid by this function's contract, and the program does not use it during its call.
    let output = unsafe { &mut *native.newcomm };
    let made = if code == SUCCESS {
        // SAFETY: the native call has just created it, and the program has not received it yet: its call has not
        // returned.
        unsafe { OwnedComm::take_over(*output) }
    } else {
        Err(Failure { call: "PMPI_Comm_split_type", code })
    };
    *output = comm_null();
    let (member, siblings, index) = split::number(parent, made)?;
    if let Some(member) = member {
        let place = runtime::get().place()?.in_halves();
        let beside = Beside { parent, roots: None };
        *output = cached_level::remember_node(member, siblings, index, &place, beside)?.give_away();
    }
    Ok(())
}

/// Divides the result of a native split, unless it is no communicator.
///
/// # Safety
/// The native split has just written the output, and the program has not received it yet.
unsafe fn divide(output: &mut MPI_Comm) -> Result<(), Failure> {
    // SAFETY: by this function's contract.
    if comm::is_null(*output) { Ok(()) } else { unsafe { shared_level::divide(output) } }
}

/// Warns once if the native MPI and the kernel disagree on the ranks of this node. The library's levels use the
/// kernel's result.
fn compare_nodes(runtime: &Runtime, native: Arguments, code: c_int, same_node: Option<u32>) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static SAID: AtomicBool = AtomicBool::new(false);
    let is_shared = runtime.native.standard_type(native.split_type) == Some(StandardType::Shared);
    let (true, Some(ours)) = (is_shared && code == SUCCESS && !native.newcomm.is_null(), same_node) else {
        return;
    };
    // SAFETY: not NULL by the check above, and the native call has succeeded, so it has written a handle.
    let handle = unsafe { *native.newcomm };
    if comm::is_null(handle) {
        return;
    }
    // SAFETY: the native call, which creates only intracommunicators, has just created it. The program has not received
    // it yet and cannot have freed it.
    let Ok(shared) = (unsafe { Comm::new(handle) }) else { return };
    if shared.size() != ours && !SAID.swap(true, Ordering::Relaxed) {
        log::info!(
            "MPI_COMM_TYPE_SHARED gives {} ranks, but {ours} of them run on this node; libhsplit's levels go by the \
             node",
            shared.size()
        );
    }
}

fn split_kind(runtime: &Runtime, number: c_int) -> (SplitKind, c_int) {
    let standard = runtime.native.standard_type(number);
    match (number, standard) {
        (UNDEFINED, _) => (SplitKind::Undefined, number),
        (MPI_COMM_TYPE_PHYSICAL_TOPOLOGY | MPI_COMM_TYPE_HW_SUBDOMAIN, _) => (SplitKind::UnguidedUnlessNamed, number),
        (HSPLIT_COMM_TYPE_HW_UNGUIDED, _) | (_, Some(StandardType::HwUnguided)) => {
            (SplitKind::Unguided, HSPLIT_COMM_TYPE_HW_UNGUIDED)
        }
        (HSPLIT_COMM_TYPE_HW_GUIDED, _) | (_, Some(StandardType::HwGuided)) => {
            (SplitKind::Guided, HSPLIT_COMM_TYPE_HW_GUIDED)
        }
        (HSPLIT_COMM_TYPE_RESOURCE_GUIDED, _) | (_, Some(StandardType::ResourceGuided)) => {
            (SplitKind::ResourceGuided, HSPLIT_COMM_TYPE_RESOURCE_GUIDED)
        }
        (HSPLIT_COMM_TYPE_NEIGHBORHOOD, _) => (SplitKind::Neighbourhood, number),
        _ if runtime.has_neighbourhood(number) => (SplitKind::Neighbourhood, number),
        _ => (open_mpi_level(number).map_or(SplitKind::Native, SplitKind::Level), number),
    }
}
