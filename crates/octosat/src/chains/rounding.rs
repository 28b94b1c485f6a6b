//! Whether `f32` is fine enough for where the solids of a chain are.

use alloc::borrow::ToOwned;

use super::error::ChainError;
use super::model::{Chain, LinkSolid};
use super::placement::length;
use crate::tolerances::{LARGEST_ROUNDING, LARGEST_SHIFT, largest_shift};

impl Chain {
    /// Rejects a chain that is too far from the origin for `f32`, such as one at coordinates of a map: rounding its pose
    /// may move a solid by more than a hundredth of its thinnest half extent.
    ///
    /// Queries accept such a chain: [`FREE`](crate::JointMotion) and clearances stay certain, but say little, and
    /// [`Engine::overlaps`](crate::Engine::overlaps) misses hits. So call this once after all solids are attached, as
    /// `octosat_urdf` and the Python package do. Joints that slide count as at zero. A half extent counts as at least a
    /// hundredth of the longest one, and a point may move.
    ///
    /// # Errors
    /// The link of the first solid that may move by more.
    ///
    /// # Example
    /// ```
    /// use octosat::{Chain, Joint, OrientedBox};
    /// let on_map = Joint::fixed("place").at([691_000.25, 5_411_932.7, 12.0]);
    /// let mut arm = Chain::new("map");
    /// let pillar = arm.add_link("pillar", 0, on_map)?;
    /// arm.attach(pillar, OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.1; 3]))?;
    /// assert!(arm.check_rounding().is_err());
    /// # Ok::<(), octosat::ChainError>(())
    /// ```
    pub fn check_rounding(&self) -> Result<(), ChainError> {
        for solid in &self.solids {
            let reach = self.reach(solid);
            let shift = reach * f64::from(LARGEST_ROUNDING);
            let largest = f64::from(largest_shift(solid.solid.half_extents()));
            if shift > largest {
                let part = f64::from(LARGEST_SHIFT) * shift / largest;
                let link = self.link_name(solid.link).to_owned();
                return Err(ChainError::Coarse { link, reach, part });
            }
        }
        Ok(())
    }

    /// How far the center of a solid can be from the base, in meters: the distance over all joints.
    fn reach(&self, solid: &LinkSolid) -> f64 {
        let mut reach = length(&solid.solid.pose().center.map(f64::from));
        let mut next = solid.frame;
        while let Some(frame) = next {
            reach += f64::from(self.frames[frame].length);
            next = self.frames[frame].parent;
        }
        reach
    }
}
