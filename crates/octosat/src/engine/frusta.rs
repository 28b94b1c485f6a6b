//! The queries of boxes against frusta.

use super::Engine;
use super::shapes::{Accepted, Ask};
use crate::dispatch::Dispatched;
use crate::kernels::shapes::cull::Cull;
use crate::query::{Boxes, Margin, QueryError};
use crate::schedule::{self, PAIRS_A_TASK};
use crate::shapes::{Against, Containment, Frustum};

impl Engine {
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
    /// [`FRUSTUM_SLACK`](crate::tolerances::FRUSTUM_SLACK) times the sum of its half extents, the
    /// components of its centre's distance from the frustum's origin, and the plane's distance from
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
    pub fn cull(
        &self,
        boxes: impl Boxes,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), QueryError> {
        for_each_frustum(&boxes, frusta.as_ref(), out, |frustum, out| {
            self.shape_rows(about(&boxes), Cull { frustum }, out)
        })
    }

    /// The same as [`Self::cull`], over all axes that an exact answer needs.
    ///
    /// For a box to be outside a convex volume, a plane must separate them whose normal is that of a
    /// face of either or a cross product of their edges: 26 directions for a symmetric view; see
    /// [`Frustum::required_axes`]. Boxes that the planes leave undecided and whose centre is not in
    /// the volume are compared along the others too, and may turn out to be Outside. Everything that
    /// [`Self::cull`] calls Outside or Inside is that here.
    ///
    /// Outside is certain as there; beside edges and corners a box is called Intersecting although it
    /// is outside where the gap is less than four times
    /// [`FRUSTUM_SLACK`](crate::tolerances::FRUSTUM_SLACK) of the sum of its half extents, the
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
    pub fn classify(
        &self,
        boxes: impl Boxes,
        frusta: impl AsRef<[Frustum]>,
        out: &mut [Containment],
    ) -> Result<(), QueryError> {
        for_each_frustum(&boxes, frusta.as_ref(), out, |frustum, out| {
            self.classify_one(&boxes, frustum, out)
        })
    }

    fn classify_one<B: Boxes>(
        &self,
        boxes: &B,
        frustum: &Frustum,
        out: &mut [Containment],
    ) -> Result<(), QueryError> {
        let Accepted { schedule, chunk } = self.accept(&about(boxes), out.len(), 1)?;
        let sweep = B::Basis::shapes_of(&*self.sweeps);
        schedule::for_each_task(schedule, out, PAIRS_A_TASK, |task, rows| {
            sweep.classify(self.arithmetic, frustum, &chunk.slice(task.range()), rows);
        });
        Ok(())
    }
}

/// Asks about boxes alone.
fn about<B>(boxes: &B) -> Ask<'_, B, ()> {
    Ask { boxes, against: Against::One(&()), margin: Margin::None }
}

/// Runs a query that writes a row for each frustum and box, frustum by frustum.
fn for_each_frustum<B: Boxes>(
    boxes: &B,
    frusta: &[Frustum],
    out: &mut [Containment],
    run: impl Fn(&Frustum, &mut [Containment]) -> Result<(), QueryError>,
) -> Result<(), QueryError> {
    let count = boxes.view().len();
    let expected = count.saturating_mul(frusta.len());
    if out.len() != expected {
        return Err(QueryError::OutputLength { expected, found: out.len() });
    }
    for (number, frustum) in frusta.iter().enumerate() {
        run(frustum, &mut out[number * count..][..count])?;
    }
    Ok(())
}
