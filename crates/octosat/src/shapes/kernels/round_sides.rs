//! Capsules seen from spheres and from half-spaces.

use octosat_lanes::{Isa, Lanes};

use super::compared::LoadedPairs;
use super::piece::{Foot, Piece};
use super::round_capsules::{CapsuleSide, Place, Places};
use super::toward::{Toward, reach};
use crate::shapes::capsule::Capsule;
use crate::shapes::half_space::HalfSpace;
use crate::shapes::sphere::Sphere;
use crate::tolerances::REACH_NOISE;
use crate::vector::{difference, dot, is_finite, moved, sum_of_magnitudes};

/// Spheres, and the places of capsules that are nearest.
#[derive(Clone, Copy)]
pub(crate) struct FromCenter<I: Isa> {
    center: [I::Real; 3],
    radii: [I::Real; 2],
    core: Piece<I>,
    along: I::Real,
    toward: Toward<I>,
}

impl CapsuleSide for Sphere {
    type Seen<I: Isa> = FromCenter<I>;

    #[inline(always)]
    fn seen<I: Isa>(isa: I, batch: &LoadedPairs<I, Self, Capsule>) -> FromCenter<I> {
        let center = batch.a.center;
        let core = Piece::of_capsule(isa, &batch.b);
        let Foot { along, gap } = core.foot(isa, center);
        let noise = isa.splat(REACH_NOISE) * reach(difference(center, core.start), [&core]);
        let gap = [-gap[0], -gap[1], -gap[2]];
        let toward = Toward::new(
            isa,
            gap,
            noise,
            #[inline(always)]
            || core.perpendicular(isa),
        );
        FromCenter { center, radii: [batch.a.radius, batch.b.radius], core, along, toward }
    }

    #[inline(always)]
    fn depth<I: Isa>(_isa: I, seen: &FromCenter<I>) -> [I::Real; 4] {
        let [x, y, z] = seen.toward.normal;
        [x, y, z, (seen.radii[0] + seen.radii[1]) - seen.toward.distance]
    }

    #[inline(always)]
    fn places<I: Isa>(isa: I, seen: &FromCenter<I>) -> Places<I> {
        let [zero, one, two] = [isa.splat(0.0), isa.splat(1.0), isa.splat(2.0)];
        let feature = Lanes::select(seen.along.equals(seen.core.length), one, two);
        let feature = Lanes::select(seen.along.equals(zero), zero, feature);
        let point = moved(seen.center, seen.toward.normal, seen.radii[0]);
        let [_, _, _, depth] = Self::depth(isa, seen);
        Places::one(isa, Place { point, depth, feature })
    }
}

/// Planes, and both ends of capsules above them.
#[derive(Clone, Copy)]
pub(crate) struct FromPlane<I: Isa> {
    normal: [I::Real; 3],
    radius: I::Real,
    ends: [[I::Real; 3]; 2],
    /// How far the ends are above the plane.
    heights: [I::Real; 2],
    /// A length that is at least that of the core.
    size: I::Real,
}

impl CapsuleSide for HalfSpace {
    type Seen<I: Isa> = FromPlane<I>;

    #[inline(always)]
    fn seen<I: Isa>(isa: I, batch: &LoadedPairs<I, Self, Capsule>) -> FromPlane<I> {
        let (plane, capsule) = (&batch.a, &batch.b);
        let along = difference(capsule.end, capsule.start);
        let size = sum_of_magnitudes(along);
        let start = dot(plane.normal, capsule.start) - plane.offset;
        // NaN if the plane or an end is not finite, which comparisons of heights do not notice.
        let known = is_finite(isa, start + size);
        let start = Lanes::select(known, start, isa.splat(f32::NAN));
        // From the start on, so that the ends of a level core are as high as each other, however far out they are.
        let end = start + dot(plane.normal, along);
        FromPlane {
            normal: plane.normal,
            radius: capsule.radius,
            ends: [capsule.start, capsule.end],
            heights: [start, end],
            size,
        }
    }

    #[inline(always)]
    fn depth<I: Isa>(_isa: I, seen: &FromPlane<I>) -> [I::Real; 4] {
        let [x, y, z] = seen.normal;
        let [start, end] = seen.heights;
        [x, y, z, seen.radius - end.lesser(start)]
    }

    #[inline(always)]
    fn places<I: Isa>(isa: I, seen: &FromPlane<I>) -> Places<I> {
        Places {
            both: [seen.end(0, isa.splat(0.0)), seen.end(1, isa.splat(1.0))],
            two: isa.splat(0.0).less(seen.size),
            noise: isa.splat(REACH_NOISE) * seen.size,
        }
    }
}

impl<I: Isa> FromPlane<I> {
    /// The place on the plane below an end of the core.
    #[inline(always)]
    fn end(&self, number: usize, feature: I::Real) -> Place<I> {
        let height = self.heights[number];
        Place {
            point: moved(self.ends[number], self.normal, -height),
            depth: self.radius - height,
            feature,
        }
    }
}
