// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of `quo.h`: what functions return, types of objects, policies, flags.

use std::ffi::c_int;

/// `QUO_SUCCESS`.
pub(crate) const SUCCESS: c_int = 0;

/// Error codes of functions. The values are those of `quo.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Code {
    /// The arguments of another process are wrong, or there was a panic.
    Err = 2,
    Sys = 3,
    OutOfResources = 4,
    InvalidArgument = 5,
    CallBeforeInit = 6,
    Topology = 7,
    Mpi = 8,
    NotSupported = 9,
    Pop = 10,
    NotFound = 11,
}

/// A type of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Machine,
    NumaNode,
    Package,
    Core,
    Pu,
}

impl Kind {
    /// Returns the type of a number of `QUO_obj_type_t`.
    pub(crate) fn of(number: c_int) -> Result<Self, Code> {
        match number {
            0 => Ok(Self::Machine),
            1 => Ok(Self::NumaNode),
            // QUO_OBJ_SOCKET is another name.
            2 | 3 => Ok(Self::Package),
            4 => Ok(Self::Core),
            5 => Ok(Self::Pu),
            _ => Err(Code::InvalidArgument),
        }
    }

    /// Returns the name of the level in splits.
    pub(crate) fn level(self) -> &'static str {
        match self {
            Self::Machine => "machine",
            Self::NumaNode => "numanode",
            Self::Package => "package",
            Self::Core => "core",
            Self::Pu => "pu",
        }
    }
}

/// The target of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// The given object.
    Provided,
    /// The first object that shares units with the binding.
    First,
}

impl Policy {
    /// Returns the policy of a number of `QUO_bind_push_policy_t`.
    pub(crate) fn of(number: c_int) -> Result<Self, Code> {
        match number {
            0 => Ok(Self::Provided),
            1 => Ok(Self::First),
            _ => Err(Code::InvalidArgument),
        }
    }
}

/// `QUO_create_flags_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Units {
    All,
    /// The first of each core (`QUO_CREATE_NO_MT`).
    FirstOfCores,
}

impl Units {
    /// Returns the flag of a number of `QUO_create_flags_t`.
    pub(crate) fn of(number: c_int) -> Result<Self, Code> {
        match number {
            0 => Ok(Self::All),
            1 => Ok(Self::FirstOfCores),
            _ => Err(Code::InvalidArgument),
        }
    }
}
