//! Rays and segments against spheres and capsules: where a line enters and leaves.
//!
//! A capsule is the part of an endless cylinder between two planes, and two balls. If the line enters the cylinder
//! between these planes, it enters the capsule there. Otherwise it can only enter the ball at that end, and misses the
//! capsule if it misses this ball. The same holds for the exit.
//!
//! Where a line meets a ball is computed from its nearest place to the center, because differences of squares
//! cancel far from the ball.

use octosat_lanes::{IntegerLanes, Isa, Lanes};
use octosat_rows::{Face, RayHit};

use super::compared::{Compared, LoadedPairs};
use super::lines::{Hits, Within, store};
use super::piece::{PARALLEL_SEGMENTS_SINE_SQUARED, Piece, quotient};
use super::sphere::measured;
use crate::call::formula::RowFormula;
use crate::shapes::capsule::{Capsule, CapsuleLanes};
use crate::shapes::lanes::InLanes;
use crate::shapes::line::{LineLanes, Ray, Segment};
use crate::shapes::sphere::{Sphere, SphereLanes};
use crate::vector::{difference, dot, moved, squared};

/// A shape that lines can enter and leave through a round surface.
pub(crate) trait LineTarget: InLanes {
    /// The part of the endless line, in its own units.
    fn span<I: Isa>(isa: I, shape: &Self::Lanes<I>, line: &Piece<I>) -> Span<I>;
}

/// The part of a line within a shape: from a place to another, and from infinity to minus infinity if there is none.
#[derive(Clone, Copy)]
pub(crate) struct Span<I: Isa> {
    near: I::Real,
    far: I::Real,
}

/// The part of the line `from + t · direction` whose points are at most `radius` from the origin; all of it or nothing
/// if the direction is zero.
#[inline(always)]
fn chord<I: Isa>(isa: I, from: [I::Real; 3], direction: [I::Real; 3], radius: I::Real) -> Span<I> {
    let infinity = isa.splat(f32::INFINITY);
    let square = squared(direction);
    let nearest = -quotient(isa, dot(from, direction), square);
    let least = measured(isa, moved(from, direction, nearest)).distance;
    // Without a direction, the quotient is infinite, or not a number at the surface.
    let zero = isa.splat(0.0);
    let half = ((radius - least) * (radius + least) / square).greater(zero).sqrt();
    let half = Lanes::select(square.equals(zero), infinity, half);
    let hit = least.at_most(radius);
    Span {
        near: Lanes::select(hit, nearest - half, infinity),
        far: Lanes::select(hit, nearest + half, -infinity),
    }
}

impl LineTarget for Sphere {
    #[inline(always)]
    fn span<I: Isa>(isa: I, sphere: &SphereLanes<I::Real>, line: &Piece<I>) -> Span<I> {
        chord(isa, difference(line.start, sphere.center), line.unit, sphere.radius)
    }
}

impl LineTarget for Capsule {
    #[inline(always)]
    fn span<I: Isa>(isa: I, capsule: &CapsuleLanes<I::Real>, line: &Piece<I>) -> Span<I> {
        let line = LineByCore::new(isa, Piece::of_capsule(isa, capsule), line);
        let radius = capsule.radius;
        let cylinder = chord(isa, line.across, line.direction_across, radius);
        let near = line.ball_at(isa, cylinder.near, radius);
        let far = line.ball_at(isa, cylinder.far, radius);
        let [enters, leaves] =
            [line.is_between_ends(isa, cylinder.near), line.is_between_ends(isa, cylinder.far)];
        Span {
            near: Lanes::select(enters, cylinder.near, near.near) + line.shift,
            far: Lanes::select(leaves, cylinder.far, far.far) + line.shift,
        }
    }
}

/// A line that passes the core of a capsule, seen from its place nearest to the middle of the core.
struct LineByCore<I: Isa> {
    core: Piece<I>,
    /// The line's number of units at that place.
    shift: I::Real,
    /// From the start of the core to that place, and the direction of the line.
    from: [I::Real; 3],
    direction: [I::Real; 3],
    /// The same without their parts along the core.
    across: [I::Real; 3],
    direction_across: [I::Real; 3],
    /// These parts, in units of the core.
    along: I::Real,
    speed: I::Real,
}

impl<I: Isa> LineByCore<I> {
    #[inline(always)]
    fn new(isa: I, core: Piece<I>, line: &Piece<I>) -> Self {
        let direction = line.unit;
        let middle = core.length * isa.splat(0.5);
        let from_middle = moved(difference(line.start, core.start), core.unit, -middle);
        let square = squared(direction);
        let shift = -quotient(isa, dot(from_middle, direction), square);
        let from_middle = moved(from_middle, direction, shift);
        let from = moved(from_middle, core.unit, middle);
        let length = squared(core.unit);
        let along = quotient(isa, dot(from, core.unit), length);
        let speed = quotient(isa, dot(direction, core.unit), length);
        let across = moved(from, core.unit, -along);
        let mut direction_across = moved(direction, core.unit, -speed);
        let least = square * isa.splat(PARALLEL_SEGMENTS_SINE_SQUARED);
        let parallel = squared(direction_across).at_most(least);
        for component in &mut direction_across {
            *component = component.keep(!parallel);
        }
        Self { core, shift, from, direction, across, direction_across, along, speed }
    }

    /// How many units of the core from its start the line is at a place of the line.
    #[inline(always)]
    fn along(&self, isa: I, place: I::Real) -> I::Real {
        // An endless place times a speed of zero is not a number.
        let level = self.speed.equals(isa.splat(0.0));
        Lanes::select(level, self.along, self.along + self.speed * place)
    }

    /// Whether that is within the core.
    #[inline(always)]
    fn is_between_ends(&self, isa: I, place: I::Real) -> I::Mask {
        let along = self.along(isa, place);
        isa.splat(0.0).at_most(along) & along.at_most(self.core.length)
    }

    /// The part of the line within the ball at the end of the core on the side of a place.
    #[inline(always)]
    fn ball_at(&self, isa: I, place: I::Real, radius: I::Real) -> Span<I> {
        let end = self.core.length.keep(isa.splat(0.0).less(self.along(isa, place)));
        let from = moved(self.from, self.core.unit, -end);
        chord(isa, from, self.direction, radius)
    }
}

/// Where lines enter and leave, one row per lane.
#[inline(always)]
fn hits<I: Isa, S: LineTarget>(
    isa: I,
    shape: &S::Lanes<I>,
    line: &LineLanes<I::Real>,
    rows: &mut [RayHit],
) {
    let piece = Piece::of_line(isa, line);
    let span = S::span(isa, shape, &piece);
    let [near, far] = [piece.parameter(isa, span.near), piece.parameter(isa, span.far)];
    let zero = isa.splat(0.0);
    let round = isa.splat_integer(Face::ROUND.to_lane());
    let inside = isa.splat_integer(Face::STARTS_INSIDE.to_lane());
    let within = Within {
        entry: near.greater(zero),
        exit: far.lesser(line.last),
        code: IntegerLanes::select(zero.less(near), round, inside),
    };
    // A NaN passes the comparisons above unnoticed, but not these.
    let hit = near.at_most(far) & within.entry.at_most(within.exit);
    store(isa, &within, hit, rows);
}

impl<S: LineTarget> RowFormula<Compared<'_, S, Ray>> for Hits {
    type Row = RayHit;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Ray>,
        _lengths: I::Real,
        rows: &mut [RayHit],
    ) {
        hits::<I, S>(isa, &batch.a, &batch.b, rows);
    }
}

impl<S: LineTarget> RowFormula<Compared<'_, S, Segment>> for Hits {
    type Row = RayHit;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Segment>,
        _lengths: I::Real,
        rows: &mut [RayHit],
    ) {
        hits::<I, S>(isa, &batch.a, &batch.b, rows);
    }
}
