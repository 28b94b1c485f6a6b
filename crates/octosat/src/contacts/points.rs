//! Lists of contact points, with room for all that a call may find.

use core::fmt;
use core::mem;
use core::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::ContactPoint;

/// Marks a contact point that has no predecessor in the last frame; see
/// [`Manifolds::previous`](crate::Manifolds::previous).
pub const NEW_POINT: u32 = u32::MAX;

/// How many places a copied list has behind its last point: points are read and copied four at a time.
const SPARE: usize = 8;

/// A contact point on the surface of each box, in the box's own frame.
///
/// Each of the two points is relative to the center of its box, along the axes of its box, in meters. Constraint
/// solvers keep contacts in this form. At the poses of the query, each point is half a depth away from the contact's
/// position, along the normal. Plain data of 24 bytes, aligned to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SurfacePoints {
    /// The point of a's surface, in a's frame.
    pub on_a: [f32; 3],
    /// The point of b's surface, in b's frame.
    pub on_b: [f32; 3],
}

/// Which data of points are kept in addition to positions, depths and features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointDetail {
    /// The points on the surfaces of the boxes.
    pub(crate) surfaces: bool,
    /// The predecessor of each point, and the data that the next frame needs to find it.
    pub(crate) previous: bool,
}

/// A list of points with room for all points that a call may find.
///
/// Each list has one place per point; lists that a query does not need are empty.
#[derive(Default)]
pub(crate) struct PointList {
    /// Room for points, of which the first `len` are in use.
    pub(crate) points: Vec<ContactPoint>,
    pub(crate) surfaces: Vec<SurfacePoints>,
    /// The place of each point in the last frame's list, or [`NEW_POINT`].
    pub(crate) previous: Vec<u32>,
    pub(crate) detail: PointDetail,
    pub(crate) len: usize,
}

impl PointList {
    /// Removes all points and makes room for this many.
    pub(crate) fn empty(&mut self, room: usize, detail: PointDetail) {
        self.len = 0;
        self.detail = detail;
        reserve(&mut self.points, room);
        if detail.surfaces {
            reserve(&mut self.surfaces, room);
        }
        if detail.previous {
            reserve(&mut self.previous, room);
        }
    }

    /// The points in use.
    pub(crate) fn points(&self) -> &[ContactPoint] {
        &self.points[..self.len]
    }

    /// The surface points in use, if they are kept.
    pub(crate) fn surfaces(&self) -> &[SurfacePoints] {
        if self.detail.surfaces { &self.surfaces[..self.len] } else { &[] }
    }

    /// The places of the points in the last frame, if they are kept.
    pub(crate) fn previous(&self) -> &[u32] {
        if self.detail.previous { &self.previous[..self.len] } else { &[] }
    }

    /// All places.
    pub(crate) fn places(&mut self) -> PointPlaces<'_> {
        let Self { points, surfaces, previous, detail, .. } = self;
        PointPlaces {
            points,
            surfaces: if detail.surfaces { surfaces } else { &mut [] },
            previous: if detail.previous { previous } else { &mut [] },
        }
    }
}

/// Makes room for this many values, which are zero until they are written.
fn reserve<T: Pod>(list: &mut Vec<T>, room: usize) {
    if list.len() < room {
        let room = room.max(list.len() + list.len() / 8);
        // The old list is freed first, because both are never needed at once. Zeros from the allocator take no
        // memory until they are written, and most pairs have fewer points than they may have.
        *list = Vec::new();
        *list = bytemuck::zeroed_vec(room);
    }
}

/// Places of points in all lists of a [`PointList`].
#[derive(Default)]
pub(crate) struct PointPlaces<'a> {
    pub(crate) points: &'a mut [ContactPoint],
    pub(crate) surfaces: &'a mut [SurfacePoints],
    pub(crate) previous: &'a mut [u32],
}

impl PointPlaces<'_> {
    /// The same places, borrowed for a shorter time.
    pub(crate) fn lend(&mut self) -> PointPlaces<'_> {
        PointPlaces {
            points: &mut *self.points,
            surfaces: &mut *self.surfaces,
            previous: &mut *self.previous,
        }
    }

    /// Splits this many places off the front of every list that is not empty.
    pub(crate) fn split_off(&mut self, places: usize) -> Self {
        Self {
            points: split_front(&mut self.points, places),
            surfaces: split_front(&mut self.surfaces, places),
            previous: split_front(&mut self.previous, places),
        }
    }

    /// Moves points to places before them. Predecessors are not known yet.
    pub(crate) fn move_down(&mut self, points: Range<usize>, to: usize) {
        if points.start == to {
            return;
        }
        if !self.surfaces.is_empty() {
            self.surfaces.copy_within(points.clone(), to);
        }
        self.points.copy_within(points, to);
    }

    /// Copies all points of a list that has as many points.
    pub(crate) fn copy_from(&mut self, list: &PointList) {
        copy_front(self.points, &list.points);
        copy_front(self.surfaces, &list.surfaces);
        copy_front(self.previous, &list.previous);
    }
}

/// Splits this many values off the front, or all if there are fewer.
pub(crate) fn split_front<'a, T>(values: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let len = len.min(values.len());
    let (front, rest) = mem::take(values).split_at_mut(len);
    *values = rest;
    front
}

/// Fills a slice, which may be empty, from the front of another slice.
fn copy_front<T: Copy>(to: &mut [T], from: &[T]) {
    to.copy_from_slice(&from[..to.len()]);
}

impl Clone for PointList {
    fn clone(&self) -> Self {
        let Self { detail, len, .. } = *self;
        Self {
            points: with_spare(self.points()),
            surfaces: with_spare(self.surfaces()),
            previous: with_spare(self.previous()),
            detail,
            len,
        }
    }
}

/// A copy of the values, with spare places behind them.
fn with_spare<T: Pod>(values: &[T]) -> Vec<T> {
    let mut copy = bytemuck::zeroed_vec(values.len() + SPARE);
    copy[..values.len()].copy_from_slice(values);
    copy
}

impl fmt::Debug for PointList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.points().fmt(f)
    }
}

/// A place in the list of points as 32 bits; [`crate::Engine::manifolds`] rejects lists that would be longer.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the engine bounds the number of points")]
pub(crate) fn index(place: usize) -> u32 {
    place as u32
}
