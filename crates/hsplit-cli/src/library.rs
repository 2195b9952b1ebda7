// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds the library as a job finds it, and queries its version.

use std::ffi::{CStr, CString, c_char, c_int};
use std::path::{Path, PathBuf};

use hsplit_host::loader;

use crate::Failure;
use crate::executable;
use crate::mpi::Family;

/// The length of the longest version, HSPLIT_MAX_LIBRARY_VERSION_STRING, in bytes.
const MOST: usize = 1024;
/// The file names of the library for the MPI of the site, then for the standard ABI.
const FILES: [&str; 2] = ["libhsplit.so.0", "libhsplit_abi.so.0"];

/// The function by which a file is known as the library.
const GET_VERSION: &CStr = c"HSPLIT_Get_library_version";

/// The directories of libraries below a prefix.
const LIBS: [&str; 2] = ["lib", "lib64"];

type GetLibraryVersion = unsafe extern "C" fn(*mut c_char, *mut c_int) -> c_int;

/// An installed library.
pub(crate) struct InstalledLibrary {
    file: PathBuf,
    how: &'static str,
    words: String,
}

impl InstalledLibrary {
    /// Returns its path and its version.
    pub(crate) fn text(&self) -> String {
        format!("{} ({})\n{}", self.file.display(), self.how, self.words.replace("; ", "\n"))
    }

    /// Returns the family that it was built for.
    fn family(&self) -> Option<Family> {
        self.built_for().and_then(Family::of_library)
    }

    /// Returns the file name of the MPI library that it was built for.
    pub(crate) fn built_for(&self) -> Option<&str> {
        self.words.split("built for ").nth(1)?.split(['(', ')']).nth(1)?.rsplit('/').next()
    }
}

/// True if a program with these libraries, in the order in which the loader searches them, calls libhsplit: it must
/// precede the MPI, except that the library of QUO's calls loads it later.
pub(crate) fn is_linked(libraries: &[String]) -> bool {
    let is_first = |line: &String| {
        let is_own = FILES.iter().any(|file| line.starts_with(file.trim_end_matches('0')));
        if is_own { Some(true) } else { Family::of_library(line).map(|_| false) }
    };
    libraries.iter().find_map(is_first).unwrap_or(false)
}

/// Returns the loader's line of the MPI, or of its Fortran library, that precedes libhsplit among the libraries of a
/// program: the program's calls then bypass libhsplit. (A program with QUO's calls loads libhsplit after the MPI
/// correctly.)
pub(crate) fn is_behind(libraries: &[String]) -> Option<&str> {
    let own = libraries.iter().position(|line| is_own_file(line))?;
    let is_for_quo = |line: &String| line.starts_with("libhsplit_quo") || line.starts_with("libquo.so");
    if libraries.iter().any(is_for_quo) {
        return None;
    }
    let fortran = ["libmpichfort.so", "libmpifort", "libmpi_mpifh.so", "libmpi_usempi"];
    let is_mpi =
        |line: &&String| Family::of_library(line).is_some() || fortran.iter().any(|name| line.starts_with(name));
    libraries[..own].iter().find(is_mpi).map(String::as_str)
}

/// True if this is the library's file name, or the loader's line of it.
pub(crate) fn is_own_file(line: &str) -> bool {
    let name = line.split(" => ").next().and_then(|file| file.rsplit('/').next()).unwrap_or_default();
    FILES.iter().any(|file| name.starts_with(file.trim_end_matches('0')))
}

/// True if this file is the library. It is not loaded.
pub(crate) fn is_own(file: &Path) -> bool {
    GET_VERSION.to_str().is_ok_and(|name| executable::defines(file, &[name]))
}

/// Returns the words on a file that is another library, or a program.
pub(crate) fn not_own(file: &Path) -> String {
    format!("{} is no libhsplit, or an older one", file.display())
}

/// The way in which a preloaded library is found.
const PRELOADED: &str = "LD_PRELOAD";

/// Returns the library that a job started here would use, or the reason why there is none: the one for the MPI of
/// `family`, if that is given and the installation has several. A library in `named` must exist.
pub(crate) fn find(named: Option<&Path>, family: Option<Family>) -> Result<Result<InstalledLibrary, String>, Failure> {
    if let Some(file) = named {
        // The loader searches for a name without a slash.
        let file = std::path::absolute(file).map_err(|error| Failure::of("--library", error))?;
        return ask(&file, "--library").map(Ok).map_err(|error| Failure::of("--library", error));
    }
    let preloaded = std::env::var("LD_PRELOAD").unwrap_or_default();
    let preloaded = preloaded
        .split([':', ' '])
        .filter(|file| file.contains("libhsplit"))
        .map(|file| (PathBuf::from(file), PRELOADED));
    let [own, root] =
        [own_prefix(), root_prefix()].map(|prefix| prefix.map_or(vec![], |prefix| below(&prefix, family)));
    let beside = own.into_iter().map(|file| (file, "beside this command"));
    let below_root = root.into_iter().map(|file| (file, "below HSPLIT_ROOT"));
    // First, because the loader gives a name without a path to a library of that name that is loaded already.
    let loader = FILES.map(|file| ask(Path::new(file), "where the loader looks"));
    let (mut why, mut other) = (String::new(), None);
    let by_path = preloaded.chain(beside).chain(below_root).map(|(file, how)| (how, ask(&file, how)));
    for (how, found) in by_path.chain(loader.map(|found| ("", found))) {
        match found {
            // A preloaded library is used whatever its MPI is; others are chosen by it.
            Ok(library) if how == PRELOADED || family.is_none_or(|family| library.family() == Some(family)) => {
                return Ok(Ok(library));
            }
            Ok(library) => other = other.or(Some(library)),
            Err(error) if why.is_empty() => why = error,
            Err(_) => {}
        }
    }
    if let Some(library) = other {
        return Ok(Ok(library));
    }
    Ok(Err(format!("{why} (name it with --library, or set LD_LIBRARY_PATH)")))
}

/// Returns the library for the MPIs of a family, if it is installed: below this command's prefix, below HSPLIT_ROOT, or
/// in the loader's path.
pub(crate) fn of_family(family: Family) -> Option<PathBuf> {
    let is_right = |file: &Path| Some(ask(file, "").ok().filter(|library| library.family() == Some(family))?.file);
    // First, because the loader gives a name without a path to a library of that name that is loaded already.
    let by_name = is_right(Path::new(family.file()));
    // One of several libraries is identified by its directory; any other one by its version text.
    let of_prefix = |prefix: PathBuf| {
        let named = folders(&prefix, family).into_iter().find(|file| file.exists());
        named.or_else(|| singles(&prefix).iter().find_map(|file| is_right(file)))
    };
    prefixes().into_iter().find_map(of_prefix).or(by_name)
}

/// Returns the families for which the installation has libraries.
pub(crate) fn installed() -> Vec<Family> {
    let prefixes = prefixes();
    let singles: Vec<Family> =
        prefixes.iter().flat_map(|prefix| singles(prefix)).filter_map(|file| ask(&file, "").ok()?.family()).collect();
    let has = |family: &Family| {
        singles.contains(family)
            || prefixes.iter().flat_map(|prefix| folders(prefix, *family)).any(|file| file.exists())
    };
    Family::ALL.into_iter().filter(has).collect()
}

/// Returns the libraries installed below a prefix; those of a family first.
fn below(prefix: &Path, family: Option<Family>) -> Vec<PathBuf> {
    let order = family.into_iter().chain(Family::ALL);
    let of_families = order.flat_map(|family| folders(prefix, family));
    of_families.filter(|file| file.exists()).chain(singles(prefix)).collect()
}

/// Returns the files to which `make install` has installed the library.
fn singles(prefix: &Path) -> Vec<PathBuf> {
    let all = LIBS.iter().flat_map(|lib| FILES.iter().map(move |file| prefix.join(lib).join(file)));
    all.filter(|file| file.exists()).collect()
}

/// Returns the files to which `make install-all` installs the library for a family.
fn folders(prefix: &Path, family: Family) -> [PathBuf; 2] {
    LIBS.map(|lib| prefix.join(lib).join("hsplit").join(family.name()).join(family.file()))
}

/// Returns the prefixes to search for the library, the best one first.
fn prefixes() -> Vec<PathBuf> {
    own_prefix().into_iter().chain(root_prefix()).collect()
}

fn root_prefix() -> Option<PathBuf> {
    std::env::var_os("HSPLIT_ROOT").filter(|root| !root.is_empty()).map(PathBuf::from)
}

fn own_prefix() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.parent()?.to_owned())
}

fn ask(file: &Path, how: &'static str) -> Result<InstalledLibrary, String> {
    let name = CString::new(file.as_os_str().as_encoded_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: `name` is a CString of this function. Loading runs the constructors of a file that the user has named, or
    // that a job here would load anyway; libhsplit's own change only its own table of symbols. The handle stays open,
    // as the function is called below.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
    if handle.is_null() {
        return Err(loader_says());
    }
    // SAFETY: dlopen has just returned the handle, which is not NULL; the name is a C literal.
    let function = unsafe { libc::dlsym(handle, GET_VERSION.as_ptr()) };
    // SAFETY: hsplit.h declares the only function of this name with this type, and a NULL address becomes `None`. The
    // address is as wide as the pointer to a function on every system that has dlsym.
    let function = unsafe { std::mem::transmute::<*mut libc::c_void, Option<GetLibraryVersion>>(function) };
    let function = function.ok_or_else(|| not_own(file))?;
    let (mut text, mut length) = ([0u8; MOST], 0);
    // SAFETY: `text` has MOST bytes, the length that hsplit.h promises not to exceed, and `length` is a variable of
    // this function; the library is still loaded.
    unsafe { function(text.as_mut_ptr().cast(), &raw mut length) };
    let words = CStr::from_bytes_until_nul(&text).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(InstalledLibrary {
        file: loader::origin(function as usize).map_or_else(|| file.to_owned(), |origin| origin.file),
        how,
        words,
    })
}

/// Returns the loader's last error.
pub(crate) fn loader_says() -> String {
    // SAFETY: dlerror returns NULL or this thread's message, which is valid until the thread's next call of the loader:
    // there is none before it is copied.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return "the loader does not say why".to_owned();
    }
    // SAFETY: the message is not NULL, so it is a string of the loader's, which no other call of the loader has
    // replaced yet.
    unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::{is_behind, is_linked, is_own_file};

    #[test]
    fn a_program_whose_calls_go_past_the_library_is_known() {
        let of = |lines: &[&str]| {
            let lines = lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
            is_behind(&lines).map(|line| line.split(' ').next().unwrap_or_default().to_owned())
        };
        assert_eq!(of(&["libmpi.so.40 => /m", "libhsplit.so.0 => /h"]).as_deref(), Some("libmpi.so.40"));
        assert_eq!(
            of(&["libmpichfort.so.12 => /f", "libhsplit.so.0 => /h", "libmpich.so.12 => /m"]).as_deref(),
            Some("libmpichfort.so.12")
        );
        assert_eq!(of(&["libhsplit.so.0 => /h", "libmpi.so.40 => /m"]), None);
        assert_eq!(of(&["libhsplit_quo.so.0 => /q", "libmpi.so.40 => /m", "libhsplit.so.0 => /h"]), None);
        assert!(is_own_file("/a/libhsplit_abi.so.0") && !is_own_file("/a/libhsplit_quo.so.0"));
    }

    #[test]
    fn a_program_is_linked_where_the_library_stands_before_its_mpi() {
        let of = |lines: &[&str]| is_linked(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        assert!(of(&["libhsplit.so.0 => /h", "libmpi.so.40 => /m", "libc.so.6 => /c"]));
        assert!(of(&["libm.so.6 => /m", "libhsplit_abi.so.0 => /h", "libmpi_abi.so.0 => /m"]));
        assert!(!of(&["libhsplit_quo.so.0 => /q", "libmpi.so.40 => /m", "libhsplit.so.0 => /h"]));
        assert!(!of(&["libquo.so.8 => /q", "libmpich.so.12 => /m"]) && !of(&[]));
    }
}
