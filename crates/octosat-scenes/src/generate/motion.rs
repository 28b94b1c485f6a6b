//! Makes worlds in motion, frame by frame, for contact caches.

use std::collections::BTreeSet;

use glam::{DQuat, DVec3};

use super::numbers::{box_index, narrow};
use super::random::Random;
use super::scene::Scene;
use super::worlds::storable;

/// A speculative margin in meters that is usual in engines for worlds a few meters large.
pub const SPECULATIVE_MARGIN: f32 = 0.02;

/// Largest coordinate of a center in meters: the largest that the engine accepts.
const LARGEST_COORDINATE: f32 = 1e12;

/// How far boxes move in a frame.
#[derive(Clone, Copy)]
struct Motion {
    /// The largest motion, in parts of the smallest half extent.
    most: f64,
    /// The number of powers of ten below that.
    decades: usize,
}

/// Creeping, about as far as manifolds are reused, and farther.
const MOTIONS: [Motion; 3] = [
    Motion { most: 1e-3, decades: 5 },
    Motion { most: 1.5e-2, decades: 1 },
    Motion { most: 0.5, decades: 2 },
];

/// The size by which a plate, rod or point moves, in parts of its longest half extent.
const FLAT_SIZE: f64 = 1e-3;

/// How far a box jumps, in parts of its size.
const JUMP: f64 = 8.0;

/// The ratio in which two extents change in opposite directions: a sum of both with usual weights
/// stays the same.
const EXTENT_RATIO: [f32; 2] = [355.0, 113.0];

/// A change to a cache before a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A box is forgotten, with all of its pairs.
    ForgetBox(u32),
    /// A pair is forgotten.
    ForgetPair([u32; 2]),
    /// The boxes are renumbered with these numbers.
    Renumber(Vec<u32>),
    /// A box is removed, and the last box gets its number.
    SwapRemove {
        /// The number of the removed box.
        index: u32,
        /// The number of the last box.
        last: u32,
    },
    /// Everything is forgotten.
    Clear,
    /// Some caches are copied, others are made again from their parts. It comes first.
    Restore,
}

/// One frame of a world.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The boxes and pairs; after boxes got other numbers, pairs may be (b, a).
    pub scene: Scene,
    /// Speculative margin in meters.
    pub margin: f32,
    /// The changes since the frame before.
    pub changes: Vec<Change>,
}

/// The frames of a world.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// The frames.
    pub steps: Vec<Step>,
    /// Whether a recording can hold the whole sequence: boxes keep their extents and numbers, nothing is forgotten,
    /// and all frames have one margin.
    pub is_plain: bool,
}

/// A sequence while it is made.
struct World<'r> {
    random: &'r mut Random,
    now: Step,
    /// Pairs to choose from.
    all_pairs: Vec<[u32; 2]>,
    /// Whether pairs that exist already may be added.
    has_repeated: bool,
}

/// Whether a list has a pair several times.
#[must_use]
pub fn has_repeated(pairs: &[[u32; 2]]) -> bool {
    let mut there = BTreeSet::new();
    !pairs.iter().all(|pair| there.insert(pair))
}

impl Sequence {
    /// Makes a sequence that begins with a scene; the margin is that of a round, in meters.
    #[must_use]
    pub fn new(scene: &Scene, margin: f32, random: &mut Random) -> Self {
        let is_plain = random.one_in(2);
        let now = Step {
            scene: scene.clone(),
            margin: if margin > 0.0 { margin } else { SPECULATIVE_MARGIN },
            changes: Vec::new(),
        };
        let has_repeated = random.one_in(6);
        let frames = 3 + random.below(4);
        let all_pairs = scene.pairs.clone();
        let mut world = World { random, now, all_pairs, has_repeated };
        let mut steps = vec![world.now.clone()];
        for _ in 1..frames {
            world.now.changes.clear();
            world.move_boxes();
            world.change_pairs();
            if !is_plain {
                world.change_world();
            }
            steps.push(world.now.clone());
        }
        Self { steps, is_plain }
    }
}

impl World<'_> {
    fn boxes(&self) -> usize {
        self.now.scene.position.len()
    }

    fn move_boxes(&mut self) {
        // One of the motions for all boxes, none, or one for each box.
        let kind = self.random.below(MOTIONS.len() + 2);
        for index in 0..self.boxes() {
            let own = if kind > MOTIONS.len() { self.random.below(kind) } else { kind };
            if let Some(&motion) = MOTIONS.get(own) {
                self.move_box(index, motion);
            }
        }
        if self.random.one_in(3) && self.boxes() > 0 {
            for _ in 0..1 + self.random.below(3) {
                let index = self.random.below(self.boxes());
                self.jump(index);
            }
        }
    }

    fn move_box(&mut self, index: usize, motion: Motion) {
        let extents = DVec3::from(self.now.scene.half_extents[index].map(f64::from));
        let (longest, smallest) = (extents.max_element(), extents.min_element());
        let size = if smallest > 0.0 { smallest } else { FLAT_SIZE * longest };
        let size = size * motion.most * self.random.decades(motion.decades);
        if self.random.one_in(2) {
            self.shift(index, size);
        }
        if longest > 0.0 && self.random.one_in(2) {
            let turn = 0.5 * size / longest * DVec3::from(self.random.direction());
            let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 1.0);
            let rotation = &mut self.now.scene.rotation[index];
            let turned = turn.normalize() * DQuat::from_array(rotation.map(f64::from));
            // The same rotation with the other sign, as engines may pass it.
            let turned = if self.random.one_in(8) { -turned } else { turned };
            *rotation = turned.to_array().map(narrow);
        }
    }

    /// Moves a box far, perhaps into another one.
    fn jump(&mut self, index: usize) {
        if self.random.one_in(2) {
            let other = self.random.below(self.boxes());
            self.now.scene.position[index] = self.now.scene.position[other];
        }
        let part = self.random.unit();
        let size: f64 = self.now.scene.half_extents[index].map(f64::from).iter().sum();
        self.shift(index, size * JUMP * part * part);
        if self.random.one_in(2) {
            self.now.scene.rotation[index] = self.random.rotation().map(narrow);
        }
    }

    /// Moves a box by so many meters in any direction.
    fn shift(&mut self, index: usize, distance: f64) {
        let way = self.random.direction();
        for (coordinate, way) in self.now.scene.position[index].iter_mut().zip(way) {
            let moved = narrow(f64::from(*coordinate) + distance * way);
            *coordinate = moved.clamp(-LARGEST_COORDINATE, LARGEST_COORDINATE);
        }
    }

    /// Removes pairs, adds some, and changes their order.
    fn change_pairs(&mut self) {
        let Self { random, now: Step { scene: Scene { pairs, .. }, .. }, all_pairs, .. } = self;
        if random.one_in(3) {
            let share = 2 + random.below(20);
            pairs.retain(|_| !random.one_in(share));
        }
        if random.one_in(3) && !all_pairs.is_empty() {
            let mut there: BTreeSet<[u32; 2]> = pairs.iter().copied().collect();
            for _ in 0..1 + random.below(all_pairs.len()) {
                let pair = random.choose(all_pairs);
                if there.insert(pair) || self.has_repeated {
                    pairs.insert(random.below(pairs.len() + 1), pair);
                }
            }
        }
        if random.one_in(4) {
            random.shuffle(pairs);
        }
    }

    /// Makes changes that no recording holds.
    fn change_world(&mut self) {
        if self.random.one_in(3) {
            self.now.changes.push(Change::Restore);
        }
        if self.random.one_in(3) && self.boxes() > 0 {
            for _ in 0..1 + self.random.below(self.boxes()) {
                self.change_extents();
            }
        }
        if self.random.one_in(3) {
            self.change_margin();
        }
        if self.random.one_in(5) {
            self.forget();
        }
        if self.random.one_in(5) {
            self.renumber();
        }
        for _ in 0..self.random.below(6).saturating_sub(3) {
            self.swap_remove();
        }
        if self.random.one_in(8) {
            self.lose_last_box();
        }
        if self.random.one_in(8) {
            self.now.changes.push(Change::Clear);
        }
    }

    fn change_extents(&mut self) {
        let random = &mut *self.random;
        let extents = &mut self.now.scene.half_extents;
        let index = random.below(extents.len());
        let extents = &mut extents[index];
        let first = random.below(3);
        let second = (first + 1 + random.below(2)) % 3;
        match random.below(3) {
            0 => {
                let unit = extents[first].min(extents[second]) / EXTENT_RATIO[0];
                let unit = unit * narrow(random.range(-1.0, 1.0));
                extents[first] += EXTENT_RATIO[0] * unit;
                extents[second] -= EXTENT_RATIO[1] * unit;
            }
            1 => extents[first] *= narrow(1.0 + 2e-2 * random.range(-1.0, 1.0)),
            _ => extents[first] *= narrow(random.range(0.3, 2.0)),
        }
        *extents = extents.map(|extent| storable(extent.max(0.0)));
    }

    fn change_margin(&mut self) {
        match self.random.below(4) {
            0 => self.now.margin = 0.0,
            1 => self.now.margin = SPECULATIVE_MARGIN,
            _ => self.now.margin *= narrow(self.random.range(0.5, 2.0)),
        }
    }

    /// Forgets a pair, or a box that may have been replaced by another one.
    fn forget(&mut self) {
        let pairs = &self.now.scene.pairs;
        let change = if self.random.one_in(2) {
            let Some(&pair) = pairs.get(self.random.below(pairs.len())) else { return };
            Change::ForgetPair(pair)
        } else {
            let index = self.random.below(self.boxes());
            if self.random.one_in(2) && self.boxes() > 0 {
                self.jump(index);
            }
            Change::ForgetBox(box_index(index))
        };
        self.now.changes.push(change);
    }

    /// Gives the boxes other numbers.
    fn renumber(&mut self) {
        let mut order: Vec<usize> = (0..self.boxes()).collect();
        self.random.shuffle(&mut order);
        let numbers = self.now.scene.reorder_boxes(&order);
        let renumbered = |pair: [u32; 2]| pair.map(|index| numbers[index as usize]);
        for pair in self.now.scene.pairs.iter_mut().chain(&mut self.all_pairs) {
            *pair = renumbered(*pair);
        }
        self.now.changes.push(Change::Renumber(numbers));
    }

    /// Removes a box and its pairs, and gives its number to the last box.
    fn swap_remove(&mut self) {
        let Some(last) = self.boxes().checked_sub(1) else { return };
        let index = self.random.below(last + 1);
        let scene = &mut self.now.scene;
        scene.half_extents.swap_remove(index);
        scene.position.swap_remove(index);
        scene.rotation.swap_remove(index);
        let [index, last] = [index, last].map(box_index);
        for pairs in [&mut scene.pairs, &mut self.all_pairs] {
            pairs.retain(|pair| !pair.contains(&index));
            for of_last in pairs.as_flattened_mut().iter_mut().filter(|number| **number == last) {
                *of_last = index;
            }
        }
        self.now.changes.push(Change::SwapRemove { index, last });
    }

    /// Removes the last box and its pairs, without reporting it to a cache.
    fn lose_last_box(&mut self) {
        let Some(last) = self.boxes().checked_sub(1) else { return };
        let scene = &mut self.now.scene;
        scene.half_extents.truncate(last);
        scene.position.truncate(last);
        scene.rotation.truncate(last);
        for pairs in [&mut scene.pairs, &mut self.all_pairs] {
            pairs.retain(|pair| !pair.contains(&box_index(last)));
        }
    }
}
