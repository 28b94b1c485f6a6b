//! The fifteen-case routine of a well-known note on boxes, as it rules, and put right.
//!
//! The note tests the fifteen axes one after the other in a's frame, keeps the case with the
//! smallest depth relative to the reach of both boxes, and moves each box by half of
//! `axis × depth`. [`as_written`] follows it. [`corrected`] differs in four places, because:
//!
//! - The note leaves the edge axes unnormalised. Its depths there are too small by the sine of the
//!   edges' angle, so edges are preferred wrongly, and moving by `cross product × depth` is short
//!   by the square of the sine: the boxes still overlap afterwards.
//! - The smallest depth relative to the reach is not the shortest translation: a long box pushed
//!   in at its side may be sent out at its far end.
//! - The note rejects boxes that touch; closed boxes that touch share a point. A point or a plate
//!   lying in a face of the other box shows it.
//! - The note skips an edge case only if its reach is exactly zero. Nearly parallel edges have a
//!   cross product that is noise, and the note takes it for an axis.
//!
//! Two slips of its text do not reach its code: the response table names half extents where the
//! face axes are meant, and the warning speaks of perpendicular edges where parallel ones have no
//! cross product.

use crate::textbook::MatrixBox;
use crate::tolerances::SMALLEST_LENGTH_SQUARED;

/// What the routine finds for two boxes that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteResponse {
    /// The case, 0..15: faces of a, faces of b, then 6 + 3·i + j for edges i of a and j of b.
    pub case: u8,
    /// Whether b's centre lies on the negative side of the case's axis.
    pub negative: bool,
    /// Depth along the axis as the routine measures it; metres only if the axis is a unit vector.
    pub depth: f32,
    /// Depth over the reach of both boxes along the axis, dimensionless.
    pub relative_depth: f32,
    /// The case's axis in the world, turned towards b: [`as_written`] leaves the cross product of
    /// two edges unnormalised, [`corrected`] gives a unit vector.
    pub response: [f32; 3],
}

impl NoteResponse {
    /// Moves the boxes apart by the response times the depth, half of it each.
    pub fn part(&self, a: &mut MatrixBox, b: &mut MatrixBox) {
        for k in 0..3 {
            let half = self.response[k] * (self.depth * 0.5);
            a.center[k] -= half;
            b.center[k] += half;
        }
    }
}

/// The note's own rule: smallest relative depth, unnormalised edge axes, touching is no collision.
#[must_use]
pub fn as_written(a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
    let cases = Cases::of(a, b);
    let mut best: Option<NoteResponse> = None;
    for code in 0..15 {
        let case = cases.get(code);
        if case.reach <= case.projection.abs() {
            if code >= 6 && is_zero(case.reach) {
                continue;
            }
            return None;
        }
        let response = case.response();
        if best.is_none_or(|best| response.relative_depth < best.relative_depth) {
            best = Some(response);
        }
    }
    best
}

/// The routine put right: smallest depth along unit axes, touching is a collision.
///
/// Edge pairs whose angle has a sine below 1e-7 are no case; the face axes cover them.
#[must_use]
pub fn corrected(a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
    let cases = Cases::of(a, b);
    let mut best: Option<NoteResponse> = None;
    for code in 0..15 {
        let Some(case) = cases.get(code).normalised() else { continue };
        if case.reach < case.projection.abs() {
            return None;
        }
        let response = case.response();
        if best.is_none_or(|best| response.depth < best.depth) {
            best = Some(response);
        }
    }
    best
}

/// The pair in a's frame.
struct Cases<'boxes> {
    a: &'boxes MatrixBox,
    b: &'boxes MatrixBox,
    rotation: [[f32; 3]; 3],
    offset: [f32; 3],
}

/// One row of the note's table.
struct Case {
    code: u8,
    /// L, in the world.
    axis: [f32; 3],
    /// Ra + Rb.
    reach: f32,
    /// T·L.
    projection: f32,
}

impl<'boxes> Cases<'boxes> {
    fn of(a: &'boxes MatrixBox, b: &'boxes MatrixBox) -> Self {
        let world: [f32; 3] = std::array::from_fn(|k| b.center[k] - a.center[k]);
        let rotation = a.axes.map(|axis| b.axes.map(|other| dot(axis, other)));
        Self { a, b, rotation, offset: a.axes.map(|axis| dot(world, axis)) }
    }

    fn get(&self, code: u8) -> Case {
        let index = usize::from(code);
        match index {
            0..3 => self.face_of_a(index),
            3..6 => self.face_of_b(index - 3),
            _ => self.edges(code, (index - 6) / 3, (index - 6) % 3),
        }
    }

    fn face_of_a(&self, i: usize) -> Case {
        let row = self.rotation[i].map(f32::abs);
        let reach = self.a.half_extents[i] + dot(self.b.half_extents, row);
        Case { code: FACES_OF_A[i], axis: self.a.axes[i], reach, projection: self.offset[i] }
    }

    fn face_of_b(&self, j: usize) -> Case {
        let column = self.rotation.map(|row| row[j]);
        let reach = dot(self.a.half_extents, column.map(f32::abs)) + self.b.half_extents[j];
        let projection = dot(self.offset, column);
        Case { code: FACES_OF_B[j], axis: self.b.axes[j], reach, projection }
    }

    /// The short cut of the note's table: reaches from entries of the rotation, which are the
    /// projections on the cross product as long as the rotation is exactly orthonormal.
    fn edges(&self, code: u8, i: usize, j: usize) -> Case {
        let (l, m) = ((i + 1) % 3, (i + 2) % 3);
        let (p, q) = ((j + 1) % 3, (j + 2) % 3);
        let (r, ha, hb) = (&self.rotation, self.a.half_extents, self.b.half_extents);
        let reach_a = ha[l] * r[m][j].abs() + ha[m] * r[l][j].abs();
        let reach_b = hb[p] * r[i][q].abs() + hb[q] * r[i][p].abs();
        let projection = self.offset[m] * r[l][j] - self.offset[l] * r[m][j];
        let axis = cross(self.a.axes[i], self.b.axes[j]);
        Case { code, axis, reach: reach_a + reach_b, projection }
    }
}

/// Case numbers of the faces.
const FACES_OF_A: [u8; 3] = [0, 1, 2];
/// Case numbers of b's faces.
const FACES_OF_B: [u8; 3] = [3, 4, 5];

impl Case {
    /// The same case on a unit axis; none where two edges are parallel.
    fn normalised(&self) -> Option<Self> {
        let length_squared = dot(self.axis, self.axis);
        if length_squared < SMALLEST_LENGTH_SQUARED {
            return None;
        }
        if self.code < 6 {
            return Some(Self { ..*self });
        }
        let length = length_squared.sqrt();
        Some(Self {
            code: self.code,
            axis: self.axis.map(|component| component / length),
            reach: self.reach / length,
            projection: self.projection / length,
        })
    }

    fn response(&self) -> NoteResponse {
        let negative = self.projection < 0.0;
        let depth = self.reach - self.projection.abs();
        NoteResponse {
            case: self.code,
            negative,
            depth,
            relative_depth: depth / self.reach,
            response: if negative { self.axis.map(|component| -component) } else { self.axis },
        }
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The note skips an edge case whose reach is exactly zero.
fn is_zero(reach: f32) -> bool {
    reach == 0.0
}
