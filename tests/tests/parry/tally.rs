//! How often parry differs, by reason.

use std::collections::BTreeMap;

/// The part of the size of a pair by which lengths of both libraries may differ (dimensionless): parry's GJK ends within
/// ten roundings of its squared lengths.
pub(crate) const SAME_LENGTH: f64 = 2e-5;

/// The same of points and of where directions lead (dimensionless): along surfaces both are less certain.
pub(crate) const SAME_POINT: f64 = 2e-4;

/// The least cosine of the angle of two normals that are the same (dimensionless).
pub(crate) const SAME_NORMAL: f64 = 0.9999;

/// By how many pairs a count may differ from that of the book, and by which part: parry's bits depend on the machine.
const MAY_DIFFER: usize = 3;
const MAY_DIFFER_BY_PART: usize = 10;

/// How often parry differs from the reference, by reason.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<&'static str, usize>);

impl Tally {
    /// Counts a difference, if there is one.
    pub(crate) fn count(&mut self, differs: bool, reason: &'static str) {
        if differs {
            *self.0.entry(reason).or_default() += 1;
        }
    }

    /// Fails unless each reason occurs as often as is stated, nearly, and no other does.
    pub(crate) fn assert(&self, stated: &[(&str, usize)]) {
        for &(reason, wanted) in stated {
            let count = self.0.get(reason).copied().unwrap_or_default();
            let is_near = count.abs_diff(wanted) <= MAY_DIFFER + wanted / MAY_DIFFER_BY_PART;
            assert!(is_near, "{reason}: {count}, stated are {wanted}; {:?}", self.0);
        }
        let is_stated = |reason: &&str| stated.iter().any(|(other, _)| other == reason);
        assert!(self.0.keys().all(is_stated), "{:?}", self.0);
    }
}
