//! Contacts of many pairs of a kind, against float64: how far points are off, and what is wrong.

use std::fmt;

use glam::{DQuat, DVec3};
use octosat::{ContactKind, Engine, Manifolds, PointLimit, PointOrigin, Query};
use octosat_reference::float64::{ManifoldFault, ReferencePair, check_relative_manifold};
use proptest::test_runner::TestRunner;

use crate::manifolds::ManifoldRow;
use crate::strategies::{HardPair, Kind, frame_of, hard_pairs};
use crate::{Basis, Boxes, Failure, Frame, Setting, map_rows, runner};

/// Half the distance from 1 to the next float32 number: the unit in which errors are shown, for each meter of reach and
/// depth.
const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Units by which points on the surfaces may be off, and those on faces away from rims.
const MOST_OFF: f64 = 64.0;
const MOST_OFF_ON_FACES: f64 = 16.0;

/// Meters of reach below which nothing is promised.
const SMALLEST_REACH: f64 = 1e-9;

/// Pairs of one call.
const PAIRS_PER_CALL: usize = 2_000;

/// Meters of half a side above which a floor is so large that boxes on it are away from its rim.
const LARGE_FLOOR: f64 = 1.0;

/// What was found in pairs of a kind.
#[derive(Clone, Debug, Default)]
pub struct KindReport {
    name: &'static str,
    /// Manifolds with points: of both orders of a pair, with up to four points and with up to eight.
    pub touching: usize,
    /// How far each point is off the surfaces, in units, ascending.
    errors: Vec<f64>,
    /// Points that are off by too much, manifolds without their deepest point, contacts of boxes that are too far apart,
    /// boxes without a contact, fallback contacts, manifolds with a feature twice, and those with a point beyond the
    /// margin.
    counts: [usize; COUNTS.len()],
    /// Manifolds with other faults.
    others: usize,
    /// The first manifold with a fault.
    pub example: Option<String>,
}

/// The names of the counts.
const COUNTS: [&str; 7] = ["off", "deepest", "phantom", "absent", "fallback", "twice", "beyond"];

/// The faults that are counted by themselves: those behind the points that are off, and except for fallback contacts.
const FAULTS: [Option<ManifoldFault>; COUNTS.len()] = [
    None,
    Some(ManifoldFault::DeepestMissing),
    Some(ManifoldFault::ContactBeyondMargin),
    Some(ManifoldFault::ContactMissing),
    None,
    Some(ManifoldFault::FeatureRepeated),
    Some(ManifoldFault::PointBeyondMargin),
];

/// What was found in a manifold.
struct Found {
    row: ManifoldRow,
    errors: Vec<f64>,
    faults: Vec<ManifoldFault>,
    /// Whether all places where the boxes touch are on a face, away from its rim.
    is_on_face: bool,
}

impl KindReport {
    /// Checks some pairs of a kind; the same for the same seed.
    ///
    /// # Errors
    /// Boxes that the engine rejects.
    pub fn new(kind: Kind, pairs: usize, seed: u64) -> Result<Self, Failure> {
        let mut runner = runner(seed, 0);
        let mut report = Self { name: kind.name, ..Self::default() };
        let mut left = pairs;
        while left > 0 {
            let count = left.min(PAIRS_PER_CALL);
            left -= count;
            report.add_pairs(kind, count, &mut runner)?;
        }
        report.errors.sort_unstable_by(f64::total_cmp);
        Ok(report)
    }

    /// What is wrong, counted.
    pub fn faults(&self) -> usize {
        self.counts.iter().sum::<usize>() + self.others
    }

    /// The largest error of a point on a surface, in units.
    pub fn worst(&self) -> f64 {
        self.errors.last().copied().unwrap_or_default()
    }

    /// The head of a table of reports.
    pub fn head() -> String {
        let counts = COUNTS.map(|name| format!("{name:>9}")).concat();
        let [kind, touching] = ["kind", "touching"];
        format!(
            "{kind:<22}{touching:>10}{:>8}{:>8}{:>8}{counts}{:>9}",
            "median", "99.9 %", "worst", "others"
        )
    }

    fn add_pairs(
        &mut self,
        kind: Kind,
        count: usize,
        runner: &mut TestRunner,
    ) -> Result<(), Failure> {
        let given = hard_pairs(kind, count, runner);
        let margins: Vec<f32> = given.iter().flat_map(|pair| [pair.margin; 2]).collect();
        let frame = frame_of(given.iter().map(|pair| pair.boxes));
        let Frame { half_extents, position, rotation, .. } = &frame;
        let boxes = Boxes::new(Basis::Unit, half_extents, position, rotation)?;
        let pairs: Vec<[u32; 2]> =
            frame.pairs.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        for limit in [PointLimit::Four, PointLimit::Eight] {
            let origin = PointOrigin::CenterOfA;
            let setting = Setting { limit, origin, ..frame.setting };
            let mut manifolds = Manifolds::new();
            let query = Query::new(boxes.unit(), &pairs).within(&margins[..]);
            Engine::new().manifolds(setting.options().of(query), &mut manifolds)?;
            let found = map_rows(pairs.len(), |row| {
                let manifold = ManifoldRow::new(&manifolds, row);
                let setting = Setting { margin: margins[row], ..setting };
                let mut found = Found::new(&boxes, pairs[row], &manifold, &setting)?;
                found.is_on_face = kind.name == "floor" && is_on_face(&given[row / 2]);
                Some(found)
            });
            found.into_iter().flatten().for_each(|found| self.add(found));
        }
        Ok(())
    }

    fn add(&mut self, found: Found) {
        let Found { row, errors, mut faults, is_on_face } = found;
        self.touching += usize::from(!errors.is_empty());
        let most = if is_on_face { MOST_OFF_ON_FACES } else { MOST_OFF };
        let off = errors.iter().filter(|&&error| error > most || error.is_nan()).count();
        let is_fallback = row.row.kind() == ContactKind::Fallback;
        let before = self.faults();
        self.counts[0] += off;
        self.counts[4] += usize::from(is_fallback);
        for (count, fault) in self.counts.iter_mut().zip(FAULTS) {
            *count += usize::from(fault.is_some_and(|fault| faults.contains(&fault)));
        }
        let all = faults.clone();
        faults.retain(|fault| !FAULTS.contains(&Some(*fault)));
        self.others += usize::from(!faults.is_empty());
        if self.faults() > before && self.example.is_none() {
            self.example = Some(format!("{all:?}, points off by {errors:?} units: {row:?}"));
        }
        self.errors.extend(errors);
    }
}

impl fmt::Display for KindReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = &self.errors;
        let at = |part: usize| errors.get(part.min(errors.len().saturating_sub(1))).unwrap_or(&0.0);
        let (median, most) = (at(errors.len() / 2), at(errors.len() - errors.len() / 1_000));
        write!(f, "{:<22}{:>10}{median:>8.2}{most:>8.2}", self.name, self.touching)?;
        write!(
            f,
            "{:>8.1}{}",
            self.worst(),
            self.counts.map(|count| format!("{count:>9}")).concat()
        )?;
        write!(f, "{:>9}", self.others)
    }
}

impl Found {
    /// What is wrong with the manifold of a pair, and how far its points are off; none if nothing is promised.
    fn new(boxes: &Boxes, pair: [u32; 2], row: &ManifoldRow, setting: &Setting) -> Option<Self> {
        let reference = boxes.contact_reference(pair);
        if reference.reach() < SMALLEST_REACH {
            return None;
        }
        let points = row.point_answers();
        let report = check_relative_manifold(&reference, &row.answer(&points, setting));
        let faults = report.faults.iter().map(|finding| finding.fault).collect();
        Some(Self {
            row: *row,
            errors: errors(boxes, pair, row, &reference),
            faults,
            is_on_face: false,
        })
    }
}

/// How far each point of a manifold, half its depth to either side, is off the surfaces of the boxes, in units.
fn errors(boxes: &Boxes, pair: [u32; 2], row: &ManifoldRow, reference: &ReferencePair) -> Vec<f64> {
    let wide = |vector: [f32; 3]| DVec3::from(vector.map(f64::from));
    let [a, b] = pair.map(|index| boxes.oriented(index));
    let offset = wide(b.center) - wide(a.center);
    let normal = wide(row.row.normal).normalize_or_zero();
    let off = |of: &octosat_reference::OrientedBox, point: DVec3| {
        let rotation = DQuat::from_array(of.rotation.map(f64::from)).normalize();
        let over = (rotation.inverse() * point).abs() - wide(of.half_extents);
        let most = over.max_element();
        if most > 0.0 { over.max(DVec3::ZERO).length() } else { -most }
    };
    let error = |point: &octosat::ContactPoint| {
        let (place, depth) = (wide(point.position), f64::from(point.depth));
        let half = 0.5 * depth * normal;
        let scale = reference.reach() + depth.abs().max(reference.separations().separation.abs());
        off(&a, place + half).max(off(&b, place - half - offset)) / (UNIT_ROUNDOFF * scale)
    };
    row.points().iter().map(error).collect()
}

/// Whether the smaller box of a pair is over the upper or lower face of a large floor, by its size away from the rim.
fn is_on_face(pair: &HardPair) -> bool {
    let [a, b] = &pair.boxes;
    let (floor, other) = if a.half_extents[0] > b.half_extents[0] { (a, b) } else { (b, a) };
    let wide = |vector: [f32; 3]| DVec3::from(vector.map(f64::from));
    let turn = DQuat::from_array(floor.rotation.map(f64::from)).normalize();
    let offset = (turn.inverse() * (wide(other.center) - wide(floor.center))).abs();
    let (half, size) = (wide(floor.half_extents), f64::from(other.half_extents[0]));
    half.x > LARGE_FLOOR && offset.x.max(offset.y) + 2.0 * size < half.x
}
