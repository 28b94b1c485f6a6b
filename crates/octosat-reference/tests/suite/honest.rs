//! Manifolds made from the float64 facts, to be accepted as they are and rejected once spoilt.

use crate::common::{along, columns, difference, distance, narrow, normalized};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldFault, ManifoldReport, ReferencePair, check_manifold,
};
use octosat_reference::plain::{self, PlainKind, PlainSettings};

/// Meters within which a point is on a feature, for boxes of about a meter.
const ON_FEATURE: f64 = 1e-9;

/// The first number of features of closest points.
const FIRST_CLOSEST: u32 = 160;

/// A manifold that owns its points.
#[derive(Clone, Debug)]
pub(crate) struct Manifold {
    pub(crate) normal: [f32; 3],
    pub(crate) depth: f32,
    pub(crate) axis: u8,
    pub(crate) points: Vec<ContactAnswer>,
    pub(crate) within: f32,
    pub(crate) limit: usize,
    pub(crate) fallback: bool,
    pub(crate) closest: bool,
}

impl Manifold {
    pub(crate) fn report(&self, pair: &ReferencePair) -> ManifoldReport {
        check_manifold(pair, &self.answer())
    }

    pub(crate) fn answer(&self) -> ManifoldAnswer<'_> {
        ManifoldAnswer {
            normal: self.normal,
            depth: self.depth,
            axis: self.axis,
            points: &self.points,
            within: self.within,
            limit: self.limit,
            fallback: self.fallback,
            closest: self.closest,
            surfaces: None,
        }
    }

    pub(crate) fn faults(&self, pair: &ReferencePair) -> Vec<ManifoldFault> {
        self.report(pair).faults.iter().map(|fault| fault.fault).collect()
    }

    /// The manifold of plain float32.
    pub(crate) fn plain([a, b]: &[OrientedBox; 2], settings: PlainSettings) -> Self {
        let found = plain::contacts(a, b, settings);
        Self {
            normal: found.normal,
            depth: found.depth,
            axis: found.axis,
            points: found.points,
            within: settings.within,
            limit: settings.limit,
            fallback: found.kind == PlainKind::Fallback,
            closest: found.kind == PlainKind::Closest,
        }
    }

    fn empty(within: f32) -> Self {
        Self {
            normal: [0.0; 3],
            depth: 0.0,
            axis: 0,
            points: Vec::new(),
            within,
            limit: 8,
            fallback: false,
            closest: false,
        }
    }
}

/// The manifold that the definitions give two boxes, with all its points.
pub(crate) fn honest(a: &OrientedBox, b: &OrientedBox, within: f32) -> Manifold {
    let pair = ReferencePair::oriented(a, b);
    let truth = *pair.separations();
    let mut manifold = Manifold::empty(within);
    manifold.axis = truth.axis;
    let candidates = pair.contact_candidates(truth.normal);
    let shallowest = candidates.iter().map(|candidate| candidate.separation);
    let shallowest = shallowest.fold(f64::INFINITY, f64::min);
    let origin = a.center.map(f64::from);
    if truth.separation > 0.0 {
        let closest = pair.closest_points();
        if closest.distance > f64::from(within) {
            return manifold;
        }
        if shallowest > closest.distance + ON_FEATURE {
            let way = difference(closest.on_b, closest.on_a);
            manifold.closest = true;
            manifold.normal = narrow(way.map(|component| component / closest.distance));
            [manifold.depth] = narrow([-closest.distance]);
            let middle = along(closest.on_a, 0.5, way);
            manifold.points.push(ContactAnswer {
                position: narrow(along(origin, 1.0, middle)),
                depth: manifold.depth,
                feature: FIRST_CLOSEST + Features::new(a, b).of(closest.on_a, closest.on_b),
            });
            return manifold;
        }
    }
    manifold.normal = narrow(truth.normal);
    [manifold.depth] = narrow([-truth.separation]);
    let features = Features::new(a, b);
    for candidate in candidates {
        if candidate.separation <= f64::from(within) {
            let half_gap = truth.normal.map(|component| 0.5 * candidate.separation * component);
            let on_a = difference(candidate.position, half_gap);
            let on_b = along(candidate.position, 1.0, half_gap);
            let [depth] = narrow([-candidate.separation]);
            let feature = features.of(on_a, on_b);
            // Nearly parallel rods meet in one point, which float64 may find twice.
            if manifold.points.iter().all(|point| point.feature != feature) {
                let position = narrow(along(origin, 1.0, candidate.position));
                manifold.points.push(ContactAnswer { position, depth, feature });
            }
        }
    }
    // Boxes that touch within rounding may have no candidate left.
    if manifold.points.is_empty() { Manifold::empty(within) } else { manifold }
}

/// The features of two boxes, relative to a's center.
struct Features {
    of_a: [[f64; 3]; 8],
    of_b: [[f64; 3]; 8],
}

impl Features {
    fn new(a: &OrientedBox, b: &OrientedBox) -> Self {
        let origin = a.center.map(f64::from);
        let corners = |given: &OrientedBox| {
            let axes = columns(normalized(given.rotation.map(f64::from)));
            let center = difference(given.center.map(f64::from), origin);
            std::array::from_fn(|number| {
                (0..3).fold(center, |corner, k| {
                    let half = f64::from(given.half_extents[k]);
                    along(corner, if number >> k & 1 == 1 { half } else { -half }, axes[k])
                })
            })
        };
        Self { of_a: corners(a), of_b: corners(b) }
    }

    /// The number of the features that meet in two points, one of each box.
    fn of(&self, on_a: [f64; 3], on_b: [f64; 3]) -> u32 {
        if let Some(number) = near_corner(&self.of_b, on_b) {
            return number;
        }
        if let Some(number) = near_corner(&self.of_a, on_a) {
            return 8 + number;
        }
        16 + 12 * nearest_edge(&self.of_a, on_a) + nearest_edge(&self.of_b, on_b)
    }
}

fn near_corner(corners: &[[f64; 3]; 8], point: [f64; 3]) -> Option<u32> {
    (0..8).find(|&number: &u32| {
        let corner = corners[usize::try_from(number).expect("small")];
        distance(corner, point) < ON_FEATURE
    })
}

fn nearest_edge(corners: &[[f64; 3]; 8], point: [f64; 3]) -> u32 {
    let mut nearest = (0, f64::INFINITY);
    for number in 0..12 {
        let axis = usize::try_from(number / 4).expect("small");
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let bits = usize::try_from(number % 4).expect("small");
        let corner = (bits & 1) << next | (bits >> 1) << last;
        let (start, end) = (corners[corner], corners[corner | 1 << axis]);
        // Half the detour over a point is zero on the segment and positive elsewhere.
        let detour = distance(start, point) + distance(point, end) - distance(start, end);
        if detour < nearest.1 {
            nearest = (number, detour);
        }
    }
    nearest.0
}
