//! Scenes made from seeds, the same bits on every platform.
//!
//! Only additions, multiplications, divisions and square roots are used, in double precision, and
//! the results are rounded once to float32; nothing depends on a mathematics library.
//!
//! A scene has fewer than 2³² boxes; asking for more panics.
//!
//! A search for the one case that breaks takes its rounds from [`worlds`], [`upright`] and
//! [`solids`], sets worlds in [`motion`], and makes shapes [`around`] boxes.

mod adversarial;
pub mod around;
mod clouds;
pub mod motion;
mod order;
mod random;
mod rotation;
pub mod solids;
mod structures;
mod sweep;
mod touching;
pub mod upright;
pub mod worlds;

pub use adversarial::{extreme_ratios, near_parallel};
pub use clouds::{cloud, degenerate, needles, plates};
pub use random::Random;
pub use structures::{pile, wall};
pub use sweep::sweep;
pub use touching::near_touching;

use crate::recording::{Recording, RecordingError, RecordingParts};

/// Boxes at rest and the pairs to be tested.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it is, with no spaces.
    pub name: String,
    /// Half extents in meters, one row a box.
    pub half_extents: Vec<[f32; 3]>,
    /// Centers in the world, in meters.
    pub position: Vec<[f32; 3]>,
    /// Unit quaternions x, y, z, w, box to world.
    pub rotation: Vec<[f32; 4]>,
    /// Pairs (a, b) of box indices, a < b.
    pub pairs: Vec<[u32; 2]>,
}

impl Scene {
    /// A recording of one frame.
    ///
    /// # Errors
    /// If the scene was changed and is not valid any more.
    pub fn into_recording(self) -> Result<Recording, RecordingError> {
        Recording::new(RecordingParts {
            half_extents: self.half_extents,
            position: self.position,
            rotation: self.rotation,
            pair_offsets: vec![0, self.pairs.len() as u64],
            pairs: self.pairs,
            ..RecordingParts::default()
        })
    }

    /// The same scene far away: every center moved by `offset` meters and rounded to float32.
    ///
    /// The pairs stay, although rounding may part some of the boxes or push them together.
    #[must_use]
    pub fn far_from_origin(mut self, offset: [f32; 3]) -> Self {
        for center in &mut self.position {
            for (component, shift) in center.iter_mut().zip(offset) {
                *component += shift;
            }
        }
        self.name.push_str("-far");
        self
    }

    pub(crate) fn empty(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            half_extents: Vec::new(),
            position: Vec::new(),
            rotation: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// Adds a box, its numbers rounded to float32.
    pub(crate) fn push(
        &mut self,
        half_extents: impl Into<[f64; 3]>,
        center: impl Into<[f64; 3]>,
        rotation: impl Into<[f64; 4]>,
    ) {
        self.half_extents.push(half_extents.into().map(narrow));
        self.position.push(center.into().map(narrow));
        self.rotation.push(rotation.into().map(narrow));
    }

    /// Finds the pairs whose world bounds are no farther apart than `margin` meters.
    pub(crate) fn with_swept_pairs(mut self, margin: f32) -> Self {
        self.pairs = sweep(&self.half_extents, &self.position, &self.rotation, margin);
        self
    }

    /// Makes a pair of each two boxes that follow each other.
    pub(crate) fn with_neighbor_pairs(mut self) -> Self {
        let pairs = self.position.len() / 2;
        self.pairs =
            (0..pairs).map(|pair| [box_index(2 * pair), box_index(2 * pair + 1)]).collect();
        self
    }
}

/// Every adversarial scene, with about `pairs` pairs each.
///
/// For checks that look for the one case that breaks; the scenes of everyday use are [`cloud`],
/// [`wall`] and [`pile`].
#[must_use]
pub fn adversarial(pairs: usize, seed: u64) -> Vec<Scene> {
    let boxes = (pairs / 4).max(2);
    vec![
        near_parallel(pairs, seed),
        near_touching(pairs, seed),
        extreme_ratios(pairs, seed),
        needles(boxes, pairs, seed),
        plates(boxes, pairs, seed),
        degenerate(boxes, pairs, seed),
        cloud(boxes, pairs, seed).far_from_origin([4600.0, -2000.0, 900.0]),
    ]
}

/// The nearest float32.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is what is wanted")]
pub fn narrow(value: f64) -> f32 {
    value as f32
}

/// The whole part of a number that is not negative; zero for anything else.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which callers bound further"
)]
pub(crate) fn whole(value: f64) -> usize {
    value as usize
}

/// A box's number as pairs hold it.
pub(crate) fn box_index(index: usize) -> u32 {
    u32::try_from(index).expect("a scene has fewer than 2^32 boxes")
}
