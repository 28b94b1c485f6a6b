//! A box and an axis-aligned one: a pair like any other.

use super::ReferenceBox;
use crate::float64::ReferencePair;
use crate::float64::solid::Solid;

impl ReferenceBox {
    /// The reference of an axis-aligned box, which is box a, and this box, which is box b.
    #[must_use]
    pub fn with_aligned(&self, min: [f32; 3], max: [f32; 3]) -> ReferencePair {
        ReferencePair::new(Solid::of_bounds(min, max, self.center), self.solid, self.center)
    }
}
