//! Reported results about two rectangles, and checks of them.

use super::outline::Segment;
use super::rectangles::{Corners, Point, ReferenceRectangles};
use crate::tolerances::{EDGE_TIE, POSITION_FACTOR, RECTANGLE_POINT_FACTOR, UNIT_ROUNDOFF};
use crate::vector::{difference, dot, length, moved};

/// A reported row: normal, depth and number of the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleAnswer {
    /// Unit, world, from a to b, or zero.
    pub normal: [f32; 2],
    /// Meters, positive for overlap.
    pub depth: f32,
    /// The axis: 0 and 1 are those of a, 2 and 3 those of b.
    pub axis: u8,
}

/// The reported kind of contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RectangleKind {
    /// No contact.
    Separated,
    /// A contact along an axis.
    Face,
    /// A contact between two corners of separated rectangles.
    Closest,
    /// A contact of overlapping rectangles whose edges, by rounding, do not face each other.
    Fallback,
}

/// A reported contact of two rectangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleContactAnswer<'a> {
    /// Normal, depth and axis.
    pub row: RectangleAnswer,
    /// The kind of contact.
    pub kind: RectangleKind,
    /// The points.
    pub points: &'a [RectanglePointAnswer],
}

/// A reported contact point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectanglePointAnswer {
    /// World, meters.
    pub position: [f32; 2],
    /// Meters along the normal.
    pub depth: f32,
    /// 0 to 3 a corner of b, 4 to 7 a corner of a, 8 + 4 · (corner of a) + (corner of b) both.
    pub feature: u32,
}

/// A way in which an answer is wrong; numbers are errors in meters, larger than the error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RectangleFault {
    /// The depth is not that of the best axis, or not the distance.
    Depth(f64),
    /// The axis is worse than the best one.
    Axis(f64),
    /// The normal is not a unit vector, or it is zero and must not be, or the other way round.
    Normal,
    /// The rectangles have another separation along the normal than the reported one.
    AlongNormal(f64),
    /// A contact of rectangles that are farther apart than the margin, or none of nearer ones.
    Presence(f64),
    /// The two surface points of a contact are not on the outlines.
    Point(f64),
    /// A point is not at the corners of its feature.
    Name(f64),
    /// Two points have the same feature.
    SameName,
    /// The deepest point is not as deep as the contact.
    Deepest(f64),
    /// There is no point at an end of the common part of the two edges.
    Missing(f64),
}

impl ReferenceRectangles {
    /// Whether a boolean may be right, given the error bound.
    #[must_use]
    pub fn allows_overlap(&self, overlaps: bool, margin: f32) -> bool {
        let beyond = self.separation - f64::from(margin);
        if overlaps { beyond <= self.error_bound } else { beyond >= -self.error_bound }
    }

    /// Everything that is wrong with a row. The margin is that of the query, meters.
    #[must_use]
    pub fn faults(&self, answer: &RectangleAnswer, margin: f32) -> Vec<RectangleFault> {
        let mut faults = Vec::new();
        self.check_axis(answer, &mut faults);
        self.check_normal(answer, self.separation, margin, &mut faults);
        faults
    }

    /// Checks that the depth is that of the best axis, and that the reported axis is as good.
    fn check_axis(&self, answer: &RectangleAnswer, faults: &mut Vec<RectangleFault>) {
        let error = (f64::from(answer.depth) + self.separation).abs();
        if !within(error, self.error_bound) {
            faults.push(RectangleFault::Depth(error));
        }
        let loss = match self.axis_separations.get(usize::from(answer.axis)) {
            Some(separation) => self.separation - separation,
            None => f64::INFINITY,
        };
        if !within(loss, 2.0 * self.axis_bound) {
            faults.push(RectangleFault::Axis(loss));
        }
    }

    fn check_normal(
        &self,
        answer: &RectangleAnswer,
        gap: f64,
        margin: f32,
        faults: &mut Vec<RectangleFault>,
    ) {
        let normal = answer.normal.map(f64::from);
        let zero = length(normal) < 0.5;
        let beyond = gap - f64::from(margin);
        if (zero && beyond < -self.error_bound) || (!zero && beyond > self.error_bound) {
            faults.push(RectangleFault::Normal);
        }
        if zero {
            return;
        }
        let deviation = self.a.deviation + self.b.deviation + 8.0 * UNIT_ROUNDOFF;
        if !within((length(normal) - 1.0).abs(), deviation) {
            faults.push(RectangleFault::Normal);
        }
        // Only in this direction: along the opposite one, the rectangles would be far deeper.
        let error = (self.separation_along(normal) + f64::from(answer.depth)).abs();
        if !within(error, self.normal_bound(gap)) {
            faults.push(RectangleFault::AlongNormal(error));
        }
    }

    /// The error bound of the separation along a normal. Between two corners the normal is the direction of a
    /// small gap. The error of the gap turns it, and the turn changes the reach of the rectangles.
    fn normal_bound(&self, gap: f64) -> f64 {
        let turned = if gap > 0.0 { (self.a.extent + self.b.extent) / gap } else { 0.0 };
        RECTANGLE_POINT_FACTOR * self.axis_bound + self.point_bound() * turned
    }

    /// Meters by which a point, or a distance of corners, computed in float32 may be off.
    #[must_use]
    pub fn point_bound(&self) -> f64 {
        RECTANGLE_POINT_FACTOR * self.error_bound
    }

    /// Everything that is wrong with a contact. The margin is that of the query, meters.
    #[must_use]
    pub fn contact_faults(
        &self,
        answer: &RectangleContactAnswer<'_>,
        margin: f32,
    ) -> Vec<RectangleFault> {
        let mut faults = Vec::new();
        let (gap, error_bound) = (self.gap(), self.point_bound());
        let beyond = gap - f64::from(margin);
        let present = !answer.points.is_empty();
        if (present && beyond > error_bound) || (!present && beyond < -error_bound) {
            faults.push(RectangleFault::Presence(beyond));
        }
        if present != (answer.kind != RectangleKind::Separated) {
            faults.push(RectangleFault::Presence(beyond));
        }
        if !present {
            self.check_axis(&answer.row, &mut faults);
            return faults;
        }
        let error = (f64::from(answer.row.depth) + gap).abs();
        if !within(error, error_bound) {
            faults.push(RectangleFault::Depth(error));
        }
        self.check_normal(&answer.row, gap, margin + narrow_up(error_bound), &mut faults);
        for point in answer.points {
            self.check_point(answer, point, &mut faults);
        }
        self.check_points_together(answer, &mut faults);
        if answer.kind == RectangleKind::Face {
            self.check_ends(answer, margin, &mut faults);
        }
        faults
    }

    fn check_point(
        &self,
        answer: &RectangleContactAnswer<'_>,
        point: &RectanglePointAnswer,
        faults: &mut Vec<RectangleFault>,
    ) {
        let error_bound = self.point_bound() + self.position_bound(point.position);
        let [on_a, on_b] = self.ends(answer, point);
        let error = if answer.kind == RectangleKind::Fallback {
            self.a.distance_to(on_a).max(self.b.distance_to(on_b))
        } else {
            self.a.boundary_distance(on_a).max(self.b.boundary_distance(on_b))
        };
        if !within(error, error_bound) {
            faults.push(RectangleFault::Point(error));
        }
        let away = |corners: &Corners, number: u32, end: Point| {
            length(difference(corners.by_number[(number % 4) as usize], end))
        };
        let error = match point.feature {
            number @ 0..=3 => away(&self.b, number, on_b),
            number @ 4..=7 => away(&self.a, number, on_a),
            pair @ 8..=23 => away(&self.a, (pair - 8) / 4, on_a).max(away(&self.b, pair - 8, on_b)),
            _ => f64::INFINITY,
        };
        if answer.kind != RectangleKind::Fallback && !within(error, error_bound) {
            faults.push(RectangleFault::Name(error));
        }
    }

    /// The surface points of a and of b; the contact point is half-way between them.
    fn ends(
        &self,
        answer: &RectangleContactAnswer<'_>,
        point: &RectanglePointAnswer,
    ) -> [Point; 2] {
        let (middle, half) = (self.local(point.position), 0.5 * f64::from(point.depth));
        let normal = answer.row.normal.map(f64::from);
        [moved(middle, half, normal), moved(middle, -half, normal)]
    }

    /// How far rounding may move a world position, meters.
    fn position_bound(&self, position: [f32; 2]) -> f64 {
        let size = length(position.map(f64::from)) + length(self.origin.map(f64::from));
        POSITION_FACTOR * UNIT_ROUNDOFF * size
    }

    fn check_points_together(
        &self,
        answer: &RectangleContactAnswer<'_>,
        faults: &mut Vec<RectangleFault>,
    ) {
        if let [first, second] = answer.points
            && first.feature == second.feature
        {
            faults.push(RectangleFault::SameName);
        }
        let depths = answer.points.iter().map(|point| f64::from(point.depth));
        let error = (depths.fold(f64::NEG_INFINITY, f64::max) - f64::from(answer.row.depth)).abs();
        if !within(error, self.point_bound()) {
            faults.push(RectangleFault::Deepest(error));
        }
    }

    /// Checks that both ends of the common part of the facing edges are points, if they are within the margin.
    fn check_ends(
        &self,
        answer: &RectangleContactAnswer<'_>,
        margin: f32,
        faults: &mut Vec<RectangleFault>,
    ) {
        let normal = answer.row.normal.map(f64::from);
        let backwards = normal.map(|component| -component);
        let (Some(edge_a), Some(edge_b)) = (facing(&self.a, normal), facing(&self.b, backwards))
        else {
            return;
        };
        let tangent = [-normal[1], normal[0]];
        let [on_a, on_b] = [edge_a, edge_b].map(|edge| interval(edge, tangent));
        for end in [on_a[0].max(on_b[0]), on_a[1].min(on_b[1])] {
            let [Some(height_a), Some(height_b)] =
                [edge_a, edge_b].map(|edge| height_at(edge, tangent, normal, end))
            else {
                continue;
            };
            if height_a - height_b < self.point_bound() - f64::from(margin) {
                continue;
            }
            let nearest = answer
                .points
                .iter()
                .map(|point| (dot(self.local(point.position), tangent) - end).abs())
                .fold(f64::INFINITY, f64::min);
            let error_bound = self.point_bound() + self.position_bound(answer.points[0].position);
            if !within(nearest, error_bound) {
                faults.push(RectangleFault::Missing(nearest));
            }
        }
    }
}

/// The edge whose normal is most aligned with a direction; none if two are nearly equally aligned.
fn facing(corners: &Corners, direction: Point) -> Option<Segment<2>> {
    let cosines: [f64; 4] = std::array::from_fn(|edge| dot(corners.outward(edge), direction));
    let best = (0..4).max_by(|&i, &j| cosines[i].total_cmp(&cosines[j]))?;
    let rival = (0..4).filter(|&edge| edge != best).map(|edge| cosines[edge]);
    let second = rival.fold(f64::NEG_INFINITY, f64::max);
    (cosines[best] - second > EDGE_TIE).then(|| corners.edges()[best])
}

/// The position of an edge along the normal, at a place along the tangent; none beyond its ends.
fn height_at(edge: Segment<2>, tangent: Point, normal: Point, place: f64) -> Option<f64> {
    let [from, to] = [edge.start, edge.end].map(|end| dot(end, tangent));
    if place < from.min(to) || place > from.max(to) {
        return None;
    }
    let width = to - from;
    let part = if width.abs() > 0.0 { (place - from) / width } else { 0.0 };
    Some(dot(edge.at(part), normal))
}

/// Whether an error is within an error bound. A NaN is not.
fn within(error: f64, error_bound: f64) -> bool {
    error <= error_bound
}

/// An error bound in float32, rounded up.
#[expect(clippy::cast_possible_truncation, reason = "the next float32 is taken")]
fn narrow_up(error_bound: f64) -> f32 {
    (error_bound as f32).next_up()
}

/// The interval that a segment covers along a direction.
fn interval(segment: Segment<2>, direction: Point) -> [f64; 2] {
    let [first, second] = [segment.start, segment.end].map(|end| dot(end, direction));
    [first.min(second), first.max(second)]
}
