//! Capsules against capsules: the closest places of both cores, and the part of a's core that b's core runs along.

use octosat_lanes::{Isa, Lanes};

use super::closest_points::Products;
use super::compared::LoadedPairs;
use super::piece::{Piece, quotient, unit};
use super::round_capsules::{CapsuleSide, Place, Places};
use super::sphere::measured;
use super::toward::{Toward, reach};
use crate::shapes::capsule::Capsule;
use crate::tolerances::REACH_NOISE;
use crate::vector::{dot, moved};

/// The squared sine from which on the cross product of two cores is taken for their common perpendicular, without unit:
/// a sine of 5e-4.
///
/// Rounding turns the cross product by up to 3.5 units of roundoff divided by the sine. At a smaller sine that is more
/// than the cores themselves are turned against each other.
const CROSSED_SINE_SQUARED: f32 = 2.5e-7;

/// The squared sine up to which two cores count as side by side, without unit: a sine of 0.05.
///
/// A capsule that lies along another rests on two contacts. Crossed by a tenth of a radian or more, it rests on one.
const ALONG_SINE_SQUARED: f32 = 0.0025;

/// How much less deep than the pair the deeper end of the part side by side may be, as a part of the sum of the radii.
///
/// The ends of long cores that are slightly crossed are farther apart than the places in between, which then are the
/// contact. It is also the least length of that part.
const LARGEST_LOSS: f32 = 0.02;

/// Two capsules, and their closest places.
#[derive(Clone, Copy)]
pub(crate) struct FromCore<I: Isa> {
    products: Products<I>,
    along: [I::Real; 2],
    radii: [I::Real; 2],
    normal: [I::Real; 3],
    distance: I::Real,
    noise: I::Real,
}

impl CapsuleSide for Capsule {
    type Seen<I: Isa> = FromCore<I>;

    #[inline(always)]
    fn seen<I: Isa>(isa: I, batch: &LoadedPairs<I, Self, Self>) -> FromCore<I> {
        let pieces = [Piece::of_capsule(isa, &batch.a), Piece::of_capsule(isa, &batch.b)];
        let products = Products::new(pieces);
        let closest = products.refined(isa);
        let noise = isa.splat(REACH_NOISE) * reach(products.apart, [&pieces[0], &pieces[1]]);
        let [x, y, z] = closest.between;
        let gap = [-x, -y, -z];
        let toward = Toward::new(
            isa,
            gap,
            noise,
            #[inline(always)]
            || products.perpendicular(isa, gap),
        );
        FromCore {
            products,
            along: [closest.along_a, closest.along_b],
            radii: [batch.a.radius, batch.b.radius],
            normal: toward.normal,
            distance: toward.distance,
            noise,
        }
    }

    #[inline(always)]
    fn depth<I: Isa>(_isa: I, seen: &FromCore<I>) -> [I::Real; 4] {
        let [x, y, z] = seen.normal;
        [x, y, z, (seen.radii[0] + seen.radii[1]) - seen.distance]
    }

    #[inline(always)]
    fn places<I: Isa>(isa: I, seen: &FromCore<I>) -> Places<I> {
        let products = &seen.products;
        let [start, end] = seen.part_along(isa);
        let [first, second] = [seen.end(isa, start, 0.0), seen.end(isa, end, 1.0)];
        let [_, _, _, depth] = Self::depth(isa, seen);
        let loss = isa.splat(LARGEST_LOSS) * (seen.radii[0] + seen.radii[1]) + seen.noise;
        let long = start - end;
        let long = (loss * loss).less(long * long * products.aa);
        let kept = (depth - loss).at_most(second.depth.greater(first.depth));
        let two = !products.crossed(isa, ALONG_SINE_SQUARED) & kept & long;
        let closest = Place { point: seen.on_a(seen.along[0]), depth, feature: seen.feature(isa) };
        let first = Place::select(two, &first, &closest);
        Places { both: [first, second], two, noise: seen.noise }
    }
}

impl<I: Isa> FromCore<I> {
    /// The places of a over the start and over the end of b.
    #[inline(always)]
    fn part_along(&self, isa: I) -> [I::Real; 2] {
        let Products { pieces: [a, b], aa, ab, a_apart, .. } = &self.products;
        let start = quotient(isa, -*a_apart, *aa);
        let end = *ab * b.length - *a_apart;
        [a.clamped(isa, start), a.clamped(isa, quotient(isa, end, *aa))]
    }

    /// A place of a over the end of b with this feature number.
    #[inline(always)]
    fn end(&self, isa: I, along: I::Real, feature: f32) -> Place<I> {
        let Products { pieces: [a, b], apart, bb, ab, b_apart, .. } = &self.products;
        let along_b = quotient(isa, *ab * along + *b_apart, *bb);
        let along_b = b.clamped(isa, along_b);
        let between = moved(moved(*apart, a.unit, along), b.unit, -along_b);
        let distance = measured(isa, between).distance;
        let depth = (self.radii[0] + self.radii[1]) - distance;
        let feature = self.at_end_of_a(isa, along, isa.splat(feature));
        Place { point: self.on_a(along), depth, feature }
    }

    /// The feature number of a's start or end, or `other` between them.
    #[inline(always)]
    fn at_end_of_a(&self, isa: I, along: I::Real, other: I::Real) -> I::Real {
        let at_end = along.equals(self.products.pieces[0].length);
        let feature = Lanes::select(at_end, isa.splat(3.0), other);
        Lanes::select(along.equals(isa.splat(0.0)), isa.splat(2.0), feature)
    }

    /// The feature number of the closest places.
    #[inline(always)]
    fn feature(&self, isa: I) -> I::Real {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let feature = self.at_end_of_a(isa, self.along[0], isa.splat(4.0));
        let at_end = self.along[1].equals(self.products.pieces[1].length);
        let feature = Lanes::select(at_end, one, feature);
        Lanes::select(self.along[1].equals(zero), zero, feature)
    }

    /// The place of a's surface outward from this place of its core.
    #[inline(always)]
    fn on_a(&self, along: I::Real) -> [I::Real; 3] {
        let core = self.products.pieces[0].point(along);
        moved(core, self.normal, self.radii[0])
    }
}

impl<I: Isa> Products<I> {
    /// The direction perpendicular to both cores on the side of the gap. If they are parallel or one is a point, it is
    /// that of the longer one.
    #[inline(always)]
    fn perpendicular(&self, isa: I, gap: [I::Real; 3]) -> [I::Real; 3] {
        let [a, b] = &self.pieces;
        let crossed = self.crossed(isa, CROSSED_SINE_SQUARED);
        let longer = a.size().less(b.size());
        let [of_a, of_b] = [a.perpendicular(isa), b.perpendicular(isa)];
        let across = unit(self.normal);
        let backwards = dot(self.normal, gap).less(isa.splat(0.0));
        let mut normal = across;
        for k in 0..3 {
            let across = Lanes::select(backwards, -across[k], across[k]);
            let along = Lanes::select(longer, of_b[k], of_a[k]);
            normal[k] = Lanes::select(crossed, across, along);
        }
        normal
    }
}
