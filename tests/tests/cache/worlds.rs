//! Worlds of boxes that move, and lists of their pairs.

use octosat::{BoxView, Engine, Manifolds, PointLimit, PointOrigin, Query};
use octosat_check::{ContactOptions, Frame};
use octosat_scenes::generate::{self, Random};
use octosat_tests::{
    add, frame_of, narrow, normalized, octagon_boxes, product, standard_frames, turn, upright, wide,
};

/// Meters.
pub(crate) const MARGIN: f32 = 0.02;

/// Boxes, pairs of them, and margins.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) centers: Vec<[f32; 3]>,
    pub(crate) rotations: Vec<[f32; 4]>,
    pub(crate) half_extents: Vec<[f32; 3]>,
    pub(crate) pairs: Vec<[u32; 2]>,
    /// One per pair, meters; none: [`MARGIN`] for all.
    pub(crate) margins: Vec<f32>,
}

impl From<Frame> for World {
    fn from(frame: Frame) -> Self {
        let Frame { half_extents, position, rotation, pairs, .. } = frame;
        Self { centers: position, rotations: rotation, half_extents, pairs, margins: Vec::new() }
    }
}

impl World {
    /// A wall of this number of boxes, most of which touch several others.
    pub(crate) fn wall(boxes: usize, seed: u64) -> Self {
        Frame::of_scene(&generate::wall(boxes, seed), frame_of(&[], MARGIN).setting).into()
    }

    /// So many cubes nearly in one place, so that each pair touches, also that of a box with itself.
    pub(crate) fn crowd(boxes: u16) -> Self {
        let places = (0..boxes).map(|number| [1e-3 * f32::from(number), 0.0, 0.0]);
        let cubes = places.map(|place| upright(place, [1.0; 3]));
        frame_of(&cubes.collect::<Vec<_>>(), MARGIN).into()
    }

    /// The query; no box is checked.
    pub(crate) fn query(&self) -> Query<'_> {
        let boxes = BoxView::unchecked(&self.centers, &self.rotations, &self.half_extents);
        let query = Query::new(boxes.expect("columns of one length"), &self.pairs);
        if self.margins.is_empty() { query.within(MARGIN) } else { query.within(&self.margins) }
    }

    /// The contacts, found without a cache.
    pub(crate) fn contacts(&self, engine: &Engine, options: ContactOptions) -> Manifolds {
        let mut found = Manifolds::new();
        engine.manifolds(options.of(self.query()), &mut found).expect("a valid query");
        found
    }

    /// The same boxes with other pairs.
    pub(crate) fn with(&self, pairs: &[[u32; 2]]) -> Self {
        Self { pairs: pairs.to_vec(), margins: Vec::new(), ..self.clone() }
    }

    /// Keeps these boxes in this order, and pairs of them; returns the new number of each box, or the largest.
    pub(crate) fn reorder(&mut self, order: &[u32]) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; self.centers.len()];
        (0..).zip(order).for_each(|(new, &old)| numbers[old as usize] = new);
        let of = |rows: &[[f32; 3]]| order.iter().map(|&old| rows[old as usize]).collect();
        [self.centers, self.half_extents] = [of(&self.centers), of(&self.half_extents)];
        self.rotations = order.iter().map(|&old| self.rotations[old as usize]).collect();
        self.pairs.iter_mut().for_each(|pair| *pair = pair.map(|index| numbers[index as usize]));
        self.pairs.retain(|pair| !pair.contains(&u32::MAX));
        numbers
    }

    /// Moves and turns each box by up to this number of meters and radians, and changes the size of some by as many
    /// meters.
    pub(crate) fn shake(&mut self, seed: u64, step: f64) {
        let mut random = Random::new(seed);
        let poses = self.centers.iter_mut().zip(&mut self.rotations);
        for ((center, rotation), extents) in poses.zip(&mut self.half_extents) {
            let (kind, moved) = (random.below(5), random.vector(-step, step));
            if kind < 4 {
                *center = narrow(add(wide(*center), moved));
            } else {
                *extents = narrow(add(wide(*extents), moved).map(|extent| extent.max(0.0)));
            }
            if kind % 2 == 0 {
                let turned = turn(random.direction(), random.range(0.0, step));
                *rotation = narrow(normalized(product(turned, wide(*rotation))));
            }
        }
    }
}

/// Everyday scenes, every adversarial one, frames of the recording, and pairs of eight points; about as many pairs
/// each.
pub(crate) fn worlds(pairs: usize) -> impl Iterator<Item = World> {
    let frames = standard_frames(pairs, 31).into_iter().map(|(_, frame)| frame);
    frames.chain([frame_of(&octagon_boxes(), MARGIN)]).map(World::from)
}

/// Four points and eight, in the world and about the center of a, with points on the surfaces and without.
pub(crate) const OPTIONS: [ContactOptions; 3] = {
    let [four, eight] = [PointLimit::Four, PointLimit::Eight];
    let [world, center] = [PointOrigin::World, PointOrigin::CenterOfA];
    [
        ContactOptions { limit: four, origin: world, surfaces: false },
        ContactOptions { limit: eight, origin: world, surfaces: true },
        ContactOptions { limit: four, origin: center, surfaces: true },
    ]
};

/// How many kinds of lists there are.
pub(crate) const LISTS: usize = 8;

/// The pairs as they are, in another order, some of them, or several times.
pub(crate) fn list(pairs: &[[u32; 2]], kind: usize, random: &mut Random) -> Vec<[u32; 2]> {
    let copies = [1, 1, 1, 1, 2, 2, 3, 0][kind];
    let mut list = pairs.repeat(copies);
    match kind {
        1 | 4 => list.sort_unstable(),
        2 | 6 => random.shuffle(&mut list),
        3 => list.retain(|_| random.unit() < 0.7),
        _ => {}
    }
    list
}
