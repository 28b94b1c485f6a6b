//! The verdict on the mirror's answer about a pair.

use std::collections::BTreeSet;

use octosat::tolerances::{REUSED_MOTION, SAME_PLACE};
use octosat::{ContactCache, ContactKind, Manifolds, NEW_POINT, SurfacePoints};
use octosat_reference::float64::{CachedAnswer, Steady, SurfaceAnswer, check_cached_manifold};

use super::CachedFrame;
use super::facts::{CachedManifold, LastPoints};
use super::past::{LastPlace, Past};
use super::successors::Successors;
use crate::cache::CacheChoice;
use crate::manifolds::{ManifoldSetting, PairManifold};
use crate::stores::oriented;
use octosat::PointOrigin;

/// What was found about a pair.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreement {
    /// In words, if there are any.
    pub(super) objections: Option<String>,
    pub(super) has_contacts: bool,
    /// In parts of what is allowed.
    pub(super) worst: f64,
}

/// What a verdict looks at.
pub(super) struct Seen<'a> {
    pub(super) choice: CacheChoice,
    pub(super) frame: &'a CachedFrame<'a>,
    pub(super) past: &'a Past,
    /// The pairs that are in the list several times.
    pub(super) repeated: &'a BTreeSet<[u32; 2]>,
    pub(super) cache: &'a ContactCache,
    pub(super) last_points: LastPoints,
    pub(super) stateless: &'a Manifolds,
}

/// Metres that are no motion for float32, whose squares are zero: a box without size that turns has moved by less.
const NO_STEP: f64 = 1e-18;

/// What the smallest half extent may have changed by while a manifold was kept: by no more than the motion.
const EXTENT_CHANGE: f64 = 1.02;

impl Seen<'_> {
    /// The verdict on a row.
    pub(super) fn verdict(&self, row: usize) -> Agreement {
        let now = CachedManifold::of(self.cache.manifolds(), row, self.frame.surfaces);
        let pair = self.frame.query.pairs[row];
        let place = self.past.place_of(pair, self.repeated);
        let (before, surfaces) = (self.cache.last_manifolds(), self.frame.surfaces);
        // Of a pair that was there several times its points say which it was.
        let told =
            || now.previous.iter().find_map(|&place| Some(self.last_points.find(place)?.place));
        let last_place = match place {
            LastPlace::None => None,
            LastPlace::Here(place) => Some(place),
            LastPlace::Unclear => told(),
        };
        let last = last_place.map(|place| CachedManifold::of(before, place, surfaces));
        let mut objections: Vec<String> = Vec::new();
        objections.extend(self.misplaced(row, &now, place));
        let is_copy = match (place, &last) {
            (_, Some(last)) => {
                let copied = self.copied(pair, &now, last);
                objections.extend(self.wrongly_reused(pair, &now, last));
                if last.manifold.points.is_empty() && !now.manifold.row.is_reused() {
                    objections.extend(self.not_new(row, &now));
                }
                objections.extend(self.successors(pair, &now, last).complaint());
                copied
            }
            (LastPlace::Unclear, None) => false,
            (_, None) => {
                objections.extend(self.not_new(row, &now));
                false
            }
        };
        let mut worst = 0.0;
        if !is_copy {
            let report = self.report(pair, &now, place == LastPlace::None);
            worst = report.worst;
            objections.extend(report.faults.iter().map(ToString::to_string));
        }
        Agreement {
            has_contacts: !now.manifold.points.is_empty(),
            worst: if worst.is_finite() { worst } else { f64::MAX },
            objections: (!objections.is_empty()).then(|| {
                let settings = [Some(self.frame.setting), self.past.setting()];
                let words = objections.join("; ");
                format!("{words} ({now:?}, before {last:?}, settings {settings:?})")
            }),
        }
    }

    /// Whether the answer is the last one about the same boxes with the same setting, bit for bit: it was judged.
    fn copied(&self, pair: [u32; 2], now: &CachedManifold<'_>, last: &CachedManifold<'_>) -> bool {
        self.past.is_still(self.frame.query.store, pair)
            && self.has_last_setting()
            && !now.manifold.points.is_empty()
            && now.manifold.numbers_differ(&last.manifold).is_none()
            && now.has_surfaces_of(last)
    }

    /// Whether the frame before was asked about in the same way.
    fn has_last_setting(&self) -> bool {
        let now = self.frame.setting;
        self.past.setting().is_some_and(|last| {
            last.margin.to_bits() == now.margin.to_bits() && is_reusable(last, now)
        })
    }

    /// What is wrong with the answer about a pair of which nothing is known, in words: it is the stateless one.
    fn not_new(&self, row: usize, now: &CachedManifold<'_>) -> Option<String> {
        let stateless = CachedManifold::of(self.stateless, row, self.frame.surfaces);
        if let Some(what) = now.manifold.difference(&stateless.manifold) {
            return Some(format!("of a new pair, {what}"));
        }
        if !now.has_surfaces_of(&stateless) {
            return Some(format!("of a new pair, surface points are not {:?}", stateless.surfaces));
        }
        let is_new = now.previous.iter().all(|&place| place == NEW_POINT);
        (!is_new).then(|| "points of a new pair that were there before".to_owned())
    }

    /// What is wrong with the places of before, in words: all are of this pair, and of one row.
    fn misplaced(&self, row: usize, now: &CachedManifold<'_>, place: LastPlace) -> Option<String> {
        let pair = self.frame.query.pairs[row];
        let found = now.previous.iter().filter(|&&place| place != NEW_POINT);
        let found: Vec<_> = found.map(|&place| self.last_points.find(place)).collect();
        let first = found.first().copied().flatten().map(|point| point.place);
        let right = found.iter().all(|point| {
            point.is_some_and(|point| {
                point.pair == pair
                    && Some(point.place) == first
                    && !matches!(place, LastPlace::Here(place) if place != point.place)
            })
        });
        (!right).then(|| format!("points were there before as {found:?}"))
    }

    /// What is wrong with whether a row was taken over, and with what was, in words.
    fn wrongly_reused(
        &self,
        pair: [u32; 2],
        now: &CachedManifold<'_>,
        last: &CachedManifold<'_>,
    ) -> Option<String> {
        let (row, before) = (&now.manifold.row, &last.manifold.row);
        let still = self.past.is_still(self.frame.query.store, pair);
        if !row.is_reused() {
            let missed = still && self.has_last_setting() && before.len > 0;
            return missed.then(|| "boxes at rest, and not reused".to_owned());
        }
        let reusable =
            self.past.setting().is_some_and(|last| is_reusable(last, self.frame.setting));
        if !reusable {
            return Some("reused though asked for in another way".to_owned());
        }
        if (row.axis, row.kind(), row.len) != (before.axis, before.kind(), before.len) {
            return Some("reused, and another axis, kind or number of points".to_owned());
        }
        if row.len == 0 {
            return (row.kind() != ContactKind::Separated).then(|| "reused".to_owned());
        }
        let same = now.has_surfaces_of(last) && now.has_features_of(last);
        if !same || !row.has_same_points() {
            return Some("reused with other points".to_owned());
        }
        if still && self.has_last_setting() {
            let what = now.manifold.numbers_differ(&last.manifold)?;
            return Some(format!("reused at rest, {what}"));
        }
        let moved = self.past.step(self.frame.query.store, pair) > NO_STEP;
        (self.choice == CacheChoice::Steady && moved)
            .then(|| "reused though boxes moved".to_owned())
    }

    /// The points of a pair that was there before, beside those of then.
    fn successors<'b>(
        &self,
        pair: [u32; 2],
        now: &'b CachedManifold<'b>,
        last: &'b CachedManifold<'b>,
    ) -> Successors<'b> {
        let origin = |setting: ManifoldSetting| setting.origin;
        Successors {
            now,
            last,
            reach: f64::from(SAME_PLACE) * self.smallest(pair),
            step: self.past.step(self.frame.query.store, pair),
            same_origin: self.past.setting().map(origin) == Some(self.frame.setting.origin),
        }
    }

    /// The smallest half extent of two boxes, metres.
    fn smallest(&self, pair: [u32; 2]) -> f64 {
        let boxes = self.frame.query.store.unit();
        let extents = pair.map(|index| oriented(boxes, index as usize).half_extents);
        extents.iter().flatten().map(|&extent| f64::from(extent)).fold(f64::MAX, f64::min)
    }

    /// What the float64 checker says.
    fn report(
        &self,
        pair: [u32; 2],
        now: &CachedManifold<'_>,
        is_new: bool,
    ) -> octosat_reference::float64::ManifoldReport {
        let setting = self.frame.setting;
        let PairManifold { row, .. } = now.manifold;
        let points = now.manifold.claimed_points();
        let steady = Steady { axis_kept: row.is_axis_kept() };
        let mut manifold = now.manifold.claim(&points, setting);
        manifold.steady = (!is_new).then_some(steady);
        let surface =
            |points: &SurfacePoints| SurfaceAnswer { on_a: points.on_a, on_b: points.on_b };
        let surfaces: Vec<_> = now.surfaces.iter().map(surface).collect();
        let moved = EXTENT_CHANGE * f64::from(REUSED_MOTION) * self.smallest(pair);
        let claim = CachedAnswer {
            manifold,
            surfaces: self.frame.surfaces.then_some(&surfaces),
            is_relative: setting.origin == PointOrigin::CenterOfA,
            moved: row.is_reused().then_some(moved),
        };
        check_cached_manifold(&self.frame.query.store.judged_contacts(pair), &claim)
    }
}

/// Whether rows may be taken over from a frame that was asked about in one way to one in another.
fn is_reusable(last: ManifoldSetting, now: ManifoldSetting) -> bool {
    last.limit == now.limit && last.origin == now.origin
}
