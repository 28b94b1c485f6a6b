//! Random places around boxes, from which each query makes its own shapes.
//!
//! A shape depends on the seed, on its kind and number, and on the boxes that it is made around. These are
//! the boxes with the least keys for this shape, where keys are hashes of the boxes' bits. So the shape stays
//! the same if other boxes are removed.

use glam::{DMat3, DQuat, DVec3};

use super::random::Random;

/// The largest distance of places from a box, in parts of its summed half extents.
const REACH: f64 = 1.5;

/// The same in parts of its half extent along each axis.
const REACH_ALONG: f64 = 3.0;

/// The least size that shapes are made for, in meters: around a point, all shapes would be points.
const LEAST_SIZE: f64 = 0.01;

/// Coordinates are kept below this, in meters: the engine rejects what is farther than 10¹².
const FARTHEST: f64 = 9e11;

/// The boxes that shapes are made around; rows of the three slices belong together.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Centers in meters.
    pub positions: &'a [[f32; 3]],
    /// Unit quaternions x, y, z, w.
    pub rotations: &'a [[f32; 4]],
    /// Half extents in meters.
    pub half_extents: &'a [[f32; 3]],
}

/// The input of all shapes around some boxes.
#[derive(Clone, Debug)]
pub struct Makers<'a> {
    around: Around<'a>,
    /// A hash of the bits of each box.
    keys: Vec<u64>,
    seed: u64,
}

/// The input of one shape.
#[derive(Clone, Debug)]
pub struct Maker<'a> {
    makers: &'a Makers<'a>,
    kind: &'a str,
    /// The number of the shape, from which it may take its variant.
    pub number: u64,
    /// Random numbers of this shape alone.
    pub random: Random,
}

/// A place inside a box, on it or next to it, and the box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The place, in meters.
    pub point: DVec3,
    /// The box's center, in meters.
    pub center: DVec3,
    /// The box's axes in the world, of unit length.
    pub axes: [DVec3; 3],
    /// The box's half extents, in meters.
    pub half_extents: DVec3,
    /// The sum of the half extents, in meters, at least a small positive length.
    pub size: f64,
}

impl<'a> Makers<'a> {
    /// The makers of a seed; `None` without boxes.
    #[must_use]
    pub fn new(around: Around<'a>, seed: u64) -> Option<Self> {
        let Around { positions, rotations, half_extents } = around;
        let rows = positions.iter().zip(rotations).zip(half_extents);
        let keys: Vec<u64> = rows
            .map(|((position, rotation), half_extents)| {
                let values = position.iter().chain(rotation).chain(half_extents);
                mixed(0, values.map(|value| value.to_bits().into()))
            })
            .collect();
        (!keys.is_empty()).then_some(Self { around, keys, seed })
    }

    /// The maker of a shape; each kind, a name chosen by the caller, has random numbers of its own.
    #[must_use]
    pub fn maker(&'a self, kind: &'a str, number: u64) -> Maker<'a> {
        let words = kind.bytes().map(u64::from).chain([number]);
        Maker { makers: self, kind, number, random: Random::new(mixed(self.seed, words)) }
    }
}

impl Maker<'_> {
    /// The maker of another shape of this kind, as it was before its first random number.
    #[must_use]
    pub fn other(&self, number: u64) -> Self {
        self.makers.maker(self.kind, number)
    }

    /// A place at a random box; the choice of the box depends on that box alone, not on the others.
    pub fn place(&mut self) -> Place {
        let salt = self.random.next_u64();
        let Makers { around, keys, .. } = self.makers;
        let first = (0..keys.len()).min_by_key(|&index| mixed(keys[index], [salt])).unwrap_or(0);
        let half_extents = DVec3::from(around.half_extents[first].map(f64::from));
        let center = DVec3::from(around.positions[first].map(f64::from));
        let size = half_extents.element_sum().max(LEAST_SIZE);
        let axes = axes(around.rotations[first]);
        let mut place = Place { point: center, center, axes, half_extents, size };
        place.point = self.point(&place);
        place
    }

    /// The center, a vertex, an edge, a face, a random place in the box's frame, or a random place nearby.
    fn point(&mut self, place: &Place) -> DVec3 {
        let random = &mut self.random;
        let mut point = place.center;
        if random.one_in(3) {
            point += place.size * DVec3::from(random.vector(-REACH, REACH));
        } else {
            for (axis, half_extent) in place.axes.into_iter().zip(place.half_extents.to_array()) {
                let anywhere = random.range(-REACH_ALONG, REACH_ALONG);
                let part = [0.0, 1.0, -1.0, random.range(-1.0, 1.0), anywhere][random.below(5)];
                point += part * half_extent * axis;
            }
        }
        point.clamp(DVec3::splat(-FARTHEST), DVec3::splat(FARTHEST))
    }
}

/// The axes of a box in the world, as the engine computes them: without normalizing the quaternion.
#[must_use]
pub fn axes(rotation: [f32; 4]) -> [DVec3; 3] {
    let columns = DMat3::from_quat(DQuat::from_array(rotation.map(f64::from)));
    [columns.x_axis, columns.y_axis, columns.z_axis]
}

/// One of the six directions along the world axes.
pub fn world_axis(random: &mut Random) -> DVec3 {
    random.choose(&DVec3::AXES) * random.choose(&[1.0, -1.0])
}

/// A hash that depends on all bits of other numbers and on their order.
fn mixed(start: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(start, |mixed, word| Random::new(mixed ^ word).next_u64())
}
