//! Bounding spheres in lanes, and which of them are near another one.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::math::sqrtf;
use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, FAR_SPHERES, MAX_LENGTH, SMALLEST_FAR,
};
use crate::vector::squared;

/// A bounding sphere, or a circle in the plane z = 0: a bit larger than what it is around, so that no rounding loses a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    center: [f32; 3],
    radius: f32,
}

impl Ball {
    /// The sphere around a box, or the circle around a rectangle.
    ///
    /// Shapes that a checked view would reject are near all others, because what they share may be anything.
    pub(crate) fn around(center: [f32; 3], rotation: &[f32], half_extents: [f32; 3]) -> Self {
        let is_length = |length: &f32| length.abs() <= MAX_LENGTH;
        let is_valid = center.iter().all(is_length)
            && half_extents.iter().all(|half| is_length(half) && *half >= 0.0)
            && (rotation.iter().map(|part| part * part).sum::<f32>() - 1.0).abs()
                <= BORROWED_ROTATION_LENGTH_TOLERANCE;
        let radius = sqrtf(squared(half_extents)) * FAR_SPHERES + SMALLEST_FAR;
        Self { center, radius: if is_valid { radius } else { f32::INFINITY } }
    }
}

/// Some spheres, one per lane of the widest backend.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Block {
    centers: [[f32; MAX_LANES]; 3],
    radii: [f32; MAX_LANES],
}

/// The spheres of a list.
#[derive(Debug)]
pub(crate) struct Balls {
    blocks: Vec<Block>,
    len: usize,
    /// Whether all are in the plane z = 0.
    are_flat: bool,
}

impl Balls {
    /// Collects spheres.
    pub(super) fn new(balls: impl ExactSizeIterator<Item = Ball>, are_flat: bool) -> Self {
        let len = balls.len();
        let far = [f32::INFINITY; MAX_LANES];
        let empty = Block { centers: [far; 3], radii: [0.0; MAX_LANES] };
        let mut blocks = alloc::vec![empty; len.div_ceil(MAX_LANES)];
        for (number, Ball { center, radius }) in balls.enumerate() {
            let (block, lane) = (&mut blocks[number / MAX_LANES], number % MAX_LANES);
            for (column, component) in block.centers.iter_mut().zip(center) {
                column[lane] = component;
            }
            block.radii[lane] = radius;
        }
        Self { blocks, len, are_flat }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The sphere of a number.
    pub(super) fn get(&self, number: usize) -> Ball {
        let (block, lane) = (&self.blocks[number / MAX_LANES], number % MAX_LANES);
        Ball { center: block.centers.map(|column| column[lane]), radius: block.radii[lane] }
    }

    /// Moves a sphere away from all others but those that are near everything.
    pub(super) fn remove(&mut self, number: usize) {
        self.blocks[number / MAX_LANES].centers[0][number % MAX_LANES] = f32::INFINITY;
    }

    /// Room for the numbers of all spheres.
    pub(super) fn room(&self) -> Vec<u32> {
        alloc::vec![0; (self.blocks.len() + 1) * MAX_LANES]
    }

    /// The numbers of the spheres of a range that are near another one, in their order.
    pub(super) fn near<'r, I: Isa>(
        &self,
        isa: I,
        ball: Ball,
        range: Range<usize>,
        room: &'r mut [u32],
    ) -> &'r [u32] {
        let first = range.start / MAX_LANES;
        let blocks = &self.blocks[first..range.end.div_ceil(MAX_LANES).max(first)];
        let first = first * MAX_LANES;
        let found = isa.enter(
            #[inline(always)]
            || {
                if self.are_flat {
                    search::<I, 2>(isa, ball, (first, blocks), room)
                } else {
                    search::<I, 3>(isa, ball, (first, blocks), room)
                }
            },
        );
        let found = &room[..found];
        let before = |end: usize| found.partition_point(|&number| (number as usize) < end);
        &found[before(range.start)..before(range.end)]
    }
}

/// Writes the numbers of the spheres of blocks that are near a sphere, and returns how many these are.
#[inline(always)]
fn search<I: Isa, const AXES: usize>(
    isa: I,
    Ball { center: [x, y, z], radius }: Ball,
    (mut first, blocks): (usize, &[Block]),
    room: &mut [u32],
) -> usize {
    let [x, y, z, radius] = [isa.splat(x), isa.splat(y), isa.splat(z), isa.splat(radius)];
    let mut found = 0;
    for Block { centers: [xs, ys, zs], radii } in blocks {
        for lane in (0..MAX_LANES).step_by(I::LANES) {
            let (to_x, to_y) = (isa.load(&xs[lane..]) - x, isa.load(&ys[lane..]) - y);
            let mut distance = to_x * to_x + to_y * to_y;
            if const { AXES > 2 } {
                let to_z = isa.load(&zs[lane..]) - z;
                distance = distance + to_z * to_z;
            }
            let reach = isa.load(&radii[lane..]) + radius;
            // Spheres of NaN are near.
            let near = !(reach * reach).less(distance);
            if near.bits() != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "boxes are numbered by u32")]
                isa.store_positions(near, (first + lane) as u32, &mut room[found..]);
                found += near.bits().count_ones() as usize;
            }
        }
        first += MAX_LANES;
    }
    found
}
