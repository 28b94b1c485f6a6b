//! How closely impacts are found.

use crate::call::error::QueryError;

/// How closely impacts are found, and after how many rounds a pair is given up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactOptions {
    /// How far apart boxes may be at a hit, as a part of the least half extent of both; finite and at least zero.
    ///
    /// It is at least what rounding needs, and at most half the gap of a pair at the start, so that a pair that starts
    /// within the tolerance can move.
    pub tolerance: f32,
    /// The most rounds per pair, at least one: each looks at both boxes at one time.
    pub rounds: u32,
}

impl Default for ImpactOptions {
    /// A hundredth of the least half extent, and 64 rounds, which no pair of a usual game needs.
    fn default() -> Self {
        Self { tolerance: 0.01, rounds: 64 }
    }
}

impl ImpactOptions {
    /// Rejects options that are not usable.
    pub(crate) fn check(self) -> Result<(), QueryError> {
        let Self { tolerance, rounds } = self;
        if !(tolerance >= 0.0 && tolerance.is_finite()) {
            return Err(QueryError::Tolerance { tolerance });
        }
        if rounds == 0 { Err(QueryError::NoRounds) } else { Ok(()) }
    }
}
