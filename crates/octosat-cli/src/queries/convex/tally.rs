//! What is wrong with answers, pair by pair and added up.

use serde::Serialize;

use crate::queries::judge::part;
use crate::table::count;

/// What answers are checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The Gauss map against all pairs of edge directions.
    Pruning,
    /// All points projected on all axes.
    Projection,
    /// The pair the other way round.
    Swapping,
    /// The boolean with an axis remembered, the pair's own or another's.
    LastAxis,
    /// What contacts promise.
    Contacts,
    /// The float64 judge of two boxes.
    Judge,
}

impl Check {
    /// All of them; solids that are no boxes have all but the last.
    pub(super) const ALL: [Self; 6] = [
        Self::Pruning,
        Self::Projection,
        Self::Swapping,
        Self::LastAxis,
        Self::Contacts,
        Self::Judge,
    ];

    /// The name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pruning => "pruning",
            Self::Projection => "projection",
            Self::Swapping => "swapping",
            Self::LastAxis => "last-axis",
            Self::Contacts => "contacts",
            Self::Judge => "judge",
        }
    }
}

/// What one check says of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Finding {
    /// The largest error of a length, in parts of what is allowed.
    pub(super) error: f64,
    /// What is wrong first, if anything is.
    pub(super) fault: Option<String>,
}

impl Finding {
    /// Finds a fault where a claim does not hold.
    pub(super) fn holds(&mut self, claim: bool, what: &str) {
        if !claim {
            self.fault.get_or_insert_with(|| what.to_owned());
        }
    }

    /// Finds a fault where a length is off by more than allowed, metres.
    pub(super) fn within(&mut self, off: f64, allowed: f64, what: &str) {
        let part = part(off, allowed);
        if part > 1.0 {
            self.fault.get_or_insert_with(|| format!("{what} by {off:e} m, allowed {allowed:e} m"));
        } else {
            self.error = self.error.max(part);
        }
    }

    /// The same where only more than nothing is an error.
    pub(super) fn not_over(&mut self, over: f64, allowed: f64, what: &str) {
        self.within(if over > 0.0 || over.is_nan() { over } else { 0.0 }, allowed, what);
    }
}

/// The findings of one check over all pairs of a kind of shapes.
#[derive(Clone, Debug, Serialize)]
pub(in crate::queries) struct Tally {
    check: &'static str,
    shapes: &'static str,
    pairs: usize,
    pub(super) outside_tolerance: usize,
    /// In parts of what is allowed; of pairs that are not outside.
    pub(super) worst_error: f64,
}

impl Tally {
    pub(super) fn new(check: Check, shapes: &'static str) -> Self {
        let check = check.name();
        Self { check, shapes, pairs: 0, outside_tolerance: 0, worst_error: 0.0 }
    }

    /// The name of the check.
    pub(super) fn check(&self) -> &'static str {
        self.check
    }

    /// Its row in a table.
    pub(super) fn cells(&self) -> Vec<String> {
        vec![
            self.check.to_owned(),
            self.shapes.to_owned(),
            count(self.pairs),
            count(self.outside_tolerance),
            format!("{:.1} %", 100.0 * self.worst_error),
        ]
    }

    pub(super) fn add(&mut self, finding: &Finding) {
        self.pairs += 1;
        match finding.fault {
            Some(_) => self.outside_tolerance += 1,
            None => self.worst_error = self.worst_error.max(finding.error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fault_stays_and_faulty_pairs_have_no_error() {
        let mut finding = Finding::default();
        finding.within(0.5, 1.0, "near");
        finding.not_over(-7.0, 1.0, "below");
        let mut tally = Tally::new(Check::Pruning, "boxes");
        tally.add(&finding);
        assert!((finding.error - 0.5).abs() < 1e-12 && finding.fault.is_none());
        finding.holds(false, "first");
        finding.within(f64::NAN, 1.0, "second");
        tally.add(&finding);
        assert_eq!(finding.fault.as_deref(), Some("first"));
        assert_eq!((tally.pairs, tally.outside_tolerance), (2, 1));
        assert!((tally.worst_error - 0.5).abs() < 1e-12);
    }
}
