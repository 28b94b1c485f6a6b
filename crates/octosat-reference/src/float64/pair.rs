//! The fifteen separations of a pair in float64, and the error bound around them.

use std::sync::OnceLock;

use super::solid::Solid;
use crate::tolerances::{
    BOUND_FACTOR, CONTACT_FACTOR, DEVIATION_FACTOR, REFERENCE_SAME_POINT, REFERENCE_SMALLEST_SINE,
    ROUNDED_DEVIATION, UNDERFLOW, UNIT_ROUNDOFF,
};
use crate::vector::{
    difference, dot, length, scaled, unit_cross_product, unit_perpendicular, wide,
};
use crate::{OrientedBox, ScaledBox};

/// The separations of a pair along the fifteen axes in float64.
#[derive(Clone, Copy, Debug)]
pub struct Separations {
    /// Meters, the largest separation over the axes: positive for a gap, negative for overlap.
    ///
    /// For overlapping boxes its negation is the length of the shortest translation that separates the boxes.
    /// For separated boxes it is at most their distance and at least their distance over √3.
    pub separation: f64,
    /// The axis of `separation`, the first of equals: 0 to 2 are faces of a, 3 to 5 faces of b, and 6 + 3·i + j is
    /// edge i of a with edge j of b.
    pub axis: u8,
    /// Unit direction of that axis, world, from a to b.
    pub normal: [f64; 3],
    /// Meters, the separation along each axis; none for an edge axis whose edges are parallel.
    pub axis_separations: [Option<f64>; 15],
    /// Sine of the angle between the two edges of each edge axis; edges i and j are at 3·i + j.
    pub edge_sines: [f64; 9],
}

/// A pair that is ready to check answers.
#[derive(Clone, Debug)]
pub struct ReferencePair {
    pub(super) a: Solid,
    pub(super) b: Solid,
    pub(super) offset: [f64; 3],
    /// The point that the solids are relative to, in the world, meters: a's center for two oriented boxes.
    pub(super) origin: [f64; 3],
    separations: Separations,
    relative_bound: f64,
    error_bound: f64,
    /// Computed at first use, because most pairs never need them and some need them often.
    pub(super) closest: OnceLock<ClosestPoints>,
}

/// Two closest points of two boxes. If faces or edges are parallel, there are others.
#[derive(Clone, Copy, Debug)]
pub struct ClosestPoints {
    /// The point of a, meters relative to a's center.
    pub on_a: [f64; 3],
    /// The point of b, meters relative to a's center.
    pub on_b: [f64; 3],
    /// Meters between them.
    pub distance: f64,
}

/// The separation along an edge axis, and how far the one computed in float32 may be off.
pub(super) struct EdgeTolerance {
    pub(super) separation: f64,
    pub(super) tolerance: f64,
}

impl ReferencePair {
    /// The pair of two boxes with quaternions, which are normalized in float64.
    #[must_use]
    pub fn oriented(a: &OrientedBox, b: &OrientedBox) -> Self {
        let solid_a = Solid::of_oriented(a, a.center);
        Self::new(solid_a, Solid::of_oriented(b, a.center), wide(a.center))
    }

    /// The pair of two pre-scaled boxes: directions are their normalized axes, sizes are their half extents.
    #[must_use]
    pub fn scaled(a: &ScaledBox, b: &ScaledBox) -> Self {
        let solid_a = Solid::of_scaled(a, a.center);
        Self::new(solid_a, Solid::of_scaled(b, a.center), wide(a.center))
    }

    /// The pair of two boxes whose centers are relative to `origin`, a point of the world.
    pub(super) fn new(a: Solid, b: Solid, origin: [f64; 3]) -> Self {
        let offset = difference(b.center, a.center);
        let scale = scale(&a, &b, offset);
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

    /// The error bound for a pair of a size of one meter: how far a unit direction may be off.
    pub(super) fn relative_bound(&self) -> f64 {
        self.relative_bound
    }

    /// Meters, the size that errors are relative to: the sum of the half extents of both boxes and the distance
    /// of their centers.
    pub(super) fn scale(&self) -> f64 {
        scale(&self.a, &self.b, self.offset)
    }

    /// Meters, the distance of the centers plus the half extents of the smaller box. No place where the boxes touch is
    /// farther from either center.
    #[must_use]
    pub fn reach(&self) -> f64 {
        length(self.offset) + self.a.extent.min(self.b.extent)
    }

    /// The largest reach, meters, if the distance of the centers is measured as a sum of components.
    pub(super) fn largest_reach(&self) -> f64 {
        3.0_f64.sqrt() * length(self.offset) + self.a.extent.min(self.b.extent)
    }

    /// Meters by which a contact of this depth or gap, or a point of it on a surface, may be off; at least what the
    /// reference itself cannot resolve.
    #[must_use]
    pub fn contact_bound(&self, depth: f64) -> f64 {
        let unresolved = 4.0 * REFERENCE_SAME_POINT * self.scale() + UNDERFLOW;
        self.relative_contact_bound() * (self.reach() + depth.abs()) + unresolved
    }

    /// The contact bound for a reach of one meter.
    pub(super) fn relative_contact_bound(&self) -> f64 {
        let deviations = [self.a.deviation, self.b.deviation];
        let excess = deviations.map(|deviation| (deviation - ROUNDED_DEVIATION).max(0.0));
        CONTACT_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * (excess[0] + excess[1])
    }

    /// Whether an edge of a and an edge of b are parallel, so that their cross product in float32 is noise.
    pub(super) fn has_parallel_edges(&self) -> bool {
        self.separations.axis_separations[6..].iter().any(Option::is_none)
    }

    /// The edge axes, each with a tolerance for the error of the projection and of the direction.
    pub(super) fn edge_tolerances(&self) -> impl Iterator<Item = EdgeTolerance> {
        let separations = self.separations.axis_separations[6..].iter();
        separations.zip(&self.separations.edge_sines).filter_map(|(separation, sine)| {
            let tolerance = self.error_bound + self.error_bound / sine;
            separation.map(|separation| EdgeTolerance { separation, tolerance })
        })
    }

    /// Meters from a's far side to b's near side along a world direction of any length but zero.
    ///
    /// Positive if the boxes are separated in this direction. Negative by the distance that b has to move along
    /// it until the boxes no longer overlap.
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
        let AxisSeparation { normal, sine, separation } = axis_separation(a, b, offset, index);
        if index >= 6 {
            result.edge_sines[index - 6] = sine;
        }
        result.axis_separations[index] = separation;
        if let Some(separation) = separation
            && separation > result.separation
        {
            result.separation = separation;
            result.axis = code;
            result.normal = normal;
        }
    }
    result
}

/// Meters, the size that errors are relative to, see [`ReferencePair::scale`].
pub(super) fn scale(a: &Solid, b: &Solid, offset: [f64; 3]) -> f64 {
    a.extent + b.extent + length(offset)
}

/// What two boxes look like along one of the fifteen axes.
pub(super) struct AxisSeparation {
    /// Unit, world, from a to b.
    pub(super) normal: [f64; 3],
    /// The sine of the angle between the two edges of an edge axis; one for a face axis.
    sine: f64,
    /// Meters; none for an edge axis whose edges are parallel.
    pub(super) separation: Option<f64>,
}

/// The separation along an axis, for centers with this offset from a to b.
pub(super) fn axis_separation(
    a: &Solid,
    b: &Solid,
    offset: [f64; 3],
    axis: usize,
) -> AxisSeparation {
    let AxisDirection { direction, sine } = axis_direction(a, b, axis);
    let normal = if dot(direction, offset) < 0.0 { scaled(direction, -1.0) } else { direction };
    let is_parallel = sine < REFERENCE_SMALLEST_SINE;
    let separation = (!is_parallel).then(|| b.interval(normal).low - a.interval(normal).high);
    AxisSeparation { normal, sine, separation }
}

/// A candidate axis.
struct AxisDirection {
    /// Unit, world, of either sign.
    direction: [f64; 3],
    /// The sine of the angle between the two edges of an edge axis; one for a face axis.
    sine: f64,
}

fn axis_direction(a: &Solid, b: &Solid, axis: usize) -> AxisDirection {
    if axis < 6 {
        let direction = if axis < 3 { a.axes[axis] } else { b.axes[axis - 3] };
        return AxisDirection { direction, sine: 1.0 };
    }
    let (edge_a, edge_b) = (a.axes[(axis - 6) / 3], b.axes[(axis - 6) % 3]);
    let product = unit_cross_product(edge_a, edge_b);
    AxisDirection { direction: unit_perpendicular(product, edge_a), sine: length(product) }
}
