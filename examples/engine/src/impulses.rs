//! The impulses of contact points, from frame to frame: one sorted store for boxes, ground and balls.

use glam::Vec3;

use crate::contacts::Point;

/// What stays the same while a contact point goes on: ids of bodies, which no removal changes, their parts, and what
/// touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The ids of both bodies.
    pub bodies: [u32; 2],
    /// Which part of each body.
    pub parts: [usize; 2],
    /// The feature of the point: of octosat for boxes, the corner for the ground, zero for balls.
    pub feature: u32,
}

/// The impulses of the last frame, and those of bodies that sleep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impulses {
    rows: Vec<(Key, Vec3)>,
}

impl Impulses {
    /// The impulse with which a point starts; none for a new one.
    pub(crate) fn start(&self, key: &Key) -> Option<Vec3> {
        let place = self.rows.binary_search_by(|(other, _)| other.cmp(key)).ok()?;
        Some(self.rows[place].1)
    }

    /// Takes over the impulses of a frame. Of the others, those between bodies that all rest stay.
    pub(crate) fn end_frame(&mut self, points: &[Point], rests: impl Fn(u32) -> bool) {
        self.rows.retain(|(key, _)| key.bodies.iter().all(|&id| rests(id)));
        self.rows.extend(points.iter().map(|point| (point.key, point.impulse)));
        self.rows.sort_by_key(|&(key, _)| key);
    }
}
