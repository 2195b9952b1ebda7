// SPDX-License-Identifier: MIT OR Apache-2.0
//! The byte format in which ranks send their created communicators to rank 0: for each communicator five 32-bit numbers
//! (length of the level's name, index, siblings, number of members, depth), the name, and the members.

use super::Created;
use crate::name::Name;

const HEAD: usize = 20;

/// Encodes communicators without their parents, which are found by inclusion later.
pub fn encode<'a>(all: impl IntoIterator<Item = &'a Created>) -> Vec<u8> {
    let mut bytes = vec![];
    for Created { level, index, siblings, members, depth, .. } in all {
        let name = level.as_str().as_bytes();
        for number in [name.len() as u32, *index, *siblings, members.len() as u32, *depth] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(name);
        members.iter().for_each(|member| bytes.extend(member.to_le_bytes()));
    }
    bytes
}

/// Decodes communicators, up to the first that is corrupted.
pub fn decode(mut bytes: &[u8]) -> Vec<Created> {
    let mut created = vec![];
    while let Some((one, rest)) = decode_one(bytes) {
        created.push(one);
        bytes = rest;
    }
    created
}

fn decode_one(bytes: &[u8]) -> Option<(Created, &[u8])> {
    let numbers = |bytes: &[u8]| {
        bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect::<Vec<u32>>()
    };
    let (head, rest) = bytes.split_at_checked(HEAD)?;
    let [name, index, siblings, members, depth] = numbers(head)[..] else { return None };
    let (name, rest) = rest.split_at_checked(name as usize)?;
    let (members, rest) = rest.split_at_checked(4 * members as usize)?;
    let level = Name::new(std::str::from_utf8(name).ok()?);
    Some((Created { level, parent: None, index, siblings, members: numbers(members), depth }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_travel_unchanged() {
        let created = |level: &str, index, siblings, members: &[u32]| Created {
            level: Name::new(level),
            parent: None,
            index,
            siblings,
            members: members.to_vec(),
            depth: 3,
        };
        let all = [created("L3Cache", 1, 2, &[4, 5]), created("Machine", 0, 1, &[0])];
        assert_eq!(decode(&encode(&all)), all);
        assert!(decode(&encode(&all)[..20]).is_empty());
    }
}
