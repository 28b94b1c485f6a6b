//! The queries of the engine that boxes alone do not have: bounds, hits, culling, segments.

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
    /// The axis-aligned box around each box, for a broad phase: row i is box i.
    ///
    /// Bounds are conservative: no point of a box as it is stored lies outside, whatever rounding
    /// does. They are too large on each side by at most 2 · 5e-6 of the sum of the three half
    /// extents and four roundings of the center's coordinate. A box that is not finite, which only
    /// an unchecked view can hold, gets [`f32::NAN`] for all six coordinates.
    ///
    /// # Errors
    /// If `out` has not one place a box; it is then untouched.
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
    /// Boxes are closed, so touching is hitting; a ray that runs in a face hits, and so does one that
    /// starts in the box. Within rounding, which grows with the distance of the ray's origin from the
    /// box, a ray that misses may hit and the other way round. A box or a ray with a NaN in it
    /// misses, a ray of no direction is a point.
    ///
    /// A segment is hit from parameter 0 to 1; if both ends are the same point, it hits the boxes that the point
    /// is in.
    ///
    /// # Errors
    /// If an index is out of range, or `out` has not one place a row; it is then untouched.
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

    /// Boxes against the six planes of one frustum or of many: what is surely out of view, and what
    /// surely all in it.
    ///
    /// `frusta` is a frustum, or a list of them: row `f · boxes + i` is box i with frustum f. A box
    /// is [`Containment::Outside`] if all of it is beyond one plane, [`Containment::Inside`] if all
    /// of it is within all six, and [`Containment::Intersecting`] otherwise: also where it is outside
    /// but no single plane shows that, beside an edge or a corner of the volume;
    /// [`Self::classify`] finds those.
    ///
    /// Outside and Inside are certain whatever rounding does: a box is called Intersecting where it
    /// is nearer to the difference than
    /// 1.5e-5 times the sum of its half extents, the
    /// components of its center's distance from the frustum's origin, and the plane's distance from
    /// it. (A borrowed rotation may be so far off unit length that four times its deviation must be
    /// added.) A box with a NaN in it is Intersecting: nothing is certain about it. The other queries
    /// say of such a box that it overlaps nothing.
    ///
    /// # Errors
    /// If `out` has not one place a box and frustum; it is then untouched.
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

    /// The same as [`Self::cull`], over all axes that an exact answer needs.
    ///
    /// For a box to be outside a convex volume, a plane must separate them whose normal is that of a
    /// face of either or a cross product of their edges: 26 directions for a symmetric view; see
    /// [`Frustum::required_axes`]. Boxes that the planes leave undecided and whose center is not in
    /// the volume are compared along the others too, and may turn out to be Outside. Everything that
    /// [`Self::cull`] calls Outside or Inside is that here.
    ///
    /// Outside is certain as there; beside edges and corners a box is called Intersecting although it
    /// is outside where the gap is less than four times
    /// 1.5e-5 of the sum of its half extents, the
    /// components of its distance from the frustum's origin, and the distance of the frustum's
    /// farthest corner from it. Otherwise Intersecting is exact, but for a box with a NaN in it, which is
    /// Intersecting here too.
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

    /// The closest points of pairs of segments: row p is of segment `pairs[p][0]` of `a` and segment
    /// `pairs[p][1]` of `b`, which may be the same list.
    ///
    /// Segments may be points. Of segments that are parallel within a sine of 1e-6, and of
    /// those where the first is a point, the start of the first is taken if the second has a point
    /// beside it, and else the end of the second that is nearer to it. Components of directions
    /// shorter than 1e-30 m count as none.
    ///
    /// # Errors
    /// If an index is out of range, or `out` has not one place a pair; it is then untouched.
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

/// Runs a query that writes a row for each frustum and box, frustum by frustum.
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

// Functions of their own, so that kernels are compiled with this crate whatever lends the boxes.

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
