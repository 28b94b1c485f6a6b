//! What is wrong with a reported clearance.

use super::pair::ReferencePair;

/// The least part of the distance of separated boxes that some axis shows (dimensionless): 1/√3, rounded down.
const LEAST_SHOWN: f64 = 0.57;

/// How far float64 may be off a distance, as a part of the bound of float32 (dimensionless).
const REFERENCE_ERROR: f64 = 1e-6;

/// What is wrong with a reported clearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClearanceFault {
    /// It is above the signed distance.
    Above,
    /// It is less than the part of the distance that some axis shows, or than minus the depth, by more than two bounds.
    Below,
}

impl ReferencePair {
    /// What is wrong with a clearance of finite boxes, by its bound in meters.
    #[must_use]
    pub fn clearance_fault(&self, clearance: f32, bound: f32) -> Option<ClearanceFault> {
        let (distance, bound) = (self.signed_distance(), f64::from(bound));
        let least = if distance > 0.0 { LEAST_SHOWN * distance } else { distance };
        if f64::from(clearance) > distance + REFERENCE_ERROR * bound {
            return Some(ClearanceFault::Above);
        }
        let is_below = f64::from(clearance) < least - 2.0 * bound;
        is_below.then_some(ClearanceFault::Below)
    }
}
