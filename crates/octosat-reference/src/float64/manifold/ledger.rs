//! The findings of the checker: faults, and the largest error.

use core::fmt;

/// A way in which a manifold can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManifoldFault {
    /// A number is NaN or infinite.
    NotFinite,
    /// The axis number is none of the fifteen.
    NoSuchAxis,
    /// No contact, although the boxes overlap or are within the margin.
    ContactMissing,
    /// A contact, although the boxes are separated by more than the margin.
    ContactBeyondMargin,
    /// A normal without a contact.
    NormalWithoutContact,
    /// The normal is not of unit length.
    NormalNotUnit,
    /// The normal is not the direction of its axis.
    NormalOffAxis,
    /// The boxes projected on the normal have another depth than the manifold.
    DepthNotAlongNormal,
    /// The depth is less than the length of the shortest translation.
    DepthTooSmall,
    /// The depth is more than the length of the shortest translation and the face preference allow.
    DepthTooLarge,
    /// The gap is more than the distance.
    GapTooLarge,
    /// The gap is less than that along the axes.
    GapTooSmall,
    /// There are more points than the limit.
    TooManyPoints,
    /// Two points have the same feature number.
    FeatureRepeated,
    /// The feature number is impossible for such a point.
    NoSuchFeature,
    /// The point is not on its features.
    PointOffFeature,
    /// The point's gap is more than the margin.
    PointBeyondMargin,
    /// Half the depth along the normal, the point is not on the surface of a; or a reported point of a is not.
    PointOffA,
    /// Half the depth against the normal, the point is not on the surface of b; or a reported point of b is not.
    PointOffB,
    /// A reported point on a surface is not that of the contact.
    SurfaceElsewhere,
    /// The point is deeper than the least penetration of the boxes allows.
    PointTooDeep,
    /// The point is deeper than its manifold.
    PointDeeperThanManifold,
    /// The point's gap is less than the distance of the boxes.
    PointNearerThanBoxes,
    /// No point is deep enough.
    DeepestMissing,
    /// The point is not half-way between the two faces.
    PointOffFaces,
    /// The point's depth is not that of the two faces at its place.
    PointDepthOffFaces,
    /// Seen along the normal, the point is outside one of the faces.
    PointOutsideFaces,
    /// Seen along the normal, the point is neither a vertex of a face nor a crossing of sides.
    PointNotVertex,
    /// There is no point at a vertex of the faces' overlap.
    CandidateMissing,
    /// The first of four points by the rule of the engine is not among them.
    FirstMissing,
    /// A candidate that was left out gets too far inside when the boxes turn a little.
    SupportMissing,
    /// The points span too little area.
    AreaTooSmall,
    /// There are several closest points or fallbacks, or both.
    NotAlone,
    /// The contact is of closest points, although the boxes overlap.
    ClosestOverlapping,
    /// The gap is not the distance.
    DistanceWrong,
    /// The contact is a fallback, although the boxes are separated.
    FallbackApart,
    /// The contact is a fallback, although clipping finds a contact.
    FallbackUnneeded,
    /// Only one of the pair and its image has a contact.
    ImageMissing,
    /// Of the pair and its image, one has clipped points and the other has closest points.
    ImageOfOtherKind,
    /// The pair and its image have different axes that are not nearly equal.
    ImageOnOtherAxis,
    /// The manifold or a point of the image has another depth.
    ImageOfOtherDepth,
    /// The image has another normal.
    ImageTurned,
    /// The image has a point at another place.
    ImagePointMoved,
    /// The image has more or fewer points.
    ImageOfOtherLength,
    /// A point of the image has another feature number.
    ImageRenamed,
}

/// A fault of a manifold, with its point and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldFinding {
    /// What is wrong.
    pub fault: ManifoldFault,
    /// The index of the contact, if the fault is about one.
    pub point: Option<usize>,
    /// The error as a multiple of the allowed error: more than one, and infinite for faults without a size.
    pub excess: f64,
    /// The error as a multiple of the pair's error bound, or of its relative error bound if it is no length;
    /// infinite for faults without a size.
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

/// The result of checking a manifold.
#[derive(Clone, Debug, Default)]
pub struct ManifoldReport {
    /// All faults; empty if the manifold is right.
    pub faults: Vec<ManifoldFinding>,
    /// The largest error as a multiple of the allowed error; at most one if the manifold is right.
    pub worst: f64,
    /// The weighted area of a reduced manifold as a share of the largest with its first point, of which the weights are
    /// the least that rounding may give; none if the manifold was
    /// not reduced, or if that area is within rounding.
    pub area_ratio: Option<f64>,
}

/// A report that is being written, with the error bound of its pair.
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

    /// Records an error of the whole manifold, meters.
    pub(super) fn expect(&mut self, fault: ManifoldFault, error: f64, allowed: f64) {
        self.note(fault, None, error, allowed);
    }

    /// Records an error that is no length, and its allowed value in the same unit.
    pub(super) fn expect_ratio(&mut self, fault: ManifoldFault, error: f64, allowed: f64) {
        self.note(fault, None, error / allowed * self.error_bound, self.error_bound);
    }

    /// Records an error of a point, meters.
    pub(super) fn expect_of(
        &mut self,
        point: usize,
        fault: ManifoldFault,
        error: f64,
        allowed: f64,
    ) {
        self.note(fault, Some(point), error, allowed);
    }

    /// Adds a fault that has no size.
    pub(super) fn reject(&mut self, fault: ManifoldFault, point: Option<usize>) {
        self.note(fault, point, f64::INFINITY, 1.0);
    }

    /// Appends another ledger's findings.
    pub(super) fn append(&mut self, other: Self) {
        self.report.faults.extend(other.report.faults);
        self.report.worst = self.report.worst.max(other.report.worst);
        self.report.area_ratio = self.report.area_ratio.or(other.report.area_ratio);
    }

    /// Records an error, and adds a fault if the error is larger than allowed.
    fn note(&mut self, fault: ManifoldFault, point: Option<usize>, error: f64, allowed: f64) {
        let excess = error / allowed;
        self.report.worst = self.report.worst.max(excess);
        // A NaN is a fault too.
        if excess > 1.0 || excess.is_nan() {
            let bounds = error / self.error_bound;
            self.report.faults.push(ManifoldFinding { fault, point, excess, bounds });
        }
    }
}
