//! Spheres against spheres, capsules and half-spaces: the direction from a's core or plane to the center of b.
//!
//! The place of a segment nearest to a point is the foot of the perpendicular, clamped to the segment (Ericson,
//! "Real-Time Collision Detection", 2005, section 5.1.2).

use octosat_lanes::{Isa, Lanes};
use octosat_rows::SphereContact;

use super::compared::TestFormula;
use super::compared::{Compared, LoadedPairs};
use super::piece::Piece;
use super::sphere::{Nearest, SphereContacts, SphereOverlap, store};
use super::toward::{Toward, reach};
use crate::call::formula::RowFormula;
use crate::shapes::capsule::{Capsule, CapsuleLanes};
use crate::shapes::half_space::{HalfSpace, HalfSpaceLanes};
use crate::shapes::lanes::InLanes;
use crate::shapes::sphere::{Sphere, SphereLanes};
use crate::tolerances::REACH_NOISE;
use crate::vector::{difference, dot, is_finite, moved};

/// A shape that has a surface, seen from a point.
pub(crate) trait Surface: InLanes {
    /// The unit direction to the point from the nearest place of the surface, out of the shape, and the signed
    /// distance.
    fn toward<I: Isa>(isa: I, shape: &Self::Lanes<I>, point: [I::Real; 3]) -> SignedDistance<I>;
}

/// The direction out of a shape to a point, and how far the point is from the surface; negative inside.
pub(crate) struct SignedDistance<I: Isa> {
    normal: [I::Real; 3],
    distance: I::Real,
}

impl<I: Isa> SignedDistance<I> {
    /// The same from the surface as it is from the core.
    #[inline(always)]
    fn from_core(toward: Toward<I>, radius: I::Real) -> Self {
        Self { normal: toward.normal, distance: toward.distance - radius }
    }
}

impl Surface for Sphere {
    #[inline(always)]
    fn toward<I: Isa>(
        isa: I,
        sphere: &SphereLanes<I::Real>,
        point: [I::Real; 3],
    ) -> SignedDistance<I> {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        let gap = difference(point, sphere.center);
        let toward = Toward::new(
            isa,
            gap,
            zero,
            #[inline(always)]
            || [zero, one, zero],
        );
        SignedDistance::from_core(toward, sphere.radius)
    }
}

impl Surface for Capsule {
    #[inline(always)]
    fn toward<I: Isa>(
        isa: I,
        capsule: &CapsuleLanes<I::Real>,
        point: [I::Real; 3],
    ) -> SignedDistance<I> {
        let core = Piece::of_capsule(isa, capsule);
        let foot = core.foot(isa, point);
        let noise = isa.splat(REACH_NOISE) * reach(difference(point, core.start), [&core]);
        let toward = Toward::new(
            isa,
            foot.gap,
            noise,
            #[inline(always)]
            || core.perpendicular(isa),
        );
        SignedDistance::from_core(toward, capsule.radius)
    }
}

impl Surface for HalfSpace {
    #[inline(always)]
    fn toward<I: Isa>(
        isa: I,
        plane: &HalfSpaceLanes<I::Real>,
        point: [I::Real; 3],
    ) -> SignedDistance<I> {
        let distance = dot(plane.normal, point) - plane.offset;
        // An infinity would be deep.
        let known = is_finite(isa, distance);
        let distance = Lanes::select(known, distance, isa.splat(f32::NAN));
        SignedDistance { normal: plane.normal, distance }
    }
}

impl<S: Surface> TestFormula<Compared<'_, S, Sphere>> for SphereOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Sphere>,
        farthest: I::Real,
    ) -> I::Mask {
        let toward = S::toward(isa, &batch.a, batch.b.center);
        (-farthest).at_most(batch.b.radius - toward.distance)
    }
}

impl<S: Surface> RowFormula<Compared<'_, S, Sphere>> for SphereContacts {
    type Row = SphereContact;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Sphere>,
        _lengths: I::Real,
        rows: &mut [SphereContact],
    ) {
        let SignedDistance { normal, distance } = S::toward(isa, &batch.a, batch.b.center);
        let point = moved(batch.b.center, normal, -distance);
        store(isa, &Nearest { point, normal, distance }, batch.b.radius, rows);
    }
}
