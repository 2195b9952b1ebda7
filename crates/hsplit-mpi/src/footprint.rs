// SPDX-License-Identifier: MIT OR Apache-2.0
//! The size of the memory of elements, and the offset of their buffer in it.

/// Memory for elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Size in bytes, a multiple of the alignment.
    pub bytes: usize,
    /// Offset of the elements' buffer from the beginning of the memory, a multiple of the alignment.
    pub begin: isize,
}

/// Most bytes of padding: a type may have a large extent for other reasons.
const PADDING: isize = 16 << 20;

impl Footprint {
    /// No memory.
    pub const NONE: Self = Self { bytes: 0, begin: 0 };

    /// Computes the footprint of `count` elements with distance `extent`, the first of which has its `span` bytes from
    /// `first` on: an element may begin far from the beginning of its buffer, and extents may be negative.
    ///
    /// The memory includes the padding after the last element: an operation of the program may assign whole elements.
    pub(super) fn of(count: usize, extent: isize, first: isize, span: usize) -> Self {
        const ALIGNED: isize = size_of::<u128>() as isize;
        let last = extent.saturating_mul(count.max(1) as isize - 1);
        let end = first.saturating_add(span as isize);
        let padding = extent.saturating_sub(end).clamp(0, PADDING);
        let lowest = first.saturating_add(last.min(0));
        let highest = end.saturating_add(last.max(0)).saturating_add(padding);
        let begin = -(lowest.div_euclid(ALIGNED) * ALIGNED);
        let bytes = highest.saturating_add(begin).unsigned_abs();
        Self { bytes: bytes.div_ceil(ALIGNED as usize) * ALIGNED as usize, begin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footprints_hold_all_elements() {
        for (count, extent, first, span) in [
            (1, 4, 0, 4),
            (5, 12, 0, 9),
            (7, -8, 0, 4),
            (3, 16, -5, 30),
            (3, 40, 1 << 46, 8),
            (3, -40, -1 << 40, 8),
            (4, 3, 2, 0),
            (2, 64, 0, 12),
            (3, 8208, 0, 12),
            (1, 1 << 40, 0, 8),
        ] {
            let Footprint { bytes, begin } = Footprint::of(count, extent, first, span);
            let begins = (0..count as isize).map(|element| begin + element * extent + first);
            let (lowest, last) = (begins.clone().min().unwrap(), begins.max().unwrap());
            assert!((0..16).contains(&lowest), "{count} {extent} {first}: {lowest}");
            let padding = (extent - first - span as isize).clamp(0, PADDING);
            let behind = bytes as isize - last - span as isize - padding;
            assert!((0..16).contains(&behind), "{count} {extent} {first}: {bytes}");
            assert_eq!((begin % 16, bytes % 16), (0, 0));
        }
    }
}
