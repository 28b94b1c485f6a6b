//! Random boxes as the contenders and the references take them.

use octosat_reference::OrientedBox;
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::shape::Cuboid;

/// A box in float32 of numbers in float64.
pub(crate) fn narrowed(
    center: [f64; 3],
    rotation: [f64; 4],
    half_extents: [f64; 3],
) -> OrientedBox {
    let (center, half_extents) = (center.map(narrow), half_extents.map(narrow));
    OrientedBox { center, rotation: rotation.map(narrow), half_extents }
}

/// A box of any rotation.
pub(crate) fn turned_at_random(
    random: &mut Random,
    center: [f64; 3],
    half_extents: [f64; 3],
) -> OrientedBox {
    narrowed(center, random.rotation(), half_extents)
}

/// A box as octosat takes it.
pub(crate) fn of_octosat(given: &OrientedBox) -> octosat::OrientedBox {
    octosat::OrientedBox::new(given.center, given.rotation, given.half_extents)
}

/// A box as parry takes it.
pub(crate) fn of_parry(given: &OrientedBox) -> (Pose3, Cuboid) {
    let rotation = Quat::from_array(given.rotation);
    let pose = Pose3::from_parts(Vec3::from_array(given.center), rotation);
    (pose, Cuboid::new(Vec3::from_array(given.half_extents)))
}
