//! Many obstacles around a chain: more solids than an engine looks at one by one, points, or voxels.

use octosat_reference::OrientedBox;
use octosat_reference::float64::{PlacedSolid, SolidShape};
use octosat_scenes::generate::{Random, narrow};

use super::solids::GivenSolid;

/// What is around a chain in addition to the obstacles of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crowd {
    /// More solids than are in leaves.
    Solids,
    /// Balls of one radius, or points.
    Points,
    /// Boxes of one size along the world's axes.
    Voxels,
}

/// Of so many worlds, one has many solids, and some have points, and as many voxels.
const WORLDS: u64 = 128;
const OF_POINTS: u64 = 4;

/// The number of solids, and numbers of points or voxels.
const SOLIDS: usize = 2_001;
const POINTS: [usize; 6] = [1, 15, 16, 17, 60, 300];

/// How large solids are and how far off a surface at most, in sizes of links, and the decades below.
const LARGEST: f64 = 0.3;
const FARTHEST: f64 = 4.0;
const DECADES: usize = 4;

impl Crowd {
    /// The crowd of a seed; none of small seeds, which golden numbers are about.
    pub(super) fn of_seed(seed: u64) -> Option<Self> {
        match (seed >> 56) % WORLDS {
            1 => Some(Self::Solids),
            number if (2..2 + OF_POINTS).contains(&number) => Some(Self::Points),
            number if (2 + OF_POINTS..2 + 2 * OF_POINTS).contains(&number) => Some(Self::Voxels),
            _ => None,
        }
    }

    /// Whether its obstacles are replaced together.
    pub(super) fn is_alike(self) -> bool {
        self != Self::Solids
    }

    /// Its obstacles, on some solids or around them, given about the size of links in meters.
    pub(super) fn obstacles(
        self,
        random: &mut Random,
        around: &[PlacedSolid],
        size: f64,
        has_round: bool,
    ) -> Vec<GivenSolid> {
        let one = self.solid(random, size, has_round);
        let count = if self.is_alike() { random.choose(&POINTS) } else { SOLIDS };
        let is_aligned = random.one_in(3);
        let mut obstacle = || {
            let solid = if self.is_alike() {
                one.clone()
            } else {
                let solid = self.solid(random, size, has_round && !is_aligned);
                GivenSolid { rotation: if is_aligned { UPRIGHT } else { solid.rotation }, ..solid }
            };
            let off = match random.below(4) {
                0 => 0.0,
                _ => FARTHEST * size * random.unit() * random.decades(DECADES),
            };
            next_to(random, around, solid, off)
        };
        (0..count).map(|_| obstacle()).collect()
    }

    /// A solid at the origin.
    fn solid(self, random: &mut Random, size: f64, has_round: bool) -> GivenSolid {
        let mut length = || f64::from(narrow(LARGEST * size * random.decades(DECADES)));
        let half = [length(), length(), length()];
        let given = OrientedBox {
            center: [0.0; 3],
            rotation: if self.is_alike() { UPRIGHT } else { random.rotation().map(narrow) },
            half_extents: half.map(narrow),
        };
        match self {
            Self::Points if random.one_in(4) => GivenSolid::cube(0.0, [0.0; 3]),
            Self::Points => {
                let shape = SolidShape::Capsule { radius: half[0], half_length: 0.0 };
                GivenSolid { shape, ..GivenSolid::of_box(&given) }
            }
            Self::Solids if has_round => GivenSolid::drawn(random, &given),
            _ => GivenSolid::of_box(&given),
        }
    }
}

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// A solid so far off one of some others, in meters, along any direction or an axis.
fn next_to(random: &mut Random, around: &[PlacedSolid], solid: GivenSolid, off: f64) -> GivenSolid {
    let direction = match random.below(3) {
        0 => random.choose(&[[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]),
        _ => random.direction(),
    };
    let far = solid.placed().farthest(direction.map(|component| -component));
    let tip = match around.get(random.below(around.len().max(1))) {
        Some(touched) => touched.farthest(direction),
        None => [0.0; 3],
    };
    solid.at([0, 1, 2].map(|k| tip[k] - far[k] + off * direction[k]))
}
