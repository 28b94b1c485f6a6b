//! Boxes that are near each other: a sparse grid, whose cells are runs of a sorted list.

use octosat_lanes::math;

use super::touching::Solid;

/// The width of a cell, in mean widths of the boxes' world bounds.
const CELL_WIDTHS: f64 = 1.5;

/// The most entries in all cells per box; beyond it, the cells are larger.
const MOST_ENTRIES: f64 = 8.0;

/// The bits of a coordinate in the key of a cell. Cells that are 2²¹ apart share a key, and are only looked at in vain.
const COORDINATE_BITS: u32 = 21;

/// The world bounds of a box, grown by the tolerance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: [f64; 3],
    high: [f64; 3],
}

impl Bounds {
    pub(super) fn of(solid: &Solid, tolerance: f64) -> Self {
        let reach = solid.world_reach().map(|reach| reach + tolerance);
        let [low, high] =
            [-1.0, 1.0].map(|sign| [0, 1, 2].map(|k| solid.center[k] + sign * reach[k]));
        Self { low, high }
    }

    /// Whether two bounds share a point.
    pub(super) fn meet(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// The cells that the bounds meet, along one axis.
    fn cells(&self, axis: usize, width: f64) -> [f64; 2] {
        [self.low, self.high].map(|end| math::floor(end[axis] / width))
    }

    /// How many cells the bounds meet.
    fn count(&self, width: f64) -> f64 {
        (0..3).map(|axis| self.cells(axis, width)).map(|[first, last]| last - first + 1.0).product()
    }

    /// The key of the cell in which a pair of bounds that meet is looked at: that of the lowest corner of their common
    /// part, which both of them meet.
    pub(super) fn common_key(&self, other: &Self, width: f64) -> u64 {
        key([0, 1, 2].map(|k| coordinate(math::floor(self.low[k].max(other.low[k]) / width))))
    }

    /// The keys of the cells that the bounds meet.
    pub(super) fn keys(&self, width: f64) -> impl Iterator<Item = u64> {
        let [x, y, z] = [0, 1, 2].map(|axis| {
            let [first, last] = self.cells(axis, width).map(coordinate);
            first..=last
        });
        x.flat_map(move |x| {
            let z = z.clone();
            y.clone().flat_map(move |y| z.clone().map(move |z| key([x, y, z])))
        })
    }
}

/// A cell's position along an axis; beyond what an integer holds, all cells are one.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn coordinate(cell: f64) -> i64 {
    cell as i64
}

/// The key of a cell.
fn key(coordinates: [i64; 3]) -> u64 {
    let mask = (1 << COORDINATE_BITS) - 1;
    coordinates.iter().fold(0, |key, &place| key << COORDINATE_BITS | place.cast_unsigned() & mask)
}

/// The width of the cells: a little more than that of most boxes, and so large that boxes have few entries.
pub(super) fn cell_width(bounds: &[Option<Bounds>]) -> f64 {
    let present = || bounds.iter().flatten();
    let widths = present().map(|b| (0..3).map(|k| b.high[k] - b.low[k]).fold(0.0, f64::max));
    let boxes = present().count().max(1) as f64;
    let mut width = (CELL_WIDTHS * widths.sum::<f64>() / boxes).max(f64::MIN_POSITIVE);
    while present().map(|b| b.count(width)).sum::<f64>() > MOST_ENTRIES * boxes {
        width *= 2.0;
    }
    width
}

/// A box in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) index: u32,
}
