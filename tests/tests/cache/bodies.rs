//! Boxes in columns of an engine, which may be anything, and go anywhere.

use octosat::{BoxView, ContactCache, Engine, Manifolds, OrientedBox, Query};
use octosat_scenes::generate::Random;
use octosat_tests::{World, narrow, normalized, product, turn, wide};

/// Boxes and pairs of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    pub(crate) centers: Vec<[f32; 3]>,
    pub(crate) rotations: Vec<[f32; 4]>,
    pub(crate) half_extents: Vec<[f32; 3]>,
    pub(crate) pairs: Vec<[u32; 2]>,
}

/// How each box moves on in a frame.
#[derive(Clone, Debug)]
pub(crate) struct Velocities {
    /// Meters a frame.
    pub(crate) linear: Vec<[f64; 3]>,
    /// The axis of the turn, and radians a frame.
    pub(crate) angular: Vec<([f64; 3], f64)>,
    /// Meters a frame.
    pub(crate) growth: Vec<[f64; 3]>,
}

impl Velocities {
    /// Of so many boxes, of which one in three only moves, one only turns and one does both; up to so many meters
    /// and radians a frame, and one in five grows or shrinks by up to so many meters.
    pub(crate) fn new(boxes: usize, seed: u64, [speed, spin, growth]: [f64; 3]) -> Self {
        let mut random = Random::new(seed);
        let mut all = Self { linear: Vec::new(), angular: Vec::new(), growth: Vec::new() };
        for number in 0..boxes {
            let along = random.vector(-speed, speed);
            let turned = (random.direction(), random.range(0.0, spin));
            let grown = random.vector(-growth, growth);
            all.linear.push(if number % 3 == 1 { [0.0; 3] } else { along });
            all.angular.push(if number % 3 == 0 { ([1.0, 0.0, 0.0], 0.0) } else { turned });
            all.growth.push(if number % 5 == 0 { grown } else { [0.0; 3] });
        }
        all
    }
}

impl Bodies {
    pub(crate) fn of_world(world: &World) -> Self {
        let three = |rows: &[[f32; 4]]| rows.iter().map(|&[x, y, z, _]| [x, y, z]).collect();
        Self {
            centers: three(world.store.centers()),
            rotations: world.store.rotations().to_vec(),
            half_extents: three(world.store.half_extents()),
            pairs: world.pairs.clone(),
        }
    }

    /// Two boxes, and the pair of them.
    pub(crate) fn two(a: OrientedBox, b: OrientedBox) -> Self {
        Self::of_world(&World::of_neighbours("two", &[a, b]))
    }

    pub(crate) fn len(&self) -> usize {
        self.centers.len()
    }

    /// A query about all pairs with surface points; nothing is checked.
    pub(crate) fn query(&self) -> Query<'_> {
        self.query_about(&self.pairs)
    }

    pub(crate) fn query_about<'a>(&'a self, pairs: &'a [[u32; 2]]) -> Query<'a> {
        let view = BoxView::unchecked(&self.centers, &self.rotations, &self.half_extents);
        Query::new(view.expect("columns of one length"), pairs).surfaces()
    }

    /// The stateless manifolds of all pairs.
    pub(crate) fn stateless(&self, engine: &Engine, margin: f32) -> Manifolds {
        let mut out = Manifolds::new();
        engine.manifolds(self.query().margin(margin), &mut out).expect("a valid query");
        out
    }

    /// The manifolds of all pairs.
    pub(crate) fn cached<'c>(
        &self,
        engine: &Engine,
        margin: f32,
        cache: &'c mut ContactCache,
    ) -> &'c Manifolds {
        engine.manifolds_cached(self.query().margin(margin), cache).expect("a valid query")
    }

    /// Moves every box on for a frame.
    pub(crate) fn advance(&mut self, velocities: &Velocities) {
        for index in 0..self.len() {
            let step = velocities.linear[index];
            let center = wide(self.centers[index]);
            self.centers[index] = narrow(std::array::from_fn(|k| center[k] + step[k]));
            let (axis, angle) = velocities.angular[index];
            if angle != 0.0 {
                let turned = product(turn(axis, angle), wide(self.rotations[index]));
                self.rotations[index] = narrow(normalized(turned));
            }
            let growth = velocities.growth[index];
            let half = wide(self.half_extents[index]);
            self.half_extents[index] =
                narrow(std::array::from_fn(|k| (half[k] + growth[k]).max(0.0)));
        }
    }

    /// The same boxes in another order: box k is box `numbers[k]` of the new ones.
    pub(crate) fn renumbered(&self, numbers: &[u32]) -> Self {
        let mut other = self.clone();
        for (old, &new) in numbers.iter().enumerate() {
            let new = new as usize;
            other.centers[new] = self.centers[old];
            other.rotations[new] = self.rotations[old];
            other.half_extents[new] = self.half_extents[old];
        }
        other.pairs.iter_mut().for_each(|pair| *pair = pair.map(|index| numbers[index as usize]));
        other
    }
}
