//! How far an answer is from the float64 judge's.

use octosat_reference::float64::{Agreement, PenetrationAnswer, ReferencePair};

use super::answers::{Answer, manifold_settings};
use super::symmetry::Asymmetry;

/// What the judge says about the answers on one pair.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// Whether an answer lies outside the stated band.
    pub(crate) outside: bool,
    pub(crate) error: Deviation,
    /// How many of the pair's manifolds have contacts.
    pub(crate) manifolds: usize,
    /// Of the manifolds, in parts of what is allowed.
    pub(crate) manifold_error: f64,
}

impl Judged {
    /// The same, with what differs between the pair and its images.
    pub(crate) fn with_images(mut self, asymmetry: Option<Asymmetry>) -> Self {
        if let Some(asymmetry) = asymmetry {
            self.outside |= asymmetry.is_any();
            self.manifold_error = self.manifold_error.max(finite(asymmetry.worst()));
        }
        self
    }
}

/// How far an answer is off: of a depth, its distance from what the float64 boxes show along the
/// answer's own axis; of a wrong boolean, the distance from where it would be right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Deviation {
    /// In parts of the pair's band.
    pub(crate) of_band: f64,
    /// In metres.
    pub(crate) metres: f64,
}

impl Deviation {
    /// A deviation of some metres; one that is no number counts as the largest.
    fn new(metres: f64, band: f64) -> Self {
        let metres = finite(metres.abs());
        Self { of_band: finite(metres / band), metres }
    }

    /// The larger of each.
    pub(crate) fn worst(self, other: Self) -> Self {
        Self { of_band: self.of_band.max(other.of_band), metres: self.metres.max(other.metres) }
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { f64::MAX }
}

/// The boxes of a pair, for the judge.
pub(super) struct Truth {
    pub(super) pair: ReferencePair,
    /// Those that contacts are made of, where they are others.
    pub(super) converted: Option<ReferencePair>,
}

impl Truth {
    /// The boxes that contacts are made of.
    pub(super) fn of_contacts(&self) -> &ReferencePair {
        self.converted.as_ref().unwrap_or(&self.pair)
    }
}

/// Judges the answers on a pair that were asked for with `margin` metres.
pub(super) fn judge(truth: &Truth, answer: &Answer<'_>, margin: f32) -> Judged {
    let pair = &truth.pair;
    let mut outside = !pair.faults(&claim(answer), margin).is_empty();
    let mut error = depth_deviation(pair, answer);
    for claimed in [answer.overlap, answer.overlap_bit] {
        let verdict = pair.agreement(claimed, margin);
        outside |= verdict == Agreement::Contradicts;
        if verdict != Agreement::Agrees {
            let distance = pair.separations().separation - f64::from(margin);
            error = error.worst(Deviation::new(distance, pair.band()));
        }
    }
    let mut judged = Judged { outside, error, ..Judged::default() };
    for (manifold, setting) in answer.manifolds.iter().zip(manifold_settings(margin)) {
        let report = manifold.report(truth.of_contacts(), setting);
        judged.outside |= !report.faults.is_empty();
        judged.manifolds += usize::from(!manifold.points.is_empty());
        judged.manifold_error = judged.manifold_error.max(finite(report.worst));
    }
    judged
}

/// What the judge has against the answers, in words.
pub(super) fn objections(truth: &Truth, answer: &Answer<'_>, margin: f32) -> String {
    let pair = &truth.pair;
    let mut words: Vec<String> =
        pair.faults(&claim(answer), margin).iter().map(|c| format!("{c:?}")).collect();
    if pair.agreement(answer.overlap, margin) == Agreement::Contradicts {
        words.push(format!("Overlap{}", answer.overlap));
    }
    words.extend(manifold_objections(truth.of_contacts(), answer, margin));
    let separation = pair.separations().separation;
    format!(
        "{} (depth {:e}, axis {}; float64 separation {separation:e} m, band {:e} m)",
        words.join(", "),
        answer.row.depth,
        answer.row.axis.code(),
        pair.band()
    )
}

/// What the checker has against the manifolds, and the manifolds themselves.
fn manifold_objections(pair: &ReferencePair, answer: &Answer<'_>, margin: f32) -> Vec<String> {
    let mut words = Vec::new();
    for (manifold, setting) in answer.manifolds.iter().zip(manifold_settings(margin)) {
        let complaints = manifold.report(pair, setting).faults;
        if !complaints.is_empty() {
            let list: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            words.push(format!(
                "manifold with margin {:e} m and at most {} points: {} ({:?} {:?})",
                setting.margin,
                setting.limit.points(),
                list.join("; "),
                manifold.row,
                manifold.points,
            ));
        }
    }
    words
}

fn claim(answer: &Answer<'_>) -> PenetrationAnswer {
    let row = &answer.row;
    PenetrationAnswer { normal: row.normal, depth: row.depth, axis: row.axis.code() }
}

fn depth_deviation(pair: &ReferencePair, answer: &Answer<'_>) -> Deviation {
    let row = &answer.row;
    let dismissed = row.normal.iter().all(|component| component.to_bits() << 1 == 0);
    let separation = if dismissed {
        let axis = usize::from(row.axis.code());
        pair.separations().axis_separations.get(axis).copied().flatten().unwrap_or(f64::NAN)
    } else {
        pair.separation_along(row.normal.map(f64::from))
    };
    Deviation::new(separation + f64::from(row.depth), pair.band())
}
