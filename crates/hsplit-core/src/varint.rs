// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers in few bytes, as ranks exchange them.

/// Appends `value` in LEB128: seven bits per byte; the high bit means that more follow.
pub(crate) fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

pub(crate) const LONGEST_VARINT: usize = 10;

/// A number written by [`push_varint`], and the bytes after it; `None` if it is truncated or too long.
pub(crate) fn split_varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let last = bytes.iter().take(LONGEST_VARINT).position(|byte| byte & 0x80 == 0)?;
    let (number, rest) = bytes.split_at(last + 1);
    Some((number.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f)), rest))
}

pub(crate) fn varint_len(value: u64) -> usize {
    (64 - (value | 1).leading_zeros()).div_ceil(7) as usize
}
