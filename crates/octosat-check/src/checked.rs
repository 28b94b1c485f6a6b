//! Any query, whatever its rows are: what commands and tests hold.

use std::fmt::Debug;

use octosat_scenes::generate::Random;

use crate::boxes::Basis;
use crate::case::Case;
use crate::facts::Facts;
use crate::failure::Failure;
use crate::query::{Call, Query, Round};
use crate::runner::{Checker, Plan, Runner};

/// A query that can be checked, timed and searched for failures.
pub trait Checked: Debug + Send + Sync {
    /// What is known before it is asked.
    fn facts(&self) -> &'static Facts;

    /// The frames of a round of a search; the same for the same random numbers.
    fn round(&self, number: u64, random: &mut Random) -> Round;

    /// A checker that has seen no frame.
    ///
    /// # Errors
    /// If there is no engine for a combination.
    fn checker<'p>(&self, basis: Basis, plan: &'p Plan) -> Result<Box<dyn Checker + 'p>, Failure>;

    /// Makes the calls that can be timed about a frame, and works with them.
    ///
    /// # Errors
    /// A frame that the query rejects, and what the work returns.
    fn with_calls(
        &self,
        case: &Case,
        work: &mut dyn FnMut(&mut [Call<'_>]) -> Result<(), Failure>,
    ) -> Result<(), Failure>;
}

impl<Q: Query> Checked for Q {
    fn facts(&self) -> &'static Facts {
        Query::facts(self)
    }

    fn round(&self, number: u64, random: &mut Random) -> Round {
        Query::round(self, number, random)
    }

    fn checker<'p>(&self, basis: Basis, plan: &'p Plan) -> Result<Box<dyn Checker + 'p>, Failure> {
        Ok(Box::new(Runner::new(*self, basis, plan)?))
    }

    fn with_calls(
        &self,
        case: &Case,
        work: &mut dyn FnMut(&mut [Call<'_>]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let world = self.world(case)?;
        work(&mut self.calls(case, &world))
    }
}
