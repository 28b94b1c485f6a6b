//! An axis-aligned box and a box, as a pair of boxes.

use super::reference_box::ReferenceBox;
use crate::float64::ReferencePair;
use crate::float64::solid::Solid;

impl ReferenceBox {
    /// The pair of an axis-aligned box, which is box a, and this box, which is box b.
    #[must_use]
    pub fn with_aligned(&self, min: [f32; 3], max: [f32; 3]) -> ReferencePair {
        ReferencePair::new(Solid::of_bounds(min, max, self.center), self.solid, self.center)
    }
}
