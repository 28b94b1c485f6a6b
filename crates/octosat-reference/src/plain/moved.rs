//! Boxes at a time of their motion: both are moved plainly, a to the origin.

use super::arithmetic::difference;
use crate::OrientedBox;

/// Two boxes at a time: any query about them there is the plain query about these boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainMoved {
    /// Both boxes as seen from a's center, which is the origin.
    pub boxes: [OrientedBox; 2],
    /// Where a's center is in the world, meters.
    pub center_of_a: [f32; 3],
}

impl PlainMoved {
    /// Boxes that move along straight lines, each by its own displacement in meters. A motion of b as seen from a is
    /// that of b, and a rests.
    #[must_use]
    pub fn along(boxes: &[OrientedBox; 2], motions: [[f32; 3]; 2], time: f32) -> Self {
        let [a, b] = boxes;
        let offset = difference(b.center, a.center);
        let motion = difference(motions[1], motions[0]);
        Self {
            boxes: [
                OrientedBox { center: [0.0; 3], ..*a },
                OrientedBox { center: after(offset, motion, time), ..*b },
            ],
            center_of_a: after(a.center, motions[0], time),
        }
    }

    /// Boxes that move and turn to their ends. Half extents are those at the start.
    #[must_use]
    pub fn to(starts: &[OrientedBox; 2], ends: &[OrientedBox; 2], time: f32) -> Self {
        let [from, to] = [starts, ends].map(|[a, b]| difference(b.center, a.center));
        let centers = [[0.0; 3], after(from, difference(to, from), time)];
        let turned = |side: usize| {
            let (start, end): (&OrientedBox, &OrientedBox) = (&starts[side], &ends[side]);
            let rotation = between(start.rotation, end.rotation, time);
            OrientedBox { center: centers[side], rotation, ..*start }
        };
        let motion_of_a = difference(ends[0].center, starts[0].center);
        Self {
            boxes: [turned(0), turned(1)],
            center_of_a: after(starts[0].center, motion_of_a, time),
        }
    }

    /// A point that is relative to a's center, in the world.
    #[must_use]
    pub fn in_world(&self, point: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|k| point[k] + self.center_of_a[k])
    }
}

/// A position after a part of a motion.
fn after(position: [f32; 3], motion: [f32; 3], time: f32) -> [f32; 3] {
    std::array::from_fn(|k| position[k] + motion[k] * time)
}

/// The interpolation of two quaternions by the shorter way, normalized.
fn between(start: [f32; 4], end: [f32; 4], time: f32) -> [f32; 4] {
    let is_opposite = product(start, end) < 0.0;
    let quaternion: [f32; 4] = std::array::from_fn(|k| {
        let end = if is_opposite { 0.0 - end[k] } else { end[k] };
        (end - start[k]) * time + start[k]
    });
    let inverse = 1.0 / product(quaternion, quaternion).sqrt();
    quaternion.map(|component| component * inverse)
}

/// The scalar product of two quaternions.
fn product([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4]) -> f32 {
    aw * bw + ((ax * bx + ay * by) + az * bz)
}
