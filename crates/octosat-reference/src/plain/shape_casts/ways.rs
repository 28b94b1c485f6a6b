//! Cores that meet at the start of the step: the ways out of a's core, and which of them b takes.

use super::Found;
use super::boxes::BoxAndCore;
use super::passing::{Kind, Passing};
use crate::plain::arithmetic::{dot, next};
use crate::tolerances::{CAST_SIDE_ERROR, SHAPE_CAST_AIM, SMALLEST_LENGTH_SQUARED};

/// A unit vector along which b's core can leave a's, and how far they are apart along it at the start, in meters.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) normal: [f32; 3],
    pub(super) separation: f32,
}

impl Passing {
    /// What cores that meet at the start do, if ways count that show them farther apart than this.
    pub(super) fn meeting(&self, deepest: f32) -> Found {
        let ways = self.ways();
        let lasts = |way: &Way| {
            let approach = -dot(way.normal, self.motion);
            if approach > 0.0 { SHAPE_CAST_AIM * self.bound / approach } else { f32::INFINITY }
        };
        let open = ways.iter().filter(|way| deepest < way.separation);
        let Some(longest) = open.map(lasts).reduce(f32::max) else { return Found::Overlapping };
        if 1.0 <= longest || self.bound < self.gap(longest - self.middle).distance {
            return Found::Free;
        }
        let shorter =
            |one: Way, other: Way| if one.separation < other.separation { other } else { one };
        ways.into_iter().reduce(shorter).map_or(Found::Overlapping, Found::HitOfCores)
    }

    /// The ways out of a's core at the start of the step.
    fn ways(&self) -> Vec<Way> {
        let start = std::array::from_fn(|k| self.motion[k] * -self.middle + self.nearest[k]);
        match &self.kind {
            Kind::BoxAndPoint { extents, .. } => self.ways_of_faces(start, *extents),
            Kind::BoxAndCore(course) => {
                let mut ways = self.ways_of_faces(start, course.reaches());
                ways.extend((0..3).filter_map(|k| self.way_of_edge(course, start, k)));
                ways
            }
            // Every way leads out of a point or a segment.
            Kind::Rounds { .. } => vec![Way { normal: [0.0; 3], separation: f32::INFINITY }],
            Kind::PlaneAndCore { normal, height, .. } => {
                vec![Way { normal: *normal, separation: *height }]
            }
        }
    }

    fn ways_of_faces(&self, start: [f32; 3], reaches: [f32; 3]) -> Vec<Way> {
        let way = |k: usize| {
            let side = self.side(start[k], self.motion[k]);
            let mut normal = [0.0; 3];
            normal[k] = side;
            Way { normal, separation: side * start[k] - reaches[k] }
        };
        (0..3).map(way).collect()
    }

    /// The way across the core and edges along an axis; none for a core along the edges.
    fn way_of_edge(&self, course: &BoxAndCore, start: [f32; 3], axis: usize) -> Option<Way> {
        let (i, j) = (next(axis), next(next(axis)));
        let (along, extents) = (course.direction, course.extents);
        let square = along[i] * along[i] + along[j] * along[j];
        if square < SMALLEST_LENGTH_SQUARED {
            return None;
        }
        let length = square.sqrt();
        let offset = along[i] * start[j] - along[j] * start[i];
        let radius = extents[i] * along[j] + extents[j] * along[i];
        let mut normal = [0.0; 3];
        normal[i] = -(along[j] / length);
        normal[j] = along[i] / length;
        let side = self.side(offset / length, dot(normal, self.motion));
        let separation = (side * offset - radius) / length;
        Some(Way { normal: normal.map(|component| side * component), separation })
    }

    /// The side of a on which b is along an axis, or to which it moves if rounding hides it.
    fn side(&self, offset: f32, speed: f32) -> f32 {
        let is_known = CAST_SIDE_ERROR * self.bound < offset.abs();
        if (if is_known { offset } else { speed }) < 0.0 { -1.0 } else { 1.0 }
    }
}
