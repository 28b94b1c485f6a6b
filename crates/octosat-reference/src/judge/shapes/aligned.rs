//! A box and an axis-aligned one: a pair like any other.

use super::JudgedBox;
use crate::judge::JudgedPair;
use crate::judge::solid::Solid;

impl JudgedBox {
    /// The judge of an axis-aligned box, which is box a, and this box, which is box b.
    #[must_use]
    pub fn with_aligned(&self, min: [f32; 3], max: [f32; 3]) -> JudgedPair {
        JudgedPair::new(Solid::of_bounds(min, max, self.center), self.solid, self.center)
    }
}
