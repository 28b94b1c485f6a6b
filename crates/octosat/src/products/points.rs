//! Products of boxes and spheres: which points are in which boxes?

use alloc::vec::Vec;

use octosat_lanes::{BoundedPairs, Isa};

use super::balls::Ball;
use super::lists::Crossed;
use super::sparse::{Overlapping, list};
use crate::boxes::store::OrientedBox;
use crate::boxes::view::BoxView;
use crate::call::batches::Batches;
use crate::call::dispatch::BitKernel;
use crate::call::engine::Engine;
use crate::call::formula::Each;
use crate::call::length::Length;
use crate::call::question::{Question, verbs};
use crate::call::sides::Sides;
use crate::error::Error;
use crate::shapes::kernels::compared::{Compared, Which};
use crate::shapes::kernels::sphere::SphereOverlap;
use crate::shapes::{Against, Sphere};

/// Boxes, and spheres or points.
type BoxesAndSpheres<'a> = Against<'a, BoxView<'a>, Sphere>;

impl Crossed for BoxesAndSpheres<'_> {
    fn lens(&self) -> [usize; 2] {
        [self.a.len(), self.b.len()]
    }

    fn is_one(&self) -> bool {
        false
    }

    fn ball(&self, side: usize, index: usize) -> Ball {
        if side == 0 {
            return Sides::One(self.a).ball(side, index);
        }
        let sphere = &self.b[index];
        Ball::around(sphere.center(), &[1.0], [sphere.radius(), 0.0, 0.0])
    }

    fn overlaps<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], words: &mut [u64]) {
        let pairs = BoundedPairs::check_sides(pairs, self.lens())
            .expect("pairs of a product are of its lists");
        let which = Which::Pairs(pairs);
        let compared = Compared::<OrientedBox, Sphere> { a: &self.a, b: self.b, which };
        Each(SphereOverlap).bits(isa, &Batches::new(compared, Length::None), words);
    }
}

/// The pairs that overlap: spheres with a radius of zero are points.
impl Question<verbs::OverlappingPairs> for BoxesAndSpheres<'_> {
    type Out<'o> = &'o mut Vec<[u32; 2]>;

    fn answer(self, engine: &Engine, out: &mut Vec<[u32; 2]>) -> Result<(), Error> {
        list(engine, &self, Overlapping, out)
    }
}
