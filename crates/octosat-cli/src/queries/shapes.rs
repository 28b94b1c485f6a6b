//! Shapes around some boxes, the same for the same seed.
//!
//! A shape depends on the seed, on its own number, and on the one or two boxes that it is made
//! around. Those are the boxes whose keys, hashes of their bits, come first for it; so the shape stays the
//! same where other boxes are taken away.

mod flat;
mod lines;
mod views;

use octosat::{AxisAlignedBox, Frustum, HalfSpace, Ray, Segment, Sphere};
use octosat_scenes::generate::Random;

use crate::vector::along;

/// Shapes of each kind but views, each of which sees all boxes.
const SHAPES: u64 = 24;

/// Views: one of each kind, and a camera more.
const VIEWS: u64 = 8;

/// How far shapes are from a box, in parts of its summed half extents: at most.
const REACH: f64 = 1.5;

/// The same in parts of its half extent along each axis.
const REACH_ALONG: f64 = 3.0;

/// The least size that shapes are made for, in metres: around a point they would all be points.
const LEAST_SIZE: f64 = 0.01;

/// Coordinates are kept below this, in metres: constructors refuse what is farther than 10¹².
const FARTHEST: f64 = 9e11;

/// The boxes that shapes are made around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub(super) positions: &'a [[f32; 3]],
    pub(super) rotations: &'a [[f32; 4]],
    pub(super) half_extents: &'a [[f32; 3]],
}

/// Shapes of every kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    pub(super) half_spaces: Vec<HalfSpace>,
    pub(super) spheres: Vec<Sphere>,
    pub(super) regions: Vec<AxisAlignedBox>,
    pub(super) frusta: Vec<Frustum>,
    pub(super) segments: Vec<Segment>,
    pub(super) rays: Vec<Ray>,
}

/// A kind of shapes, each with random numbers of its own.
#[derive(Clone, Copy, Debug)]
enum Kind {
    HalfSpace,
    Sphere,
    Region,
    View,
    Line,
}

/// A place in a box, on it or beside it, and the box.
#[derive(Clone, Copy, Debug)]
struct Place {
    point: [f64; 3],
    center: [f64; 3],
    /// The box's axes in the world, of unit length.
    axes: [[f64; 3]; 3],
    half_extents: [f64; 3],
    /// The half extents summed up, metres, at least a little.
    size: f64,
}

impl Shapes {
    /// The shapes of a seed; none without boxes.
    ///
    /// A constructor may refuse a shape far away or of no volume; there are fewer then.
    pub(super) fn new(around: Around<'_>, seed: u64) -> Self {
        let mut shapes = Self::default();
        if around.positions.is_empty() {
            return shapes;
        }
        let makers = Makers { around, keys: keys(around), seed };
        for number in 0..SHAPES {
            shapes.half_spaces.extend(makers.make(Kind::HalfSpace, number, flat::half_space));
            shapes.spheres.extend(makers.make(Kind::Sphere, number, flat::sphere));
            shapes.regions.extend(makers.make(Kind::Region, number, flat::region));
            // Both or none, so that a number stands for one of each.
            if let Some(lines) = makers.make(Kind::Line, number, lines::lines) {
                shapes.segments.push(lines.segment);
                shapes.rays.push(lines.ray);
            }
        }
        for number in 0..VIEWS {
            shapes.frusta.extend(makers.make(Kind::View, number, views::view));
        }
        shapes
    }
}

/// What every shape is made from.
struct Makers<'a> {
    around: Around<'a>,
    keys: Vec<u64>,
    seed: u64,
}

/// What one shape is made from.
struct Maker<'a> {
    makers: &'a Makers<'a>,
    number: u64,
    random: Random,
}

impl Makers<'_> {
    fn make<T>(
        &self,
        kind: Kind,
        number: u64,
        shape: impl FnOnce(&mut Maker<'_>) -> Option<T>,
    ) -> Option<T> {
        shape(&mut self.maker(kind, number))
    }

    fn maker(&self, kind: Kind, number: u64) -> Maker<'_> {
        let random = Random::new(mixed(self.seed ^ mixed(kind as u64 * SHAPES + number)));
        Maker { makers: self, number, random }
    }
}

impl Maker<'_> {
    /// A place at a box, whichever comes first.
    fn place(&mut self) -> Place {
        let salt = self.random.next_u64();
        let Makers { around, keys, .. } = self.makers;
        let first = (0..keys.len()).min_by_key(|&index| mixed(keys[index] ^ salt)).unwrap_or(0);
        let half_extents = around.half_extents[first].map(f64::from);
        let size = half_extents.iter().sum::<f64>().max(LEAST_SIZE);
        let center = around.positions[first].map(f64::from);
        let mut place = Place {
            point: center,
            center,
            axes: axes(around.rotations[first]),
            half_extents,
            size,
        };
        place.point = self.point(&place);
        place
    }

    /// The middle, a corner, an edge, a face, or anywhere in the box's frame; or anywhere near.
    fn point(&mut self, place: &Place) -> [f64; 3] {
        let random = &mut self.random;
        let mut point = place.center;
        if random.below(3) == 0 {
            point = along(point, 1.0, random.vector(-REACH * place.size, REACH * place.size));
        } else {
            for (axis, half_extent) in place.axes.into_iter().zip(place.half_extents) {
                let anywhere = random.range(-REACH_ALONG, REACH_ALONG);
                let parts = [0.0, 1.0, -1.0, random.range(-1.0, 1.0), anywhere];
                point = along(point, parts[random.below(parts.len())] * half_extent, axis);
            }
        }
        point.map(|component| component.clamp(-FARTHEST, FARTHEST))
    }
}

/// A key of each box, that of its bits.
fn keys(around: Around<'_>) -> Vec<u64> {
    let rows = around.positions.iter().zip(around.rotations).zip(around.half_extents);
    let key = |((position, rotation), half_extents): ((&[f32; 3], &[f32; 4]), &[f32; 3])| {
        let values = position.iter().chain(rotation).chain(half_extents);
        values.fold(0, |key, value| mixed(key ^ u64::from(value.to_bits())))
    };
    rows.map(key).collect()
}

/// A number that depends on all bits of another.
fn mixed(value: u64) -> u64 {
    Random::new(value).next_u64()
}

/// The axes that a unit quaternion turns the world's into.
fn axes(rotation: [f32; 4]) -> [[f64; 3]; 3] {
    let [x, y, z, w] = rotation.map(f64::from);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// One of the six directions along the world's axes.
fn world_axis(random: &mut Random) -> [f64; 3] {
    let mut axis = [0.0; 3];
    axis[random.below(3)] = [1.0, -1.0][random.below(2)];
    axis
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::dot;
    use octosat_scenes::generate::{self, Scene};

    fn around(scene: &Scene) -> Around<'_> {
        Around {
            positions: &scene.position,
            rotations: &scene.rotation,
            half_extents: &scene.half_extents,
        }
    }

    fn words(shapes: &Shapes) -> Vec<String> {
        let Shapes { half_spaces, spheres, regions, frusta, segments, rays } = shapes;
        let mut words: Vec<String> = half_spaces.iter().map(|one| format!("{one:?}")).collect();
        words.extend(spheres.iter().map(|one| format!("{one:?}")));
        words.extend(regions.iter().map(|one| format!("{one:?}")));
        words.extend(frusta.iter().map(|one| format!("{one:?}")));
        words.extend(segments.iter().map(|one| format!("{one:?}")));
        words.extend(rays.iter().map(|one| format!("{one:?}")));
        words
    }

    /// How far the squared cosine of two parallel segments may be from one, without unit: both are
    /// rounded to `f32`.
    const PARALLEL: f64 = 1e-9;

    #[test]
    fn a_shape_stays_while_the_boxes_that_it_is_made_around_do() {
        let mut scene = generate::cloud(100, 1, 3);
        let before = words(&Shapes::new(around(&scene), 4));
        // Every shape is made around two boxes at most, so some lose theirs and most do not.
        for taken in [40, 7, 0] {
            scene.position.remove(taken);
            scene.rotation.remove(taken);
            scene.half_extents.remove(taken);
        }
        let after = words(&Shapes::new(around(&scene), 4));
        let stayed = before.iter().filter(|shape| after.contains(shape)).count();
        assert!(stayed * 10 >= before.len() * 8, "{stayed} of {}", before.len());
        assert_ne!(words(&Shapes::new(around(&scene), 5)), after);
    }

    #[test]
    fn every_kind_of_view_and_line_is_made() {
        let scene = generate::cloud(100, 1, 3);
        let shapes = Shapes::new(around(&scene), 4);
        assert_eq!(shapes.frusta.len(), 8);
        let axes: Vec<usize> = shapes.frusta.iter().map(Frustum::required_axes).collect();
        assert!(axes.contains(&15) && axes.contains(&26) && axes.contains(&45), "{axes:?}");
        let zeros = |ray: &&Ray| ray.direction().iter().filter(|c| c.abs() <= 0.0).count() == 2;
        assert!(shapes.rays.iter().filter(zeros).count() >= 3);
        let is_point = |segment: &&Segment| {
            segment.start().map(f32::to_bits) == segment.end().map(f32::to_bits)
        };
        assert!(shapes.segments.iter().any(|segment| is_point(&segment)));
        let parallel = shapes.segments.windows(2).filter(|two| {
            let [a, b] = [two[0], two[1]].map(|segment| {
                [0, 1, 2].map(|k| f64::from(segment.end()[k]) - f64::from(segment.start()[k]))
            });
            let [aa, bb, ab] = [dot(a, a), dot(b, b), dot(a, b)];
            aa > 0.0 && bb > 0.0 && ab * ab >= (1.0 - PARALLEL) * aa * bb
        });
        assert!(parallel.count() >= 2);
    }
}
