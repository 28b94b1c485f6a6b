//! A box and the solid below a plane, from the box's eight corners.

use super::{ReferenceBox, exceeds};
use crate::float64::vector::{difference, dot, length, scaled, sum, wide};
use crate::tolerances::{
    FACE_TIE, HALF_SPACE_DISTANCE_FACTOR, HALF_SPACE_EXTENT_FACTOR, HALF_SPACE_SLACK,
    MARGIN_FACTOR, POSITION_FACTOR, UNDERFLOW, UNIT_ROUNDOFF,
};

/// The solid below a plane: the points p with normal · p at most the offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal out of the solid, world.
    pub normal: [f32; 3],
    /// Meters along the normal.
    pub offset: f32,
}

/// Contacts of a box with a half-space, as they are reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpaceAnswer<'a> {
    /// 2·k on the negative side of axis k, 2·k + 1 on the positive one.
    pub face: u8,
    /// The corners that touch, in the order of their numbers.
    pub contacts: &'a [CornerAnswer],
    /// Meters that a corner may be above the plane and still be listed.
    pub margin: f32,
}

/// A reported contact of a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerAnswer {
    /// World coordinates, half-way between the corner and the plane.
    pub position: [f32; 3],
    /// Meters below the plane.
    pub depth: f32,
    /// Bit k is set on the positive side of axis k.
    pub corner: u8,
}

/// What is wrong with an answer about a box and a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HalfSpaceFault {
    /// The face is none of the six, or another one looks more against the plane's normal.
    WrongFace,
    /// A contact is no corner of the face, stands twice, or out of order.
    WrongCorner {
        /// The corner's number.
        corner: u8,
    },
    /// A corner is listed that is farther above the plane than the margin, or one within it is not.
    WrongChoice {
        /// The corner's number.
        corner: u8,
        /// Its true depth, meters.
        depth: f64,
    },
    /// A depth is off by more than the error bound.
    WrongDepth {
        /// The true one, meters.
        truth: f64,
        /// The reported one, meters.
        reported: f64,
    },
    /// A position is off by more than its error bound.
    WrongPosition {
        /// The corner's number.
        corner: u8,
        /// How far off, meters.
        by: f64,
    },
}

impl ReferenceBox {
    /// Meters that the deepest corner is below the plane; negative above it.
    #[must_use]
    pub fn half_space_depth(&self, plane: &Plane) -> f64 {
        (0..8).map(|corner| self.corner_depth(plane, corner)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Meters by which a depth computed in float32 may be off.
    ///
    /// A plane is given by its distance from the world's origin, so errors grow with the distance of
    /// the box from it, other than between two boxes.
    #[must_use]
    pub fn half_space_bound(&self, plane: &Plane) -> f64 {
        let extent = HALF_SPACE_EXTENT_FACTOR * UNIT_ROUNDOFF + self.solid.deviation;
        let far = length(self.center) + f64::from(plane.offset).abs();
        extent * self.solid.extent + HALF_SPACE_DISTANCE_FACTOR * UNIT_ROUNDOFF * far + UNDERFLOW
    }

    /// Whether a reported overlap within a margin, or its absence, contradicts the truth.
    #[must_use]
    pub fn contradicts_half_space(&self, plane: &Plane, margin: f32, reported: bool) -> bool {
        let margin = f64::from(margin);
        let error_bound = self.half_space_bound(plane) + MARGIN_FACTOR * UNIT_ROUNDOFF * margin;
        let over = self.half_space_depth(plane) + margin;
        if reported { over < -error_bound } else { over > error_bound }
    }

    /// What is wrong with reported contacts.
    #[must_use]
    pub fn half_space_fault(
        &self,
        plane: &Plane,
        answer: &HalfSpaceAnswer<'_>,
    ) -> Option<HalfSpaceFault> {
        if !self.is_face_against(plane, answer.face) {
            return Some(HalfSpaceFault::WrongFace);
        }
        self.misplaced(answer).or_else(|| self.wrong_choice(plane, answer)).or_else(|| {
            let wrong = |contact| self.wrong_values(plane, contact, f64::from(answer.margin));
            answer.contacts.iter().find_map(wrong)
        })
    }

    /// Whether no face looks clearly more against the normal.
    fn is_face_against(&self, plane: &Plane, face: u8) -> bool {
        let normal = wide(plane.normal);
        let cosines = self.solid.axes.map(|axis| dot(axis, normal));
        let Some(&cosine) = cosines.get(usize::from(face / 2)) else { return false };
        let largest = cosines.iter().fold(0.0_f64, |largest, c| largest.max(c.abs()));
        let outward = if face % 2 == 1 { cosine } else { -cosine };
        -outward >= largest - FACE_TIE
    }

    /// A contact that is no corner of the face, stands twice or out of order.
    fn misplaced(&self, answer: &HalfSpaceAnswer<'_>) -> Option<HalfSpaceFault> {
        let numbers = answer.contacts.iter().map(|contact| contact.corner);
        let wrong = |corner: u8| !self.corners_of(answer.face).any(|own| own == corner);
        let mut previous = None;
        for corner in numbers {
            if wrong(corner) || previous.is_some_and(|previous| previous >= corner) {
                return Some(HalfSpaceFault::WrongCorner { corner });
            }
            previous = Some(corner);
        }
        None
    }

    /// A corner of the face that is listed and should not be, or the other way round.
    fn wrong_choice(&self, plane: &Plane, answer: &HalfSpaceAnswer<'_>) -> Option<HalfSpaceFault> {
        let margin = f64::from(answer.margin);
        let error_bound = self.half_space_bound(plane) + MARGIN_FACTOR * UNIT_ROUNDOFF * margin;
        self.corners_of(answer.face).find_map(|corner| {
            let depth = self.corner_depth(plane, corner);
            let listed = answer.contacts.iter().any(|contact| contact.corner == corner);
            let above = error_bound + self.half_space_slack();
            let wrong = if listed { depth + margin < -above } else { depth + margin > error_bound };
            wrong.then_some(HalfSpaceFault::WrongChoice { corner, depth })
        })
    }

    /// The corners of a face that differ from each other: where an axis has no length, those on its
    /// negative side.
    fn corners_of(&self, face: u8) -> impl Iterator<Item = u8> {
        let axis = face / 2;
        let flat = self.solid.half_extents.map(|extent| extent <= 0.0);
        (0..8).filter(move |corner| {
            (0..3_u8).all(|k| {
                let positive = corner >> k & 1 == 1;
                if k == axis {
                    positive == (face % 2 == 1)
                } else {
                    !(positive && flat[usize::from(k)])
                }
            })
        })
    }

    /// Meters by which a corner may be above the margin and still count as at the margin.
    fn half_space_slack(&self) -> f64 {
        HALF_SPACE_SLACK * self.solid.half_extents.iter().sum::<f64>()
    }

    fn wrong_values(
        &self,
        plane: &Plane,
        contact: &CornerAnswer,
        margin: f64,
    ) -> Option<HalfSpaceFault> {
        let truth = self.corner_depth(plane, contact.corner);
        let reported = f64::from(contact.depth);
        let error_bound = self.half_space_bound(plane);
        // What is above the margin within the slack is told as at the margin.
        let expected = truth.max(-margin);
        let is_near = truth >= -margin - self.half_space_slack() - error_bound;
        if !is_near || exceeds((reported - expected).abs(), error_bound) {
            return Some(HalfSpaceFault::WrongDepth { truth, reported });
        }
        let half_way = scaled(wide(plane.normal), 0.5 * truth);
        let expected = sum(self.solid.corners[usize::from(contact.corner)], half_way);
        let found = difference(wide(contact.position), self.center);
        let by = length(difference(found, expected));
        let size = length(self.center) + self.solid.extent + truth.abs();
        let limit = error_bound + POSITION_FACTOR * UNIT_ROUNDOFF * size;
        let corner = contact.corner;
        exceeds(by, limit).then_some(HalfSpaceFault::WrongPosition { corner, by })
    }

    fn corner_depth(&self, plane: &Plane, corner: u8) -> f64 {
        let normal = wide(plane.normal);
        let center = f64::from(plane.offset) - dot(normal, self.center);
        center - dot(normal, self.solid.corners[usize::from(corner)])
    }
}
