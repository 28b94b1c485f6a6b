//! The two faces of a contact, and the distance of their planes along the normal.

use super::super::pair::ReferencePair;
use super::super::solid::Solid;
use crate::tolerances::FACE_TIE;
use crate::vector::{cross, difference, dot, length, scaled, sum};

/// A face of a box.
#[derive(Clone, Copy)]
pub(super) struct Facing {
    pub(super) center: [f64; 3],
    outward: [f64; 3],
    /// The two axes after that of the face.
    pub(super) sides: [[f64; 3]; 2],
    half: [f64; 2],
}

/// A plane; points are on its inner side if their projection is at most the offset.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    pub(super) outward: [f64; 3],
    pub(super) offset: f64,
}

/// A face of a and a face of b that face each other along a unit normal from a to b.
#[derive(Clone, Copy)]
pub(super) struct FacePair {
    pub(super) a: Facing,
    pub(super) b: Facing,
    pub(super) normal: [f64; 3],
}

impl Facing {
    /// The face of a box that is perpendicular to an axis, on the side of `outward`, a unit direction along
    /// this axis.
    fn new(solid: &Solid, axis: usize, outward: [f64; 3]) -> Self {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        Self {
            center: sum(solid.center, scaled(outward, solid.half_extents[axis])),
            outward,
            sides: [solid.axes[next], solid.axes[last]],
            half: [solid.half_extents[next], solid.half_extents[last]],
        }
    }

    /// The corners in cyclic order.
    pub(super) fn corners(&self) -> [[f64; 3]; 4] {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|signs| {
            let along = scaled(self.sides[0], signs[0] * self.half[0]);
            sum(sum(self.center, along), scaled(self.sides[1], signs[1] * self.half[1]))
        })
    }

    /// The planes through the sides that are parallel to the direction `normal`. Its cosine with the face's own
    /// normal is at least 1/√3, so it is parallel to no side.
    pub(super) fn side_planes(&self, normal: [f64; 3]) -> Vec<Plane> {
        let mut planes = Vec::with_capacity(4);
        for k in 0..2 {
            let across = cross(self.sides[1 - k], normal);
            let unit = scaled(across, 1.0 / length(across));
            let reach = self.half[k] * dot(unit, self.sides[k]).abs();
            for outward in [unit, scaled(unit, -1.0)] {
                planes.push(Plane { outward, offset: dot(outward, self.center) + reach });
            }
        }
        planes
    }

    /// Meters along `normal` from a point to the face's plane.
    pub(super) fn height(&self, point: [f64; 3], normal: [f64; 3]) -> f64 {
        dot(self.outward, difference(self.center, point)) / dot(self.outward, normal)
    }
}

impl FacePair {
    /// The pairs of faces that float32 may choose as most aligned with the normal. The first pair is the one that
    /// float64 chooses.
    pub(super) fn choices(pair: &ReferencePair, normal: [f64; 3]) -> Vec<Self> {
        Self::choices_within(pair, normal, FACE_TIE + pair.relative_bound())
    }

    /// The pairs of faces whose cosines with the normal are at most `tie` less than the largest.
    pub(super) fn choices_within(pair: &ReferencePair, normal: [f64; 3], tie: f64) -> Vec<Self> {
        let of_b = most_aligned(&pair.b, scaled(normal, -1.0), tie);
        let mut choices = Vec::new();
        for a in most_aligned(&pair.a, normal, tie) {
            choices.extend(of_b.iter().map(|&b| Self { a, b, normal }));
        }
        choices
    }

    /// Meters along the normal from a's plane to b's, through a point.
    pub(super) fn separation(&self, point: [f64; 3]) -> f64 {
        self.b.height(point, self.normal) - self.a.height(point, self.normal)
    }

    /// The sine of the angle between the faces.
    pub(super) fn sine(&self) -> f64 {
        length(cross(self.a.outward, self.b.outward))
    }

    /// The largest change of the separation for each meter perpendicular to the normal.
    pub(super) fn slope(&self) -> f64 {
        let [climb_a, climb_b] = [self.a.outward, self.b.outward]
            .map(|outward| scaled(outward, 1.0 / dot(outward, self.normal)));
        length(difference(climb_a, climb_b))
    }
}

/// The faces of a box whose outward normal has the largest cosine with a direction, or a cosine that is at most
/// `tie` less. The largest comes first.
fn most_aligned(solid: &Solid, direction: [f64; 3], tie: f64) -> Vec<Facing> {
    let cosines = solid.axes.map(|axis| dot(axis, direction));
    let mut order = [0, 1, 2];
    order.sort_by(|&i: &usize, &j: &usize| cosines[j].abs().total_cmp(&cosines[i].abs()));
    let largest = cosines[order[0]].abs();
    let aligned = order.into_iter().filter(|&axis| cosines[axis].abs() >= largest - tie);
    aligned
        .map(|axis| Facing::new(solid, axis, scaled(solid.axes[axis], cosines[axis].signum())))
        .collect()
}
