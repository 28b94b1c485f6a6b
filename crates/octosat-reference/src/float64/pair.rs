//! The fifteen separations of a pair in float64, and the error bound around them.

use std::sync::OnceLock;

use super::manifold::ClosestPoints;
use super::solid::Solid;
use super::vector::{
    difference, dot, length, scaled, unit_cross_product, unit_perpendicular, wide,
};
use crate::tolerances::{
    BOUND_FACTOR, DEVIATION_FACTOR, REFERENCE_SMALLEST_SINE, UNDERFLOW, UNIT_ROUNDOFF,
};
use crate::{OrientedBox, ScaledBox};

/// What the fifteen axes of a pair say in float64.
#[derive(Clone, Copy, Debug)]
pub struct Separations {
    /// Meters, the largest separation over the axes: positive apart, negative overlapping.
    ///
    /// Overlapping, its negation is the depth of the shortest translation that parts the boxes.
    /// Apart, it is at most their distance and at least that over √3.
    pub separation: f64,
    /// The axis of `separation`: 0..2 faces of a, 3..5 faces of b, 6 + 3·i + j edges; the first
    /// of equals.
    pub axis: u8,
    /// Unit direction of that axis, world, from a to b.
    pub normal: [f64; 3],
    /// Meters, separation along each axis; none for an edge axis whose edges are parallel.
    pub axis_separations: [Option<f64>; 15],
    /// Sine of the angle of the edges of each edge axis, 3·i + j.
    pub edge_sines: [f64; 9],
}

/// A pair that is ready to check answers.
#[derive(Clone, Debug)]
pub struct ReferencePair {
    pub(super) a: Solid,
    pub(super) b: Solid,
    pub(super) offset: [f64; 3],
    /// What the solids are relative to, in the world, meters: a's center for two oriented boxes.
    pub(super) origin: [f64; 3],
    separations: Separations,
    relative_bound: f64,
    error_bound: f64,
    /// Found when first asked for, since most pairs never need them and some need them often.
    pub(super) closest: OnceLock<ClosestPoints>,
}

/// An edge axis of the pair, and how far a float32 separation on it may be from the true axis's.
pub(super) struct EdgeTolerance {
    pub(super) separation: f64,
    pub(super) tolerance: f64,
}

impl ReferencePair {
    /// The reference for two boxes given by quaternions, which are normalized in float64.
    #[must_use]
    pub fn oriented(a: &OrientedBox, b: &OrientedBox) -> Self {
        let solid_a = Solid::of_oriented(a, a.center);
        Self::new(solid_a, Solid::of_oriented(b, a.center), wide(a.center))
    }

    /// The reference for two pre-scaled boxes: directions from the normalized axes, sizes from the half
    /// extents.
    #[must_use]
    pub fn scaled(a: &ScaledBox, b: &ScaledBox) -> Self {
        let solid_a = Solid::of_scaled(a, a.center);
        Self::new(solid_a, Solid::of_scaled(b, a.center), wide(a.center))
    }

    /// The pair of two boxes that are given relative to `origin`, in the world.
    pub(super) fn new(a: Solid, b: Solid, origin: [f64; 3]) -> Self {
        let offset = difference(b.center, a.center);
        let scale = a.extent + b.extent + length(offset);
        let relative_bound =
            BOUND_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * (a.deviation + b.deviation);
        let error_bound = relative_bound * scale + UNDERFLOW;
        let separations = separations(&a, &b, offset);
        let closest = OnceLock::new();
        Self { a, b, offset, origin, separations, relative_bound, error_bound, closest }
    }

    /// The fifteen separations and their largest.
    #[must_use]
    pub fn separations(&self) -> &Separations {
        &self.separations
    }

    /// Meters by which a separation of this pair computed in float32 may be off.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        self.error_bound
    }

    /// The error bound for a length of one meter: how far a unit direction may be off.
    pub(super) fn relative_bound(&self) -> f64 {
        self.relative_bound
    }

    /// Meters, the half extents of both boxes and the distance of their centers: what errors are
    /// relative to.
    pub(super) fn scale(&self) -> f64 {
        self.a.extent + self.b.extent + length(self.offset)
    }

    /// Whether an edge of a and one of b are parallel, so that their computed cross product is noise.
    pub(super) fn has_parallel_edges(&self) -> bool {
        self.separations.axis_separations[6..].iter().any(Option::is_none)
    }

    /// The edge axes, each with the error bound of the projection and that of the direction.
    pub(super) fn edge_tolerances(&self) -> impl Iterator<Item = EdgeTolerance> {
        let separations = self.separations.axis_separations[6..].iter();
        separations.zip(&self.separations.edge_sines).filter_map(|(separation, sine)| {
            let tolerance = self.error_bound + self.error_bound / sine;
            separation.map(|separation| EdgeTolerance { separation, tolerance })
        })
    }

    /// Meters from a's far side to b's near side along a world direction of any length but zero.
    ///
    /// Positive if the boxes are apart in that direction; negative by how far b has to move along
    /// it to be clear of a.
    #[must_use]
    pub fn separation_along(&self, direction: [f64; 3]) -> f64 {
        let unit = scaled(direction, 1.0 / length(direction));
        self.b.interval(unit).low - self.a.interval(unit).high
    }
}

fn separations(a: &Solid, b: &Solid, offset: [f64; 3]) -> Separations {
    let mut result = Separations {
        separation: f64::NEG_INFINITY,
        axis: 0,
        normal: [0.0; 3],
        axis_separations: [None; 15],
        edge_sines: [0.0; 9],
    };
    for code in 0..15_u8 {
        let index = usize::from(code);
        let direction = if index < 6 {
            if index < 3 { a.axes[index] } else { b.axes[index - 3] }
        } else {
            let (edge_a, edge_b) = (a.axes[(index - 6) / 3], b.axes[(index - 6) % 3]);
            let product = unit_cross_product(edge_a, edge_b);
            let sine = length(product);
            result.edge_sines[index - 6] = sine;
            if sine < REFERENCE_SMALLEST_SINE {
                continue;
            }
            unit_perpendicular(product, edge_a)
        };
        let normal = if dot(direction, offset) < 0.0 { scaled(direction, -1.0) } else { direction };
        let separation = b.interval(normal).low - a.interval(normal).high;
        result.axis_separations[index] = Some(separation);
        if separation > result.separation {
            result.separation = separation;
            result.axis = code;
            result.normal = normal;
        }
    }
    result
}
