//! The broad phase: pairs of boxes whose world bounds overlap.
//!
//! Boxes are sorted along the axis on which they spread most and put into the cells of a grid over the other
//! two axes; each cell is swept. A pair is reported by the one cell that holds the lower corner of the common
//! part, so no pair is reported twice. Sweeping without the grid would compare each of 200,000 boxes of a
//! cloud with thousands of others.

use glam::{DQuat, DVec3};

use super::numbers::{box_index, columns, whole};

/// Width of a cell, in mean widths of the boxes' bounds.
const CELL_WIDTHS: f64 = 2.0;

/// Most cells along one axis.
const MOST_CELLS: usize = 1024;

/// Most entries in all cells, per box: larger boxes make the grid coarser instead.
const MOST_ENTRIES: usize = 8;

/// The world bounds of a box.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: [f64; 3],
    high: [f64; 3],
    index: u32,
}

/// One direction of the grid.
#[derive(Clone, Copy, Debug)]
struct GridAxis {
    axis: usize,
    start: f64,
    width: f64,
    cells: usize,
}

impl GridAxis {
    fn new(axis: usize, bounds: &[Bounds]) -> Self {
        let start = bounds.iter().fold(f64::INFINITY, |low, b| low.min(b.low[axis]));
        let end = bounds.iter().fold(f64::NEG_INFINITY, |high, b| high.max(b.high[axis]));
        let widths: f64 = bounds.iter().map(|b| b.high[axis] - b.low[axis]).sum();
        let most = (bounds.len() / 4).clamp(1, MOST_CELLS);
        let width = (CELL_WIDTHS * widths / bounds.len() as f64).max((end - start) / most as f64);
        let mut grid = Self { axis, start, width, cells: most };
        grid.cells = grid.cell(end) + 1;
        grid
    }

    /// The cell of a coordinate; never decreases with it.
    fn cell(&self, coordinate: f64) -> usize {
        whole((coordinate - self.start) / self.width).min(self.cells - 1)
    }

    fn cells_of(&self, bounds: &Bounds) -> std::ops::RangeInclusive<usize> {
        self.cell(bounds.low[self.axis])..=self.cell(bounds.high[self.axis])
    }

    fn coarser(self) -> Self {
        Self { width: self.width * 2.0, cells: self.cells.div_ceil(2), ..self }
    }
}

/// The pairs (a, b), a < b, in ascending order, whose world bounds are no farther apart than
/// `margin` meters along each world axis; touching bounds count.
///
/// Rows of the three slices belong together; all numbers must be finite.
#[must_use]
pub fn sweep(
    half_extents: &[[f32; 3]],
    position: &[[f32; 3]],
    rotation: &[[f32; 4]],
    margin: f32,
) -> Vec<[u32; 2]> {
    let boxes = half_extents.iter().zip(position).zip(rotation).enumerate();
    let mut bounds: Vec<Bounds> = boxes
        .map(|(index, ((half, center), quaternion))| {
            let reach = reach(half, quaternion).map(|reach| reach + 0.5 * f64::from(margin));
            let center = center.map(f64::from);
            Bounds {
                low: std::array::from_fn(|k| center[k] - reach[k]),
                high: std::array::from_fn(|k| center[k] + reach[k]),
                index: box_index(index),
            }
        })
        .collect();
    if bounds.len() < 2 {
        return Vec::new();
    }
    let swept = longest_axis(&bounds);
    bounds
        .sort_unstable_by(|a, b| a.low[swept].total_cmp(&b.low[swept]).then(a.index.cmp(&b.index)));
    let mut grid = [(swept + 1) % 3, (swept + 2) % 3].map(|axis| GridAxis::new(axis, &bounds));
    while entries(&grid, &bounds) > MOST_ENTRIES * bounds.len()
        && grid.iter().any(|axis| axis.cells > 1)
    {
        grid = grid.map(GridAxis::coarser);
    }
    let mut pairs = sweep_cells(swept, &grid, &bounds);
    pairs.sort_unstable();
    pairs
}

/// How far a box reaches from its center along each world axis, in meters.
pub(super) fn reach(half_extents: &[f32; 3], rotation: &[f32; 4]) -> [f64; 3] {
    let columns = columns(DQuat::from_array(rotation.map(f64::from)));
    (columns.abs() * DVec3::from(half_extents.map(f64::from))).into()
}

fn longest_axis(bounds: &[Bounds]) -> usize {
    let spread = |axis: usize| {
        let low = bounds.iter().fold(f64::INFINITY, |low, b| low.min(b.low[axis]));
        let high = bounds.iter().fold(f64::NEG_INFINITY, |high, b| high.max(b.low[axis]));
        high - low
    };
    (1..3).fold(0, |best, axis| if spread(axis) > spread(best) { axis } else { best })
}

fn entries(grid: &[GridAxis; 2], bounds: &[Bounds]) -> usize {
    bounds.iter().map(|b| grid.iter().map(|axis| axis.cells_of(b).count()).product::<usize>()).sum()
}

fn sweep_cells(swept: usize, grid: &[GridAxis; 2], bounds: &[Bounds]) -> Vec<[u32; 2]> {
    let [rows, columns] = grid;
    let mut starts = vec![0; rows.cells * columns.cells + 1];
    let each_cell = |b: &Bounds, visit: &mut dyn FnMut(usize)| {
        for row in rows.cells_of(b) {
            for column in columns.cells_of(b) {
                visit(row * columns.cells + column);
            }
        }
    };
    for b in bounds {
        each_cell(b, &mut |cell| starts[cell + 1] += 1);
    }
    for cell in 1..starts.len() {
        starts[cell] += starts[cell - 1];
    }
    // Filled in the order of the sweep, so every cell's list is sorted.
    let mut next = starts.clone();
    let mut members = vec![0; starts[starts.len() - 1]];
    for (number, b) in bounds.iter().enumerate() {
        each_cell(b, &mut |cell| {
            members[next[cell]] = number;
            next[cell] += 1;
        });
    }
    let mut pairs = Vec::new();
    for cell in 0..starts.len() - 1 {
        let owner = [cell / columns.cells, cell % columns.cells];
        let members = &members[starts[cell]..starts[cell + 1]];
        sweep_cell(swept, bounds, members, |a, b| {
            let owned = grid
                .iter()
                .zip(owner)
                .all(|(axis, owner)| axis.cell(a.low[axis.axis].max(b.low[axis.axis])) == owner);
            if owned {
                pairs.push([a.index.min(b.index), a.index.max(b.index)]);
            }
        });
    }
    pairs
}

fn sweep_cell(
    swept: usize,
    bounds: &[Bounds],
    members: &[usize],
    mut report: impl FnMut(&Bounds, &Bounds),
) {
    for (place, &first) in members.iter().enumerate() {
        let a = &bounds[first];
        for &second in &members[place + 1..] {
            let b = &bounds[second];
            if b.low[swept] > a.high[swept] {
                break;
            }
            if (0..3).all(|axis| a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis]) {
                report(a, b);
            }
        }
    }
}
