//! Worlds in motion, frame by frame, for caches.

use std::collections::{BTreeMap, BTreeSet};

use octosat::tolerances::MAX_LENGTH;
use octosat::{PointLimit, PointOrigin};
use octosat_scenes::generate::{Random, Scene};

use super::worlds::storable;
use crate::check::{Change, has_repeated};
use crate::manifolds::{ManifoldSetting, SPECULATIVE_MARGIN};
use crate::vector::narrow;

/// A frame of a world.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) half_extents: Vec<[f32; 3]>,
    pub(super) position: Vec<[f32; 3]>,
    pub(super) rotation: Vec<[f32; 4]>,
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) setting: ManifoldSetting,
    pub(super) surfaces: bool,
    /// What has happened since the frame before.
    pub(super) changes: Vec<Change>,
    /// A number of its own for each pair, if no pair is there twice.
    pub(super) slots: Option<Vec<u32>>,
}

/// The frames of a world.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sequence {
    pub(super) steps: Vec<Step>,
    /// Whether a recording holds all of it: boxes keep their extents and numbers, nothing is forgotten, and all
    /// frames are asked about in the usual way with one margin.
    pub(super) is_plain: bool,
}

/// Fewest frames, and one more than the most that there are more.
const FEWEST_FRAMES: usize = 3;
const MORE_FRAMES: usize = 4;

/// One of so many sequences has pairs several times.
const SEQUENCES_A_REPEATED_ONE: usize = 6;

/// How far boxes move in a frame, in parts of their smallest half extent: creeping, about as far as manifolds are
/// reused, and farther.
const MOTIONS: [[f64; 2]; 3] = [[1e-8, 1e-3], [2e-3, 1.5e-2], [1e-2, 0.5]];

/// Kinds of frames: nobody moves, all move in one of the [`MOTIONS`], and every box as it likes.
const MOTION_KINDS: usize = MOTIONS.len() + 2;

/// How far a box jumps, in parts of its size.
const JUMP: f64 = 8.0;

/// The ratio in which two extents change in opposite directions: a sum of both with usual weights stays the same.
const EXTENT_RATIO: [f32; 2] = [355.0, 113.0];

/// The world of a sequence while it is made.
struct World<'r> {
    random: &'r mut Random,
    now: Step,
    /// Pairs to choose from.
    all_pairs: Vec<[u32; 2]>,
    slots: Slots,
    has_repeated: bool,
}

/// The numbers of pairs.
#[derive(Default)]
struct Slots {
    taken: BTreeMap<[u32; 2], u32>,
}

impl Sequence {
    /// A sequence that begins with a scene; the margin is that of a round.
    pub(super) fn new(scene: &Scene, margin: f32, random: &mut Random) -> Self {
        let is_plain = random.below(2) == 0;
        let margin = if margin > 0.0 { margin } else { SPECULATIVE_MARGIN };
        let (limit, origin) = (PointLimit::Four, PointOrigin::World);
        let now = Step {
            half_extents: scene.half_extents.clone(),
            position: scene.position.clone(),
            rotation: scene.rotation.clone(),
            pairs: scene.pairs.clone(),
            setting: ManifoldSetting { margin, limit, origin },
            surfaces: is_plain || random.below(4) > 0,
            changes: Vec::new(),
            slots: None,
        };
        let has_repeated = random.below(SEQUENCES_A_REPEATED_ONE) == 0;
        let all_pairs = scene.pairs.clone();
        let mut world = World { random, now, all_pairs, slots: Slots::default(), has_repeated };
        let frames = FEWEST_FRAMES + world.random.below(MORE_FRAMES);
        let steps = (0..frames).map(|number| world.step(number, is_plain)).collect();
        Self { steps, is_plain }
    }

    /// Whether no frame has a pair twice: which of equal pairs is which may depend on the order of the list.
    pub(super) fn is_orderly(&self) -> bool {
        self.steps.iter().all(|step| !has_repeated(&step.pairs))
    }
}

impl World<'_> {
    /// One of so many times.
    fn now_and_then(&mut self, times: usize) -> bool {
        self.random.below(times) == 0
    }

    fn step(&mut self, number: usize, is_plain: bool) -> Step {
        self.now.changes.clear();
        if number > 0 {
            self.move_boxes();
            self.change_pairs();
            if !is_plain {
                self.change_world();
            }
        }
        self.now.slots = self.slots.of(&self.now.pairs);
        self.now.clone()
    }

    fn boxes(&self) -> usize {
        self.now.position.len()
    }

    fn move_boxes(&mut self) {
        let kind = self.random.below(MOTION_KINDS);
        for index in 0..self.boxes() {
            let own = if kind + 1 == MOTION_KINDS { self.random.below(MOTION_KINDS) } else { kind };
            if let Some(&[least, most]) = MOTIONS.get(own.wrapping_sub(1)) {
                // Evenly over the powers.
                let size = least * (most / least).powf(self.random.unit());
                self.move_box(index, size);
            }
        }
        if self.now_and_then(3) && self.boxes() > 0 {
            for _ in 0..1 + self.random.below(3) {
                let index = self.random.below(self.boxes());
                self.jump(index);
            }
        }
    }

    /// Moves a box by so many parts of its smallest half extent.
    fn move_box(&mut self, index: usize, parts: f64) {
        let extents = self.now.half_extents[index].map(f64::from);
        let longest = extents.into_iter().fold(0.0, f64::max);
        let smallest = extents.into_iter().fold(longest, f64::min);
        let size = parts * if smallest > 0.0 { smallest } else { 1e-3 * longest };
        if self.now_and_then(2) {
            let way = self.random.direction().map(|part| part * size);
            self.shift(index, way);
        }
        if longest > 0.0 && self.now_and_then(2) {
            let [x, y, z] = self.random.direction();
            let half = (0.5 * size / longest).min(1.0);
            let rotation = self.now.rotation[index].map(f64::from);
            let turned =
                product([x * half.sin(), y * half.sin(), z * half.sin(), half.cos()], rotation);
            self.now.rotation[index] = turned.map(narrow);
        }
    }

    /// Moves a box far, perhaps into another one.
    fn jump(&mut self, index: usize) {
        if self.now_and_then(2) {
            let other = self.random.below(self.boxes());
            self.now.position[index] = self.now.position[other];
        }
        let extents = self.now.half_extents[index].map(f64::from);
        let size = extents.iter().sum::<f64>() * JUMP * self.random.unit().powi(2);
        let way = self.random.direction().map(|part| part * size);
        self.shift(index, way);
        if self.now_and_then(2) {
            self.now.rotation[index] = self.random.rotation().map(narrow);
        }
    }

    fn shift(&mut self, index: usize, way: [f64; 3]) {
        for (coordinate, way) in self.now.position[index].iter_mut().zip(way) {
            *coordinate = narrow(f64::from(*coordinate) + way).clamp(-MAX_LENGTH, MAX_LENGTH);
        }
    }

    /// Takes pairs away, adds some, and changes their order.
    fn change_pairs(&mut self) {
        if self.now_and_then(3) {
            let random = &mut *self.random;
            let share = 2 + random.below(20);
            self.now.pairs.retain(|_| random.below(share) > 0);
        }
        if self.now_and_then(3) && !self.all_pairs.is_empty() {
            let mut there: BTreeSet<[u32; 2]> = self.now.pairs.iter().copied().collect();
            for _ in 0..1 + self.random.below(self.all_pairs.len()) {
                let pair = self.all_pairs[self.random.below(self.all_pairs.len())];
                let may_be_added = there.insert(pair) || self.has_repeated;
                if may_be_added {
                    let place = self.random.below(self.now.pairs.len() + 1);
                    self.now.pairs.insert(place, pair);
                }
            }
        }
        if self.now_and_then(4) {
            self.random.shuffle(&mut self.now.pairs);
        }
    }

    /// Does what no recording holds.
    fn change_world(&mut self) {
        if self.now_and_then(3) {
            for _ in 0..1 + self.random.below(self.boxes()) {
                self.change_extents();
            }
        }
        if self.now_and_then(3) {
            self.change_setting();
        }
        if self.now_and_then(5) {
            self.forget();
        }
        if self.now_and_then(5) {
            self.renumber();
        }
        if self.now_and_then(8) {
            self.lose_last_box();
        }
        if self.now_and_then(3) {
            let bit = self.random.below(usize::MAX);
            self.now.changes.push(Change::Restore(bit));
        }
    }

    fn change_extents(&mut self) {
        let boxes = self.boxes();
        let Some(extents) = self.now.half_extents.get_mut(self.random.below(boxes)) else { return };
        let [first, second] = [self.random.below(3), 1 + self.random.below(2)];
        let second = (first + second) % 3;
        match self.random.below(3) {
            0 => {
                let unit = extents[first].min(extents[second]) / EXTENT_RATIO[0];
                let unit = unit * narrow(self.random.range(-1.0, 1.0));
                extents[first] += EXTENT_RATIO[0] * unit;
                extents[second] -= EXTENT_RATIO[1] * unit;
            }
            1 => extents[first] *= narrow(1.0 + 2e-2 * self.random.range(-1.0, 1.0)),
            _ => extents[first] *= narrow(self.random.range(0.3, 2.0)),
        }
        *extents = extents.map(|extent| storable(extent.max(0.0)));
    }

    fn change_setting(&mut self) {
        let setting = &mut self.now.setting;
        match self.random.below(8) {
            0 => {
                setting.limit = if setting.limit == PointLimit::Four {
                    PointLimit::Eight
                } else {
                    PointLimit::Four
                }
            }
            1 => {
                setting.origin = if setting.origin == PointOrigin::World {
                    PointOrigin::CenterOfA
                } else {
                    PointOrigin::World
                }
            }
            2 => setting.margin = 0.0,
            3 => setting.margin = SPECULATIVE_MARGIN,
            _ => setting.margin *= narrow(self.random.range(0.5, 2.0)),
        }
    }

    /// Forgets a pair, or a box, in whose place there is another one.
    fn forget(&mut self) {
        let change = if self.now_and_then(2) {
            let Some(&pair) = self.now.pairs.get(self.random.below(self.now.pairs.len())) else {
                return;
            };
            Change::ForgetPair(pair)
        } else {
            let index = self.random.below(self.boxes());
            if self.now_and_then(2) && self.boxes() > 0 {
                self.jump(index);
            }
            Change::ForgetBox(u32::try_from(index).unwrap_or(0))
        };
        self.now.changes.push(change);
    }

    /// Gives the boxes other numbers.
    fn renumber(&mut self) {
        let mut order: Vec<usize> = (0..self.boxes()).collect();
        self.random.shuffle(&mut order);
        let mut new_numbers = vec![0; order.len()];
        for (new, &old) in (0..).zip(&order) {
            new_numbers[old] = new;
        }
        let now = &mut self.now;
        now.half_extents = order.iter().map(|&old| now.half_extents[old]).collect();
        now.position = order.iter().map(|&old| now.position[old]).collect();
        now.rotation = order.iter().map(|&old| now.rotation[old]).collect();
        let renumbered = |pair: [u32; 2]| pair.map(|index| new_numbers[index as usize]);
        for pair in now.pairs.iter_mut().chain(&mut self.all_pairs) {
            *pair = renumbered(*pair);
        }
        self.slots.renumber(renumbered);
        now.changes.push(Change::Renumber(new_numbers));
    }

    /// Takes the last box away with its pairs, without a word.
    fn lose_last_box(&mut self) {
        let Some(last) = self.boxes().checked_sub(1).and_then(|last| u32::try_from(last).ok())
        else {
            return;
        };
        self.now.half_extents.pop();
        self.now.position.pop();
        self.now.rotation.pop();
        self.now.pairs.retain(|pair| !pair.contains(&last));
        self.all_pairs.retain(|pair| !pair.contains(&last));
    }
}

impl Slots {
    /// The slots of pairs; a pair that was there has the one that it had.
    fn of(&mut self, pairs: &[[u32; 2]]) -> Option<Vec<u32>> {
        if has_repeated(pairs) {
            self.taken.clear();
            return None;
        }
        let there: BTreeSet<_> = pairs.iter().collect();
        self.taken.retain(|pair, _| there.contains(pair));
        let used: BTreeSet<u32> = self.taken.values().copied().collect();
        let mut free = (0..).filter(|slot| !used.contains(slot));
        for &pair in pairs {
            if let std::collections::btree_map::Entry::Vacant(entry) = self.taken.entry(pair) {
                entry.insert(free.next()?);
            }
        }
        Some(pairs.iter().map(|pair| self.taken[pair]).collect())
    }

    fn renumber(&mut self, renumbered: impl Fn([u32; 2]) -> [u32; 2]) {
        let taken = std::mem::take(&mut self.taken).into_iter();
        self.taken = taken.map(|(pair, slot)| (renumbered(pair), slot)).collect();
    }
}

/// A rotation followed by another.
fn product([x, y, z, w]: [f64; 4], [i, j, k, l]: [f64; 4]) -> [f64; 4] {
    [
        w * i + x * l + y * k - z * j,
        w * j - x * k + y * l + z * i,
        w * k + x * j - y * i + z * l,
        w * l - x * i - y * j - z * k,
    ]
}
