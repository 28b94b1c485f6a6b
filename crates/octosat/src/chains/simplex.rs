//! Up to four points of a convex set: which point between them is nearest to the origin, and whether they surround it.
//!
//! Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in
//! three-dimensional space", 1988. Lanes have no branches: all edges and triangles of a new point are looked at, with the
//! cross products that they share.

use octosat_lanes::{Isa, Lanes, per_axis};

use crate::vector::{cross, difference, dot, moved, scaled, squared};

/// Below this square of its normal, a triangle is an edge, without unit: points are parts of the size of a pair.
const FLAT_SQUARED: f32 = 1e-18;

/// Keeps what is divided by from being zero.
const SMALLEST_SQUARED: f32 = 1e-30;

/// Three points of a set, the same ones again while there are fewer, and the nearest point of the set between them.
#[derive(Clone, Copy)]
pub(super) struct Simplex<I: Isa> {
    points: [[I::Real; 3]; 3],
    pub(super) nearest: [I::Real; 3],
}

/// A simplex with another point, which one of its points was left out for.
pub(super) struct Grown<I: Isa> {
    pub(super) simplex: Simplex<I>,
    /// Where the origin is between all four points.
    pub(super) surrounds: I::Mask,
}

/// The nearest point of an edge or a triangle, and the square of its distance.
#[derive(Clone, Copy)]
struct Nearest<I: Isa> {
    point: [I::Real; 3],
    squared: I::Real,
}

/// A corner of a simplex, as seen from the new point.
#[derive(Clone, Copy)]
struct Edge<I: Isa> {
    vector: [I::Real; 3],
    /// The new point times it.
    cross: [I::Real; 3],
    /// The end that is nearer to the origin, and where it is the corner.
    near: Nearest<I>,
    is_corner: I::Mask,
}

/// The triangle of a new point and two edges.
struct Triangle<I: Isa> {
    normal: [I::Real; 3],
    /// How far its plane is along the normal, at its length.
    height: I::Real,
}

impl<I: Isa> Simplex<I> {
    /// A point of the set.
    #[inline(always)]
    pub(super) fn of_point(point: [I::Real; 3]) -> Self {
        Self { points: [point; 3], nearest: point }
    }

    /// Adds a point of the set that is farther towards the origin. So the nearest point is on an edge or a triangle of it.
    #[inline(always)]
    pub(super) fn grown(&self, isa: I, point: [I::Real; 3]) -> Grown<I> {
        let corners @ [x, y, z] = self.points;
        let edges @ [to_x, to_y, to_z] = per_axis(
            #[inline(always)]
            |k| Edge::new(point, corners[k]),
        );
        let triangles @ [xy, yz, zx] =
            &[Triangle::new(to_x, to_y), Triangle::new(to_y, to_z), Triangle::new(to_z, to_x)];
        let on_x = to_x.nearest(isa).or(to_y.nearest(isa)).0;
        let on_xy = on_x.or(xy.nearest(isa, [to_x, to_y])).0;
        let on_yz = to_z.nearest(isa).or(yz.nearest(isa, [to_y, to_z])).0;
        let (nearest, is_other) = on_xy.or(on_yz);
        let kept = [select(is_other, y, x), select(is_other, z, y)];
        let (nearest, is_other) = nearest.or(zx.nearest(isa, [to_z, to_x]));
        let kept = [select(is_other, z, kept[0]), select(is_other, x, kept[1])];
        let simplex = Self { points: [kept[0], kept[1], point], nearest: nearest.point };
        Grown { simplex, surrounds: surrounds(isa, triangles, edges[2]) }
    }
}

impl<I: Isa> Edge<I> {
    #[inline(always)]
    fn new(point: [I::Real; 3], corner: [I::Real; 3]) -> Self {
        let vector = difference(corner, point);
        let (near, is_corner) = Nearest::of(point).or(Nearest::of(corner));
        Self { vector, cross: cross(point, vector), near, is_corner }
    }

    /// Seen from the nearer end: from the other one, rounding is off by a part of the length of the edge.
    #[inline(always)]
    fn nearest(&self, isa: I) -> Nearest<I> {
        let length_squared = squared(self.vector).greater(isa.splat(SMALLEST_SQUARED));
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let along = -dot(self.near.point, self.vector) / length_squared;
        let [least, most] =
            [Lanes::select(self.is_corner, -one, zero), Lanes::select(self.is_corner, zero, one)];
        Nearest::of(moved(self.near.point, self.vector, along.greater(least).lesser(most)))
    }
}

impl<I: Isa> Triangle<I> {
    /// Seen from its nearest corner: rounding turns the normal of a thin triangle, which moves its plane by the less the nearer
    /// the corner is that it goes through.
    #[inline(always)]
    fn new(a: Edge<I>, b: Edge<I>) -> Self {
        let normal = cross(a.vector, b.vector);
        Self { normal, height: dot(a.near.or(b.near).0.point, normal) }
    }

    /// None if it is on an edge, or if the triangle is flat. The parts of both edges are those of the origin's projection.
    #[inline(always)]
    fn nearest(&self, isa: I, [a, b]: [Edge<I>; 2]) -> Nearest<I> {
        let length_squared = squared(self.normal);
        let [along_a, along_b] = [-dot(b.cross, self.normal), dot(a.cross, self.normal)];
        let zero = isa.splat(0.0);
        let is_inside = zero.at_most(along_a)
            & zero.at_most(along_b)
            & (along_a + along_b).at_most(length_squared)
            & isa.splat(FLAT_SQUARED).less(length_squared);
        let part = self.height / length_squared;
        let point = scaled(self.normal, part);
        let squared = Lanes::select(is_inside, self.height * part, isa.splat(f32::INFINITY));
        Nearest { point, squared }
    }
}

impl<I: Isa> Nearest<I> {
    #[inline(always)]
    fn of(point: [I::Real; 3]) -> Self {
        Self { point, squared: squared(point) }
    }

    /// The nearer one, and where it is the other one.
    #[inline(always)]
    fn or(self, other: Self) -> (Self, I::Mask) {
        let is_other = other.squared.less(self.squared);
        let point = select(is_other, other.point, self.point);
        (Self { point, squared: Lanes::select(is_other, other.squared, self.squared) }, is_other)
    }
}

/// The lanes in which the origin is inside the tetrahedron of three triangles at a new point, given the edge across the first
/// one. Its parts along the edges are heights over the volume.
#[inline(always)]
fn surrounds<I: Isa>(isa: I, triangles: &[Triangle<I>; 3], across: Edge<I>) -> I::Mask {
    let volume = dot(triangles[0].normal, across.vector);
    let [x, y, z] = per_axis(
        #[inline(always)]
        |k| -(triangles[k].height * volume),
    );
    let zero = isa.splat(0.0);
    zero.less(x) & zero.less(y) & zero.less(z) & ((x + y) + z).less(volume * volume)
}

/// A vector in some lanes, and another one in the others.
#[inline(always)]
fn select<F: Lanes>(mask: F::Mask, yes: [F; 3], no: [F; 3]) -> [F; 3] {
    per_axis(
        #[inline(always)]
        |k| Lanes::select(mask, yes[k], no[k]),
    )
}
