//! Settings: how much of a depth is corrected, and how it is divided between boxes.

use crate::error::ResolveError;

/// The settings by which penetrations become displacements.
///
/// A pair that is deeper than `slop` is pushed apart by `relaxation · (depth − slop)` meters along its normal.
/// `masses` divides this push between the two boxes, and `sharing` combines the pushes of all pairs of a box. The
/// default moves each box of a single pair by half of the depth, so that the boxes just touch.
///
/// # Example
/// ```
/// use octosat_resolve::ResolveSettings;
/// let gentle = ResolveSettings { relaxation: 0.5, slop: 0.001, ..ResolveSettings::default() };
/// assert_eq!(gentle.relaxation, 0.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ResolveSettings<'a> {
    /// The part of the depth that one call corrects, finite and at least zero; without unit.
    pub relaxation: f32,
    /// The depth that is left alone, meters, finite and at least zero.
    pub slop: f32,
    /// How the pushes of several pairs are combined.
    pub sharing: Sharing,
    /// How the push of a pair is divided between its boxes.
    pub masses: InverseMasses<'a>,
}

impl Default for ResolveSettings<'_> {
    fn default() -> Self {
        Self { relaxation: 1.0, slop: 0.0, sharing: Sharing::Sum, masses: InverseMasses::Equal }
    }
}

/// How the pushes of several pairs on a box are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// A box moves by the sum of the pushes of its pairs, so that each pair moves its two boxes by its whole push.
    ///
    /// A box that many pairs push in the same direction moves too far. A relaxation below one compensates for that.
    #[default]
    Sum,
    /// A box moves by the average of the pushes of the pairs that push it. It never moves farther than its deepest
    /// pair requires, but the two boxes of a pair may then move by different parts of its push.
    Average,
}

/// How the push of a pair is divided between its boxes.
#[derive(Clone, Copy, Debug, Default)]
pub enum InverseMasses<'a> {
    /// Half to each box.
    #[default]
    Equal,
    /// One inverse mass per box, 1/kg, finite and at least zero; zero is a box that never moves.
    ///
    /// The share of a box is its inverse mass divided by the sum of both. A pair of two fixed boxes is not corrected.
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
    /// The share of the first of two boxes in their correction.
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
