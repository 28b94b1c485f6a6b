//! Queries about boxes and other shapes: bounds, hits, culling, closest points of segments.

use super::{Engine, check_length};
use crate::batches::Batches;
use crate::bools::Lengths;
use crate::formula::Each;
use crate::layout::Unit;
use crate::query::{Boxes, Margin, QueryError};
use crate::shapes::kernels::classify::Classify;
use crate::shapes::kernels::closest_points::{ClosestPointsOf, SegmentPairs};
use crate::shapes::kernels::cull::Cull;
use crate::shapes::kernels::world_bounds::WorldBounds;
use crate::shapes::{
    AxisAlignedBox, ClosestPoints, Containment, Frustum, HitQuery, RayHit, Segment, ShapeQuery,
    fill,
};
use crate::view::BoxView;

impl Engine {
    /// Computes the axis-aligned box around each box, for a broad phase: row i is box i.
    ///
    /// Bounds are conservative: no point of a box as it is stored lies outside, whatever rounding
    /// does. They are too large on each side by at most 2 · 5e-6 of the sum of the three half
    /// extents and four roundings of the center's coordinate. A box that is not finite, which only
    /// an unchecked view can hold, gets [`f32::NAN`] for all six coordinates.
    ///
    /// # Errors
    /// If `out` does not have one place per box; it is then untouched.
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
        boxes: impl Boxes<'a, Layout = Unit>,
        out: &mut [AxisAlignedBox],
    ) -> Result<(), QueryError> {
        aabbs(self, boxes.view(), out)
    }

    /// Reports where rays or segments enter and leave boxes; see [`RayHit`].
    ///
    /// Boxes are closed, so touching is hitting; a ray that runs in a face hits, and so does one that starts
    /// in the box. Within rounding, which grows with the distance of the ray's origin from the box, a ray
    /// that misses may be reported as a hit, and the reverse. A box or a ray that contains a NaN misses. A
    /// ray without direction, which only a cast can make, is a point.
    ///
    /// A segment is hit from parameter 0 to 1; if both ends are the same point, it hits the boxes that the point
    /// is in.
    ///
    /// # Errors
    /// If an index is out of range, or `out` does not have one place per row; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, OrientedBox, Ray, RayHit, ShapeQuery};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    /// let ray = Ray::new([0.0; 3], [2.0, 0.0, 0.0])?;
    /// let mut hits = [RayHit::MISS];
    /// Engine::new().hits(ShapeQuery::each(&boxes, &ray), &mut hits)?;
    /// assert_eq!((hits[0].entry, hits[0].exit), (2.0, 3.0));
    /// assert_eq!(hits[0].face.to_string(), "face -0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hits(&self, query: impl HitQuery, out: &mut [RayHit]) -> Result<(), QueryError> {
        query.hits(self, out)
    }

    /// Compares boxes with the six planes of one or more frusta, for culling.
    ///
    /// `frusta` is a frustum, or a list of them: row `f · boxes + i` is box i with frustum f. A box is
    /// [`Containment::Outside`] if all of it is beyond one plane, [`Containment::Inside`] if all of it is
    /// within all six, and [`Containment::Intersecting`] otherwise. Intersecting includes boxes that are
    /// outside although no single plane separates them, next to an edge or a corner of the volume;
    /// [`Self::classify`] reports those as Outside.
    ///
    /// Outside and Inside are certain whatever rounding does. A box that is outside or inside by less than a
    /// slack is reported as Intersecting. The slack is 1.5e-5 times the sum of its half extents, the
    /// components of its center's offset from the frustum's origin, and the plane's distance from that
    /// origin. (For a borrowed rotation, four times its deviation from unit length must be added.) A box with
    /// a NaN is Intersecting, because nothing is certain about it; the other queries report that such a box
    /// overlaps nothing.
    ///
    /// # Errors
    /// If `out` does not have one place per box and frustum; it is then untouched.
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
        boxes: impl Boxes<'a, Layout = Unit>,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), QueryError> {
        cull(self, boxes.view(), frusta.as_ref(), out)
    }

    /// Compares boxes with frusta as [`Self::cull`] does, over all axes that an exact result needs.
    ///
    /// A box is outside a convex volume exactly if an axis separates them that is a face normal of either or
    /// a cross product of their edges: 26 directions for a symmetric view; see [`Frustum::required_axes`].
    /// Boxes that the planes leave undecided and whose center is not in the volume are also compared along
    /// the other axes. Everything that [`Self::cull`] reports as Outside or Inside has the same result here.
    ///
    /// Outside is certain, as with [`Self::cull`]. Next to edges and corners, a box that is outside is
    /// reported as Intersecting if the gap is less than four times 1.5e-5 of the sum of its half extents, the
    /// components of its offset from the frustum's origin, and the distance of the frustum's farthest corner
    /// from that origin. Otherwise Intersecting is exact, except for a box with a NaN, which is Intersecting
    /// here too.
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
        boxes: impl Boxes<'a, Layout = Unit>,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), QueryError> {
        classify(self, boxes.view(), frusta.as_ref(), out)
    }

    /// Finds the closest points of pairs of segments: row p is about segment `pairs[p][0]` of `a` and segment
    /// `pairs[p][1]` of `b`, which may be the same list.
    ///
    /// Segments may be points. If two segments are parallel within a sine of 1e-6, or the first is a point,
    /// the result has the start of the first segment if the second has a point opposite to it, and otherwise
    /// the end of the second segment that is nearer to that start. A direction whose components are all
    /// shorter than 1e-30 m counts as zero.
    ///
    /// # Errors
    /// If an index is out of range, or `out` does not have one place per pair; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{ClosestPoints, Engine, Segment};
    /// let a = [Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])?];
    /// let b = [Segment::new([0.5, -3.0, 2.0], [0.5, 1.0, 2.0])?];
    /// let mut out = [ClosestPoints::default()];
    /// Engine::new().closest_points(&a, &b, &[[0, 0]], &mut out)?;
    /// assert_eq!((out[0].at_a, out[0].at_b, out[0].distance), (0.75, 0.75, 2.0));
    /// assert_eq!(out[0].on_b, [0.5, 0.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn closest_points(
        &self,
        a: &[Segment],
        b: &[Segment],
        pairs: &[[u32; 2]],
        out: &mut [ClosestPoints],
    ) -> Result<(), QueryError> {
        check_length(Lengths { found: out.len(), expected: pairs.len() })?;
        let pairs = self
            .check_pairs(pairs, [a.len(), b.len()])
            .map_err(|error| QueryError::of_pair(error, ["segments of a", "segments of b"]))?;
        let batches = Batches::new(SegmentPairs { a, b, pairs }, Margin::None);
        self.fill_rows(Each(ClosestPointsOf), &batches, out);
        Ok(())
    }
}

/// Runs a query that writes one row per frustum and box, frustum by frustum.
fn for_each_frustum(
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
    run: impl Fn(&Frustum, &mut [Containment]) -> Result<(), QueryError>,
) -> Result<(), QueryError> {
    let count = boxes.len();
    let expected = count.saturating_mul(frusta.len());
    check_length(Lengths { found: out.len(), expected })?;
    for (number, frustum) in frusta.iter().enumerate() {
        run(frustum, &mut out[number * count..][..count])?;
    }
    Ok(())
}

// Separate functions, so that kernels are compiled with this crate, whatever type lends the boxes.

fn aabbs(
    engine: &Engine,
    boxes: BoxView<'_>,
    out: &mut [AxisAlignedBox],
) -> Result<(), QueryError> {
    fill(engine, &ShapeQuery::each(boxes, &()), Each(WorldBounds), out)
}

fn cull(
    engine: &Engine,
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
) -> Result<(), QueryError> {
    for_each_frustum(boxes, frusta, out, |frustum, out| {
        fill(engine, &ShapeQuery::each(boxes, &()), Each(Cull { frustum }), out)
    })
}

fn classify(
    engine: &Engine,
    boxes: BoxView<'_>,
    frusta: &[Frustum],
    out: &mut [Containment],
) -> Result<(), QueryError> {
    for_each_frustum(boxes, frusta, out, |frustum, out| {
        fill(engine, &ShapeQuery::each(boxes, &()), Classify { frustum }, out)
    })
}
