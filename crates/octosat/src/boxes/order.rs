//! Spatial orders of boxes, rectangles and pairs: neighbors in space become neighbors in memory.
//!
//! With a million pairs, most of the time is spent waiting for memory. Queries are faster if boxes are sorted along a
//! space-filling curve and pairs by their boxes. The order changes the indices of results, but not their bits.
//!
//! Here is the order of centers along a space-filling curve; `permutation`: [`Permutation`], and orders of pairs.

mod permutation;

use self::permutation::order_by;
pub(crate) use self::permutation::reorder_columns;
pub use self::permutation::{Permutation, sort_pairs};
pub use crate::call::renumber::renumber_pairs;

/// Returns the order of centers along a Morton curve (the Z-order) through their bounding box; `AXES` is 3
/// for boxes and 2 for rectangles.
///
/// The bounding box is divided into 2^21 cells along its longest side, or 2^31 in the plane. Centers in the
/// same cell keep their order; centers that are not finite come last. The same centers always give the same
/// order.
///
/// # Panics
/// If there are more centers than 32-bit indices can number. The call does not compile with other `AXES`.
///
/// # Example
/// ```
/// use octosat::order::morton_order;
/// use octosat::BoxStore;
/// let centers = [[9.0; 3], [0.0; 3], [8.0; 3]];
/// let boxes = BoxStore::from_slices(&centers, &[[0.0, 0.0, 0.0, 1.0]; 3], &[[0.5; 3]; 3])?;
/// assert_eq!(morton_order::<3>(boxes.centers()).old_indices(), [1, 2, 0]);
///
/// // The same in the plane, for the rows that a store of rectangles lends.
/// let poses = [[9.0, 9.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0], [8.0, 8.0, 1.0, 0.0]];
/// assert_eq!(morton_order::<2>(&poses).old_indices(), [1, 2, 0]);
/// # Ok::<(), octosat::Error>(())
/// ```
#[must_use]
pub fn morton_order<const AXES: usize>(centers: &[[f32; 4]]) -> Permutation {
    let grid = Grid::<AXES>::around(centers);
    order_by(centers.iter().map(|center| grid.code(*center)))
}

/// A Morton curve through a space of `AXES` axes.
struct Curve<const AXES: usize> {
    /// Bits of each coordinate: as many as a code has room for, next to the bit for centers that are not
    /// finite.
    bits: u32,
    /// The steps that spread the bits of one coordinate.
    steps: &'static [Step],
}

/// Moves half of each run of bits by `shift`; `mask` has the positions of the bits after the step.
struct Step {
    shift: u32,
    mask: u64,
}

const fn step(shift: u32, mask: u64) -> Step {
    Step { shift, mask }
}

// After Sean Eron Anderson, "Bit Twiddling Hacks", section "Interleave bits by Binary Magic Numbers",
// which has two coordinates of 16 bits.
impl<const AXES: usize> Curve<AXES> {
    const THIS: Self = match AXES {
        2 => Self {
            bits: 31,
            steps: &[
                step(16, 0x0000_ffff_0000_ffff),
                step(8, 0x00ff_00ff_00ff_00ff),
                step(4, 0x0f0f_0f0f_0f0f_0f0f),
                step(2, 0x3333_3333_3333_3333),
                step(1, 0x5555_5555_5555_5555),
            ],
        },
        3 => Self {
            bits: 21,
            steps: &[
                step(32, 0x001f_0000_0000_ffff),
                step(16, 0x001f_0000_ff00_00ff),
                step(8, 0x100f_00f0_0f00_f00f),
                step(4, 0x10c3_0c30_c30c_30c3),
                step(2, 0x1249_2492_4924_9249),
            ],
        },
        _ => panic!("2 or 3 axes"),
    };

    /// The number of cells along the longest side.
    fn cells() -> u32 {
        1 << Self::THIS.bits
    }

    /// Puts `AXES - 1` zero bits between each two of the bits of a coordinate.
    fn spread(bits: u64) -> u64 {
        Self::THIS.steps.iter().fold(bits, |bits, step| (bits | (bits << step.shift)) & step.mask)
    }
}

/// Equal cells around the finite centers.
struct Grid<const AXES: usize> {
    lowest: [f64; AXES],
    cells_per_meter: f64,
}

impl<const AXES: usize> Grid<AXES> {
    fn around(centers: &[[f32; 4]]) -> Self {
        let mut lowest = [f32::INFINITY; AXES];
        let mut highest = [f32::NEG_INFINITY; AXES];
        for center in centers.iter().filter(|center| is_finite::<AXES>(**center)) {
            for k in 0..AXES {
                lowest[k] = lowest[k].min(center[k]);
                highest[k] = highest[k].max(center[k]);
            }
        }
        let mut longest = 0.0_f64;
        for k in 0..AXES {
            longest = longest.max(f64::from(highest[k]) - f64::from(lowest[k]));
        }
        let cells = f64::from(Curve::<AXES>::cells());
        let cells_per_meter = if longest > 0.0 { cells / longest } else { 0.0 };
        Self { lowest: lowest.map(f64::from), cells_per_meter }
    }

    fn code(&self, center: [f32; 4]) -> u64 {
        if !is_finite::<AXES>(center) {
            return u64::MAX;
        }
        let mut code = 0;
        for k in 0..AXES {
            let place = (f64::from(center[k]) - self.lowest[k]) * self.cells_per_meter;
            // The far edge is in the last cell.
            let cell = whole(place).min(u64::from(Curve::<AXES>::cells() - 1));
            code |= Curve::<AXES>::spread(cell) << k;
        }
        code
    }
}

fn is_finite<const AXES: usize>(center: [f32; 4]) -> bool {
    center[..AXES].iter().all(|component| component.is_finite())
}

/// A position, which is never negative, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and rounding down is the purpose"
)]
fn whole(place: f64) -> u64 {
    place as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spreads_every_bit<const AXES: usize>() {
        let axes = u32::try_from(AXES).unwrap();
        for bit in 0..Curve::<AXES>::THIS.bits {
            assert_eq!(Curve::<AXES>::spread(1 << bit), 1 << (axes * bit));
        }
        let all = Curve::<AXES>::spread(u64::from(Curve::<AXES>::cells() - 1));
        let code = (0..axes).fold(0, |code, k| code | (all << k));
        assert_eq!(code.count_ones(), axes * Curve::<AXES>::THIS.bits);
        assert!(code < u64::MAX, "the code of what is not finite");
    }

    #[test]
    fn spreading_keeps_every_bit_apart() {
        spreads_every_bit::<3>();
        spreads_every_bit::<2>();
    }
}
