//! What is checked of one answer about a pair.

use bytemuck::bytes_of;
use octosat::tolerances::{REUSED_MOTION, SAME_PLACE};
use octosat::{CacheMode, ContactKind, PointLimit, PointOrigin, SurfacePoints};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    CachedAnswer, ReferencePair, Steady, SurfaceAnswer, check_cached_manifold,
};

use super::past::{Before, PastPair};
use super::row::CachedRow;
use crate::manifolds::of_report;
use crate::{Finding, Setting};

/// Meters that are no motion for float32, whose squares are zero: a box without size that turns moves by less.
const NO_STEP: f64 = 1e-18;

/// How many times larger the smallest half extent may have been when a kept manifold was computed: extents change by
/// no more than the motion.
const EXTENT_CHANGE: f64 = 1.02;

/// How far a distance may be from the one that the engine computes, as a part of it.
const DISTANCE_ROUNDING: f64 = 1e-4;

/// The byte of a manifold's row that has its kind and flags.
const STATUS: usize = 22;

/// The answer about a pair, and the data to check it with.
pub(super) struct PairCheck<'a> {
    pub(super) mode: CacheMode,
    pub(super) setting: Setting,
    pub(super) pair: [u32; 2],
    pub(super) boxes: [OrientedBox; 2],
    pub(super) now: &'a CachedRow,
    /// The answer without a cache.
    pub(super) stateless: CachedRow,
    pub(super) before: Before<'a>,
}

impl PairCheck<'_> {
    /// Everything that is wrong; faults about the frame before come first.
    pub(super) fn finding(&self, reference: &ReferencePair) -> Finding {
        let mut finding = Finding::default();
        self.check_owner(&mut finding);
        match self.before {
            // Numbers of points that are not there lead nowhere.
            _ if finding.fault.is_some() => {}
            Before::New => self.check_new(&mut finding),
            Before::Unclear => {}
            Before::Was(past) => {
                self.check_reuse(past, &mut finding);
                if past.row.points().is_empty() && !self.now.manifold.row.is_reused() {
                    self.check_new(&mut finding);
                }
                self.check_successors(past, &mut finding);
            }
        }
        finding.and(self.of_reference(reference)).about(|| {
            let Self { now, before, setting, .. } = self;
            format!(" ({now:?}, known {before:?}, now {setting:?})")
        })
    }

    /// The predecessors of points, if there are any, are points of this pair.
    fn check_owner(&self, finding: &mut Finding) {
        let is_right = |number: usize| match self.before {
            Before::Was(past) => {
                let [a, b] = self.pair;
                self.now.owner == [a, b, past.place] && number < past.row.points().len()
            }
            Before::New | Before::Unclear => false,
        };
        let is_right = self.now.previous().flatten().all(is_right);
        finding.holds(is_right, "a point was there before as none of this pair");
    }

    /// The answer about a pair of which nothing is known is that without a cache.
    fn check_new(&self, finding: &mut Finding) {
        if bytes_of(self.now) != bytes_of(&self.stateless) {
            finding.holds(false, &format!("of a new pair, not {:?}", self.stateless));
        }
    }

    /// A row is reused if it must be and may be, with all that belongs to it.
    fn check_reuse(&self, past: &PastPair, finding: &mut Finding) {
        let (row, before) = (&self.now.manifold.row, &past.row.manifold.row);
        let rests = self.rests(past);
        if !row.is_reused() {
            finding.holds(!rests || before.len == 0, "boxes at rest, and not reused");
            return;
        }
        let is_same_form = form(&past.setting) == form(&self.setting);
        finding.holds(is_same_form, "reused though asked for in another way");
        let is_same = (row.axis, row.kind(), row.len) == (before.axis, before.kind(), before.len);
        finding.holds(is_same, "reused, and another axis, kind or number of points");
        if rests {
            let is_same = numbers(self.now) == numbers(&past.row);
            finding.holds(is_same, "reused at rest, and changed");
        }
        if row.len == 0 {
            finding.holds(row.kind() == ContactKind::Separated, "reused without a contact");
            return;
        }
        let features = |of: &CachedRow| of.points().iter().map(|point| point.feature.0).collect();
        let [now, then]: [Vec<u32>; 2] = [self.now, &past.row].map(features);
        let is_same = now == then && has_surfaces_of(self.now, &past.row) && row.has_same_points();
        finding.holds(is_same, "reused with other points");
        let is_moved = match self.mode {
            CacheMode::Steady => self.step(past) > NO_STEP,
            // From as far on one side of where the manifold was computed to as far on the other.
            CacheMode::Reuse { .. } => self.shift(past) > 2.0 * self.kept_motion(),
        };
        finding.holds(rests || !is_moved, "reused though boxes moved");
    }

    /// The predecessor of a point is the one with the same features, else one at the same place, else none.
    fn check_successors(&self, past: &PastPair, finding: &mut Finding) {
        let numbers: Vec<Option<usize>> = self.now.previous().collect();
        let all = (0..past.row.points().len()).map(Some);
        let is_same = !numbers.is_empty() && numbers.iter().copied().eq(all);
        let is_flagged = self.now.manifold.row.has_same_points();
        finding.holds(is_flagged == is_same, "the flag of the same points is wrong");
        for place in 0..numbers.len() {
            if let Some(fault) = self.wrong_successor(past, place, &numbers) {
                finding.holds(false, &format!("point {place} {fault}"));
            }
        }
    }

    /// What is wrong about the predecessor of one point.
    fn wrong_successor(
        &self,
        past: &PastPair,
        place: usize,
        numbers: &[Option<usize>],
    ) -> Option<String> {
        let (feature, old) = (self.now.points()[place].feature, past.row.points());
        let same = old.iter().position(|point| point.feature == feature);
        if same.is_some() {
            return (numbers[place] != same).then(|| "was not the one with its features".into());
        }
        if let Some(number) = numbers[place] {
            let away = self.distances(past, place, number).reduce(f64::min)?;
            let is_far = away > 1.0 + DISTANCE_ROUNDING;
            return is_far.then(|| format!("was another, {away} of the reach away"));
        }
        // Places that are relative to something else are not compared.
        if past.setting.origin != self.setting.origin {
            return None;
        }
        let is_near = |number: &usize| {
            let away = self.distances(past, place, *number).reduce(f64::max);
            away.is_some_and(|away| away < 1.0 - DISTANCE_ROUNDING)
        };
        let mut free = (0..old.len()).filter(|number| !numbers.contains(&Some(*number)));
        let missed = free.find(is_near)?;
        Some(format!("was point {missed}, and is reported as new"))
    }

    /// How far a point is from one of before, as a part of what counts as the same place: on the box on which that is
    /// less, and between both, since it may have gone with either of them; as far as the settings show it. The same
    /// place is zero parts away, of flat boxes too.
    fn distances(&self, past: &PastPair, place: usize, number: usize) -> impl Iterator<Item = f64> {
        let reach = (f64::from(SAME_PLACE) * self.smallest_extent()).max(f64::MIN_POSITIVE);
        let on_boxes = (past.setting.surfaces && self.setting.surfaces).then(|| {
            let [now, before] = [self.now.surfaces[place], past.row.surfaces[number]];
            distance(now.on_a, before.on_a).min(distance(now.on_b, before.on_b)) / reach
        });
        let between = (past.setting.origin == self.setting.origin).then(|| {
            let [now, before] = [self.now.points()[place], past.row.points()[number]];
            distance(now.position, before.position) / (reach + self.step(past))
        });
        on_boxes.into_iter().chain(between)
    }

    /// Whether both boxes and how they are asked about are as they were, bit for bit.
    fn rests(&self, past: &PastPair) -> bool {
        let asked = |setting: &Setting| (setting.margin.to_bits(), form(setting));
        asked(&self.setting) == asked(&past.setting)
            && self.boxes.map(box_bits) == past.boxes.map(box_bits)
    }

    /// The most by which a point of the boxes has moved since the frame before, meters.
    fn step(&self, past: &PastPair) -> f64 {
        let step = |(now, before): (&OrientedBox, &OrientedBox)| {
            let turned = distance(now.rotation, before.rotation);
            let turn = 2.0 * turned.min(distance(now.rotation, before.rotation.map(|x| -x)));
            distance(now.center, before.center)
                + turn * distance(now.half_extents, [0.0; 3])
                + distance(now.half_extents, before.half_extents)
        };
        self.boxes.iter().zip(&past.boxes).map(step).fold(0.0, f64::max)
    }

    /// Meters by which the centers of the boxes have moved together since the frame before.
    fn shift(&self, past: &PastPair) -> f64 {
        let both = self.boxes.iter().zip(&past.boxes);
        both.map(|(now, before)| distance(now.center, before.center)).sum()
    }

    /// Meters by which both boxes together may have moved since a manifold that is kept was computed.
    fn kept_motion(&self) -> f64 {
        EXTENT_CHANGE * f64::from(REUSED_MOTION) * self.smallest_extent()
    }

    /// The smallest half extent of both boxes, meters.
    fn smallest_extent(&self) -> f64 {
        let extents = self.boxes.iter().flat_map(|one| one.half_extents);
        f64::from(extents.fold(f32::MAX, f32::min))
    }

    /// What the float64 checker finds.
    fn of_reference(&self, reference: &ReferencePair) -> Finding {
        let (row, setting) = (&self.now.manifold, &self.setting);
        let points = row.point_answers();
        let mut manifold = row.answer(&points, setting);
        let steady = Steady { axis_kept: row.row.is_axis_kept() };
        manifold.steady = (!matches!(self.before, Before::New)).then_some(steady);
        let surface =
            |points: &SurfacePoints| SurfaceAnswer { on_a: points.on_a, on_b: points.on_b };
        let surfaces: Vec<_> = self.now.surfaces[..points.len()].iter().map(surface).collect();
        let answer = CachedAnswer {
            manifold,
            surfaces: setting.surfaces.then_some(&surfaces),
            is_relative: setting.origin == PointOrigin::CenterOfA,
            moved: row.row.is_reused().then_some(self.kept_motion()),
        };
        of_report(&check_cached_manifold(reference, &answer)).and(row.kind_finding(reference))
    }
}

/// What must stay as it was for rows to be reused.
fn form(setting: &Setting) -> (PointLimit, PointOrigin, bool, bool) {
    (setting.limit, setting.origin, setting.surfaces, setting.own_margins)
}

fn box_bits(of_box: OrientedBox) -> [u32; 10] {
    let OrientedBox { center: [x, y, z], rotation: [i, j, k, w], half_extents: [a, b, c] } = of_box;
    [x, y, z, i, j, k, w, a, b, c].map(f32::to_bits)
}

/// The bytes of a manifold, without its flags about the frame before.
fn numbers(row: &CachedRow) -> Vec<u8> {
    let mut bytes = bytes_of(&row.manifold).to_vec();
    bytes[STATUS] = 0;
    bytes
}

/// Whether the points on the boxes have the same bits.
fn has_surfaces_of(now: &CachedRow, last: &CachedRow) -> bool {
    bytes_of(&now.surfaces) == bytes_of(&last.surfaces)
}

/// The distance of two points of any dimension.
fn distance<const N: usize>(one: [f32; N], other: [f32; N]) -> f64 {
    let squares = one.iter().zip(other).map(|(&x, y)| (f64::from(x) - f64::from(y)).powi(2));
    squares.sum::<f64>().sqrt()
}
