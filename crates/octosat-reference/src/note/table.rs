//! The fifteen rows of the note's table: the two numbers that each case compares; and the table without the
//! transformation, which the note announces and does not contain.

use crate::textbook::MatrixBox;
use crate::tolerances::SMALLEST_LENGTH_SQUARED;
use crate::vector::{cross, difference, dot};

/// The first case that belongs to a pair of edges.
pub(super) const FIRST_EDGE: u8 = 6;

/// The number of cases.
pub(super) const CASES: u8 = 15;

/// The pair along the axes of a. Each row of the rotation is computed by the first case that needs it.
pub(super) struct Cases<'boxes> {
    a: &'boxes MatrixBox,
    b: &'boxes MatrixBox,
    world: [f32; 3],
    /// Row i holds the scalar products of a's axis i and b's axes.
    rotation: [[f32; 3]; 3],
    /// The offset of the centers along a's axes.
    offset: [f32; 3],
}

/// The two numbers that a case compares, along an axis of any length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The case, 0..15.
    pub(super) case: u8,
    /// Ra + Rb.
    pub(super) reach: f32,
    /// T·L.
    pub(super) projection: f32,
}

impl Row {
    /// The overlap of the boxes along the axis, times the length of the axis.
    pub(super) fn depth(&self) -> f32 {
        self.reach - self.projection.abs()
    }
}

/// The indices of an edge case.
#[derive(Clone, Copy)]
struct Edges {
    /// a's edge, and the two axes after it.
    a: [usize; 3],
    /// b's edge, and the two axes after it.
    b: [usize; 3],
}

impl Edges {
    fn of(case: u8) -> Self {
        let number = usize::from(case - FIRST_EDGE);
        let after = |edge: usize| [edge, (edge + 1) % 3, (edge + 2) % 3];
        Self { a: after(number / 3), b: after(number % 3) }
    }
}

impl<'boxes> Cases<'boxes> {
    pub(super) fn of(a: &'boxes MatrixBox, b: &'boxes MatrixBox) -> Self {
        let world = std::array::from_fn(|k| b.center[k] - a.center[k]);
        Self { a, b, world, rotation: [[0.0; 3]; 3], offset: [0.0; 3] }
    }

    /// The row of a case as in the note's table. Cases must be computed in ascending order.
    pub(super) fn row(&mut self, case: u8) -> Row {
        match case {
            0..3 => self.face_of_a(case),
            3..FIRST_EDGE => self.face_of_b(case),
            _ => self.edges_by_entries(case),
        }
    }

    /// The row of a case along a unit axis; none if two edges are parallel.
    ///
    /// Both boxes are projected on the cross product as computed, so the quotient by its length is right
    /// however short the cross product is.
    pub(super) fn unit_row(&mut self, case: u8) -> Option<Row> {
        if case < FIRST_EDGE { Some(self.row(case)) } else { self.edges_by_cofactors(case) }
    }

    fn face_of_a(&mut self, case: u8) -> Row {
        let i = usize::from(case);
        let axis = self.a.axes[i];
        self.offset[i] = dot(self.world, axis);
        self.rotation[i] = self.b.axes.map(|other| dot(axis, other));
        let along = dot(self.b.half_extents, self.rotation[i].map(f32::abs));
        Row { case, reach: self.a.half_extents[i] + along, projection: self.offset[i] }
    }

    fn face_of_b(&self, case: u8) -> Row {
        let j = usize::from(case - 3);
        let column = self.rotation.map(|row| row[j]);
        let along = dot(self.a.half_extents, column.map(f32::abs));
        let projection = dot(self.offset, column);
        Row { case, reach: along + self.b.half_extents[j], projection }
    }

    /// The short cut of the note's table: the reach of b from entries of the rotation. They are the projections
    /// on the cross product only if the rotation is exactly orthonormal.
    fn edges_by_entries(&self, case: u8) -> Row {
        let Edges { a: [i, ..], b: [_, p, q] } = Edges::of(case);
        let (row, half) = (self.rotation[i], self.b.half_extents);
        self.edges(case, half[p] * row[q].abs() + half[q] * row[p].abs())
    }

    fn edges_by_cofactors(&self, case: u8) -> Option<Row> {
        let Edges { a: [_, l, m], b: [j, p, q] } = Edges::of(case);
        let (r, half) = (&self.rotation, self.b.half_extents);
        let length_squared = r[l][j] * r[l][j] + r[m][j] * r[m][j];
        if length_squared < SMALLEST_LENGTH_SQUARED {
            return None;
        }
        let along = |axis: usize| (r[l][j] * r[m][axis] - r[m][j] * r[l][axis]).abs();
        let row = self.edges(case, half[p] * along(p) + half[q] * along(q));
        let length = length_squared.sqrt();
        Some(Row { case, reach: row.reach / length, projection: row.projection / length })
    }

    fn edges(&self, case: u8, reach_b: f32) -> Row {
        let Edges { a: [_, l, m], b: [j, ..] } = Edges::of(case);
        let (r, half) = (&self.rotation, self.a.half_extents);
        let reach_a = half[l] * r[m][j].abs() + half[m] * r[l][j].abs();
        let projection = self.offset[m] * r[l][j] - self.offset[l] * r[m][j];
        Row { case, reach: reach_a + reach_b, projection }
    }

    /// A case's axis in the world. The cross product of two edges is not normalized.
    pub(super) fn axis(&self, case: u8) -> [f32; 3] {
        match case {
            0..3 => self.a.axes[usize::from(case)],
            3..FIRST_EDGE => self.b.axes[usize::from(case - 3)],
            _ => {
                let Edges { a: [i, ..], b: [j, ..] } = Edges::of(case);
                cross(self.a.axes[i], self.b.axes[j])
            }
        }
    }

    /// A case's axis in the world as a unit vector. For edges it is the direction that [`Self::unit_row`]
    /// projects on; the cross product in the world may differ from it by noise.
    pub(super) fn unit_axis(&self, case: u8) -> [f32; 3] {
        if case < FIRST_EDGE {
            return self.axis(case);
        }
        let Edges { a: [_, l, m], b: [j, ..] } = Edges::of(case);
        let (along_l, along_m) = (self.rotation[l][j], self.rotation[m][j]);
        let length = (along_l * along_l + along_m * along_m).sqrt();
        std::array::from_fn(|k| {
            (along_l * self.a.axes[m][k] - along_m * self.a.axes[l][k]) / length
        })
    }
}

/// Whether two boxes overlap, by the fifteen cases with all vectors in world space. Touching counts.
///
/// Each case projects the half axes of both boxes and the offset of the centers on its axis L. Let e be the half
/// extents of A and f those of B: Ra = Σ e.k · |A.k · L|, Rb = Σ f.k · |B.k · L|, and T · L. These are seven dot
/// products per case. With the vectors in a's space, twelve dot products serve all cases, and each case needs a few
/// products of their results. An axis of length zero has Rab = |T · L| = 0 and never separates the boxes.
#[must_use]
pub fn overlaps_untransformed(a: &MatrixBox, b: &MatrixBox) -> bool {
    let offset = difference(b.center, a.center);
    let is_apart = |axis: [f32; 3]| a.reach(axis) + b.reach(axis) < dot(offset, axis).abs();
    let edges = || a.axes.iter().flat_map(|&i| b.axes.iter().map(move |&j| cross(i, j)));
    !a.axes.into_iter().chain(b.axes).chain(edges()).any(is_apart)
}
