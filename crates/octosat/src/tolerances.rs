//! Every tolerance of the engine alone, and those that the plain reference shares: value, unit and reason.

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

/// The smallest magnitude of a component of a borrowed rotation, other than zero.
///
/// A store turns components below [`SMALLEST_COMPONENT`] into zero; a view cannot, so it rejects components
/// whose products would leave the normal range of `f32` in the edge tests, where rounding is no longer
/// relative. For boxes of 1e-12 m and more, wrong booleans occur from 1e-35 downwards. For smaller boxes that
/// barely overlap, components between this limit and 1e-15 can still give wrong booleans: two boxes of 1e-14
/// m that overlap by 1.45e-18 m, one rotated by a component of 1e-30, are reported as separated. From 1e-15
/// on no wrong boolean is known.
pub const SMALLEST_BORROWED_COMPONENT: f32 = 1e-30;

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

/// Largest accepted cosine between two columns of a matrix that should be perpendicular, without
/// unit.
///
/// Like [`ROTATION_LENGTH_TOLERANCE`] it separates drift from shear: 1e-3 is 0.06 degrees. What is
/// accepted is made orthonormal in `f64`.
pub const ORTHOGONALITY_TOLERANCE: f64 = 1e-3;

/// The part of both tolerances of a matrix, [`ROTATION_LENGTH_TOLERANCE`] and [`ORTHOGONALITY_TOLERANCE`], up to which
/// many matrices are accepted at once, without unit.
///
/// A product of two columns is off their cosine by less than a thousandth. If one matrix is beyond this part, all are
/// checked one by one.
pub const SURE_PART: f64 = 0.99;

/// The same cosine for scaled axes, which are used as they are, without unit.
///
/// Rounding exact axes to `f32` leaves at most about 1.2e-7, a rotation matrix computed in `f32`
/// about 5e-7.
pub const SCALED_ORTHOGONALITY_TOLERANCE: f64 = 2e-6;

/// Smallest accepted half extent of a scaled box that is not zero, in meters.
///
/// The scaled kernels compare unnormalized triple products of lengths; from this length on, with
/// [`SMALLEST_COMPONENT`], these stay in the normal range of `f32`.
pub const SMALLEST_SCALED_HALF_EXTENT: f32 = 1e-6;

/// Largest accepted half extent of a scaled box, in meters; the same reason at the other end.
pub const LARGEST_SCALED_HALF_EXTENT: f32 = 1e6;

/// Largest accepted magnitude of a coordinate of a scaled box's center, in meters.
///
/// Three times a distance of this size, times two half extents, stays far below the largest `f32`.
pub const MAX_SCALED_CENTER: f32 = 1e9;

/// The smallest squared sine between two edges for which their cross product counts as an axis.
///
/// Below a sine of 1e-7 the direction is rounding noise. Treating such edges as parallel changes a box by
/// less than rounding does, so no depth and no boolean leaves its error bound.
pub const PARALLEL_EDGES_SINE_SQUARED: f32 = 1e-14;

/// How far the world bounds of a box extend beyond it on each side, for each meter of its three half extents,
/// without unit.
///
/// A borrowed rotation may be off unit length by 1e-6, which moves an entry of its matrix by twice
/// [`BORROWED_ROTATION_LENGTH_TOLERANCE`], 4e-6; computing an entry rounds four times, the product with the
/// half extent once and the sums five times, 6e-7 in all. So bounds never lie inside the box, and are too
/// large by at most twice this.
pub const BOUNDS_GROWTH: f32 = 5e-6;

/// The same for each meter of the center's coordinate, without unit: twice the rounding of the sum
/// of coordinate and reach.
pub const BOUNDS_CENTER_GROWTH: f32 = f32::EPSILON;

/// The gap between a box and a sphere's center, in meters, below which it is scaled up before it is
/// squared: squares of shorter ones would leave the normal range of `f32`.
pub const SMALL_GAP: f32 = 1e-12;

/// The factor for such a gap, without unit: a power of two, so that nothing is rounded, and about 10³⁰, so
/// that squares of the smallest `f32` are normal and squares of [`SMALL_GAP`] are not too large.
pub const SMALL_GAP_SCALE: f32 = (1_u128 << 100) as f32;

/// The most that both preferences together may be, as a part of the face's depth.
///
/// A preferred face is then at most 1 / (1 − 0.045), less than 1.05, times as deep as the least
/// overlap, however large the boxes.
pub const LARGEST_FACE_PREFERENCE: f32 = 0.045;

/// How far two faces may be tilted and still count as parallel when the first of four points is chosen: a slope along u
/// and along v of a's face, without unit.
///
/// Below this slope, of 0.005 or 0.3 degrees, the first point is the extreme in one direction of a's face, and above it
/// the deepest, which noise does not exchange either. Between points that are nearly as deep, the deepest alone changes
/// with every micrometer, and the other three with it. The direction is along no side and no diagonal of a face.
pub const FIRST_POINT_SLOPE: [f32; 2] = [0.005 * 0.794_689_8, 0.005 * 0.607_015_8];

/// The squared sines of the angle up to which two faces count as parallel and from which on as tilted when the other
/// three of four points are chosen, without unit: 0.005 rad, the slope of [`FIRST_POINT_SLOPE`], and 0.01 rad.
///
/// In between, [`LEVEL_WEIGHT`] counts in part: a jump at one angle exchanges a third more of the points at rest.
pub const TILTED_FACES_SINE_SQUARED: [f32; 2] = [0.005 * 0.005, 0.01 * 0.01];

/// How near a point must be to a point of the last frame to continue it if neither has kept its feature: a part of the
/// size of the smaller box, which is its three half extents, rounded down to a power of two.
///
/// It is 0.8 to 1.6 % of the half extents: much more than rounding, and much less than the distance of two vertices.
/// Walls of boxes, whose vertices lie on each other, drift seven times as far if points are matched by features alone.
pub const SAME_PLACE: f32 = 1.0 / 64.0;

/// How much farther apart than the boxes the nearest point of a manifold may be before closest points are
/// computed, as a part of the distance, in addition to [`REACH_NOISE`].
///
/// If separated boxes are nearest outside the area that both faces cover, the points in that area would not
/// show that the boxes approach each other.
pub const SHOWN_DEPTH: f32 = 0.05;

/// By which factor the radii of bounding spheres and what they may be apart are larger, without unit: 1 + 2⁻¹⁰.
///
/// Boxes whose spheres are far are then apart by 2⁻¹¹ of the distance of their centers, and an axis of theirs by 2⁻¹¹ / √3
/// of it or 4,700 units of roundoff. No result is off by more than 500 such units.
#[cfg(feature = "groups")]
pub const FAR_SPHERES: f32 = 1.0 + 1.0 / 1024.0;

/// Which part of the offset along a face normal counts in the bound of a gap by this face, without unit: 1 − 2⁻¹³.
///
/// With [`FACE_BOUND_OF_RADIUS`], the bound is below the row of the pair by more than rounding of both. The chapter on error
/// bounds has the sum.
#[cfg(feature = "groups")]
pub const FACE_BOUND_OF_OFFSET: f32 = 1.0 - 1.0 / 8192.0;

/// By how much half extents count more in the bound of a gap by a face, for each meter of the bounding radius, without
/// unit: 2⁻¹².
#[cfg(feature = "groups")]
pub const FACE_BOUND_OF_RADIUS: f32 = 1.0 / 4096.0;

/// How much larger radii and half extents are taken in addition, in meters, so that no spheres and no faces that are nearer
/// are far apart: their squares leave the normal range of `f32`, and booleans with `within` have no bound.
#[cfg(feature = "groups")]
pub const SMALLEST_FAR: f32 = 1e-15;

/// How far rounding in `f64` moves a gap between boxes, for each meter of their half extents, without unit: 64 units of
/// roundoff of `f64`.
///
/// The terms of first order are at most 47: rotations are divided by the squared lengths of quaternions, so these may
/// deviate from one by any amount. No product of the numbers of checked boxes leaves the normal range.
#[cfg(feature = "certain")]
pub const DOUBLE_EXTENT_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// The same for each meter of the offset of their centers, without unit: 64 units of roundoff of `f64`, of which at most 31
/// are derived.
#[cfg(feature = "certain")]
pub const DOUBLE_OFFSET_ERROR: f64 = 64.0 / (1_u64 << 53) as f64;

/// Smallest accepted triple product of three unit normals of a frustum that make a corner, without
/// unit.
///
/// Below it planes meet at so flat an angle that rounding them moves their corner by a hundredth of
/// its distance and more.
pub const SMALLEST_FRUSTUM_DETERMINANT: f64 = 1e-5;

/// How far inside its opposite plane a corner of a frustum must be, as a part of the largest distance
/// between two corners.
///
/// It separates a volume from none; a view whose far plane is ten million times as far away as its near plane
/// still passes.
pub const SMALLEST_FRUSTUM_EDGE: f64 = 1e-9;

/// The sine up to which two edges or two normals of a frustum count as parallel, without unit: 67 units of
/// roundoff.
///
/// Rounding the planes of a view rotates edges that should be parallel by less than this, unless the view is
/// wider than 170 degrees; those edges are then tested as different ones.
pub const PARALLEL_FRUSTUM_SINE: f64 = 4e-6;

/// How much a gap must exceed zero before a frustum query reports it as certain, as a part of the lengths
/// that it is computed from: 256 units of roundoff, 15 millionths.
///
/// Rounding moves a gap by at most 50 units, the deviation of a stored rotation from unit length by 54, and
/// parallel edges that are tested as one by 67; the rest is for terms of second order. So the results Outside
/// and Inside are certain.
pub const FRUSTUM_SLACK: f32 = 256.0 / 16_777_216.0;

/// The least that the largest component of a ray's direction may be, in meters.
///
/// Parameters of points up to [`MAX_LENGTH`] away then stay finite in `f32`.
pub const SMALLEST_RAY_DIRECTION: f32 = 1e-12;

/// The squared sine up to which two segments count as parallel, without unit: a sine of 1e-6, 17 units of
/// roundoff.
///
/// The direction of their common perpendicular is noise below a few units. Treating one segment as rotated by
/// so little moves its points by less than rounding may.
pub const PARALLEL_SEGMENTS_SINE_SQUARED: f32 = 1e-12;

/// A segment whose components are all below this is a point, and such a distance is zero, in meters.
///
/// Divisions by it stay in the normal range of `f32`.
pub const SMALLEST_SEGMENT: f32 = 1e-30;

/// The range of the largest component of a segment or a distance that is used unchanged, in meters; others
/// are divided by it.
///
/// The fourth power of a length between them, times [`PARALLEL_SEGMENTS_SINE_SQUARED`], is a normal number of
/// `f32`. If nothing is divided, finding closest points takes a quarter less time with AVX2.
pub const USUAL_LENGTHS: [f32; 2] = [1e-6, 1e6];

/// How far apart the outlines of two boxes must be, seen along a normal, for clipping to be left out, in parts of the
/// noise of the pair.
///
/// Clipping grows a face by one part, and finds corners with errors of less than one; the radii of large boxes are
/// rounded by a few.
pub const ASIDE_NOISES: f32 = 16.0;

/// How far the squared length of a rectangle's direction may be off one, without unit.
pub const COVERED_DIRECTION_TOLERANCE: f32 = 1e-5;

/// The part of a face's area up to which what is left of it counts as nothing, without unit: rounding in `f64`.
pub const OPEN_AREA: f64 = 1e-12;
