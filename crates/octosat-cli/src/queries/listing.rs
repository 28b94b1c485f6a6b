//! The rows of a check: which boxes are asked against which shapes.

use super::QueryChoice;
use super::world::{World, short};

/// Shapes that each box is asked against, but where there are few boxes.
const SHAPES_A_BOX: usize = 3;

/// Up to so many boxes are asked against all shapes, so that a failure that was shrunk still shows.
const FEW_BOXES: usize = 32;

/// Shapes that all boxes are asked against at once.
const SHAPES_ALONE: usize = 2;

/// Rows that several threads get at least: the engine splits a call from 200 µs of work on, and the fastest query
/// about shapes takes 2 ns a row on the fastest backend.
pub(super) const THREADED_ROWS: usize = 102_400;

/// Rows to ask for, each of a box and a shape, or of two boxes.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// First a mixed part, as from a broad phase; then all boxes with one shape, and with another.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The number of the mixed rows.
    pub(super) mixed: usize,
    /// The shapes that all boxes are asked against.
    pub(super) alone: Vec<u32>,
    /// For each row the one that has the same answer in the listing that was repeated.
    pub(super) origins: Vec<usize>,
    /// Whether the second number of a row is a box too.
    of_boxes: bool,
}

impl Listing {
    /// The rows of a world.
    pub(super) fn new(world: &World) -> Self {
        let (boxes, shapes) = (world.boxes(), world.shapes());
        let of_boxes = world.question.choice.is_of_pairs();
        let mut pairs = match world.question.choice {
            QueryChoice::Rectangles => world.pairs.clone(),
            // A row a box, with nothing beside it.
            QueryChoice::Resolve => (0..boxes).map(|index| [short(index); 2]).collect(),
            _ => mixed(boxes, shapes),
        };
        let mixed = pairs.len();
        // The first is what `bench` and `run` ask about; kinds of shapes follow each other.
        let alone: Vec<u32> =
            (0..SHAPES_ALONE.min(shapes)).map(|k| short(5 * k % shapes)).collect();
        for &shape in &alone {
            pairs.extend((0..boxes).map(|index| [short(index), shape]));
        }
        let origins = (0..pairs.len()).collect();
        Self { pairs, mixed, alone, origins, of_boxes }
    }

    /// The rows for several threads: of a world whose boxes are repeated, so that queries with one
    /// row a box are split too; only the first of the shapes is asked alone.
    pub(super) fn repeated(&self, boxes: usize, copies: usize) -> Self {
        let rows = if self.mixed == 0 { 0 } else { THREADED_ROWS.max(self.mixed) };
        let of_mixed = |row: usize| {
            let (origin, copy) = (row % self.mixed, row / self.mixed % copies);
            let ([index, other], shift) = (self.pairs[origin], short(copy * boxes));
            ([index + shift, if self.of_boxes { other + shift } else { other }], origin)
        };
        let (mut pairs, mut origins): (Vec<_>, Vec<_>) = (0..rows).map(of_mixed).unzip();
        let alone: Vec<u32> = self.alone.iter().copied().take(1).collect();
        for &shape in &alone {
            pairs.extend((0..boxes * copies).map(|index| [short(index), shape]));
            origins.extend((0..boxes * copies).map(|index| self.mixed + index % boxes));
        }
        Self { pairs, mixed: rows, alone, origins, of_boxes: self.of_boxes }
    }
}

/// How often boxes are repeated so that queries with a row a box are split over threads.
pub(super) fn copies(boxes: usize) -> usize {
    THREADED_ROWS.div_ceil(boxes.max(1))
}

/// Every box with some of the shapes.
fn mixed(boxes: usize, shapes: usize) -> Vec<[u32; 2]> {
    if shapes == 0 {
        return Vec::new();
    }
    let most = if boxes <= FEW_BOXES { shapes } else { SHAPES_A_BOX.min(shapes) };
    let of_box = |index: usize| {
        // The last part brings every shape to boxes of every remainder.
        (0..most).map(move |step| {
            let few = boxes <= FEW_BOXES;
            let shape = if few { step } else { 5 * index + 8 * step + index / shapes };
            [index, shape % shapes].map(short)
        })
    };
    (0..boxes).flat_map(of_box).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_boxes_meet_every_shape() {
        for boxes in [1, 3, FEW_BOXES] {
            let pairs = mixed(boxes, 24);
            for index in 0..boxes {
                let mut shapes: Vec<u32> =
                    pairs.iter().filter(|p| p[0] == short(index)).map(|p| p[1]).collect();
                shapes.sort_unstable();
                assert_eq!(shapes, (0..24).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn repeated_rows_are_those_of_whole_tasks() {
        for (boxes, shapes) in [(1, 1), (3, 24), (500, 8), (20_000, 24)] {
            let pairs = mixed(boxes, shapes);
            let mixed = pairs.len();
            let all = pairs.iter().copied().chain((0..boxes).map(|index| [short(index), 0]));
            let pairs: Vec<_> = all.collect();
            let origins = (0..pairs.len()).collect();
            let listing = Listing { pairs, mixed, alone: vec![0], origins, of_boxes: false };
            let copies = copies(boxes);
            let long = listing.repeated(boxes, copies);
            assert!(long.mixed >= THREADED_ROWS && boxes * copies >= THREADED_ROWS);
            assert_eq!(long.pairs.len(), long.mixed + boxes * copies);
            for (&[index, shape], &origin) in long.pairs.iter().zip(&long.origins) {
                assert_eq!([index % short(boxes), shape], listing.pairs[origin]);
            }
        }
    }
}
