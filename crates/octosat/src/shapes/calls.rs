//! Queries about boxes and other shapes: bounds, hits, culling, closest points of segments.

use octosat_rows::ClosestPoints;

use crate::boxes::view::BoxView;
use crate::call::answers::Lengths;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::error::Error;
use crate::shapes::kernels::classify::Classify;
use crate::shapes::kernels::closest_points::ClosestPointsOf;
use crate::shapes::kernels::cull::Cull;
use crate::shapes::kernels::world_bounds::WorldBounds;
use crate::shapes::lists::Against;
use crate::shapes::questions::fill;
use crate::shapes::{AxisAlignedBox, Containment, Frustum, Segment};

impl Engine {
    /// Computes the axis-aligned box around each box, for a broad phase: row i is box i.
    ///
    /// Bounds are conservative: no point of a box as it is stored lies outside, whatever rounding does. Each side is
    /// too far out by at most 1e-5 times the sum of the three half extents, plus four roundings of (2.4e-7 times) the
    /// center's coordinate. A box that is not finite, which only an unchecked view can hold, gets [`f32::NAN`] for all
    /// six coordinates.
    ///
    /// # Errors
    /// If `out` does not have one element per box; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{AxisAlignedBox, BoxStore, Engine, OrientedBox};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// let mut bounds = [AxisAlignedBox::default()];
    /// Engine::new().aabbs(&boxes, &mut bounds)?;
    /// assert!(bounds[0].min()[0] <= 0.5 && bounds[0].min()[0] > 0.4999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn aabbs<'a>(
        &self,
        boxes: impl Into<BoxView<'a>>,
        out: &mut [AxisAlignedBox],
    ) -> Result<(), Error> {
        aabbs(self, boxes.into(), out)
    }

    /// Reports where rays or segments enter and leave boxes, spheres and capsules; see
    /// [`RayHit`](crate::RayHit).
    ///
    /// Boxes are closed, so a line that touches a box hits it. A ray that starts inside a box or runs along a face
    /// hits it, too. If a line hits or misses a box only by rounding errors, a miss may be reported as a hit, and the
    /// reverse. These errors grow with the distance of the line's start from the box. A box or a line that contains a
    /// NaN misses. A ray with a direction of zero, which only a `bytemuck` cast can make, is a point.
    ///
    /// Spheres and capsules are closed, too.
    /// [`Sphere::normal_at`](crate::Sphere::normal_at) and [`Capsule::normal_at`](crate::Capsule::normal_at) compute
    /// the normal where a line enters.
    ///
    /// Parameters of a segment go from 0 to 1. If both ends are the same point, the segment hits the boxes that
    /// contain this point.
    ///
    /// # Errors
    /// If an index is out of range, or `out` does not have one element per row; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Query, Ray, RayHit};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    /// let ray = Ray::new([0.0; 3], [2.0, 0.0, 0.0])?;
    /// let mut hits = [RayHit::MISS];
    /// Engine::new().hits(Query::each(&boxes, &ray), &mut hits)?;
    /// assert_eq!((hits[0].entry, hits[0].exit), (2.0, 3.0));
    /// assert_eq!(hits[0].face.to_string(), "face -0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hits<Q: Question<verbs::Hits>>(&self, query: Q, out: Q::Out<'_>) -> Result<(), Error> {
        query.answer(self, out)
    }

    /// Compares boxes with the six planes of one or more frusta, for culling.
    ///
    /// `frusta` is a frustum, or a list of them: with n boxes, row `f · n + i` is about frustum f and box i. A box is
    /// [`Containment::Outside`] if all of it is beyond one plane, [`Containment::Inside`] if all of it is within all
    /// six, and [`Containment::Intersecting`] otherwise. Next to an edge or a corner of the volume, some boxes are
    /// outside although no single plane separates them. They are reported as Intersecting here, and as Outside by
    /// [`Self::classify`].
    ///
    /// Outside and Inside are certain whatever rounding does. A box that is outside or inside by less than a slack may
    /// be reported as Intersecting. The slack is 1.53e-5 (2⁻¹⁶) times the sum of these lengths: the three half
    /// extents, the three components of the center's offset from the frustum's origin, and the plane's distance from
    /// that origin. (If a view lends a rotation whose length differs from 1 by d, the factor is larger by 4 d.) A box
    /// with a NaN is Intersecting, because nothing is certain about it.
    ///
    /// # Errors
    /// If `out` does not have one element per box and frustum; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Containment, Engine, Frustum, OrientedBox, PerspectiveView};
    /// let view = PerspectiveView {
    ///     eye: [0.0, 0.0, 10.0],
    ///     target: [0.0; 3],
    ///     up: [0.0, 1.0, 0.0],
    ///     vertical_angle: 1.0,
    ///     aspect: 1.5,
    ///     near: 0.1,
    ///     far: 100.0,
    /// };
    /// let mut boxes = BoxStore::new();
    /// for z in [0.0, 9.9, 20.0] {
    ///     boxes.insert(OrientedBox::new([0.0, 0.0, z], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
    /// }
    /// let mut out = [Containment::default(); 3];
    /// Engine::new().cull(&boxes, Frustum::perspective(&view)?, &mut out)?;
    /// let expected = [Containment::Inside, Containment::Intersecting, Containment::Outside];
    /// assert_eq!(out, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cull<'a>(
        &self,
        boxes: impl Into<BoxView<'a>>,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), Error> {
        cull(self, boxes.into(), frusta.as_ref(), out)
    }

    /// Compares boxes with frusta as [`Self::cull`] does, over all axes that an exact result needs.
    ///
    /// A box is outside a convex volume exactly if one of these axes separates the two: the face normals of both, and
    /// the cross products of an edge of one and an edge of the other. For a symmetric view these are 26 directions;
    /// see [`Frustum::required_axes`]. Boxes that the planes leave undecided and whose center is not in the volume are
    /// also compared along the other axes. If [`Self::cull`] reports Outside or Inside, the result here is the same.
    ///
    /// Outside is certain, as with [`Self::cull`]. A box that is outside, next to an edge or a corner of the volume,
    /// may be reported as Intersecting if the gap is less than four slacks. The slack here is 1.53e-5 times the sum of
    /// the half extents, the components of the center's offset from the frustum's origin, and the distance of the
    /// frustum's farthest corner from that origin. Otherwise Intersecting is exact, except for a box with a NaN, which
    /// is Intersecting here, too.
    ///
    /// # Errors
    /// As [`Self::cull`].
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Containment, Engine, Frustum, OrientedBox};
    /// let mut cube = [[0.0, 0.0, 0.0, 1.0]; 6];
    /// for (number, plane) in cube.iter_mut().enumerate() {
    ///     plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    /// }
    /// let frustum = Frustum::from_planes(cube)?;
    /// // A rod that passes the cube's edge x = y = 1 slantwise at 5 cm.
    /// let eighth = core::f32::consts::FRAC_PI_8;
    /// let turn = [0.0, 0.0, eighth.sin(), eighth.cos()];
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([1.1, 1.1, 0.0], turn, [0.1, 2.0, 0.1]))?;
    /// let mut out = [Containment::default()];
    /// Engine::new().cull(&boxes, frustum, &mut out)?;
    /// assert_eq!(out, [Containment::Intersecting]);
    /// Engine::new().classify(&boxes, frustum, &mut out)?;
    /// assert_eq!(out, [Containment::Outside]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classify<'a>(
        &self,
        boxes: impl Into<BoxView<'a>>,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), Error> {
        classify(self, boxes.into(), frusta.as_ref(), out)
    }

    /// Finds the closest points of pairs of segments.
    ///
    /// The ends of a segment may be the same point. If the sine of the angle between two segments is at most 1e-6,
    /// they count as parallel. If they are parallel, or the first is a point, the result is the start of the first
    /// segment, and the foot of the perpendicular from there on the second. If that foot lies outside the second
    /// segment, the result is the nearer end of the second segment, and the point of the first nearest to that end. A
    /// segment whose components are all shorter than 1e-30 m counts as a point.
    ///
    /// # Errors
    /// If an index is out of range, or `out` does not have one element per pair; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{ClosestPoints, Engine, Query, Segment};
    /// let a = [Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])?];
    /// let b = [Segment::new([0.5, -3.0, 2.0], [0.5, 1.0, 2.0])?];
    /// let mut out = [ClosestPoints::default()];
    /// Engine::new().closest_points(Query::new((&a, &b), &[[0, 0]]), &mut out)?;
    /// assert_eq!((out[0].at_a, out[0].at_b, out[0].distance), (0.75, 0.75, 2.0));
    /// assert_eq!(out[0].on_b, [0.5, 0.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closest_points(
        &self,
        query: Query<'_, Against<'_, &[Segment], Segment>>,
        out: &mut [ClosestPoints],
    ) -> Result<(), Error> {
        let takes = Takes::nothing("closest_points");
        fill(self, &query, takes, Each(ClosestPointsOf), out)
    }
}

/// Runs a query that writes one row per frustum and box, frustum by frustum.
fn for_each_frustum(
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
    run: impl Fn(&Frustum, &mut [Containment]) -> Result<(), Error>,
) -> Result<(), Error> {
    let count = boxes.len();
    let expected = count.saturating_mul(frusta.len());
    Lengths { found: out.len(), expected }.check()?;
    for (number, frustum) in frusta.iter().enumerate() {
        run(frustum, &mut out[number * count..][..count])?;
    }
    Ok(())
}

// Separate functions, so that kernels are compiled with this crate, whatever type lends the boxes.

fn aabbs(engine: &Engine, boxes: BoxView<'_>, out: &mut [AxisAlignedBox]) -> Result<(), Error> {
    let takes = Takes::nothing("aabbs");
    fill(engine, &of_boxes(boxes), takes, Each(WorldBounds), out)
}

fn cull(
    engine: &Engine,
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
) -> Result<(), Error> {
    let takes = Takes::nothing("cull");
    for_each_frustum(boxes, frusta, out, |frustum, out| {
        fill(engine, &of_boxes(boxes), takes, Each(Cull { frustum }), out)
    })
}

fn classify(
    engine: &Engine,
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
) -> Result<(), Error> {
    let takes = Takes::nothing("classify");
    for_each_frustum(boxes, frusta, out, |frustum, out| {
        fill(engine, &of_boxes(boxes), takes, Classify { frustum }, out)
    })
}

/// A query about boxes alone.
fn of_boxes(boxes: BoxView<'_>) -> Query<'_, Against<'_, BoxView<'_>, ()>> {
    Query::each(boxes, &())
}
