// SPDX-License-Identifier: MIT OR Apache-2.0
//! The modules for Fortran programs: `hsplit` in addition to `use mpi` and mpif.h, `hsplit_f08` in addition to `use
//! mpi_f08`.

use std::collections::BTreeSet;

use super::{Argument, Call, HANDLES, Intent, Optional, Type, of_mpi41};

/// The kind of module.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// Handles are INTEGERs, and `ierror` is required.
    Mpi,
    /// Handles have types, and `ierror` is optional.
    F08,
}

const HEAD: &str = "\
! SPDX-License-Identifier: MIT OR Apache-2.0
! Generated from src/capi by `make header`: change the declarations, not this file.
";

const ABOUT: &str = "\
!!
!! The manual page of each call describes it and the lengths of its arrays (man MPI_Comm_hsplit_with_roots). Names of
!! levels are truncated or padded with blanks to the length of the variable; MPI_MAX_OBJECT_NAME characters are enough.
!! The module has no code: link with -lhsplit.
";

/// The types of the library for programs with `use mpi_f08`.
const TYPES: &str = "
  !> A handle of a placement; HSPLIT_Placement(0) is no placement.
  type, bind(C) :: HSPLIT_Placement
    integer :: HSPLIT_VAL
  end type

  !> A handle of a session of counting; HSPLIT_Monitor(0) is no session.
  type, bind(C) :: HSPLIT_Monitor
    integer :: HSPLIT_VAL
  end type
";

/// Directives of compilers: `buf` may be a scalar or a derived type, too, and MPI_BOTTOM, as in the MPIs' modules.
const ANY_DATA: [&str; 3] =
    ["!GCC$ ATTRIBUTES NO_ARG_CHECK :: buf", "!DEC$ ATTRIBUTES NO_ARG_CHECK :: buf", "!DIR$ IGNORE_TKR buf"];

/// Generates the module `hsplit`.
pub fn mpi(calls: &[Call]) -> String {
    let mut text =
        format!("{HEAD}!> The calls and constants of libhsplit, in addition to 'use mpi' or mpif.h.\n{ABOUT}");
    text += "module hsplit\n  implicit none\n  public\n  include 'hsplitf.h'\n\n  interface\n";
    let all: Vec<String> = calls.iter().map(|call| subroutine(call, Form::Mpi)).collect();
    text += &all.join("\n");
    text + "  end interface\nend module hsplit\n"
        + &mpi41(Form::Mpi, "hsplit_mpi41", "the module mpi does not declare it, or with mpif.h")
}

/// Generates the module `hsplit_f08`.
pub fn f08(calls: &[Call]) -> String {
    let mut text = format!("{HEAD}!> The calls and constants of libhsplit, in addition to 'use mpi_f08'.\n{ABOUT}");
    text += "module hsplit_f08\n  implicit none\n  public\n  include 'hsplitf.h'\n";
    text += TYPES;
    for call in calls {
        let name = &call.name;
        text += &format!("\n  interface {name}\n{}  end interface\n", subroutine(call, Form::F08));
    }
    text += &operator("==", "eq");
    text += &operator("/=", "ne");
    text + "end module hsplit_f08\n" + &mpi41(Form::F08, "hsplit_mpi41_f08", "the module mpi_f08 does not declare it")
}

/// Generates a comparison of the library's handles, like those of mpi_f08.
fn operator(sign: &str, suffix: &str) -> String {
    let function = |kind: &str| {
        format!(
            "    pure logical function {kind}_{suffix}(a, b)\n      import :: {kind}\n      \
             type({kind}), intent(in) :: a, b\n    end function\n"
        )
    };
    let both = HANDLES.map(function).join("\n");
    format!("\n  interface operator({sign})\n{both}  end interface\n")
}

fn subroutine(call: &Call, form: Form) -> String {
    let suffix = if form == Form::F08 { "_f08" } else { "" };
    let names: Vec<&str> = call.in_fortran().map(|one| one.name.as_str()).chain(["ierror"]).collect();
    let mut text = format!("    subroutine {}{suffix}({})\n", call.name, names.join(", "));
    let directives = call.in_fortran().filter(|one| one.name == "buf").flat_map(|_| ANY_DATA.map(str::to_owned));
    for line in imports(call, form).into_iter().chain(directives).chain(declarations(call, form)) {
        text += &format!("      {line}\n");
    }
    text + "    end subroutine\n"
}

/// Returns the lines that import the types.
fn imports(call: &Call, form: Form) -> Vec<String> {
    let types = || call.in_fortran().map(|one| (one.kind, one.name.as_str()));
    let of = |wanted: &dyn Fn(Type, &str) -> Option<&'static str>| -> BTreeSet<&'static str> {
        types().filter_map(|(kind, name)| wanted(kind, name)).collect()
    };
    let line = |names: BTreeSet<&'static str>, before: &str| {
        let names: Vec<_> = names.into_iter().collect();
        (!names.is_empty()).then(|| format!("{before}{}", names.join(", ")))
    };
    let binding = of(&|kind, name| match kind {
        Type::Aint => Some("c_intptr_t"),
        Type::Void if name != "buf" => Some("c_ptr"),
        _ => None,
    });
    let kinds = of(&|kind, _| match kind {
        Type::LongLong => Some("int64"),
        Type::Double => Some("real64"),
        _ => None,
    });
    let handles = of(&|kind, _| mpi_type(kind).filter(|_| form == Form::F08));
    let own = of(&|kind, _| match kind {
        Type::Handle(name) if form == Form::F08 => Some(name),
        _ => None,
    });
    [
        line(binding, "use, intrinsic :: iso_c_binding, only: "),
        line(kinds, "use, intrinsic :: iso_fortran_env, only: "),
        line(handles, "use mpi_f08, only: "),
        line(own, "import :: "),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the declarations. Consecutive arguments with equal declarations share a line.
pub fn declarations(call: &Call, form: Form) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = vec![];
    let ierror = ("integer, intent(out)".to_owned() + optional(form == Form::F08), "ierror".to_owned());
    let own = call.in_fortran().map(|one| {
        let is_optional = one.optional == Optional::InBoth || one.optional == Optional::InF08 && form == Form::F08;
        (declaration(one, form) + optional(is_optional), one.name.clone() + &dimensions(one))
    });
    for (kind, name) in own.chain([ierror]) {
        match lines.last_mut() {
            Some((last, names)) if *last == kind => names.push(name),
            _ => lines.push((kind, vec![name])),
        }
    }
    lines.into_iter().map(|(kind, names)| format!("{kind} :: {}", names.join(", "))).collect()
}

fn optional(is_optional: bool) -> &'static str {
    if is_optional { ", optional" } else { "" }
}

fn dimensions(argument: &Argument) -> String {
    if argument.name == "buf" { "(*)".to_owned() } else { argument.dimensions.clone().unwrap_or_default() }
}

fn declaration(argument: &Argument, form: Form) -> String {
    let kind = match argument.kind {
        Type::Int if argument.is_logical => "logical".to_owned(),
        Type::LongLong => "integer(int64)".to_owned(),
        Type::Aint => "integer(c_intptr_t)".to_owned(),
        // Options of compilers, such as -fdefault-real-8, change the length of DOUBLE PRECISION.
        Type::Double => "real(real64)".to_owned(),
        Type::Text | Type::Texts => "character(len=*)".to_owned(),
        // Without an intent, as in MPI: the MPI may protect MPI_BOTTOM.
        Type::Void if argument.name == "buf" => return "type(*)".to_owned(),
        Type::Void => "type(c_ptr)".to_owned(),
        Type::Handle(name) if form == Form::F08 => format!("type({name})"),
        kind => match mpi_type(kind) {
            Some(name) if form == Form::F08 => format!("type({name})"),
            _ => "integer".to_owned(),
        },
    };
    let intent = match argument.intent {
        Intent::In => "in",
        Intent::Out => "out",
        Intent::InOut => "inout",
    };
    format!("{kind}, intent({intent})")
}

/// Returns the mpi_f08 type of an MPI handle.
fn mpi_type(kind: Type) -> Option<&'static str> {
    match kind {
        Type::Comm => Some("MPI_Comm"),
        Type::Info => Some("MPI_Info"),
        Type::Group => Some("MPI_Group"),
        Type::Win => Some("MPI_Win"),
        Type::Datatype => Some("MPI_Datatype"),
        _ => None,
    }
}

/// Generates a module with only MPI's own call.
fn mpi41(form: Form, module: &str, beside: &str) -> String {
    let call = of_mpi41();
    let name = if form == Form::F08 { format!(" {}", call.name) } else { String::new() };
    format!(
        "
!> {} (MPI 4.1), if {beside}.
!!
!! A separate module, because two declarations of one name would be ambiguous if the MPI has the call.
module {module}
  implicit none
  public

  interface{name}
{}  end interface
end module {module}
",
        call.name,
        subroutine(&call, form)
    )
}
