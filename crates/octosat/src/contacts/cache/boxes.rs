//! How far each box has moved, as a path that never gets shorter.
//!
//! Each box is measured once per frame, and not once for each of its pairs.

use core::mem;

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{
    Arithmetic, BoundedPairs, Isa, Lanes, MAX_LANES, Mask, PairBuffer, PairSide, Row,
};

use super::blocks::{BoxBlocks, LaneBox};
use crate::run::Job;
use crate::tolerances::{MOTION_ROUNDING, ROTATION_LENGTH_TOLERANCE};
use crate::view::BoxView;

/// The rows of a step of a box: its center now, the motion of the center, and the vector part of the quaternion of
/// its rotation since the last call; world coordinates.
pub(super) const STEP_ROWS: usize = 3;

/// The state kept per box.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxMotions {
    /// The boxes of the last call.
    pub(super) seen: BoxBlocks,
    /// The anchors: the boxes where their paths end. A path grows only if its box is farther from there than the
    /// slack, so the paths of boxes that shake do not grow.
    pub(super) anchors: BoxBlocks,
    pub(super) motions: Vec<Motion>,
    /// The smallest half extent of each box, in meters.
    pub(super) smallest: Vec<f32>,
    /// The boxes that have moved so little that testing their pairs for reuse pays.
    pub(super) slow: Vec<bool>,
    /// How each box has moved since the last call.
    pub(super) steps: Vec<[Row; STEP_ROWS]>,
    /// Whether some box is new or forgotten, or its motion is not finite.
    any_unknown: bool,
}

/// How a box has moved.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Motion {
    /// The length of its path to its anchor over all calls, in meters: no point of the box has moved farther.
    pub(super) path: f64,
    /// A bound of how far any point of the box is from its place at the anchor, in meters.
    pub(super) off: f32,
    /// A bound of how far any point of the box has moved since the last call, in meters.
    pub(super) step: f32,
}

impl Motion {
    /// The motion of a box that was not there.
    pub(super) const UNKNOWN: Self = Self { path: 0.0, off: 0.0, step: f32::NAN };

    /// Whether nothing is known of where the box was.
    pub(super) fn is_unknown(&self) -> bool {
        !self.step.is_finite()
    }
}

impl<F: Lanes> LaneBox<F> {
    /// The step from `before` to this box, with rows as [`STEP_ROWS`] says.
    ///
    /// The rotation is computed from the difference of both quaternions, which is exact if they are near each other. So
    /// a small rotation is not lost in the rounding of their product.
    #[inline(always)]
    fn step_since<I: Isa<Real = F>>(&self, isa: I, before: &Self) -> [[F; 4]; STEP_ROWS] {
        let zero = isa.splat(0.0);
        let [x, y, z] = self.center;
        let [was_x, was_y, was_z] = before.center;
        let [p, q] = [before.rotation, self.rotation];
        let cosine = ((p[0] * q[0] + p[1] * q[1]) + p[2] * q[2]) + p[3] * q[3];
        let is_opposite = cosine.less(zero);
        let mut turn = q;
        for (component, was) in turn.iter_mut().zip(p) {
            *component = F::select(is_opposite, -*component, *component) - was;
        }
        let [i, j, k, w] = turn;
        let axis = [
            ((i * p[3] - w * p[0]) + k * p[1]) - j * p[2],
            ((j * p[3] - w * p[1]) + i * p[2]) - k * p[0],
            ((k * p[3] - w * p[2]) + j * p[0]) - i * p[1],
        ];
        [
            [x, y, z, zero],
            [x - was_x, y - was_y, z - was_z, zero],
            [axis[0], axis[1], axis[2], zero],
        ]
    }

    /// A bound of how far any point of the box has moved from `before`, in meters.
    ///
    /// It is the motion of the center, plus the rotation times the size, plus the change of the size. A rotation moves
    /// a point by 2 sin(angle / 2) of its distance. Unit quaternions differ by 2 sin(angle / 4), which is at least half
    /// of that.
    #[inline(always)]
    fn motion_since<I: Isa<Real = F, Mask = F::Mask>>(&self, isa: I, before: &Self) -> F {
        let (mut less, mut more) = (isa.splat(0.0), isa.splat(0.0));
        for (p, q) in before.rotation.into_iter().zip(self.rotation) {
            less = less + (q - p) * (q - p);
            more = more + (q + p) * (q + p);
        }
        // For unit quaternions both sums together are four. If they are not, the motion is NaN.
        let off = ((less + more) - isa.splat(4.0)).abs();
        let is_rotation = off.at_most(isa.splat(4.0 * ROTATION_LENGTH_TOLERANCE));
        let turn = isa.splat(2.0) * less.lesser(more).sqrt();
        let center = distance(before.center, self.center);
        let growth = distance(before.half_extents, self.half_extents);
        let [a, b, c] = self.half_extents;
        let size = ((a * a + b * b) + c * c).sqrt();
        let motion = ((center + turn * size) + growth) * isa.splat(MOTION_ROUNDING);
        F::select(is_rotation, motion, isa.splat(f32::NAN))
    }
}

#[inline(always)]
fn distance<F: Lanes>(from: [F; 3], to: [F; 3]) -> F {
    let [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    ((x * x + y * y) + z * z).sqrt()
}

impl BoxMotions {
    /// Makes room for this many boxes; boxes that were not there are unknown.
    pub(super) fn resize(&mut self, len: usize) {
        let known = self.motions.len().min(len);
        let filled = len.next_multiple_of(MAX_LANES);
        if len != self.motions.len() {
            self.seen.resize(known, len);
            self.anchors.resize(known, len);
        }
        self.motions.resize(len, Motion::UNKNOWN);
        self.slow.resize(len, false);
        self.smallest.resize(filled, 0.0);
        self.steps.resize(filled, Zeroable::zeroed());
    }

    /// How a box has moved.
    #[inline(always)]
    pub(super) fn of(&self, index: u32) -> &Motion {
        &self.motions[index as usize]
    }

    /// The smallest half extent of two boxes.
    pub(super) fn smallest_of(&self, [a, b]: [u32; 2]) -> f32 {
        self.smallest[a as usize].min(self.smallest[b as usize])
    }

    /// Whether the motion of some box is unknown.
    pub(super) fn any_unknown(&self) -> bool {
        self.any_unknown
    }

    /// Forgets a box.
    pub(super) fn forget(&mut self, index: u32) {
        if (index as usize) < self.motions.len() {
            self.seen.forget(index as usize);
        }
    }

    /// Moves each box to its new number.
    pub(super) fn renumber(&mut self, new_numbers: &[u32]) {
        let old = mem::take(self);
        let kept = || new_numbers.iter().copied().zip(0..).filter(|&(new, _)| new != u32::MAX);
        self.resize(kept().map(|(new, _)| new as usize + 1).max().unwrap_or(0));
        let mut is_taken = vec![false; self.motions.len()];
        for (new, from) in kept() {
            let to = new as usize;
            assert!(!mem::replace(&mut is_taken[to], true), "two boxes get the number {new}");
            let Some(&motion) = old.motions.get(from) else { continue };
            self.motions[to] = motion;
            self.smallest[to] = old.smallest[from];
            self.seen.copy(to, &old.seen, from);
            self.anchors.copy(to, &old.anchors, from);
        }
    }
}

/// The job of measuring all boxes of a call.
pub(super) struct LookAtBoxes<'j, 'a> {
    pub(super) view: &'j BoxView<'a>,
    pub(super) boxes: &'j mut BoxMotions,
    pub(super) limits: Limits,
}

/// How far boxes may move, as fractions of their smallest half extents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Since the last call, to count as slow.
    pub(super) slow: f32,
    /// From their anchors, before their paths grow.
    pub(super) slack: f32,
}

impl Job for LookAtBoxes<'_, '_> {
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        self.boxes.resize(self.view.len());
        self.boxes.any_unknown = false;
        isa.enter(
            #[inline(always)]
            || self.look(isa),
        );
    }
}

impl LookAtBoxes<'_, '_> {
    #[inline(always)]
    fn look<I: Isa>(self, isa: I) {
        let Self { view, boxes, limits } = self;
        let mut first = 0;
        while first < view.len() {
            let now = load(isa, view, first);
            let [a, b, c] = now.half_extents;
            let least = c.lesser(b.lesser(a));
            let anchor = boxes.anchors.load(isa, first);
            let away = now.motion_since(isa, &anchor);
            let leaves = !away.at_most(isa.splat(limits.slack) * least);
            if leaves.bits() != 0 {
                boxes.anchors.keep_where(isa, leaves, &now, first);
            }
            let before = boxes.seen.load(isa, first);
            boxes.seen.keep(isa, &now, first);
            let step = now.motion_since(isa, &before);
            // The speed of a new box is not known.
            let slow = !(isa.splat(limits.slow) * least).less(step);
            if slow.bits() != 0 {
                isa.store_records(now.step_since(isa, &before), &mut boxes.steps[first..]);
            }
            let [mut ways, mut offs, mut steps] = [[0.0; MAX_LANES]; 3];
            isa.store(away.keep(leaves), &mut ways);
            isa.store(away.keep(!leaves), &mut offs);
            isa.store(step, &mut steps);
            isa.store(least, &mut boxes.smallest[first..]);
            let end = (first + I::LANES).min(view.len());
            let kept = boxes.motions[first..end].iter_mut().zip(&mut boxes.slow[first..end]);
            let news = ways.into_iter().zip(offs).zip(steps);
            for ((lane, (motion, is_slow)), ((way, off), step)) in (0..).zip(kept).zip(news) {
                // Rounded up: a short way is still one after a long path.
                let up = if way > 0.0 { 1.0 + f64::EPSILON } else { 1.0 };
                let path = (motion.path + f64::from(way)) * up;
                *motion = Motion { path, off, step };
                *is_slow = slow.bits() >> lane & 1 == 1;
                if motion.is_unknown() {
                    // No pair depends on this path: all pairs of the box are new.
                    motion.path = 0.0;
                    boxes.any_unknown = true;
                }
            }
            first += I::LANES;
        }
    }
}

/// The boxes from `first` on; past the end the last is repeated.
#[inline(always)]
fn load<I: Isa>(isa: I, view: &BoxView<'_>, first: usize) -> LaneBox<I::Real> {
    let columns = view.columns::<3>();
    let rows = if first + I::LANES <= view.len() {
        isa.load_block(columns, first)
    } else {
        let mut places = [0; MAX_LANES];
        for (place, index) in places.iter_mut().zip(first..) {
            *place = u32::try_from(index).unwrap_or(u32::MAX);
        }
        let mut buffer = PairBuffer::new();
        let last = BoundedPairs::clamped(&places[..I::LANES], view.len(), &mut buffer);
        isa.load_rows(columns, &last, PairSide::A)
    };
    let [[x, y, z, _], rotation, [a, b, c, _]] = rows;
    LaneBox { center: [x, y, z], rotation, half_extents: [a, b, c] }
}
