// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hides exported names of MPI that the process's MPI lacks.
//!
//! One build serves older and newer MPIs of a family, so it exports the newest one's names. A program that looks a name
//! up (`dlsym`, a weak symbol) takes the result for a function of its MPI. Such names are therefore removed from this
//! library's symbol table in memory: the loader treats a symbol without a value as undefined. This happens when the
//! library is loaded. If no MPI is loaded at that time, the names of the MPI that the library was built for decide, and
//! later the names of the process's MPI.
//!
//! A preloaded library is loaded into every process, also into shells. Therefore this code allocates memory only for
//! the hidden symbols, and the names of the MPI that the library was built for are numbers in a table that the compiler
//! has computed.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::symbol::padded;

/// This library's own functions that begin with `MPI_`.
const OWN: [u64; 5] = [
    key(b"MPI_Comm_get_hlevel_info"),
    key(b"MPI_Comm_get_hw_subdomain_info"),
    key(b"MPI_Comm_get_min_hlevel"),
    key(b"MPI_Comm_hsplit_with_roots"),
    key(b"MPI_Get_hw_resource_info"),
];

/// The functions of the MPI that this library was built for.
static BUILT_FOR: Keys = Keys::of_lines(include_bytes!(concat!(env!("OUT_DIR"), "/names")));

/// The MPI whose names decide.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Nothing,
    BuiltFor,
    Process,
}

struct State {
    by: By,
    /// The hidden symbols, in order, and their values.
    hidden: Vec<(usize, u64)>,
}

static STATE: Mutex<State> = Mutex::new(State { by: By::Nothing, hidden: vec![] });

/// Runs when the library is loaded.
#[used]
#[unsafe(link_section = ".init_array")]
static LOADED: extern "C" fn() = hide;

/// Hides the names that the MPI lacks, unless this has been done for the MPI of this process.
pub extern "C" fn hide() {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let by = if is_found(c"PMPI_Init") { By::Process } else { By::BuiltFor };
    if state.by == By::Process || state.by == by {
        return;
    }
    state.by = by;
    if let Some(table) = Table::own() {
        state.hidden = match by {
            By::BuiltFor => change(&table, &state.hidden, |key| BUILT_FOR.has(key)),
            _ => {
                let mut lacking = lacking_in_process(&table);
                lacking.sort_unstable();
                change(&table, &state.hidden, |key| lacking.binary_search(&key).is_err())
            }
        };
    }
}

/// Returns the functions that this library exports and the MPI of the process lacks.
fn lacking_in_process(table: &Table) -> Vec<u64> {
    let names = (0..table.length).map(|index| table.name(index)).filter(|name| is_c(name));
    let lacks = |name: &&CStr| CString::new([b"P", name.to_bytes()].concat()).is_ok_and(|native| !is_found(&native));
    names.filter(lacks).map(|name| key(name.to_bytes())).collect()
}

/// Hides the functions that the MPI lacks, and restores those that it has. Returns the symbols that are hidden then.
fn change(table: &Table, before: &[(usize, u64)], has: impl Fn(u64) -> bool) -> Vec<(usize, u64)> {
    let belongs_out = |name: &CStr| {
        let key = key(name.to_bytes());
        !has(key) && !OWN.contains(&key)
    };
    let was_hidden = |index| before.binary_search_by_key(&index, |(index, _)| *index).ok().map(|at| before[at].1);
    let names = (0..table.length).map(|index| (index, table.name(index))).filter(|(_, name)| is_of_mpi(name));
    let mut hidden = Vec::with_capacity(table.length);
    hidden.extend(names.filter(|(_, name)| belongs_out(name)).map(|(index, _)| (index, 0)));
    if hidden.is_empty() && before.is_empty() || !table.protect(libc::PROT_WRITE) {
        return before.to_vec();
    }
    for &(index, value) in before {
        if hidden.binary_search(&(index, 0)).is_err() {
            table.exchange(index, value);
        }
    }
    for (index, value) in &mut hidden {
        *value = was_hidden(*index).unwrap_or_else(|| table.exchange(*index, 0));
    }
    table.protect(0);
    hidden
}

/// True if a program of this process would find the name.
fn is_found(name: &CStr) -> bool {
    // SAFETY: a `CStr` ends with NUL.
    !unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }.is_null()
}

/// Returns four letters in lower case.
fn small(letters: [u8; 4]) -> u32 {
    u32::from_le_bytes(letters) | 0x2020_2020
}

fn is_of_mpi(name: &CStr) -> bool {
    name.to_bytes().first_chunk().is_some_and(|start| small(*start) == small(*b"mpi_"))
}

/// True if this is the C name of an MPI function.
fn is_c(name: &CStr) -> bool {
    let bytes = name.to_bytes();
    bytes.starts_with(b"MPI_") && bytes.iter().any(u8::is_ascii_lowercase) && !OWN.contains(&key(bytes))
}

/// Returns a number that is the same for a function's C name and Fortran names, and different for all other functions:
/// computed from the letters in lower case without Fortran's suffixes, eight at a time.
const fn key(name: &[u8]) -> u64 {
    let mut length = name.len();
    while length > 0 && name[length - 1] == b'_' {
        length -= 1;
    }
    length = without(name, without(name, length, b"_f08ts"), b"_f08");
    let name = name.split_at(length).0;
    let (mut key, mut rest) = (0, name);
    while let Some((letters, after)) = rest.split_first_chunk() {
        (key, rest) = (add(key, letters), after);
    }
    match name.last_chunk() {
        Some(letters) => add(key, letters),
        None => add(key, &padded(name)),
    }
}

/// Adds eight letters to the number. Setting one bit makes all letters lower case, and changes no digit.
const fn add(key: u64, letters: &[u8; 8]) -> u64 {
    let small = u64::from_le_bytes(*letters) | 0x2020_2020_2020_2020;
    (key.rotate_left(23) ^ small).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the length of a name without this suffix.
const fn without(name: &[u8], length: usize, end: &[u8]) -> usize {
    if length < end.len() {
        return length;
    }
    let (start, mut at) = (length - end.len(), 0);
    while at < end.len() {
        if !name[start + at].eq_ignore_ascii_case(&end[at]) {
            return length;
        }
        at += 1;
    }
    start
}

/// Keys of functions, in a hash table with open addressing.
struct Keys([u64; Keys::PLACES]);

impl Keys {
    /// A power of two, and more than twice the number of functions of any MPI.
    const PLACES: usize = 4096;

    /// Reads names with the prefix P, one a line.
    const fn of_lines(mut lines: &[u8]) -> Self {
        let (mut keys, mut count) = (Self([0; Self::PLACES]), 0);
        while !lines.is_empty() {
            let mut end = 0;
            while end < lines.len() && lines[end] != b'\n' {
                end += 1;
            }
            let (line, rest) = lines.split_at(end);
            let key = key(line.split_at(1).1);
            let mut place = Self::first_place(key);
            while keys.0[place] != 0 {
                place = (place + 1) % Self::PLACES;
            }
            keys.0[place] = key;
            count += 1;
            assert!(2 * count < Self::PLACES, "the table has room");
            lines = if rest.is_empty() { rest } else { rest.split_at(1).1 };
        }
        keys
    }

    /// Uses the bits that depend on all letters.
    const fn first_place(key: u64) -> usize {
        (key >> 32) as usize % Self::PLACES
    }

    fn has(&self, key: u64) -> bool {
        let first = Self::first_place(key);
        let places = (0..Self::PLACES).map(|step| self.0[(first + step) % Self::PLACES]);
        places.take_while(|place| *place != 0).any(|place| place == key)
    }
}

/// An entry of the dynamic section.
#[repr(C)]
struct Dynamic {
    tag: isize,
    value: usize,
}

/// This library's table of dynamic symbols.
struct Table {
    symbols: *mut libc::Elf64_Sym,
    strings: *const c_char,
    length: usize,
    /// The protection of its pages.
    protection: c_int,
}

/// Tags of the dynamic section.
const DT_STRTAB: isize = 5;
const DT_SYMTAB: isize = 6;
const DT_HASH: isize = 4;
const DT_GNU_HASH: isize = 0x6fff_fef5;

impl Table {
    /// Returns this library's table; `None` if the file has an unexpected layout.
    fn own() -> Option<Self> {
        let mut table = None;
        // SAFETY: `look` follows the loader's interface, and writes only `table`, during this call.
        unsafe { libc::dl_iterate_phdr(Some(look), ptr::from_mut(&mut table).cast()) };
        table
    }

    /// Returns the table of the file that is loaded at `base`, with these segments.
    ///
    /// # Safety
    /// The base and the segments are the loader's.
    unsafe fn of(base: usize, segments: &[libc::Elf64_Phdr]) -> Option<Self> {
        let dynamic = segments.iter().find(|segment| segment.p_type == libc::PT_DYNAMIC)?;
        let mut entry = (base + dynamic.p_vaddr as usize) as *const Dynamic;
        let (mut strings, mut symbols, mut hash, mut gnu_hash) = (0, 0, 0, 0);
        // SAFETY: the dynamic section ends with an entry of tag 0.
        while let Dynamic { tag: tag @ 1.., value } = unsafe { &*entry } {
            // Some loaders replace these values by addresses, others do not.
            let address = if *value < base { base + value } else { *value };
            match *tag {
                DT_STRTAB => strings = address,
                DT_SYMTAB => symbols = address,
                DT_HASH => hash = address,
                DT_GNU_HASH => gnu_hash = address,
                _ => {}
            }
            // SAFETY: this was not the last entry.
            entry = unsafe { entry.add(1) };
        }
        if strings == 0 || symbols == 0 {
            return None;
        }
        let length = if gnu_hash != 0 {
            // SAFETY: the address is that of a table in GNU's format.
            unsafe { gnu_length(gnu_hash as *const u32) }
        } else if hash != 0 {
            // SAFETY: the second number of this format is the number of symbols.
            unsafe { *(hash as *const u32).add(1) as usize }
        } else {
            return None;
        };
        let holds = |segment: &&libc::Elf64_Phdr| {
            let start = base + segment.p_vaddr as usize;
            segment.p_type == libc::PT_LOAD && (start..start + segment.p_memsz as usize).contains(&symbols)
        };
        let flags = segments.iter().find(holds)?.p_flags;
        let protection = [(libc::PF_R, libc::PROT_READ), (libc::PF_W, libc::PROT_WRITE), (libc::PF_X, libc::PROT_EXEC)];
        let protection = protection.iter().filter(|(flag, _)| flags & flag != 0).fold(0, |all, (_, one)| all | one);
        let (symbols, strings) = (symbols as *mut libc::Elf64_Sym, strings as *const c_char);
        Some(Self { symbols, strings, length, protection })
    }

    fn name(&self, index: usize) -> &'static CStr {
        // SAFETY: `index` is less than `length`, and each symbol's name is in the string table. The file is never
        // unloaded.
        unsafe { CStr::from_ptr(self.strings.add((*self.symbols.add(index)).st_name as usize)) }
    }

    /// Sets the protection of the pages to that of the file, with `more`. Returns true on success.
    fn protect(&self, more: c_int) -> bool {
        // SAFETY: the call only returns a number.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let start = self.symbols as usize & !(page - 1);
        // SAFETY: the end of the table is in memory.
        let end = unsafe { self.symbols.add(self.length) } as usize;
        // SAFETY: the pages keep all permissions that they have; a program does not write there.
        unsafe { libc::mprotect(start as *mut c_void, end - start, self.protection | more) == 0 }
    }

    /// Sets the value of a symbol and returns the old one. The pages must be writable.
    fn exchange(&self, index: usize, value: u64) -> u64 {
        // SAFETY: `index` is less than `length`. Other threads may look names up: they read the old value or the new
        // one.
        unsafe { std::sync::atomic::AtomicU64::from_ptr(&raw mut (*self.symbols.add(index)).st_value) }
            .swap(value, std::sync::atomic::Ordering::Relaxed)
    }
}

/// Stores the table if `info` describes this file.
unsafe extern "C" fn look(info: *mut libc::dl_phdr_info, _: usize, table: *mut c_void) -> c_int {
    // SAFETY: the loader passes its own structure, with the number of its segments.
    let (base, segments) = unsafe {
        ((*info).dlpi_addr as usize, std::slice::from_raw_parts((*info).dlpi_phdr, usize::from((*info).dlpi_phnum)))
    };
    let own = (&raw const LOADED) as usize;
    let is_inside = |segment: &libc::Elf64_Phdr| {
        let start = base + segment.p_vaddr as usize;
        segment.p_type == libc::PT_LOAD && (start..start + segment.p_memsz as usize).contains(&own)
    };
    if !segments.iter().any(is_inside) {
        return 0;
    }
    // SAFETY: base and segments are the loader's; `table` is the local of `Table::own`.
    unsafe { *table.cast::<Option<Table>>() = Table::of(base, segments) };
    1
}

/// Returns the number of symbols of a table in GNU's format.
///
/// # Safety
/// `table` is the address of such a table, which has at least one symbol.
unsafe fn gnu_length(table: *const u32) -> usize {
    // SAFETY: the table has four numbers, a filter of 64-bit words, the first symbol of each bucket, and a number for
    // each symbol from the first one on, which is odd at the end of a bucket.
    unsafe {
        let (buckets, first, filter) = (*table as usize, *table.add(1) as usize, *table.add(2) as usize);
        let starts = std::slice::from_raw_parts(table.add(4 + 2 * filter), buckets);
        let hashes = table.add(4 + 2 * filter + buckets);
        let mut last = starts.iter().max().map_or(0, |&last| last as usize);
        if last < first {
            return first;
        }
        while *hashes.add(last - first) & 1 == 0 {
            last += 1;
        }
        last + 1
    }
}
