// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sockets between processes of a node, and who is at their other end.

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
use rustix::process::geteuid;

/// A socket by which processes of this node find each other.
pub(crate) fn socket() -> std::io::Result<OwnedFd> {
    // rustix rather than the standard library, whose sockets block while they connect and keep a short queue.
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    Ok(socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?)
}

/// The user of this process.
pub(crate) fn user() -> libc::uid_t {
    geteuid().as_raw()
}

/// The process at the other end. rustix has no place for process 0, by which the kernel means one of another container.
pub(crate) fn peer_of(connection: &impl AsRawFd) -> std::io::Result<libc::ucred> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut size = size_of_val(&peer) as libc::socklen_t;
    let (value, size) = ((&raw mut peer).cast(), &raw mut size);
    // SAFETY: the kernel writes no more than the size of `peer` there, and the length that it has written to `size`:
    // both are variables of this function.
    match unsafe { libc::getsockopt(connection.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, value, size) } {
        0 => Ok(peer),
        _ => Err(std::io::Error::last_os_error()),
    }
}
