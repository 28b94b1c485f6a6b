//! What the checker found: faults, and how near the rest came to one.

use core::fmt;

/// A promise about manifolds that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifoldFault {
    /// Something is NaN or infinite.
    NotFinite,
    /// The axis number is none of the fifteen.
    NoSuchAxis,
    /// No contact, though the boxes overlap or are within the margin.
    ContactMissing,
    /// A contact, though the boxes are apart by more than the margin.
    ContactBeyondMargin,
    /// No contact, but a normal.
    NormalWithoutContact,
    /// The normal is not of unit length.
    NormalNotUnit,
    /// The normal is not the direction of its axis.
    NormalOffAxis,
    /// The boxes projected on the normal do not show the manifold's depth.
    DepthNotAlongNormal,
    /// Less depth than the shortest translation has.
    DepthTooSmall,
    /// More depth than the shortest translation and the face preference explain.
    DepthTooLarge,
    /// A gap of more than the distance.
    GapTooLarge,
    /// A gap of less than the separating axes have.
    GapTooSmall,
    /// More points than were asked for.
    TooManyPoints,
    /// Two points name the same features.
    FeatureRepeated,
    /// The feature number names nothing that such a point can have.
    NoSuchFeature,
    /// The point is not on the features that it names.
    PointOffFeature,
    /// The point's gap is more than the margin.
    PointBeyondMargin,
    /// The point is outside a grown by half the depth.
    PointOutsideA,
    /// The point is outside b grown by half the depth.
    PointOutsideB,
    /// The point is deeper than the boxes' least penetration allows.
    PointTooDeep,
    /// The point is deeper than its manifold.
    PointDeeperThanManifold,
    /// The point's gap is less than the distance of the boxes.
    PointNearerThanBoxes,
    /// No point is as deep as the boxes.
    DeepestMissing,
    /// The point is not half-way between the two faces.
    PointOffFaces,
    /// The point's depth is not that of the two faces at its place.
    PointDepthOffFaces,
    /// Seen along the normal the point is outside one of the faces.
    PointOutsideFaces,
    /// Seen along the normal the point is neither a vertex of a face nor a crossing of sides.
    PointNotVertex,
    /// A vertex of the faces' overlap has no point.
    CandidateMissing,
    /// The points span less area than others would.
    AreaTooSmall,
    /// Several closest points or fallbacks, or both at once.
    NotAlone,
    /// Closest points of boxes that overlap.
    ClosestOverlapping,
    /// The gap is not the distance.
    DistanceWrong,
    /// The point is not half-way between the boxes.
    NotHalfWay,
    /// A fallback for boxes that are apart.
    FallbackApart,
    /// A fallback though clipping finds a contact.
    FallbackUnneeded,
    /// The pair has a contact and its image none, or the other way round.
    ImageMissing,
    /// Clipping made one of the manifolds of a pair and its image, closest points the other.
    ImageOfOtherKind,
    /// The pair and its image chose axes that are no near tie.
    ImageOnOtherAxis,
    /// The depth of the image's manifold or point is another one.
    ImageOfOtherDepth,
    /// The normal of the image is another one.
    ImageTurned,
    /// The image has a point elsewhere.
    ImagePointMoved,
    /// The image has more or fewer points.
    ImageOfOtherLength,
    /// The image names a point after other features.
    ImageRenamed,
}

/// A broken promise, where, and by how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldFinding {
    /// What is wrong.
    pub fault: ManifoldFault,
    /// The contact it is about.
    pub point: Option<usize>,
    /// The error in units of what is allowed: more than one, infinite where nothing is.
    pub excess: f64,
    /// The error in units of the pair's error bound, or of its relative error bound for one that is no length;
    /// infinite where it has no size.
    pub bounds: f64,
}

impl fmt::Display for ManifoldFinding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}", self.fault)?;
        if let Some(point) = self.point {
            write!(formatter, " at point {point}")?;
        }
        write!(formatter, ": {:.3} error bounds, {:.3} times the allowed", self.bounds, self.excess)
    }
}

/// Everything the checker found out about a manifold.
#[derive(Clone, Debug, Default)]
pub struct ManifoldReport {
    /// What is wrong; empty if the manifold holds.
    pub faults: Vec<ManifoldFinding>,
    /// The largest error in units of what is allowed; at most one if the manifold holds.
    pub worst: f64,
    /// Area of a reduced manifold as a part of the best one's; none if it was not reduced, or if
    /// the best has no area to speak of.
    pub area_ratio: Option<f64>,
}

/// A report that is being written, in the pair's unit of error.
#[derive(Clone)]
pub(super) struct Ledger {
    pub(super) report: ManifoldReport,
    error_bound: f64,
}

impl Ledger {
    /// An empty report of a pair with this error bound, meters.
    pub(super) fn new(error_bound: f64) -> Self {
        Self { report: ManifoldReport::default(), error_bound }
    }

    /// Notes an error about the whole manifold, meters.
    pub(super) fn expect(&mut self, fault: ManifoldFault, error: f64, allowed: f64) {
        self.note(fault, None, error, allowed);
    }

    /// Notes an error that is no length, in the unit of what is allowed.
    pub(super) fn expect_ratio(&mut self, fault: ManifoldFault, error: f64, allowed: f64) {
        self.note(fault, None, error / allowed * self.error_bound, self.error_bound);
    }

    /// Notes an error about a point, meters.
    pub(super) fn expect_of(
        &mut self,
        point: usize,
        fault: ManifoldFault,
        error: f64,
        allowed: f64,
    ) {
        self.note(fault, Some(point), error, allowed);
    }

    /// Complains about something that has no size.
    pub(super) fn reject(&mut self, fault: ManifoldFault, point: Option<usize>) {
        self.note(fault, point, f64::INFINITY, 1.0);
    }

    /// Appends another ledger's findings.
    pub(super) fn append(&mut self, other: Self) {
        self.report.faults.extend(other.report.faults);
        self.report.worst = self.report.worst.max(other.report.worst);
        self.report.area_ratio = self.report.area_ratio.or(other.report.area_ratio);
    }

    /// Notes an error, and complains if it is more than is allowed.
    fn note(&mut self, fault: ManifoldFault, point: Option<usize>, error: f64, allowed: f64) {
        let excess = error / allowed;
        self.report.worst = self.report.worst.max(excess);
        // An error that is not a number is an error.
        if excess > 1.0 || excess.is_nan() {
            let bounds = error / self.error_bound;
            self.report.faults.push(ManifoldFinding { fault, point, excess, bounds });
        }
    }
}
