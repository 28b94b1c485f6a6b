//! The queries of rays and segments.

use super::Engine;
use super::shapes::Ask;
use crate::kernels::shapes::closest_points::SegmentPairs;
use crate::kernels::shapes::lines::Hits;
use crate::query::{Boxes, Margin, QueryError};
use crate::schedule::{self, PAIRS_A_TASK, Schedule};
use crate::shapes::{Against, ClosestPoints, Ray, RayHit, Segment};

impl Engine {
    /// Where rays enter and leave boxes; see [`RayHit`].
    ///
    /// Boxes are closed, so touching is hitting; a ray that runs in a face hits, and so does one that
    /// starts in the box. Within rounding, which grows with the distance of the ray's origin from the
    /// box, a ray that misses may hit and the other way round. A box or a ray with a NaN in it
    /// misses, a ray of no direction is a point.
    ///
    /// # Errors
    /// If an index is out of range, or `out` has not one place a row; it is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{Against, BoxStore, Engine, OrientedBox, Ray, RayHit};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    /// let ray = Ray::new([0.0; 3], [2.0, 0.0, 0.0])?;
    /// let mut hits = [RayHit::MISS];
    /// Engine::new().ray_hits(&boxes, Against::One(&ray), &mut hits)?;
    /// assert_eq!((hits[0].entry, hits[0].exit), (2.0, 3.0));
    /// assert_eq!(hits[0].face.to_string(), "face -0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_hits(
        &self,
        boxes: impl Boxes,
        rays: Against<'_, Ray>,
        out: &mut [RayHit],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against: rays, margin: Margin::None };
        self.shape_rows(ask, Hits::<Ray>::NEW, out)
    }

    /// Where segments enter and leave boxes: as [`Self::ray_hits`], from parameter 0 to 1.
    ///
    /// A segment whose ends are the same point hits the boxes that the point is in.
    ///
    /// # Errors
    /// As [`Self::ray_hits`].
    ///
    /// # Example
    /// ```
    /// use octosat::{Against, BoxStore, Engine, HitFace, OrientedBox, RayHit, Segment};
    /// let mut boxes = BoxStore::new();
    /// boxes.insert(OrientedBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
    /// let segments = [
    ///     Segment::new([5.0, 0.0, 0.0], [9.0, 0.0, 0.0])?,
    ///     Segment::new([0.0, 0.0, 0.0], [3.9, 0.0, 0.0])?,
    /// ];
    /// let mut hits = [RayHit::MISS; 2];
    /// let pairs = [[0, 0], [0, 1]];
    /// let against = Against::Pairs { shapes: &segments, pairs: &pairs };
    /// Engine::new().segment_hits(&boxes, against, &mut hits)?;
    /// assert_eq!(hits[0], RayHit { entry: 0.0, exit: 0.25, face: HitFace::STARTS_INSIDE });
    /// assert_eq!(hits[1], RayHit::MISS);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn segment_hits(
        &self,
        boxes: impl Boxes,
        segments: Against<'_, Segment>,
        out: &mut [RayHit],
    ) -> Result<(), QueryError> {
        let ask = Ask { boxes: &boxes, against: segments, margin: Margin::None };
        self.shape_rows(ask, Hits::<Segment>::NEW, out)
    }

    /// The closest points of pairs of segments: row p is of segment `pairs[p][0]` of `a` and segment
    /// `pairs[p][1]` of `b`, which may be the same list.
    ///
    /// Segments may be points. Of segments that are parallel within a sine of 1e-6 (see
    /// [`PARALLEL_SEGMENTS_SINE_SQUARED`](crate::tolerances::PARALLEL_SEGMENTS_SINE_SQUARED)), and of
    /// those where the first is a point, the start of the first is taken if the second has a point
    /// beside it, and else the end of the second that is nearer to it. Components of directions
    /// shorter than [`SMALLEST_SEGMENT`](crate::tolerances::SMALLEST_SEGMENT) count as none.
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
        if out.len() != pairs.len() {
            return Err(QueryError::OutputLength { expected: pairs.len(), found: out.len() });
        }
        let schedule = Schedule { pairs: pairs.len(), sequential: self.sequential };
        let pairs = schedule::check_pairs(schedule, pairs, [a.len(), b.len()])
            .map_err(QueryError::SegmentPairOutOfBounds)?;
        let given = SegmentPairs { a, b, pairs };
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, rows| {
            self.sweeps.closest_points(self.arithmetic, &given.slice(task.range()), rows);
        });
        Ok(())
    }
}
