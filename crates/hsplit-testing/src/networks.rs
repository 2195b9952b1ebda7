// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks of routers by their links.

/// A dragonfly: groups of 2h routers that are all linked, each with h links to other groups. Each group is linked to
/// every other one.
pub fn dragonfly(h: u32, groups: u32) -> Vec<(u32, u32)> {
    let router = |group: u32, router: u32| group * 2 * h + router;
    let mut links = vec![];
    for group in 0..groups {
        links.extend((0..2 * h).flat_map(|a| (0..a).map(move |b| (router(group, a), router(group, b)))));
        for far in (1..groups).filter(|far| group < (group + far) % groups) {
            links.push((router(group, (far - 1) / h), router((group + far) % groups, (groups - far - 1) / h)));
        }
    }
    links
}
