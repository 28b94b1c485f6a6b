//! A box and the solid below a plane, computed from the box's eight corners.

use super::reference_box::{ReferenceBox, contradicts, exceeds};
use crate::tolerances::{
    FACE_TIE, HALF_SPACE_DISTANCE_FACTOR, HALF_SPACE_EXTENT_FACTOR, HALF_SPACE_SLACK,
    MARGIN_FACTOR, POSITION_FACTOR, UNDERFLOW, UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length, scaled, sum, wide};

/// The solid below a plane: the points p with normal · p at most the offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal out of the solid, world.
    pub normal: [f32; 3],
    /// Meters along the normal.
    pub offset: f32,
}

/// Reported contacts of a box with a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpaceAnswer<'a> {
    /// The face: 2·k on the negative side of axis k, 2·k + 1 on the positive side.
    pub face: u8,
    /// The corners in contact, in the order of their numbers.
    pub contacts: &'a [CornerAnswer],
    /// The margin of the query, meters.
    pub within: f32,
}

/// A reported contact of a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerAnswer {
    /// The point half-way between the corner and the plane, world coordinates.
    pub position: [f32; 3],
    /// Meters below the plane.
    pub depth: f32,
    /// Bit k is set on the positive side of axis k.
    pub corner: u8,
}

/// A way in which an answer about a box and a half-space is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HalfSpaceFault {
    /// The face is none of the six, or another face is more opposed to the plane's normal.
    WrongFace,
    /// A contact is not a corner of the face, is repeated, or is out of order.
    WrongCorner {
        /// The corner's number.
        corner: u8,
    },
    /// A corner beyond the margin is listed, or a corner within the margin is not.
    WrongChoice {
        /// The corner's number.
        corner: u8,
        /// Its depth in float64, meters.
        depth: f64,
    },
    /// A depth is off by more than the error bound.
    WrongDepth {
        /// The depth in float64, meters.
        truth: f64,
        /// The reported depth, meters.
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
    /// A plane is given by its distance from the world's origin. So errors grow with the distance of the box
    /// from the origin, unlike those between two boxes.
    #[must_use]
    pub fn half_space_bound(&self, plane: &Plane) -> f64 {
        let extent = HALF_SPACE_EXTENT_FACTOR * UNIT_ROUNDOFF + self.solid.deviation;
        let far = length(self.center) + f64::from(plane.offset).abs();
        extent * self.solid.extent + HALF_SPACE_DISTANCE_FACTOR * UNIT_ROUNDOFF * far + UNDERFLOW
    }

    /// Whether a reported boolean contradicts float64. It is whether the two overlap or are within a margin.
    #[must_use]
    pub fn contradicts_half_space(&self, plane: &Plane, within: f32, reported: bool) -> bool {
        contradicts(self.half_space_depth(plane), self.half_space_bound(plane), within, reported)
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
            let wrong = |contact| self.wrong_values(plane, contact, f64::from(answer.within));
            answer.contacts.iter().find_map(wrong)
        })
    }

    /// Whether no other face is clearly more opposed to the normal.
    fn is_face_against(&self, plane: &Plane, face: u8) -> bool {
        let normal = wide(plane.normal);
        let cosines = self.solid.axes.map(|axis| dot(axis, normal));
        let Some(&cosine) = cosines.get(usize::from(face / 2)) else { return false };
        let largest = cosines.iter().fold(0.0_f64, |largest, c| largest.max(c.abs()));
        let outward = if face % 2 == 1 { cosine } else { -cosine };
        -outward >= largest - FACE_TIE
    }

    /// Finds a contact that is not a corner of the face, is repeated, or is out of order.
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

    /// Finds a corner of the face that is listed and should not be, or the other way round.
    fn wrong_choice(&self, plane: &Plane, answer: &HalfSpaceAnswer<'_>) -> Option<HalfSpaceFault> {
        let within = f64::from(answer.within);
        let error_bound = self.half_space_bound(plane) + MARGIN_FACTOR * UNIT_ROUNDOFF * within;
        self.corners_of(answer.face).find_map(|corner| {
            let depth = self.corner_depth(plane, corner);
            let listed = answer.contacts.iter().any(|contact| contact.corner == corner);
            let above = error_bound + self.half_space_slack();
            let wrong = if listed { depth + within < -above } else { depth + within > error_bound };
            wrong.then_some(HalfSpaceFault::WrongChoice { corner, depth })
        })
    }

    /// The distinct corners of a face: if an axis has no length, only those on its negative side.
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
        within: f64,
    ) -> Option<HalfSpaceFault> {
        let truth = self.corner_depth(plane, contact.corner);
        let reported = f64::from(contact.depth);
        let error_bound = self.half_space_bound(plane);
        // A corner above the margin, but within the slack, is reported at the margin.
        let expected = truth.max(-within);
        let is_near = truth >= -within - self.half_space_slack() - error_bound;
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
