//! Pairs turned together and put near the origin.

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
