//! The references, asked about the same stored boxes as the engine.

use octosat::{ContactKind, ContactPoint, Manifold, Manifolds, Penetration, PointOrigin};
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldReport, PenetrationAnswer, ReferenceBox, ReferencePair,
    check_manifold, check_relative_manifold,
};
use octosat_reference::{OrientedBox, ScaledBox, plain};

use crate::geometry::{Vector, along, columns, dot, length, wide};
use crate::world::{Basis, ContactSettings, Limit, World};

/// A row's bits: normal, depth, axis number.
pub type RowBits = [u32; 5];

/// The bits of a row of the engine.
#[must_use]
pub fn row_bits(row: &Penetration) -> RowBits {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}

/// A row of the engine as the reference takes it.
#[must_use]
pub fn answer(row: &Penetration) -> PenetrationAnswer {
    PenetrationAnswer { normal: row.normal, depth: row.depth, axis: row.axis.code() }
}

/// A pair of stored boxes as the references take them.
#[derive(Clone, Copy, Debug)]
pub enum PairReference {
    /// Boxes with quaternions.
    Unit {
        /// First box.
        a: OrientedBox,
        /// Second box.
        b: OrientedBox,
    },
    /// Boxes with scaled axes.
    Scaled {
        /// First box.
        a: ScaledBox,
        /// Second box.
        b: ScaledBox,
    },
}

impl PairReference {
    /// The boxes of a pair as the store of that basis holds them.
    ///
    /// # Panics
    /// If there are no such boxes.
    #[must_use]
    pub fn new(world: &World, basis: Basis, pair: [u32; 2]) -> Self {
        let [a, b] = pair;
        match basis {
            Basis::Unit => Self::Unit { a: oriented(world, a), b: oriented(world, b) },
            Basis::Scaled => Self::Scaled { a: scaled(world, a), b: scaled(world, b) },
        }
    }

    /// The float64 reference of this pair.
    #[must_use]
    pub fn reference(&self) -> ReferencePair {
        match self {
            Self::Unit { a, b } => ReferencePair::oriented(a, b),
            Self::Scaled { a, b } => ReferencePair::scaled(a, b),
        }
    }

    /// The plain scalar answer to the overlap query.
    #[must_use]
    pub fn overlaps(&self, margin: Option<f32>) -> bool {
        match (self, margin) {
            (Self::Unit { a, b }, None) => plain::overlap(a, b),
            (Self::Unit { a, b }, Some(margin)) => plain::overlap_within(a, b, margin),
            (Self::Scaled { a, b }, None) => plain::overlap_scaled(a, b),
            (Self::Scaled { a, b }, Some(margin)) => plain::overlap_scaled_within(a, b, margin),
        }
    }

    /// The bits of the plain scalar answer to the penetration query.
    #[must_use]
    pub fn row(&self, margin: Option<f32>) -> RowBits {
        let margin = margin.unwrap_or(0.0);
        let row = match self {
            Self::Unit { a, b } => plain::penetration(a, b, margin),
            Self::Scaled { a, b } => plain::penetration_scaled(a, b, margin),
        };
        let [x, y, z] = row.normal.map(f32::to_bits);
        [x, y, z, row.depth.to_bits(), u32::from(row.axis)]
    }
}

/// What the reference says about the manifold of a pair, asked for with these settings and this margin
/// in metres.
#[must_use]
pub fn manifold_report(
    reference: &ReferencePair,
    contacts: &Manifolds,
    pair: usize,
    settings: &ContactSettings<'_>,
    margin: f32,
) -> ManifoldReport {
    let points = answer_points(contacts.of(pair));
    let answer = manifold_answer(contacts.manifolds()[pair], &points, settings, margin);
    match settings.origin {
        PointOrigin::World => check_manifold(reference, &answer),
        PointOrigin::CenterOfA => check_relative_manifold(reference, &answer),
    }
}

/// Points as the float64 checker takes them.
#[must_use]
pub fn answer_points(points: &[ContactPoint]) -> Vec<ContactAnswer> {
    let answer = |point: &ContactPoint| ContactAnswer {
        position: point.position,
        depth: point.depth,
        feature: point.feature.0,
    };
    points.iter().map(answer).collect()
}

/// A row as the float64 checker takes it; `margin` is the pair's, in metres.
#[must_use]
pub fn manifold_answer<'a>(
    row: Manifold,
    points: &'a [ContactAnswer],
    settings: &ContactSettings<'_>,
    margin: f32,
) -> ManifoldAnswer<'a> {
    ManifoldAnswer {
        normal: row.normal,
        depth: row.depth,
        axis: row.axis.code(),
        points,
        margin,
        limit: settings.limit.points(),
        fallback: row.kind() == ContactKind::Fallback,
        closest: row.kind() == ContactKind::Closest,
        steady: None,
    }
}

/// The plain scalar overlaps of a world's pairs.
#[must_use]
pub fn plain_overlaps(world: &World, basis: Basis, limit: &Limit) -> Vec<bool> {
    let of = |(number, &pair): (usize, &[u32; 2])| {
        PairReference::new(world, basis, pair).overlaps(limit.of(number))
    };
    world.pairs.iter().enumerate().map(of).collect()
}

/// The bits of the plain scalar penetrations of a world's pairs.
#[must_use]
pub fn plain_rows(world: &World, basis: Basis, limit: &Limit) -> Vec<RowBits> {
    let of = |(number, &pair): (usize, &[u32; 2])| {
        PairReference::new(world, basis, pair).row(limit.of(number))
    };
    world.pairs.iter().enumerate().map(of).collect()
}

/// The float64 reference of a box as the store holds it.
///
/// # Panics
/// If there is no such box.
#[must_use]
pub fn reference_box(world: &World, index: u32) -> ReferenceBox {
    ReferenceBox::oriented(&oriented(world, index))
}

fn oriented(world: &World, index: u32) -> OrientedBox {
    let stored = world.store.get(index).expect("the box exists");
    OrientedBox {
        center: stored.pose.center,
        rotation: stored.pose.rotation,
        half_extents: stored.half_extents,
    }
}

fn scaled(world: &World, index: u32) -> ScaledBox {
    let stored = world.scaled().get(index).expect("the box exists");
    ScaledBox {
        center: stored.center,
        axes: stored.axes.map(|[x, y, z, _]| [x, y, z]),
        half_extents: stored.half_extents(),
    }
}

/// An upper bound in metres on the distance of two boxes, without any separating axis: points of
/// both, each projected on the other box in turn (von Neumann's alternating projections), which
/// converge to a nearest pair of points. Stops below `target` metres or after `rounds`.
#[must_use]
pub fn gap_by_projections(a: &OrientedBox, b: &OrientedBox, rounds: usize, target: f64) -> f64 {
    let origin = wide(a.center);
    let [a, b] = [a, b].map(|given| Solid::new(given, origin));
    let mut point = b.center;
    let mut gap = f64::INFINITY;
    for _ in 0..rounds {
        let on_a = a.nearest(point);
        point = b.nearest(on_a);
        gap = length(std::array::from_fn(|k| point[k] - on_a[k]));
        if gap <= target {
            break;
        }
    }
    gap
}

/// A box in float64, relative to an origin near it.
struct Solid {
    center: Vector,
    axes: [Vector; 3],
    half_extents: Vector,
}

impl Solid {
    fn new(given: &OrientedBox, origin: Vector) -> Self {
        Self {
            center: std::array::from_fn(|k| f64::from(given.center[k]) - origin[k]),
            axes: columns(wide(given.rotation)),
            half_extents: wide(given.half_extents),
        }
    }

    /// The point of the box nearest to `point`.
    fn nearest(&self, point: Vector) -> Vector {
        let offset: Vector = std::array::from_fn(|k| point[k] - self.center[k]);
        (0..3).fold(self.center, |nearest, k| {
            let half = self.half_extents[k];
            along(nearest, dot(offset, self.axes[k]).clamp(-half, half), self.axes[k])
        })
    }
}
