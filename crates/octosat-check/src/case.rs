//! A frame of boxes and the setting of its queries.

use std::collections::BTreeSet;

use octosat::{Contacts, Error, Length, PointLimit, PointOrigin, Query};
use octosat_scenes::Recording;
use octosat_scenes::generate::Scene;

use crate::{Basis, Boxes, Facts};

/// Meters: the speculative margin that contacts are checked and measured with, which is usual in engines of worlds a
/// few meters large.
pub const SPECULATIVE_MARGIN: f32 = 0.02;

/// Meters: a margin that no separation exceeds, so that an engine looks at all axes.
pub(crate) const LARGEST_MARGIN: f32 = 1e13;

/// The setting of the queries of a frame; they use what they take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Meters: pairs are answered within it, or the boxes are grown by half of it; see [`Self::grown`]. Negative only
    /// for queries about boxes that are grown.
    pub margin: f32,
    /// Whether each pair has a margin of its own, see [`Case::setting_of`].
    pub own_margins: bool,
    /// The most points of a manifold.
    pub limit: PointLimit,
    /// What positions of points are relative to.
    pub origin: PointOrigin,
    /// Whether points on the surfaces of both boxes are required.
    pub surfaces: bool,
    /// The seed of the shapes around the boxes.
    pub shape_seed: u64,
}

impl Setting {
    /// Four points in the world and on the surfaces, with a margin in meters.
    pub fn new(margin: f32, shape_seed: u64) -> Self {
        let (limit, origin) = (PointLimit::Four, PointOrigin::World);
        Self { margin, own_margins: false, limit, origin, surfaces: true, shape_seed }
    }

    /// How much larger or smaller boxes are on every side, in queries about boxes that are grown: meters.
    pub fn grown(&self) -> f32 {
        0.5 * self.margin
    }

    /// What is required of each contact.
    pub fn options(&self) -> ContactOptions {
        let Self { limit, origin, surfaces, .. } = *self;
        ContactOptions { limit, origin, surfaces }
    }
}

/// What is required of each contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactOptions {
    /// The most points of a pair.
    pub limit: PointLimit,
    /// What positions of points are relative to.
    pub origin: PointOrigin,
    /// Whether points on the surfaces of both boxes are required.
    pub surfaces: bool,
}

impl ContactOptions {
    /// The contacts of a query with these options.
    pub fn of(self, query: Query<'_>) -> Contacts<'_> {
        let Self { limit, origin, surfaces } = self;
        Contacts::new(query).limit(limit).origin(origin).surfaces(surfaces)
    }
}

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

/// A frame as plain data, in no basis yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Half extents, meters, one row per box.
    pub half_extents: Vec<[f32; 3]>,
    /// Centers in the world, meters.
    pub position: Vec<[f32; 3]>,
    /// Unit quaternions x, y, z, w, box to world.
    pub rotation: Vec<[f32; 4]>,
    /// Pairs of box indices.
    pub pairs: Vec<[u32; 2]>,
    /// The setting of its queries.
    pub setting: Setting,
    /// What has happened to caches since the frame before.
    pub changes: Vec<Change>,
}

impl Frame {
    /// The boxes and pairs of a scene.
    pub fn of_scene(scene: &Scene, setting: Setting) -> Self {
        let Scene { half_extents, position, rotation, pairs, .. } = scene.clone();
        Self { half_extents, position, rotation, pairs, setting, changes: Vec::new() }
    }

    /// Whether this frame has the same boxes as the frame before it, at other places.
    fn continues(&self, before: &Self) -> bool {
        self.changes.is_empty() && self.half_extents == before.half_extents
    }

    /// A frame of a recording.
    ///
    /// # Panics
    /// If there is no such frame.
    pub fn of_recording(recording: &Recording, number: usize, setting: Setting) -> Self {
        let frame = recording.frame(number);
        Self {
            half_extents: recording.half_extents().to_vec(),
            position: frame.positions.to_vec(),
            rotation: frame.rotations.to_vec(),
            pairs: frame.pairs.to_vec(),
            setting,
            changes: Vec::new(),
        }
    }
}

/// A frame in a basis, ready for queries.
#[derive(Clone, Debug)]
pub struct Case {
    /// The boxes.
    pub boxes: Boxes,
    /// Pairs of box indices.
    pub pairs: Vec<[u32; 2]>,
    /// The setting of its queries.
    pub setting: Setting,
    /// What has happened to caches since the frame before.
    pub changes: Vec<Change>,
    /// The same boxes in the next frame, if there is one.
    pub ends: Option<Boxes>,
    /// The number of boxes before they were repeated.
    pub originals: usize,
    /// What it has in common with the frames before and after.
    pub sequence: Sequence,
}

impl Case {
    /// A frame in a basis.
    ///
    /// # Errors
    /// A box that the basis rejects.
    pub fn new(basis: Basis, frame: &Frame) -> Result<Self, Error> {
        let Frame { half_extents, position, rotation, pairs, setting, changes } = frame;
        let boxes = Boxes::new(basis, half_extents, position, rotation)?;
        Ok(Self {
            originals: boxes.len(),
            boxes,
            pairs: pairs.clone(),
            setting: *setting,
            changes: changes.clone(),
            ends: None,
            sequence: Sequence { longest: None, is_repeated: true },
        })
    }

    /// The same with the frame that follows, if it has the same boxes; in the unit basis only.
    ///
    /// # Errors
    /// A box that the basis rejects.
    pub fn until(self, frame: &Frame, next: Option<&Frame>) -> Result<Self, Error> {
        let is_unit = self.boxes.basis() == Basis::Unit;
        let next = next.filter(|next| is_unit && next.continues(frame));
        let boxes = |next: &Frame| {
            Boxes::new(Basis::Unit, &next.half_extents, &next.position, &next.rotation)
        };
        Ok(Self { ends: next.map(boxes).transpose()?, ..self })
    }

    /// The same as a frame of a sequence.
    pub fn of_sequence(self, sequence: Sequence) -> Self {
        Self { sequence, ..self }
    }

    /// The same, lent with small components of rotations instead of zeros.
    pub(crate) fn with_small_components(self) -> Self {
        let ends = self.ends.map(Boxes::with_small_components);
        Self { boxes: self.boxes.with_small_components(), ends, ..self }
    }

    /// The boxes and their pairs again and again, one copy behind the other.
    pub(crate) fn repeated(&self, copies: usize) -> Self {
        let of_copy = |copy: usize| {
            let shift = short(copy * self.boxes.len());
            self.pairs.iter().map(move |&[a, b]| [a + shift, b + shift])
        };
        let pairs = (0..copies).flat_map(of_copy).collect();
        let ends = self.ends.as_ref().map(|ends| ends.repeated(copies));
        Self { boxes: self.boxes.repeated(copies), ends, pairs, ..self.clone() }
    }

    /// The setting of a pair. If pairs have margins of their own, every third pair has the margin of the setting,
    /// every third none, and every third one that equals its separation.
    pub fn setting_of(&self, pair: [u32; 2]) -> Setting {
        if !self.setting.own_margins {
            return self.setting;
        }
        let margin = match pair[0].wrapping_add(pair[1]) % 3 {
            0 => self.setting.margin,
            1 => 0.0,
            // Not below zero for boxes that overlap, and no NaN.
            _ => (-self.boxes.plain_penetration(pair, LARGEST_MARGIN).depth).max(0.0),
        };
        Setting { margin, ..self.setting }
    }

    /// The margins of pairs, if they have margins of their own.
    pub(crate) fn margins(&self, pairs: &[[u32; 2]]) -> Option<Vec<f32>> {
        let margins = || pairs.iter().map(|&pair| self.setting_of(pair).margin).collect();
        self.setting.own_margins.then(margins)
    }

    /// The margins of rows: their own, if there are any, or that of the case.
    pub(crate) fn margins_of<'a>(&self, own: &'a Option<Vec<f32>>) -> Length<'a> {
        own.as_deref().map_or(uniform(self.setting.margin), Length::PerPair)
    }
}

/// What the frames of a sequence have in common.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// The length that decides how often lists for several threads repeat the pairs, until the engine splits the list.
    /// None: that of the list itself; but caches need the same number in all frames.
    pub(crate) longest: Option<usize>,
    /// Whether such lists repeat the pairs.
    pub(crate) is_repeated: bool,
}

/// Frames of a recording with few pairs that are repeated.
const REPEATED_FRAMES: usize = 8;

/// Lists with so few pairs are repeated so often that this takes longer than all other checks.
const FEW_PAIRS: usize = 800;

impl Sequence {
    /// The sequence of these lists of pairs, for a query.
    pub fn new<'a>(lists: impl Iterator<Item = &'a [[u32; 2]]>, facts: &Facts) -> Self {
        if !facts.remembers {
            return Self { longest: None, is_repeated: true };
        }
        let (mut longest, mut has_twice) = (1, false);
        for pairs in lists {
            longest = longest.max(pairs.len());
            has_twice |= has_repeated(pairs);
        }
        // Caches tell equal pairs apart by their order, so a pair that is there twice has no copies.
        Self { longest: Some(longest), is_repeated: !has_twice }
    }

    /// The same for the frame of this number in a recording, given the number of pairs of its longest list. If these
    /// are few, only the first frames are repeated.
    pub fn at(self, number: usize, longest: usize) -> Self {
        let is_repeated = self.is_repeated && (number < REPEATED_FRAMES || longest > FEW_PAIRS);
        Self { is_repeated, ..self }
    }
}

/// Whether a list has a pair several times.
fn has_repeated(pairs: &[[u32; 2]]) -> bool {
    let mut there = BTreeSet::new();
    !pairs.iter().all(|pair| there.insert(pair))
}

/// One margin in meters for all rows; none if it is zero.
pub fn uniform(margin: f32) -> Length<'static> {
    if margin == 0.0 { Length::None } else { Length::Uniform(margin) }
}

/// An index as pairs have it.
///
/// # Panics
/// If it does not fit: no checked list is so long.
pub fn short(index: usize) -> u32 {
    u32::try_from(index).expect("a checked list has fewer than 2^32 rows")
}
