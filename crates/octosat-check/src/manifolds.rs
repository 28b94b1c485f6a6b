//! A pair's manifold as one row, and as the float64 checker takes it.

use bytemuck::{Pod, Zeroable};
use octosat::{ContactKind, ContactPoint, Manifold, Manifolds, PointOrigin, Query, SurfacePoints};
use octosat_reference::float64::{
    Agreement, ContactAnswer, ManifoldAnswer, ManifoldReport, ReferencePair, SurfaceAnswer,
    check_manifold, check_relative_manifold,
};
use octosat_reference::plain::{PlainKind, PlainManifold};

use crate::{Case, ContactOptions, Failure, Finding, Setting, uniform};

/// The most points that a manifold has.
pub const MOST_POINTS: usize = 8;

/// Pairs of a kernel call; their points lie in a part of the list of their own.
const CHUNK: usize = 512;

/// A pair's manifold with its points. Where the points lie among those of other pairs depends on the list, and is not
/// part of the row.
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ManifoldRow {
    /// The row; its `first` is zero.
    pub row: Manifold,
    points: [ContactPoint; MOST_POINTS],
    surfaces: [SurfacePoints; MOST_POINTS],
}

/// The points of a manifold as the float64 checker takes them.
#[derive(Clone, Debug)]
pub struct PointAnswers {
    points: Vec<ContactAnswer>,
    surfaces: Vec<SurfaceAnswer>,
}

impl std::fmt::Debug for ManifoldRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.row, self.points(), self.surfaces())
    }
}

impl ManifoldRow {
    /// The manifold of a pair.
    pub fn new(manifolds: &Manifolds, pair: usize) -> Self {
        let mut row = manifolds.manifolds()[pair];
        let mut points = [ContactPoint::default(); MOST_POINTS];
        let found = manifolds.of(pair);
        points[..found.len()].copy_from_slice(found);
        let mut surfaces = [SurfacePoints::default(); MOST_POINTS];
        if !manifolds.surfaces().is_empty() {
            let first = row.first as usize;
            let found = &manifolds.surfaces()[first..first + found.len()];
            surfaces[..found.len()].copy_from_slice(found);
        }
        row.first = 0;
        Self { row, points, surfaces }
    }

    /// The points; more than a row has room for are a fault that a check finds by the others.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..MOST_POINTS.min(self.row.len.into())]
    }

    /// The points on the surfaces of both boxes; zero if they were not required.
    pub fn surfaces(&self) -> &[SurfacePoints] {
        &self.surfaces[..self.points().len()]
    }

    /// Whether it has the bits of the plain reference's manifold.
    pub fn is_plain(&self, plain: &PlainManifold) -> bool {
        let row = &self.row;
        let kind = match plain.kind {
            PlainKind::Separated => ContactKind::Separated,
            PlainKind::Face => ContactKind::Face,
            PlainKind::Edge => ContactKind::Edge,
            PlainKind::Closest => ContactKind::Closest,
            PlainKind::Fallback => ContactKind::Fallback,
            PlainKind::NonFinite => ContactKind::NonFinite,
            PlainKind::Covered => ContactKind::Covered,
        };
        let bits = |[x, y, z]: [f32; 3], depth: f32| [x, y, z, depth].map(f32::to_bits);
        let of_point = |point: &ContactPoint| (bits(point.position, point.depth), point.feature.0);
        let of_plain = |point: &ContactAnswer| (bits(point.position, point.depth), point.feature);
        bits(row.normal, row.depth) == bits(plain.normal, plain.depth)
            && (row.axis.code(), row.kind()) == (plain.axis, kind)
            && (row.is_degenerate(), row.size_exponent) == (plain.is_degenerate, plain.size)
            && self.points().iter().map(of_point).eq(plain.points.iter().map(of_plain))
    }

    /// The points as the float64 checker takes them.
    pub fn point_answers(&self) -> PointAnswers {
        let answer = |point: &ContactPoint| ContactAnswer {
            position: point.position,
            depth: point.depth,
            feature: point.feature.0,
        };
        let of_surface =
            |points: &SurfacePoints| SurfaceAnswer { in_a: points.in_a, in_b: points.in_b };
        PointAnswers {
            points: self.points().iter().map(answer).collect(),
            surfaces: self.surfaces().iter().map(of_surface).collect(),
        }
    }

    /// The manifold as the float64 checker takes it.
    pub fn answer<'a>(&self, points: &'a PointAnswers, setting: &Setting) -> ManifoldAnswer<'a> {
        let kind = self.row.kind();
        ManifoldAnswer {
            normal: self.row.normal,
            depth: self.row.depth,
            axis: self.row.axis.code(),
            points: &points.points,
            within: setting.margin,
            limit: setting.limit.points(),
            fallback: kind == ContactKind::Fallback,
            closest: kind == ContactKind::Closest,
            surfaces: setting.surfaces.then_some(&points.surfaces[..]),
        }
    }

    /// What the float64 checker finds in the manifold of such a query.
    pub fn finding(&self, reference: &ReferencePair, setting: &Setting) -> Finding {
        let points = self.point_answers();
        let answer = self.answer(&points, setting);
        let report = match setting.origin {
            _ if self.is_rightly_empty(reference, setting) => ManifoldReport::default(),
            PointOrigin::World => check_manifold(reference, &answer),
            PointOrigin::CenterOfA => check_relative_manifold(reference, &answer),
        };
        of_report(&report)
            .and(self.kind_finding(reference))
            .about(|| format!(" ({self:?}, {setting:?})"))
    }

    /// Whether the kind of contact is that of the points and of the axis, and the sign of the depth that of the boxes.
    pub(crate) fn kind_finding(&self, reference: &ReferencePair) -> Finding {
        let (kind, is_edge) = (self.row.kind(), self.row.axis.edges().is_some());
        let is_right = match kind {
            ContactKind::Separated | ContactKind::NonFinite => self.row.len == 0,
            ContactKind::Face => self.row.len > 0 && !is_edge,
            ContactKind::Edge => self.row.len > 0 && is_edge,
            ContactKind::Closest | ContactKind::Fallback => self.row.len == 1,
            _ => false,
        };
        let mut finding = Finding::default();
        finding.holds(is_right, "the kind is not that of the points and of the axis");
        let touches = self.row.depth >= 0.0;
        let is_right = touches == (reference.separations().separation <= 0.0)
            || reference.agreement(touches, 0.0) != Agreement::Contradicts;
        finding.holds(is_right, "the sign of the depth is wrong");
        finding
    }

    /// Whether there is nothing to check: boxes beyond the margin on an axis, and no contact. Most pairs are of
    /// this kind, and finding their distance would take most of the time.
    fn is_rightly_empty(&self, reference: &ReferencePair, setting: &Setting) -> bool {
        self.row.len == 0
            && self.row.depth.is_finite()
            && is_zero(self.row.normal)
            && reference.separations().separation > f64::from(setting.margin)
    }
}

/// A report as a finding.
pub fn of_report(report: &ManifoldReport) -> Finding {
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    let fault = (!faults.is_empty()).then(|| faults.join("; "));
    let error = if report.worst.is_finite() { report.worst } else { f64::MAX };
    Finding::new(fault, error)
}

/// Whether all components are zeros of either sign.
pub fn is_zero(vector: [f32; 3]) -> bool {
    vector.iter().all(|component| component.to_bits() << 1 == 0)
}

/// The query for the manifolds of some pairs of a frame, without the options of the setting.
pub fn contacts<'a>(case: &'a Case, pairs: &'a [[u32; 2]], setting: &Setting) -> Query<'a> {
    Query::new(case.boxes.unit(), pairs).within(uniform(setting.margin))
}

/// What is wrong with the list as a whole: it has places for the points of all pairs, each chunk has its own, and in
/// there each pair has places behind those of the pairs before.
///
/// # Errors
/// What is wrong.
pub fn check_places(
    manifolds: &Manifolds,
    pairs: &[[u32; 2]],
    options: ContactOptions,
) -> Result<(), Failure> {
    let rows = manifolds.manifolds();
    let limit = options.limit.points();
    let lists = [manifolds.points().len(), manifolds.surfaces().len()];
    let places = rows.len() * limit;
    if manifolds.pairs() != pairs || lists != [places, if options.surfaces { places } else { 0 }] {
        return Err(Failure::new(format!("lists of {lists:?} places, or other pairs")));
    }
    let mut end = 0;
    for (number, row) in rows.iter().enumerate() {
        let (chunk, begin, len) = (number / CHUNK, row.first as usize, usize::from(row.len));
        let most = rows.len().min((chunk + 1) * CHUNK) * limit;
        end = end.max(chunk * CHUNK * limit);
        let is_wrong = if len == 0 { begin > 0 } else { begin < end || begin + len > most };
        if is_wrong {
            return Err(Failure::new(format!("row {number} has wrong places: {row:?}")));
        }
        end = end.max(begin + len);
    }
    let touching = (0..).zip(rows).filter(|(_, row)| row.len > 0).map(|(number, _)| number);
    if !touching.eq(manifolds.touching_rows().iter().copied()) {
        return Err(Failure::new("the rows with points are not those that are listed"));
    }
    Ok(())
}
