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

/// Whether the world bounds of two moving boxes meet during a step, each of them given at some moments of it.
pub(crate) fn bounds_meet<const N: usize>(moving: [&[OrientedBox; N]; 2]) -> bool {
    let [a, b] = moving.map(|moments| swept_bounds(moments));
    (0..3).all(|k| a[0][k] <= b[1][k] && b[0][k] <= a[1][k])
}

/// The least and the largest corner of the bounds of a box at some moments.
fn swept_bounds(moments: &[OrientedBox]) -> [[f64; 3]; 2] {
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for given in moments {
        let rotation = Quat::from_array(given.rotation);
        for k in 0..3 {
            let reach = (0..3).map(|l| given.half_extents[l] * (rotation * Vec3::AXES[l])[k].abs());
            let (center, reach) = (f64::from(given.center[k]), f64::from(reach.sum::<f32>()));
            bounds[0][k] = bounds[0][k].min(center - reach);
            bounds[1][k] = bounds[1][k].max(center + reach);
        }
    }
    bounds
}
