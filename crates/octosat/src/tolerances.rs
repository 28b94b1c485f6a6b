//! Tolerances that several files share, and those of `octosat-rows`: value, unit and reason. Others stand next to their users.

pub use octosat_rows::tolerances::*;

/// Largest accepted deviation of a rotation quaternion's squared length from one, without unit.
///
/// A box store normalizes what it accepts, so this only separates a rotation that has drifted from
/// one that is not a rotation.
pub const ROTATION_LENGTH_TOLERANCE: f32 = 1e-3;

/// The same deviation for a borrowed view, whose rotations are used as they are.
///
/// Normalizing in `f32` leaves at most about 4e-7; the error bounds of the docs assume this limit.
pub const BORROWED_ROTATION_LENGTH_TOLERANCE: f32 = 2e-6;

/// Largest accepted magnitude of a center's coordinate or of a half extent, in meters.
///
/// Squares and triple products of lengths up to here stay finite in `f32`.
pub const MAX_LENGTH: f32 = 1e12;

/// Deviation of a rotation's squared length from one up to which a store keeps it bit for bit,
/// without unit.
///
/// Normalizing in `f32` ends within this, and rounding a rotation that was normalized in `f64`
/// leaves at most 1.3e-7, so storing what a store returned changes nothing.
pub const ROTATION_KEEP_TOLERANCE: f64 = 4e-7;

/// Smallest magnitude of a stored direction's component, without unit; smaller ones become zero.
///
/// With it the cross product of two edges never reaches the subnormal range, where rounding errors
/// are no longer relative. The change of 1e-9 is below the rounding of `f32`.
pub const SMALLEST_COMPONENT: f32 = 1.0 / (1_u32 << 30) as f32;

/// The smallest squared sine between two edges for which their cross product counts as an axis.
///
/// Below a sine of 1e-7 the direction is rounding noise. Treating such edges as parallel changes a box by
/// less than rounding does, so no depth and no boolean leaves its error bound.
pub const PARALLEL_EDGES_SINE_SQUARED: f32 = 1e-14;

/// The most that both preferences together may be, as a part of the face's depth.
///
/// A preferred face is then at most 1 / (1 − 0.045), less than 1.05, times as deep as the least
/// overlap, however large the boxes.
pub const LARGEST_FACE_PREFERENCE: f32 = 0.045;

/// By which factor the radii of bounding spheres and what they may be apart are larger, without unit: 1 + 2⁻¹⁰.
///
/// Boxes whose spheres are far are then apart by 2⁻¹¹ of the distance of their centers, and an axis of theirs by 2⁻¹¹ / √3
/// of it or 4,700 units of roundoff. No result is off by more than 500 such units.
#[cfg(any(feature = "groups", feature = "intersections"))]
pub const FAR_SPHERES: f32 = 1.0 + 1.0 / 1024.0;

/// Which part of the offset along a face normal counts in the bound of a gap by this face, without unit: 1 − 2⁻¹³.
///
/// With half extents that count more for each meter of the radius, the bound is below the row of the pair by more than
/// rounding of both. The chapter on error bounds has the sums.
#[cfg(feature = "groups")]
pub const FACE_BOUND_OF_OFFSET: f32 = 1.0 - 1.0 / 8192.0;

/// How much larger radii and half extents are taken in addition, in meters, so that no spheres and no faces that are nearer
/// are far apart: their squares leave the normal range of `f32`, and booleans with `within` have no bound.
#[cfg(any(feature = "groups", feature = "intersections"))]
pub const SMALLEST_FAR: f32 = 1e-15;

/// How far inside its opposite plane a corner of a frustum must be, as a part of the largest distance
/// between two corners.
///
/// It separates a volume from none; a view whose far plane is ten million times as far away as its near plane
/// still passes.
pub const SMALLEST_FRUSTUM_EDGE: f64 = 1e-9;

/// How much a gap must exceed zero before a frustum query reports it as certain, as a part of the lengths
/// that it is computed from: 256 units of roundoff, 15 millionths.
///
/// Rounding moves a gap by at most 50 units, the deviation of a stored rotation from unit length by 54, and
/// parallel edges that are tested as one by 67; the rest is for terms of second order. So the results Outside
/// and Inside are certain.
pub const FRUSTUM_SLACK: f32 = 256.0 / 16_777_216.0;

/// The largest magnitude of a joint value, in radians or meters: 163 turns.
///
/// Up to here, angles are reduced to an eighth of a turn without more rounding than that of the sine itself.
#[cfg(feature = "chains")]
pub const MAX_JOINT_VALUE: f32 = 1024.0;

/// How far rounding moves a solid of a chain, for each joint that moves it and one more, and for each meter of the way from
/// the base over all joints to its farthest point, without unit: 48 units of roundoff.
///
/// A joint rounds by at most 27 units, and 43 come once per solid. The rest covers rounding of the bounds of motions, for
/// which the way counts as much longer as the solid turns, in radians. The chapter on error bounds has the sums.
#[cfg(feature = "chains")]
pub const CHAIN_POSE_ERROR: f32 = 48.0 / 16_777_216.0;

/// How far rounding moves a joint value within a motion, for each radian or meter of it at the start and at the end, without
/// unit: 6 units of roundoff, of which four are derived.
#[cfg(feature = "chains")]
pub const JOINT_ROUNDING: f32 = 6.0 / 16_777_216.0;

/// How far the centers of boxes of a cast may be on the other side of each other and still be free, as a part of the
/// bound.
///
/// When they meet or when they leave they must be on their side by as much. It matters only for boxes that are together
/// thinner than the bound, such as plates without thickness. For them, which side they are on may be rounding. It is
/// more than the errors seen, and less than the gap at which a cast ends, half a bound and more. So what is stopped by
/// a plate is on its side in the next cast, too.
#[cfg(feature = "motion")]
pub(crate) const CAST_SIDE_ERROR: f32 = 0.125;

/// The least rate by which a gap is divided, in meters per step, so that boxes that move apart are safe for long and
/// nothing is divided by zero. No length of a store is beyond the range of `f32` if it is divided by it.
#[cfg(feature = "motion")]
pub(crate) const SLOWEST_APPROACH: f32 = 1e-20;

/// How much larger, relatively, angular velocities are taken than they are computed, without unit.
///
/// Interpolated quaternions of squared lengths within `BORROWED_ROTATION_LENGTH_TOLERANCE` are shorter by 4e-6 than
/// those of unit length, and rounding adds 2e-6.
#[cfg(feature = "motion")]
pub(crate) const TURN_SLACK: f32 = 8e-6;

/// By how much rounding to `f32` may move a solid at coordinates of a map, as a part of its thinnest half extent.
///
/// A solid is no nearer to the body that it stands for, and none within 100,000 half extents of the origin moves by as much.
pub const LARGEST_SHIFT: f32 = 0.01;

/// A half extent counts as at least this part of the longest one there: a plate has no thickness, and needs a shift that is
/// small for its width.
pub const THINNEST: f32 = 0.01;

/// By how much rounding to `f32` moves a coordinate at most, as a part of it: half a unit in the last place, 2⁻²⁴, and the
/// rounding of what is computed with it.
pub const LARGEST_ROUNDING: f32 = 1.001 / 16_777_216.0;

/// How far rounding to `f32` may move a solid of these half extents, in meters.
#[must_use]
#[inline]
pub fn largest_shift([x, y, z]: [f32; 3]) -> f32 {
    let longest = larger(larger(x, y), z);
    let thinnest = -larger(larger(-x, -y), -z);
    // A point has no size that a shift could be compared with.
    if longest > 0.0 { LARGEST_SHIFT * larger(thinnest, THINNEST * longest) } else { f32::INFINITY }
}

/// The larger of two numbers, without a rule for NaN: one instruction, where `f32::max` takes three.
#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
