//! How much of a depth is corrected, and which box moves how far.

use crate::error::ResolveError;

/// How penetrations become displacements.
///
/// A pair that is deeper than `slop` is pushed apart by `relaxation · (depth − slop)` meters along
/// its normal, divided between the two boxes by `masses`; what a box gets from all of its pairs is
/// put together by `sharing`. The default parts a single pair to touching, half by each box.
///
/// # Example
/// ```
/// use octosat_resolve::ResolveSettings;
/// let gentle = ResolveSettings { relaxation: 0.5, slop: 0.001, ..ResolveSettings::default() };
/// assert_eq!(gentle.relaxation, 0.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ResolveSettings<'a> {
    /// The part of the depth that is corrected at once, finite and at least zero; without unit.
    pub relaxation: f32,
    /// The depth that is left alone, meters, finite and at least zero.
    pub slop: f32,
    /// What a box gets from several pairs.
    pub sharing: Sharing,
    /// How a pair's correction is divided.
    pub masses: InverseMasses<'a>,
}

impl Default for ResolveSettings<'_> {
    fn default() -> Self {
        Self { relaxation: 1.0, slop: 0.0, sharing: Sharing::Sum, masses: InverseMasses::Equal }
    }
}

/// What a box gets that several pairs push.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// The sum of its pairs' corrections: what one pair gives the one box it takes from the other.
    ///
    /// A box that many pairs push the same way moves too far; relaxation below one makes up for it.
    #[default]
    Sum,
    /// The average over the pairs that push it: never farther than the deepest of them asks, but
    /// the two boxes of a pair may then move by different parts of its correction.
    Average,
}

/// How a pair's correction is divided between its boxes.
#[derive(Clone, Copy, Debug, Default)]
pub enum InverseMasses<'a> {
    /// Half to each box.
    #[default]
    Equal,
    /// One inverse mass a box, 1/kg, finite and at least zero; zero is a box that never moves.
    ///
    /// A box gets its inverse mass over the sum of both; a pair of two fixed boxes is left alone.
    PerBox(&'a [f32]),
}

impl ResolveSettings<'_> {
    /// Rejects settings that are not usable for this number of boxes.
    pub(crate) fn check(&self, boxes: usize) -> Result<(), ResolveError> {
        if !is_measure(self.relaxation) {
            return Err(ResolveError::Relaxation { relaxation: self.relaxation });
        }
        if !is_measure(self.slop) {
            return Err(ResolveError::Slop { slop: self.slop });
        }
        let InverseMasses::PerBox(masses) = self.masses else { return Ok(()) };
        if masses.len() != boxes {
            return Err(ResolveError::MassLength { expected: boxes, found: masses.len() });
        }
        match masses.iter().position(|&mass| !is_measure(mass)) {
            Some(index) => Err(ResolveError::InverseMass { index, inverse_mass: masses[index] }),
            None => Ok(()),
        }
    }
}

impl InverseMasses<'_> {
    /// The part of a correction that falls to the first of two boxes.
    #[inline]
    pub(crate) fn share(self, own: usize, other: usize) -> f64 {
        let Self::PerBox(masses) = self else { return 0.5 };
        // In f64 the sum of two inverse masses never overflows.
        let [own, other] = [own, other].map(|index| f64::from(masses[index]));
        if own > 0.0 { own / (own + other) } else { 0.0 }
    }
}

/// Whether a number is finite and at least zero.
fn is_measure(value: f32) -> bool {
    value >= 0.0 && value.is_finite()
}
