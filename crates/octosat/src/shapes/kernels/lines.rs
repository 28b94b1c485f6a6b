//! Rays and segments against boxes: the slab test along the box's axes.
//!
//! T. L. Kay, J. T. Kajiya, "Ray Tracing Complex Scenes", SIGGRAPH 1986, section 3. A direction that is
//! exactly perpendicular to a slab's normal never meets its planes: the line is within the slab everywhere or
//! nowhere. This case is selected, so that no result of a division by zero is used.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask, Singles};
use octosat_rows::{Face, RayHit};

use super::compared::{Compared, LoadedPairs};
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::lanes::InLanes;
use crate::shapes::line::{LineLanes, Ray, Segment};
use crate::vector::dot;

/// The query; see [`crate::Engine::hits`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hits;

impl RowFormula<Compared<'_, OrientedBox, Ray>> for Hits {
    type Row = RayHit;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Ray>,
        _lengths: I::Real,
        rows: &mut [RayHit],
    ) {
        hits::<I, Ray>(isa, batch, &batch.b, rows);
    }
}

impl RowFormula<Compared<'_, OrientedBox, Segment>> for Hits {
    type Row = RayHit;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Segment>,
        _lengths: I::Real,
        rows: &mut [RayHit],
    ) {
        hits::<I, Segment>(isa, batch, &batch.b, rows);
    }
}

/// A batch of lines along the boxes' axes, from their centers.
struct Local<F> {
    start: [F; 3],
    direction: [F; 3],
    half_extents: [F; 3],
}

/// The part of the line that is within the slabs so far.
#[derive(Clone, Copy)]
pub(super) struct Within<F: Singles> {
    pub(super) entry: F,
    pub(super) exit: F,
    /// The number of the face of the entry.
    pub(super) code: F::Integer,
}

#[inline(always)]
fn hits<I: Isa, S: InLanes>(
    isa: I,
    batch: &LoadedPairs<I, OrientedBox, S>,
    line: &LineLanes<I::Real>,
    rows: &mut [RayHit],
) {
    let center = batch.a.center;
    let axes = batch.a.axes(isa);
    let offset = [line.start[0] - center[0], line.start[1] - center[1], line.start[2] - center[2]];
    let local = Local {
        start: along(axes, offset),
        direction: along(axes, line.direction),
        half_extents: batch.a.half_extents,
    };
    let zero = isa.splat(0.0);
    let inside = isa.splat_integer(Face::STARTS_INSIDE.to_lane());
    let within = Within { entry: zero, exit: line.last, code: inside };
    let within = slab(isa, &local, within, 0);
    let within = slab(isa, &local, within, 1);
    let within = slab(isa, &local, within, 2);
    // NaN passes all comparisons above unnoticed, but not this one.
    let mut size = zero;
    for k in 0..3 {
        size = size + (local.start[k].abs() + local.direction[k].abs());
        size = size + local.half_extents[k];
    }
    let finite = size.less(isa.splat(f32::INFINITY));
    let hit = within.entry.at_most(within.exit) & finite;
    store(isa, &within, hit, rows);
}

/// A vector's components along three axes.
#[inline(always)]
fn along<F: Singles>(axes: [[F; 3]; 3], vector: [F; 3]) -> [F; 3] {
    [dot(vector, axes[0]), dot(vector, axes[1]), dot(vector, axes[2])]
}

/// The parameters at which a line meets a pair of planes.
struct Meets<F> {
    near: F,
    far: F,
}

/// The parameters at which the line meets the planes of a slab.
#[inline(always)]
fn meets<I: Isa>(
    isa: I,
    local: &Local<I::Real>,
    backwards: I::Mask,
    axis: usize,
) -> Meets<I::Real> {
    let [start, direction] = [local.start[axis], local.direction[axis]];
    let half_extent = local.half_extents[axis];
    let across = direction.equals(isa.splat(0.0));
    let any_across = across.bits() != 0;
    let mut speed = direction;
    if any_across {
        speed = Lanes::select(across, isa.splat(1.0), direction);
    }
    let to_low = (-half_extent - start) / speed;
    let to_high = (half_extent - start) / speed;
    let near = Lanes::select(backwards, to_high, to_low);
    let far = Lanes::select(backwards, to_low, to_high);
    if !any_across {
        return Meets { near, far };
    }
    // Perpendicular to the slab's normal: the whole line is within the slab, or none of it.
    let between = start.abs().at_most(half_extent);
    let [infinity, minus] = [isa.splat(f32::INFINITY), isa.splat(f32::NEG_INFINITY)];
    Meets {
        near: Lanes::select(across, Lanes::select(between, minus, infinity), near),
        far: Lanes::select(across, Lanes::select(between, infinity, minus), far),
    }
}

/// The number of the face on the negative side of each axis.
const LOW_FACES: [i32; 3] =
    [Face::negative(0).to_lane(), Face::negative(1).to_lane(), Face::negative(2).to_lane()];

/// The bit that the face on the positive side has more.
const POSITIVE: i32 = Face::from_code(1).to_lane();

/// Clips the line at one pair of planes.
#[inline(always)]
fn slab<I: Isa>(
    isa: I,
    local: &Local<I::Real>,
    within: Within<I::Real>,
    axis: usize,
) -> Within<I::Real> {
    let backwards = local.direction[axis].less(isa.splat(0.0));
    let Meets { near, far } = meets(isa, local, backwards, axis);
    let later = within.entry.less(near);
    let face = isa.splat_integer(LOW_FACES[axis]) | isa.splat_integer(POSITIVE).keep(backwards);
    Within {
        entry: near.greater(within.entry),
        exit: far.lesser(within.exit),
        code: IntegerLanes::select(later, face, within.code),
    }
}

/// Writes one row per lane.
#[inline(always)]
pub(super) fn store<I: Isa>(isa: I, within: &Within<I::Real>, hit: I::Mask, rows: &mut [RayHit]) {
    let miss = isa.splat_integer(Face::MISS.to_lane());
    let infinity = isa.splat(f32::INFINITY);
    let entry = Lanes::select(hit, within.entry, infinity);
    let exit = Lanes::select(hit, within.exit, -infinity);
    let face = Singles::from_bits(IntegerLanes::select(hit, within.code, miss));
    isa.store_triples([entry, exit, face], bytemuck::cast_slice_mut(rows));
}
