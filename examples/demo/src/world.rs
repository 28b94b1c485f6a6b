//! A tray and the boxes that fall into it.

use glam::{Quat, Vec3};
use octosat::{BoxStore, ContactCache, Engine, OrientedBox, Query};

use crate::body::Body;
use crate::pairs::Sweep;
use crate::solver::Solver;

/// The boxes of the tray: a floor, whose surface is at height zero, and four walls.
pub(crate) const FIXED: usize = 5;

/// The most boxes that fall.
const MOST: usize = 1_000;

/// Length of a frame in seconds.
const FRAME: f32 = 1.0 / 60.0;

/// Distance in meters up to which contacts are found before boxes touch.
const MARGIN: f32 = 0.02;

/// Half the edge of the floor, and half the height and the thickness of the walls, in meters.
const FLOOR: f32 = 5.0;
const WALL: [f32; 2] = [0.5, 0.2];

/// The half extents of boxes that fall, in meters.
const SIZES: [f32; 2] = [0.12, 0.3];

/// Boxes fall in layers of 7 × 7, at this distance in meters, which is more than the diagonal of the largest box.
const LAYER: usize = 7;
const DISTANCE: f32 = 1.1;

/// Boxes that leave the tray and fall below the first height, in meters, fall again from the second.
const AGAIN: [f32; 2] = [-8.0, 8.0];

/// The bodies, and the contacts of a frame.
pub(crate) struct World {
    bodies: Vec<Body>,
    random: Random,
    sweep: Sweep,
    pairs: Vec<[u32; 2]>,
    engine: Engine,
    store: BoxStore,
    cache: ContactCache,
    solver: Solver,
    boxes: Vec<[f32; 10]>,
    points: Vec<[f32; 4]>,
}

impl World {
    /// An empty tray.
    pub(crate) fn new() -> Self {
        let mut world = Self {
            bodies: Vec::new(),
            random: Random(1),
            sweep: Sweep::default(),
            pairs: Vec::new(),
            engine: Engine::new(),
            store: BoxStore::new(),
            cache: ContactCache::new(),
            solver: Solver::default(),
            boxes: Vec::new(),
            points: Vec::new(),
        };
        world.add(&tray());
        world
    }

    /// Adds boxes above all others, as long as there is room for them, and returns their number.
    pub(crate) fn drop_boxes(&mut self, count: usize) -> usize {
        let count = count.min(MOST + FIXED - self.bodies.len());
        let base = self.highest() + 1.0;
        let bodies: Vec<_> = (0..count).map(|index| self.random.body(start(index, base))).collect();
        self.add(&bodies);
        count
    }

    fn add(&mut self, bodies: &[Body]) {
        let boxes: Vec<_> = bodies.iter().map(oriented).collect();
        self.store.extend_from_boxes(&boxes).expect("the boxes are finite");
        self.bodies.extend_from_slice(bodies);
        self.write_boxes();
    }

    /// Copies the poses into the store, and finds the pairs whose AABBs come within the margin.
    pub(crate) fn find_pairs(&mut self) -> usize {
        let poses = self.bodies.iter().map(Body::pose);
        self.store.set_poses_from_iter(poses).expect("the poses are finite");
        self.sweep.find(&self.bodies, 1.001 * MARGIN, &mut self.pairs); // a little more, for rounding
        self.pairs.len()
    }

    /// Finds the contacts of the pairs.
    pub(crate) fn find_contacts(&mut self) {
        let query = Query::new(&self.store, &self.pairs).within(MARGIN);
        self.cache.next_frame();
        let found = self.engine.manifolds_cached(query, &mut self.cache);
        found.expect("the pairs are those of the store");
    }

    /// Moves the bodies by a frame, and writes the boxes and the points for the page.
    pub(crate) fn advance(&mut self) {
        self.solver.step(&mut self.bodies, &mut self.cache, FRAME);
        let [lowest, again] = AGAIN;
        for (index, body) in self.bodies.iter_mut().enumerate() {
            if body.center.y < lowest {
                let center = start(index % (LAYER * LAYER), again);
                *body = Body::solid(center, body.rotation, body.half_extents);
            }
        }
        self.write_boxes();
        self.points.clear();
        let points = self.cache.manifolds().touching().flat_map(|touching| touching.points);
        self.points.extend(points.map(|point| {
            let [x, y, z] = point.position;
            [x, y, z, point.depth]
        }));
    }

    /// Center, rotation and half extents of each box.
    pub(crate) fn boxes(&self) -> &[[f32; 10]] {
        &self.boxes
    }

    /// Position and depth of each contact point.
    pub(crate) fn points(&self) -> &[[f32; 4]] {
        &self.points
    }

    /// The speed of the fastest body.
    pub(crate) fn greatest_speed(&self) -> f32 {
        self.bodies.iter().map(|body| body.velocity.length()).fold(0.0, f32::max)
    }

    /// The height of the highest center.
    fn highest(&self) -> f32 {
        self.bodies.iter().map(|body| body.center.y).fold(0.0, f32::max)
    }

    fn write_boxes(&mut self) {
        self.boxes.clear();
        self.boxes.extend(self.bodies.iter().map(|body| {
            let [x, y, z] = body.center.to_array();
            let [i, j, k, w] = body.rotation.to_array();
            let [a, b, c] = body.half_extents.to_array();
            [x, y, z, i, j, k, w, a, b, c]
        }));
    }
}

/// The box of a body.
fn oriented(body: &Body) -> OrientedBox {
    let (center, rotation) = (body.center.to_array(), body.rotation.to_array());
    OrientedBox::new(center, rotation, body.half_extents.to_array())
}

/// The center of a box that begins to fall, in the layers above `base`.
fn start(index: usize, base: f32) -> Vec3 {
    let place = [index % LAYER, index / (LAYER * LAYER), index / LAYER % LAYER];
    let [x, y, z] = place.map(|steps| steps as f32 * DISTANCE);
    let middle = 0.5 * (LAYER - 1) as f32 * DISTANCE;
    Vec3::new(x - middle, base + y, z - middle)
}

/// The floor and the walls.
fn tray() -> [Body; FIXED] {
    let [height, thickness] = WALL;
    let along_x = Vec3::new(FLOOR, height, thickness);
    let along_z = Vec3::new(thickness, height, FLOOR - 2.0 * thickness);
    let edge = FLOOR - thickness;
    [
        Body::fixed(Vec3::new(0.0, -0.5, 0.0), Vec3::new(FLOOR, 0.5, FLOOR)),
        Body::fixed(Vec3::new(0.0, height, -edge), along_x),
        Body::fixed(Vec3::new(0.0, height, edge), along_x),
        Body::fixed(Vec3::new(-edge, height, 0.0), along_z),
        Body::fixed(Vec3::new(edge, height, 0.0), along_z),
    ]
}

/// Random numbers, the same in each run (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u32);

impl Random {
    fn between(&mut self, [low, high]: [f32; 2]) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        low + (high - low) * (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    /// A box of random size and rotation.
    fn body(&mut self, center: Vec3) -> Body {
        let half_extents = Vec3::from([(); 3].map(|()| self.between(SIZES)));
        let [x, y, z] = [(); 3].map(|()| self.between([-1.0, 1.0]));
        let rotation = Quat::from_xyzw(x, y, z, self.between([0.1, 1.0])).normalize();
        Body::solid(center, rotation, half_extents)
    }
}
