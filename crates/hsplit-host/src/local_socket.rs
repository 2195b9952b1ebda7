// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sockets between processes of a node, and the identity of the peer.

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
use rustix::process::geteuid;

/// Creates a socket by which processes of this node find each other.
pub(crate) fn socket() -> std::io::Result<OwnedFd> {
    // rustix and not the standard library, whose sockets block in `connect` and have a short backlog.
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    Ok(socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?)
}

pub(crate) fn user() -> libc::uid_t {
    geteuid().as_raw()
}

/// The process at the other end. A pid of 0, a process in another container, cannot be represented by rustix.
pub(crate) fn peer_of(connection: &impl AsRawFd) -> std::io::Result<libc::ucred> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut size = size_of_val(&peer) as libc::socklen_t;
    let (value, size) = ((&raw mut peer).cast(), &raw mut size);
    // SAFETY: the pointers are to variables of this function, and the kernel writes at most `size` bytes to `peer`.
    match unsafe { libc::getsockopt(connection.as_raw_fd(), libc::SOL_SOCKET, libc::SO_PEERCRED, value, size) } {
        0 => Ok(peer),
        _ => Err(std::io::Error::last_os_error()),
    }
}
