//! A row, the unit of storage, and the number of lanes of the widest backend.

use bytemuck::{Pod, Zeroable};

/// The number of lanes of the widest backend.
pub const MAX_LANES: usize = 16;

/// The number of lanes of `f64`, on every backend.
pub const DOUBLES: usize = 4;

/// Four floats on a 16-byte boundary: the unit in which boxes are stored and loaded.
///
/// # Example
/// ```
/// use octosat_lanes::Row;
/// let rows = [Row([1.0, 2.0, 3.0, 0.0]), Row([4.0, 5.0, 6.0, 0.0])];
/// let floats: &[f32] = bytemuck::cast_slice(&rows);
/// assert_eq!(floats[4], 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct Row(pub [f32; 4]);

/// Plain values as the `N` rows of each.
#[inline(always)]
pub(crate) fn records_of<const N: usize, R: Pod>(to: &mut [R]) -> &mut [[[f32; 4]; N]] {
    const { assert!(size_of::<R>() == size_of::<[Row; N]>(), "a record of N rows") };
    bytemuck::cast_slice_mut(to)
}
