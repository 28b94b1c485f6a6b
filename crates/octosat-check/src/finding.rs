//! What a check says about one row of answers.

/// What is wrong with a row, and how far it is off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// What is outside of what is allowed, first of all.
    pub fault: Option<String>,
    /// In what the plain reference has other bits.
    pub mismatch: Option<String>,
    /// The largest error of a length or a boolean as a share of what is allowed; of a wrong boolean, how far
    /// the truth is from where it would be right.
    pub error: f64,
}

impl Finding {
    /// A row that is wrong.
    #[must_use]
    pub fn of_fault(what: String) -> Self {
        Self { fault: Some(what), ..Self::default() }
    }

    /// A row with perhaps a fault, and else an error as a share of what is allowed.
    #[must_use]
    pub fn new(fault: Option<String>, error: f64) -> Self {
        Self { fault, mismatch: None, error }
    }

    /// Finds a fault unless something holds.
    pub fn holds(&mut self, holds: bool, what: &str) {
        if !holds {
            self.fault.get_or_insert_with(|| what.to_owned());
        }
    }

    /// Finds a fault if a length is off by more than allowed, meters.
    pub fn within(&mut self, off: f64, allowed: f64, what: &str) {
        let share = share(off, allowed);
        if share > 1.0 {
            self.fault.get_or_insert_with(|| format!("{what} by {off:e} m, allowed {allowed:e} m"));
        } else {
            self.error = self.error.max(share);
        }
    }

    /// The same if only more than nothing is an error.
    pub fn not_over(&mut self, over: f64, allowed: f64, what: &str) {
        self.within(if over > 0.0 || over.is_nan() { over } else { 0.0 }, allowed, what);
    }

    /// Adds another finding about the same row: the first fault stays.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            fault: self.fault.or(other.fault),
            mismatch: self.mismatch.or(other.mismatch),
            error: self.error.max(other.error),
        }
    }

    /// The same with what the fault is about.
    #[must_use]
    pub fn about(mut self, what: impl FnOnce() -> String) -> Self {
        if let Some(fault) = &mut self.fault {
            fault.push_str(&what());
        }
        self
    }
}

/// An error as a share of what is allowed; one that is no number counts as the largest.
#[must_use]
pub fn share(error: f64, allowed: f64) -> f64 {
    let share = if error == 0.0 { 0.0 } else { error.abs() / allowed };
    if share.is_finite() { share } else { f64::MAX }
}

/// The error of a boolean if the truth is so far over its limit, as a share of what is allowed.
#[must_use]
pub fn boolean(answer: bool, over: f64, allowed: f64) -> f64 {
    if answer == (over >= 0.0) { 0.0 } else { share(over, allowed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fault_stays_and_errors_are_the_largest() {
        let mut finding = Finding::default();
        finding.within(0.5, 1.0, "near");
        finding.not_over(-7.0, 1.0, "below");
        assert!((finding.error - 0.5).abs() < 1e-12 && finding.fault.is_none());
        finding.holds(false, "first");
        finding.within(f64::NAN, 1.0, "second");
        let both = finding.and(Finding { error: 0.75, ..Finding::of_fault("third".to_owned()) });
        assert_eq!((both.fault.as_deref(), both.error), (Some("first"), 0.75));
    }
}
