//! Queries about chains.

use octosat_rows::{ChainClearance, JointMotion};

use super::boxes::ConfigurationBoxes;
use super::clearances::{ClearanceRows, MOST_PAIRS};
use super::motions::{FIRST_PARTS, MotionRows};
use super::overlaps::ConfigurationOverlaps;
use super::questions::{Configurations, JointMotions};
use crate::boxes::store::BoxStore;
use crate::boxes::store::single::MOST_BOXES;
use crate::call::answers::Answers;
use crate::call::engine::{Engine, OverlapQuery};
use crate::call::error::{Lengths, QueryError};
use crate::call::tasks::for_each_task;
use crate::sealed::Sealed;

impl Sealed for Configurations<'_> {}

/// One boolean per configuration: whether any of its pairs touches, except for rounding of its poses. A pair with a cylinder
/// or a capsule is no hit only if it is certainly apart where it is computed; see [`Solid`](crate::Solid).
impl OverlapQuery for Configurations<'_> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), QueryError> {
        self.check()?;
        out.lengths(self.len()).check()?;
        overlaps(engine, &self, out);
        Ok(())
    }
}

fn overlaps(engine: &Engine, question: &Configurations<'_>, mut out: Answers<'_>) {
    out.clear();
    let load = engine.load(question.len(), question.nanoseconds());
    match out {
        Answers::Each(out) => for_each_task(load.in_units(BATCHES), out, 1, |range, out| {
            let answers = Answers::Each(out);
            engine.run(range.len(), ConfigurationOverlaps { question, range, answers });
        }),
        Answers::Bits(out) => for_each_task(load.in_units(BATCHES), out, 64, |range, out| {
            let answers = Answers::Bits(out);
            engine.run(range.len(), ConfigurationOverlaps { question, range, answers });
        }),
    }
}

/// The configurations of a task are a multiple of this: of every batch, and of the bits of a word.
const BATCHES: usize = 64;

/// How many configurations a motion is looked at in, as an estimate.
const CONFIGURATIONS_PER_MOTION: usize = 12;

impl Engine {
    /// Reports the least clearance of each configuration, and the pair that it is of; see [`ChainClearance`].
    ///
    /// # Errors
    /// Joint values that are not whole rows, not finite or beyond 1024, more than 2³¹ − 1 pairs in a configuration, or an
    /// output that does not have one element per configuration; the output is then untouched.
    ///
    /// # Example
    /// ```
    /// use octosat::{Chain, ChainClearance, Configurations, Engine, Joint, OrientedBox, World};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut lift = Chain::new("frame");
    /// let cabin = lift.add_link("cabin", 0, Joint::prismatic("height", [0.0, 0.0, 1.0]))?;
    /// lift.attach(cabin, OrientedBox::new([0.0, 0.0, 1.0], upright, [1.0; 3]))?;
    /// let roof = OrientedBox::new([0.0, 0.0, 10.0], upright, [2.0, 2.0, 0.5]);
    /// let world = World::new([roof.into()])?;
    /// let mut rows = [ChainClearance::default(); 2];
    /// Engine::new().chain_clearances(Configurations::new(&lift, &[0.0, 7.0]).among(&world), &mut rows)?;
    /// assert_eq!((rows[0].solid, rows[0].obstacle), (0, 0));
    /// assert!(rows[0].clearance > 7.49 && rows[0].clearance < 7.5);
    /// assert!(rows[1].clearance > 0.49 && rows[1].clearance < 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chain_clearances(
        &self,
        configurations: Configurations<'_>,
        out: &mut [ChainClearance],
    ) -> Result<(), QueryError> {
        configurations.check()?;
        Lengths { found: out.len(), expected: configurations.len() }.check()?;
        let (pairs, limit) = (configurations.pairs(), MOST_PAIRS);
        if pairs > limit {
            return Err(QueryError::TooManyPairs { pairs, limit });
        }
        let question = &configurations;
        let load = self.load(question.len(), 3 * question.nanoseconds());
        for_each_task(load.in_units(BATCHES), out, 1, |range, out| {
            self.run(range.len(), ClearanceRows { question, range, out });
        });
        Ok(())
    }

    /// Reports whether a chain is free all the way from one configuration to another; see [`JointMotion`].
    ///
    /// # Errors
    /// As for [`Self::chain_clearances`], or another number of joint values at the ends, or a tolerance that is not
    /// positive and finite.
    ///
    /// # Example
    /// ```
    /// use octosat::{Chain, Configurations, Engine, Joint, JointMotion, JointMotionState, JointMotions, OrientedBox, World};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut door = Chain::new("frame");
    /// let leaf = door.add_link("leaf", 0, Joint::revolute("hinge", [0.0, 0.0, 1.0]))?;
    /// door.attach(leaf, OrientedBox::new([0.5, 0.0, 1.0], upright, [0.45, 0.02, 1.0]))?;
    /// // A chair that the door meets at 40 degrees; until 30 degrees it is free.
    /// let chair = OrientedBox::new([0.5, 0.5, 0.25], upright, [0.1, 0.1, 0.25]);
    /// let world = World::new([chair.into()])?;
    /// let closed = [0.0, 0.0];
    /// let starts = Configurations::new(&door, &closed).among(&world);
    /// let mut rows = [JointMotion::default(); 2];
    /// Engine::new().joint_motions(JointMotions::new(starts, &[0.52, 1.57]), &mut rows)?;
    /// assert!(rows[0].is_free());
    /// assert_eq!(rows[1].state, JointMotionState::HIT);
    /// assert!(rows[1].free_until > 0.2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn joint_motions(
        &self,
        motions: JointMotions<'_>,
        out: &mut [JointMotion],
    ) -> Result<(), QueryError> {
        motions.check()?;
        Lengths { found: out.len(), expected: motions.starts.len() }.check()?;
        let question = &motions;
        let nanoseconds = CONFIGURATIONS_PER_MOTION * question.starts.nanoseconds();
        let load = self.load(question.starts.len(), nanoseconds);
        for_each_task(load.in_units(BATCHES), out, 1, |range, out| {
            let parts = range.len() * usize::from(FIRST_PARTS);
            self.run(parts, MotionRows { question, range, out });
        });
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
        let boxes = configurations.len().saturating_mul(configurations.chain.solids.len());
        if boxes > MOST_BOXES {
            return Err(QueryError::TooManyBoxes { boxes, limit: MOST_BOXES });
        }
        let question = &configurations;
        self.run(question.len(), ConfigurationBoxes { question, out });
        Ok(())
    }
}
