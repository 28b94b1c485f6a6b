//! Boxes against a frustum over all required axes: the six planes for every box, the other axes for boxes
//! that the planes leave undecided.
//!
//! The planes decide for most boxes that they are outside or inside, or that their center is inside. The
//! other boxes are queued and continue in full batches: the box's own three axes, and the products of its
//! axes and the frustum's edges, 3 + 3 · 6 axes for a symmetric view. In the frame of the box such a cross
//! product takes no arithmetic. The reach of the box is then two products, and the interval of the frustum is
//! that of its corners, of which an edge along the axis' own direction needs only one.

use octosat_lanes::{Isa, Lanes, Mask};

use super::compared::Compared;
use super::cull::{offset_from, sides, slack};
use crate::axes::boxes::BoxLanes;
use crate::boxes::store::OrientedBox;
use crate::call::batches::Batches;
use crate::call::dispatch::RowKernel;
use crate::call::queue::Queue;
use crate::shapes::frustum::{Containment, EdgeDirection, Frustum};
use crate::tolerances::FRUSTUM_SLACK;
use crate::vector::{Following, cross, dot, following};

/// The query; see [`crate::Engine::classify`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classify<'a> {
    pub(crate) frustum: &'a Frustum,
}

impl RowKernel<Compared<'_, OrientedBox, ()>> for Classify<'_> {
    type Row = Containment;

    const NANOSECONDS: usize = 8;

    fn rows<I: Isa>(
        self,
        isa: I,
        batches: &Batches<'_, Compared<'_, OrientedBox, ()>>,
        rows: &mut [Containment],
    ) {
        let mut queue = Queue::new();
        batches.for_each_chunk(rows, |part, rows| {
            queue.clear();
            isa.enter(
                #[inline(always)]
                || by_planes(isa, self.frustum, part, Part { rows, queue: &mut queue }),
            );
            queue.forget_from(rows.len());
            if queue.len() > 0 {
                queue.pad::<I>();
                isa.enter_rarely(
                    #[inline(always)]
                    || {
                        by_other_axes(isa, self.frustum, part, Part { rows, queue: &mut queue });
                    },
                );
            }
        });
    }
}

/// The output of the boxes of a part.
struct Part<'a> {
    rows: &'a mut [Containment],
    /// The boxes that continue, by their index in the part.
    queue: &'a mut Queue<0>,
}

/// Compares every box of a part with the planes, and queues those that are undecided.
#[inline(always)]
fn by_planes<I: Isa>(
    isa: I,
    frustum: &Frustum,
    part: &Batches<'_, Compared<'_, OrientedBox, ()>>,
    out: Part<'_>,
) {
    let Part { rows, queue } = out;
    part.for_each_rows(
        isa,
        rows,
        #[inline(always)]
        |first, loaded, _, rows| {
            let sides = sides(isa, frustum, &loaded.a);
            sides.store(rows);
            queue.push(isa, sides.undecided(), first, []);
        },
    );
}

/// Tests the other axes of every queued box, in full batches; the last batch repeats a box.
#[inline(always)]
fn by_other_axes<I: Isa>(
    isa: I,
    frustum: &Frustum,
    part: &Batches<'_, Compared<'_, OrientedBox, ()>>,
    out: Part<'_>,
) {
    let Part { rows, queue } = out;
    let mut next = 0;
    while next < queue.len() {
        let positions = queue.positions::<I>(next);
        let loaded = part.load_at(isa, positions);
        let apart = separated(isa, frustum, &loaded.a).bits();
        for (lane, &position) in positions.iter().enumerate() {
            if apart >> lane & 1 == 1 {
                rows[position as usize] = Containment::Outside;
            }
        }
        next += I::LANES;
    }
}

/// A batch of boxes and the frustum along their axes.
struct Local<F> {
    /// The boxes' axes in world coordinates.
    axes: [[F; 3]; 3],
    half_extents: [F; 3],
    /// The frustum's corners relative to the boxes' centers, along their axes.
    corners: [[F; 3]; 8],
    /// Meters by which a gap on a unit axis must exceed zero.
    slack: F,
}

/// The lanes whose boxes are separated from the frustum by an axis other than the planes.
#[inline(always)]
fn separated<I: Isa>(isa: I, frustum: &Frustum, boxes: &BoxLanes<I::Real>) -> I::Mask {
    let local = local(isa, frustum, boxes);
    let mut apart = by_box_axes(isa, &local);
    for edge in frustum.edges() {
        apart = apart | by_edge(isa, edge, &local);
    }
    apart
}

#[inline(always)]
fn local<I: Isa>(isa: I, frustum: &Frustum, boxes: &BoxLanes<I::Real>) -> Local<I::Real> {
    let offset = offset_from(isa, frustum, boxes.center);
    let axes = boxes.axes(isa);
    let half_extents = boxes.half_extents;
    let mut corners = [[isa.splat(0.0); 3]; 8];
    for (local, corner) in corners.iter_mut().zip(frustum.relative_corners()) {
        let [x, y, z] = *corner;
        let from_center =
            [isa.splat(x) - offset[0], isa.splat(y) - offset[1], isa.splat(z) - offset[2]];
        for k in 0..3 {
            local[k] = dot(from_center, axes[k]);
        }
    }
    let of_frustum = isa.splat(frustum.radius() * FRUSTUM_SLACK);
    let slack = slack(isa, offset, half_extents) + of_frustum;
    Local { axes, half_extents, corners, slack }
}

/// The interval of some points on an axis.
#[derive(Clone, Copy)]
struct Interval<F> {
    low: F,
    high: F,
}

impl<F: Lanes> Interval<F> {
    /// The interval of one point.
    #[inline(always)]
    fn of(point: F) -> Self {
        Self { low: point, high: point }
    }

    /// The interval extended to another point.
    #[inline(always)]
    fn with(self, point: F) -> Self {
        Self { low: point.lesser(self.low), high: point.greater(self.high) }
    }

    /// The lanes in which the interval is farther than `reach` from zero, by more than the slack.
    #[inline(always)]
    fn is_beyond(self, reach: F, slack: F) -> F::Mask {
        slack.less(self.low - reach) | slack.less(-self.high - reach)
    }
}

/// The lanes that one of the box's own axes separates.
#[inline(always)]
fn by_box_axes<I: Isa>(isa: I, local: &Local<I::Real>) -> I::Mask {
    let none = isa.splat(0.0);
    let mut apart = none.less(none);
    for k in 0..3 {
        let mut interval = Interval::of(local.corners[0][k]);
        for corner in &local.corners[1..] {
            interval = interval.with(corner[k]);
        }
        apart = apart | interval.is_beyond(local.half_extents[k], local.slack);
    }
    apart
}

/// The lanes that one of the box's axes times one edge direction separates.
///
/// In the frame of the box, the cross product of the edge `e` and axis k is `e` rotated by a quarter turn in
/// the plane of the other two axes: the projection of a point is a component of its cross product with `e`.
#[inline(always)]
fn by_edge<I: Isa>(isa: I, edge: &EdgeDirection, local: &Local<I::Real>) -> I::Mask {
    let [x, y, z] = edge.direction;
    let world = [isa.splat(x), isa.splat(y), isa.splat(z)];
    let axes = &local.axes;
    let along = [dot(world, axes[0]), dot(world, axes[1]), dot(world, axes[2])];
    let [x, y, z] = cross(local.corners[0], along);
    let mut intervals = [Interval::of(x), Interval::of(y), Interval::of(z)];
    // The first corner is the start of every edge that runs from it, so it is always listed.
    for &corner in &edge.corners()[1..] {
        let [x, y, z] = cross(local.corners[usize::from(corner)], along);
        intervals = [intervals[0].with(x), intervals[1].with(y), intervals[2].with(z)];
    }
    let none = isa.splat(0.0);
    let mut apart = none.less(none);
    for k in 0..3 {
        let Following { first, second } = following(k);
        let [one, other] = [along[first].abs(), along[second].abs()];
        let half_extents = &local.half_extents;
        let reach = half_extents[first] * other + half_extents[second] * one;
        // The axis is no longer than the sum of its components.
        apart = apart | intervals[k].is_beyond(reach, local.slack * (one + other));
    }
    apart
}
