//! Contacts whose normals leave no covered face.
//!
//! The usual axis stays, or a face of a box with covered faces that is nearly as good, unless its normal leaves a
//! covered face. Then the axis is the best of those that leave none, chosen by the same rules. It has a contact only where
//! both faces lie over each other.

use super::super::arithmetic::{dot, greater, lesser, next, signed, sum};
use super::super::frame::Frame;
use super::super::penetration::{
    Best, FIRST_EDGE, best_edge_of, edge_limit, face_separation, local_normal,
};
use super::closest::ClosestPoints;
use super::faces::{FacePair, PlanePoint, turned};
use super::{
    Clipped, PlainKind, PlainManifold, PlainSettings, Rest, UsualAxis, along, closest_contact,
    contact_axis, finite, usual_axis, without_contact,
};
use crate::boxes::{ContactAnswer, OrientedBox};
use crate::tolerances::{LEANING_COSINE, LEAVING_COSINE};

/// The covered faces of a box.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlainCover {
    /// The faces that are covered wholly: bit 2k on the negative side of axis k, bit 2k + 1 on the positive side.
    pub mask: u8,
    /// The covered parts of other faces.
    pub rectangles: Vec<PlainRectangle>,
}

/// A covered part of a face, along the two axes after the face's own, from the center of the box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainRectangle {
    /// The number of the face's bit.
    pub face: u8,
    /// The center, meters.
    pub center: [f32; 2],
    /// The unit direction of the first sides.
    pub direction: [f32; 2],
    /// Half the sides along the direction and across it, meters.
    pub half_extents: [f32; 2],
}

impl PlainRectangle {
    fn holds(&self, point: [f32; 2]) -> bool {
        let [x, y] = self.direction;
        let [u, v] = [point[0] - self.center[0], point[1] - self.center[1]];
        (u * x + v * y).abs() <= self.half_extents[0]
            && (v * x - u * y).abs() <= self.half_extents[1]
    }
}

/// The faces of both boxes that are covered, as bits.
type Masks = [u8; 2];

/// The contact manifold of two boxes with covered faces; without points if a number is not finite.
#[must_use]
pub fn covered_contacts(
    a: &OrientedBox,
    b: &OrientedBox,
    settings: PlainSettings,
    covers: [&PlainCover; 2],
) -> PlainManifold {
    let frame = Frame::of_oriented(a, b);
    let UsualAxis { best, contact } = match usual_axis(&frame, settings.within) {
        Ok(axes) => axes,
        Err(manifold) => return finite(manifold),
    };
    let mut pair = Pair { frame: &frame, covers, masks: covers.map(|cover| cover.mask) };
    let original = pair.clone();
    let nothing = without_contact(PlainKind::Separated, 0.0 - best.separation, best.axis);
    let nothing = match best.separation <= 0.0 {
        true => PlainManifold { kind: PlainKind::Covered, ..nothing },
        false => nothing,
    };
    let mut axis = Some(pair.preferring(contact, |_| true));
    let mut is_usual = true;
    // Each turn covers another face.
    while let Some(tried) = axis {
        let local_normal = local_normal(&frame, tried.axis);
        if !pair.is_allowed(local_normal) {
            // Only the first axis may be one that is not allowed.
        } else if !pair.cover_parts(tried, local_normal, settings.within) {
            break;
        }
        is_usual = pair.is_allowed_axis(contact.axis);
        axis = pair.best_allowed().filter(|&best| is_usual || !pair.is_inside(best));
    }
    let closest_allowed = |points: &ClosestPoints| {
        original.is_allowed(points.normal) && !original.is_on_parts(points, points.normal)
    };
    if let Some(axis) = axis {
        let closest = |points: &ClosestPoints| is_usual && closest_allowed(points);
        let rest = Rest { closest, fallback: is_usual };
        let manifold = along(a, &frame, axis, settings, &rest);
        // Along another axis, boxes that overlap may be farther apart than the margin where their faces face each other.
        let is_made_up = |point: &ContactAnswer| point.depth <= -settings.within;
        let is_beyond = manifold.depth >= 0.0 && manifold.points.iter().all(is_made_up);
        if is_usual || !(manifold.points.is_empty() || is_beyond) {
            return finite(manifold);
        }
    }
    let is_apart = contact.separation > 0.0;
    let closest = || closest_contact(a, &frame, &nothing, settings, closest_allowed);
    let closest = is_apart.then(closest).flatten();
    finite(closest.unwrap_or(nothing))
}

/// A pair whose contact is searched.
#[derive(Clone)]
struct Pair<'a> {
    frame: &'a Frame,
    covers: [&'a PlainCover; 2],
    masks: Masks,
}

impl Pair<'_> {
    /// The faces of both boxes that a normal leaves.
    fn left(&self, normal: [f32; 3]) -> Masks {
        let mut left = [0, 0];
        for k in 0..3 {
            let along = [normal[k], 0.0 - dot(self.frame.axis_of_b(k), normal)];
            for (left, along) in left.iter_mut().zip(along) {
                *left |= u8::from(along < -LEAVING_COSINE) << (2 * k);
                *left |= u8::from(along > LEAVING_COSINE) << (2 * k + 1);
            }
        }
        left
    }

    fn is_allowed(&self, normal: [f32; 3]) -> bool {
        let left = self.left(normal);
        left[0] & self.masks[0] == 0 && left[1] & self.masks[1] == 0
    }

    fn is_allowed_axis(&self, code: u8) -> bool {
        self.is_allowed(local_normal(self.frame, code))
    }

    /// Whether a box has covered faces.
    fn has_covers(&self, side: usize) -> bool {
        self.masks[side] != 0 || !self.covers[side].rectangles.is_empty()
    }

    /// The best of some faces that are allowed.
    fn best_face(
        &self,
        codes: impl Iterator<Item = u8>,
        allowed: impl Fn(u8) -> bool,
    ) -> Option<Best> {
        let mut best: Option<Best> = None;
        for axis in codes.filter(|&code| allowed(code)) {
            let separation = face_separation(self.frame, axis);
            if best.is_none_or(|best| separation > best.separation) {
                best = Some(Best { separation, axis });
            }
        }
        best
    }

    /// An axis, or the best face of the boxes with covered faces if it is nearly as good, or the same for a box that leans
    /// by a hair.
    fn preferring(&self, axis: Best, allowed: impl Fn(u8) -> bool) -> Best {
        let codes = (0..FIRST_EDGE).filter(|&code| self.has_covers(usize::from(code / 3)));
        let limit = |own: Best| {
            let leaning = LEANING_COSINE * self.frame.smaller_extent() + own.separation;
            greater(edge_limit(own.separation, self.frame), leaning)
        };
        match self.best_face(codes, allowed) {
            Some(own) if axis.separation <= limit(own) => own,
            _ => axis,
        }
    }

    /// The best axis whose normal leaves no covered face.
    fn best_allowed(&self) -> Option<Best> {
        let allowed = |code| self.is_allowed_axis(code);
        let face = self.best_face(0..FIRST_EDGE, allowed);
        let edge = best_edge_of(self.frame, allowed);
        let has_edge = edge.separation > f32::NEG_INFINITY;
        let best = match face {
            Some(face) if edge.separation <= edge_limit(face.separation, self.frame) => face,
            Some(face) => contact_axis(self.frame, face, edge),
            None if has_edge => edge,
            None => return None,
        };
        Some(self.preferring(best, allowed))
    }

    /// Whether the center of the smaller box is inside of the other one, seen along an axis.
    fn is_inside(&self, axis: Best) -> bool {
        let normal = local_normal(self.frame, axis.axis);
        let [mut of_a, mut of_b] = [0.0, 0.0];
        for k in 0..3 {
            of_a += self.frame.own_a[k] * normal[k].abs();
            of_b += self.frame.own_b[k] * dot(self.frame.axis_of_b(k), normal).abs();
        }
        let is_a_smaller = sum(self.frame.own_a) < sum(self.frame.own_b);
        let radius = if is_a_smaller { of_a } else { of_b };
        radius + axis.separation < 0.0
    }

    /// Counts faces as covered if the contact along an axis leaves them and all its points lie on their covered parts.
    /// Returns whether there are any.
    fn cover_parts(&mut self, axis: Best, local_normal: [f32; 3], within: f32) -> bool {
        let clipped = Clipped::new(self.frame, local_normal, axis.separation, within);
        let points = clipped.candidates.iter().map(|candidate| {
            let PlanePoint { gap, .. } = candidate.point;
            let point = PlanePoint { gap: lesser(within, gap), ..candidate.point };
            surface_points(self.frame, &clipped.faces, local_normal, point)
        });
        let points: Vec<[[f32; 3]; 2]> = points.collect();
        let found = self.parts_under(&points, local_normal);
        for (mask, found) in self.masks.iter_mut().zip(found) {
            *mask |= found;
        }
        found != [0; 2]
    }

    fn is_on_parts(&self, points: &ClosestPoints, normal: [f32; 3]) -> bool {
        let from_center: [f32; 3] =
            std::array::from_fn(|k| points.on_b[k] - self.frame.offset_a[k]);
        let on_b = std::array::from_fn(|j| dot(self.frame.axis_of_b(j), from_center));
        self.parts_under(&[[points.on_a, on_b]], normal) != [0; 2]
    }

    /// The faces that a normal leaves and whose covered parts hold all of some points, each given on a and on b.
    fn parts_under(&self, points: &[[[f32; 3]; 2]], normal: [f32; 3]) -> Masks {
        let mut found = [0; 2];
        if points.is_empty() {
            return found;
        }
        let left = self.left(normal);
        for (side, cover) in self.covers.iter().enumerate() {
            for face in 0..6_u8 {
                let axis = usize::from(face / 2);
                let is_left = (left[side] & !self.masks[side]) >> face & 1 == 1;
                let on_face = |point: [f32; 3]| [point[next(axis)], point[next(next(axis))]];
                let mut parts = cover.rectangles.iter().filter(|part| part.face == face).peekable();
                if is_left && parts.peek().is_some() {
                    let parts: Vec<_> = parts.collect();
                    let holds = |point: &[[f32; 3]; 2]| {
                        parts.iter().any(|part| part.holds(on_face(point[side])))
                    };
                    found[side] |= u8::from(points.iter().all(holds)) << face;
                }
            }
        }
        found
    }
}

/// A point of the plane, on the surfaces of a and of b, each in its own frame.
fn surface_points(
    frame: &Frame,
    faces: &FacePair,
    normal: [f32; 3],
    point: PlanePoint,
) -> [[f32; 3]; 2] {
    let on_face = [faces.a.height(), point.u, point.v];
    let normal = turned(normal, faces.a.axis);
    let from_center: [f32; 3] =
        std::array::from_fn(|k| point.gap * normal[k] + on_face[k] - faces.center_b[k]);
    let mut on_a = [0.0; 3];
    let mut on_b = [0.0; 3];
    let (mut of_a, mut of_b) = (faces.a.axis, faces.b.axis);
    for k in 0..3 {
        on_a[of_a] = on_face[k];
        let along = dot(turned(frame.axis_of_b(of_b), faces.a.axis), from_center);
        on_b[of_b] = if k == 0 { along + signed(faces.b.half[0], faces.b.positive) } else { along };
        (of_a, of_b) = (next(of_a), next(of_b));
    }
    [on_a, on_b]
}
