//! The queries on rectangles: those on boxes, in the plane.

use super::{Call, Engine, Output, unpack};
use crate::kernels::rectangles::frame::Plane;
use crate::query::{Margin, QueryError};
use crate::rectangles::{RectangleManifold, RectanglePenetration, RectangleView};
use crate::schedule::{self, PAIRS_A_TASK, Task};

/// Queries on oriented rectangles: as those on boxes, of a [`RectangleStore`](crate::RectangleStore)
/// or a [`RectangleView`].
///
/// ```
/// use octosat::{Engine, Margin, Rectangle, RectangleManifold, RectangleStore};
///
/// // A shelf, and a crate that has sunk 0.25 m into it.
/// let mut rectangles = RectangleStore::new();
/// rectangles.insert(Rectangle::new([0.0, 0.0], [1.0, 0.0], [4.0, 0.5]))?;
/// rectangles.insert(Rectangle::new([1.0, 1.25], [1.0, 0.0], [1.0, 1.0]))?;
///
/// let mut manifolds = [RectangleManifold::default()];
/// Engine::new().rectangle_contacts(&rectangles, &[[0, 1]], Margin::None, &mut manifolds)?;
/// assert_eq!((manifolds[0].normal, manifolds[0].depth), ([0.0, 1.0], 0.25));
/// let places: Vec<[f32; 2]> = manifolds[0].points().iter().map(|point| point.position).collect();
/// assert_eq!(places, [[2.0, 0.375], [0.0, 0.375]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Engine {
    /// Whether the closed rectangles of each pair share a point, or come within the margin.
    ///
    /// As [`Self::overlap`]: a margin is compared with the separation along the four axes.
    ///
    /// # Errors
    /// If an index is out of range, a margin is not a finite length of at least zero, or `out` has
    /// not one place a pair; `out` is then untouched.
    pub fn rectangle_overlap<'a>(
        &self,
        rectangles: impl Into<RectangleView<'a>>,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [bool],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len() };
        let call = self.call_on::<Plane>(rectangles.into(), pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK, |task, out| {
            let mut words = [0; PAIRS_A_TASK / 64];
            call.overlap(task, &mut words);
            unpack(&words, out);
        });
        Ok(())
    }

    /// The same as [`Self::rectangle_overlap`], one bit a pair: pair `p` is bit `p % 64` of word
    /// `p / 64`.
    ///
    /// The unused bits of the last word are zero.
    ///
    /// # Errors
    /// As [`Self::rectangle_overlap`]; `out` has one word per 64 pairs, rounded up.
    pub fn rectangle_overlap_bits<'a>(
        &self,
        rectangles: impl Into<RectangleView<'a>>,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [u64],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len().div_ceil(64) };
        let call = self.call_on::<Plane>(rectangles.into(), pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK / 64, |task, words| {
            call.overlap(task, words);
        });
        Ok(())
    }

    /// How each pair of rectangles penetrates: depth, axis and normal; see
    /// [`RectanglePenetration`].
    ///
    /// Of overlapping rectangles the axis of least depth is chosen, of rectangles apart that of
    /// largest separation; the first of equals.
    ///
    /// # Errors
    /// As [`Self::rectangle_overlap`].
    pub fn rectangle_penetration<'a>(
        &self,
        rectangles: impl Into<RectangleView<'a>>,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [RectanglePenetration],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len() };
        let call = self.call_on::<Plane>(rectangles.into(), pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK, |task, rows| {
            let sweeps = &call.engine.sweeps;
            sweeps.rectangle_penetration(self.arithmetic, &call.chunk.slice(task.range()), rows);
        });
        Ok(())
    }

    /// How each pair of rectangles touches: normal, up to two points, depths and features; see
    /// [`RectangleManifold`].
    ///
    /// The axis is that of [`Self::rectangle_penetration`]. Pairs apart by at most the margin get
    /// speculative contacts, of negative depth; where no edges lie above each other, one between the
    /// closest corners, so that a contact exists exactly where the rectangles are within the margin.
    ///
    /// # Errors
    /// As [`Self::rectangle_overlap`].
    pub fn rectangle_contacts<'a>(
        &self,
        rectangles: impl Into<RectangleView<'a>>,
        pairs: &[[u32; 2]],
        margin: Margin<'_>,
        out: &mut [RectangleManifold],
    ) -> Result<(), QueryError> {
        let output = Output { len: out.len(), needed: pairs.len() };
        let call = self.call_on::<Plane>(rectangles.into(), pairs, margin, &output)?;
        schedule::for_each_task(call.schedule, out, PAIRS_A_TASK, |task, rows| {
            let sweeps = &call.engine.sweeps;
            sweeps.rectangle_contacts(self.arithmetic, &call.chunk.slice(task.range()), rows);
        });
        Ok(())
    }
}

impl Call<'_, Plane> {
    fn overlap(&self, task: Task, words: &mut [u64]) {
        let chunk = self.chunk.slice(task.range());
        self.engine.sweeps.rectangle_overlap(self.engine.arithmetic, &chunk, words);
    }
}
