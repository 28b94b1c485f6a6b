//! Segments and rays.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{Isa, Row};

use super::checks::{check_lengths, wrong};
use super::lanes::shape_of_rows;
use crate::error::Error;

/// The least that the largest component of a ray's direction may be, in meters.
///
/// Parameters of points up to [`MAX_LENGTH`] away then stay finite in `f32`.
const SMALLEST_RAY_DIRECTION: f32 = 1e-12;

/// A segment: the points between two ends, both included, in meters, world coordinates.
///
/// The ends may be the same point. Each point of the segment has a parameter, from 0 at the start to 1 at the end.
/// Two rows, each of three coordinates and a number that the engine writes as zero and ignores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Segment {
    start: Row,
    end: Row,
}

/// A ray: the points from an origin on in one direction, in meters, world coordinates.
///
/// The direction may have any length that is not almost zero. The point with the parameter t is
/// `origin + t · direction`. So parameters are meters if the direction has unit length. Two rows, as for a
/// [`Segment`].
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Ray {
    origin: Row,
    direction: Row,
}

impl Segment {
    /// The segment between two points.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 1e12 m.
    pub fn new(start: [f32; 3], end: [f32; 3]) -> Result<Self, Error> {
        check_lengths("start", &start)?;
        check_lengths("end", &end)?;
        Ok(Self { start: row(start), end: row(end) })
    }

    /// The point of parameter 0, in meters.
    #[must_use]
    pub fn start(&self) -> [f32; 3] {
        three(self.start)
    }

    /// The point of parameter 1, in meters.
    #[must_use]
    pub fn end(&self) -> [f32; 3] {
        three(self.end)
    }
}

impl Ray {
    /// The ray from a point in a direction.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 1e12 m, or a direction whose components are all
    /// below 1e-12 m.
    pub fn new(origin: [f32; 3], direction: [f32; 3]) -> Result<Self, Error> {
        check_lengths("origin", &origin)?;
        check_lengths("direction", &direction)?;
        if direction.iter().all(|component| component.abs() < SMALLEST_RAY_DIRECTION) {
            let limit = SMALLEST_RAY_DIRECTION;
            return Err(wrong("direction", format_args!("has no component of at least {limit:e}")));
        }
        Ok(Self { origin: row(origin), direction: row(direction) })
    }

    /// The point of parameter 0, in meters.
    #[must_use]
    pub fn origin(&self) -> [f32; 3] {
        three(self.origin)
    }

    /// The vector from the point of parameter 0 to the point of parameter 1, in meters.
    #[must_use]
    pub fn direction(&self) -> [f32; 3] {
        three(self.direction)
    }
}

fn row([x, y, z]: [f32; 3]) -> Row {
    Row([x + 0.0, y + 0.0, z + 0.0, 0.0])
}

/// The first three numbers of a row.
pub(super) fn three(Row([x, y, z, _]): Row) -> [f32; 3] {
    [x, y, z]
}

/// A part of a line in lanes: from parameter 0 to the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineLanes<F> {
    pub(crate) start: [F; 3],
    /// From parameter 0 to 1.
    pub(crate) direction: [F; 3],
    /// The largest parameter.
    pub(crate) last: F,
}

shape_of_rows!(Segment: "segments", LineLanes, |isa, rows| between(isa, rows));

shape_of_rows!(Ray: "rays", LineLanes, |isa, rows| endless(isa, rows));

/// The line from a start to an end.
#[inline(always)]
fn between<I: Isa>(isa: I, [start, end]: [[I::Real; 4]; 2]) -> LineLanes<I::Real> {
    LineLanes {
        start: [start[0], start[1], start[2]],
        direction: [end[0] - start[0], end[1] - start[1], end[2] - start[2]],
        last: isa.splat(1.0),
    }
}

/// The line from an origin on, without an end.
#[inline(always)]
fn endless<I: Isa>(isa: I, [origin, direction]: [[I::Real; 4]; 2]) -> LineLanes<I::Real> {
    LineLanes {
        start: [origin[0], origin[1], origin[2]],
        direction: [direction[0], direction[1], direction[2]],
        last: isa.splat(f32::INFINITY),
    }
}
