//! How far points and balls are from a solid: the signed distance, and a distance that is certain.
//!
//! A point is turned into the frame of the solid, where the distance is that of a box, a segment or a rectangle. So it
//! needs no search for a direction, as other pairs with a round solid do.

use octosat_lanes::{Isa, Lanes, folded, per_axis};

use super::body::{Body, Placed};
use crate::tolerances::{SMALLEST_FAR, STORED_OFFSET_ERROR};
use crate::vector::{difference, dot, squared, sum_of_magnitudes};

/// The signed distance of a point from the surface of a solid, in meters: negative inside, where it is the least distance
/// to a face of a box, to the surface of a capsule, or to the side or an end of a cylinder.
///
/// If it is positive, rounding is off it by at most [`error_of_point`].
#[inline(always)]
pub(super) fn signed_distance<I: Isa>(isa: I, body: &Body<'_, I>, point: [I::Real; 3]) -> I::Real {
    let placed = Placed::new(isa, body);
    placed.signed_distance(isa, difference(point, placed.center))
}

/// How far two solids are certainly apart of which one is a ball, in meters; negative if they overlap. None if no one is, or if
/// the other one is a hull, which has no formula.
#[inline(always)]
pub(super) fn separation_of_balls<I: Isa>(
    isa: I,
    a: &Body<'_, I>,
    b: &Body<'_, I>,
) -> Option<I::Real> {
    if b.is_ball && !a.is_hull() {
        return Some(separation_of_ball(isa, a, b.core.center, isa.splat(b.radius)));
    }
    if a.is_ball && !b.is_hull() {
        return Some(separation_of_ball(isa, b, a.core.center, isa.splat(a.radius)));
    }
    None
}

/// How far a ball is certainly apart from a solid, in meters, given its center and its radius; negative if they overlap.
#[inline(always)]
fn separation_of_ball<I: Isa>(
    isa: I,
    body: &Body<'_, I>,
    center: [I::Real; 3],
    radius: I::Real,
) -> I::Real {
    let distance = signed_distance(isa, body, center);
    (distance - radius) - error_of_point(isa, difference(center, body.core.center))
}

/// How far rounding can be off the distance of a point from a solid, or of a ball around the point, if this is positive:
/// in meters, given the offset of the point from the center of the solid.
///
/// The chapter on error bounds has the sum. Squares of distances below [`SMALLEST_FAR`] leave the normal range of `f32`.
#[inline(always)]
fn error_of_point<I: Isa>(isa: I, offset: [I::Real; 3]) -> I::Real {
    isa.splat(STORED_OFFSET_ERROR) * sum_of_magnitudes(offset) + isa.splat(SMALLEST_FAR)
}

impl<I: Isa> Placed<'_, I> {
    /// The signed distance of a point, from its offset from the center.
    #[inline(always)]
    fn signed_distance(&self, isa: I, offset: [I::Real; 3]) -> I::Real {
        let beyond = self.beyond(isa, offset);
        let nearest = folded::<3, _>(
            isa.splat(f32::NEG_INFINITY),
            #[inline(always)]
            |nearest, k| beyond[k].greater(nearest),
        );
        let zero = isa.splat(0.0);
        let distance = outside_squared(zero, beyond).sqrt() + nearest.lesser(zero);
        if self.is_disk { distance } else { distance - self.radius }
    }

    /// Whether points are within some meters of the solid, at least zero, except for rounding.
    #[inline(always)]
    pub(super) fn is_within(&self, isa: I, offset: [I::Real; 3], within: I::Real) -> I::Mask {
        let reach = if self.is_disk { within } else { within + self.radius };
        outside_squared(isa.splat(0.0), self.beyond(isa, offset)).at_most(reach * reach)
    }

    /// How far a point is beyond each side of the core, or beyond the side and the ends of a cylinder.
    ///
    /// The core of a capsule is a segment: no point is inside it.
    #[inline(always)]
    fn beyond(&self, isa: I, offset: [I::Real; 3]) -> [I::Real; 3] {
        let [x, y, z] = per_axis(
            #[inline(always)]
            |k| dot(self.axes[k], offset).abs(),
        );
        let [half_x, half_y, half_z] = self.core;
        if self.is_disk {
            let across = (x * x + y * y).sqrt() - self.radius;
            return [across, z - half_z, isa.splat(f32::NEG_INFINITY)];
        }
        [x - half_x, y - half_y, z - half_z]
    }
}

/// The squared distance from a box, from how far a point is beyond each of its sides.
#[inline(always)]
fn outside_squared<F: Lanes>(zero: F, beyond: [F; 3]) -> F {
    squared(per_axis(
        #[inline(always)]
        |k| beyond[k].greater(zero),
    ))
}

#[cfg(test)]
mod tests {
    use octosat_lanes::{Scalar, math};

    use super::super::solid::Solid;
    use super::*;
    use crate::boxes::rotation::{axis, round};
    use crate::boxes::store::{BoxPose, OrientedBox};

    /// How far a certain distance may be below the exact one, for each meter between the centers, without unit: twice the
    /// sum of three magnitudes by [`STORED_OFFSET_ERROR`].
    const BELOW: f64 = 2.0 * 1.733 * STORED_OFFSET_ERROR as f64;

    /// Numbers that look random: a linear congruential generator (Knuth, "The Art of Computer Programming", 3.3.4).
    struct Numbers(u64);

    impl Numbers {
        /// The next one, between minus one and one.
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let high = u32::try_from(self.0 >> 32).expect("32 bits are left");
            f64::from(high) / f64::from(u32::MAX / 2) - 1.0
        }

        fn vector(&mut self, scale: f64) -> [f32; 3] {
            [0; 3].map(|_| round(scale * self.next()))
        }

        /// A length of up to a meter, in meters; of most, some powers of two less.
        fn scale(&mut self) -> f64 {
            let mut length = 1.0 - 0.4 * self.next().abs();
            while self.next() > -0.7 {
                length *= 0.5;
            }
            length
        }

        /// The same, or zero.
        fn length(&mut self) -> f32 {
            if self.next() > 0.8 { 0.0 } else { round(self.scale()) }
        }

        fn pose(&mut self) -> BoxPose {
            let scale = 64.0 * self.scale();
            BoxPose::new(self.vector(scale), self.rotation())
        }

        fn rotation(&mut self) -> [f32; 4] {
            let numbers = [0; 4].map(|_| self.next());
            let length = math::sqrt(numbers.iter().map(|number| number * number).sum());
            numbers.map(|number| round(number / length))
        }

        fn solid(&mut self, number: usize) -> Solid {
            let [a, b, c] = [0; 3].map(|_| self.length());
            match number % 4 {
                0 => OrientedBox { pose: self.pose(), half_extents: [a, b, c] }.into(),
                1 => Solid::cylinder(self.pose(), a + 1e-3, c),
                2 => Solid::capsule(self.pose(), a, c),
                _ => Solid::capsule(self.pose(), a, 0.0),
            }
        }
    }

    /// The signed distance in float64, from the nearest point of the core or, inside, of each face.
    fn exact(solid: &Solid, point: [f32; 3]) -> f64 {
        let offset = [0, 1, 2].map(|k| f64::from(point[k]) - f64::from(solid.pose.center[k]));
        let local = [0, 1, 2].map(|k| {
            let axis = axis(solid.pose.rotation, k);
            (0..3).map(|i| axis[i] * offset[i]).sum::<f64>()
        });
        let [half, radius] = [solid.half_extents().map(f64::from), [f64::from(solid.radius); 3]];
        let core = solid.core.map(f64::from);
        let across = math::sqrt(local[0] * local[0] + local[1] * local[1]);
        let gaps = if solid.is_disk() {
            [across - radius[0], local[2].abs() - half[2], f64::NEG_INFINITY]
        } else {
            [0, 1, 2].map(|k| local[k].abs() - core[k])
        };
        let deepest = gaps.iter().fold(f64::NEG_INFINITY, |most, &gap| most.max(gap));
        let off = gaps.map(|gap| gap.max(0.0));
        let far = math::sqrt(off.iter().map(|gap| gap * gap).sum());
        let core_radius = if solid.is_disk() { 0.0 } else { radius[0] };
        if deepest > 0.0 { far - core_radius } else { deepest - core_radius }
    }

    #[test]
    fn separations_of_balls_are_certain_and_near() {
        let mut numbers = Numbers(1);
        let mut apart = 0;
        for number in 0..200_000 {
            let solid = numbers.solid(number).checked(0).expect("a valid solid");
            let body = Body::of_obstacle(Scalar, &solid);
            let scale = 3.0 * numbers.scale();
            let around = numbers.vector(scale);
            let point = [0, 1, 2].map(|k| solid.pose.center[k] + around[k]);
            let radius = numbers.length();
            let exact = exact(&solid, point);
            let offset = [0, 1, 2].map(|k| f64::from(point[k]) - f64::from(solid.pose.center[k]));
            let between = math::sqrt(offset.iter().map(|length| length * length).sum());
            let size = solid.bounding_radius() + f64::from(radius) + between;

            let inside = f64::from(signed_distance(Scalar, &body, point));
            assert!((inside - exact).abs() <= BELOW * size, "{number}: {inside} {exact}");

            let found = f64::from(separation_of_ball(Scalar, &body, point, radius));
            let gap = exact - f64::from(radius);
            assert!(found <= gap.max(0.0), "{number}: {found} {gap}");
            if gap > 0.0 {
                apart += 1;
                let least = gap - BELOW * between - 2.0 * f64::from(SMALLEST_FAR);
                assert!(found >= least, "{number}: {found} {gap}");
            }
        }
        assert!(apart > 50_000, "{apart}");
    }
}
