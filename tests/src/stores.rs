//! Boxes for stores of any layout: different values everywhere, or one that is rejected.

use octosat::{
    BoxError, BoxField, BoxStore, Layout, OrientedBox, Plane, PreScaled, Rectangle, RectangleStore,
    ScaledBox, ScaledBoxStore, Store, Unit,
};
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

/// What tests need of a layout.
pub trait StoredSample: Layout<Vector: AsMut<[f32]>, Rotation: AsMut<[f32]>> {
    /// The vector in space, or its part in the plane.
    fn vector(in_space: [f32; 3]) -> Self::Vector;

    /// Rotations in all directions, off unit length by what is accepted.
    fn rotations(count: usize) -> Vec<Self::Rotation>;

    /// The box of its parts.
    fn of(center: Self::Vector, rotation: Self::Rotation, half_extents: Self::Vector)
    -> Self::Item;

    /// The half extents of a box.
    fn half_extents(item: &Self::Item) -> Self::Vector;

    /// Appends boxes as slices of their parts.
    ///
    /// # Errors
    /// As the store's own function.
    fn extend(store: &mut Store<Self>, boxes: &Boxes<Self>) -> Result<(), BoxError>;

    /// The columns of a store, centers first.
    fn columns(store: &Store<Self>) -> Vec<&[[f32; 4]]>;
}

/// Boxes with different values everywhere, or with one value that is rejected.
#[derive(Clone, Debug)]
pub struct Boxes<L: StoredSample> {
    /// The centers.
    pub centers: Vec<L::Vector>,
    /// The rotations.
    pub rotations: Vec<L::Rotation>,
    /// The half extents.
    pub half_extents: Vec<L::Vector>,
}

impl<L: StoredSample> Boxes<L> {
    /// This number of boxes, the same every time.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let numbers = || (0..9001_u16).cycle().take(count).map(f32::from);
        Self {
            centers: numbers().map(|x| L::vector([x, 2.0 * x, -x])).collect(),
            rotations: L::rotations(count.min(9001)).into_iter().cycle().take(count).collect(),
            half_extents: numbers().map(|x| L::vector([x * 0.25, 0.0, 1.0 + x])).collect(),
        }
    }

    /// Puts a value that is rejected into a box.
    pub fn spoil(&mut self, at: usize, field: BoxField) {
        match field {
            BoxField::Center => self.centers[at].as_mut()[1] = f32::INFINITY,
            BoxField::Rotation => self.rotations[at].as_mut().fill(SPOILT),
            _ => self.half_extents[at].as_mut()[1] = -1e-30,
        }
    }

    /// Where a box is.
    #[must_use]
    pub fn pose(&self, at: usize) -> L::Pose {
        L::pose(self.centers[at], self.rotations[at])
    }

    /// Where all boxes are.
    pub fn poses(
        &self,
    ) -> impl DoubleEndedIterator<Item = L::Pose> + ExactSizeIterator + Clone + '_ {
        (0..self.centers.len()).map(|at| self.pose(at))
    }

    /// All boxes as plain values.
    #[must_use]
    pub fn items(&self) -> Vec<L::Item> {
        let item = |at| L::of(self.centers[at], self.rotations[at], self.half_extents[at]);
        (0..self.centers.len()).map(item).collect()
    }

    /// A store into which the boxes were put one by one.
    ///
    /// # Panics
    /// If it rejects one or gives it another index than its position in the list.
    #[must_use]
    pub fn store(&self) -> Store<L> {
        let mut store = Store::with_capacity(self.centers.len());
        for (index, item) in (0..).zip(self.items()) {
            assert_eq!(store.insert(item), Ok(index));
        }
        store
    }
}

impl StoredSample for Unit {
    fn vector(in_space: [f32; 3]) -> [f32; 3] {
        in_space
    }

    fn rotations(count: usize) -> Vec<[f32; 4]> {
        quaternions(count, LENGTH)
    }

    fn of(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> OrientedBox {
        OrientedBox::new(center, rotation, half_extents)
    }

    fn half_extents(item: &OrientedBox) -> [f32; 3] {
        item.half_extents
    }

    fn extend(store: &mut BoxStore, boxes: &Boxes<Self>) -> Result<(), BoxError> {
        store.extend_from_slices(&boxes.centers, &boxes.rotations, &boxes.half_extents)
    }

    fn columns(store: &BoxStore) -> Vec<&[[f32; 4]]> {
        vec![store.centers(), store.rotations(), store.half_extents()]
    }
}

impl StoredSample for PreScaled {
    fn vector(in_space: [f32; 3]) -> [f32; 3] {
        in_space
    }

    fn rotations(count: usize) -> Vec<[f32; 4]> {
        quaternions(count, LENGTH)
    }

    /// Sheared if the rotation is one that a pose may not have.
    fn of(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> ScaledBox {
        let spoilt = rotation.map(f32::to_bits) == [SPOILT; 4].map(f32::to_bits);
        let turned = if spoilt { [0.5; 4] } else { rotation };
        let given = OrientedBox::new(center, turned, half_extents.map(|half| half.max(0.0)));
        let ScaledBox { mut axes, .. } = ScaledBox::from_oriented(given).expect("it is valid");
        for (axis, half_extent) in axes.iter_mut().zip(half_extents) {
            axis[3] = half_extent;
        }
        if spoilt {
            axes[0] = axes[2];
        }
        ScaledBox { center, axes }
    }

    fn half_extents(item: &ScaledBox) -> [f32; 3] {
        item.half_extents()
    }

    fn extend(store: &mut ScaledBoxStore, boxes: &Boxes<Self>) -> Result<(), BoxError> {
        let items = boxes.items();
        let axes = [0, 1, 2].map(|k| items.iter().map(|item| item.axes[k]).collect());
        store.extend_from_slices(&boxes.centers, axes.each_ref().map(Vec::as_slice))
    }

    fn columns(store: &ScaledBoxStore) -> Vec<&[[f32; 4]]> {
        vec![store.centers(), store.axes(0), store.axes(1), store.axes(2)]
    }
}

impl StoredSample for Plane {
    fn vector([x, y, _]: [f32; 3]) -> [f32; 2] {
        [x, y]
    }

    fn rotations(count: usize) -> Vec<[f32; 2]> {
        let angles = (0..9001_u16).map(|number| 0.3 * f32::from(number));
        let rotations = angles.map(|angle| Rectangle::at_angle([0.0; 2], angle, [0.0; 2]).pose);
        let length = octosat_scenes::generate::narrow(LENGTH);
        rotations.map(|pose| pose.rotation.map(|part| length * part)).take(count).collect()
    }

    fn of(center: [f32; 2], rotation: [f32; 2], half_extents: [f32; 2]) -> Rectangle {
        Rectangle::new(center, rotation, half_extents)
    }

    fn half_extents(item: &Rectangle) -> [f32; 2] {
        item.half_extents
    }

    fn extend(store: &mut RectangleStore, boxes: &Boxes<Self>) -> Result<(), BoxError> {
        store.extend_from_slices(&boxes.centers, &boxes.rotations, &boxes.half_extents)
    }

    fn columns(store: &RectangleStore) -> Vec<&[[f32; 4]]> {
        vec![store.poses(), store.half_extents()]
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
pub fn store_bits<L: StoredSample>(store: &Store<L>) -> Vec<Vec<u32>> {
    let columns = L::columns(store).into_iter();
    columns.map(|rows| rows.iter().flat_map(|row| row.map(f32::to_bits)).collect()).collect()
}
