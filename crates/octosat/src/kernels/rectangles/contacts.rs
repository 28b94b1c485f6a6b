//! Contacts of pairs of rectangles: an edge clipped against the sides of another.
//!
//! C. Ericson, "Real-Time Collision Detection", 2005, section 8.3.4 clips polygons so (Sutherland
//! and Hodgman 1974); of an edge in the plane two clips against the reference edge's sides are left.
//! Where no part of the incident edge lies above the reference edge, the closest points of the two
//! rectangles are corners.

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Row};

use super::axes::{AxisParts, BestEdge, axis_parts, best_edge, world_normal};
use super::clip::{Answer, Point, clip};
use super::facing::facing;
use super::frame::{Plane, flip, plane_frame, select_pair, turn};
use super::penetration::axis_of;
use crate::contacts::ContactKind;
use crate::kernels::PairQuery;
use crate::kernels::chunk::{Chunk, Sides};
use crate::kernels::low_bits::TO_LOW_BITS;
use crate::rectangles::{NON_FINITE_AXIS, RectangleManifold};

/// Contacts of a chunk, in order.
pub(crate) struct RectangleContacts;

impl PairQuery<Plane> for RectangleContacts {
    type Out = RectangleManifold;

    #[inline(always)]
    fn chunk<I: Isa, A: Arithmetic>(
        isa: I,
        chunk: &Chunk<'_, '_, Plane>,
        rows: &mut [RectangleManifold],
    ) {
        chunk.for_each_batch(
            isa,
            #[inline(always)]
            |first, sides, margins| {
                let stored = batch::<I, A>(isa, sides, margins);
                for (lane, row) in rows[first..first + I::LANES].iter_mut().enumerate() {
                    stored.write(lane, row);
                }
            },
        );
    }
}

/// The contacts of a batch.
#[inline(always)]
fn batch<I: Isa, A: Arithmetic>(isa: I, sides: &Sides<I, Plane>, margins: I::Real) -> Stored {
    let frame = plane_frame::<_, A>(&sides.a, &sides.b);
    let edge = best_edge::<I, A>(isa, &frame);
    let parts = axis_parts(isa, &frame, edge.best.code);
    let normal = world_normal(isa, [sides.a.rotation, sides.b.rotation], &parts);
    let face = facing::<I, A>(isa, &frame, &parts);
    let answer = clip::<I, A>(isa, &face, &edge, &parts, margins);
    let center = select_pair(parts.of_b, sides.b.center, sides.a.center);
    Stored::new::<I, A>(isa, &answer, &edge, &Placed { center, normal, parts })
}

/// Where the frame of the normal is in the world.
struct Placed<I: Isa> {
    /// The centre of the reference rectangle.
    center: [I::Real; 2],
    /// The axis' direction from a to b.
    normal: [I::Real; 2],
    parts: AxisParts<I::Mask>,
}

/// Results of one batch, back in memory.
struct Stored {
    /// The normal, the depth, and in the low bits the axis, the kind and the number of points.
    rows: [Row; MAX_LANES],
    /// Position, depth and feature.
    points: [[Row; MAX_LANES]; 2],
}

/// What the number of the kind is multiplied with beside that of the axis.
const KIND_FACTOR: f32 = 256.0;

/// What the number of points is multiplied with.
const LEN_FACTOR: f32 = 4096.0;

impl Stored {
    #[inline(always)]
    fn new<I: Isa, A: Arithmetic>(
        isa: I,
        answer: &Answer<I>,
        edge: &BestEdge<I>,
        placed: &Placed<I>,
    ) -> Self {
        let zero = isa.splat(0.0);
        let of_b = placed.parts.of_b;
        // From the reference rectangle to the incident one.
        let outwards = flip(zero, of_b, placed.normal);
        let between = flip(zero, of_b, turn::<_, A>(outwards, answer.direction));
        let [x, y] = select_pair(answer.tilted, between, placed.normal);
        let depth = Lanes::select(edge.finite, answer.depth, isa.splat(f32::NAN));
        let mut stored =
            Self { rows: [Row([0.0; 4]); MAX_LANES], points: [[Row([0.0; 4]); MAX_LANES]; 2] };
        let code = code(isa, answer, edge) + isa.splat(TO_LOW_BITS);
        let within = answer.within;
        isa.store_rows([x.keep(within), y.keep(within), depth, code], &mut stored.rows);
        let center = placed.center;
        let first = world_row::<I, A>(isa, &answer.first, outwards, center, answer.any);
        isa.store_rows(first, &mut stored.points[0]);
        let second = world_row::<I, A>(isa, &answer.second, outwards, center, answer.both);
        isa.store_rows(second, &mut stored.points[1]);
        stored
    }

    /// Writes the row of a lane, part by part: put together first, it was copied before its parts had
    /// reached the cache, and waited for them.
    #[inline(always)]
    fn write(&self, lane: usize, row: &mut RectangleManifold) {
        let Row([x, y, depth, code]) = self.rows[lane];
        let bits = code.to_bits();
        row.normal = [x, y];
        row.depth = depth;
        row.axis = axis_of(code);
        row.kind = KINDS[(bits >> 8 & 7) as usize];
        row.len = (bits >> 12 & 3) as u8;
        row.points[0] = bytemuck::cast(self.points[0][lane]);
        row.points[1] = bytemuck::cast(self.points[1][lane]);
    }
}

/// The kinds by their numbers.
const KINDS: [ContactKind; 8] = [
    ContactKind::Separated,
    ContactKind::Face,
    ContactKind::Closest,
    ContactKind::Fallback,
    ContactKind::NonFinite,
    ContactKind::NonFinite,
    ContactKind::NonFinite,
    ContactKind::NonFinite,
];

/// The axis, the kind and the number of points as one number.
#[inline(always)]
fn code<I: Isa>(isa: I, answer: &Answer<I>, edge: &BestEdge<I>) -> I::Real {
    let zero = isa.splat(0.0);
    let kind = Lanes::select(answer.single, isa.splat(3.0), isa.splat(1.0));
    let kind = Lanes::select(answer.corners, isa.splat(2.0), kind);
    let kind = kind.keep(answer.within);
    let kind = Lanes::select(edge.finite, kind, isa.splat(4.0));
    let axis = Lanes::select(edge.finite, edge.best.code, isa.splat(f32::from(NON_FINITE_AXIS)));
    let one = isa.splat(1.0);
    let len = Lanes::select(answer.both, one + one, Lanes::select(answer.any, one, zero));
    // Whole numbers, so nothing is rounded.
    axis + kind * isa.splat(KIND_FACTOR) + len * isa.splat(LEN_FACTOR)
}

/// A point as a row in the world, or zeros where there is none.
#[inline(always)]
fn world_row<I: Isa, A: Arithmetic>(
    isa: I,
    point: &Point<I::Real>,
    outwards: [I::Real; 2],
    center: [I::Real; 2],
    kept: I::Mask,
) -> [I::Real; 4] {
    let [x, y] = turn::<_, A>(outwards, point.position);
    let feature = (point.feature.keep(kept) + isa.splat(TO_LOW_BITS)).fraction_bits();
    [(center[0] + x).keep(kept), (center[1] + y).keep(kept), point.depth.keep(kept), feature]
}
