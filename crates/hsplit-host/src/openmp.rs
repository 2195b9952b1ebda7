// SPDX-License-Identifier: MIT OR Apache-2.0
//! The OpenMP runtimes of this process: the number of threads of a team, and work for every thread of it.
//!
//! A runtime does not notice changes of masks after its start: existing threads keep their masks, and with `OMP_PLACES`
//! new threads are bound to the places of the start. In all runtimes it works to start a team whose threads only bind
//! themselves. `GOMP_parallel` starts one in GNU's, LLVM's and Intel's runtime.

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::sync::Arc;

use crate::affinity::{CALLER, Mask};
use crate::loader::{self, Found, Scope};

/// Runtimes whose names may be in no global scope: GNU's, Intel's and LLVM's.
const LIBRARIES: [&CStr; 3] = [c"libgomp.so.1", c"libiomp5.so", c"libomp.so.5"];

/// The most threads of a team, more than any node has processing units.
pub const MOST_THREADS: u32 = 8192;

type Number = unsafe extern "C" fn() -> c_int;
type SetNumber = unsafe extern "C" fn(c_int);
type NumberOf = unsafe extern "C" fn(c_int) -> c_int;
type Fill = unsafe extern "C" fn(c_int, *mut c_int);
type Parallel = unsafe extern "C" fn(unsafe extern "C" fn(*mut c_void), *mut c_void, c_uint, c_uint);

/// One runtime.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    set_num_threads: SetNumber,
    get_max_threads: Number,
    get_thread_num: Number,
    in_parallel: Number,
    parallel: Option<Parallel>,
    /// Functions that read and set the time, in milliseconds, for which idle threads wait actively.
    block_time: Option<(Number, SetNumber)>,
    places: Option<Places>,
}

/// A runtime's functions for the places to which it binds threads (`OMP_PLACES`).
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Returns nonzero if it binds threads (`OMP_PROC_BIND`).
    binds: Number,
    count: Number,
    /// Returns the caller's place.
    own: Number,
    /// Returns the number of processing units of a place; `fill` returns their numbers.
    units: NumberOf,
    fill: Fill,
}

/// The units of all places together, if a runtime has bound the caller to one of its places; else `None`.
///
/// GNU's runtime binds the initial thread when it is loaded. Until the first parallel region, no other thread shows the
/// units that the process may use.
pub fn around_the_caller() -> Option<Mask> {
    let own = Mask::of(CALLER).ok()?;
    // A query for places starts runtimes other than GNU's, which changes masks.
    let all = runtimes();
    let mut places = all.iter().filter(|runtime| runtime.block_time.is_none()).filter_map(|runtime| runtime.places);
    places.find_map(|places| places.around(&own))
}

/// The runtimes of this process, including those loaded since the last call.
pub fn runtimes() -> Arc<[Runtime]> {
    static RUNTIMES: Found<Runtime> = Found::nothing_yet();
    RUNTIMES.now(find)
}

fn find() -> Arc<[Runtime]> {
    let mut found: Vec<Runtime> = Runtime::in_scope(Scope::Global).into_iter().collect();
    for library in LIBRARIES {
        let Some(runtime) = Scope::loaded(library).and_then(Runtime::in_scope) else { continue };
        // GNU's runtime has only these entry points. If the program finds another runtime's functions under these
        // names, it does not use the threads of GNU's team. Functions without teams, which a program may contain for
        // builds without OpenMP, do not hide it.
        let hidden = library == LIBRARIES[0] && found.iter().any(|other| other.parallel.is_some());
        if !hidden && !found.iter().any(|other| other.is(&runtime)) {
            found.push(runtime);
        }
    }
    found.into()
}

impl Runtime {
    fn in_scope(scope: Scope) -> Option<Self> {
        let number = |name| {
            // SAFETY: OpenMP functions of the names below have no arguments and return an int. NULL becomes `None`.
            unsafe { std::mem::transmute::<*mut c_void, Option<Number>>(scope.find(name)) }
        };
        let set_number = |name| {
            // SAFETY: `omp_set_num_threads` and `kmp_set_blocktime` have an int argument. NULL becomes `None`.
            unsafe { std::mem::transmute::<*mut c_void, Option<SetNumber>>(scope.find(name)) }
        };
        // SAFETY: this is the type in GNU's interface for compilers, which others copy: a function, its argument, the
        // number of threads, flags. NULL becomes `None`.
        let parallel = unsafe { std::mem::transmute::<*mut c_void, Option<Parallel>>(scope.find(c"GOMP_parallel")) };
        let set_num_threads = set_number(c"omp_set_num_threads")?;
        loader::pin(set_num_threads as *mut c_void);
        // The first GOMP_parallel of the process may belong to another runtime than the other functions.
        let is_own = |parallel: &Parallel| is_of_one_file(set_num_threads as usize, *parallel as usize);
        let parallel = parallel.filter(is_own);
        Some(Self {
            set_num_threads,
            get_max_threads: number(c"omp_get_max_threads")?,
            get_thread_num: number(c"omp_get_thread_num")?,
            in_parallel: number(c"omp_in_parallel")?,
            parallel,
            block_time: number(c"kmp_get_blocktime").zip(set_number(c"kmp_set_blocktime")),
            places: Places::in_scope(scope),
        })
    }

    fn is(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.set_num_threads, other.set_num_threads)
    }

    /// True if the caller is inside a parallel region.
    pub fn in_parallel(&self) -> bool {
        // SAFETY: the function has no arguments, and OpenMP allows it anywhere.
        unsafe { (self.in_parallel)() != 0 }
    }

    /// The number of threads of the caller's next team.
    pub fn threads(&self) -> u32 {
        // SAFETY: the function has no arguments, and OpenMP allows it anywhere.
        (unsafe { (self.get_max_threads)() }).max(1) as u32
    }

    /// Sets the number of threads of the caller's next team.
    pub fn set_threads(&self, threads: u32) {
        // SAFETY: any positive number is allowed, and the caller is outside parallel regions.
        unsafe { (self.set_num_threads)(threads.clamp(1, MOST_THREADS) as c_int) };
    }

    /// True if teams can be started.
    pub fn has_teams(&self) -> bool {
        self.parallel.is_some()
    }

    /// Runs `work` in every thread of a team of the caller, with the thread's number. The team may have fewer than
    /// `threads` threads. `work` must not panic.
    pub fn in_team(&self, threads: u32, work: &(dyn Fn(usize) + Sync)) {
        let Some(parallel) = self.parallel else { return };
        let order = Order { work, number: self.get_thread_num };
        let data = std::ptr::from_ref(&order).cast_mut().cast();
        // SAFETY: `each` reads an `Order`, which outlives the team: GOMP_parallel returns after the team has ended.
        unsafe { parallel(each, data, threads.clamp(1, MOST_THREADS), 0) };
    }

    /// The same as [`Runtime::in_team`]; the threads of the team then sleep at once, if the runtime supports it.
    pub fn in_last_team(&self, threads: u32, work: &(dyn Fn(usize) + Sync)) {
        let Some((get, set)) = self.block_time else { return self.in_team(threads, work) };
        // SAFETY: the function has no arguments, and may be called anywhere.
        let before = unsafe { get() };
        // SAFETY: `kmp_set_blocktime` may be called anywhere. The argument is in milliseconds; 0 disables active
        // waiting.
        unsafe { set(0) };
        self.in_team(threads, work);
        // SAFETY: `kmp_set_blocktime` may be called anywhere; the number is its previous value.
        unsafe { set(before) };
    }
}

impl Places {
    fn in_scope(scope: Scope) -> Option<Self> {
        let number = |name| {
            // SAFETY: OpenMP functions of the names below have no arguments and return an int. NULL becomes `None`.
            unsafe { std::mem::transmute::<*mut c_void, Option<Number>>(scope.find(name)) }
        };
        // SAFETY: `omp_get_place_num_procs` has an int argument and returns an int. NULL becomes `None`.
        let units = unsafe { std::mem::transmute::<*mut c_void, Option<NumberOf>>(scope.find(PLACE_UNITS)) };
        // SAFETY: `omp_get_place_proc_ids` has an int and an array as arguments. NULL becomes `None`.
        let fill = unsafe { std::mem::transmute::<*mut c_void, Option<Fill>>(scope.find(c"omp_get_place_proc_ids")) };
        Some(Self {
            binds: number(c"omp_get_proc_bind")?,
            count: number(c"omp_get_num_places")?,
            own: number(c"omp_get_place_num")?,
            units: units?,
            fill: fill?,
        })
    }

    /// The units of all places, if `own` is the mask of the caller's place.
    fn around(&self, own: &Mask) -> Option<Mask> {
        // SAFETY: the functions have no arguments, and OpenMP allows them anywhere.
        let [binds, count, place] = [self.binds, self.count, self.own].map(|ask| unsafe { ask() });
        if binds == 0 || !(0..count).contains(&place) || self.mask(place..place + 1) != *own {
            return None;
        }
        Some(self.mask(0..count))
    }

    fn mask(&self, places: std::ops::Range<c_int>) -> Mask {
        let units = |place: c_int| {
            // SAFETY: the place exists, and OpenMP allows the call anywhere.
            let count = unsafe { (self.units)(place) };
            let mut units = vec![-1; usize::try_from(count).unwrap_or(0)];
            // SAFETY: the array has as many elements as the place has processing units.
            unsafe { (self.fill)(place, units.as_mut_ptr()) };
            units.into_iter().filter_map(|unit| usize::try_from(unit).ok())
        };
        places.flat_map(units).collect()
    }
}

const PLACE_UNITS: &CStr = c"omp_get_place_num_procs";

/// True if two functions are in one file, or if the loader knows neither's.
fn is_of_one_file(one: usize, other: usize) -> bool {
    let base = |address| loader::origin(address).map(|origin| origin.base);
    base(one) == base(other)
}

/// The work of every thread of a team.
struct Order<'a> {
    work: &'a (dyn Fn(usize) + Sync),
    number: Number,
}

unsafe extern "C" fn each(data: *mut c_void) {
    // SAFETY: `data` is the `Order` of `in_team`, which shares it with all threads of the team.
    let order = unsafe { &*data.cast::<Order<'_>>() };
    // SAFETY: the function has no arguments, and OpenMP allows it anywhere.
    let number = unsafe { (order.number)() };
    (order.work)(usize::try_from(number).unwrap_or(0));
}
