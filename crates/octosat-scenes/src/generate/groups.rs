//! Makes pairs that touch in ways that are hard for contacts, in groups.
//!
//! Each pair is slightly deep, slightly apart or touches within rounding, and has a margin of its own. Box a is upright
//! at the origin while a pair is made; most pairs are turned as a whole.

mod drafts;

use glam::{DQuat, DVec3};

use super::numbers::{columns, narrow, normalized};
use super::random::Random;
use super::scene::Scene;

/// Half extents of floors in meters.
const FLOORS: [f64; 5] = [1.0, 10.0, 100.0, 1e3, 2e4];

/// Sizes of a in sizes of b.
const RATIOS: [f64; 7] = [1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6];

/// Depths of stacks in meters.
const STACKS: [f64; 3] = [0.01, 1e-5, 0.0];

/// A group of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    /// A tilted cube on a floor.
    Floor {
        /// Half the sides of the floor, meters.
        half: f64,
        /// Where the cube is.
        place: Place,
    },
    /// Boxes of any shape at a face, a side or a corner of a larger box.
    Ratio {
        /// The size of a in sizes of b.
        ratio: f64,
        /// Whether faces are nearly parallel.
        has_faces: bool,
    },
    /// Boxes that overlap in a strip between 1e-8 m and 1e-3 m wide.
    ThinStrips,
    /// Beams of up to a kilometer.
    SkewBeams,
    /// Plates, rods and points.
    Flat,
    /// Faces whose sides lie on each other up to 1e-9 m to 1e-5 m.
    Ties,
    /// Equal square faces, turned by about 45 degrees: eight candidate points.
    Octagons,
    /// Rectangular faces, turned against each other.
    Turned,
    /// Slabs up to a thousand times as long as wide.
    LongSlabs,
    /// A box at a corner or on the rim of a floor.
    OnRim,
    /// Equal faces, turned by rounding or little more.
    EqualFaces,
    /// Boxes on each other with equal or nested faces.
    Stack {
        /// How deep they are in each other, meters.
        depth: f64,
    },
}

/// A place on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Near the middle.
    Middle,
    /// Anywhere away from the rim.
    Anywhere,
    /// Across the rim.
    Rim,
}

/// A box as a scene holds it.
#[derive(Clone, Copy, Debug)]
pub struct BoxDraft {
    /// Half extents in meters.
    pub half_extents: [f32; 3],
    /// The center in meters.
    pub center: [f32; 3],
    /// Unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
}

/// A pair of a group.
#[derive(Clone, Copy, Debug)]
pub struct GroupPair {
    /// Both boxes.
    pub boxes: [BoxDraft; 2],
    /// The margin, meters.
    pub margin: f32,
}

impl Group {
    /// All groups.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let places = [Place::Middle, Place::Anywhere, Place::Rim];
        let floors =
            FLOORS.iter().flat_map(|&half| places.map(|place| Self::Floor { half, place }));
        let ratios = RATIOS
            .iter()
            .flat_map(|&ratio| [false, true].map(|has_faces| Self::Ratio { ratio, has_faces }));
        let stacks = STACKS.map(|depth| Self::Stack { depth });
        let others = [Self::ThinStrips, Self::SkewBeams, Self::Flat, Self::Ties];
        let many = [Self::Octagons, Self::Turned, Self::LongSlabs, Self::OnRim, Self::EqualFaces];
        floors.chain(ratios).chain(others).chain(many).chain(stacks).collect()
    }

    /// The name in reports, without spaces.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Floor { half, place } => format!("floor-{half}-{place:?}").to_lowercase(),
            Self::Ratio { ratio, has_faces } => {
                format!("ratio-{ratio:e}-{}", if has_faces { "faces" } else { "random" })
            }
            Self::ThinStrips => "thin-strips".into(),
            Self::SkewBeams => "skew-beams".into(),
            Self::Flat => "flat".into(),
            Self::Ties => "ties".into(),
            Self::Octagons => "octagons".into(),
            Self::Turned => "turned".into(),
            Self::LongSlabs => "long-slabs".into(),
            Self::OnRim => "on-rim".into(),
            Self::EqualFaces => "equal-faces".into(),
            Self::Stack { depth } => format!("stack-{depth:e}"),
        }
    }

    /// Whether all places where boxes touch are on a face, away from its rim.
    #[must_use]
    pub fn is_on_face(self) -> bool {
        matches!(self, Self::Floor { place: Place::Middle | Place::Anywhere, half } if half > 1.0)
    }

    /// Makes a pair.
    pub fn pair(self, random: &mut Random) -> GroupPair {
        let draft = match self {
            Self::Floor { half, place } => drafts::floor(half, place, random),
            Self::Ratio { ratio, has_faces } => drafts::sizes(ratio, has_faces, random),
            Self::ThinStrips => drafts::strip(random),
            Self::SkewBeams => drafts::beams(random),
            Self::Flat => drafts::flat(random),
            Self::Ties => drafts::ties(random),
            Self::Stack { depth } => drafts::stack(depth, random),
            _ => drafts::many_points(self, random),
        };
        let is_upright = !matches!(self, Self::Stack { .. }) && random.one_in(3);
        let world = if is_upright { DQuat::IDENTITY } else { drafts::any(random) };
        let [a, b] = draft.half_extents;
        let of = |half: DVec3, center: DVec3, rotation: DQuat| BoxDraft {
            half_extents: half.to_array().map(narrow),
            center: center.to_array().map(narrow),
            rotation: rotation.to_array().map(narrow),
        };
        let turned = normalized(world * draft.rotation);
        let boxes = [of(a, DVec3::ZERO, world), of(b, columns(world) * draft.center, turned)];
        let boxes = if random.one_in(2) { [boxes[1], boxes[0]] } else { boxes };
        GroupPair { boxes, margin: narrow(draft.margin) }
    }

    /// Makes a scene of some pairs, and the margin of the first.
    pub fn scene(self, pairs: usize, random: &mut Random) -> (Scene, f32) {
        let (mut scene, mut margin) = (Scene::empty(&self.name()), 0.0);
        for _ in 0..pairs {
            let pair = self.pair(random);
            margin = if scene.position.is_empty() { pair.margin } else { margin };
            for BoxDraft { half_extents, center, rotation } in pair.boxes {
                scene.half_extents.push(half_extents);
                scene.position.push(center);
                scene.rotation.push(rotation);
            }
        }
        (scene.with_neighbor_pairs(), margin)
    }
}
