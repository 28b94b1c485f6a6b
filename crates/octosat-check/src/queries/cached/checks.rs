//! What is checked of one answer about a pair.

use bytemuck::bytes_of;
use octosat::tolerances::{REUSED_MOTION, SAME_PLACE};
use octosat::{CacheMode, ContactKind, PointLimit, PointOrigin, SurfacePoints};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    CachedAnswer, ReferencePair, Steady, SurfaceAnswer, check_cached_manifold,
};

use super::past::{Before, PastPair};
use super::row::{CachedRow, PastPoint};
use crate::case::Setting;
use crate::finding::Finding;
use crate::manifolds::of_report;

/// Meters that are no motion for float32, whose squares are zero: a box without size that turns moves by less.
const NO_STEP: f64 = 1e-18;

/// How many times larger the smallest half extent may have been when a kept manifold was computed: extents change by
/// no more than the motion.
const EXTENT_CHANGE: f64 = 1.02;

/// How far a distance may be from the one that the engine computes, as a part of it.
const DISTANCE_ROUNDING: f64 = 1e-4;

/// The byte of a manifold's row that has its kind and flags.
const STATUS: usize = 22;

/// The answer about a pair, and what is known of the pair.
pub(super) struct PairCheck<'a> {
    pub(super) mode: CacheMode,
    pub(super) setting: &'a Setting,
    pub(super) pair: [u32; 2],
    pub(super) boxes: [OrientedBox; 2],
    pub(super) now: &'a CachedRow,
    /// The answer without a cache.
    pub(super) stateless: CachedRow,
    pub(super) before: Before<'a>,
}

impl PairCheck<'_> {
    /// What is wrong, first what is wrong about the frame before.
    pub(super) fn finding(&self, reference: &ReferencePair) -> Finding {
        let fault = self.misplaced().or_else(|| match self.before {
            Before::New => self.not_new(),
            Before::Unclear => None,
            Before::Was(past) => self.fault_after(past),
        });
        let mut finding = Finding::new(fault, 0.0);
        // A copy of the last answer about the same boxes was checked then.
        if !matches!(self.before, Before::Was(past) if self.is_copy(past)) {
            finding = finding.and(self.of_reference(reference));
        }
        finding.about(|| {
            let Self { now, before, setting, .. } = self;
            format!(" ({now:?}, known {before:?}, now {setting:?})")
        })
    }

    /// What is wrong with the places of before: all are of this pair, and of one row.
    fn misplaced(&self) -> Option<String> {
        let mut points = self.now.previous().iter().filter(|point| **point != PastPoint::NEW);
        let is_right = |point: &&PastPoint| match self.before {
            Before::Was(past) => point.pair == self.pair && past.had(point),
            Before::New | Before::Unclear => false,
        };
        let wrong = points.find(|point| !is_right(point))?;
        Some(format!("a point was there before as {wrong:?}"))
    }

    /// What is wrong with the answer about a pair of which nothing is known: it is that without a cache.
    fn not_new(&self) -> Option<String> {
        let is_same = bytes_of(self.now) == bytes_of(&self.stateless);
        (!is_same).then(|| format!("of a new pair, not {:?}", self.stateless))
    }

    /// What is wrong with the answer about a pair that was there before.
    fn fault_after(&self, past: &PastPair) -> Option<String> {
        let has_nothing = past.row.points().is_empty() && !self.now.manifold.row.is_reused();
        let reused = self.wrongly_reused(past).map(str::to_owned);
        let not_new = || if has_nothing { self.not_new() } else { None };
        reused.or_else(not_new).or_else(|| self.wrong_successors(past))
    }

    /// What is wrong with whether a row was taken over, and with what was.
    fn wrongly_reused(&self, past: &PastPair) -> Option<&'static str> {
        let (row, before) = (&self.now.manifold.row, &past.row.manifold.row);
        let rests = self.rests(past);
        if !row.is_reused() {
            return (rests && before.len > 0).then_some("boxes at rest, and not reused");
        }
        if form(&past.setting) != form(self.setting) {
            return Some("reused though asked for in another way");
        }
        if (row.axis, row.kind(), row.len) != (before.axis, before.kind(), before.len) {
            return Some("reused, and another axis, kind or number of points");
        }
        if row.len == 0 {
            return (row.kind() != ContactKind::Separated).then_some("reused without a contact");
        }
        let features = |of: &CachedRow| of.points().iter().map(|point| point.feature.0).collect();
        let same: [Vec<u32>; 2] = [self.now, &past.row].map(features);
        if same[0] != same[1] || !has_surfaces_of(self.now, &past.row) || !row.has_same_points() {
            return Some("reused with other points");
        }
        if rests {
            return (numbers(self.now) != numbers(&past.row))
                .then_some("reused at rest, and changed");
        }
        let is_moved = match self.mode {
            CacheMode::Steady => self.step(past) > NO_STEP,
            // From as far on one side of where the manifold was computed to as far on the other.
            CacheMode::Reuse { .. } => self.shift(past) > 2.0 * self.kept_motion(),
        };
        is_moved.then_some("reused though boxes moved")
    }

    /// What is wrong with the points of before: one was that with the same features, else one at the same place, else
    /// none.
    fn wrong_successors(&self, past: &PastPair) -> Option<String> {
        let number =
            |point: &PastPoint| (*point != PastPoint::NEW).then_some(point.number as usize);
        let numbers: Vec<Option<usize>> = self.now.previous().iter().map(number).collect();
        let all = (0..past.row.points().len()).map(Some);
        let is_same = !numbers.is_empty() && numbers.iter().copied().eq(all);
        if self.now.manifold.row.has_same_points() != is_same {
            return Some(
                "the points are the same ones and it is not told, or the other way".into(),
            );
        }
        (0..numbers.len()).find_map(|place| self.wrong_successor(past, place, &numbers))
    }

    /// What is wrong about one point.
    fn wrong_successor(
        &self,
        past: &PastPair,
        place: usize,
        numbers: &[Option<usize>],
    ) -> Option<String> {
        let (feature, old) = (self.now.points()[place].feature, past.row.points());
        let same = old.iter().position(|point| point.feature == feature);
        if same.is_some() {
            let is_other = numbers[place] != same;
            return is_other.then(|| format!("point {place} was not the one with its features"));
        }
        if let Some(number) = numbers[place] {
            let away = self.distances(past, place, number).reduce(f64::min)?;
            return (away > 1.0 + DISTANCE_ROUNDING)
                .then(|| format!("point {place} was another, {away} of the reach away"));
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
        Some(format!("point {place} was point {missed}, and is told as new"))
    }

    /// How far a point is from one of before, in parts of what counts as the same place: on the box on which that is
    /// less, and between both, where it may have gone with one of them; where that can be told.
    fn distances(&self, past: &PastPair, place: usize, number: usize) -> impl Iterator<Item = f64> {
        let reach = f64::from(SAME_PLACE) * self.smallest_extent();
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

    /// Whether the answer is the last one about the same boxes in the same setting, bit for bit.
    fn is_copy(&self, past: &PastPair) -> bool {
        !self.now.points().is_empty()
            && self.rests(past)
            && numbers(self.now) == numbers(&past.row)
            && has_surfaces_of(self.now, &past.row)
    }

    /// Whether both boxes and how they are asked about are as they were, bit for bit.
    fn rests(&self, past: &PastPair) -> bool {
        let asked = |setting: &Setting| (setting.margin.to_bits(), form(setting));
        asked(self.setting) == asked(&past.setting)
            && self.boxes.map(box_bits) == past.boxes.map(box_bits)
    }

    /// Meters by which a point of the boxes has moved since the frame before at most.
    fn step(&self, past: &PastPair) -> f64 {
        let step = |now: &OrientedBox, before: &OrientedBox| {
            let turned = distance(now.rotation, before.rotation);
            let turn = 2.0 * turned.min(distance(now.rotation, before.rotation.map(|x| -x)));
            distance(now.center, before.center)
                + turn * distance(now.half_extents, [0.0; 3])
                + distance(now.half_extents, before.half_extents)
        };
        self.boxes
            .iter()
            .zip(&past.boxes)
            .map(|(now, before)| step(now, before))
            .fold(0.0, f64::max)
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

    /// What the float64 checker says.
    fn of_reference(&self, reference: &ReferencePair) -> Finding {
        let (row, setting) = (&self.now.manifold, self.setting);
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
        of_report(&check_cached_manifold(reference, &answer))
    }
}

/// What must stay as it was for rows to be taken over.
fn form(setting: &Setting) -> (PointLimit, PointOrigin, bool) {
    (setting.limit, setting.origin, setting.surfaces)
}

fn box_bits(of_box: OrientedBox) -> [u32; 10] {
    let OrientedBox { center: [x, y, z], rotation: [i, j, k, w], half_extents: [a, b, c] } = of_box;
    [x, y, z, i, j, k, w, a, b, c].map(f32::to_bits)
}

/// The bytes of a manifold, without what is said of the frame before.
fn numbers(row: &CachedRow) -> Vec<u8> {
    let bytes = bytes_of(&row.manifold).iter().enumerate();
    bytes.map(|(place, byte)| if place == STATUS { 0 } else { *byte }).collect()
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
