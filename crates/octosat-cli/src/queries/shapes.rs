//! Shapes around some boxes, the same for the same seed.

use octosat::{AxisAlignedBox, Frustum, HalfSpace, PerspectiveView, Ray, Segment, Sphere};
use octosat_scenes::generate::Random;

/// Shapes of each kind but views, which are costly to judge and each of which sees all boxes.
const SHAPES: usize = 24;

/// Views.
const VIEWS: usize = 3;

/// How far shapes are from a box, in parts of its summed half extents: at most.
const REACH: f64 = 1.5;

/// How far a view sees, in parts of the summed half extents of the box that it is made around.
const DEPTH: [f64; 2] = [2.0, 40.0];

/// The least size that shapes are made for, in metres: around a point they would all be points.
const LEAST_SIZE: f64 = 0.01;

/// The boxes that shapes are made around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub(super) positions: &'a [[f32; 3]],
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

/// A place at a box, and the size of the box.
struct Place {
    point: [f64; 3],
    size: f64,
}

impl Shapes {
    /// The shapes of a seed; none without boxes.
    pub(super) fn new(around: Around<'_>, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut shapes = Self::default();
        if around.positions.is_empty() {
            return shapes;
        }
        for number in 0..SHAPES {
            let [one, other] = [(); 2].map(|()| around.place(&mut random));
            let direction = random.direction();
            // A constructor may refuse a shape far away; another number has one then.
            let normal = if number % 4 == 0 { [0.0, 0.0, 1.0] } else { direction.map(narrow) };
            shapes.half_spaces.extend(HalfSpace::through(one.point.map(narrow), normal));
            let radius = narrow(one.size * random.unit() * 2.0);
            shapes.spheres.extend(Sphere::new(one.point.map(narrow), radius));
            shapes.regions.extend(region(&one, &mut random));
            let [start, end] = [&one, &other].map(|place| place.point.map(narrow));
            shapes.segments.extend(Segment::new(start, if number % 8 == 7 { start } else { end }));
            let along = [0, 1, 2].map(|k| end[k] - start[k]);
            let along = if number % 4 == 1 { direction.map(narrow) } else { along };
            shapes.rays.extend(Ray::new(start, along));
            if number < VIEWS {
                shapes.frusta.extend(view(&one, &other, &mut random));
            }
        }
        shapes
    }
}

impl Around<'_> {
    fn place(&self, random: &mut Random) -> Place {
        let index = random.below(self.positions.len());
        let center = self.positions[index].map(f64::from);
        let size = self.half_extents[index].iter().map(|&extent| f64::from(extent)).sum::<f64>();
        let size = size.max(LEAST_SIZE);
        let off = random.vector(-REACH * size, REACH * size);
        Place { point: [0, 1, 2].map(|k| center[k] + off[k]), size }
    }
}

fn region(place: &Place, random: &mut Random) -> Option<AxisAlignedBox> {
    let half = random.vector(0.0, place.size);
    let side = |sign: f64| [0, 1, 2].map(|k| narrow(place.point[k] + sign * half[k]));
    AxisAlignedBox::new(side(-1.0), side(1.0)).ok()
}

fn view(eye: &Place, target: &Place, random: &mut Random) -> Option<Frustum> {
    let [near, far] = DEPTH;
    let depth = eye.size * random.range(near, far);
    let view = PerspectiveView {
        eye: eye.point.map(narrow),
        target: target.point.map(narrow),
        up: random.direction().map(narrow),
        vertical_angle: narrow(random.range(0.3, 2.0)),
        aspect: narrow(random.range(0.5, 2.0)),
        near: narrow(0.01 * depth),
        far: narrow(depth),
    };
    Frustum::perspective(&view).ok()
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the purpose")]
fn narrow(value: f64) -> f32 {
    value as f32
}
