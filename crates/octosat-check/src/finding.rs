//! The result of a check of one row of answers.

use std::fmt::Debug;

use bytemuck::{NoUninit, bytes_of};

/// What is wrong with a row, and how far it is off.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The first fault.
    pub fault: Option<String>,
    /// In what the plain reference has other bits.
    pub mismatch: Option<String>,
    /// The largest error of a length or a boolean, as a share of the error bound. The error of a wrong boolean is the
    /// distance of the truth from where the boolean would be right.
    pub error: f64,
}

impl Finding {
    /// A row that is wrong.
    pub fn of_fault(what: String) -> Self {
        Self { fault: Some(what), ..Self::default() }
    }

    /// A row with a fault, if there is one, and an error as a share of the error bound.
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

    /// Finds a mismatch unless a row has the bits of the plain reference, reserved bytes among them.
    pub fn same_bits<R: NoUninit + Debug>(&mut self, row: &R, plain: &R) {
        if bytes_of(row) != bytes_of(plain) {
            self.mismatch = Some(format!("{row:?} instead of {plain:?}"));
        }
    }

    /// Adds another finding about the same row: the first fault stays.
    pub fn and(self, other: Self) -> Self {
        Self {
            fault: self.fault.or(other.fault),
            mismatch: self.mismatch.or(other.mismatch),
            error: self.error.max(other.error),
        }
    }

    /// The same with what the fault is about.
    pub fn about(mut self, what: impl FnOnce() -> String) -> Self {
        if let Some(fault) = &mut self.fault {
            fault.push_str(&what());
        }
        self
    }
}

/// An error as a share of the error bound; NaN counts as the largest.
pub fn share(error: f64, allowed: f64) -> f64 {
    let share = if error == 0.0 { 0.0 } else { error.abs() / allowed };
    if share.is_finite() { share } else { f64::MAX }
}

/// The error of a boolean if the truth is so far over its limit, as a share of the error bound.
pub fn boolean(answer: bool, over: f64, allowed: f64) -> f64 {
    if answer == (over >= 0.0) { 0.0 } else { share(over, allowed) }
}
