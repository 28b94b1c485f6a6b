//! Boxes as tests write them down, and stores of them.

use std::borrow::Borrow;

use octosat::{BoxPose, BoxStore, OrientedBox};
use octosat_check::short;

use crate::geometry::{Quaternion, Vector, narrow, normalized};

/// No rotation, of a box; [`NO_TURN`](crate::NO_TURN) in float64.
pub const UPRIGHT: [f32; 4] = BoxPose::IDENTITY.rotation;

/// A box that is not turned.
#[must_use]
pub const fn upright(center: [f32; 3], half_extents: [f32; 3]) -> OrientedBox {
    OrientedBox::new(center, UPRIGHT, half_extents)
}

/// A box of rounded numbers, and of a rotation of any length.
#[must_use]
pub fn boxed(center: Vector, rotation: Quaternion, half_extents: Vector) -> OrientedBox {
    OrientedBox::new(narrow(center), narrow(normalized(rotation)), narrow(half_extents))
}

/// A box by the bits of its numbers, as adversaries are written down.
#[must_use]
pub fn of_bits(center: [u32; 3], rotation: [u32; 4], half_extents: [u32; 3]) -> OrientedBox {
    let [center, half_extents] = [center, half_extents].map(|bits| bits.map(f32::from_bits));
    OrientedBox::new(center, rotation.map(f32::from_bits), half_extents)
}

/// A box as the references take it.
#[must_use]
pub const fn plain(given: OrientedBox) -> octosat_reference::OrientedBox {
    let OrientedBox { pose: BoxPose { center, rotation }, half_extents } = given;
    octosat_reference::OrientedBox { center, rotation, half_extents }
}

/// A store of boxes.
///
/// # Panics
/// If a store rejects one.
#[must_use]
pub fn store_of(boxes: impl IntoIterator<Item = impl Borrow<OrientedBox>>) -> BoxStore {
    let boxes: Vec<OrientedBox> = boxes.into_iter().map(|given| *given.borrow()).collect();
    let mut store = BoxStore::new();
    store.extend_from_boxes(&boxes).expect("boxes that a store takes");
    store
}

/// The pairs of boxes 0 and 1, 2 and 3, and so on, of this number of boxes.
#[must_use]
pub fn neighbors(boxes: usize) -> Vec<[u32; 2]> {
    (0..short(boxes / 2)).map(|pair| [2 * pair, 2 * pair + 1]).collect()
}
