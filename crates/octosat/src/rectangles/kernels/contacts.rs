//! Manifolds of pairs of rectangles: an edge clipped against the sides of another.
//!
//! C. Ericson, "Real-Time Collision Detection", 2005, section 8.3.4, clips polygons alike (Sutherland
//! and Hodgman 1974). For an edge in the plane, two clips against the reference edge's sides are left. If no
//! part of the incident edge lies above the reference edge, the closest points of the two rectangles are
//! corners.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Mask, Singles};
use octosat_rows::RectangleAxis;

use super::axes::{AxisParts, BestEdge, axis_parts, best_edge, world_normal};
use super::clip::{Clipped, Point, Points, clip, select_point};
use super::corners::nearest;
use super::facing::{Facing, facing};
use super::frame::{RectanglePairs, flip, plane_frame, select_pair, turn};
use crate::call::batches::Both;
use crate::call::formula::RowFormula;
use crate::contacts::ContactStatus;
use crate::rectangles::manifold::RectangleManifold;
use crate::rectangles::rectangle::Rectangle;
use crate::vector::is_finite;

/// The query; see [`crate::Engine::manifolds`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RectangleContacts;

impl RowFormula<RectanglePairs<'_>> for RectangleContacts {
    type Row = RectangleManifold;

    const NANOSECONDS: usize = 6;

    /// Writes a head and two points per lane.
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        Both { a, b }: &Both<I, Rectangle, 2>,
        farthest: I::Real,
        rows: &mut [RectangleManifold],
    ) {
        let frame = plane_frame(a, b);
        let edge = best_edge(isa, &frame);
        let parts = axis_parts(isa, &frame, edge.best.code);
        let normal = world_normal(isa, [a.rotation, b.rotation], &parts);
        let face = facing(isa, &frame, &parts);
        let clipped = clip(isa, &face);
        let contact = Contact {
            normal,
            depth: isa.splat(0.0) - edge.best.separation,
            status: number(isa, ContactStatus::FACE),
            within: edge.best.separation.at_most(farthest) & edge.finite,
            points: clipped.points(isa, &face, &parts, farthest),
        };
        // From the reference rectangle to the incident one.
        let outwards = flip(isa.splat(0.0), parts.of_b, normal);
        // Few pairs in contact are separated, and almost none have nothing above the reference edge. If
        // corners were computed for every batch, they would take a third of the time.
        let apart = isa.splat(0.0).less(edge.best.separation);
        let asked = contact.within & (clipped.nothing_is_above() | apart);
        let contact = if asked.bits() == 0 {
            contact
        } else {
            let facing = FacingPair { face, clipped, parts, outwards };
            facing.with_corners(isa, contact, asked, farthest)
        };
        let center = select_pair(parts.of_b, b.center, a.center);
        let Contact { within, points, .. } = contact;
        let both = within & points.both;
        let first = world_row::<I>(&points.first, outwards, center, within);
        let second = world_row::<I>(&points.second, outwards, center, both);
        let [x, y] = contact.normal;
        let numbers = (x + y).keep(within) + (sum(first) + sum(second));
        let known = is_finite(isa, numbers);
        let contact = Contact { within: within & known, ..contact };
        let edge = BestEdge { finite: edge.finite & known, ..edge };
        let head = head(isa, &contact, &edge, both & known);
        let records = [head, kept(first, known), kept(second, known)];
        isa.store_records(records, rows);
    }
}

/// The contacts of a batch.
#[derive(Clone, Copy)]
struct Contact<I: Isa> {
    /// From a to b.
    normal: [I::Real; 2],
    depth: I::Real,
    /// The number of the status.
    status: I::Integer,
    /// The rectangles are within.
    within: I::Mask,
    points: Points<I>,
}

/// Two edges that face each other, and the part of one that lies above the other.
struct FacingPair<I: Isa> {
    face: Facing<I::Real>,
    clipped: Clipped<I>,
    parts: AxisParts<I::Mask>,
    /// From the reference rectangle to the incident one.
    outwards: [I::Real; 2],
}

impl<I: Isa> FacingPair<I> {
    /// Replaces the contact of the lanes in `asked` by a contact between corners, if nothing lies above the
    /// reference edge or separated corners are nearer.
    #[inline(always)]
    fn with_corners(
        &self,
        isa: I,
        contact: Contact<I>,
        asked: I::Mask,
        farthest: I::Real,
    ) -> Contact<I> {
        let zero = isa.splat(0.0);
        let Self { face, clipped, parts, outwards } = self;
        let near = nearest(isa, face, clipped);
        let apart = contact.depth.less(zero);
        let is_nearer = apart & near.distance.less(clipped.gap(face));
        let single = asked & (clipped.nothing_is_above() | is_nearer);
        let corners = single & apart;
        let tilted = corners & near.has_direction(face);
        let between = flip(zero, parts.of_b, turn(*outwards, near.direction()));
        // Corners can be beyond `within` that their axis is within.
        let beyond = corners & !near.distance.at_most(farthest);
        let closest = corners & !beyond;
        let depth = Lanes::select(closest, zero - near.distance, contact.depth);
        let fallback = number(isa, ContactStatus::FALLBACK);
        let status = IntegerLanes::select(single, fallback, contact.status);
        let lone = near.point(isa, depth, parts);
        Contact {
            normal: select_pair(tilted, between, contact.normal),
            depth,
            status: IntegerLanes::select(corners, number(isa, ContactStatus::CLOSEST), status),
            within: contact.within & !beyond,
            points: Points {
                first: select_point(single, &lone, &contact.points.first),
                second: contact.points.second,
                both: contact.points.both & !single,
            },
        }
    }
}

/// The sum of a point and its depth.
#[inline(always)]
fn sum<F: Lanes>([x, y, depth, _]: [F; 4]) -> F {
    (x + y) + depth
}

/// A row in the lanes of a mask, zeros in the others.
#[inline(always)]
fn kept<F: Lanes>([x, y, depth, feature]: [F; 4], mask: F::Mask) -> [F; 4] {
    [x.keep(mask), y.keep(mask), depth.keep(mask), feature.keep(mask)]
}

/// The position of the status in the row's last word: the byte after the axis.
const STATUS_SHIFT: u32 = 8;

/// The position of the number of points: the byte after the status.
const LEN_SHIFT: u32 = 16;

/// The row before the points: the normal, the depth, and in one word the axis, the status and the
/// number of points.
#[inline(always)]
fn head<I: Isa>(isa: I, contact: &Contact<I>, edge: &BestEdge<I>, both: I::Mask) -> [I::Real; 4] {
    let Contact { normal: [x, y], depth, status, within, .. } = *contact;
    let status = IntegerLanes::select(within, status, number(isa, ContactStatus::SEPARATED));
    let status = IntegerLanes::select(edge.finite, status, number(isa, ContactStatus::NON_FINITE));
    let not_finite = isa.splat_integer(i32::from(RectangleAxis::NON_FINITE.code()));
    let axis = IntegerLanes::select(edge.finite, edge.best.code, not_finite);
    let depth = Lanes::select(edge.finite, depth, isa.splat(f32::NAN));
    let one = isa.splat_integer(1);
    let len = one.keep(within) + one.keep(both);
    let word = axis | status.shift_left(STATUS_SHIFT) | len.shift_left(LEN_SHIFT);
    [x.keep(within), y.keep(within), depth, Singles::from_bits(word)]
}

/// The number of a status.
#[inline(always)]
fn number<I: Isa>(isa: I, status: ContactStatus) -> I::Integer {
    isa.splat_integer(status.number())
}

/// A point as a row in world coordinates, or zeros if there is no point.
#[inline(always)]
fn world_row<I: Isa>(
    point: &Point<I::Real>,
    outwards: [I::Real; 2],
    center: [I::Real; 2],
    kept: I::Mask,
) -> [I::Real; 4] {
    let [x, y] = turn(outwards, point.position);
    let feature = Singles::from_bits(point.feature.keep(kept));
    [(center[0] + x).keep(kept), (center[1] + y).keep(kept), point.depth.keep(kept), feature]
}
