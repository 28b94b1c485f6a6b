//! Boxes with their pairs, in both bases.

use octosat::{BoxPose, BoxStore, ScaledBoxStore};
use octosat_reference::OrientedBox;
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::{self, Random, Scene};

/// Fixed, so that every run and every machine measures the same boxes.
const SEED: u64 = 1;

/// The proportion of the usual cloud: 20,000 boxes and about 100,000 pairs.
const PAIRS_A_BOX: usize = 5;

/// Metres along each axis: what noise of a solver moves bodies at rest by in a frame, and well within
/// what parry and the contact cache take for no motion (1 mm, and a hundredth of the smallest half extent).
const JITTER: f64 = 1e-4;

/// Radians about each axis; as [`JITTER`] at the corners of boxes of a metre.
const JITTER_TURN: f64 = 1e-4;

/// Setting this environment variable adds the million of pairs.
const LARGE: &str = "OCTOSAT_BENCH_LARGE";

/// Numbers of pairs to measure.
#[must_use]
pub fn sizes() -> Vec<usize> {
    let mut sizes = vec![1_000, 10_000, 100_000];
    if std::env::var_os(LARGE).is_some() {
        sizes.push(1_000_000);
    }
    sizes
}

/// In which order boxes and pairs stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Boxes as they were scattered, pairs shuffled.
    Random,
    /// Boxes along a Morton curve, pairs sorted.
    Spatial,
}

impl Order {
    /// Both orders.
    pub const ALL: [Self; 2] = [Self::Random, Self::Spatial];

    /// The name in the tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Spatial => "spatial",
        }
    }
}

/// Boxes in both bases, and pairs of them.
#[derive(Clone, Debug)]
pub struct World {
    /// Pairs (a, b) of box indices.
    pub pairs: Vec<[u32; 2]>,
    /// Columns of the unit basis.
    pub store: BoxStore,
    /// Columns of the pre-scaled basis.
    pub scaled: ScaledBoxStore,
    /// Matrices for the scalar routines.
    pub matrices: Vec<MatrixBox>,
}

impl World {
    /// A cloud of boxes with about `pairs` pairs whose bounds overlap, 40 % of them overlapping.
    ///
    /// # Panics
    /// If the stores refuse a box of the generator.
    #[must_use]
    pub fn cloud(pairs: usize, order: Order) -> Self {
        let scene = generate::cloud(pairs.div_ceil(PAIRS_A_BOX), pairs, SEED);
        let scene = match order {
            Order::Random => scene.shuffled(SEED),
            Order::Spatial => scene.spatially_ordered(),
        };
        Self::of_scene(scene)
    }

    /// A heap of boxes in layers, about a third of the pairs overlapping a little; pairs ascend.
    #[must_use]
    pub fn pile(boxes: usize) -> Self {
        Self::of_scene(generate::pile(boxes, SEED))
    }

    /// A wall of bricks, nearly aligned, all pairs within millimetres of each other; pairs ascend.
    #[must_use]
    pub fn wall(bricks: usize) -> Self {
        Self::of_scene(generate::wall(bricks, SEED))
    }

    fn of_scene(scene: Scene) -> Self {
        let store = BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents)
            .expect("generated boxes are valid");
        Self::of_store(store, scene.pairs)
    }

    fn of_store(store: BoxStore, pairs: Vec<[u32; 2]>) -> Self {
        let scaled = ScaledBoxStore::from_boxes(&store).expect("boxes are of usual size");
        let matrices = store.iter().map(|stored| MatrixBox::from(&reference(stored))).collect();
        Self { pairs, store, scaled, matrices }
    }

    /// The same boxes and pairs, every box moved as little as a solver moves bodies at rest.
    ///
    /// # Panics
    /// If the stores refuse a moved box.
    #[must_use]
    pub fn jittered(&self) -> Self {
        let mut random = Random::new(SEED);
        let mut moved = Vec::with_capacity(self.store.len());
        for mut stored in self.store.iter() {
            let BoxPose { center, rotation } = &mut stored.pose;
            let shift = random.vector(-JITTER, JITTER).map(narrow);
            (0..3).for_each(|axis| center[axis] += shift[axis]);
            // Half the turn about an axis is what that component changes by.
            let turn = random.vector(-0.5 * JITTER_TURN, 0.5 * JITTER_TURN).map(narrow);
            (0..3).for_each(|axis| rotation[axis] += turn[axis]);
            let squared: f32 = rotation.iter().map(|part| part * part).sum();
            *rotation = rotation.map(|part| part / squared.sqrt());
            moved.push(stored);
        }
        let mut store = BoxStore::with_capacity(moved.len());
        store.extend_from_boxes(&moved).expect("moved boxes are valid");
        Self::of_store(store, self.pairs.clone())
    }

    /// The boxes of a pair as the textbook takes them.
    #[must_use]
    pub fn matrices_of(&self, pair: [u32; 2]) -> [&MatrixBox; 2] {
        pair.map(|index| &self.matrices[index as usize])
    }
}

fn reference(stored: octosat::OrientedBox) -> OrientedBox {
    OrientedBox {
        center: stored.pose.center,
        rotation: stored.pose.rotation,
        half_extents: stored.half_extents,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is what is wanted")]
fn narrow(value: f64) -> f32 {
    value as f32
}
