//! Pairs of boxes turned together and put near the origin.

use octosat::{BoxError, BoxStore, ScaledBoxStore};

use crate::stores::{Query, Store, oriented, scaled};

/// The unit quaternion by which pairs are turned: about no axis in particular.
pub(super) const ROTATION: [f64; 4] = [0.5, -0.1, 0.7, 0.5];

/// Where the centre of a is put, in parts of the pair's size: not at the origin, and near enough to
/// it that rounding moves the boxes by less than the band.
const PLACE: [f64; 3] = [0.3, -0.5, 0.7];

/// The boxes of each pair moved: those of pair k are 2k and 2k + 1.
pub(super) fn moved_store(query: &Query<'_>) -> Result<Store, BoxError> {
    match query.store {
        Store::Unit(boxes) => moved_oriented(boxes, query.pairs).map(Store::Unit),
        Store::Scaled(boxes) => moved_scaled(boxes, query.pairs).map(Store::Scaled),
    }
}

fn moved_oriented(boxes: &BoxStore, pairs: &[[u32; 2]]) -> Result<BoxStore, BoxError> {
    let mut positions = Vec::with_capacity(2 * pairs.len());
    let mut rotations = Vec::with_capacity(2 * pairs.len());
    let mut half_extents = Vec::with_capacity(2 * pairs.len());
    for pair in pairs {
        let both = pair.map(|index| oriented(boxes, index as usize));
        let extents = both.map(|given| given.half_extents);
        positions.extend(moved_centers(both.map(|given| given.center), extents));
        rotations.extend(both.map(|given| turned_rotation(given.rotation)));
        half_extents.extend(extents);
    }
    BoxStore::from_slices(&positions, &rotations, &half_extents)
}

fn moved_scaled(boxes: &ScaledBoxStore, pairs: &[[u32; 2]]) -> Result<ScaledBoxStore, BoxError> {
    let mut positions = Vec::with_capacity(2 * pairs.len());
    let mut axes = [const { Vec::new() }; 3];
    for pair in pairs {
        let both = pair.map(|index| scaled(boxes, index as usize));
        let extents = both.map(|given| given.half_extents);
        positions.extend(moved_centers(both.map(|given| given.center), extents));
        for given in both {
            for (k, column) in axes.iter_mut().enumerate() {
                let [x, y, z] = turned(given.axes[k].map(f64::from)).map(narrow);
                column.push([x, y, z, given.half_extents[k]]);
            }
        }
    }
    let mut store = ScaledBoxStore::with_capacity(positions.len());
    store.extend_from_slices(&positions, axes.each_ref().map(Vec::as_slice))?;
    Ok(store)
}

/// Where the centres of a pair are put, given where they are and the half extents.
fn moved_centers(centers: [[f32; 3]; 2], half_extents: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let [a, b] = centers.map(|center| center.map(f64::from));
    let offset: [f64; 3] = std::array::from_fn(|k| b[k] - a[k]);
    let extents: f64 = half_extents.iter().flatten().map(|&extent| f64::from(extent)).sum();
    let distance = offset.iter().map(|component| component * component).sum::<f64>().sqrt();
    let place = PLACE.map(|part| part * (extents + distance));
    let offset = turned(offset);
    [place.map(narrow), std::array::from_fn(|k| narrow(place[k] + offset[k]))]
}

/// A vector turned by the rotation.
fn turned(vector: [f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = ROTATION;
    let once = cross([x, y, z], vector);
    let twice = cross([x, y, z], once);
    std::array::from_fn(|k| vector[k] + 2.0 * (w * once[k] + twice[k]))
}

/// A box's rotation, followed by the rotation.
fn turned_rotation(rotation: [f32; 4]) -> [f32; 4] {
    let [x, y, z, w] = ROTATION;
    let [qx, qy, qz, qw] = rotation.map(f64::from);
    let across = cross([x, y, z], [qx, qy, qz]);
    let vector: [f64; 3] =
        std::array::from_fn(|k| w * [qx, qy, qz][k] + qw * [x, y, z][k] + across[k]);
    let scalar = w * qw - (x * qx + y * qy + z * qz);
    [vector[0], vector[1], vector[2], scalar].map(narrow)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the purpose")]
fn narrow(value: f64) -> f32 {
    value as f32
}
