//! The different directions of a frustum's twelve edges.

use super::corners::{Plane, corner_difference, length};
use crate::boxes::rotation::round;
use crate::vector::{cross, dot};

/// The sine up to which two edges or two normals of a frustum count as parallel, without unit: 67 units of
/// roundoff.
///
/// Rounding the planes of a view rotates edges that should be parallel by less than this, unless the view is
/// wider than 170 degrees; those edges are then tested as different ones.
const PARALLEL_FRUSTUM_SINE: f64 = 4e-6;

/// The most edge directions six planes can have.
const MOST: usize = 12;

/// The direction of one edge, or of several parallel edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EdgeDirection {
    /// Of unit length.
    pub(crate) direction: [f32; 3],
    /// The corners to project on an axis across this direction. The two ends of an edge along this direction
    /// have the same projection, so only one end is listed.
    corners: [u8; 8],
    count: u8,
}

impl EdgeDirection {
    /// The numbers of the corners to project.
    #[inline(always)]
    pub(crate) fn corners(&self) -> &[u8] {
        &self.corners[..usize::from(self.count)]
    }
}

/// The edge directions of a frustum, each once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EdgeDirections {
    directions: [EdgeDirection; MOST],
    len: u8,
}

impl EdgeDirections {
    pub(super) fn as_slice(&self) -> &[EdgeDirection] {
        &self.directions[..usize::from(self.len)]
    }

    /// Finds the directions of the edges between eight corners.
    pub(super) fn of_corners(corners: &[[f64; 3]; 8]) -> Self {
        let mut found = Directions { units: [[0.0; 3]; MOST], len: 0 };
        let mut result = Self { directions: [EdgeDirection::default(); MOST], len: 0 };
        for edge in 0..MOST {
            let unit = unit_of(corners, Edge::of_number(edge));
            if found.place_of(unit).is_none() {
                found.units[found.len] = unit;
                found.len += 1;
            }
        }
        for place in 0..found.len {
            result.directions[place] = found.with_corners(place, corners);
            result.len += 1;
        }
        result
    }
}

/// The ends of an edge: two corners that differ in one bit.
#[derive(Clone, Copy)]
struct Edge {
    start: usize,
    end: usize,
}

impl Edge {
    /// Edges 4·k to 4·k + 3 run along direction k of the cube, from one side to the other.
    fn of_number(number: usize) -> Self {
        let (axis, corner) = (number / 4, number % 4);
        let low = corner & ((1 << axis) - 1);
        let start = low | (corner >> axis) << (axis + 1);
        Self { start, end: start | 1 << axis }
    }
}

fn unit_of(corners: &[[f64; 3]; 8], edge: Edge) -> [f64; 3] {
    let along = corner_difference(corners[edge.end], corners[edge.start]);
    let length = length(along);
    along.map(|component| component / length)
}

/// Whether two unit vectors are parallel, or opposite, within the rounding of planes.
fn parallel(a: [f64; 3], b: [f64; 3]) -> bool {
    length(cross(a, b)) <= PARALLEL_FRUSTUM_SINE
}

struct Directions {
    units: [[f64; 3]; MOST],
    len: usize,
}

impl Directions {
    fn place_of(&self, unit: [f64; 3]) -> Option<usize> {
        self.units[..self.len].iter().position(|&known| parallel(known, unit))
    }

    /// A direction with its corners, of which no two are joined by an edge along the direction.
    fn with_corners(&self, place: usize, corners: &[[f64; 3]; 8]) -> EdgeDirection {
        let mut skipped = [false; 8];
        for edge in (0..MOST).map(Edge::of_number) {
            skipped[edge.end] |= self.place_of(unit_of(corners, edge)) == Some(place);
        }
        let direction = self.units[place].map(round);
        let mut result = EdgeDirection { direction, ..EdgeDirection::default() };
        for (number, _) in (0_u8..).zip(skipped).filter(|&(_, skipped)| !skipped) {
            result.corners[usize::from(result.count)] = number;
            result.count += 1;
        }
        result
    }
}

/// The number of normals without counting opposite normals twice.
pub(super) fn different_normals(planes: &[Plane; 6]) -> u8 {
    let mut count = 6;
    for axis in 0..3 {
        let [one, other] = [planes[2 * axis].normal, planes[2 * axis + 1].normal];
        let opposite = dot(one, other) < 0.0 && parallel(one, other);
        count -= u8::from(opposite);
    }
    count
}
