//! Boxes moved: pairs turned together and put near the origin, and every box a little by itself.

use octosat::tolerances::MAX_LENGTH;
use octosat::{BoxError, BoxStore};

use crate::stores::{Query, Store, oriented};
use crate::vector::{cross, narrow};

/// The unit quaternion by which pairs are turned: about no axis in particular.
pub(super) const ROTATION: [f64; 4] = [0.5, -0.1, 0.7, 0.5];

/// Where the centre of a is put, in parts of the pair's size: not at the origin, and near enough to
/// it that rounding moves the boxes by less than the band.
const PLACE: [f64; 3] = [0.3, -0.5, 0.7];

/// The boxes of each pair moved, as contacts take them: those of pair k are 2k and 2k + 1.
pub(super) fn moved_store(query: &Query<'_>) -> Result<Store, BoxError> {
    let (boxes, pairs) = (query.store.unit(), query.pairs);
    let mut positions = Vec::with_capacity(2 * pairs.len());
    let mut rotations = Vec::with_capacity(2 * pairs.len());
    let mut half_extents = Vec::with_capacity(2 * pairs.len());
    for pair in pairs {
        let both = pair.map(|index| oriented(boxes, index as usize));
        let extents = both.map(|given| given.half_extents);
        positions.extend(moved_centers(both.map(|given| given.center), extents));
        rotations.extend(both.map(|given| turned_rotation(given.rotation, ROTATION)));
        half_extents.extend(extents);
    }
    BoxStore::from_slices(&positions, &rotations, &half_extents).map(Store::Unit)
}

/// Where the centres of a pair are put, given where they are and the half extents.
fn moved_centers(centers: [[f32; 3]; 2], half_extents: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let [a, b] = centers.map(|center| center.map(f64::from));
    let offset: [f64; 3] = std::array::from_fn(|k| b[k] - a[k]);
    let extents: f64 = half_extents.iter().flatten().map(|&extent| f64::from(extent)).sum();
    let distance = offset.iter().map(|component| component * component).sum::<f64>().sqrt();
    let place = PLACE.map(|part| part * (extents + distance));
    let offset = turned(offset, ROTATION);
    [place.map(narrow), std::array::from_fn(|k| narrow(place[k] + offset[k]))]
}

/// All boxes a little later, as contacts take them: some have not moved, others by noise, by what is recycled, or by more.
#[derive(Clone, Debug)]
pub(super) struct Later {
    pub(super) store: Store,
    /// Metres by which a point of each box has moved at most.
    pub(super) moved: Vec<f64>,
}

/// How far boxes move, in parts of their smallest half extent. Some stay where they are.
const STEPS: [f64; 5] = [0.0, 1e-5, 0.0, 2e-3, 3e-2];

/// Of a box without thickness, in parts of its longest half extent.
const PLATE_STEP: f64 = 1e-3;

impl Later {
    pub(super) fn of(store: &Store) -> Result<Self, BoxError> {
        let boxes = store.unit();
        let [mut positions, mut half_extents] = [Vec::new(), Vec::new()];
        let (mut rotations, mut moved) = (Vec::new(), Vec::new());
        for index in 0..boxes.len() {
            let given = oriented(boxes, index);
            let step = Step::of(index, given.half_extents);
            positions.push(step.shifted(given.center));
            rotations.push(turned_rotation(given.rotation, step.turn));
            half_extents.push(given.half_extents);
            moved.push(step.reach);
        }
        let store = BoxStore::from_slices(&positions, &rotations, &half_extents)?;
        Ok(Self { store: Store::Unit(store), moved })
    }
}

/// How a box moves.
struct Step {
    shift: [f64; 3],
    /// A unit quaternion.
    turn: [f64; 4],
    /// Metres that a point of the box moves at most.
    reach: f64,
}

impl Step {
    /// That of box `index`, always the same.
    fn of(index: usize, half_extents: [f32; 3]) -> Self {
        let extents = half_extents.map(f64::from);
        let longest = extents.into_iter().fold(0.0, f64::max);
        let smallest = extents.into_iter().fold(longest, f64::min).max(PLATE_STEP * longest);
        let size = STEPS[index % STEPS.len()] * smallest;
        // Directions that follow each other around the sphere, and turns about others.
        #[expect(clippy::cast_precision_loss, reason = "any angle will do")]
        let angle = 2.4 * index as f64;
        let shift = [angle.cos(), -angle.sin(), (0.7 * angle).cos()].map(|part| 0.5 * size * part);
        let axis = [angle.sin(), (1.3 * angle).cos(), 1.0];
        let length = axis.iter().map(|part| part * part).sum::<f64>().sqrt();
        let half_angle = if longest > 0.0 { 0.25 * size / longest } else { 0.0 };
        let [x, y, z] = axis.map(|part| part / length * half_angle.sin());
        // The shift is at most √3/2 of the size, and the turn half of it times √3.
        Self { shift, turn: [x, y, z, half_angle.cos()], reach: 2.0 * size }
    }

    /// The centre after the step, no farther out than a store takes it.
    fn shifted(&self, center: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|k| {
            narrow(f64::from(center[k]) + self.shift[k]).clamp(-MAX_LENGTH, MAX_LENGTH)
        })
    }
}

/// A vector turned by a rotation.
fn turned(vector: [f64; 3], rotation: [f64; 4]) -> [f64; 3] {
    let [x, y, z, w] = rotation;
    let once = cross([x, y, z], vector);
    let twice = cross([x, y, z], once);
    std::array::from_fn(|k| vector[k] + 2.0 * (w * once[k] + twice[k]))
}

/// A box's rotation, followed by another.
fn turned_rotation(rotation: [f32; 4], by: [f64; 4]) -> [f32; 4] {
    let [x, y, z, w] = by;
    let [qx, qy, qz, qw] = rotation.map(f64::from);
    let across = cross([x, y, z], [qx, qy, qz]);
    let vector: [f64; 3] =
        std::array::from_fn(|k| w * [qx, qy, qz][k] + qw * [x, y, z][k] + across[k]);
    let scalar = w * qw - (x * qx + y * qy + z * qz);
    [vector[0], vector[1], vector[2], scalar].map(narrow)
}
