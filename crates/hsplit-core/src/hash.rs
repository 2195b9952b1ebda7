// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hash by which ranks compare names without sending them: FNV-1a, 64 bits, equal on every machine and build.

/// The hash of no bytes.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash after one more byte.
pub const fn add(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3)
}

/// FNV-1a over `bytes`.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(EMPTY, |hash, &byte| add(hash, byte))
}

/// FNV-1a over several parts and their lengths, so that `["ab", "c"]` and `["a", "bc"]` differ.
pub fn hash_parts(parts: &[&[u8]]) -> u64 {
    let mut bytes = vec![];
    for part in parts {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(*part);
    }
    hash(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_ne!(hash_parts(&[b"ab", b"c"]), hash_parts(&[b"a", b"bc"]));
    }
}
