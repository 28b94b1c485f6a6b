//! Boxes for stores: different values everywhere, or one that is rejected.

use octosat::{BoxPose, BoxStore, OrientedBox};
use octosat_scenes::generate::Random;

use crate::geometry::narrow;

/// More boxes than the fewest that are split over threads.
pub const MANY: usize = 65_537;

/// How long rotations are in [`Boxes`]: off unit length, by what is accepted.
const LENGTH: f64 = 1.0003;

/// Every component of a rotation that is rejected.
const SPOILT: f32 = 0.9;

/// Quaternions of a length in all directions, from a fixed sequence.
#[must_use]
pub fn quaternions(count: usize, length: f64) -> Vec<[f32; 4]> {
    let mut random = Random::new(7);
    let quaternion = |_| narrow(random.rotation().map(|component| component * length));
    (0..count).map(quaternion).collect()
}

/// Boxes with different values everywhere, or with one value that is rejected.
#[derive(Clone, Debug)]
pub struct Boxes {
    /// The centers.
    pub centers: Vec<[f32; 3]>,
    /// The rotations.
    pub rotations: Vec<[f32; 4]>,
    /// The half extents.
    pub half_extents: Vec<[f32; 3]>,
}

impl Boxes {
    /// This number of boxes, the same every time.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let numbers = || (0..9001_u16).cycle().take(count).map(f32::from);
        let rotations = quaternions(count.min(9001), LENGTH);
        Self {
            centers: numbers().map(|x| [x, 2.0 * x, -x]).collect(),
            rotations: rotations.into_iter().cycle().take(count).collect(),
            half_extents: numbers().map(|x| [x * 0.25, 0.0, 1.0 + x]).collect(),
        }
    }

    /// Puts a value that is rejected into a box.
    pub fn spoil(&mut self, at: usize, field: &str) {
        match field {
            "center" => self.centers[at][1] = f32::INFINITY,
            "rotation" => self.rotations[at].fill(SPOILT),
            _ => self.half_extents[at][1] = -1e-30,
        }
    }

    /// Where a box is.
    #[must_use]
    pub fn pose(&self, at: usize) -> BoxPose {
        BoxPose::new(self.centers[at], self.rotations[at])
    }

    /// Where all boxes are.
    pub fn poses(
        &self,
    ) -> impl DoubleEndedIterator<Item = BoxPose> + ExactSizeIterator + Clone + '_ {
        (0..self.centers.len()).map(|at| self.pose(at))
    }

    /// All boxes as plain values.
    #[must_use]
    pub fn items(&self) -> Vec<OrientedBox> {
        let item = |(pose, &half_extents)| OrientedBox { pose, half_extents };
        self.poses().zip(&self.half_extents).map(item).collect()
    }

    /// A store into which the boxes were put one by one.
    ///
    /// # Panics
    /// If it rejects one or gives it another index than its position in the list.
    #[must_use]
    pub fn store(&self) -> BoxStore {
        let mut store = BoxStore::with_capacity(self.centers.len());
        for (index, item) in (0..).zip(self.items()) {
            assert_eq!(store.insert(item), Ok(index));
        }
        store
    }
}

/// Runs a test of many boxes on one thread, and again split over the threads of a pool.
///
/// # Panics
/// If the test does, or there is no pool.
pub fn on_one_thread_and_split(test: impl Fn() + Send + Sync) {
    test();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool of threads");
    pool.install(test);
}

/// All bits of a store, column by column.
#[must_use]
pub fn store_bits(store: &BoxStore) -> [Vec<u32>; 3] {
    let columns = [store.centers(), store.rotations(), store.half_extents()];
    columns.map(|rows| rows.as_flattened().iter().map(|number| number.to_bits()).collect())
}
