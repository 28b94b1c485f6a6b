//! A box and a capsule: the distance by a search along the core, and depths by projecting corners.

use super::reference_box::{ReferenceBox, contradicts, exceeds};
use crate::float64::golden::least;
use crate::float64::outline::Segment;
use crate::tolerances::{
    CAPSULE_FACTOR, CAPSULE_POINT_BOUNDS, CAPSULE_SLACK, DEVIATION_FACTOR, POSITION_FACTOR,
    REFERENCE_SAME_POINT, REFERENCE_SMALLEST_SINE, UNDERFLOW, UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length, scaled, sum, unit_cross_product, wide};

/// A capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleSolid {
    /// Where the core starts, world coordinates, meters.
    pub start: [f32; 3],
    /// Where the core ends, world coordinates, meters.
    pub end: [f32; 3],
    /// The radius, meters.
    pub radius: f32,
}

/// The reported contacts of a box and a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleAnswer<'a> {
    /// Unit direction from the box to the capsule, world.
    pub normal: [f32; 3],
    /// Meters that the capsule must move along the normal until it no longer overlaps the box.
    pub depth: f32,
    /// The face with the contacts: 2·k on the negative side of axis k, 2·k + 1 on the positive side.
    pub face: u8,
    /// The contacts, from start to end.
    pub contacts: &'a [CapsulePoint],
    /// The margin of the query, meters.
    pub within: f32,
}

/// A reported contact of a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsulePoint {
    /// The point of the box's surface, world.
    pub position: [f32; 3],
    /// Meters from the capsule's surface to this point along the normal; positive for overlap.
    pub depth: f32,
    /// 0 is the start of the core, 1 its end, and 2 + f the border with face f.
    pub feature: u8,
}

/// A way in which an answer about a box and a capsule is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CapsuleFault {
    /// The depth is off by more than the error bound.
    WrongDepth {
        /// The depth in float64, meters.
        truth: f64,
    },
    /// The normal is not of unit length.
    NotUnit,
    /// Moving the capsule along the normal by the depth does not separate them.
    WrongNormal {
        /// By so much, meters.
        by: f64,
    },
    /// There are contacts beyond the margin, none within it, more than two, or two with the same feature.
    WrongCount,
    /// No contact has the depth of the pair, or a contact is deeper, or beyond the margin.
    WrongDeepest,
    /// A contact is not on its face, or not at its feature.
    WrongPlace {
        /// Which one.
        contact: usize,
        /// By so much, meters.
        by: f64,
    },
    /// A contact, moved along the normal by the radius minus its depth, is not on the core.
    WrongContactDepth {
        /// Which one.
        contact: usize,
        /// By so much, meters.
        by: f64,
    },
    /// Both ends of the part of the core over the face are within the margin, but there is only one contact.
    MissingContact,
}

/// Steps of a bisection, enough to reduce an interval to float64 rounding.
const STEPS: usize = 90;

/// The number of places of the core that are tried to find one over the face.
const SAMPLES: u32 = 64;

/// The core, relative to the box's center.
struct Core {
    segment: Segment<3>,
    radius: f64,
}

impl Core {
    fn ends(&self) -> [[f64; 3]; 2] {
        [self.segment.start, self.segment.end]
    }
}

impl ReferenceBox {
    fn core(&self, capsule: &CapsuleSolid) -> Core {
        let [start, end] =
            [capsule.start, capsule.end].map(|end| difference(wide(end), self.center));
        Core { segment: Segment { start, end }, radius: f64::from(capsule.radius) }
    }

    /// Meters from the box to the capsule's core; for overlap minus the length of the shortest translation that
    /// separates them.
    #[must_use]
    pub fn capsule_distance(&self, capsule: &CapsuleSolid) -> f64 {
        let core = self.core(capsule);
        let apart = |at: f64| length(self.beyond_faces(core.segment.at(at)).map(|b| b.max(0.0)));
        let distance = least([0.0, 1.0], apart).value;
        // For a plate, the search never finds the exact place where a core crosses it.
        let touches = distance <= REFERENCE_SAME_POINT * self.capsule_size(capsule);
        if touches { self.core_separation(&core) } else { distance }
    }

    /// The largest separation of the box and a core over the axes of both.
    fn core_separation(&self, core: &Core) -> f64 {
        let along = core.segment.along();
        let size = length(along);
        let mut largest = f64::NEG_INFINITY;
        for axis in self.solid.axes {
            largest =
                largest.max(self.gap_along(core, axis).max(self.gap_along(core, axis.map(|c| -c))));
            if size <= 0.0 {
                continue;
            }
            let product = unit_cross_product(axis, scaled(along, 1.0 / size));
            let sine = length(product);
            if sine >= REFERENCE_SMALLEST_SINE {
                let unit = scaled(product, 1.0 / sine);
                let gaps = [unit, unit.map(|c| -c)].map(|unit| self.gap_along(core, unit));
                largest = largest.max(gaps[0]).max(gaps[1]);
            }
        }
        largest
    }

    /// The separation of the box and the core in a direction, meters.
    fn gap_along(&self, core: &Core, direction: [f64; 3]) -> f64 {
        let [start, end] = core.ends().map(|end| dot(direction, end));
        start.min(end) - self.solid.interval(direction).high
    }

    /// Meters by which a depth computed in float32 may be off. Of the sizes, only that of the smaller one of box and
    /// core matters: what the larger one has farther away is rounded, but is not where they touch. Of a core's ends,
    /// only the offsets from the box count, which are rounded once.
    #[must_use]
    pub fn capsule_error_bound(&self, capsule: &CapsuleSolid) -> f64 {
        let core = self.core(capsule);
        let depth = (-self.core_separation(&core)).max(0.0);
        let offsets = UNIT_ROUNDOFF * core.ends().map(length).iter().sum::<f64>();
        self.capsule_roundings() * (self.capsule_reach(capsule) + depth)
            + offsets
            + REFERENCE_SAME_POINT * self.solid.extent
            + UNDERFLOW
    }

    /// The part by which rounding and the deviation of the box may change a length.
    fn capsule_roundings(&self) -> f64 {
        CAPSULE_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * self.solid.deviation
    }

    /// Meters from either middle within which box and capsule touch.
    fn capsule_reach(&self, capsule: &CapsuleSolid) -> f64 {
        let core = self.core(capsule);
        let half_length = 0.5 * length(core.segment.along());
        length(core.segment.at(0.5)) + self.solid.extent.min(half_length) + core.radius
    }

    /// Meters: the lengths of box and capsule, which a normal that is rounded turns as a whole.
    fn capsule_size(&self, capsule: &CapsuleSolid) -> f64 {
        let core = self.core(capsule);
        core.ends().map(length).iter().sum::<f64>() + self.solid.extent + core.radius
    }

    /// Whether a reported boolean contradicts float64. It is whether the two overlap or are within a margin.
    #[must_use]
    pub fn contradicts_capsule(&self, capsule: &CapsuleSolid, within: f32, reported: bool) -> bool {
        let depth = f64::from(capsule.radius) - self.capsule_distance(capsule);
        contradicts(depth, self.capsule_error_bound(capsule), within, reported)
    }

    /// What is wrong with a reported answer.
    ///
    /// The normal is checked by the separation along it, and contacts by the place of the core that they lead to.
    #[must_use]
    pub fn capsule_fault(
        &self,
        capsule: &CapsuleSolid,
        answer: &CapsuleAnswer<'_>,
    ) -> Option<CapsuleFault> {
        let bound = self.capsule_error_bound(capsule);
        let truth = f64::from(capsule.radius) - self.capsule_distance(capsule);
        if exceeds((f64::from(answer.depth) - truth).abs(), bound) {
            return Some(CapsuleFault::WrongDepth { truth });
        }
        let relative = self.capsule_roundings();
        if exceeds((length(wide(answer.normal)) - 1.0).abs(), relative) {
            return Some(CapsuleFault::NotUnit);
        }
        // By how much the separation along the normal is less than the distance; at most zero if the normal is exact.
        let along = self.gap_along(&self.core(capsule), wide(answer.normal));
        let by = self.capsule_distance(capsule) - along;
        let turned = relative * self.capsule_size(capsule) + UNDERFLOW;
        if exceeds(by, CAPSULE_POINT_BOUNDS * turned) {
            return Some(CapsuleFault::WrongNormal { by });
        }
        self.wrong_contacts(capsule, answer)
    }

    /// What is wrong with the contacts as a whole or with one of them.
    fn wrong_contacts(
        &self,
        capsule: &CapsuleSolid,
        answer: &CapsuleAnswer<'_>,
    ) -> Option<CapsuleFault> {
        let contacts = answer.contacts;
        let expected = if answer.depth >= -answer.within { 1..=2 } else { 0..=0 };
        let twice = contacts.len() == 2 && contacts[0].feature == contacts[1].feature;
        if !expected.contains(&contacts.len()) || twice {
            return Some(CapsuleFault::WrongCount);
        }
        let deepest = contacts.iter().fold(f32::NEG_INFINITY, |deepest, c| deepest.max(c.depth));
        let beyond = !contacts.iter().all(|c| c.depth >= -answer.within);
        if !contacts.is_empty() && (deepest.to_bits() != answer.depth.to_bits() || beyond) {
            return Some(CapsuleFault::WrongDeepest);
        }
        let limit = self.capsule_point_bound(capsule);
        for (number, contact) in contacts.iter().enumerate() {
            let by = self.misplaced_by(capsule, answer, contact);
            if exceeds(by, limit) {
                return Some(CapsuleFault::WrongPlace { contact: number, by });
            }
            let lifted =
                scaled(wide(answer.normal), f64::from(capsule.radius) - f64::from(contact.depth));
            let position = difference(wide(contact.position), self.center);
            let by = self.core(capsule).segment.distance(sum(position, lifted));
            if exceeds(by, limit) {
                return Some(CapsuleFault::WrongContactDepth { contact: number, by });
            }
        }
        let missing = contacts.len() == 1 && self.has_two_contacts(capsule, answer);
        missing.then_some(CapsuleFault::MissingContact)
    }

    /// Meters by which a contact may be off, with the slack outside the face.
    fn capsule_point_bound(&self, capsule: &CapsuleSolid) -> f64 {
        let reach = self.capsule_reach(capsule);
        let slack = CAPSULE_SLACK * reach;
        let world = length(self.center) + reach;
        CAPSULE_POINT_BOUNDS * self.capsule_error_bound(capsule)
            + slack
            + POSITION_FACTOR * UNIT_ROUNDOFF * world
    }

    /// The distance of a contact from the box, from its face, or from its feature; the largest of the three.
    fn misplaced_by(
        &self,
        capsule: &CapsuleSolid,
        answer: &CapsuleAnswer<'_>,
        contact: &CapsulePoint,
    ) -> f64 {
        let position = difference(wide(contact.position), self.center);
        let off_face = |face: u8| match self.solid.axes.get(usize::from(face / 2)) {
            Some(&axis) => {
                let side = if face % 2 == 1 { 1.0 } else { -1.0 };
                let extent = self.solid.half_extents[usize::from(face / 2)];
                (side * dot(axis, position) - extent).abs()
            }
            None => f64::INFINITY,
        };
        let of_feature = match contact.feature {
            end @ 0..=1 => {
                // Seen along the normal: the distance of the end from the line along the normal through the
                // contact.
                let end = self.core(capsule).ends()[usize::from(end)];
                let away = difference(end, position);
                let normal = wide(answer.normal);
                length(difference(away, scaled(normal, dot(normal, away))))
            }
            border => off_face(border - 2),
        };
        let beyond = self.beyond_faces(position).into_iter().fold(0.0, f64::max);
        off_face(answer.face).max(of_feature).max(beyond)
    }

    /// Whether the part of the core over the face has two ends that are clearly distinct and clearly within the
    /// margin.
    fn has_two_contacts(&self, capsule: &CapsuleSolid, answer: &CapsuleAnswer<'_>) -> bool {
        let core = self.core(capsule);
        let axis = usize::from(answer.face / 2);
        let side = if answer.face % 2 == 1 { 1.0 } else { -1.0 };
        let outward = scaled(self.solid.axes[axis], side);
        let normal = wide(answer.normal);
        let cosine = dot(normal, outward);
        let limit = self.capsule_point_bound(capsule);
        // The height of a place of the core above the face along the normal, and its projection on the face.
        let height =
            |at: f64| (dot(outward, core.segment.at(at)) - self.solid.half_extents[axis]) / cosine;
        let shadow = |at: f64| difference(core.segment.at(at), scaled(normal, height(at)));
        let over = |at: f64, slack: f64| {
            let beyond = self.beyond_faces(shadow(at));
            (0..3).all(|k| k == axis || beyond[k] < slack)
        };
        let mut samples = (0..=SAMPLES).map(|sample| f64::from(sample) / f64::from(SAMPLES));
        let Some(inside) = samples.find(|&at| over(at, -limit)) else { return false };
        // The ends of the part over the face, with the face narrowed and widened by the tolerance of a contact.
        let bisected = |slack: f64| {
            [0.0, 1.0].map(|end| {
                let [mut good, mut bad] = [inside, end];
                for _ in 0..STEPS {
                    let middle = f64::midpoint(good, bad);
                    if over(middle, slack) { good = middle } else { bad = middle }
                }
                if over(end, slack) { end } else { good }
            })
        };
        let [ends, outer] = [bisected(-limit), bisected(limit)];
        let far = length(difference(shadow(ends[0]), shadow(ends[1])));
        let lowest = limit - f64::from(answer.within);
        far > 2.0 * limit && outer.iter().all(|&end| core.radius - height(end) > lowest)
    }
}
